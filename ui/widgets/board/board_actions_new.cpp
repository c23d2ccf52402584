// SPDX-License-Identifier: Apache-2.0
// Edits that add something new to the board or take jobs off it.
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/board/board_actions.h"

#include <QLocale>

#include <algorithm>

namespace quotaboard {

Proposal BoardActions::proposeUnit(ShareIndex share, const std::string& unit, std::int64_t instances) const
{
    const ShareIndex known = content_.toDocument(share);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    const Scenario& scenario = document_.value();
    const UnitIndex knownUnit = scenario.findUnit(unit);
    const PolicyState now = policy();
    const QString name = toQt(unit);
    if (!now.exists(known))
        return refused(tr("%1 is no longer there.").arg(content_.shareName(share)));
    if (knownUnit.isValid() && now.limit(known, knownUnit) > 0)
        return refused(tr("%1 has a limit for %2 already: drag its end.").arg(content_.shareName(share), name));
    if (now.share(known).limits.size() >= kMaxLimits)
        return refused(tr("%1 has %L2 of %L3 units: no room for another.")
                           .arg(content_.shareName(share))
                           .arg(kMaxLimits)
                           .arg(kMaxLimits));
    const auto wanted = static_cast<int>(std::clamp<std::int64_t>(instances, 1, kMaxInstances));
    const EditTime time = when();
    if (knownUnit.isValid() && now.capacity(knownUnit) > 0) {
        const std::int64_t left = now.capacity(knownUnit) - now.totalLimit(knownUnit) - wanted;
        return proposal(shareLimitEdit(scenario, time, known, knownUnit, wanted),
            left >= 0 ? tr("%L1 of %L2 %3, pool left %L4").arg(wanted).arg(now.capacity(knownUnit)).arg(name).arg(left)
                      : tr("limits add up to %L1 more than the pool has").arg(-left));
    }
    // A limit for what the pool does not have would be a limit of nothing.
    Edit edit;
    edit.text = tr("Add %1 %2 to the pool and to %3").arg(wanted).arg(name, content_.shareName(share));
    edit.change = [=](Scenario& s) {
        if (Status status = setEnvironmentLimit(s, time, unit, wanted); !status)
            return status;
        return setShareLimit(s, time, known, s.findUnit(unit), wanted);
    };
    return proposal(std::move(edit));
}

Proposal BoardActions::proposeJobIn(ShareIndex share, JobDraft draft) const
{
    const ShareIndex known = content_.toDocument(share);
    const PolicyState now = policy();
    if (!known.isValid() || !now.exists(known))
        return refused(tr("The board is being computed anew."));
    const Scenario& scenario = document_.value();
    const std::vector<CapacityLimit>& limits = now.share(known).limits;
    if (limits.empty())
        return refused(tr("%1 has no capacity unit.").arg(content_.shareName(share)));
    const UnitIndex asked = scenario.findUnit(draft.unit);
    const bool hasIt = std::any_of(
        limits.begin(), limits.end(), [asked](const CapacityLimit& limit) { return limit.unit == asked; });
    const UnitIndex unit = hasIt ? asked : limits.front().unit;
    draft.share = scenario.shareName(known);
    draft.unit = scenario.unitName(unit);
    QString more = tr("%L1 × %2, %3 of work, priority %4")
                       .arg(draft.instances)
                       .arg(toQt(draft.unit), durationText(draft.work))
                       .arg(draft.priority);
    if (now.isImpossible(known, unit, draft.instances))
        more = tr("%1\nIt could never start there.").arg(more);
    return proposal(submitJobEdit(when(), draft), more);
}

Proposal BoardActions::proposeEnds(const std::vector<JobIndex>& jobs) const
{
    std::vector<JobIndex> known;
    for (const JobIndex job : jobs) {
        if (const JobIndex found = content_.toDocument(job); found.isValid())
            known.push_back(found);
    }
    if (known.empty())
        return refused(tr("The board is being computed anew."));
    const auto count = static_cast<int>(known.size());
    const Scenario& scenario = document_.value();
    Edit edit;
    if (playback_.isAtStart()) {
        if (scenario.referredJobs > 0)
            return refused(tr("The jobs come from a trace: they end at a later time, but stay in the trace."));
        edit.text
            = count == 1 ? tr("Delete %1").arg(jobText(scenario, known.front())) : tr("Delete %n jobs", nullptr, count);
        edit.change = [known](Scenario& s) -> Status {
            std::vector<bool> gone(s.jobs.size(), false);
            for (const JobIndex job : known)
                gone[job.value()] = true;
            removeJobs(s, gone);
            return {};
        };
        return proposal(std::move(edit));
    }
    if (count == 1)
        return proposal(terminateJobEdit(scenario, playback_.now(), known.front()));
    std::vector<Edit> parts;
    for (const JobIndex job : known)
        parts.push_back(terminateJobEdit(scenario, playback_.now(), job));
    return proposal(combined(tr("Terminate %n jobs", nullptr, count), std::move(parts)));
}

Edit BoardActions::combined(const QString& text, std::vector<Edit> parts)
{
    Edit edit;
    edit.text = text;
    // A failed edit is never applied, so what the first parts did to the copy is lost with it.
    edit.change = [parts = std::move(parts)](Scenario& scenario) -> Status {
        for (const Edit& part : parts) {
            if (Status status = part.change(scenario); !status)
                return status;
        }
        return {};
    };
    return edit;
}

Proposal BoardActions::proposeMoves(const std::vector<JobIndex>& jobs, ShareIndex to) const
{
    if (jobs.size() == 1)
        return proposeMove(jobs.front(), to);
    std::vector<Edit> parts;
    std::size_t running = 0;
    for (const JobIndex job : jobs) {
        running += when().at && isDispatched(job) ? 1 : 0;
        // Those that are in the share already stay there.
        if (Proposal one = proposeMove(job, to); one.isPossible())
            parts.push_back(std::move(one.edit));
    }
    if (running > 0)
        return refused(running == 1
                ? tr("1 of them is running: only a waiting job can change its share.")
                : tr("%L1 of them are running: only waiting jobs can change their share.").arg(running));
    if (parts.empty())
        return refused(tr("They are in %1 already.").arg(content_.shareName(to)));
    const QString text = parts.size() == 1
        ? parts.front().text
        : tr("Move %L1 jobs to %2").arg(static_cast<qulonglong>(parts.size())).arg(content_.shareName(to));
    return proposal(combined(text, std::move(parts)));
}

Proposal BoardActions::proposePriorities(const std::vector<JobIndex>& jobs, std::int64_t priority) const
{
    if (jobs.size() == 1)
        return proposePriority(jobs.front(), priority);
    std::vector<Edit> parts;
    for (const JobIndex job : jobs) {
        if (Proposal one = proposePriority(job, priority); !one.edit.change)
            return one;
        else
            parts.push_back(std::move(one.edit));
    }
    return proposal(combined(
        tr("Priority of %L1 jobs: %2").arg(static_cast<qulonglong>(jobs.size())).arg(priority), std::move(parts)));
}

Proposal BoardActions::proposePrioritySteps(const std::vector<JobIndex>& jobs, int by) const
{
    if (jobs.size() == 1)
        return proposePriority(jobs.front(), priority(jobs.front()) + by);
    std::vector<Edit> parts;
    for (const JobIndex job : jobs) {
        if (Proposal one = proposePriority(job, priority(job) + by); !one.edit.change)
            return one;
        else
            parts.push_back(std::move(one.edit));
    }
    const QString count = QLocale().toString(static_cast<qulonglong>(jobs.size()));
    return proposal(combined(
        by > 0 ? tr("Priority of %1 jobs +%2").arg(count).arg(by) : tr("Priority of %1 jobs −%2").arg(count).arg(-by),
        std::move(parts)));
}

} // namespace quotaboard
