// SPDX-License-Identifier: Apache-2.0
#include "core/workload/importer.h"

#include "core/workload/limit_plan.h"
#include "core/workload/trace_jobs.h"

#include <algorithm>
#include <map>

namespace quotaboard {

namespace {

std::string placeOf(const Trace& trace)
{
    return trace.files.empty() ? std::string{} : trace.files.front();
}

Error noUsableJobs(const Trace& trace, const JobSelection& selection)
{
    std::map<std::string, std::uint64_t, std::less<>> byCause;
    for (const RejectedRow& row : trace.rejected)
        ++byCause[std::string{trace.strings.text(row.cause)}];
    for (const SkippedJob& job : selection.skipped)
        ++byCause[std::string{skipCauseCode(job.cause)}];
    if (selection.outsideWindow > 0)
        byCause["outside-window"] = selection.outsideWindow;
    const auto most = std::max_element(
        byCause.begin(), byCause.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    Error error{ErrorCode::TraceNoUsableJobs, placeOf(trace), {std::to_string(trace.rows)}};
    if (most == byCause.end())
        return error;
    const auto sample = trace.samples.find(most->first);
    error.arguments.insert(error.arguments.end(),
        {most->first, std::to_string(most->second), sample == trace.samples.end() ? std::string{} : sample->second});
    return error;
}

/// No scenario is made that `run` would refuse. The sums of a run are written as 64-bit integers; what the jobs need
/// and what the capacity offers until the last end, if no job waits, is the least that they come to.
Status checkRanges(const ImportReport& report, const Trace& trace)
{
    if (report.lastSubmit - report.origin > kMaxTimeMs)
        return Error{ErrorCode::OutOfRange, placeOf(trace), {"submit times more than 2,900 years apart", "less"}};
    const bool countsInstances
        = std::all_of(report.units.begin(), report.units.end(), [](const UnitDemand& unit) { return unit.gpus == 0; });
    GpuMs offered = 0;
    for (const UnitDemand& unit : report.units)
        offered += GpuMs{unit.capacity} * (countsInstances ? 1 : unit.gpus) * (report.lastEnd - report.origin);
    if (std::max(offered, report.gpuTime) > GpuMs{kNever})
        return Error{ErrorCode::OutOfRange, placeOf(trace), {"GPU-time sums beyond 64 bits", "at most 9.2e18 GPU-ms"}};
    return {};
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

template <class T>
Status checkShareNames(const PerShare<T>& setting, const char* option, const std::vector<std::string>& shares)
{
    for (const auto& [share, value] : setting.byShare) {
        if (std::find(shares.begin(), shares.end(), share) == shares.end())
            return Error{
                ErrorCode::UnknownReference, option, {share, "one of the quota shares (" + listed(shares) + ")"}};
    }
    return {};
}

Status checkSettings(const ImportOptions& options, const LimitPlan& plan)
{
    if (const Status s = checkShareNames(options.sharing, "--strategy", plan.shares()); !s)
        return s;
    if (const Status s = checkShareNames(options.jobs.checkpoint, "--checkpoint", plan.shares()); !s)
        return s;
    if (const Status s = checkShareNames(options.jobs.restore, "--restore", plan.shares()); !s)
        return s;
    for (const GivenCapacity& given : options.capacity) {
        if (!plan.hasUnit(given.unit))
            return Error{ErrorCode::UnknownReference, "--capacity",
                {given.unit, "one of the capacity units (" + listed(plan.units()) + ")"}};
    }
    return {};
}

const QuotaShare* exportedShare(const Trace& trace, const std::string& name)
{
    const auto found = std::find_if(trace.quotaShares.begin(), trace.quotaShares.end(),
        [&](const QuotaShare& share) { return share.name == name; });
    return found == trace.quotaShares.end() ? nullptr : &*found;
}

QuotaShare makeShare(const Trace& trace, const ImportOptions& options, const std::string& name)
{
    QuotaShare share;
    if (const QuotaShare* exported = exportedShare(trace, name))
        share = *exported;
    share.name = name;
    share.limits.clear();
    if (const auto& sharing = options.sharing.of(name))
        share.sharing = *sharing;
    return share;
}

/// The size counts GPUs wherever it does not count instances of a type, so a unit that only the trace knows is 1 GPU;
/// stating that keeps every later output from calling it a guess. Instance types that AWS would know stay guesses.
void declareUnits(Scenario& scenario)
{
    for (CapacityUnit& unit : scenario.units) {
        if (!unit.isGuessed || unit.name.starts_with("ml."))
            continue;
        unit.gpus = gpusOfUnit(unit.name);
        unit.isGuessed = false;
        unit.isDeclared = true;
    }
}

void addPolicy(Scenario& scenario, const Trace& trace, const ImportOptions& options, const LimitPlan& plan)
{
    for (const std::string& unit : plan.units())
        scenario.internUnit(unit);
    declareUnits(scenario);
    scenario.environment.name = trace.environment ? trace.environment->name : "trace-capacity";
    scenario.environment.isEnabled = !trace.environment || trace.environment->isEnabled;
    for (std::size_t unit = 0; unit < plan.units().size(); ++unit)
        scenario.environment.limits.push_back({UnitIndex{unit}, plan.capacity(unit)});
    for (std::size_t s = 0; s < plan.shares().size(); ++s) {
        QuotaShare share = makeShare(trace, options, plan.shares()[s]);
        for (std::size_t unit = 0; unit < plan.units().size(); ++unit) {
            if (plan.limit(s, unit) > 0)
                share.limits.push_back({UnitIndex{unit}, plan.limit(s, unit)});
        }
        scenario.internShare(share.name);
        scenario.shares.push_back(std::move(share));
    }
}

void noteSelection(
    const JobSelection& selection, const AppendedJobs& appended, const std::string& unit, std::vector<TraceNote>& notes)
{
    const auto add = [&](const char* code, std::uint64_t count) {
        if (count > 0)
            notes.push_back({code, {std::to_string(count)}});
    };
    if (selection.zeroKept > 0)
        notes.push_back({"zero-gpu-kept", {std::to_string(selection.zeroKept), unit}});
    add("fractions-rounded-up", selection.roundedUp);
    add("duplicate-ids", appended.renamedIds);
    add("priority-clamped", appended.clampedPriorities);
}

void noteUnits(const Scenario& scenario, std::vector<TraceNote>& notes)
{
    for (const CapacityUnit& unit : scenario.units) {
        if (unit.isGuessed)
            notes.push_back({"unit-unknown", {unit.name}});
        else if (unit.gpus > 1)
            notes.push_back({"unit-several-gpus", {unit.name, std::to_string(unit.gpus)}});
    }
}

void noteDisabledShares(const Scenario& scenario, std::vector<TraceNote>& notes)
{
    for (const QuotaShare& share : scenario.shares) {
        if (share.isEnabled)
            continue;
        const ShareIndex index = scenario.findShare(share.name);
        const auto count = std::count_if(scenario.jobs.jobs().begin(), scenario.jobs.jobs().end(),
            [index](const Job& job) { return job.share == index; });
        notes.push_back({"share-disabled", {share.name, std::to_string(count)}});
    }
}

void fillTotals(ImportReport& report, const Trace& trace, const JobSelection& selection, const DemandTable& demand)
{
    report.rows = trace.rows;
    report.timesAreAbsolute = trace.timesAreAbsolute;
    report.outsideWindow = selection.outsideWindow;
    report.skipped = selection.skipped;
    report.jobs = selection.jobs.size();
    report.firstSubmit = selection.jobs.front().submit;
    report.lastSubmit = selection.jobs.back().submit;
    report.lastEnd = demand.lastEnd();
    report.origin = originOf(selection);
    const std::vector<std::int32_t> weights = gpuWeights(selection);
    for (std::size_t unit = 0; unit < selection.units.size(); ++unit)
        report.gpuTime += demand.ofUnit(unit).instanceTime * weights[unit];
}

} // namespace

Result<ImportResult> importTrace(const Trace& trace, const ImportOptions& options, const Progress* progress)
{
    const auto isCancelled = [progress] { return progress != nullptr && progress->isCancelled(); };
    const Error interrupted{ErrorCode::Interrupted, {}, {}};
    JobSelection selection = selectJobs(trace, options.jobs);
    if (selection.jobs.empty())
        return noUsableJobs(trace, selection);
    if (isCancelled())
        return interrupted;

    ImportResult result;
    ImportReport& report = result.report;
    groupForQueue(trace, options, selection, result);
    const DemandTable demand(selection);
    if (isCancelled())
        return interrupted;
    LimitPlan plan(trace, options, selection, demand, result);
    if (const Status status = checkSettings(options, plan); !status)
        return status.error();
    fillTotals(report, trace, selection, demand);
    plan.decide(report);
    if (const Status status = checkRanges(report, trace); !status)
        return status.error();

    if (isCancelled())
        return interrupted;
    Scenario& scenario = result.scenario;
    scenario.name = options.scenarioName;
    scenario.startTime = trace.timesAreAbsolute ? report.origin : 0;
    addPolicy(scenario, trace, options, plan);
    const AppendedJobs appended = appendTraceJobs(scenario, trace, selection, options.jobs, report.origin);
    if (trace.sizesAreProcessors)
        report.notes.push_back({"processors-as-instances", {options.jobs.unit}});
    noteSelection(selection, appended, options.jobs.unit, report.notes);
    noteUnits(scenario, report.notes);
    noteDisabledShares(scenario, report.notes);
    findImpossibleJobs(trace, selection, scenario, report);
    return result;
}

} // namespace quotaboard
