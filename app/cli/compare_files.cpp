// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_files.h"

#include "app/cli/command.h"
#include "app/cli/compare_words.h"
#include "core/base/csv_text.h"

#include <cmath>
#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

using Json = nlohmann::ordered_json;

Json number(std::optional<double> value)
{
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json valuesOf(const MetricCell& cell)
{
    Json values = Json::array();
    for (const MetricValue& value : cell.values)
        values.push_back(number(value.value));
    return values;
}

void addComparison(Json& json, const MetricCell& cell, bool isDeterministic)
{
    const PairedComparison& compared = *cell.comparison;
    json["pairs"] = compared.pairs;
    json["pairsDefined"] = compared.n;
    json["difference"] = number(compared.difference);
    json["differenceLow"] = compared.interval ? Json(compared.interval->low) : Json(nullptr);
    json["differenceHigh"] = compared.interval ? Json(compared.interval->high) : Json(nullptr);
    if (!cell.verdict)
        return;
    json["verdict"] = wordOf(*cell.verdict);
    if (isDeterministic)
        json["verdictScope"] = "for this workload";
    if (cell.ordersWithSameVerdict)
        json["victimOrdersWithSameVerdict"] = *cell.ordersWithSameVerdict;
}

Json cellToJson(const Comparison& comparison, std::size_t scenario, const MetricCell& cell)
{
    const ScenarioRuns& runs = comparison.scenarios[scenario];
    Json json{{"scenario", runs.name}, {"values", valuesOf(cell)}, {"n", cell.summary ? cell.summary->n : 0},
        {"mean", cell.summary ? number(cell.summary->mean) : Json(nullptr)},
        {"deviation", cell.summary ? number(cell.summary->deviation) : Json(nullptr)},
        {"low", cell.interval ? Json(cell.interval->low) : Json(nullptr)},
        {"high", cell.interval ? Json(cell.interval->high) : Json(nullptr)}};
    if (cell.missing != MissingReason::None)
        json["missing"] = codeOf(cell.missing);
    if (cell.comparison)
        addComparison(json, cell, runs.isDeterministic && comparison.scenarios[comparison.baseline].isDeterministic);
    return json;
}

Json rowToJson(const Comparison& comparison, const MetricRow& row)
{
    Json json{{"section", codeOf(row.section)}, {"metric", row.key}, {"unit", codeOf(row.unit)}};
    if (!row.share.empty())
        json["quotaShareName"] = row.share;
    if (row.section == MetricSection::WasteByPair)
        json["by"] = row.other;
    else if (!row.other.empty())
        json["currency"] = row.other;
    if (row.priority)
        json["schedulingPriority"] = *row.priority;
    json["good"] = !row.good ? Json(nullptr) : Json(*row.good == GoodDirection::Higher ? "higher" : "lower");
    json["scenarios"] = Json::array();
    for (std::size_t s = 0; s < row.cells.size(); ++s)
        json["scenarios"].push_back(cellToJson(comparison, s, row.cells[s]));
    return json;
}

Json runsToJson(const ScenarioRuns& runs)
{
    Json json{{"name", runs.name}, {"runs", runs.runs.size()}, {"usable", runs.usable}};
    if (runs.isDeterministic)
        json["note"] = "1 run, recorded workload";
    json["failed"] = Json::array();
    for (const Replication& run : runs.runs) {
        if (run.error)
            json["failed"].push_back(Json{{"seed", run.seed}, {"error", describe(*run.error)}});
    }
    json["changesNeeded"] = runs.calls.size();
    json["changes"] = Json::array();
    for (const PolicyCall& call : runs.calls)
        json["changes"].push_back(
            Json{{"call", wordOf(call.kind)}, {"object", wordOf(call.object)}, {"name", call.name}});
    return json;
}

/// The shortest text that reads as the same number; empty for none.
std::string numberText(std::optional<double> value)
{
    return value && std::isfinite(*value) ? fmt::format("{}", *value) : std::string{};
}

std::string lineOf(const Comparison& comparison, const MetricRow& row, std::size_t scenario)
{
    const MetricCell& cell = row.cells[scenario];
    const auto of = [](bool has, double value) { return has ? std::optional{value} : std::nullopt; };
    const auto low = of(cell.interval.has_value(), cell.interval.value_or(Interval{}).low);
    const auto high = of(cell.interval.has_value(), cell.interval.value_or(Interval{}).high);
    const PairedComparison none;
    const PairedComparison& compared = cell.comparison ? *cell.comparison : none;
    const Interval interval = compared.interval.value_or(Interval{});
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", codeOf(row.section), row.key,
        csvCell(row.share), csvCell(row.other), row.priority ? std::to_string(*row.priority) : "", codeOf(row.unit),
        csvCell(comparison.scenarios[scenario].name), cell.summary ? cell.summary->n : 0,
        numberText(of(cell.summary.has_value(), cell.summary.value_or(SampleSummary{}).mean)), numberText(low),
        numberText(high), codeOf(cell.missing), numberText(compared.difference),
        numberText(of(compared.interval.has_value(), interval.low)),
        numberText(of(compared.interval.has_value(), interval.high)), cell.verdict ? wordOf(*cell.verdict) : "",
        cell.ordersWithSameVerdict ? std::to_string(*cell.ordersWithSameVerdict) : "");
}

} // namespace

nlohmann::ordered_json comparisonToJson(const Comparison& comparison)
{
    Json json{{"format", "quotaboard-comparison"}, {"version", 1},
        {"baseline", comparison.scenarios[comparison.baseline].name}, {"seeds", comparison.seeds},
        {"confidence", comparison.confidence}, {"resampledDays", comparison.resampledDays}};
    json["waitsOf"] = comparison.waitPair
        ? Json{{"quotaShareName", comparison.waitPair->share}, {"schedulingPriority", comparison.waitPair->priority}}
        : Json(nullptr);
    json["scenarios"] = Json::array();
    for (const ScenarioRuns& runs : comparison.scenarios)
        json["scenarios"].push_back(runsToJson(runs));
    json["rows"] = Json::array();
    for (const MetricRow& row : comparison.rows)
        json["rows"].push_back(rowToJson(comparison, row));
    return json;
}

std::string comparisonToCsv(const Comparison& comparison)
{
    std::string text = "section,metric,quotaShareName,other,schedulingPriority,unit,scenario,n,mean,low,high,missing,"
                       "difference,differenceLow,differenceHigh,verdict,victimOrdersWithSameVerdict\r\n";
    for (const MetricRow& row : comparison.rows) {
        for (std::size_t s = 0; s < row.cells.size(); ++s)
            text += lineOf(comparison, row, s);
    }
    return text;
}

} // namespace quotaboard::cli
