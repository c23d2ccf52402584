// SPDX-License-Identifier: Apache-2.0
// quotaboard-cli import: a trace becomes a scenario.
#include "app/cli/command.h"
#include "app/cli/import_output.h"
#include "app/cli/import_settings.h"
#include "app/cli/option_checks.h"
#include "app/cli/output_paths.h"
#include "app/cli/progress_line.h"
#include "core/exchange/imported_scenario.h"
#include "core/exchange/scenario_writer.h"
#include "core/workload/job_selection.h"
#include "core/workload/trace_preview.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace quotaboard::cli {

namespace {

constexpr double kMegabyte = 1024.0 * 1024.0;

constexpr const char* kExamples = R"(
Limits that are sized from the trace are never below 1 nor below the widest job of their share,
because a job that can never run blocks everything behind it. --allow-impossible lifts that and
names the jobs.

Examples:
  quotaboard-cli import philly.csv.gz -o philly.scenario.json
  quotaboard-cli import jobs.csv -o s.json --share-by team \
      --map submit=created --map duration:min=run --map gpus=n
  quotaboard-cli import log.swf -o s.json --limits equal --capacity gpu=240 \
      --strategy LEND_AND_BORROW:50
  quotaboard-cli import trace.csv -o s.json --strategy LEND_AND_BORROW,prod=RESERVE \
      --checkpoint 30m:45s --restore 2m
  quotaboard-cli import trace.csv -o s.json --from 2017-10-01 --to 2017-10-08 --rejects bad.csv

Exit status: 0 success, 2 usage error, 3 bad input (also a trace without a usable job),
5 cannot write, 130 interrupted.)";

void addReadingOptions(CLI::App& command, ImportArguments& a)
{
    command.add_option("FILE", a.files, "Trace files of one format; .gz is unpacked")->required()->check(refuseEmpty);
    command.add_option("-o,--output", a.output, "Scenario to write; - is standard output")
        ->required()
        ->check(refuseEmpty)
        ->type_name("SCENARIO");
    const char* group = "Reading";
    command.add_option("--format", a.format, "Trace format, see 'formats'; found out from the content when not given")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("NAME");
    command
        .add_option("--map", a.map,
            "The column of a field: submit, start, end, duration, wait, gpus, workers, milliGpus, share, user, id, "
            "name, priority, unit, status, workloadClass or attempts. Times may state their unit (submit:epoch-ms, "
            "duration:min), #3 is the third column; repeatable")
        ->group(group)
        ->check(refuseEmpty)
        ->type_name("FIELD=COLUMN")
        ->allow_extra_args(false);
    command.add_option("--share-by", a.shareBy, "Column that becomes the quota share")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("COLUMN");
    command
        .add_option(
            "--timezone", a.timezone, "Zone of time stamps that state none (Europe/Berlin, +08:00); UTC by default")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("ZONE");
    command.add_option("--decimal", a.decimal, "Decimal separator; found out when not given")
        ->group(group)
        ->check(CLI::IsMember({".", ","}))
        ->option_text(".|,");
    command.add_option("--rejects", a.rejects, "Write the rows that gave no job, with their causes, as CSV")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("FILE");
}

void addSelectionOptions(CLI::App& command, ImportArguments& a)
{
    const char* group = "Jobs";
    command
        .add_option("--from", a.from,
            "Leave out jobs submitted before: an ISO instant, or seconds or 1d12h since the first submit")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("TIME");
    command.add_option("--to", a.to, "Leave out jobs submitted at or after")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("TIME");
    command.add_option("--zero-gpu", a.zeroGpu, "Jobs without a GPU: reject, or keep with one instance each")
        ->group(group)
        ->check(CLI::IsMember({"reject", "keep"}))
        ->capture_default_str()
        ->option_text("reject|keep");
    command.add_option("--fractional", a.fractional, "Fractions of an instance: round up, or reject")
        ->group(group)
        ->check(CLI::IsMember({"up", "reject"}))
        ->capture_default_str()
        ->option_text("up|reject");
    command.add_option("--unit", a.unit, "Capacity unit of jobs whose trace names none; sizes count its instances")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option("--checkpoint", a.checkpoint,
            "INTERVAL[:COST[:onStop]] or none, for all shares or SHARE=...; plain numbers are seconds (30m:45s)")
        ->group(group)
        ->check(refuseEmpty)
        ->type_name("[SHARE=]PLAN")
        ->allow_extra_args(false);
    command
        .add_option("--restore", a.restore,
            "Time to resume from a checkpoint, for all shares or SHARE=...; a plain number is seconds")
        ->group(group)
        ->check(refuseEmpty)
        ->type_name("[SHARE=]TIME")
        ->allow_extra_args(false);
}

void addPolicyOptions(CLI::App& command, ImportArguments& a)
{
    const char* group = "Shares and capacity";
    command
        .add_option("--limits", a.limits,
            "peak (instances in use at once if every job ran at submit), equal, mean-demand, or a FILE: "
            "share,unit,limit lines, or JSON. Default: an AWS export's own limits, else peak")
        ->check(refuseEmpty)
        ->group(group)
        ->type_name("peak|equal|mean-demand|FILE");
    command
        .add_option(
            "--capacity", a.capacity, "Instances there are; default: an AWS export's, else the sum of the limits")
        ->group(group)
        ->check(refuseEmpty)
        ->type_name("UNIT=N")
        ->allow_extra_args(false);
    command
        .add_option("--strategy", a.strategy,
            "RESERVE (default), LEND, LEND_AND_BORROW or LEND_AND_BORROW:PERCENT, for all shares or SHARE=...")
        ->group(group)
        ->check(refuseEmpty)
        ->type_name("[SHARE=]STRATEGY")
        ->allow_extra_args(false);
    command.add_flag("--allow-impossible", a.allowImpossible, "Let sized limits be smaller than a share's widest job")
        ->group(group);
    group = "Scenario";
    command.add_option("--name", a.name, "Name of the scenario; default: the first file's")
        ->group(group)
        ->check(refuseEmpty)
        ->type_name("TEXT");
    auto* isInline = command.add_flag("--inline", a.isInline, "Write all jobs into the scenario")->group(group);
    command.add_flag("--reference", a.isReference, "Refer to the trace files instead (default above 20,000 jobs)")
        ->group(group)
        ->excludes(isInline);
    command.add_flag("--json", a.json, "Report as JSON")->group(group);
}

TraceReference makeReference(const ImportArguments& a, const Trace& trace, const ImportOptions& options,
    const TraceReadOptions& read, const ImportResult& result)
{
    std::vector<std::string> paths;
    for (const std::string& file : a.files)
        paths.push_back(pathForScenario(file, a.output == "-" ? "./scenario" : a.output));
    return makeTraceReference(std::move(paths), trace, read, options.jobs, result);
}

Result<Trace> readFiles(const ImportArguments& a, const TraceReadOptions& read, Context& context)
{
    const ProgressLine line(context.progress, "Reading", "MB", kMegabyte);
    return readTrace(a.files, read, &context.progress);
}

Status writeResult(const ImportArguments& a, const Trace& trace, const ImportOptions& options,
    const TraceReadOptions& read, const ImportResult& result, Context& context, bool& isReference)
{
    if (!a.rejects.empty()) {
        if (const Status status = writeRejects(a.rejects, trace, result.report); !status)
            return status;
    }
    isReference = a.isReference || (!a.isInline && result.report.jobs > kMostInlineJobs);
    const TraceReference reference = makeReference(a, trace, options, read, result);
    if (a.output == "-") {
        fmt::print("{}", scenarioToText(result.scenario, isReference ? &reference : nullptr));
        return {};
    }
    const ProgressLine line(context.progress, "Writing", "thousand jobs", 1000);
    return writeScenario(result.scenario, isReference ? &reference : nullptr, a.output, &context.progress);
}

/// Writing over a trace would destroy what the scenario refers to.
Status checkOutputs(const ImportArguments& a)
{
    if (isSameOutput(a.output, a.rejects))
        return Error{ErrorCode::Usage, a.output, {"is given both to --output and to --rejects"}};
    for (const std::string& output : {a.output, a.rejects}) {
        for (const std::string& file : a.files) {
            if (isSameOutput(output, file))
                return Error{ErrorCode::Usage, output, {"is one of the trace files and would be overwritten"}};
        }
    }
    return {};
}

/// An import without a usable job still has its rejects, and they tell why.
ExitStatus reportFailure(const ImportArguments& a, const Trace& trace, const ImportOptions& options, const Error& error)
{
    if (error.code == ErrorCode::TraceNoUsableJobs && !a.rejects.empty()) {
        ImportReport rejects;
        rejects.skipped = selectJobs(trace, options.jobs).skipped;
        if (const Status status = writeRejects(a.rejects, trace, rejects); !status)
            report(status.error());
    }
    const ExitStatus status = report(error);
    for (const TraceNote& note : trace.notes) {
        if (note.code == "format-overridden")
            fmt::print(stderr, "quotaboard-cli: {}\n", describeNote(note, nullptr).sentence);
    }
    // The place of an error is an option when what was typed does not fit the trace.
    return error.place.starts_with("--") ? ExitStatus::Usage : status;
}

ExitStatus runImport(const ImportArguments& a, Context& context)
{
    if (const Status status = checkOutputs(a); !status)
        return report(status.error());
    const Result<TraceReadOptions> read = readOptionsFrom(a);
    if (!read)
        return report(read.error());
    const Result<Trace> trace = readFiles(a, read.value(), context);
    if (!trace)
        return report(trace.error());
    const Result<ImportOptions> options = importOptionsFrom(a, trace.value());
    if (!options)
        return reportFailure(a, trace.value(), {}, options.error());
    Result<ImportResult> result = importTrace(trace.value(), options.value());
    if (!result)
        return reportFailure(a, trace.value(), options.value(), result.error());
    if (const Status status = checkImportedCheckpoints(result.value().scenario); !status)
        return reportFailure(a, trace.value(), options.value(), status.error());
    bool isReference = false;
    const Status written
        = writeResult(a, trace.value(), options.value(), read.value(), result.value(), context, isReference);
    if (!written)
        return report(written.error());

    const std::vector<TraceNote> odd = findTraceWarnings(trace.value(), options.value(), result.value());
    std::vector<TraceNote>& notes = result.value().report.notes;
    notes.insert(notes.end(), odd.begin(), odd.end());
    std::FILE* out = a.output == "-" || a.rejects == "-" ? stderr : stdout;
    if (const std::string warning = describeMostlyRejected(trace.value(), result.value().report); !warning.empty())
        fmt::print(stderr, "quotaboard-cli: warning: {}\n", warning);
    if (a.json) {
        fmt::print(out, "{}\n",
            importToJson(trace.value(), result.value(), options.value().jobs)
                .dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
        return ExitStatus::Success;
    }
    printImport(out, trace.value(), result.value(), options.value().jobs);
    if (a.output != "-")
        fmt::print(out, "Wrote {}{}.\n", a.output, isReference ? ", which refers to the trace for its jobs" : "");
    return ExitStatus::Success;
}

} // namespace

void addImportCommand(CLI::App& app, Context& context)
{
    CLI::App* command = app.add_subcommand("import", "Make a scenario from a trace of jobs");
    command->footer(kExamples);
    const auto arguments = std::make_shared<ImportArguments>();
    addReadingOptions(*command, *arguments);
    addSelectionOptions(*command, *arguments);
    addPolicyOptions(*command, *arguments);
    command->callback([arguments, &context] { context.status = runImport(*arguments, context); });
}

} // namespace quotaboard::cli
