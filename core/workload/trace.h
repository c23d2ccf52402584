// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/file_mark.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/model/policy.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// One job as a trace recorded it. What the trace does not say is absent; sentinels (-1, "Unknown", "None") never
/// leave a reader. Times are ms on the trace's own axis (epoch ms or ms from an unknown zero: Trace::timesAreAbsolute).
struct TraceJob {
    /// 1-based line (text formats) or 1-based record ordinal (JSON) of `Trace::files[file]`.
    std::uint32_t line = 0;
    std::uint16_t file = 0;
    StringId id;
    StringId name;
    /// What becomes the quota share.
    StringId share;
    StringId user;
    StringId workloadClass;
    /// Instance type or GPU model; invalid when the trace has none.
    StringId unit;
    /// The trace's own word, upper or lower case as written.
    StringId status;
    std::optional<TimeMs> submit;
    std::optional<TimeMs> start;
    std::optional<TimeMs> end;
    /// Time on its instances (of the last or only attempt), ms; queue time is never part of it.
    std::optional<TimeMs> duration;
    /// Thousandths of an instance or GPU.
    std::int64_t milliSize = 0;
    std::int32_t priority = 0;
    std::int32_t attempts = 0;
};

/// A row that could not be used.
struct RejectedRow {
    std::uint32_t line = 0;
    std::uint16_t file = 0;
    /// A short stable cause such as "zero-gpu", "no-submit-time", "no-duration", "negative-duration", "job-step".
    StringId cause;
    /// The row's text as read (at most 2,000 bytes), so that a rejects file can be repaired and read again. Empty after
    /// the first 64 MB of such texts.
    std::string text;
};

/// Something a reader chose or saw and the user should know; not an error.
struct TraceNote {
    /// Stable code such as "timestamps-without-zone", "duplicate-rows", "unit-not-documented".
    std::string code;
    std::vector<std::string> arguments;
};

/// Everything read from one or several files of one format.
struct Trace {
    std::string format;
    /// Why it was taken for this format: the columns or marks that were matched.
    std::string recognisedBy;
    std::vector<std::string> files;
    /// What each of them was; without a hash for what is no regular file.
    std::vector<FileMark> fileMarks;
    bool timesAreAbsolute = false;
    StringPool strings;
    std::vector<TraceJob> jobs;
    std::vector<RejectedRow> rejected;
    std::vector<TraceNote> notes;
    /// Per cause of rejecting, the first value that was to blame, where a single one is (at most 100 bytes).
    std::map<std::string, std::string, std::less<>> samples;
    /// Sizes count processors, because the format knows no GPUs.
    bool sizesAreProcessors = false;
    /// Column that gave the shares, empty when all jobs are one share.
    std::string shareColumn;
    /// Rows read that could hold a job (jobs + rejected).
    std::uint64_t rows = 0;
    /// From list-quota-shares; limits refer to `unitNames`.
    std::vector<QuotaShare> quotaShares;
    /// From describe-service-environments.
    std::optional<ServiceEnvironment> environment;
    /// Names that the UnitIndex values of `quotaShares` and `environment` refer to.
    std::vector<std::string> unitNames;
};

} // namespace quotaboard
