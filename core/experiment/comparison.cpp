// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/comparison.h"

#include "core/experiment/comparison_rows.h"
#include "core/experiment/day_resampling.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace quotaboard {

namespace {

constexpr std::array kVictimOrders{VictimOrder::Priority, VictimOrder::Youngest, VictimOrder::Oldest,
    VictimOrder::LeastLoss, VictimOrder::MostBorrowed};
constexpr std::size_t kFewestForBootstrap = 10;
constexpr std::size_t kMostUncorrected = 3;
/// Keeps the bootstrap the same from one comparison to the next.
constexpr std::uint64_t kBootstrapSeed = 1;

using Runs = std::vector<std::vector<Replication>>;

Status check(const std::vector<ComparedScenario>& scenarios, const ComparisonOptions& options)
{
    if (scenarios.empty() || scenarios.size() > kMostCompared)
        return Error{
            ErrorCode::TooMany, {}, {std::to_string(scenarios.size()), "1 to " + std::to_string(kMostCompared)}};
    if (options.baseline >= scenarios.size())
        return Error{ErrorCode::OutOfRange, "baseline",
            {std::to_string(options.baseline), "0 to " + std::to_string(scenarios.size() - 1)}};
    if (options.seeds == 0)
        return Error{ErrorCode::OutOfRange, "seeds", {"0", "1 or more"}};
    return {};
}

std::size_t mostRecordedDays(const std::vector<ComparedScenario>& scenarios)
{
    std::size_t days = 0;
    for (const ComparedScenario& compared : scenarios)
        days = std::max(days, recordedDays(*compared.scenario));
    return days;
}

/// Runs that gave results, with what their share numbers mean.
std::vector<RunFigures> figuresOf(const ComparedScenario& compared, const std::vector<Replication>& runs)
{
    std::vector<RunFigures> figures;
    for (const Replication& run : runs) {
        if (run.scorecard != nullptr)
            figures.push_back({run.scorecard.get(), &compared.scenario->shareNames});
    }
    return figures;
}

MissingReason mostFrequent(const std::vector<MetricValue>& values)
{
    std::map<MissingReason, std::size_t> counts;
    for (const MetricValue& value : values) {
        if (!value.value)
            ++counts[value.missing];
    }
    MissingReason reason = MissingReason::None;
    std::size_t most = 0;
    for (const auto& [candidate, count] : counts) {
        if (count > most) {
            reason = candidate;
            most = count;
        }
    }
    return reason;
}

/// Fills the cells of rows out of the runs of all scenarios.
class CellMaker {
public:
    CellMaker(const std::vector<ComparedScenario>& scenarios, const Comparison& comparison)
        : scenarios_(scenarios)
        , comparison_(comparison)
    {
    }

    [[nodiscard]] std::vector<MetricCell> cells(
        const RowSpec& spec, std::span<const std::vector<Replication>> runs) const
    {
        std::vector<MetricCell> cells;
        for (std::size_t s = 0; s < scenarios_.size(); ++s)
            cells.push_back(cell(spec, runs[s], scenarios_[s]));
        for (std::size_t s = 0; s < cells.size(); ++s) {
            if (s != comparison_.baseline)
                compare(spec.row, s, cells);
        }
        return cells;
    }

private:
    static MetricCell cell(const RowSpec& spec, const std::vector<Replication>& runs, const ComparedScenario& compared)
    {
        MetricCell cell;
        std::vector<double> defined;
        for (const Replication& run : runs) {
            MetricValue value{std::nullopt, MissingReason::RunFailed};
            if (run.scorecard != nullptr)
                value = spec.read({run.scorecard.get(), &compared.scenario->shareNames});
            if (value.value)
                defined.push_back(*value.value);
            cell.values.push_back(value);
        }
        cell.missing = mostFrequent(cell.values);
        cell.summary = summarizeSample(defined);
        if (spec.row.usesBootstrap && defined.size() >= kFewestForBootstrap)
            cell.interval = bootstrapInterval(defined, kBootstrapSeed);
        else if (cell.summary && cell.summary->halfWidth)
            cell.interval = Interval{
                cell.summary->mean - *cell.summary->halfWidth, cell.summary->mean + *cell.summary->halfWidth};
        return cell;
    }

    /// One value for each seed: that of a scenario that was run once counts for all of them.
    [[nodiscard]] std::vector<std::optional<double>> spread(const MetricCell& cell) const
    {
        std::vector<std::optional<double>> values;
        for (std::size_t i = 0; i < comparison_.seeds.size(); ++i)
            values.push_back(cell.values[std::min(i, cell.values.size() - 1)].value);
        return values;
    }

    void compare(const MetricRow& row, std::size_t scenario, std::vector<MetricCell>& cells) const
    {
        ComparisonRule rule;
        rule.good = row.good.value_or(GoodDirection::Higher);
        if (row.unit == MetricUnit::Milliseconds)
            rule.threshold.absolute = static_cast<double>(kMsPerMinute);
        rule.usesBootstrap = row.usesBootstrap;
        rule.comparisons = scenarios_.size() - 1;
        rule.seed = kBootstrapSeed;
        const MetricCell& baseline = cells[comparison_.baseline];
        MetricCell& cell = cells[scenario];
        const bool drawsNothing = comparison_.scenarios[comparison_.baseline].isDeterministic
            && comparison_.scenarios[scenario].isDeterministic;
        cell.comparison = drawsNothing
            ? compareDeterministic(baseline.values.front().value, cell.values.front().value, rule)
            : comparePaired(spread(baseline), spread(cell), rule);
        if (row.good)
            cell.verdict = cell.comparison->verdict;
    }

    const std::vector<ComparedScenario>& scenarios_;
    const Comparison& comparison_;
};

/// The scenarios as they are and, where it is asked for, under each victim order that is not what all of them have.
class Variants {
public:
    Variants(const std::vector<ComparedScenario>& scenarios, bool victimOrders)
        : count_(scenarios.size())
    {
        add(scenarios, std::nullopt);
        for (const VictimOrder order : kVictimOrders) {
            if (!victimOrders)
                return;
            const bool isAsItIs = std::all_of(scenarios.begin(), scenarios.end(),
                [&](const ComparedScenario& c) { return c.scenario->platform.victimOrder == order; });
            starts_.push_back(isAsItIs ? 0 : runs_.size());
            if (!isAsItIs)
                add(scenarios, order);
        }
    }

    [[nodiscard]] std::span<const ReplicatedScenario> runs() const { return runs_; }
    /// Where the scenarios under each order begin; empty when that was not asked for.
    [[nodiscard]] const std::vector<std::size_t>& starts() const { return starts_; }
    [[nodiscard]] std::span<const std::vector<Replication>> at(const Runs& results, std::size_t start) const
    {
        return std::span(results).subspan(start, count_);
    }

private:
    void add(const std::vector<ComparedScenario>& scenarios, std::optional<VictimOrder> order)
    {
        for (const ComparedScenario& compared : scenarios)
            runs_.push_back({compared.scenario, compared.redraw, order});
    }

    std::size_t count_;
    std::vector<ReplicatedScenario> runs_;
    std::vector<std::size_t> starts_;
};

/// Tells what the scenarios are and how their runs went.
void describeRuns(Comparison& comparison, const std::vector<ComparedScenario>& scenarios, const Variants& variants,
    const Runs& results)
{
    const Scenario& baseline = *scenarios[comparison.baseline].scenario;
    for (std::size_t s = 0; s < scenarios.size(); ++s) {
        ScenarioRuns& runs = comparison.scenarios.emplace_back();
        runs.name = scenarios[s].name;
        runs.isDeterministic = comparison.resampledDays == 0 && isDeterministic(variants.runs()[s]);
        runs.runs = results[s];
        runs.usable = static_cast<std::size_t>(std::count_if(
            runs.runs.begin(), runs.runs.end(), [](const Replication& run) { return run.scorecard != nullptr; }));
        runs.calls = policyCalls(baseline, *scenarios[s].scenario);
    }
    comparison.countsInstanceHours = std::all_of(scenarios.begin(), scenarios.end(),
        [](const ComparedScenario& c) { return c.scenario->countsInstanceHours(); });
}

void countOrders(MetricRow& row, const std::vector<std::vector<MetricCell>>& underOrders)
{
    for (std::size_t s = 0; s < row.cells.size(); ++s) {
        MetricCell& cell = row.cells[s];
        if (!cell.verdict)
            continue;
        cell.ordersWithSameVerdict = static_cast<std::uint32_t>(std::count_if(underOrders.begin(), underOrders.end(),
            [&](const std::vector<MetricCell>& cells) { return cells[s].verdict == cell.verdict; }));
    }
}

void makeRows(Comparison& comparison, const std::vector<ComparedScenario>& scenarios, const ComparisonOptions& options,
    const Variants& variants, const Runs& results)
{
    std::vector<std::vector<RunFigures>> figures;
    std::vector<RunFigures> all;
    for (std::size_t s = 0; s < scenarios.size(); ++s) {
        figures.push_back(figuresOf(scenarios[s], results[s]));
        all.insert(all.end(), figures.back().begin(), figures.back().end());
    }
    comparison.waitPair = options.waitPair ? options.waitPair : chooseWaitPair(figures, comparison.baseline);
    const CellMaker maker(scenarios, comparison);
    for (RowSpec& spec : comparisonRows(all, comparison.waitPair)) {
        spec.row.cells = maker.cells(spec, variants.at(results, 0));
        if (!variants.starts().empty()) {
            std::vector<std::vector<MetricCell>> underOrders;
            for (const std::size_t start : variants.starts())
                underOrders.push_back(maker.cells(spec, variants.at(results, start)));
            countOrders(spec.row, underOrders);
        }
        comparison.rows.push_back(std::move(spec.row));
    }
}

} // namespace

bool MetricRow::hasDifference(std::size_t baseline) const
{
    const MetricCell& own = cells[baseline];
    return std::any_of(cells.begin(), cells.end(), [&](const MetricCell& cell) {
        if (own.summary.has_value() != cell.summary.has_value())
            return true;
        return own.summary && (own.summary->mean != cell.summary->mean || own.summary->n != cell.summary->n);
    });
}

Result<Comparison> compareScenarios(const std::vector<ComparedScenario>& scenarios, const ComparisonOptions& options)
{
    if (const Status status = check(scenarios, options); !status)
        return status.error();
    Comparison comparison;
    comparison.baseline = options.baseline;
    comparison.resampledDays = options.resampleDays ? mostRecordedDays(scenarios) : 0;
    if (options.resampleDays && comparison.resampledDays == 0)
        return Error{ErrorCode::Conflict, {}, {"no scenario has recorded jobs whose days could be drawn"}};
    ReplicationOptions running;
    running.seeds = options.seeds;
    running.firstSeed = options.firstSeed.value_or(scenarios[options.baseline].scenario->platform.seed);
    running.threads = options.threads;
    running.warmUp = options.warmUp;
    running.resampledDays = comparison.resampledDays;
    running.progress = options.progress;
    const Variants variants(scenarios, options.victimOrders);
    const Result<Runs> results = runReplications(variants.runs(), running);
    if (!results)
        return results.error();
    for (std::size_t i = 0; i < options.seeds; ++i)
        comparison.seeds.push_back(running.firstSeed + i);
    describeRuns(comparison, scenarios, variants, results.value());
    ComparisonRule rule;
    const std::size_t compared = scenarios.size() - 1;
    comparison.confidence
        = compared > kMostUncorrected ? 1 - (1 - rule.confidence) / static_cast<double>(compared) : rule.confidence;
    makeRows(comparison, scenarios, options, variants, results.value());
    return comparison;
}

const MetricRow* findRow(const Comparison& comparison, std::string_view key)
{
    const auto found = std::find_if(comparison.rows.begin(), comparison.rows.end(), [&](const MetricRow& row) {
        return row.key == key
            && (row.section == MetricSection::Scorecard || row.section == MetricSection::Procurement
                || row.section == MetricSection::Accounting);
    });
    return found == comparison.rows.end() ? nullptr : &*found;
}

} // namespace quotaboard
