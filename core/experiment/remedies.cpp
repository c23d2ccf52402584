// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/remedies.h"

#include <algorithm>
#include <optional>
#include <set>

namespace quotaboard {

namespace {

/// Priorities that are tried for one job; each further one would displace more.
constexpr std::size_t kMostPriorities = 8;

/// What happens at one moment.
class MomentSink final : public EventSink {
public:
    explicit MomentSink(JobIndex job)
        : job_(job)
    {
    }

    void onEvent(const JobEvent& event) override
    {
        if (event.kind == EventKind::Starting && event.job == job_)
            starts_ = true;
        if (event.kind == EventKind::Preempted)
            victims_.push_back({event.job, event.progress, event.cause});
    }

    [[nodiscard]] bool starts() const { return starts_; }
    [[nodiscard]] const std::vector<RemedyVictim>& victims() const { return victims_; }

private:
    JobIndex job_;
    bool starts_ = false;
    std::vector<RemedyVictim> victims_;
};

class RemedySearch {
public:
    RemedySearch(const RunResult& result, JobIndex job, TimeMs moment, const Progress* progress)
        : scenario_(*result.scenario)
        , job_(job)
        , moment_(moment)
        , when_(EditTime::from(moment))
        , progress_(progress)
        , before_(moment > 0 ? result.snapshots.at(scenario_, moment - 1) : Simulator(scenario_))
        , now_(result.snapshots.at(scenario_, moment))
    {
    }

    std::vector<Remedy> run()
    {
        if (!now_.isIn(job_))
            return {};
        const JobSlot slot = now_.slot(job_);
        if (now_.scheduler().phase(slot) != JobPhase::Runnable)
            return {};
        share_ = now_.scheduler().share(slot);
        unit_ = now_.scheduler().unit(slot);
        instances_ = now_.scheduler().instances(slot);
        priority_ = now_.scheduler().priority(slot);
        row_ = now_.scheduler().ledger().row(now_.scheduler().lane(share_), unit_);
        rememberWithoutEdit();
        tryLimits();
        tryOtherShares();
        tryPriorities();
        tryCapacity();
        std::stable_sort(found_.begin(), found_.end(), [](const Remedy& a, const Remedy& b) {
            if (a.victims.empty() != b.victims.empty())
                return a.victims.empty();
            return a.lost < b.lost;
        });
        return std::move(found_);
    }

private:
    [[nodiscard]] bool stops() const { return progress_ != nullptr && progress_->isCancelled(); }

    Remedy make(Remedy::Kind kind, std::int64_t from, std::int64_t to, ShareIndex other = {}) const
    {
        Remedy remedy;
        remedy.kind = kind;
        remedy.job = job_;
        remedy.share = share_;
        remedy.other = other;
        remedy.unit = unit_;
        remedy.from = from;
        remedy.to = to;
        return remedy;
    }

    /// Runs the moment with the edit on a copy; keeps the remedy when the job starts.
    bool tryOut(Remedy remedy, std::function<Status(Scenario&)> change)
    {
        if (stops())
            return false;
        Scenario edited = scenario_;
        if (!change(edited))
            return false;
        std::optional<Simulator> trial = before_.rebased(edited);
        if (!trial)
            return false;
        MomentSink sink(job_);
        trial->setSink(&sink);
        if (!trial->run(nullptr, moment_) || !sink.starts())
            return false;
        for (const RemedyVictim& victim : sink.victims()) {
            if (withoutEdit_.contains(victim.job))
                continue;
            remedy.victims.push_back(victim);
            const Job& job = scenario_.jobs[victim.job];
            remedy.lost += static_cast<GpuMs>(victim.lost) * job.instances * scenario_.gpuWeight(job.unit);
        }
        remedy.oversubscribedBy = std::max<std::int64_t>(
            0, trial->policy().totalLimit(unit_) - trial->policy().capacity(unit_));
        remedy.change = std::move(change);
        found_.push_back(std::move(remedy));
        return true;
    }

    void rememberWithoutEdit()
    {
        Simulator trial = before_;
        MomentSink sink(job_);
        trial.setSink(&sink);
        (void)trial.run(nullptr, moment_);
        for (const RemedyVictim& victim : sink.victims())
            withoutEdit_.insert(victim.job);
    }

    void tryLimits()
    {
        const std::int64_t wanted = row_.dispatched + instances_;
        const auto share = share_;
        const auto unit = unit_;
        const EditTime when = when_;
        if (wanted > row_.limit && wanted <= kMaxInstances) {
            tryOut(make(Remedy::Kind::RaiseLimit, row_.limit, wanted),
                [=](Scenario& s) { return setShareLimit(s, when, share, unit, static_cast<std::int32_t>(wanted)); });
        }
        if (wanted <= row_.limit || row_.limit == 0)
            return;
        const ResourceSharing& sharing = now_.policy().share(share_).sharing;
        const auto percent = static_cast<std::int32_t>(
            std::min<std::int64_t>((100 * (wanted - row_.limit) + row_.limit - 1) / row_.limit, kMaxInstances));
        if (sharing.strategy != SharingStrategy::LendAndBorrow) {
            tryOut(make(Remedy::Kind::LetBorrow, 0, percent), [=](Scenario& s) {
                const Status status = setStrategy(s, when, share, SharingStrategy::LendAndBorrow);
                return status ? setBorrowLimit(s, when, share, percent) : status;
            });
        } else if (!sharing.borrowsWithoutLimit() && percent > *sharing.borrowLimit) {
            tryOut(make(Remedy::Kind::RaiseBorrowLimit, *sharing.borrowLimit, percent),
                [=](Scenario& s) { return setBorrowLimit(s, when, share, percent); });
        }
    }

    void tryOtherShares()
    {
        const std::int64_t missing = row_.dispatched + instances_ - row_.limit;
        const auto share = share_;
        const auto unit = unit_;
        const auto job = job_;
        const EditTime when = when_;
        for (const ShareIndex other : now_.policy().order()) {
            if (other == share_)
                continue;
            const Ledger::Row& row = now_.scheduler().ledger().row(now_.scheduler().lane(other), unit_);
            if (now_.policy().share(other).sharing.strategy == SharingStrategy::Reserve && row.idle() > 0) {
                tryOut(make(Remedy::Kind::LetLend, 0, 0, other),
                    [=](Scenario& s) { return setStrategy(s, when, other, SharingStrategy::Lend); });
            }
            if (missing > 0 && row.limit > missing) {
                tryOut(make(Remedy::Kind::MoveCapacity, row.limit, missing, other), [=](Scenario& s) {
                    return moveCapacity(s, when, other, share, unit, static_cast<std::int32_t>(missing));
                });
            }
            if (row.limit > 0) {
                tryOut(make(Remedy::Kind::MoveJob, 0, 0, other),
                    [=](Scenario& s) { return moveJob(s, when, job, other); });
            }
        }
    }

    /// Priorities just above those that stand in the way, lowest first.
    [[nodiscard]] std::set<std::int32_t> priorities() const
    {
        std::set<std::int32_t> above;
        const WaitReason reason = now_.scheduler().explain(now_.slot(job_));
        for (const JobIndex ahead : reason.ahead)
            above.insert(now_.scheduler().priority(now_.slot(ahead)) + 1);
        for (const JobSlot slot : now_.scheduler().dispatchedOn(unit_)) {
            if (now_.scheduler().share(slot) == share_)
                above.insert(now_.scheduler().priority(slot) + 1);
        }
        above.erase(above.begin(), above.upper_bound(priority_));
        while (!above.empty() && *above.rbegin() > kMaxPriority)
            above.erase(std::prev(above.end()));
        return above;
    }

    void tryPriorities()
    {
        const auto share = share_;
        const auto job = job_;
        const EditTime when = when_;
        std::size_t tried = 0;
        for (const std::int32_t priority : priorities()) {
            if (++tried > kMostPriorities)
                break;
            if (tryOut(make(Remedy::Kind::RaisePriority, priority_, priority),
                    [=](Scenario& s) { return setJobPriority(s, when, job, priority); }))
                return;
        }
        if (now_.policy().share(share_).inSharePreemption)
            return;
        tried = 0;
        std::set<std::int32_t> with = priorities();
        with.insert(priority_);
        for (const std::int32_t priority : with) {
            if (++tried > kMostPriorities)
                break;
            if (tryOut(make(Remedy::Kind::PreemptInShare, priority_, priority), [=](Scenario& s) {
                    const Status status = setInSharePreemption(s, when, share, true);
                    return status ? setJobPriority(s, when, job, priority) : status;
                }))
                return;
        }
    }

    void tryCapacity()
    {
        const Ledger::Pool& pool = now_.scheduler().ledger().pool(unit_);
        const std::int64_t wanted
            = pool.dispatched + instances_ + now_.scheduler().ledger().held(now_.scheduler().lane(share_), unit_);
        const std::string unit = scenario_.unitName(unit_);
        const EditTime when = when_;
        const std::int64_t more = wanted - pool.capacity;
        const std::int64_t limit = row_.limit + more;
        if (more <= 0 || wanted > kMaxInstances || limit > kMaxInstances || !now_.policy().environmentEnabled())
            return;
        const auto add
            = [=](Scenario& s) { return setEnvironmentLimit(s, when, unit, static_cast<std::int32_t>(wanted)); };
        if (tryOut(make(Remedy::Kind::AddCapacity, pool.capacity, wanted), add))
            return;
        const auto share = share_;
        const auto unitIndex = unit_;
        tryOut(make(Remedy::Kind::AddCapacityToShare, pool.capacity, wanted), [=](Scenario& s) {
            const Status status = add(s);
            return status ? setShareLimit(s, when, share, unitIndex, static_cast<std::int32_t>(limit)) : status;
        });
    }

    const Scenario& scenario_;
    JobIndex job_;
    TimeMs moment_;
    EditTime when_;
    const Progress* progress_;
    /// Just before the moment, and after everything at it.
    Simulator before_;
    Simulator now_;
    ShareIndex share_;
    UnitIndex unit_;
    std::int32_t instances_ = 0;
    std::int32_t priority_ = 0;
    Ledger::Row row_;
    std::set<JobIndex> withoutEdit_;
    std::vector<Remedy> found_;
};

} // namespace

std::vector<Remedy> findRemedies(const RunResult& result, JobIndex job, TimeMs moment, const Progress* progress)
{
    return RemedySearch(result, job, moment, progress).run();
}

TimeMs nextStart(const RunResult& result, JobIndex job, TimeMs moment)
{
    for (std::size_t i = result.log.lowerBound(moment + 1); i < result.log.size(); ++i) {
        if (result.log.jobOf(i) == job && result.log[i].kind == EventKind::Starting)
            return result.log.timeOf(i);
    }
    return kNever;
}

} // namespace quotaboard
