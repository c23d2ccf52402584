// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/generator_reader.h"

#include "core/exchange/job_check.h"
#include "core/exchange/policy_reader.h"
#include "core/workload/generators.h"

#include <algorithm>
#include <limits>

namespace quotaboard {

namespace {

/// One job a millisecond; keeps gaps between candidates well above the microsecond that they are counted in.
constexpr double kMostPerHour = 3'600'000;
constexpr std::int64_t kMostPhases = 1000;
constexpr double kMostWeight = 1e9;
constexpr double kLeastRate = 1e-9;
constexpr std::size_t kMostChoices = 1'000'000;
constexpr std::size_t kMostGenerators = 1'000'000;

/// Reads a list of numbers of a fixed length; at least one must be above 0.
template <std::size_t N>
void readWeights(const JsonCursor& cursor, std::string_view key, std::array<double, N>& weights, bool isRequired)
{
    std::size_t position = 0;
    double sum = 0;
    cursor.array(key, N, N, isRequired, [&](const JsonCursor& item) {
        const nlohmann::json& value = item.value();
        if (!value.is_number())
            return item.fail(ErrorCode::WrongType, {}, {excerpt(value), "a number"});
        const double weight = value.get<double>();
        if (!(weight >= 0 && weight <= kMostWeight))
            return item.fail(ErrorCode::OutOfRange, {}, {excerpt(value), "0 to 1e9"});
        weights[position++] = weight;
        sum += weight;
    });
    if (position == N && sum <= 0)
        cursor.fail(ErrorCode::OutOfRange, key, {excerpt(cursor.value().at(key)), "at least one weight above 0"});
}

/// Reads a list of objects with a `weight` each; `readItem` reads the rest of one.
template <class T, class Read>
void readWeighted(const JsonCursor& cursor, std::string_view key, std::vector<Weighted<T>>& target, Read readItem)
{
    std::vector<Weighted<T>> list;
    double sum = 0;
    cursor.array(key, 1, kMostChoices, false, [&](const JsonCursor& item) {
        if (!item.expectObject())
            return;
        Weighted<T> weighted;
        weighted.weight = item.number("weight", 0, kMostWeight).value_or(weighted.weight);
        readItem(item, weighted.value);
        item.warnUnknownKeys();
        sum += weighted.weight;
        list.push_back(std::move(weighted));
    });
    if (list.empty())
        return;
    if (sum <= 0)
        cursor.fail(ErrorCode::OutOfRange, key, {"weights that are all 0", "at least one weight above 0"});
    target = std::move(list);
}

void readArrival(const JsonCursor& cursor, ArrivalSpec& arrival)
{
    using Process = ArrivalSpec::Process;
    const auto process = cursor.word("process", {"poisson", "dailyCurve", "burst", "deterministic"}, true);
    if (!process)
        return;
    arrival.process = static_cast<Process>(*process);
    if (arrival.process == Process::Poisson || arrival.process == Process::DailyCurve)
        arrival.perHour = cursor.number("perHour", kLeastRate, kMostPerHour, true).value_or(arrival.perHour);
    else
        arrival.every = cursor.seconds("everySeconds", 1, true).value_or(arrival.every);
    if (arrival.process == Process::DailyCurve) {
        readWeights(cursor, "hourlyWeights", arrival.hourlyWeights, true);
        readWeights(cursor, "weekdayWeights", arrival.weekdayWeights, false);
        const double hours = cursor.number("utcOffsetHours", -14, 14).value_or(0);
        arrival.utcOffset = static_cast<TimeMs>(hours * static_cast<double>(kMsPerHour));
    }
    if (arrival.process == Process::Burst) {
        arrival.burstSize = static_cast<std::int32_t>(cursor.integer("jobs", 1, kMaxGeneratedJobs, true).value_or(1));
        arrival.spread = cursor.seconds("spreadSeconds", 0).value_or(arrival.spread);
        if (arrival.spread > arrival.every)
            cursor.fail(ErrorCode::Conflict, "spreadSeconds", {"spreadSeconds is more than everySeconds"});
    }
    cursor.warnUnknownKeys();
}

void readWork(const JsonCursor& cursor, WorkSpec& work)
{
    using Law = WorkSpec::Law;
    const auto law = cursor.word(
        "law", {"exponential", "deterministic", "erlang", "hyperexponential", "lognormal", "uniform"}, true);
    if (!law)
        return;
    work.law = static_cast<Law>(*law);
    const bool isUniform = work.law == Law::Uniform;
    if (!isUniform)
        work.mean = static_cast<double>(cursor.seconds("meanSeconds", 0, true).value_or(0));
    work.least = cursor.seconds("leastSeconds", 0, isUniform).value_or(work.least);
    work.most = cursor.seconds("mostSeconds", 0, isUniform).value_or(work.most);
    if (work.least > work.most)
        cursor.fail(ErrorCode::Conflict, "leastSeconds", {"leastSeconds is more than mostSeconds"});
    if (work.law == Law::Erlang)
        work.shape = static_cast<std::int32_t>(cursor.integer("shape", 1, kMostPhases, true).value_or(1));
    if (work.law == Law::Hyperexponential || work.law == Law::Lognormal) {
        const double least = work.law == Law::Lognormal ? 0 : 1;
        work.squaredVariation = cursor.number("squaredVariation", least, 1e6, true).value_or(work.squaredVariation);
    }
    cursor.warnUnknownKeys();
}

void readExtent(const JsonCursor& cursor, GeneratorSpec& spec)
{
    spec.start = cursor.seconds("startSeconds", 0).value_or(0);
    spec.until = cursor.seconds("untilSeconds", 0);
    spec.count = cursor.integer("count", 0, kMaxGeneratedJobs);
    if (!spec.until && !spec.count)
        cursor.fail(ErrorCode::MissingKey, {}, {"count or untilSeconds"});
}

GeneratorSpec readGenerator(const JsonCursor& cursor)
{
    GeneratorSpec spec;
    if (!cursor.expectObject())
        return spec;
    spec.share = cursor.text("quotaShareName", true).value_or("");
    spec.unit = cursor.text("capacityUnit", true).value_or("");
    spec.name = cursor.textOr("name", "");
    spec.drawsAs = cursor.textOr("drawsAs", "");
    if (spec.drawsAs == spec.share)
        spec.drawsAs.clear();
    spec.jobName = cursor.textOr("jobName", "");
    spec.user = cursor.textOr("user", "");
    spec.workloadClass = cursor.textOr("workloadClass", "");
    readExtent(cursor, spec);
    cursor.object(
        "arrival", [&](const JsonCursor& item) { readArrival(item, spec.arrival); }, true);
    cursor.object(
        "work", [&](const JsonCursor& item) { readWork(item, spec.work); }, true);
    readWeighted(cursor, "sizes", spec.sizes, [](const JsonCursor& item, std::int32_t& size) {
        size = static_cast<std::int32_t>(item.integer("instanceCount", 1, kMaxInstances, true).value_or(1));
    });
    readWeighted(cursor, "priorities", spec.priorities, [](const JsonCursor& item, std::int32_t& priority) {
        priority = static_cast<std::int32_t>(item.integer("schedulingPriority", 0, kMaxPriority, true).value_or(0));
    });
    readWeighted(cursor, "checkpointClasses", spec.checkpointClasses,
        [](const JsonCursor& item, CheckpointClass& kind) { kind = readCheckpointClass(item); });
    spec.deadlineSlack = cursor.number("deadlineSlack", 1, 1e6);
    cursor.warnUnknownKeys();
    return spec;
}

/// `check` may fail more of the item than its shape.
template <class Check>
std::vector<GeneratorSpec> readSpecs(const JsonCursor& document, Check check)
{
    std::vector<GeneratorSpec> specs;
    document.array("generators", 0, kMostGenerators, false, [&](const JsonCursor& item) {
        GeneratorSpec spec = readGenerator(item);
        if (item.context().failed())
            return;
        check(item, spec);
        // Share and name tell generators apart, and key their draws unless one draws as another share.
        const bool isTaken = std::any_of(specs.begin(), specs.end(),
            [&](const GeneratorSpec& other) { return other.share == spec.share && other.name == spec.name; });
        if (isTaken)
            item.fail(ErrorCode::Duplicate, "name", {spec.name});
        specs.push_back(std::move(spec));
    });
    return specs;
}

} // namespace

CheckpointClass readCheckpointClass(const JsonCursor& cursor)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    CheckpointClass kind;
    kind.name = cursor.textOr("name", "");
    cursor.object("checkpoint", [&](const JsonCursor& item) { kind.profile.checkpoint = readCheckpointPlan(item); });
    kind.profile.restore = cursor.seconds("restoreSeconds", 0).value_or(0);
    cursor.object("preemptionConfiguration", [&](const JsonCursor& item) {
        if (const auto retries = item.integer("preemptionRetriesBeforeTermination", 0, kMost))
            kind.profile.preemptionRetries = static_cast<std::int32_t>(*retries);
        item.warnUnknownKeys();
    });
    cursor.object("retryStrategy", [&](const JsonCursor& item) {
        kind.profile.attempts = static_cast<std::int32_t>(item.integer("attempts", 1, kMost).value_or(1));
        item.warnUnknownKeys();
    });
    return kind;
}

std::vector<GeneratorSpec> readGenerators(const JsonCursor& document)
{
    return readSpecs(document, [](const JsonCursor&, const GeneratorSpec&) {});
}

void appendGeneratedJobs(Scenario& scenario, const JsonCursor& document, std::uint64_t seed, const Progress* progress)
{
    const std::vector<GeneratorSpec> specs
        = readSpecs(document, [&](const JsonCursor& item, const GeneratorSpec& spec) {
              if (scenario.findShare(spec.share).isValid())
                  return;
              item.fail(ErrorCode::UnknownReference, "quotaShareName",
                  {spec.share, fmt::format("one of the quota shares ({})", fmt::join(scenario.shareNames, ", "))});
          });
    std::size_t position = 0;
    document.array("generators", 0, kMostGenerators, false, [&](const JsonCursor& item) {
        const JobIndex first{scenario.jobs.size()};
        const Status status = generateJobs(scenario, specs[position++], seed, progress);
        if (!status && status.error().code == ErrorCode::Interrupted)
            item.context().fail(status.error());
        else if (!status)
            item.fail(status.error().code, status.error().place, status.error().arguments);
        checkAttemptLengths(scenario, first, item, "checkpointClasses");
    });
}

} // namespace quotaboard
