// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256.h"

#include <array>
#include <openssl/evp.h>

namespace quotaboard {

struct Sha256::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    State() { EVP_DigestInit_ex(context, EVP_sha256(), nullptr); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256()
    : state_(std::make_unique<State>())
{
}
Sha256::~Sha256() = default;

void Sha256::update(std::string_view text)
{
    EVP_DigestUpdate(state_->context, text.data(), text.size());
}

std::string Sha256::finishHex()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(state_->context, digest.data(), &length);
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text += kHex[digest[i] >> 4];
        text += kHex[digest[i] & 15];
    }
    return text;
}

} // namespace quotaboard
