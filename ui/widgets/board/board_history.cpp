// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_history.h"

#include "core/model/scenario_edits.h"

#include <algorithm>
#include <unordered_set>

namespace quotaboard {

namespace {

constexpr TimeMs kWeek = 7 * kMsPerDay;
constexpr std::size_t kFewest = 5;
constexpr std::size_t kMostEventsRead = 4000;

} // namespace

BoardHistory::BoardHistory(const RunResult& result)
{
    const Scenario& scenario = *result.scenario;
    scenario_ = result.scenario;
    shares_.resize(scenario.shareNames.size());
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::vector<TimeMs> runnableAt(scenario.jobs.size(), kNever);
    std::vector<ShareIndex> shareOf(scenario.jobs.size());
    // The open wait of a job that has not started, in the list of its share.
    std::vector<std::size_t> openAt(scenario.jobs.size(), kNone);
    std::vector<bool> started(scenario.jobs.size(), false);
    const auto openOf = [&](std::size_t job) -> OpenWait* {
        return openAt[job] == kNone ? nullptr : &shares_[shareOf[job].value()].open[openAt[job]];
    };
    std::vector<std::uint32_t> preemptions(scenario.jobs.size(), 0);
    for (std::size_t i = 0; i < result.log.size(); ++i) {
        const JobEvent event = result.log[i];
        if (!event.job.isValid())
            continue;
        const std::size_t job = event.job.value();
        OpenWait* open = shareOf[job].isValid() ? openOf(job) : nullptr;
        if (open != nullptr && event.kind == EventKind::Moved)
            open->until = event.time;
        if (event.kind == EventKind::Submitted || event.kind == EventKind::Moved)
            shareOf[job] = event.share;
        if (!shareOf[job].isValid())
            continue;
        Share& share = shares_[shareOf[job].value()];
        const bool isFirst = event.kind == EventKind::Runnable && runnableAt[job] == kNever;
        if (isFirst)
            runnableAt[job] = event.time;
        if (isFirst || (open != nullptr && event.kind == EventKind::Moved)) {
            openAt[job] = share.open.size();
            const Job& entry = scenario.jobs[event.job];
            share.open.push_back({runnableAt[job], event.time, kNever, kNever, entry.unit, entry.instances});
        }
        if (event.kind == EventKind::Running && !started[job]) {
            started[job] = true;
            share.starts.push_back(event.time);
            share.waits.push_back(event.time - runnableAt[job]);
            if (open != nullptr)
                open->until = event.time;
            openAt[job] = kNone;
        }
        if (open != nullptr && (event.kind == EventKind::Succeeded || event.kind == EventKind::Failed))
            open->endedAt = event.time;
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
}

BoardHistory::Waits BoardHistory::waits(ShareIndex share, TimeMs now) const
{
    return waits(share, now, policyAt(*scenario_, now));
}

BoardHistory::Waits BoardHistory::waits(ShareIndex share, TimeMs now, const PolicyState& policy) const
{
    if (share.value() >= shares_.size())
        return {};
    const Share& history = shares_[share.value()];
    Waits waits;
    const auto count = std::upper_bound(history.starts.begin(), history.starts.end(), now) - history.starts.begin();
    std::vector<TimeMs> open;
    for (const OpenWait& wait : history.open) {
        if (wait.from > now)
            break;
        const bool stillWaits = wait.until > now && wait.endedAt > now;
        if (stillWaits && policy.exists(share) && policy.isImpossible(share, wait.unit, wait.instances))
            ++waits.impossible;
        else if (wait.until > now)
            open.push_back(std::min(now, wait.endedAt) - wait.runnableAt);
    }
    waits.started = static_cast<std::size_t>(count);
    waits.open = open.size();
    if (waits.count() < kFewest)
        return waits;
    std::vector<TimeMs> started(history.waits.begin(), history.waits.begin() + count);
    std::sort(started.begin(), started.end());
    std::sort(open.begin(), open.end());
    waits.p95 = censoredQuantile(started, open, 0.95);
    return waits;
}

std::vector<BoardHistory::Waits> BoardHistory::allWaits(TimeMs now) const
{
    std::vector<Waits> all;
    all.reserve(shares_.size());
    const PolicyState policy = policyAt(*scenario_, now);
    for (std::size_t i = 0; i < shares_.size(); ++i)
        all.push_back(waits(ShareIndex(i), now, policy));
    return all;
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
