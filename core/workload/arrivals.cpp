// SPDX-License-Identifier: Apache-2.0
#include "core/workload/arrivals.h"

#include "core/workload/generators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace quotaboard {

namespace {

constexpr std::int64_t kMicrosPerMs = 1000;
constexpr std::uint64_t kCandidatesPerLook = 1 << 16;

/// Collects submit times until the generator's end, its count, or the most that any may make.
class ArrivalList {
public:
    explicit ArrivalList(const GeneratorSpec& spec)
        : spec_(spec)
        , end_(spec.until.value_or(kMaxTimeMs))
    {
    }

    /// False when the generator has come to its end.
    bool add(TimeMs time)
    {
        if (time >= end_ || (spec_.count && static_cast<std::int64_t>(times_.size()) >= *spec_.count))
            return false;
        if (static_cast<std::int64_t>(times_.size()) >= kMaxGeneratedJobs) {
            fail(Error{ErrorCode::TooMany, {},
                {"more than " + std::to_string(kMaxGeneratedJobs), "at most " + std::to_string(kMaxGeneratedJobs)}});
            return false;
        }
        times_.push_back(time);
        return true;
    }

    [[nodiscard]] bool isPastEnd(TimeMs time) const { return time >= end_; }

    void fail(Error error) { error_ = std::move(error); }

    Result<std::vector<TimeMs>> finish()
    {
        if (error_)
            return *error_;
        return std::move(times_);
    }

private:
    const GeneratorSpec& spec_;
    TimeMs end_;
    std::vector<TimeMs> times_;
    std::optional<Error> error_;
};

/// A gap in whole microseconds: fine enough not to shift a mean, and a sum of integers has no rounding to differ by.
std::int64_t gapMicros(double gapHours)
{
    constexpr double kMicrosPerHour = 3.6e9;
    const double most = static_cast<double>(kMaxTimeMs) * 1000.0;
    return static_cast<std::int64_t>(std::min(most, std::floor(gapHours * kMicrosPerHour + 0.5)));
}

/// Poisson arrivals at `perHour`, kept with a probability that depends on their time.
template <class Keep>
void drawPoisson(const GeneratorSpec& spec, const DrawStream& draws, double perHour, ArrivalList& list,
    const Progress* progress, std::uint64_t mostCandidates, Keep keep)
{
    std::int64_t micros = spec.start * kMicrosPerMs;
    for (std::uint64_t candidate = 0;; ++candidate) {
        if (candidate % kCandidatesPerLook == 0 && progress != nullptr && progress->isCancelled())
            return list.fail(Error{ErrorCode::Interrupted, {}, {}});
        if (candidate >= mostCandidates)
            return list.fail(Error{ErrorCode::OutOfRange, "arrival",
                {"a curve that is nearly 0 beside its peak",
                    "weights with which " + std::to_string(mostCandidates)
                        + " instants at the peak's rate are enough"}});
        micros += gapMicros(draws.exponential(DrawPurpose::Arrival, candidate) / perHour);
        const TimeMs time = (micros + kMicrosPerMs / 2) / kMicrosPerMs;
        if (list.isPastEnd(time))
            return;
        if (keep(candidate, time) && !list.add(time))
            return;
    }
}

void drawBursts(const GeneratorSpec& spec, const DrawStream& draws, ArrivalList& list)
{
    const ArrivalSpec& arrival = spec.arrival;
    std::vector<TimeMs> times(static_cast<std::size_t>(arrival.burstSize));
    std::uint64_t ordinal = 0;
    for (TimeMs begin = spec.start;; begin += arrival.every) {
        if (list.isPastEnd(begin))
            return;
        for (TimeMs& time : times) {
            const double draw = draws.uniform(DrawPurpose::Arrival, ordinal++);
            time = begin + static_cast<TimeMs>(std::floor(draw * static_cast<double>(arrival.spread)));
        }
        std::sort(times.begin(), times.end());
        for (const TimeMs time : times) {
            if (!list.add(time))
                return;
        }
    }
}

TimeMs floorModulo(TimeMs value, TimeMs modulus)
{
    const TimeMs rest = value % modulus;
    return rest < 0 ? rest + modulus : rest;
}

} // namespace

CurveScale scaleOf(const ArrivalSpec& arrival)
{
    double hours = 0;
    for (const double weight : arrival.hourlyWeights)
        hours += weight;
    double days = 0;
    for (const double weight : arrival.weekdayWeights)
        days += weight;
    CurveScale scale;
    scale.meanWeight = hours / static_cast<double>(arrival.hourlyWeights.size()) * days
        / static_cast<double>(arrival.weekdayWeights.size());
    const double most = *std::max_element(arrival.hourlyWeights.begin(), arrival.hourlyWeights.end())
        * *std::max_element(arrival.weekdayWeights.begin(), arrival.weekdayWeights.end());
    scale.peakPerHour = arrival.perHour * most / scale.meanWeight;
    return scale;
}

double rateAt(const ArrivalSpec& arrival, const CurveScale& scale, TimeMs epoch)
{
    const TimeMs local = epoch + arrival.utcOffset;
    // 1970-01-01 was a Thursday, three days after a Monday.
    const TimeMs sinceMonday = floorModulo(local + 3 * kMsPerDay, 7 * kMsPerDay);
    const auto day = static_cast<std::size_t>(sinceMonday / kMsPerDay);
    const auto hour = static_cast<std::size_t>(sinceMonday % kMsPerDay / kMsPerHour);
    return arrival.perHour * arrival.hourlyWeights[hour] * arrival.weekdayWeights[day] / scale.meanWeight;
}

Result<std::vector<TimeMs>> drawArrivals(const GeneratorSpec& spec, TimeMs startTime, const DrawStream& draws,
    const Progress* progress, std::uint64_t mostCandidates)
{
    ArrivalList list(spec);
    const ArrivalSpec& arrival = spec.arrival;
    switch (arrival.process) {
    case ArrivalSpec::Process::Poisson:
        drawPoisson(spec, draws, arrival.perHour, list, progress, std::numeric_limits<std::uint64_t>::max(),
            [](std::uint64_t, TimeMs) { return true; });
        break;
    case ArrivalSpec::Process::DailyCurve: {
        const CurveScale scale = scaleOf(arrival);
        drawPoisson(
            spec, draws, scale.peakPerHour, list, progress, mostCandidates, [&](std::uint64_t candidate, TimeMs time) {
                const double draw = draws.uniform(DrawPurpose::Thinning, candidate);
                return draw * scale.peakPerHour < rateAt(arrival, scale, startTime + time);
            });
        break;
    }
    case ArrivalSpec::Process::Burst:
        drawBursts(spec, draws, list);
        break;
    case ArrivalSpec::Process::Deterministic:
        for (TimeMs time = spec.start; list.add(time);)
            time += arrival.every;
        break;
    }
    return list.finish();
}

} // namespace quotaboard
