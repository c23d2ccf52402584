// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace quotaboard {

/// SHA-256 (FIPS 180-4) over text given in pieces.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void update(std::string_view text);
    /// 64 lower-case hex digits; the object is used up.
    [[nodiscard]] std::string finishHex();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace quotaboard
