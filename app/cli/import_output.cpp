// SPDX-License-Identifier: Apache-2.0
#include "app/cli/import_output.h"

#include "app/cli/text_output.h"
#include "core/exchange/names.h"

#include <algorithm>
#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kNamedJobs = 10;
constexpr std::size_t kNamedMerged = 10;

/// Instants where the trace has them, else the time since the first submit.
std::string axisTime(TimeMs time, const ImportReport& report)
{
    return report.timesAreAbsolute ? formatIsoInstant(time) : formatDuration(time - report.origin) + " after the start";
}

/// Where no unit has GPUs, each instance counts (metrics.md, introduction).
const char* hoursWord(const Scenario& scenario)
{
    return scenario.countsInstanceHours() ? "instance-hours" : "GPU-hours";
}

/// Counts are never negative.
std::string number(std::int64_t value)
{
    return count(static_cast<std::uint64_t>(value));
}

const QuotaShare& shareNamed(const Scenario& scenario, const std::string& name)
{
    return *std::find_if(scenario.shares.begin(), scenario.shares.end(), [&](const auto& s) { return s.name == name; });
}

std::string strategyText(const QuotaShare& share)
{
    std::string text{nameOf(share.sharing.strategy)};
    if (share.sharing.borrowLimit && *share.sharing.borrowLimit >= 0)
        text += fmt::format(" {} %", *share.sharing.borrowLimit);
    return text;
}

void printShares(std::FILE* out, const TextStyle& style, const ImportResult& result)
{
    TextTable table({"share", "unit", "jobs", hoursWord(result.scenario), "peak", "widest", "limit", "strategy"}, 2);
    for (const ShareDemand& line : result.report.shares) {
        table.addRow({line.share, line.unit, count(line.jobs), gpuHours(line.gpuTime), number(line.peak),
            number(line.widest), number(line.limit), strategyText(shareNamed(result.scenario, line.share))});
    }
    fmt::print(out, "\n");
    table.print(out, style);
    fmt::print(out, "\n");
    for (const UnitDemand& line : result.report.units) {
        std::string text = fmt::format("Capacity of {}: {} ({}).", line.unit, number(line.capacity),
            line.capacityGiven ? "as given" : "the sum of the limits");
        if (line.jobs > 0) {
            text += fmt::format(" If every job ran at submit, at most {} would be in use at once, first at {}.",
                number(line.peak), axisTime(line.peakAt, result.report));
        }
        fmt::print(out, "{}\n", wrapped(text, 2));
    }
}

std::string checkpointText(const std::optional<CheckpointPlan>& plan)
{
    if (!plan)
        return "no checkpoints";
    std::string text = fmt::format("checkpoint every {}", formatDuration(plan->interval));
    if (plan->cost > 0)
        text += fmt::format(", {} each", formatDuration(plan->cost));
    return text + (plan->onStop ? ", one more when stopped" : "");
}

std::string planText(const ImportResult& result, const JobRules& rules, const std::string& share)
{
    std::string text = fmt::format(
        "{}; {}", strategyText(shareNamed(result.scenario, share)), checkpointText(rules.checkpoint.of(share)));
    if (const TimeMs restore = rules.restore.of(share); restore > 0 || rules.checkpoint.of(share))
        text += fmt::format("; restore takes {}", formatDuration(restore));
    return text;
}

/// What was understood of --strategy, --checkpoint and --restore, so that a wrong unit or name shows.
void printPlans(std::FILE* out, const ImportResult& result, const JobRules& rules)
{
    std::map<std::string, std::string> sharesByPlan;
    std::vector<std::string> plans;
    for (const QuotaShare& share : result.scenario.shares) {
        const std::string plan = planText(result, rules, share.name);
        std::string& shares = sharesByPlan[plan];
        if (shares.empty())
            plans.push_back(plan);
        shares += (shares.empty() ? "" : ", ") + share.name;
    }
    for (const std::string& plan : plans) {
        const std::string shares = plans.size() == 1 ? "all shares" : sharesByPlan[plan];
        fmt::print(out, "{}\n", wrapped(fmt::format("Plan of {}: {}.", shares, plan), 2));
    }
}

void printMerged(std::FILE* out, const TextStyle& style, const char* what, const std::vector<MergedName>& merged,
    const std::string& other)
{
    if (merged.empty())
        return;
    GpuMs total = 0;
    std::uint64_t jobs = 0;
    std::string names;
    for (std::size_t i = 0; i < merged.size(); ++i) {
        total += merged[i].gpuTime;
        jobs += merged[i].jobs;
        if (i < kNamedMerged)
            names += fmt::format(
                "{}{} ({} GPU-hours)", i == 0 ? "" : ", ", merged[i].name, formatGpuHours(merged[i].gpuTime));
    }
    if (merged.size() > kNamedMerged)
        names += fmt::format(" and {} more", count(merged.size() - kNamedMerged));
    const std::string sentence = fmt::format("{} became \"{}\", together {} and {} GPU-hours: {}.",
        counted(merged.size(), what, std::string{what} + "s"), other, counted(jobs, "job", "jobs"),
        formatGpuHours(total), names);
    fmt::print(out, "{} {}\n", style.bold("warning:"), wrapped(sentence, 9, 9));
}

void printImpossible(std::FILE* out, const ImportReport& report)
{
    for (std::size_t i = 0; i < std::min(kNamedJobs, report.impossible.size()); ++i) {
        const ImpossibleJob& job = report.impossible[i];
        fmt::print(out, "  {} of {}: wants {} {}, at most {} possible\n", job.job, job.share, job.instances, job.unit,
            job.allowed);
    }
    if (report.impossible.size() > kNamedJobs)
        fmt::print(out, "  … all of them with --json\n");
}

void printNotes(std::FILE* out, const TextStyle& style, const Trace& trace, const ImportReport& report)
{
    printMerged(out, style, "share", report.mergedShares, report.otherShare);
    printMerged(out, style, "unit", report.mergedUnits, report.otherUnit);
    for (const auto* notes : {&trace.notes, &report.notes}) {
        for (const TraceNote& note : *notes) {
            const NoteText text = describeNote(note, &report);
            const std::string label = text.isWarning ? "warning:" : "note:";
            fmt::print(out, "{} {}\n", text.isWarning ? style.bold(label) : label,
                wrapped(text.sentence, label.size() + 1, label.size() + 1));
            if (note.code == "impossible-jobs")
                printImpossible(out, report);
        }
    }
}

std::string_view sampleOf(const Trace& trace, std::string_view cause)
{
    const auto found = trace.samples.find(cause);
    return found == trace.samples.end() ? std::string_view{} : std::string_view{found->second};
}

void printTotals(std::FILE* out, const Trace& trace, const ImportResult& result)
{
    const ImportReport& report = result.report;
    std::string files;
    for (const std::string& file : trace.files)
        files += (files.empty() ? "" : ", ") + file;
    const std::string recognised = trace.recognisedBy == "as told"
        ? fmt::format("Read {} as {}, as told.", files, trace.format)
        : fmt::format("Recognised {} as {}, by {}.", files, trace.format, trace.recognisedBy);
    fmt::print(out, "{}\n", wrapped(recognised, 2));
    if (!trace.shareColumn.empty())
        fmt::print(out, "Quota shares come from {}.\n", trace.shareColumn);
    fmt::print(out, "{}, {}, {} {}.\n", counted(report.rows, "row", "rows"), counted(report.jobs, "job", "jobs"),
        formatGpuHours(report.gpuTime), hoursWord(result.scenario));
    fmt::print(out, "{}\n",
        wrapped(fmt::format("First submit {}, last submit {}, last end if every job ran at submit {}.",
                    axisTime(report.firstSubmit, report), axisTime(report.lastSubmit, report),
                    axisTime(report.lastEnd, report)),
            2));
    if (report.outsideWindow > 0)
        fmt::print(out, "{} outside --from and --to.\n", counted(report.outsideWindow, "row lies", "rows lie"));
    for (const auto& [cause, rows] : rejectsByCause(trace, report)) {
        const std::string text = describeCause(cause, sampleOf(trace, cause));
        fmt::print(out, "{}\n", wrapped(fmt::format("Not used: {}: {}.", counted(rows, "row", "rows"), text), 2));
    }
}

Json seconds(TimeMs time)
{
    return static_cast<double>(time) / kMsPerSecond;
}

Json sharesToJson(const ImportResult& result, const JobRules& rules)
{
    Json list = Json::array();
    for (const ShareDemand& line : result.report.shares) {
        const ResourceSharing& sharing = shareNamed(result.scenario, line.share).sharing;
        Json share{{"quotaShareName", line.share}, {"capacityUnit", line.unit}, {"jobs", line.jobs},
            {"gpuHours", quotaboard::gpuHours(line.gpuTime)}, {"peak", line.peak}, {"widestJob", line.widest},
            {"limit", line.limit}, {"strategy", nameOf(sharing.strategy)}};
        if (sharing.borrowLimit)
            share["borrowLimit"] = *sharing.borrowLimit;
        if (const auto& plan = rules.checkpoint.of(line.share)) {
            share["checkpoint"] = {{"intervalSeconds", seconds(plan->interval)}, {"costSeconds", seconds(plan->cost)},
                {"onStop", plan->onStop}};
        }
        share["restoreSeconds"] = seconds(rules.restore.of(line.share));
        list.push_back(std::move(share));
    }
    return list;
}

Json mergedToJson(const std::vector<MergedName>& merged)
{
    Json list = Json::array();
    for (const MergedName& name : merged)
        list.push_back({{"name", name.name}, {"jobs", name.jobs}, {"gpuHours", quotaboard::gpuHours(name.gpuTime)}});
    return list;
}

Json timeToJson(TimeMs time, const ImportReport& report)
{
    return report.timesAreAbsolute ? Json(formatIsoInstant(time)) : seconds(time);
}

} // namespace

std::map<std::string, std::uint64_t> rejectsByCause(const Trace& trace, const ImportReport& report)
{
    std::map<std::string, std::uint64_t> causes;
    for (const RejectedRow& row : trace.rejected)
        ++causes[std::string{trace.strings.text(row.cause)}];
    for (const SkippedJob& job : report.skipped)
        ++causes[std::string{skipCauseCode(job.cause)}];
    return causes;
}

std::string describeMostlyRejected(const Trace& trace, const ImportReport& report)
{
    const std::map<std::string, std::uint64_t> causes = rejectsByCause(trace, report);
    std::uint64_t rejected = 0;
    auto main = causes.end();
    for (auto cause = causes.begin(); cause != causes.end(); ++cause) {
        rejected += cause->second;
        if (main == causes.end() || cause->second > main->second)
            main = cause;
    }
    const std::uint64_t rows = report.rows - std::min(report.rows, report.outsideWindow);
    if (main == causes.end() || rejected * 2 <= rows)
        return {};
    const std::string_view told = trace.recognisedBy == "as told" ? ", or --format may name the wrong format" : "";
    return fmt::format("{} of {} gave no job; {} of them: {}. The file may not be what it was taken for ({}){}; "
                       "--rejects FILE writes these rows with their causes",
        count(rejected), counted(rows, "row", "rows"), count(main->second),
        describeCause(main->first, sampleOf(trace, main->first)), trace.format, told);
}

void printImport(std::FILE* out, const Trace& trace, const ImportResult& result, const JobRules& rules)
{
    const TextStyle style(out);
    printTotals(out, trace, result);
    printShares(out, style, result);
    printPlans(out, result, rules);
    printNotes(out, style, trace, result.report);
}

nlohmann::ordered_json importToJson(const Trace& trace, const ImportResult& result, const JobRules& rules)
{
    const ImportReport& report = result.report;
    Json json{{"format", "quotaboard-import"}, {"version", 1}, {"traceFormat", trace.format},
        {"recognisedBy", trace.recognisedBy}, {"files", trace.files}, {"shareColumn", trace.shareColumn},
        {"rows", report.rows}, {"jobs", report.jobs}, {"gpuHours", quotaboard::gpuHours(report.gpuTime)},
        {"gpuHoursText", formatGpuHours(report.gpuTime, false)}, {"outsideWindow", report.outsideWindow},
        {"timesAreAbsolute", report.timesAreAbsolute}, {"firstSubmit", timeToJson(report.firstSubmit, report)},
        {"lastSubmit", timeToJson(report.lastSubmit, report)}, {"lastEnd", timeToJson(report.lastEnd, report)},
        {"origin", timeToJson(report.origin, report)}, {"shares", sharesToJson(result, rules)}};
    Json units = Json::array();
    for (const UnitDemand& line : report.units) {
        units.push_back({{"capacityUnit", line.unit}, {"gpus", line.gpus}, {"jobs", line.jobs},
            {"gpuHours", quotaboard::gpuHours(line.gpuTime)}, {"peak", line.peak},
            {"peakAt", timeToJson(line.peakAt, report)}, {"capacity", line.capacity},
            {"capacityGiven", line.capacityGiven}});
    }
    json["units"] = units;
    json["mergedShares"] = mergedToJson(report.mergedShares);
    json["mergedUnits"] = mergedToJson(report.mergedUnits);
    json["rejects"] = rejectsByCause(trace, report);
    Json impossible = Json::array();
    for (const ImpossibleJob& job : report.impossible) {
        impossible.push_back({{"job", job.job}, {"quotaShareName", job.share}, {"capacityUnit", job.unit},
            {"instanceCount", job.instances}, {"allowed", job.allowed}});
    }
    json["impossibleJobs"] = impossible;
    Json notes = Json::array();
    for (const auto* list : {&trace.notes, &report.notes}) {
        for (const TraceNote& note : *list)
            notes.push_back(
                {{"code", note.code}, {"arguments", note.arguments}, {"text", describeNote(note, &report).sentence}});
    }
    json["notes"] = notes;
    return json;
}

} // namespace quotaboard::cli
