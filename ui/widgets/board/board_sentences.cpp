// SPDX-License-Identifier: Apache-2.0
// The words of BoardContent: labels on the board, tool tips, and what a screen reader says.
#include "core/model/policy_state.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_content.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::size_t kFew = 20;

QString number(std::int64_t value)
{
    return QLocale().toString(static_cast<qlonglong>(value));
}

} // namespace

QString BoardContent::shareName(ShareIndex share) const
{
    if (!share.isValid() || share.value() >= scenario_->shareNames.size())
        return tr("an unknown share");
    return toQt(scenario_->shareName(share));
}

QString BoardContent::unitName(UnitIndex unit) const
{
    return unit.isValid() && unit.value() < scenario_->units.size() ? toQt(scenario_->unitName(unit)) : QString();
}

QString BoardContent::jobTitle(JobIndex job) const
{
    const Job& entry = scenario_->jobs[job];
    if (entry.id.isValid())
        return toQt(scenario_->jobs.text(entry.id));
    const QString name = toQt(scenario_->jobs.text(entry.name));
    return name.isEmpty() ? u"#"_qs + QString::number(job.value()) : name;
}

QString BoardContent::jobSubtitle(JobIndex job) const
{
    const Job& entry = scenario_->jobs[job];
    return entry.id.isValid() ? toQt(scenario_->jobs.text(entry.name)) : QString();
}

QString BoardContent::waitValueText(ShareIndex share) const
{
    const CensoredQuantile p95 = waits(share).p95;
    return p95.atLeast ? tr("over %1").arg(durationText(*p95.atLeast)) : durationText(p95.value);
}

QString BoardContent::waitCountText(ShareIndex share) const
{
    const std::size_t count = waits(share).count();
    // Percentiles of few jobs are little more than the longest wait; the reader must know (metrics.md, M2).
    return count >= 5 && count < kFew ? tr(" · n = %1, few").arg(number(static_cast<std::int64_t>(count)))
                                      : tr(" · n = %1").arg(number(static_cast<std::int64_t>(count)));
}

QString BoardContent::segmentText(SegmentKind kind, std::int64_t instances, ShareIndex borrower) const
{
    switch (kind) {
    case SegmentKind::Own:
        return tr("OWN %1").arg(number(instances));
    case SegmentKind::Lent:
        return tr("LENT %1 → %2").arg(number(instances), shareName(borrower));
    case SegmentKind::Idle:
        return tr("%1 idle").arg(number(instances));
    case SegmentKind::ReservedIdle:
        return tr("reserved %1").arg(number(instances));
    case SegmentKind::Borrowed:
        return tr("BORROWED %1").arg(number(instances));
    case SegmentKind::Over:
        return tr("OVER LIMIT %1").arg(number(instances));
    case SegmentKind::MayBorrow:
        break;
    }
    return tr("may borrow %1").arg(number(instances));
}

QString BoardContent::reclaimedText(const ReclaimedJob& job) const
{
    if (job.cause == PreemptionCause::InShare)
        return tr("preempted for %1").arg(job.claimant.isValid() ? jobTitle(job.claimant) : shareName(job.by));
    return tr("reclaimed by %1").arg(shareName(job.by));
}

QString BoardContent::lostText(const ReclaimedJob& job) const
{
    if (job.lost <= 0)
        return {};
    const Job& entry = scenario_->jobs[job.job];
    const Int128 lost = Int128{job.lost} * entry.instances * scenario_->gpuWeight(entry.unit);
    return tr("−%1 %2").arg(gpuHoursText(lost), gpuHourUnit(*scenario_));
}

QString BoardContent::sizeText(std::int32_t instances, std::int32_t priority) const
{
    return tr("%1 · p%2", "instances, priority").arg(number(instances)).arg(priority);
}

QString BoardContent::ledgerSentence(ShareIndex share, UnitIndex unit) const
{
    const LedgerSegments* state = ledger(share, unit);
    const LaneState* row = lane(share);
    if (state == nullptr || row == nullptr)
        return shareName(share);
    QStringList parts{tr("%1 own in use").arg(number(state->own))};
    for (const LentPart& part : state->lent)
        parts += tr("%1 lent to %2").arg(number(part.instances), shareName(part.borrower));
    if (state->idle > 0)
        parts += tr("%1 idle").arg(number(state->idle));
    if (state->reservedIdle > 0)
        parts += tr("%1 idle and reserved").arg(number(state->reservedIdle));
    if (state->borrowed > 0)
        parts += tr("%1 borrowed").arg(number(state->borrowed));
    if (state->over > 0)
        parts += tr("%1 over the limit").arg(number(state->over));
    if (state->mayBorrow > 0)
        parts += tr("may borrow %1 more").arg(number(state->mayBorrow));
    if (state->stopping > 0)
        parts += tr("%1 stopping").arg(number(state->stopping));
    parts += tr("limit %1").arg(number(state->limit));
    if (row->sharing.strategy == SharingStrategy::LendAndBorrow) {
        if (row->sharing.borrowsWithoutLimit())
            parts += tr("borrows without limit");
        else
            parts += tr("borrow limit %1 percent").arg(*row->sharing.borrowLimit);
        if (state->borrowMax == 0 && row->sharing.borrowLimit.value_or(0) > 0)
            parts += tr("borrow limit rounds to 0");
    }
    return tr("%1, %2: %3").arg(shareName(share), unitName(unit), parts.join(u", "));
}

QString BoardContent::segmentSentence(ShareIndex share, UnitIndex unit, SegmentKind kind, ShareIndex to) const
{
    const LedgerSegments* state = ledger(share, unit);
    if (state == nullptr)
        return shareName(share);
    switch (kind) {
    case SegmentKind::Own:
        return tr("%1 own in use, limit %2").arg(number(state->own), number(state->limit));
    case SegmentKind::Lent:
        for (const LentPart& part : state->lent) {
            if (part.borrower == to)
                return tr("%1 lent to %2").arg(number(part.instances), shareName(to));
        }
        return tr("%1 lent").arg(number(state->lentTotal));
    case SegmentKind::Idle:
        return tr("%1 idle, free to lend, limit %2").arg(number(state->idle), number(state->limit));
    case SegmentKind::ReservedIdle:
        return tr("%1 idle and reserved, limit %2").arg(number(state->reservedIdle), number(state->limit));
    case SegmentKind::Borrowed:
        return tr("%1 borrowed above the limit of %2").arg(number(state->borrowed), number(state->limit));
    case SegmentKind::Over:
        return tr("%1 over the limit of %2: it may be reclaimed").arg(number(state->over), number(state->limit));
    case SegmentKind::MayBorrow:
        break;
    }
    return tr("may borrow %1 more").arg(number(state->mayBorrow));
}

QString BoardContent::lendingSentence(ShareIndex lender, ShareIndex borrower, UnitIndex unit) const
{
    const LedgerSegments* lent = ledger(lender, unit);
    const LaneState* taker = lane(borrower);
    if (lent == nullptr || taker == nullptr)
        return {};
    const auto part = std::find_if(
        lent->lent.begin(), lent->lent.end(), [&](const LentPart& entry) { return entry.borrower == borrower; });
    if (part == lent->lent.end())
        return {};
    TimeMs since = kNever;
    for (const RunningJob& job : taker->running) {
        if (job.unit == unit && job.borrowed > 0 && job.runningSince != kNever)
            since = since == kNever ? job.runningSince : std::min(since, job.runningSince);
    }
    const QString holds
        = tr("%1 holds %2 of the %3 of %4")
              .arg(shareName(borrower), number(part->instances), number(lent->limit), shareName(lender));
    return since == kNever
        ? holds
        : tr("%1; the first of the jobs that borrow runs since %2").arg(holds, clockText(*scenario_, since));
}

QString BoardContent::laneSentence(ShareIndex share) const
{
    const LaneState* state = lane(share);
    if (state == nullptr)
        return shareName(share);
    QStringList parts;
    for (int i = 0; i < kHeaderChips; ++i) {
        const QString text = headerChipText(share, static_cast<HeaderChip>(i));
        if (!text.isEmpty())
            parts += text;
    }
    parts += tr("%n running", nullptr, static_cast<int>(state->runningCount));
    parts += tr("%n waiting", nullptr, static_cast<int>(state->waitingCount));
    return tr("%1: %2\n%3").arg(shareName(share), parts.join(u", "), waitsSentence(share));
}

QString BoardContent::waitsSentence(ShareIndex share) const
{
    if (!isFromRun_)
        return tr("P95 wait: — (nothing has run yet)");
    if (!knowsWaits())
        return tr("P95 wait: — (being counted)");
    const BoardHistory::Waits past = waits(share);
    const QString count = number(static_cast<std::int64_t>(past.count()));
    QString text;
    if (past.p95.value || past.p95.atLeast)
        text = tr("P95 wait: %1 (95th percentile of all waits from the start of the run until now, all priorities, "
                  "n = %2: %3 started, %4 not)")
                   .arg(waitValueText(share), count, number(static_cast<std::int64_t>(past.started)),
                       number(static_cast<std::int64_t>(past.open)));
    else if (past.count() == 1)
        text = tr("P95 wait: — (1 job until now, too few: a percentile takes 5)");
    else
        text = tr("P95 wait: — (%1 jobs until now, too few: a percentile takes 5)").arg(count);
    if (past.impossible == 0)
        return text;
    return past.impossible == 1 ? tr("%1; 1 job that could never start left out").arg(text)
                                : tr("%1; %2 jobs that could never start left out")
                                      .arg(text, number(static_cast<std::int64_t>(past.impossible)));
}

QString BoardContent::runningSentence(const RunningJob& job) const
{
    QStringList parts{jobText(*scenario_, job.job)};
    parts += tr("%1 × %2").arg(number(job.instances), unitName(job.unit));
    parts += tr("priority %1").arg(job.priority);
    switch (job.phase) {
    case JobPhase::Scheduled:
        parts += tr("scheduled, waiting for instances");
        break;
    case JobPhase::Starting:
        parts += tr("starting");
        break;
    case JobPhase::Stopping:
        parts += tr("preempted, stopping");
        break;
    case JobPhase::Free:
    case JobPhase::Detached:
    case JobPhase::Runnable:
    case JobPhase::Running:
        parts += tr("running");
        break;
    }
    if (job.borrowed > 0)
        parts += tr("%1 of them borrowed").arg(number(job.borrowed));
    if (job.work > 0)
        parts += tr("%1 done").arg(percentText(static_cast<double>(job.done) / static_cast<double>(job.work)));
    const std::optional<CheckpointPlan>& plan = scenario_->jobs.profileOf(job.job).checkpoint;
    if (plan)
        parts += tr("checkpoint every %1, a preemption now would lose up to %2")
                     .arg(durationText(plan->interval), durationText(job.done - job.durable));
    else
        parts += tr("no checkpoints, a preemption now would lose %1").arg(durationText(job.done));
    return parts.join(u", ");
}

QString BoardContent::waitingSentence(const WaitingJob& job, std::size_t position) const
{
    QStringList parts{jobText(*scenario_, job.job)};
    parts += tr("position %1").arg(position);
    parts += tr("%1 × %2").arg(number(job.instances), unitName(job.unit));
    parts += tr("priority %1").arg(job.priority);
    parts += tr("waits %1").arg(durationText(state_.now - job.waitingSince));
    return parts.join(u", ");
}

QString BoardContent::reclaimedSentence(const ReclaimedJob& job) const
{
    const QString lost = lostText(job);
    return tr("%1, %2 %3 ago, %4. Re-queued; resumes from its last durable checkpoint in this model.")
        .arg(jobText(*scenario_, job.job), reclaimedText(job), durationText(state_.now - job.at),
            lost.isEmpty() ? tr("no work lost") : lost);
}

QString BoardContent::poolNumbers(const PoolState& pool, const QString& separator)
{
    QStringList parts{tr("%1 free of %2").arg(number(pool.free), number(pool.capacity))};
    if (pool.reservedIdle > 0)
        parts += tr("%1 reserved").arg(number(pool.reservedIdle));
    if (pool.capacity > pool.totalLimit)
        parts += tr("%1 in no share").arg(number(pool.capacity - pool.totalLimit));
    return parts.join(separator);
}

QString BoardContent::poolSentence(const PoolState& pool) const
{
    QStringList parts{poolNumbers(pool, u", "_qs)};
    parts += tr("%1 in use within limits").arg(number(pool.own));
    parts += tr("%1 borrowed").arg(number(pool.borrowed));
    if (pool.stopping > 0)
        parts += tr("%1 stopping").arg(number(pool.stopping));
    if (pool.fromUnassigned > 0)
        parts += tr("%1 borrowed from capacity that no share claims").arg(number(pool.fromUnassigned));
    if (pool.uncovered > 0)
        parts += tr("%1 borrowed that no idle capacity covers").arg(number(pool.uncovered));
    if (pool.totalLimit > pool.capacity)
        parts += tr("limits add up to %1, %2 more than there is")
                     .arg(number(pool.totalLimit), number(pool.totalLimit - pool.capacity));
    return tr("Pool %1: %2").arg(unitName(pool.unit), parts.join(u", "));
}

QString BoardContent::partSentence(const BoardPart& part) const
{
    using Kind = BoardPart::Kind;
    const LaneState* state = lane(part.share);
    switch (part.kind) {
    case Kind::Lane:
    case Kind::Handle:
    case Kind::Name:
        return laneSentence(part.share);
    case Kind::Strategy:
        return tr("Sharing strategy: %1. Click to change.").arg(headerChipText(part.share, HeaderChip::Strategy));
    case Kind::InShare:
        return tr(
            "In-share preemption: jobs of the share may preempt its own jobs of lower priority. Click to switch.");
    case Kind::Segment: {
        QStringList lines;
        for (const LaneState& lender : state_.lanes) {
            const bool isLent = part.segment == SegmentKind::Lent && lender.share == part.share;
            if (isLent || part.segment == SegmentKind::Borrowed)
                lines += lendingSentence(lender.share, isLent ? part.borrower : part.share, part.unit);
        }
        lines.removeAll(QString());
        lines += ledgerSentence(part.share, part.unit);
        return lines.join(u'\n');
    }
    case Kind::LimitTick:
        return tr("Limit of %1. Drag to change.").arg(shareName(part.share));
    case Kind::BorrowTick:
        return tr("Limit plus borrow limit of %1. Drag to change; to the far right: unlimited.")
            .arg(shareName(part.share));
    case Kind::AddUnit:
        return tr("Add a capacity unit to %1").arg(shareName(part.share));
    case Kind::Running:
        for (const RunningJob& job : state != nullptr ? state->running : std::vector<RunningJob>()) {
            if (job.job == part.job)
                return runningSentence(job);
        }
        return {};
    case Kind::Waiting:
        for (std::size_t i = 0; state != nullptr && i < state->waiting.size(); ++i) {
            if (state->waiting[i].job == part.job)
                return waitingSentence(state->waiting[i], i + 1);
        }
        return {};
    case Kind::Reclaimed:
        for (const ReclaimedJob& job : reclaimed_) {
            if (job.job == part.job)
                return reclaimedSentence(job);
        }
        return {};
    case Kind::Why:
        return state != nullptr ? waitSentence(*scenario_, state->frontReason) : QString();
    case Kind::MoreRunning:
        return tr("More running jobs in %1. Click or Enter shows or hides them.").arg(shareName(part.share));
    case Kind::MoreWaiting:
        return tr("More waiting jobs in %1. Click or Enter shows or hides them.").arg(shareName(part.share));
    case Kind::AddShare:
        return tr("Add a quota share");
    case Kind::Template:
    case Kind::None:
        break;
    }
    return {};
}

} // namespace quotaboard
