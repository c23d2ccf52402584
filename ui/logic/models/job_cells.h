// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/job_edits.h"

#include <QString>

namespace quotaboard {

/// Columns of the job table.
enum class JobColumn {
    Id,
    Name,
    Share,
    Unit,
    Instances,
    Submit,
    Work,
    Priority,
    Checkpoint,
    Restore,
    Retries,
    Deadline,
    Class,
    User,
    State,
    Wait,
};
inline constexpr int kJobColumns = static_cast<int>(JobColumn::Wait) + 1;

[[nodiscard]] QString jobColumnTitle(JobColumn column);
/// One word for settings; the same in all languages.
[[nodiscard]] QString jobColumnKey(JobColumn column);
/// Whether its cells can be changed in place.
[[nodiscard]] bool isEditable(JobColumn column);

/// As shown; State and Wait are not the job's own and empty here.
[[nodiscard]] QString jobCellText(const Scenario& scenario, JobIndex job, JobColumn column);
/// The same value in the words that parseJobCell() reads.
[[nodiscard]] QString jobCellEditText(const Scenario& scenario, JobIndex job, JobColumn column);

/// What the text of a cell asks for.
struct ParsedCell {
    JobChange change;
    /// What was found and what is allowed; empty when `change` holds.
    QString problem;
};
/// Durations and times from the start are "1h30m", "2d4h", "90s" or seconds; a checkpoint is "30m / 20s", with
/// "on stop" behind or "none"; retries are a number or "unlimited"; a deadline may be "none".
[[nodiscard]] ParsedCell parseJobCell(const Scenario& scenario, JobColumn column, const QString& text);

/// "1h30m": read back by durationFromText to the same ms.
[[nodiscard]] QString durationEditText(TimeMs duration);
/// Also reads "1 h 05 min", as durations are shown. Empty when it is none.
[[nodiscard]] std::optional<TimeMs> durationFromText(const QString& text);
/// "30 min, 20 s each, on stop"; "none".
[[nodiscard]] QString checkpointText(const std::optional<CheckpointPlan>& plan);

} // namespace quotaboard
