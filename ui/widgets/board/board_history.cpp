// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_history.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace quotaboard {

namespace {

constexpr TimeMs kWeek = 7 * kMsPerDay;
constexpr std::size_t kFewest = 5;
constexpr std::size_t kMostEventsRead = 4000;

} // namespace

PrefixQuantiles::PrefixQuantiles(std::span<const TimeMs> values)
    : sorted_(values.begin(), values.end())
    , size_(values.size())
{
    std::sort(sorted_.begin(), sorted_.end());
    sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
    std::vector<std::uint32_t> ranks;
    ranks.reserve(size_);
    for (TimeMs value : values)
        ranks.push_back(
            static_cast<std::uint32_t>(std::lower_bound(sorted_.begin(), sorted_.end(), value) - sorted_.begin()));
    const auto depth = sorted_.empty() ? 0 : std::bit_width(sorted_.size() - 1);
    for (int bit = static_cast<int>(depth) - 1; bit >= 0; --bit) {
        Level& level = levels_.emplace_back();
        level.bits.assign(size_ / 64 + 1, 0);
        level.before.assign(size_ / 64 + 1, 0);
        for (std::size_t i = 0; i < size_; ++i)
            level.bits[i / 64] |= std::uint64_t{(ranks[i] >> bit) & 1U} << (i % 64);
        for (std::size_t word = 1; word < level.bits.size(); ++word)
            level.before[word]
                = level.before[word - 1] + static_cast<std::uint32_t>(std::popcount(level.bits[word - 1]));
        level.zeros = size_ - level.ones(size_);
        std::stable_partition(
            ranks.begin(), ranks.end(), [bit](std::uint32_t rank) { return ((rank >> bit) & 1U) == 0; });
    }
}

std::size_t PrefixQuantiles::Level::ones(std::size_t end) const
{
    const std::uint64_t below = (std::uint64_t{1} << (end % 64)) - 1;
    return before[end / 64] + static_cast<std::size_t>(std::popcount(bits[end / 64] & below));
}

TimeMs PrefixQuantiles::smallest(std::size_t count, std::size_t k) const
{
    std::size_t left = 0;
    std::size_t right = count;
    std::size_t rank = 0;
    for (const Level& level : levels_) {
        const std::size_t onesLeft = level.ones(left);
        const std::size_t onesRight = level.ones(right);
        const std::size_t zeros = (right - left) - (onesRight - onesLeft);
        rank <<= 1U;
        if (k < zeros) {
            left -= onesLeft;
            right -= onesRight;
        } else {
            k -= zeros;
            rank |= 1U;
            left = level.zeros + onesLeft;
            right = level.zeros + onesRight;
        }
    }
    return sorted_[rank];
}

std::optional<double> PrefixQuantiles::quantile(std::size_t count, double p) const
{
    if (count == 0)
        return std::nullopt;
    const double h = static_cast<double>(count - 1) * p;
    const auto low = static_cast<std::size_t>(h);
    const auto at = static_cast<double>(smallest(count, low));
    if (low + 1 >= count)
        return at;
    return at + (h - static_cast<double>(low)) * (static_cast<double>(smallest(count, low + 1)) - at);
}

BoardHistory::BoardHistory(const RunResult& result)
{
    const Scenario& scenario = *result.scenario;
    shares_.resize(scenario.shareNames.size());
    std::vector<std::vector<TimeMs>> waits(shares_.size());
    std::vector<TimeMs> runnableAt(scenario.jobs.size(), kNever);
    std::vector<ShareIndex> shareOf(scenario.jobs.size());
    std::vector<bool> started(scenario.jobs.size(), false);
    std::vector<std::uint32_t> preemptions(scenario.jobs.size(), 0);
    for (std::size_t i = 0; i < result.log.size(); ++i) {
        const JobEvent event = result.log[i];
        if (!event.job.isValid())
            continue;
        const std::size_t job = event.job.value();
        if (event.kind == EventKind::Submitted || event.kind == EventKind::Moved)
            shareOf[job] = event.share;
        if (!shareOf[job].isValid())
            continue;
        Share& share = shares_[shareOf[job].value()];
        if (event.kind == EventKind::Runnable && runnableAt[job] == kNever)
            runnableAt[job] = event.time;
        if (event.kind == EventKind::Running && !started[job]) {
            started[job] = true;
            share.starts.push_back(event.time);
            waits[shareOf[job].value()].push_back(event.time - runnableAt[job]);
        }
        if (event.kind != EventKind::Preempted)
            continue;
        Interruption next;
        next.at = event.time;
        if (!share.interruptions.empty()) {
            next.worstJob = share.interruptions.back().worstJob;
            if (share.interruptions.back().at / kWeek == event.time / kWeek)
                next.lostThisWeek = share.interruptions.back().lostThisWeek;
        }
        next.worstJob = std::max(next.worstJob, ++preemptions[job]);
        const Job& lost = scenario.jobs[event.job];
        next.lostThisWeek += GpuMs{event.progress} * lost.instances * scenario.gpuWeight(lost.unit);
        share.interruptions.push_back(next);
    }
    for (std::size_t i = 0; i < shares_.size(); ++i)
        shares_[i].waits = PrefixQuantiles(waits[i]);
}

BoardHistory::Waits BoardHistory::waits(ShareIndex share, TimeMs now) const
{
    if (share.value() >= shares_.size())
        return {};
    const Share& history = shares_[share.value()];
    Waits waits;
    waits.count = static_cast<std::size_t>(
        std::upper_bound(history.starts.begin(), history.starts.end(), now) - history.starts.begin());
    if (waits.count < kFewest)
        return waits;
    waits.p50 = history.waits.quantile(waits.count, 0.50);
    waits.p95 = history.waits.quantile(waits.count, 0.95);
    return waits;
}

BoardHistory::Interruptions BoardHistory::interruptions(ShareIndex share, TimeMs now) const
{
    if (share.value() >= shares_.size())
        return {};
    const std::vector<Interruption>& all = shares_[share.value()].interruptions;
    const auto after = std::upper_bound(
        all.begin(), all.end(), now, [](TimeMs time, const Interruption& entry) { return time < entry.at; });
    if (after == all.begin())
        return {};
    const Interruption& last = *(after - 1);
    return {last.worstJob, last.at / kWeek == now / kWeek ? last.lostThisWeek : GpuMs{0}};
}

std::vector<ReclaimedJob> recentlyReclaimed(
    const RunResult& result, std::size_t eventPosition, TimeMs since, std::size_t most)
{
    std::vector<ReclaimedJob> found;
    std::unordered_set<JobIndex> seen;
    const std::size_t read = std::min(eventPosition, kMostEventsRead);
    for (std::size_t i = eventPosition; i > eventPosition - read && found.size() < most; --i) {
        const JobEvent event = result.log[i - 1];
        if (event.time < since)
            break;
        if (!event.job.isValid())
            continue;
        // The last word about a job decides: one that was dispatched again is shown as running.
        const bool isDispatch = event.kind == EventKind::Scheduled;
        if ((isDispatch || event.kind == EventKind::Preempted) && !seen.insert(event.job).second)
            continue;
        if (event.kind != EventKind::Preempted)
            continue;
        const Job& job = result.scenario->jobs[event.job];
        const ShareIndex by = event.by.isValid() ? result.scenario->jobs[event.by].share : ShareIndex{};
        found.push_back({event.job, job.share, by, event.by, event.cause, job.instances, event.time, event.progress});
    }
    return found;
}

} // namespace quotaboard
