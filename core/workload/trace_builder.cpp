// SPDX-License-Identifier: Apache-2.0
#include "core/workload/trace_builder.h"

#include "core/base/random.h"
#include "core/workload/cell_parse.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace quotaboard {

namespace {

constexpr std::size_t kMaxRejectedText = 2000;
constexpr std::size_t kMaxRejectedTexts = 64'000'000;
constexpr std::size_t kMaxSample = 100;

/// Eight bytes at a step; only equality within one process matters.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL ^ text.size();
    while (text.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), 8);
        hash = (hash ^ word) * 0xBF58476D1CE4E5B9ULL;
        hash ^= hash >> 29;
        text.remove_prefix(8);
    }
    std::uint64_t word = 0;
    if (!text.empty()) {
        std::memcpy(&word, text.data(), text.size());
    }
    return mixBits(hash ^ word);
}

/// Not longer than allowed, and not cut inside a UTF-8 character.
std::string_view shortened(std::string_view text, std::size_t most)
{
    if (text.size() <= most) {
        return text;
    }
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
        --end;
    }
    return text.substr(0, end);
}

} // namespace

const char* completeTimes(JobTimes& t, DurationRule rule, bool mayLackSubmit, bool needsStart)
{
    if (!t.submit && mayLackSubmit) {
        t.submit = t.start;
    }
    if (!t.submit) {
        return "no-submit-time";
    }
    if (t.wait && *t.wait < 0) {
        t.wait.reset();
    }
    if (rule == DurationRule::EndMinusStartNoWait && t.duration && !(t.start && t.end)) {
        t.duration = *t.duration - t.wait.value_or(0);
    }
    if (!t.start && t.wait) {
        t.start = *t.submit + *t.wait;
    }
    if (t.start && t.end && (rule != DurationRule::Recorded || !t.duration)) {
        t.duration = *t.end - *t.start;
    }
    if (needsStart && !t.start) {
        return "never-started";
    }
    if (!t.duration) {
        return t.start ? "still-running" : "no-duration";
    }
    if (*t.duration < 0) {
        return "negative-duration";
    }
    const auto isOut = [](const std::optional<TimeMs>& v) { return v && (*v > kMaxTimeMs || *v < -kMaxTimeMs); };
    if (t.start && !t.end) {
        t.end = *t.start + *t.duration;
    }
    if (isOut(t.submit) || isOut(t.start) || isOut(t.end) || isOut(t.duration)) {
        return "time-out-of-range";
    }
    return nullptr;
}

ColumnInterner::Slot& ColumnInterner::slotOf(std::string_view text)
{
    const auto byteAt = [text](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(text[i])); };
    const std::size_t key = byteAt(0) * 7 + byteAt(text.size() - 1) * 31 + byteAt(text.size() / 2) * 131 + text.size();
    return slots_[key % slots_.size()];
}

StringId ColumnInterner::intern(StringPool& pool, std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    Slot& slot = slotOf(text);
    if (slot.text != text) {
        slot.id = pool.intern(text);
        slot.text = pool.text(slot.id);
    }
    return slot.id;
}

StringId ColumnInterner::internUnlessAbsent(StringPool& pool, std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    Slot& slot = slotOf(text);
    if (slot.text != text) {
        slot.id = pool.intern(text);
        slot.text = pool.text(slot.id);
        slot.id = isAbsent(text) ? StringId() : slot.id;
    }
    return slot.id;
}

TraceBuilder::TraceBuilder(
    const TraceReadOptions& options, WallClock clock, Progress* progress, std::atomic<std::uint64_t>* rows)
    : options_(options)
    , clock_(clock)
    , progress_(progress)
    , rows_(rows)
{
}

void TraceBuilder::beginFile(std::string_view name)
{
    file_ = static_cast<std::uint16_t>(trace_.files.size());
    trace_.files.emplace_back(name);
}

std::string TraceBuilder::place(std::uint32_t line) const
{
    const std::string file = trace_.files.empty() ? std::string() : trace_.files.back();
    return line == 0 ? file : file + ":" + std::to_string(line);
}

void TraceBuilder::add(const TraceJob& job)
{
    trace_.jobs.push_back(job);
    trace_.jobs.back().file = file_;
    ++trace_.rows;
}

void TraceBuilder::reject(std::uint32_t line, std::string_view cause, std::string_view text)
{
    RejectedRow& row = trace_.rejected.emplace_back();
    row.line = line;
    row.file = file_;
    row.cause = trace_.strings.intern(cause);
    if (rejectedBytes_ < kMaxRejectedTexts) {
        row.text = shortened(text, kMaxRejectedText);
        rejectedBytes_ += row.text.size();
    }
    ++trace_.rows;
}

const char* TraceBuilder::unreadable(const char* cause, std::string_view value)
{
    if (!trace_.samples.contains(std::string_view(cause))) {
        trace_.samples.emplace(cause, shortened(value, kMaxSample));
    }
    return cause;
}

void TraceBuilder::setTimes(TraceJob& job, const JobTimes& times)
{
    job.submit = times.submit;
    job.start = times.start;
    job.end = times.end;
    job.duration = times.duration;
    if (times.start && *times.start < *times.submit) {
        count("start-before-submit");
    }
}

void TraceBuilder::countRow(std::string_view text)
{
    rowHashes_.push_back(hashOf(text));
}

void TraceBuilder::count(std::string_view noteCode, std::uint64_t n)
{
    if (n == 0) {
        return;
    }
    const auto found = counts_.find(noteCode);
    if (found == counts_.end()) {
        counts_.emplace(noteCode, n);
    } else {
        found->second += n;
    }
}

void TraceBuilder::noteOnce(std::string_view code, std::vector<std::string> arguments)
{
    const bool isKnown = std::any_of(trace_.notes.begin(), trace_.notes.end(),
        [&](const TraceNote& note) { return note.code == code && note.arguments == arguments; });
    if (!isKnown) {
        trace_.notes.push_back({std::string(code), std::move(arguments)});
    }
}

bool TraceBuilder::advance(std::uint64_t bytesOfFile)
{
    if (isFull()) {
        return false;
    }
    if (rows_) {
        rows_->store(trace_.rows, std::memory_order_relaxed);
    }
    if (!progress_) {
        return true;
    }
    progress_->setDone(bytesBefore_ + bytesOfFile);
    return !progress_->isCancelled();
}

void TraceBuilder::endFile(std::uint64_t bytesOfFile)
{
    bytesBefore_ += bytesOfFile;
    (void)advance(0);
}

/// Rows that equal an earlier one. A bit per hash finds the few hashes that may repeat; only those are sorted.
void TraceBuilder::countDuplicates()
{
    std::size_t bits = 1 << 10;
    while (bits < rowHashes_.size() * 16) {
        bits *= 2;
    }
    std::vector<std::uint64_t> seen(bits / 64);
    std::vector<std::uint64_t> again(bits / 64);
    for (const std::uint64_t hash : rowHashes_) {
        const std::size_t word = (hash & (bits - 1)) / 64;
        const std::uint64_t bit = std::uint64_t{1} << (hash % 64);
        again[word] |= seen[word] & bit;
        seen[word] |= bit;
    }
    std::vector<std::uint64_t> candidates;
    for (const std::uint64_t hash : rowHashes_) {
        if (again[(hash & (bits - 1)) / 64] >> (hash % 64) & 1) {
            candidates.push_back(hash);
        }
    }
    std::sort(candidates.begin(), candidates.end());
    const auto different = std::unique(candidates.begin(), candidates.end());
    count("duplicate-rows", static_cast<std::uint64_t>(candidates.end() - different));
}

Trace TraceBuilder::finish()
{
    countDuplicates();
    if (options_.timezone.empty() && clock_.zonelessCount() > 0) {
        noteOnce("timestamps-without-zone", {std::to_string(clock_.zonelessCount())});
    }
    if (clock_.zonelessCount() > 0 && clock_.zonedCount() > 0) {
        noteOnce("mixed-time-zones", {std::to_string(clock_.zonelessCount()), std::to_string(clock_.zonedCount())});
    }
    count("skipped-local-times", clock_.skippedCount());
    count("repeated-local-times", clock_.repeatedCount());
    for (const auto& [code, n] : counts_) {
        trace_.notes.push_back({code, {std::to_string(n)}});
    }
    return std::move(trace_);
}

} // namespace quotaboard
