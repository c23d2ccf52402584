// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/policy_changes.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quotaboard {

enum class ChangeKind : std::uint8_t { Edit, Undo, Redo, Import };

/// The word of a kind in files: edit, undo, redo, import.
[[nodiscard]] std::string_view nameOf(ChangeKind kind);

/// A row of the change record: who changed what, when and why. Texts are empty where nothing was said.
struct ChangeRow {
    /// From 1, without gaps; given when the row is appended.
    std::int64_t seq = 0;
    /// Epoch ms, UTC.
    TimeMs wallMs = 0;
    std::string actor;
    std::string role;
    /// `what.at` is the simulation time from which on it is so.
    PolicyChange what;
    std::string reason;
    std::string approverRole;
    std::string ticket;
    /// Name of the scenario at that time.
    std::string scenario;
    ChangeKind kind = ChangeKind::Edit;
    /// SHA-256 in hex over the hash of the row before (empty for the first) and canonicalText(); given when the row is
    /// appended.
    std::string hash;
    bool operator==(const ChangeRow&) const = default;
};

/// Rows for `changes`; all but `what` as in `like`.
[[nodiscard]] std::vector<ChangeRow> rowsFor(const std::vector<PolicyChange>& changes, const ChangeRow& like);

/// The row as JSON without blanks, keys sorted, without its hash: what the hash is taken over, and what --json prints.
[[nodiscard]] std::string canonicalText(const ChangeRow& row);

/// Appends rows in one transaction; sets their `seq` and `hash`. Blocks.
Status appendChanges(Database& database, std::span<ChangeRow> rows);

/// Copies rows of another record into an empty one as they are, with their `seq` and `hash`.
Status insertChanges(Database& database, std::span<const ChangeRow> rows);

/// Hands over all rows from `first` on, in order, until `consume` gives false. Blocks.
Status forEachChange(Database& database, const std::function<bool(const ChangeRow&)>& consume, std::int64_t first = 1);
Result<std::vector<ChangeRow>> readChanges(Database& database, std::int64_t first = 1);

/// What the check of the hash chain found.
struct ChangeVerdict {
    std::int64_t rows = 0;
    /// `seq` of the first row that is not what was appended, or that is missing; nothing when the record is whole.
    std::optional<std::int64_t> firstBroken;
    /// Hash of the last row; empty without rows.
    std::string head;
    [[nodiscard]] bool isWhole() const { return !firstBroken.has_value(); }
};
/// Takes the chain of hashes again. Blocks; O(rows).
Result<ChangeVerdict> verifyChanges(Database& database);

/// RFC 4180 with a head line, texts quoted where needed, times as ISO instants and seconds.
[[nodiscard]] std::string changesToCsv(std::span<const ChangeRow> rows);
/// A JSON array of the canonical rows with their hashes, one a line.
[[nodiscard]] std::string changesToJson(std::span<const ChangeRow> rows);

} // namespace quotaboard
