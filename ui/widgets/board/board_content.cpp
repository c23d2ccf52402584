// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_content.h"

#include "core/model/scenario_edits.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <QPromise>
#include <QThreadPool>

#include <algorithm>
#include <limits>

namespace quotaboard {

namespace {

constexpr BoardOptions kOptions{200, 50};
/// Logs up to this size are read at once, longer ones in the background.
constexpr std::size_t kReadAtOnce = 20'000;
/// Between two counts of the waits of a long run, ms of the wall clock.
constexpr int kWaitsPauseMs = 250;
constexpr TimeMs kReclaimedShown = 10 * kMsPerMinute;

const std::shared_ptr<const Scenario>& noScenario()
{
    static const auto empty = std::make_shared<const Scenario>();
    return empty;
}

} // namespace

BoardState emptyBoardOf(const Scenario& scenario, const PolicyState& policy)
{
    BoardState state;
    for (std::size_t i = 0; i < scenario.units.size(); ++i) {
        PoolState pool;
        pool.unit = UnitIndex(i);
        pool.capacity = policy.capacity(pool.unit);
        pool.totalLimit = policy.totalLimit(pool.unit);
        if (pool.capacity > 0 || pool.totalLimit > 0)
            state.pools.push_back(pool);
    }
    for (ShareIndex share : policy.order()) {
        const PolicyState::Share& terms = policy.share(share);
        LaneState lane;
        lane.share = share;
        lane.isEnabled = terms.isEnabled;
        lane.inSharePreemption = terms.inSharePreemption;
        lane.sharing = terms.sharing;
        const bool isReserve = terms.sharing.strategy == SharingStrategy::Reserve;
        for (const CapacityLimit& limit : terms.limits) {
            LedgerSegments ledger;
            ledger.unit = limit.unit;
            ledger.limit = limit.maxCapacity;
            ledger.borrowMax = policy.borrowMax(share, limit.unit);
            (isReserve ? ledger.reservedIdle : ledger.idle) = limit.maxCapacity;
            for (PoolState& pool : state.pools) {
                if (isReserve && pool.unit == limit.unit)
                    pool.reservedIdle += limit.maxCapacity;
            }
            lane.ledger.push_back(ledger);
        }
        state.lanes.push_back(std::move(lane));
    }
    for (PoolState& pool : state.pools)
        pool.free = std::max<std::int64_t>(0, policy.ceiling(pool.unit) - pool.reservedIdle);
    // What a share may borrow of what the others leave idle and do not reserve.
    for (LaneState& lane : state.lanes) {
        for (LedgerSegments& ledger : lane.ledger) {
            for (const PoolState& pool : state.pools) {
                if (pool.unit == ledger.unit)
                    ledger.mayBorrow
                        = std::clamp<std::int64_t>(pool.free - ledger.idle - ledger.reservedIdle, 0, ledger.borrowMax);
            }
        }
    }
    return state;
}

BoardContent::BoardContent(ScenarioDocument& document, Playback& playback, QObject* parent)
    : QObject(parent)
    , document_(document)
    , playback_(playback)
    , scenario_(noScenario())
{
    connect(&document_, &ScenarioDocument::changed, this, &BoardContent::refresh);
    connect(&document_, &ScenarioDocument::opened, this, &BoardContent::refresh);
    connect(&playback_, &Playback::positionChanged, this, &BoardContent::refresh);
    connect(&playback_, &Playback::resultChanged, this, &BoardContent::onResultChanged);
    connect(&watcher_, &QFutureWatcherBase::finished, this, [this] {
        if (watcher_.future().resultCount() == 0)
            return;
        history_ = watcher_.result();
        historyOf_ = pendingOf_;
        refreshWaits();
        Q_EMIT changed();
    });
    connect(&waitsWatcher_, &QFutureWatcherBase::finished, this, &BoardContent::takeWaits);
    waitsPause_.setSingleShot(true);
    waitsPause_.setInterval(kWaitsPauseMs);
    connect(&waitsPause_, &QTimer::timeout, this, &BoardContent::refreshWaits);
    onResultChanged();
    refresh();
}

BoardContent::~BoardContent() = default;

void BoardContent::onResultChanged()
{
    const std::shared_ptr<const RunResult> result = playback_.result();
    if (!result) {
        history_.reset();
        historyOf_.reset();
    } else if (result->log.size() <= kReadAtOnce) {
        history_ = std::make_shared<const BoardHistory>(*result);
        historyOf_ = result;
    } else {
        auto promise = std::make_shared<QPromise<std::shared_ptr<const BoardHistory>>>();
        pendingOf_ = result;
        watcher_.setFuture(promise->future());
        QThreadPool::globalInstance()->start([promise, result] {
            promise->start();
            promise->addResult(std::make_shared<const BoardHistory>(*result));
            promise->finish();
        });
    }
    // The clock finds its place in the run next and says so; until then there is no state to show.
}

/// Waits of short runs at once; of long ones in the background, and not more often than anybody can read them.
void BoardContent::refreshWaits()
{
    const std::shared_ptr<const RunResult> result = playback_.result();
    if (!history_ || historyOf_ != result || (waitsOf_ == history_ && waitsAt_ == state_.now))
        return;
    if (result->log.size() <= kReadAtOnce) {
        waits_ = history_->allWaits(state_.now);
        waitsOf_ = history_;
        waitsAt_ = state_.now;
        return;
    }
    // Whatever has changed since is seen when the pause is over.
    if (waitsWatcher_.isRunning() || waitsPause_.isActive())
        return;
    auto promise = std::make_shared<QPromise<std::vector<BoardHistory::Waits>>>();
    pendingWaitsOf_ = history_;
    pendingWaitsAt_ = state_.now;
    waitsWatcher_.setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, history = history_, now = state_.now] {
        promise->start();
        promise->addResult(history->allWaits(now));
        promise->finish();
    });
}

void BoardContent::takeWaits()
{
    if (waitsWatcher_.future().resultCount() == 0)
        return;
    waits_ = waitsWatcher_.result();
    waitsOf_ = pendingWaitsOf_;
    waitsAt_ = pendingWaitsAt_;
    waitsPause_.start();
    Q_EMIT changed();
}

void BoardContent::refresh()
{
    const std::shared_ptr<const RunResult> result = playback_.result();
    // At the start an edit shows at once; later the board waits for the run, or its jobs would vanish for a moment.
    const bool isCurrent = result && (!playback_.isAtStart() || result->scenario == document_.scenario());
    isFromRun_ = playback_.simulator() != nullptr && isCurrent;
    if (isFromRun_)
        refreshFromRun();
    else
        refreshFromPolicy();
    if (roomOf_ != scenario_) {
        room_ = boardRoomOf(*scenario_);
        roomOf_ = scenario_;
    }
    refreshWaits();
    Q_EMIT changed();
}

void BoardContent::refreshFromRun()
{
    const std::shared_ptr<const RunResult> result = playback_.result();
    scenario_ = result->scenario;
    const Simulator& simulator = *playback_.simulator();
    state_ = boardStateOf(simulator, playback_.now(), kOptions);
    reclaimed_.clear();
    stopping_.clear();
    // Three seconds of the wall clock at the least, so that it can be read; at full speed nobody reads.
    const double longest = isAtFullSpeed() ? 4.0 * kMsPerHour : 3.0 * kMsPerDay;
    const TimeMs window = playback_.isPlaying()
        ? std::max<TimeMs>(kReclaimedShown, static_cast<TimeMs>(std::min(3 * playback_.speed(), longest)))
        : kReclaimedShown;
    for (const ReclaimedJob& job : recentlyReclaimed(*result, playback_.eventPosition(), playback_.now() - window)) {
        ReclaimedJob known = job;
        const bool isIn = simulator.isIn(job.job);
        if (isIn)
            known.share = simulator.scheduler().share(simulator.slot(job.job));
        if (simulator.isIn(job.claimant))
            known.by = simulator.scheduler().share(simulator.slot(job.claimant));
        const bool stops = isIn && simulator.scheduler().phase(simulator.slot(job.job)) == JobPhase::Stopping;
        (stops ? stopping_ : reclaimed_).push_back(known);
    }
}

void BoardContent::refreshFromPolicy()
{
    scenario_ = document_.isOpen() ? document_.scenario() : noScenario();
    state_ = emptyBoardOf(*scenario_, policyAt(*scenario_, playback_.isAtStart() ? -1 : playback_.now()));
    state_.now = playback_.now();
    reclaimed_.clear();
    stopping_.clear();
}

bool BoardContent::isProvisional() const
{
    return !isFromRun_ && document_.isOpen() && playback_.isComputing();
}

bool BoardContent::isPlaying() const
{
    return playback_.isPlaying();
}

bool BoardContent::isAtFullSpeed() const
{
    return playback_.isPlaying() && playback_.speed() >= Playback::kMaxSpeed;
}

const ReclaimedJob* BoardContent::stoppingFor(JobIndex job) const
{
    const auto it = std::find_if(
        stopping_.begin(), stopping_.end(), [job](const ReclaimedJob& entry) { return entry.job == job; });
    return it == stopping_.end() ? nullptr : &*it;
}

const LaneState* BoardContent::lane(ShareIndex share) const
{
    const int position = positionOf(share);
    return position < 0 ? nullptr : &state_.lanes[static_cast<std::size_t>(position)];
}

BoardPart BoardContent::partOf(JobIndex job) const
{
    BoardPart part;
    const Simulator* simulator = playback_.simulator();
    const std::shared_ptr<const RunResult> result = playback_.result();
    const bool isRun = isFromRun_ && simulator != nullptr && result && result->scenario == scenario_;
    if (!job.isValid() || !isRun || !simulator->isIn(job))
        return part;
    const JobSlot slot = simulator->slot(job);
    const bool waits = simulator->scheduler().phase(slot) == JobPhase::Runnable;
    part.kind = waits ? BoardPart::Kind::Waiting : BoardPart::Kind::Running;
    part.share = simulator->scheduler().share(slot);
    part.job = job;
    return part;
}

int BoardContent::positionOf(ShareIndex share) const
{
    for (std::size_t i = 0; i < state_.lanes.size(); ++i) {
        if (state_.lanes[i].share == share)
            return static_cast<int>(i);
    }
    return -1;
}

const LedgerSegments* BoardContent::ledger(ShareIndex share, UnitIndex unit) const
{
    const LaneState* state = lane(share);
    if (state == nullptr)
        return nullptr;
    for (const LedgerSegments& ledger : state->ledger) {
        if (ledger.unit == unit)
            return &ledger;
    }
    return nullptr;
}

const PoolState* BoardContent::pool(UnitIndex unit) const
{
    for (const PoolState& pool : state_.pools) {
        if (pool.unit == unit)
            return &pool;
    }
    return nullptr;
}

ShareIndex BoardContent::toDocument(ShareIndex share) const
{
    if (!share.isValid() || scenario_ == document_.scenario())
        return share;
    if (share.value() >= scenario_->shareNames.size())
        return {};
    const Scenario& newer = document_.value();
    const ShareIndex found = newer.findShare(scenario_->shareName(share));
    // Not found among as many, with a name in its place that is new: it has been renamed.
    const bool isRenamed = !found.isValid() && newer.shareNames.size() == scenario_->shareNames.size()
        && !scenario_->findShare(newer.shareName(share)).isValid();
    return isRenamed ? share : found;
}

UnitIndex BoardContent::toDocument(UnitIndex unit) const
{
    if (!unit.isValid() || scenario_ == document_.scenario())
        return unit;
    return document_.value().findUnit(scenario_->unitName(unit));
}

JobIndex BoardContent::toDocument(JobIndex job) const
{
    if (!job.isValid() || scenario_ == document_.scenario() || scenario_->jobs.isSameAs(document_.value().jobs))
        return job;
    return sameJob(*scenario_, job, document_.value());
}

JobIndex sameJob(const Scenario& from, JobIndex job, const Scenario& to)
{
    if (!job.isValid() || job.value() >= from.jobs.size())
        return {};
    const JobIndex found = to.jobs.find(from.jobs.displayId(job));
    // A job without an id is known by its place in the list, where another one may be by now.
    const auto nameIn
        = [](const Scenario& scenario, JobIndex index) { return scenario.jobs.text(scenario.jobs[index].name); };
    const bool isSame
        = found.isValid() && to.jobs[found].submit == from.jobs[job].submit && nameIn(to, found) == nameIn(from, job);
    return isSame ? found : JobIndex{};
}

bool BoardContent::knowsWaits() const
{
    // A history of another run would speak of other waits.
    return history_ && historyOf_ == playback_.result() && isFromRun_ && waitsOf_ == history_;
}

BoardHistory::Waits BoardContent::waits(ShareIndex share) const
{
    if (!knowsWaits() || !share.isValid() || share.value() >= waits_.size())
        return {};
    return waits_[share.value()];
}

std::optional<double> BoardContent::budgetUsed(ShareIndex share) const
{
    for (const QuotaShare& terms : scenario_->shares) {
        if (terms.name != scenario_->shareName(share) || !terms.budget || !history_ || historyOf_ != playback_.result()
            || !isFromRun_)
            continue;
        const BoardHistory::Interruptions used = history_->interruptions(share, state_.now);
        const auto part = [](double value, double budget) {
            return budget > 0 ? value / budget : value > 0 ? std::numeric_limits<double>::infinity() : 0.0;
        };
        double most = 0;
        if (terms.budget->preemptionsPerJob)
            most = std::max(most, part(used.worstJob, *terms.budget->preemptionsPerJob));
        if (terms.budget->lostGpuHoursPerWeek)
            most = std::max(most,
                part(static_cast<double>(used.lostThisWeek) / static_cast<double>(kMsPerHour),
                    *terms.budget->lostGpuHoursPerWeek));
        return most;
    }
    return std::nullopt;
}

QString BoardContent::headerChipText(ShareIndex share, HeaderChip chip) const
{
    const LaneState* state = lane(share);
    if (state == nullptr)
        return {};
    const auto isNamed = [&](const QuotaShare& terms) { return terms.name == scenario_->shareName(share); };
    const auto terms = std::find_if(scenario_->shares.begin(), scenario_->shares.end(), isNamed);
    const bool isKnown = terms != scenario_->shares.end();
    switch (chip) {
    case HeaderChip::Strategy:
        return strategyText(state->sharing);
    case HeaderChip::InShare:
        return state->inSharePreemption ? tr("in-share preemption on") : tr("in-share preemption off");
    case HeaderChip::Disabled:
        return state->isEnabled ? QString() : tr("disabled");
    case HeaderChip::Protected:
        return isKnown && terms->isProtected ? tr("protected") : QString();
    case HeaderChip::Budget:
        break;
    }
    if (!isKnown || !terms->budget)
        return {};
    const bool hasPast = history_ && historyOf_ == playback_.result() && isFromRun_;
    const BoardHistory::Interruptions used
        = hasPast ? history_->interruptions(share, state_.now) : BoardHistory::Interruptions{};
    if (terms->budget->preemptionsPerJob)
        return tr("interruptions of a job %L1 of %L2").arg(used.worstJob).arg(*terms->budget->preemptionsPerJob);
    if (terms->budget->lostGpuHoursPerWeek)
        return tr("lost this week %1 of %L2 %3")
            .arg(gpuHoursText(used.lostThisWeek))
            .arg(*terms->budget->lostGpuHoursPerWeek, 0, 'f', 1)
            .arg(gpuHourUnit(*scenario_));
    return {};
}

} // namespace quotaboard
