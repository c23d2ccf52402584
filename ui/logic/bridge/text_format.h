// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/int128.h"
#include "core/base/result.h"
#include "core/model/policy_warnings.h"
#include "core/model/scenario.h"
#include "core/model/scenario_edits.h"
#include "core/scheduler/wait_reason.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace quotaboard {

// How values are written for people (metrics.md, introduction): durations in two units, GPU-hours and percents with one
// decimal, an em dash for what does not exist. All go through the default QLocale and are translatable.

[[nodiscard]] QString toQt(std::string_view text);
[[nodiscard]] std::string fromQt(const QString& text);

/// "1 h 05 min", "12 s", "3 d 04 h"; "0 min" for 0.
[[nodiscard]] QString durationText(TimeMs duration);
/// Em dash when empty.
[[nodiscard]] QString durationText(std::optional<double> duration);
/// "Day 3 · 04:12:30 UTC" for a scenario that starts at a date, "Day 3 · 04:12:30" for one that starts at 1970.
[[nodiscard]] QString clockText(const Scenario& scenario, TimeMs time);
/// "2.4" GPU-hours of GPU-ms, one decimal, without the unit.
[[nodiscard]] QString gpuHoursText(Int128 gpuMs);
/// "41.2 %" of 0.412; em dash when empty.
[[nodiscard]] QString percentText(std::optional<double> ratio);
/// "GPU-h", or "instance-h" where every unit has 0 accelerators.
[[nodiscard]] QString gpuHourUnit(const Scenario& scenario);

/// RESERVE, LEND, LEND_AND_BORROW in words: "Reserve", "Lend", "Lend and borrow · 100 %".
[[nodiscard]] QString strategyText(const ResourceSharing& sharing);
/// `jobName` and id: "J17 resnet-50"; the index as "#17" where there is no id.
[[nodiscard]] QString jobText(const Scenario& scenario, JobIndex job);
/// The reason's headline ("Nothing to borrow") and its sentence with numbers and names.
[[nodiscard]] QString waitHeadline(WaitCode code);
[[nodiscard]] QString waitSentence(const Scenario& scenario, const WaitReason& reason);
[[nodiscard]] QString warningText(const PolicyWarning& warning);
/// One sentence: where, what was found, what is allowed.
[[nodiscard]] QString errorText(const Error& error);

} // namespace quotaboard
