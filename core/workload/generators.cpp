// SPDX-License-Identifier: Apache-2.0
#include "core/workload/generators.h"

#include "core/base/random.h"
#include "core/workload/arrivals.h"
#include "core/workload/portable_math.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

constexpr std::size_t kJobsPerCheck = 4096;

TimeMs roundedMs(double ms)
{
    if (!(ms > 0))
        return 0;
    return ms >= static_cast<double>(kMaxTimeMs) ? kMaxTimeMs : static_cast<TimeMs>(std::floor(ms + 0.5));
}

double erlang(const WorkSpec& spec, const DrawStream& draws, std::uint64_t ordinal)
{
    double sum = 0;
    for (std::int32_t phase = 0; phase < spec.shape; ++phase)
        sum += draws.exponential(DrawPurpose::Work, ordinal, static_cast<std::uint64_t>(phase));
    return spec.mean * sum / spec.shape;
}

double hyperexponential(const WorkSpec& spec, const DrawStream& draws, std::uint64_t ordinal)
{
    // Balanced means: each of the two branches carries half of the mean.
    const double c = spec.squaredVariation;
    const double p = (1 + std::sqrt((c - 1) / (c + 1))) / 2;
    const bool first = draws.uniform(DrawPurpose::Work, ordinal, 0) < p;
    return draws.exponential(DrawPurpose::Work, ordinal, 1) * spec.mean / (2 * (first ? p : 1 - p));
}

double lognormal(const WorkSpec& spec, const DrawStream& draws, std::uint64_t ordinal)
{
    const double variance = portableLog(1 + spec.squaredVariation);
    return spec.mean * portableExp(std::sqrt(variance) * draws.normal(DrawPurpose::Work, ordinal) - variance / 2);
}

double workOf(const WorkSpec& spec, const DrawStream& draws, std::uint64_t ordinal)
{
    switch (spec.law) {
    case WorkSpec::Law::Exponential:
        return spec.mean * draws.exponential(DrawPurpose::Work, ordinal);
    case WorkSpec::Law::Deterministic:
        return spec.mean;
    case WorkSpec::Law::Erlang:
        return erlang(spec, draws, ordinal);
    case WorkSpec::Law::Hyperexponential:
        return hyperexponential(spec, draws, ordinal);
    case WorkSpec::Law::Lognormal:
        return lognormal(spec, draws, ordinal);
    case WorkSpec::Law::Uniform:
        return static_cast<double>(spec.least)
            + draws.uniform(DrawPurpose::Work, ordinal) * static_cast<double>(spec.most - spec.least);
    }
    return spec.mean;
}

/// Position in a weighted list; a list of one costs no draw's worth of attention.
template <class T>
std::size_t choose(const std::vector<Weighted<T>>& list, double draw)
{
    double total = 0;
    for (const Weighted<T>& item : list)
        total += item.weight;
    double rest = draw * total;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
        if (rest < list[i].weight)
            return i;
        rest -= list[i].weight;
    }
    // A weight of 0 at the end must not be chosen by rounding.
    std::size_t last = list.size() - 1;
    while (last > 0 && list[last].weight <= 0)
        --last;
    return last;
}

class Generator {
public:
    Generator(Scenario& scenario, const GeneratorSpec& spec, std::uint64_t seed)
        : scenario_(scenario)
        , spec_(spec)
        , draws_(seed, spec)
        , share_(scenario.findShare(spec.share))
        , unit_(scenario.internUnit(spec.unit))
        , user_(intern(spec.user))
    {
        for (const Weighted<CheckpointClass>& item : spec.checkpointClasses) {
            profiles_.push_back(scenario.jobs.internProfile(item.value.profile));
            classes_.push_back(intern(item.value.name.empty() ? spec.workloadClass : item.value.name));
        }
        name_ = scenario.jobs.intern(spec.jobName.empty() ? spec.share : spec.jobName);
    }

    Status run(const Progress* progress)
    {
        const Result<std::vector<TimeMs>> drawn = drawArrivals(spec_, scenario_.startTime, draws_, progress);
        if (!drawn)
            return drawn.error();
        const std::vector<TimeMs>& arrivals = drawn.value();
        scenario_.jobs.reserve(scenario_.jobs.size() + arrivals.size());
        for (std::size_t i = 0; i < arrivals.size(); ++i) {
            if (i % kJobsPerCheck == 0 && progress != nullptr && progress->isCancelled())
                return Error{ErrorCode::Interrupted, {}, {}};
            scenario_.jobs.add(makeJob(arrivals[i], i));
        }
        return {};
    }

private:
    StringId intern(const std::string& text) { return text.empty() ? StringId{} : scenario_.jobs.intern(text); }

    Job makeJob(TimeMs submit, std::uint64_t ordinal)
    {
        Job job;
        job.submit = submit;
        job.work = drawWork(spec_.work, draws_, ordinal);
        job.share = share_;
        job.unit = unit_;
        job.name = name_;
        job.user = user_;
        job.instances = pick(spec_.sizes, DrawPurpose::Size, ordinal);
        job.priority = pick(spec_.priorities, DrawPurpose::Priority, ordinal);
        const std::size_t kind = choose(spec_.checkpointClasses, draws_.uniform(DrawPurpose::Checkpoint, ordinal));
        job.profile = profiles_[kind];
        job.workloadClass = classes_[kind];
        if (spec_.deadlineSlack)
            job.deadline
                = std::min(kMaxTimeMs, submit + roundedMs(static_cast<double>(job.work) * *spec_.deadlineSlack));
        return job;
    }

    template <class T>
    T pick(const std::vector<Weighted<T>>& list, DrawPurpose purpose, std::uint64_t ordinal) const
    {
        return list[choose(list, draws_.uniform(purpose, ordinal))].value;
    }

    Scenario& scenario_;
    const GeneratorSpec& spec_;
    DrawStream draws_;
    ShareIndex share_;
    UnitIndex unit_;
    StringId user_;
    StringId name_;
    std::vector<ProfileIndex> profiles_;
    std::vector<StringId> classes_;
};

} // namespace

DrawStream::DrawStream(std::uint64_t seed, const GeneratorSpec& spec)
    : seed_(seed)
    , stream_(mixBits(streamKey(spec.drawKey()) + streamKey(spec.name)))
{
}

double DrawStream::uniform(DrawPurpose purpose, std::uint64_t ordinal, std::uint64_t k) const
{
    return counterDraw(seed_, static_cast<std::uint64_t>(purpose), stream_, ordinal, k);
}

double DrawStream::exponential(DrawPurpose purpose, std::uint64_t ordinal, std::uint64_t k) const
{
    return -portableLog(1.0 - uniform(purpose, ordinal, k));
}

double DrawStream::normal(DrawPurpose purpose, std::uint64_t ordinal) const
{
    for (std::uint64_t k = 0;; k += 2) {
        const double u = 2 * uniform(purpose, ordinal, k) - 1;
        const double v = 2 * uniform(purpose, ordinal, k + 1) - 1;
        const double square = u * u + v * v;
        if (square > 0 && square < 1)
            return u * std::sqrt(-2 * portableLog(square) / square);
    }
}

TimeMs drawWork(const WorkSpec& spec, const DrawStream& draws, std::uint64_t ordinal)
{
    return std::clamp(roundedMs(workOf(spec, draws, ordinal)), spec.least, spec.most);
}

Status generateJobs(Scenario& scenario, const GeneratorSpec& spec, std::uint64_t seed, const Progress* progress)
{
    return Generator{scenario, spec, seed}.run(progress);
}

} // namespace quotaboard
