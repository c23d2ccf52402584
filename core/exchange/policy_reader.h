// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/json_cursor.h"
#include "core/exchange/names.h"
#include "core/model/scenario.h"

#include <fmt/format.h>

namespace quotaboard {

// Readers of the parts of a scenario document (scenario-format section 1). Errors go to the cursor's context; units
// and shares that are named are added to the scenario.

/// The unit or share of that name, added when new; TooMany at `key` when there are too many already.
[[nodiscard]] UnitIndex internUnit(
    const JsonCursor& cursor, std::string_view key, Scenario& scenario, const std::string& name);
[[nodiscard]] ShareIndex internShare(
    const JsonCursor& cursor, std::string_view key, Scenario& scenario, const std::string& name);
[[nodiscard]] CapacityLimits readCapacityLimits(
    const JsonCursor& parent, Scenario& scenario, std::int32_t least, bool isRequired);
[[nodiscard]] std::optional<ResourceSharing> readResourceSharing(const JsonCursor& parent);
[[nodiscard]] std::optional<bool> readInSharePreemption(const JsonCursor& parent);
[[nodiscard]] std::optional<std::vector<TimeLimitAction>> readTimeLimits(const JsonCursor& parent);
[[nodiscard]] QuotaShare readQuotaShare(const JsonCursor& cursor, Scenario& scenario);
void readServiceEnvironment(const JsonCursor& cursor, Scenario& scenario);
void readJobQueue(const JsonCursor& cursor, JobQueue& queue);
/// Only the keys that are given; `seed` is left to readPlatform().
[[nodiscard]] UpdatePlatform readPlatformKeys(const JsonCursor& cursor);
void readPlatform(const JsonCursor& cursor, Platform& platform);
void readCapacityUnits(const JsonCursor& cursor, Scenario& scenario);
/// `intervalSeconds` (required, at least 0.001), `costSeconds`, `onStop`.
[[nodiscard]] CheckpointPlan readCheckpointPlan(const JsonCursor& cursor);
/// One job, appended; `submit` replaces `submitSeconds` where an intervention submits it. Invalid on error.
JobIndex readJob(const JsonCursor& cursor, Scenario& scenario, std::optional<TimeMs> submit);
/// One intervention, appended. Jobs it submits are appended to the job list.
void readIntervention(const JsonCursor& cursor, Scenario& scenario);

/// One word of an enumeration; NotAllowed names all of them.
template <class Enum>
[[nodiscard]] std::optional<Enum> readWord(const JsonCursor& cursor, std::string_view key, bool isRequired = false)
{
    const std::optional<std::string> word = cursor.text(key, isRequired);
    if (!word)
        return std::nullopt;
    const std::optional<Enum> value = fromWord<Enum>(*word);
    if (!value)
        cursor.fail(ErrorCode::NotAllowed, key, {*word, fmt::format("{}", fmt::join(Words<Enum>::kAll, ", "))});
    return value;
}

} // namespace quotaboard
