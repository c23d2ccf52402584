// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_actions.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <QLocale>

#include <algorithm>

namespace quotaboard {

BoardActions::BoardActions(ScenarioDocument& document, Playback& playback, const BoardContent& content, QObject* parent)
    : QObject(parent)
    , document_(document)
    , playback_(playback)
    , content_(content)
{
}

EditTime BoardActions::when() const
{
    if (playback_.isAtStart() || !fromNow_)
        return EditTime::fromStart();
    return EditTime::from(playback_.now());
}

EditTime BoardActions::whenFor(JobIndex job) const
{
    const EditTime time = when();
    if (time.at && document_.value().jobs[job].submit >= *time.at)
        return EditTime::fromStart();
    return time;
}

PolicyState BoardActions::policy() const
{
    return policyAt(document_.value(), when().at.value_or(-1));
}

std::int64_t BoardActions::limit(ShareIndex share, UnitIndex unit) const
{
    const ShareIndex known = content_.toDocument(share);
    return known.isValid() ? policy().limit(known, content_.toDocument(unit)) : 0;
}

ResourceSharing BoardActions::sharing(ShareIndex share) const
{
    const ShareIndex known = content_.toDocument(share);
    const PolicyState now = policy();
    return now.exists(known) ? now.share(known).sharing : ResourceSharing{};
}

std::int64_t BoardActions::poolLeft(UnitIndex unit) const
{
    const PolicyState now = policy();
    const UnitIndex known = content_.toDocument(unit);
    return now.capacity(known) - now.totalLimit(known);
}

std::int64_t BoardActions::capacity(UnitIndex unit) const
{
    return policy().capacity(content_.toDocument(unit));
}

std::int32_t BoardActions::priority(JobIndex job) const
{
    // What is in force on the board: an earlier timed edit may have changed it.
    for (const LaneState& lane : content_.state().lanes) {
        for (const WaitingJob& waiting : lane.waiting) {
            if (waiting.job == job)
                return waiting.priority;
        }
        for (const RunningJob& running : lane.running) {
            if (running.job == job)
                return running.priority;
        }
    }
    return content_.scenario().jobs[job].priority;
}

bool BoardActions::hasUnit(ShareIndex share, UnitIndex unit) const
{
    return limit(share, unit) > 0;
}

const std::vector<WorkloadClass>& BoardActions::workloadClasses() const
{
    return document_.extras().workloadClasses;
}

std::vector<UnitIndex> BoardActions::unitsToAdd(ShareIndex share) const
{
    std::vector<UnitIndex> units;
    for (const PoolState& pool : content_.state().pools) {
        if (!hasUnit(share, pool.unit))
            units.push_back(pool.unit);
    }
    return units;
}

Proposal BoardActions::refused(const QString& reason)
{
    Proposal proposal;
    proposal.refusal = reason;
    return proposal;
}

Proposal BoardActions::proposal(Edit edit, const QString& more) const
{
    Proposal made;
    const Status status = document_.check(edit);
    if (!status)
        made.refusal = errorText(status.error());
    made.text = more.isEmpty() ? edit.text : tr("%1\n%2").arg(edit.text, more);
    made.edit = std::move(edit);
    return made;
}

bool BoardActions::isProtected(ShareIndex share) const
{
    const QString name = content_.shareName(share);
    const std::vector<QuotaShare>& shares = document_.value().shares;
    return std::any_of(shares.begin(), shares.end(),
        [&](const QuotaShare& terms) { return terms.isProtected && toQt(terms.name) == name; });
}

Proposal BoardActions::cautioned(Proposal proposal, ShareIndex share) const
{
    if (!proposal.isPossible() || !isProtected(share))
        return proposal;
    proposal.caution = tr("%1 is a protected share: this takes from it.").arg(content_.shareName(share));
    proposal.text = tr("%1\n%2").arg(proposal.text, proposal.caution);
    return proposal;
}

Proposal BoardActions::proposeLimit(ShareIndex share, UnitIndex unit, std::int64_t instances) const
{
    const ShareIndex known = content_.toDocument(share);
    const UnitIndex knownUnit = content_.toDocument(unit);
    if (!known.isValid() || !knownUnit.isValid())
        return refused(tr("The board is being computed anew."));
    if (instances < 1)
        return refused(tr("A limit is at least 1 instance."));
    const std::int64_t wanted = std::min<std::int64_t>(instances, kMaxInstances);
    const std::int64_t left = poolLeft(unit) + limit(share, unit) - wanted;
    const QString more = left >= 0
        ? tr("%L1 of %L2 %3, pool left %L4").arg(wanted).arg(capacity(unit)).arg(content_.unitName(unit)).arg(left)
        : tr("limits add up to %L1 more than the pool has").arg(-left);
    Proposal made
        = proposal(shareLimitEdit(document_.value(), when(), known, knownUnit, static_cast<int>(wanted)), more);
    return wanted < limit(share, unit) ? cautioned(std::move(made), share) : made;
}

Proposal BoardActions::proposeUnitRemoval(ShareIndex share, UnitIndex unit) const
{
    const ShareIndex known = content_.toDocument(share);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    return cautioned(proposal(shareLimitEdit(document_.value(), when(), known, content_.toDocument(unit), 0)), share);
}

Proposal BoardActions::proposeBorrow(ShareIndex share, std::optional<int> percent) const
{
    const ShareIndex known = content_.toDocument(share);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    if (sharing(share).strategy != SharingStrategy::LendAndBorrow)
        return refused(tr("%1 does not borrow: its strategy is not Lend and borrow.").arg(content_.shareName(share)));
    const ResourceSharing now = sharing(share);
    const bool takes = percent && (now.borrowsWithoutLimit() || *percent < *now.borrowLimit);
    Proposal made = proposal(borrowLimitEdit(document_.value(), when(), known, percent));
    return takes ? cautioned(std::move(made), share) : made;
}

Proposal BoardActions::proposeCapacity(ShareIndex from, ShareIndex to, UnitIndex unit, std::int64_t instances) const
{
    const ShareIndex giver = content_.toDocument(from);
    const ShareIndex taker = content_.toDocument(to);
    if (!giver.isValid() || !taker.isValid())
        return refused(tr("The board is being computed anew."));
    if (giver == taker)
        return refused(tr("Drop it on another share."));
    const std::int64_t had = limit(from, unit);
    const std::int64_t has = limit(to, unit);
    if (had - instances < 1)
        return refused(tr("%1 keeps at least 1 %2.").arg(content_.shareName(from), content_.unitName(unit)));
    if (has == 0 && policy().share(taker).limits.size() >= kMaxLimits)
        return refused(tr("%1 does not have %2 (%L3 of %L4 units used).")
                           .arg(content_.shareName(to), content_.unitName(unit))
                           .arg(kMaxLimits)
                           .arg(kMaxLimits));
    return cautioned(proposal(moveCapacityEdit(document_.value(), when(), giver, taker, content_.toDocument(unit),
                                  static_cast<int>(instances)),
                         tr("%1 limit %L2 → %L3, %4 limit %L5 → %L6")
                             .arg(content_.shareName(from))
                             .arg(had)
                             .arg(had - instances)
                             .arg(content_.shareName(to))
                             .arg(has)
                             .arg(has + instances)),
        from);
}

bool BoardActions::isDispatched(JobIndex shown) const
{
    const Simulator* simulator = playback_.simulator();
    if (simulator == nullptr || playback_.isAtStart() || !simulator->isIn(shown))
        return false;
    return simulator->scheduler().phase(simulator->slot(shown)) != JobPhase::Runnable;
}

Proposal BoardActions::proposeMove(JobIndex job, ShareIndex to) const
{
    const JobIndex known = content_.toDocument(job);
    const ShareIndex target = content_.toDocument(to);
    if (!known.isValid() || !target.isValid())
        return refused(tr("The board is being computed anew."));
    const EditTime time = whenFor(known);
    if (time.at && isDispatched(job))
        return refused(tr("%1 is running: only a waiting job can change its share.").arg(content_.jobTitle(job)));
    const Simulator* simulator = playback_.simulator();
    const bool isIn = simulator != nullptr && !playback_.isAtStart() && simulator->isIn(job);
    const ShareIndex from
        = isIn ? simulator->scheduler().share(simulator->slot(job)) : content_.scenario().jobs[job].share;
    if (from == to)
        return refused(tr("%1 is in %2 already.").arg(content_.jobTitle(job), content_.shareName(to)));
    const UnitIndex unit = content_.scenario().jobs[job].unit;
    const std::int32_t instances = content_.scenario().jobs[job].instances;
    const PolicyState now = policy();
    QString more;
    if (now.exists(target) && now.isImpossible(target, content_.toDocument(unit), instances)) {
        more = tr("It could never start there: it needs %L1 × %2.").arg(instances).arg(content_.unitName(unit));
    } else if (const LaneState* lane = time.at ? content_.lane(from) : nullptr; lane != nullptr) {
        const auto waiting = std::find_if(
            lane->waiting.begin(), lane->waiting.end(), [job](const WaitingJob& entry) { return entry.job == job; });
        if (waiting != lane->waiting.end() && waiting->durable > 0)
            more = tr("It keeps %1 of work from its checkpoints.").arg(durationText(waiting->durable));
    }
    return proposal(moveJobEdit(document_.value(), time, known, target), more);
}

Proposal BoardActions::proposePriority(JobIndex job, std::int64_t priority) const
{
    const JobIndex known = content_.toDocument(job);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    const std::int64_t wanted = std::clamp<std::int64_t>(priority, 0, kMaxPriority);
    return proposal(jobPriorityEdit(document_.value(), whenFor(known), known, static_cast<int>(wanted)));
}

QString BoardActions::freeShareName() const
{
    const Scenario& scenario = document_.value();
    for (std::size_t i = scenario.shares.size() + 1;; ++i) {
        const QString name = u"share-"_qs + QString::number(i);
        if (!scenario.findShare(fromQt(name)).isValid())
            return name;
    }
}

Proposal BoardActions::proposeShare(SharingStrategy strategy, std::optional<int> position) const
{
    const PolicyState now = policy();
    if (now.order().size() >= kMaxShares)
        return refused(tr("A job queue has at most %L1 quota shares.").arg(kMaxShares));
    QuotaShare share;
    share.name = fromQt(freeShareName());
    share.sharing.strategy = strategy;
    if (strategy == SharingStrategy::LendAndBorrow)
        share.sharing.borrowLimit = 100;
    // One instance of the unit with most unclaimed capacity: a limit to start from.
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < document_.value().units.size(); ++i) {
        const UnitIndex unit(i);
        if (now.capacity(unit) > 0 && now.capacity(unit) - now.totalLimit(unit) > most) {
            most = now.capacity(unit) - now.totalLimit(unit);
            share.limits = {{unit, 1}};
        }
    }
    if (share.limits.empty())
        return refused(tr("The service environment has no capacity to share yet."));
    return proposal(addShareEdit(document_.value(), when(), share, position));
}

std::size_t BoardActions::jobsOf(ShareIndex share) const
{
    if (when().at) {
        const LaneState* lane = content_.lane(share);
        return lane == nullptr ? 0 : lane->runningCount + lane->waitingCount;
    }
    const ShareIndex known = content_.toDocument(share);
    const std::vector<Job>& jobs = document_.value().jobs.jobs();
    return static_cast<std::size_t>(
        std::count_if(jobs.begin(), jobs.end(), [known](const Job& job) { return job.share == known; }));
}

Proposal BoardActions::proposeRemoval(ShareIndex share, bool withJobs) const
{
    const ShareIndex known = content_.toDocument(share);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    return cautioned(proposal(removeShareEdit(document_.value(), when(), known, withJobs)), share);
}

Proposal BoardActions::proposeRename(ShareIndex share, const QString& name) const
{
    const ShareIndex known = content_.toDocument(share);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    return proposal(renameShareEdit(document_.value(), known, name));
}

Proposal BoardActions::proposeOrder(ShareIndex share, int position) const
{
    const ShareIndex known = content_.toDocument(share);
    const auto count = static_cast<int>(content_.state().lanes.size());
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    if (position < 0 || position >= count || position == content_.positionOf(share))
        return refused(tr("%1 stays where it is.").arg(content_.shareName(share)));
    return proposal(reorderShareEdit(document_.value(), when(), known, position));
}

Proposal BoardActions::proposeStrategy(ShareIndex share, SharingStrategy strategy) const
{
    const ShareIndex known = content_.toDocument(share);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    return proposal(strategyEdit(document_.value(), when(), known, strategy));
}

Proposal BoardActions::proposeInShare(ShareIndex share, bool enabled) const
{
    const ShareIndex known = content_.toDocument(share);
    if (!known.isValid())
        return refused(tr("The board is being computed anew."));
    return proposal(inSharePreemptionEdit(document_.value(), when(), known, enabled));
}

Proposal BoardActions::proposeJob(JobDraft draft) const
{
    return proposal(submitJobEdit(when(), draft));
}

int BoardActions::percentFor(std::int64_t limit, std::int64_t borrowed)
{
    if (limit <= 0 || borrowed <= 0)
        return 0;
    return static_cast<int>((borrowed * 100 + limit - 1) / limit);
}

std::optional<int> BoardActions::nextBorrow(ShareIndex share, UnitIndex unit, int direction) const
{
    const ResourceSharing now = sharing(share);
    const std::int64_t own = std::max<std::int64_t>(1, limit(share, unit));
    const std::int64_t most = std::max<std::int64_t>(0, capacity(unit) - own);
    if (now.borrowsWithoutLimit())
        return direction > 0 ? std::nullopt : std::optional(percentFor(own, most));
    const std::int64_t borrows = own * *now.borrowLimit / 100 + direction;
    if (borrows > most && direction > 0)
        return std::nullopt;
    return percentFor(own, std::max<std::int64_t>(0, borrows));
}

bool BoardActions::commit(const Proposal& proposal)
{
    if (!proposal.isPossible()) {
        Q_EMIT statusMessage(proposal.refusal);
        return false;
    }
    const Status status = document_.apply(proposal.edit);
    const QString done
        = proposal.caution.isEmpty() ? proposal.edit.text : tr("%1. %2").arg(proposal.edit.text, proposal.caution);
    Q_EMIT statusMessage(status ? done : errorText(status.error()));
    return status.ok();
}

} // namespace quotaboard
