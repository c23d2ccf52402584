// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/workload/trace.h"
#include "core/workload/trace_reader.h"
#include "core/workload/wall_clock.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Readers tell their progress, and look for a cancel, after this many rows.
inline constexpr std::uint64_t kRowsPerProgress = 4096;

/// How a format's recorded duration has to be read.
enum class DurationRule : std::uint8_t {
    Recorded, ///< the duration is run time; end - start only where there is none
    EndMinusStart, ///< end - start wins where both are known
    EndMinusStartNoWait, ///< likewise, and the recorded duration includes the wait
};

/// The times of one job while it is read, ms.
struct JobTimes {
    std::optional<TimeMs> submit;
    std::optional<TimeMs> start;
    std::optional<TimeMs> end;
    std::optional<TimeMs> duration;
    std::optional<TimeMs> wait;
};

/// Fills in what follows from the rest (start from submit and wait, end from start and duration, duration by `rule`).
/// Returns the cause for rejecting the row, nullptr when the job can be used. `mayLackSubmit`: the file records no
/// submit times at all, so the start stands for it. `needsStart`: without a start the job never ran.
[[nodiscard]] const char* completeTimes(JobTimes& times, DurationRule rule, bool mayLackSubmit, bool needsStart);

/// Interns texts of a column with few different values, mostly without touching the pool's hash table.
class ColumnInterner {
public:
    StringId intern(StringPool& pool, std::string_view text);
    /// Likewise, but a word for "nothing" (isAbsent) gives the invalid id.
    StringId internUnlessAbsent(StringPool& pool, std::string_view text);

private:
    struct Slot {
        std::string_view text;
        StringId id;
    };

    Slot& slotOf(std::string_view text);

    std::array<Slot, 256> slots_;
};

/// What all readers share: the trace being built, its notes, its clock, progress and cancelling.
class TraceBuilder {
public:
    TraceBuilder(const TraceReadOptions& options, WallClock clock, Progress* progress,
        std::atomic<std::uint64_t>* rows = nullptr);

    [[nodiscard]] const TraceReadOptions& options() const { return options_; }
    [[nodiscard]] Trace& trace() { return trace_; }
    [[nodiscard]] WallClock& clock() { return clock_; }

    /// Rows and jobs from now on belong to this file.
    void beginFile(std::string_view name);
    [[nodiscard]] const std::string& fileName() const { return trace_.files.back(); }
    /// Place for an error in the current file, "FILE:LINE" or "FILE" for line 0.
    [[nodiscard]] std::string place(std::uint32_t line = 0) const;

    StringId intern(std::string_view text) { return text.empty() ? StringId() : trace_.strings.intern(text); }
    /// Keeps the job. `job.file` is set here.
    void add(const TraceJob& job);
    void reject(std::uint32_t line, std::string_view cause, std::string_view text);
    /// Remembers the value for which a row is about to be rejected. Returns the cause.
    const char* unreadable(const char* cause, std::string_view value);
    void setTimes(TraceJob& job, const JobTimes& times);

    /// Counts a row's text so that exact duplicates can be told.
    void countRow(std::string_view text);
    /// One more occurrence of something; at the end it becomes a note with the count.
    void count(std::string_view noteCode, std::uint64_t n = 1);
    /// A note that is said once, however often it is called.
    void noteOnce(std::string_view code, std::vector<std::string> arguments = {});

    /// Tells how many bytes of the current file are done, and how many rows of all. False when the task was cancelled
    /// or the trace is full.
    bool advance(std::uint64_t bytesOfFile);
    /// It has TraceReadOptions::maxRows rows.
    [[nodiscard]] bool isFull() const { return trace_.rows >= options_.maxRows; }
    void endFile(std::uint64_t bytesOfFile);

    /// The trace with all notes. The builder is empty afterwards.
    Trace finish();

private:
    void countDuplicates();

    TraceReadOptions options_;
    WallClock clock_;
    Progress* progress_ = nullptr;
    std::atomic<std::uint64_t>* rows_ = nullptr;
    Trace trace_;
    std::uint16_t file_ = 0;
    std::uint64_t bytesBefore_ = 0;
    std::size_t rejectedBytes_ = 0;
    std::map<std::string, std::uint64_t, std::less<>> counts_;
    std::vector<std::uint64_t> rowHashes_;
};

} // namespace quotaboard
