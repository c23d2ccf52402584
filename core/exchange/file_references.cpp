// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/file_references.h"

#include "core/exchange/generator_edits.h"
#include "core/exchange/scenario_source.h"
#include "core/model/job_edits.h"

#include <algorithm>

namespace quotaboard {

namespace {

using Json = nlohmann::ordered_json;

bool isSameButShare(const Scenario& a, JobIndex inA, const Scenario& b, JobIndex inB)
{
    const Job& x = a.jobs[inA];
    const Job& y = b.jobs[inB];
    // One table came from the other, so its ids of texts and profiles mean the same.
    return x.submit == y.submit && x.work == y.work && x.deadline == y.deadline && x.profile == y.profile
        && x.name == y.name && x.id == y.id && x.user == y.user && x.workloadClass == y.workloadClass
        && x.instances == y.instances && x.priority == y.priority && x.unit == y.unit
        && a.unitName(x.unit) == b.unitName(y.unit);
}

std::size_t tracedJobs(const Scenario& scenario)
{
    return scenario.referredJobs - scenario.generatedJobs;
}

/// Whether what draws depend on besides the generators is the same.
bool drawAlike(const Scenario& a, const Scenario& b, const std::vector<GeneratorSpec>& generators)
{
    const bool hasCurve = std::any_of(generators.begin(), generators.end(),
        [](const GeneratorSpec& spec) { return spec.arrival.process == ArrivalSpec::Process::DailyCurve; });
    return generators.empty() || (a.platform.seed == b.platform.seed && (!hasCurve || a.startTime == b.startTime));
}

/// Whether the generated jobs are the same ones, in shares that may be called by other names.
bool areSameGenerated(const Scenario& a, const Scenario& b)
{
    if (a.generatedJobs != b.generatedJobs)
        return false;
    const std::size_t inA = firstSubmittedJob(a) - a.generatedJobs;
    const std::size_t inB = firstSubmittedJob(b) - b.generatedJobs;
    if (a.jobs.isSameAs(b.jobs) && inA == inB)
        return true;
    for (std::size_t i = 0; i < a.generatedJobs; ++i) {
        const JobIndex x{inA + i};
        const JobIndex y{inB + i};
        if (!isSameButShare(a, x, b, y) || a.jobs[x].share != b.jobs[y].share)
            return false;
    }
    return true;
}

/// The spec with everything said that goes by its share's name.
GeneratorSpec spelledOut(GeneratorSpec spec)
{
    spec.drawsAs = spec.drawKey();
    if (spec.jobName.empty())
        spec.jobName = spec.share;
    spec.share.clear();
    return spec;
}

/// Whether both make the same jobs, in shares that may be called by other names.
bool makeSameJobs(const ReferredValue& a, const ReferredValue& b)
{
    if (!drawAlike(a.scenario, b.scenario, b.generators) || a.generators.size() != b.generators.size())
        return false;
    for (std::size_t i = 0; i < a.generators.size(); ++i) {
        const ShareIndex share = b.scenario.findShare(b.generators[i].share);
        if (!share.isValid() || a.scenario.findShare(a.generators[i].share) != share)
            return false;
        if (a.generators[i] != b.generators[i] && spelledOut(a.generators[i]) != spelledOut(b.generators[i]))
            return false;
    }
    return true;
}

bool tracesSay(const ScenarioSource* source, const Scenario& edited)
{
    if (source == nullptr)
        return tracedJobs(edited) == 0;
    return traceRenames(source->original, edited).has_value();
}

/// Without making jobs: only where these and their generators are as they were read.
bool generatorsSay(const ScenarioSource& source, const ReferredValue& edited)
{
    const ReferredValue original{source.original, source.extras.generators};
    return makeSameJobs(original, edited) && areSameGenerated(source.original, edited.scenario);
}

} // namespace

bool isSameJob(const Scenario& a, JobIndex inA, const Scenario& b, JobIndex inB)
{
    const ShareIndex x = a.jobs[inA].share;
    const ShareIndex y = b.jobs[inB].share;
    return x == y && isSameButShare(a, inA, b, inB) && a.shareName(x) == b.shareName(y);
}

std::optional<ShareRenames> traceRenames(const Scenario& original, const Scenario& edited)
{
    const std::size_t count = tracedJobs(original);
    if (count != tracedJobs(edited))
        return std::nullopt;
    ShareRenames renames;
    const std::size_t inOriginal = firstReferredJob(original);
    const std::size_t inEdited = firstReferredJob(edited);
    const bool isOneTable = original.jobs.isSameAs(edited.jobs) && inOriginal == inEdited;
    std::vector<ShareIndex> now(original.shareNames.size());
    for (std::size_t i = 0; i < count; ++i) {
        const JobIndex was{inOriginal + i};
        const JobIndex is{inEdited + i};
        if (!isOneTable && !isSameButShare(original, was, edited, is))
            return std::nullopt;
        ShareIndex& share = now[original.jobs[was].share.value()];
        if (share.isValid() && share != edited.jobs[is].share)
            return std::nullopt;
        share = edited.jobs[is].share;
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (!now[i].isValid())
            continue;
        if (!hasShare(edited, edited.shareName(now[i])))
            return std::nullopt;
        if (edited.shareName(now[i]) != original.shareNames[i])
            renames[original.shareNames[i]] = edited.shareName(now[i]);
    }
    return renames;
}

void renameInTraces(Json& document, const ShareRenames& renames)
{
    const auto traces = document.find("traces");
    if (renames.empty() || traces == document.end() || !traces->is_array())
        return;
    for (Json& trace : *traces) {
        if (!trace.is_object())
            continue;
        const auto present = trace.find("renamedShares");
        ShareRenames table;
        if (present != trace.end() && present->is_object()) {
            for (const auto& [was, now] : present->items())
                table[was] = now.is_string() ? now.get<std::string>() : was;
        }
        for (auto& [was, now] : table) {
            if (const auto next = renames.find(now); next != renames.end())
                now = next->second;
        }
        // A name that the trace has itself; where it has not, it does no harm.
        table.insert(renames.begin(), renames.end());
        Json words = Json::object();
        for (const auto& [was, now] : table) {
            if (was != now)
                words[was] = now;
        }
        if (words.empty())
            trace.erase("renamedShares");
        else
            trace["renamedShares"] = std::move(words);
    }
}

FileReferences referencesAfter(const ScenarioSource* source, const FileReferences& known, const ReferredValue& before,
    const ReferredValue& after, bool isMadeAnew)
{
    const bool haveShares = std::all_of(after.generators.begin(), after.generators.end(),
        [&](const GeneratorSpec& spec) { return hasShare(after.scenario, spec.share); });
    FileReferences answer = known;
    answer.traces = tracesSay(source, after.scenario);
    if (isMadeAnew || !haveShares) {
        answer.generators = haveShares;
        return answer;
    }
    if (makeSameJobs(before, after) && areSameGenerated(before.scenario, after.scenario))
        return answer;
    answer.generators = source != nullptr && generatorsSay(*source, after);
    // Nobody but the one who makes them anew changes the generators; who does must be believed only after a look.
    if (!answer.generators && known.generators && before.generators != after.generators)
        answer.generators = areGeneratedBy(after.scenario, after.generators);
    return answer;
}

FileReferences findReferences(const ScenarioSource& source, const ReferredValue& edited)
{
    return {tracesSay(&source, edited.scenario),
        generatorsSay(source, edited) || areGeneratedBy(edited.scenario, edited.generators)};
}

} // namespace quotaboard
