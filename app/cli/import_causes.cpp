// SPDX-License-Identifier: Apache-2.0
// Why rows gave no job, in words.
#include "app/cli/import_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace quotaboard::cli {

namespace {

struct CauseText {
    std::string_view code;
    std::string_view text;
};

constexpr CauseText kCauses[] = {
    {"array-not-readable", "the array of job ids cannot be read"},
    {"bad-attempts", "the number of attempts cannot be read"},
    {"bad-duration", "the duration cannot be read"},
    {"bad-end-time", "the end time cannot be read"},
    {"bad-priority", "the priority cannot be read"},
    {"bad-size", "the number of GPUs or instances cannot be read"},
    {"bad-start-time", "the start time cannot be read"},
    {"bad-submit-time", "the submit time cannot be read"},
    {"bad-wait", "the time in the queue cannot be read"},
    {"broken-quote", "a quoted cell does not end where it should"},
    {"cut-row", "the row ends before its last field"},
    {"fractional-size", "a fraction of an instance is asked for (--fractional up rounds it up)"},
    {"job-step", "steps of a job that has a row of its own"},
    {"mixed-time-axes", "dates and plain numbers are mixed as times"},
    {"negative-duration", "the duration is negative"},
    {"negative-size", "the number of GPUs or instances is negative"},
    {"negative-submit-time", "the submit time is negative"},
    {"never-started", "the job never started"},
    {"no-duration", "no duration is stated"},
    {"no-job-id", "no job id is stated"},
    {"no-size", "no number of GPUs or instances is stated"},
    {"no-start-time", "no start time is stated"},
    {"no-submit-time", "no submit time is stated"},
    {"not-a-job", "not a description of a job"},
    {"outside-window", "submitted outside --from and --to"},
    {"partial-execution", "parts of a job that has a row of its own"},
    {"several-units", "several capacity units are asked for at once"},
    {"size-out-of-range", "more than 10,000,000 GPUs or instances are asked for"},
    {"still-running", "the job had not ended when the trace was taken"},
    {"time-out-of-range", "a time is more than 2,900 years away"},
    {"too-few-cells", "fewer cells than the header has"},
    {"too-many-cells", "more cells than the header has"},
    {"zero-gpu", "no GPU is asked for (--zero-gpu keep takes such jobs)"},
};

bool isStampCause(std::string_view code)
{
    return code == "bad-submit-time" || code == "bad-start-time" || code == "bad-end-time";
}

} // namespace

std::string describeCause(std::string_view code)
{
    const auto* found = std::find_if(
        std::begin(kCauses), std::end(kCauses), [&](const CauseText& cause) { return cause.code == code; });
    if (found != std::end(kCauses))
        return std::string{found->text};
    // A code without words is a gap of ours; what it says is still better than nothing.
    std::string text{code};
    std::replace(text.begin(), text.end(), '-', ' ');
    return text;
}

std::string describeCause(std::string_view code, std::string_view sample)
{
    std::string text = describeCause(code);
    if (!sample.empty())
        text += fmt::format(", such as \"{}\"", sample);
    if (isStampCause(code))
        text += " (times are read as 2025-12-31 14:05:00, 2025/12/31 14:05 or 2025-12-31T14:05:00Z, or as numbers; "
                "with the day or the month first they are ambiguous)";
    return text;
}

} // namespace quotaboard::cli
