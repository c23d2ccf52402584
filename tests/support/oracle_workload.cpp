// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle_workload.h"

#include "core/simulation/simulator.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace quotaboard::test {

namespace {

constexpr double kHour = static_cast<double>(kMsPerHour);

class Draws {
public:
    explicit Draws(std::uint64_t seed)
        : engine_(seed)
    {
    }

    /// In (0, 1).
    double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1.0p-53; }
    double exponential() { return -std::log(uniform()); }
    std::int32_t upTo(std::int32_t most)
    {
        return 1 + static_cast<std::int32_t>(engine_() % static_cast<std::uint64_t>(most));
    }

    /// Mean 1.
    double work(OracleSetup::Law law)
    {
        switch (law) {
        case OracleSetup::Law::Exponential:
            return exponential();
        case OracleSetup::Law::Deterministic:
            return 1;
        case OracleSetup::Law::Erlang2:
            return (exponential() + exponential()) / 2;
        case OracleSetup::Law::Hyperexponential4: {
            // Balanced means: p = (1 + sqrt((c - 1) / (c + 1))) / 2 with c = 4.
            const double p = (1 + std::sqrt(3.0 / 5.0)) / 2;
            const bool isShort = uniform() < p;
            return exponential() / (2 * (isShort ? p : 1 - p));
        }
        }
        return 1;
    }

private:
    std::mt19937_64 engine_;
};

struct FlatStream {
    ShareIndex share;
    std::int32_t capacity = 0;
    std::int32_t priority = 0;
    double perHour = 0;
};

std::vector<FlatStream> addShares(const OracleSetup& setup, Scenario& scenario, UnitIndex unit)
{
    std::vector<FlatStream> streams;
    std::int32_t capacity = 0;
    for (const OracleShare& share : setup.shares) {
        QuotaShare made;
        made.name = share.name;
        made.limits = {{unit, share.capacity}};
        made.sharing = share.sharing;
        made.inSharePreemption = share.inSharePreemption;
        scenario.shares.push_back(made);
        capacity += share.capacity;
        for (const OracleShare::Stream& stream : share.streams)
            streams.push_back({scenario.internShare(share.name), share.capacity, stream.priority, stream.perHour});
    }
    scenario.environment.name = "environment";
    scenario.environment.limits = {{unit, capacity}};
    return streams;
}

const FlatStream& choose(const std::vector<FlatStream>& streams, double draw)
{
    for (const FlatStream& stream : streams) {
        if (draw < stream.perHour)
            return stream;
        draw -= stream.perHour;
    }
    return streams.back();
}

} // namespace

Scenario makeOracleScenario(const OracleSetup& setup, std::uint64_t seed)
{
    Scenario scenario;
    scenario.name = "oracle";
    const UnitIndex unit = scenario.internUnit("unit");
    const std::vector<FlatStream> streams = addShares(setup, scenario, unit);
    scenario.platform.stopGrace = setup.stopGrace;
    scenario.platform.victimOrder = setup.victimOrder;
    double perHour = 0;
    for (const FlatStream& stream : streams)
        perHour += stream.perHour;

    JobProfile profile;
    if (setup.lossless)
        profile.checkpoint = CheckpointPlan{kMaxTimeMs, 0, true};
    Job job;
    job.profile = scenario.jobs.internProfile(profile);
    job.unit = unit;
    scenario.jobs.reserve(setup.jobs);
    Draws draws(seed);
    double now = 0;
    for (std::size_t i = 0; i < setup.jobs; ++i) {
        now += draws.exponential() / perHour;
        const FlatStream& stream = choose(streams, draws.uniform() * perHour);
        job.submit = static_cast<TimeMs>(std::llround(now * kHour));
        job.work = static_cast<TimeMs>(std::llround(draws.work(setup.law) * kHour));
        job.share = stream.share;
        job.priority = stream.priority;
        job.instances = draws.upTo(std::min(setup.largestJob, stream.capacity));
        scenario.jobs.add(job);
    }
    return scenario;
}

Scenario isolate(const Scenario& scenario, std::string_view share)
{
    Scenario alone;
    alone.name = scenario.name;
    alone.platform = scenario.platform;
    const UnitIndex unit = alone.internUnit("unit");
    for (const QuotaShare& candidate : scenario.shares) {
        if (candidate.name == share)
            alone.shares.push_back(candidate);
    }
    alone.environment.name = "environment";
    alone.environment.limits = alone.shares.at(0).limits;
    const ShareIndex from = scenario.findShare(share);
    const ShareIndex to = alone.internShare(share);
    for (const Job& original : scenario.jobs.jobs()) {
        if (original.share != from)
            continue;
        Job job = original;
        job.share = to;
        job.unit = unit;
        job.profile = alone.jobs.internProfile(scenario.jobs.profile(original.profile));
        alone.jobs.add(job);
    }
    return alone;
}

namespace {

/// Measures from events alone, within the window from the first kept submission to the last.
class OracleMeter final : public EventSink {
public:
    explicit OracleMeter(const Scenario& scenario)
        : scenario_(scenario)
        , firstKept_(scenario.jobs.size() / 10)
        , firstRun_(scenario.jobs.size(), kNever)
        , shares_(scenario.shareNames.size())
        , priorities_(2)
    {
        from_ = scenario.jobs[JobIndex{firstKept_}].submit;
        to_ = scenario.jobs.jobs().back().submit;
        for (std::size_t s = 0; s < shares_.size(); ++s)
            shares_[s].limit = scenario.shares[s].limits[0].maxCapacity;
    }

    void onEvent(const JobEvent& event) override
    {
        const Job& job = scenario_.jobs[event.job];
        Sums& share = shares_[job.share.value()];
        Sums& priority = priorities_[static_cast<std::size_t>(job.priority)];
        switch (event.kind) {
        case EventKind::Submitted:
            change(share, priority, event.time, 1, 0);
            break;
        case EventKind::Scheduled:
            change(share, priority, event.time, 0, job.instances);
            break;
        case EventKind::Preempted:
            change(share, priority, event.time, 0, -job.instances);
            preemptions_ += event.time >= from_ && event.time <= to_ ? 1 : 0;
            break;
        case EventKind::Running:
            onRunning(event, job, share, priority);
            break;
        case EventKind::Succeeded:
            change(share, priority, event.time, -1, -job.instances);
            onSucceeded(event, job, share, priority);
            break;
        default:
            break;
        }
    }

    [[nodiscard]] OracleMeasure finish()
    {
        OracleMeasure result;
        const double hours = static_cast<double>(to_ - from_) / kHour;
        for (Sums& sums : shares_)
            result.shares.push_back(finish(sums, hours));
        for (Sums& sums : priorities_)
            result.priorities.push_back(finish(sums, hours));
        for (const ShareMeasure& share : result.shares)
            result.inSystem += share.inSystem;
        result.preemptionsPerHour = static_cast<double>(preemptions_) / hours;
        result.firstRun = std::move(firstRun_);
        return result;
    }

private:
    struct Sums {
        std::int64_t limit = 0;
        std::int64_t inSystem = 0;
        std::int64_t dispatched = 0;
        TimeMs last = 0;
        double inSystemArea = 0;
        double queueArea = 0;
        double borrowedArea = 0;
        double delays = 0;
        std::size_t ended = 0;
        std::vector<double> waits;
    };

    void change(Sums& share, Sums& priority, TimeMs now, int inSystem, int dispatched)
    {
        for (Sums* sums : {&share, &priority}) {
            const TimeMs begin = std::clamp(sums->last, from_, to_);
            const auto hours = static_cast<double>(std::clamp(now, from_, to_) - begin) / kHour;
            sums->inSystemArea += hours * static_cast<double>(sums->inSystem);
            sums->queueArea += hours * static_cast<double>(sums->inSystem - sums->dispatched);
            sums->borrowedArea
                += hours * static_cast<double>(std::max<std::int64_t>(0, sums->dispatched - sums->limit));
            sums->last = now;
            sums->inSystem += inSystem;
            sums->dispatched += dispatched;
        }
    }

    void onRunning(const JobEvent& event, const Job& job, Sums& share, Sums& priority)
    {
        TimeMs& first = firstRun_[event.job.value()];
        if (first != kNever)
            return;
        first = event.time;
        if (event.job.value() < firstKept_)
            return;
        const double wait = static_cast<double>(event.time - job.submit) / kHour;
        share.waits.push_back(wait);
        priority.waits.push_back(wait);
    }

    void onSucceeded(const JobEvent& event, const Job& job, Sums& share, Sums& priority)
    {
        if (event.job.value() < firstKept_)
            return;
        for (Sums* sums : {&share, &priority}) {
            sums->delays += static_cast<double>(event.time - job.submit - job.work) / kHour;
            ++sums->ended;
        }
    }

    static ShareMeasure finish(Sums& sums, double hours)
    {
        ShareMeasure result;
        std::sort(sums.waits.begin(), sums.waits.end());
        const auto count = static_cast<double>(std::max<std::size_t>(1, sums.waits.size()));
        for (const double wait : sums.waits)
            result.meanWait += wait / count;
        const auto waited = sums.waits.end() - std::upper_bound(sums.waits.begin(), sums.waits.end(), 0.0);
        result.waitProbability = static_cast<double>(waited) / count;
        result.meanDelay = sums.delays / static_cast<double>(std::max<std::size_t>(1, sums.ended));
        result.inSystem = sums.inSystemArea / hours;
        result.queue = sums.queueArea / hours;
        result.borrowed = sums.borrowedArea / hours;
        result.waits = std::move(sums.waits);
        return result;
    }

    const Scenario& scenario_;
    std::size_t firstKept_;
    TimeMs from_ = 0;
    TimeMs to_ = 0;
    std::vector<TimeMs> firstRun_;
    std::vector<Sums> shares_;
    std::vector<Sums> priorities_;
    std::int64_t preemptions_ = 0;
};

} // namespace

OracleMeasure measure(const Scenario& scenario)
{
    OracleMeter meter(scenario);
    Simulator simulator(scenario, &meter);
    const Status status = simulator.run();
    OracleMeasure result = meter.finish();
    if (!status.ok())
        result.error = "the run failed";
    return result;
}

} // namespace quotaboard::test
