// SPDX-License-Identifier: Apache-2.0
#include "core/base/string_pool.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace quotaboard {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

/// Eight bytes at a step. Never leaves the process, so that it may depend on the byte order.
std::uint32_t hashOfText(std::string_view text)
{
    std::uint64_t hash = text.size() * 0x9E3779B97F4A7C15ULL;
    const char* at = text.data();
    std::size_t left = text.size();
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        hash = (hash ^ word) * 0xBF58476D1CE4E5B9ULL;
        hash ^= hash >> 29;
    }
    if (left > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, left);
        hash ^= word;
    }
    return static_cast<std::uint32_t>(mixBits(hash) >> 32);
}

} // namespace

StringPool& StringPool::operator=(const StringPool& other)
{
    if (this == &other) {
        return *this;
    }
    StringPool copy;
    copy.texts_.reserve(other.texts_.size());
    for (const std::string_view text : other.texts_) {
        copy.texts_.push_back(copy.store(text));
    }
    copy.table_ = other.table_;
    return *this = std::move(copy);
}

StringPool& StringPool::operator=(StringPool&& other) noexcept
{
    if (this != &other) {
        texts_ = std::exchange(other.texts_, {});
        blocks_ = std::exchange(other.blocks_, {});
        table_ = std::exchange(other.table_, {});
        free_ = std::exchange(other.free_, nullptr);
        freeBytes_ = std::exchange(other.freeBytes_, 0);
    }
    return *this;
}

StringId StringPool::intern(std::string_view text)
{
    return internHashed(text, hashOfText(text));
}

void StringPool::internAll(std::span<const std::string_view> texts, std::span<StringId> ids)
{
    constexpr std::size_t kAtOnce = 32;
    std::array<std::uint32_t, kAtOnce> hashes{};
    for (std::size_t from = 0; from < texts.size(); from += kAtOnce) {
        const std::size_t count = std::min(kAtOnce, texts.size() - from);
        for (std::size_t i = 0; i < count; ++i) {
            hashes[i] = hashOfText(texts[from + i]);
            if (!table_.empty()) {
                __builtin_prefetch(&table_[hashes[i] & (table_.size() - 1)], 1);
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            ids[from + i] = internHashed(texts[from + i], hashes[i]);
        }
    }
}

StringId StringPool::internHashed(std::string_view text, std::uint32_t hash)
{
    if (table_.size() * 3 < (texts_.size() + 1) * 4) {
        growTable(table_.size() * 2);
    }
    Slot& slot = table_[slotOf(text, hash)];
    if (!slot.id.isValid()) {
        slot = {hash, StringId{texts_.size()}};
        texts_.push_back(store(text));
    }
    return slot.id;
}

StringId StringPool::find(std::string_view text) const
{
    return table_.empty() ? StringId{} : table_[slotOf(text, hashOfText(text))].id;
}

/// The slot that holds `text`, else the free one where it belongs.
std::size_t StringPool::slotOf(std::string_view text, std::uint32_t hash) const
{
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash & mask;
    while (table_[at].id.isValid() && (table_[at].hash != hash || texts_[table_[at].id.value()] != text)) {
        at = (at + 1) & mask;
    }
    return at;
}

std::string_view StringPool::store(std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    if (text.size() > freeBytes_) {
        freeBytes_ = std::max(text.size(), kBlockBytes);
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(freeBytes_));
        free_ = blocks_.back().get();
    }
    std::memcpy(free_, text.data(), text.size());
    const std::string_view stored(free_, text.size());
    free_ += text.size();
    freeBytes_ -= text.size();
    return stored;
}

void StringPool::reserve(std::size_t texts)
{
    texts_.reserve(texts);
    if (const std::size_t cells = std::bit_ceil(texts / 3 * 4 + 4); cells > table_.size()) {
        growTable(cells);
    }
}

/// `cells` is a power of two, or 0 for the first table.
void StringPool::growTable(std::size_t cells)
{
    const std::vector<Slot> old = std::move(table_);
    table_.assign(std::max<std::size_t>(cells, 64), Slot{});
    const std::size_t mask = table_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id.isValid()) {
            std::size_t at = slot.hash & mask;
            while (table_[at].id.isValid()) {
                at = (at + 1) & mask;
            }
            table_[at] = slot;
        }
    }
}

} // namespace quotaboard
