// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_text.h"

#include "app/cli/command.h"
#include "app/cli/compare_words.h"
#include "app/cli/text_output.h"
#include "core/base/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kLabelWidth = 28;
constexpr std::size_t kMostSideBySide = 3;
/// Fits into a column of three.
constexpr std::size_t kLongestInterval = 22;
constexpr std::size_t kMostRows = 60;
constexpr std::size_t kMostFailedShown = 5;

std::string labelOf(const MetricRow& row)
{
    static const std::map<std::string_view, const char*> kLabels{{"completedOfPaid", "1 Completed work, of paid"},
        {"completedOfAllocated", "  of allocated"}, {"waitP50", "2 Priority wait, P50"}, {"waitP95", "  P95"},
        {"waste", "3 Preemption waste"}, {"wasteOfAllocated", "  of allocated"},
        {"worstShortfall", "4 Fairness, worst shortfall"}, {"recoveryReliability", "5 Recovery reliability"},
        {"completedJobs", "Completed jobs"}, {"missedDeadlines", "Missed deadlines"},
        {"restartOverhead", "Restart overhead"}, {"queueDelayP95", "Queue delay, P95 of all"}, {"cost", "Cost"},
        {"costPerCompletedJob", "  per completed job"}, {"paid", "paid"}, {"overcommitted", "held beyond the limit"},
        {"completed", "completed work"}, {"inProgress", "work of unfinished jobs"},
        {"discarded", "work of failed jobs"}, {"lost", "lost at preemptions"}, {"restart", "restarting"},
        {"checkpoint", "writing checkpoints"}, {"hold", "starting up, stopping"}, {"idle", "idle"}};
    if (row.section == MetricSection::WasteByPair)
        return fmt::format("{} from {}", row.other, row.share);
    if (row.section == MetricSection::Shares)
        return fmt::format("{}, {}", row.share, row.key);
    if (row.section == MetricSection::Waits)
        return fmt::format("{}, priority {}, {}", row.share, row.priority.value_or(0),
            row.key == "waitP50"       ? "P50"
                : row.key == "waitP95" ? "P95"
                                       : "not started");
    const auto found = kLabels.find(row.key);
    return found == kLabels.end() ? row.key : found->second;
}

/// Words put into lines of at most `width` characters; a longer word is a line of its own, cut.
std::vector<std::string> inLines(const std::vector<std::string>& parts, std::size_t most)
{
    std::vector<std::string> lines;
    for (const std::string& part : parts) {
        if (!lines.empty() && width(lines.back()) + 1 + width(part) <= most)
            lines.back() += " " + part;
        else
            lines.push_back(part);
    }
    return lines;
}

std::vector<std::string> wordsOfText(const std::string& text, std::size_t most)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : text + " ") {
        const bool isInsideCharacter = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
        if (c == ' ' || (width(word) >= most && !isInsideCharacter)) {
            if (!word.empty())
                words.push_back(word);
            word.clear();
        }
        if (c != ' ')
            word += c;
    }
    return words;
}

class ComparisonPrinter {
public:
    ComparisonPrinter(std::FILE* out, const Comparison& comparison, bool onlyDifferences)
        : out_(out)
        , comparison_(comparison)
        , style_(out)
        , onlyDifferences_(onlyDifferences)
        , hours_(comparison.countsInstanceHours ? "instance-h" : "GPU-h")
    {
    }

    void print()
    {
        printHeader();
        if (comparison_.scenarios.size() <= kMostSideBySide) {
            std::vector<std::size_t> columns{comparison_.baseline};
            addOthers(columns);
            printColumns(columns);
        } else {
            for (std::size_t s = 0; s < comparison_.scenarios.size(); ++s) {
                if (s != comparison_.baseline)
                    printColumns({comparison_.baseline, s});
            }
        }
        printChanges();
        printMethod();
    }

private:
    void addOthers(std::vector<std::size_t>& columns) const
    {
        for (std::size_t s = 0; s < comparison_.scenarios.size(); ++s) {
            if (s != comparison_.baseline)
                columns.push_back(s);
        }
    }

    template <class... Arguments>
    void paragraph(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        fmt::print(out_, "  {}\n", wrapped(fmt::format(text, std::forward<Arguments>(arguments)...), 4, 2));
    }

    [[nodiscard]] const ScenarioRuns& baseline() const { return comparison_.scenarios[comparison_.baseline]; }

    [[nodiscard]] bool drawsAnything() const
    {
        return std::any_of(comparison_.scenarios.begin(), comparison_.scenarios.end(),
            [](const ScenarioRuns& runs) { return !runs.isDeterministic; });
    }

    void printHeader()
    {
        fmt::print(out_, "{}\n",
            style_.bold(fmt::format(
                "{}, baseline {}", counted(comparison_.scenarios.size(), "scenario", "scenarios"), baseline().name)));
        if (!drawsAnything())
            paragraph("1 run, recorded workload; verdicts are for this workload, by the practical threshold alone");
        else if (comparison_.seeds.size() == 1)
            paragraph("1 seed, no interval (seed {})", comparison_.seeds.front());
        else
            paragraph("{} seeds ({} to {}), the same random numbers in every scenario", comparison_.seeds.size(),
                comparison_.seeds.front(), comparison_.seeds.back());
        if (comparison_.resampledDays > 0)
            paragraph("Day resampling: {} drawn with replacement for each seed, the same for every scenario",
                counted(comparison_.resampledDays, "whole day", "whole days"));
        for (const ScenarioRuns& runs : comparison_.scenarios)
            printRuns(runs);
        if (comparison_.waitPair)
            paragraph("Metric 2 is about jobs of {}, priority {}", comparison_.waitPair->share,
                comparison_.waitPair->priority);
        else
            paragraph("Metric 2 is left out: no quota share and priority has five jobs or more in every scenario");
    }

    void printRuns(const ScenarioRuns& runs)
    {
        if (runs.isDeterministic && drawsAnything())
            paragraph("{}: 1 run, recorded workload", runs.name);
        std::size_t shown = 0;
        for (const Replication& run : runs.runs) {
            if (run.error && shown++ < kMostFailedShown)
                paragraph("{}: the run with seed {} failed: {}", runs.name, run.seed, describe(*run.error));
        }
        if (runs.usable < runs.runs.size())
            paragraph("{}: {} of {} are used", runs.name, runs.usable, counted(runs.runs.size(), "run", "runs"));
    }

    void printColumns(const std::vector<std::size_t>& columns)
    {
        const std::size_t most = (kLineWidth - kLabelWidth) / columns.size() - 2;
        std::vector<std::vector<std::string>> names;
        for (const std::size_t s : columns)
            names.push_back(inLines(wordsOfText(printable(comparison_.scenarios[s].name), most), most));
        fmt::print(out_, "\n");
        printLines("", names, most, true);
        constexpr std::array kSections{std::pair{MetricSection::Scorecard, "Scorecard"},
            std::pair{MetricSection::Procurement, "Procurement"},
            std::pair{MetricSection::Accounting, "Where the paid capacity went"},
            std::pair{MetricSection::WasteByPair, "Who took from whom"}, std::pair{MetricSection::Shares, "Shares"},
            std::pair{MetricSection::Waits, "Waits"}};
        for (const auto& [section, title] : kSections)
            printSection(section, title, columns, most);
    }

    void printSection(
        MetricSection section, const char* title, const std::vector<std::size_t>& columns, std::size_t most)
    {
        std::vector<const MetricRow*> rows;
        for (const MetricRow& row : comparison_.rows) {
            if (row.section == section && (!onlyDifferences_ || row.hasDifference(comparison_.baseline)))
                rows.push_back(&row);
        }
        if (rows.empty())
            return;
        fmt::print(out_, "{}\n", style_.bold(title));
        for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
            std::vector<std::vector<std::string>> cells;
            for (const std::size_t s : columns)
                cells.push_back(inLines(partsOf(*rows[i], rows[i]->cells[s]), most));
            printLines(labelOf(*rows[i]), cells, most, false);
        }
        if (rows.size() > kMostRows)
            fmt::print(out_, "  … and {} more; --json has all\n", counted(rows.size() - kMostRows, "row", "rows"));
        if (section == MetricSection::Procurement)
            printChangeCounts(columns, most);
    }

    void printChangeCounts(const std::vector<std::size_t>& columns, std::size_t most)
    {
        std::vector<std::vector<std::string>> cells;
        for (const std::size_t s : columns)
            cells.push_back(
                {s == comparison_.baseline ? std::string{"—"} : count(comparison_.scenarios[s].calls.size())});
        printLines("Changes needed", cells, most, false);
    }

    void printLines(
        const std::string& label, const std::vector<std::vector<std::string>>& cells, std::size_t most, bool isHead)
    {
        const std::size_t labelMost = kLabelWidth - 3;
        const bool isPart = label.starts_with("  ");
        std::vector<std::string> labels = inLines(wordsOfText(printable(label), labelMost - 2), labelMost - 2);
        for (std::size_t i = 0; i < labels.size(); ++i)
            labels[i].insert(0, i > 0 || isPart ? 2 : 0, ' ');
        std::size_t height = labels.size();
        for (const auto& cell : cells)
            height = std::max(height, cell.size());
        for (std::size_t l = 0; l < height; ++l) {
            std::string line = "  " + padded(l < labels.size() ? labels[l] : "", labelMost);
            for (const auto& cell : cells)
                line += "  " + padded(l < cell.size() ? cell[l] : "", most);
            line.erase(line.find_last_not_of(' ') + 1);
            fmt::print(out_, "{}\n", isHead ? style_.bold(line) : line);
        }
    }

    static std::string padded(const std::string& text, std::size_t size)
    {
        return text + std::string(size - std::min(size, width(text)), ' ');
    }

    /// The unit stands beside the value already; a long interval of times may be broken between its ends.
    [[nodiscard]] static std::string withoutUnit(const MetricRow& row, const std::string& text)
    {
        const bool hasShortUnit = row.unit == MetricUnit::Ratio || row.unit == MetricUnit::GpuMilliseconds;
        return hasShortUnit ? text.substr(0, text.find(' ')) : text;
    }

    static void addInterval(
        std::vector<std::string>& parts, const MetricRow& row, const std::string& low, const std::string& high)
    {
        const std::string whole = fmt::format("[{}, {}]", withoutUnit(row, low), withoutUnit(row, high));
        if (width(whole) <= kLongestInterval)
            return parts.push_back(whole);
        parts.push_back(fmt::format("[{},", withoutUnit(row, low)));
        parts.push_back(fmt::format("{}]", withoutUnit(row, high)));
    }

    [[nodiscard]] std::vector<std::string> partsOf(const MetricRow& row, const MetricCell& cell) const
    {
        std::vector<std::string> parts;
        if (!cell.summary)
            parts = {"—", fmt::format("({})", wordsOf(cell.missing))};
        else
            parts.push_back(valueText(row, cell.summary->mean));
        if (cell.summary && cell.interval)
            addInterval(parts, row, valueText(row, cell.interval->low), valueText(row, cell.interval->high));
        if (!cell.comparison)
            return parts;
        const PairedComparison& compared = *cell.comparison;
        if (compared.difference)
            parts.push_back(differenceText(row, *compared.difference));
        if (compared.interval)
            addInterval(
                parts, row, differenceText(row, compared.interval->low), differenceText(row, compared.interval->high));
        if (cell.verdict) {
            parts.emplace_back(wordOf(*cell.verdict));
            if (*cell.verdict == Verdict::NotEnoughData)
                parts.push_back(compared.n == 0 && cell.summary ? std::string{"(none in the baseline)"}
                                                                : fmt::format("(n={})", compared.n));
        }
        if (cell.ordersWithSameVerdict)
            parts.push_back(fmt::format("({} of 5 victim orders)", *cell.ordersWithSameVerdict));
        return parts;
    }

    [[nodiscard]] std::string valueText(const MetricRow& row, double value) const
    {
        const std::string sign = value < 0 ? "-" : "";
        const double size = std::abs(value);
        switch (row.unit) {
        case MetricUnit::Ratio:
            return sign + percent(size);
        case MetricUnit::Milliseconds:
            return sign + durationText(size);
        case MetricUnit::GpuMilliseconds:
            return fmt::format("{}{:.1f} {}", sign, roundedTo(size / static_cast<double>(kMsPerHour), 1), hours_);
        case MetricUnit::Count:
            return fmt::format("{}{:.{}f}", sign, size, std::floor(size) == size ? 0 : 1);
        case MetricUnit::Money:
            return fmt::format("{}{:.2f}{}{}", sign, size, row.other.empty() ? "" : " ", row.other);
        }
        return {};
    }

    [[nodiscard]] std::string differenceText(const MetricRow& row, double difference) const
    {
        const std::string sign = difference < 0 ? "-" : difference > 0 ? "+" : "±";
        if (row.unit == MetricUnit::Ratio)
            return fmt::format("{}{:.1f} pp", sign, roundedTo(std::abs(difference) * 100, 1));
        return sign + valueText(row, std::abs(difference));
    }

    void printChanges()
    {
        for (const ScenarioRuns& runs : comparison_.scenarios) {
            if (runs.calls.empty())
                continue;
            std::vector<std::string> calls;
            for (const PolicyCall& call : runs.calls)
                calls.push_back(describe(call));
            fmt::print(out_, "\n");
            paragraph("Changes needed for {}: {}", runs.name, fmt::join(calls, "; "));
        }
    }

    void printMethod()
    {
        fmt::print(out_, "\n");
        paragraph("pp: percentage points. Differences are to the baseline, seed by seed. A verdict needs an interval "
                  "wholly on one side, and \"better\" a difference of at least 1 % (of a time, 1 min).");
        if (drawsAnything() && comparison_.seeds.size() > 1)
            paragraph("Intervals of values 95 %, of differences {:.1f} %{}.", comparison_.confidence * 100,
                comparison_.scenarios.size() > kMostSideBySide + 1 ? " (Bonferroni)" : "");
    }

    std::FILE* out_;
    const Comparison& comparison_;
    TextStyle style_;
    bool onlyDifferences_;
    std::string hours_;
};

} // namespace

void printComparison(std::FILE* out, const Comparison& comparison, bool onlyDifferences)
{
    ComparisonPrinter(out, comparison, onlyDifferences).print();
}

} // namespace quotaboard::cli
