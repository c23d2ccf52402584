// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace quotaboard {

/// Position of a text in a StringPool.
using StringId = Index<struct StringTag>;

/// Keeps each text once and hands out small ids in order of first use. Ids and views stay valid for the pool's life;
/// a copy of a pool has the same ids. A million different ids are an everyday case: texts lie one after the other in
/// large blocks, and the table that finds them is a flat array.
class StringPool {
public:
    StringPool() = default;
    StringPool(const StringPool& other) { *this = other; }
    StringPool& operator=(const StringPool& other);
    StringPool(StringPool&& other) noexcept { *this = std::move(other); }
    StringPool& operator=(StringPool&& other) noexcept;
    ~StringPool() = default;

    /// The id of `text`, new or known.
    StringId intern(std::string_view text);
    /// intern() for each of `texts`, several times as fast when most of them are new: it does not wait for memory one
    /// text at a time.
    void internAll(std::span<const std::string_view> texts, std::span<StringId> ids);
    /// Makes room for `texts` texts at once. Without it the pool grows step by step, at twice the cost.
    void reserve(std::size_t texts);
    /// The id of `text`, invalid when it was never interned.
    [[nodiscard]] StringId find(std::string_view text) const;
    /// The text of an id of this pool; empty for an invalid id.
    [[nodiscard]] std::string_view text(StringId id) const
    {
        return id.isValid() ? texts_[id.value()] : std::string_view{};
    }
    [[nodiscard]] std::size_t size() const { return texts_.size(); }

private:
    /// A place in the table: which text, and enough of its hash to skip most others unread.
    struct Slot {
        std::uint32_t hash = 0;
        StringId id;
    };

    StringId internHashed(std::string_view text, std::uint32_t hash);
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    std::string_view store(std::string_view text);
    void growTable(std::size_t cells);

    std::vector<std::string_view> texts_;
    std::vector<std::unique_ptr<char[]>> blocks_;
    char* free_ = nullptr;
    std::size_t freeBytes_ = 0;
    /// Open addressing; the size is a power of two and at most three in four cells are taken.
    std::vector<Slot> table_;
};

} // namespace quotaboard
