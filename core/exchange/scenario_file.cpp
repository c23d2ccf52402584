// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/scenario_file.h"

#include "core/base/atomic_file.h"
#include "core/exchange/disabled_interventions.h"
#include "core/exchange/exact_numbers.h"
#include "core/exchange/file_references.h"
#include "core/exchange/job_lines.h"
#include "core/exchange/json_merge.h"
#include "core/exchange/json_parse.h"
#include "core/exchange/policy_json.h"
#include "core/exchange/scenario_reader.h"
#include "core/exchange/scenario_source.h"
#include "core/exchange/scenario_words.h"
#include "core/exchange/scenario_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t kJobsPerReport = 4096;
/// A trace that was written again since is looked at again up to this size; of a larger one the worst is thought, so
/// that saving does not take longer than anybody waits.
constexpr std::uint64_t kMostHashedAgain = 32ULL << 20;

/// Where the jobs of a text stand.
struct JobWords {
    /// Offset and length of the list, and of each job in it.
    std::size_t listAt = 0;
    std::size_t listLength = 0;
    std::vector<std::pair<std::size_t, std::size_t>> jobs;
};

/// False when they cannot be told apart, or when cancelled.
bool findJobs(simdjson::ondemand::array list, const char* text, const Progress* progress, JobWords& words)
{
    std::string_view raw;
    if (list.raw_json().get(raw) != simdjson::SUCCESS)
        return false;
    words.listAt = static_cast<std::size_t>(raw.data() - text);
    words.listLength = raw.substr(0, raw.find_last_of(']') + 1).size();
    words.jobs.clear();
    bool hasMore = false;
    if (list.reset().get(hasMore) != simdjson::SUCCESS)
        return false;
    for (auto item : list) {
        simdjson::ondemand::object object;
        if (item.get_object().get(object) != simdjson::SUCCESS || object.raw_json().get(raw) != simdjson::SUCCESS)
            return false;
        raw = raw.substr(0, raw.find_last_of('}') + 1);
        words.jobs.emplace_back(static_cast<std::size_t>(raw.data() - text), raw.size());
        if (words.jobs.size() % kJobsPerReport == 0 && progress != nullptr && progress->isCancelled())
            return false;
    }
    return true;
}

/// Empty without jobs, and when they cannot be told apart. The last of several lists counts, as it does for a reader.
std::optional<JobWords> findJobs(const std::string& text, const Progress* progress)
{
    std::optional<JobWords> words;
    const simdjson::padded_string padded(text);
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    simdjson::ondemand::object root;
    if (parser.iterate(padded).get(document) != simdjson::SUCCESS
        || document.get_object().get(root) != simdjson::SUCCESS)
        return std::nullopt;
    for (auto field : root) {
        std::string_view key;
        // The key may be written with escapes.
        if (field.unescaped_key().get(key) != simdjson::SUCCESS)
            return std::nullopt;
        if (key != "jobs")
            continue;
        simdjson::ondemand::array list;
        if (field.value().get_array().get(list) != simdjson::SUCCESS
            || !findJobs(list, padded.data(), progress, words.emplace()))
            return std::nullopt;
    }
    return words;
}

/// Fills in the words of the jobs and of the rest. Where the jobs cannot be found in the text, what they say is kept
/// in other words. Error: Interrupted.
Status keepWords(std::string text, std::size_t jobs, ScenarioSource& source, Progress* progress)
{
    std::optional<JobWords> words = findJobs(text, progress);
    if (words && words->jobs.size() == jobs) {
        const std::string_view all = text;
        std::string rest{all.substr(0, words->listAt)};
        rest += "null";
        rest += all.substr(words->listAt + words->listLength);
        Result<Json> parsed = parseOrderedJson(rest, {}, progress);
        if (!parsed)
            return parsed.error();
        source.rest = std::move(parsed.value());
        source.jobs = std::move(words->jobs);
        source.text = std::move(text);
        return {};
    }
    Result<Json> parsed = parseOrderedJson(text, {}, progress);
    if (!parsed)
        return parsed.error();
    source.rest = std::move(parsed.value());
    const auto list = source.rest.find("jobs");
    if (list == source.rest.end())
        return {};
    for (const Json& job : *list) {
        const std::string line = toText(job);
        source.jobs.emplace_back(source.text.size(), line.size());
        source.text += line;
    }
    *list = nullptr;
    return {};
}

std::size_t submittedJobs(const Scenario& scenario)
{
    return static_cast<std::size_t>(std::count_if(scenario.interventions.begin(), scenario.interventions.end(),
        [](const Intervention& i) { return std::holds_alternative<SubmitServiceJob>(i.edit); }));
}

/// Jobs that stand under `jobs`.
std::size_t ownJobs(const Scenario& scenario)
{
    return scenario.jobs.size() - scenario.referredJobs - submittedJobs(scenario);
}

/// Trace paths as seen from another folder.
void adaptPaths(Json& rest, const std::string& from, const std::string& target)
{
    const auto traces = rest.find("traces");
    if (traces == rest.end() || !traces->is_array())
        return;
    const std::filesystem::path folder = std::filesystem::absolute(target).parent_path().lexically_normal();
    const std::filesystem::path old = std::filesystem::absolute(from).lexically_normal();
    if (folder == old)
        return;
    const auto adapt = [&](Json& path) {
        if (!path.is_string() || std::filesystem::path(path.get<std::string>()).is_absolute())
            return;
        const auto full = (old / path.get<std::string>()).lexically_normal();
        const auto relative = full.lexically_relative(folder);
        path = relative.empty() ? full.string() : relative.string();
    };
    for (Json& trace : *traces) {
        if (const auto path = trace.find("path"); path != trace.end()) {
            if (path->is_array())
                std::for_each(path->begin(), path->end(), adapt);
            else
                adapt(*path);
        }
    }
}

/// Files of traces that do not give any more what they gave.
std::vector<std::string> changedTraces(const ScenarioSource& source)
{
    std::vector<std::string> changed;
    for (const TraceFile& file : source.traceFiles) {
        if (file.mark.isKnown() && !isUnchanged(file.path, file.mark, kMostHashedAgain))
            changed.push_back(file.path);
    }
    return changed;
}

/// Tells which job of the file an edited job came from. Jobs that keep name and submit time are found again in order;
/// between two of these, changed ones are taken for those in their places when nothing was added or removed there and
/// they are still much the same. In doubt a job is new: its words may be lost, but no other job gets them.
class JobSources {
public:
    JobSources(const Scenario& original, const Scenario& edited)
        : original_(original)
        , edited_(edited)
    {
        const std::size_t from = ownJobs(original);
        const std::size_t to = ownJobs(edited);
        while (same_ < from && same_ < to && looksLike(same_, same_))
            ++same_;
        if (same_ < to)
            findRest(from, to);
    }

    /// Invalid for one that is new.
    [[nodiscard]] JobIndex of(JobIndex job) const { return job.value() < same_ ? job : rest_[job.value() - same_]; }

private:
    using Key = std::tuple<StringId, TimeMs>;

    [[nodiscard]] const Job& before(std::size_t index) const { return original_.jobs[JobIndex{index}]; }
    [[nodiscard]] const Job& after(std::size_t index) const { return edited_.jobs[JobIndex{index}]; }

    [[nodiscard]] bool looksLike(std::size_t original, std::size_t edited) const
    {
        return before(original).name == after(edited).name && before(original).submit == after(edited).submit;
    }

    [[nodiscard]] bool isMuchTheSame(std::size_t original, std::size_t edited) const
    {
        const Job& a = before(original);
        const Job& b = after(edited);
        const bool isSameWork = a.work == b.work && a.share == b.share;
        return (a.submit == b.submit && (a.name == b.name || isSameWork)) || (a.name == b.name && isSameWork);
    }

    void findRest(std::size_t from, std::size_t to)
    {
        rest_.assign(to - same_, JobIndex{});
        // Mostly one job among many was edited, added or removed: what follows it is found from the end.
        while (from > same_ && to > same_ && looksLike(from - 1, to - 1))
            rest_[--to - same_] = JobIndex{--from};
        std::map<Key, std::vector<std::size_t>> places;
        for (std::size_t i = from; i-- > same_;)
            places[{before(i).name, before(i).submit}].push_back(i);
        std::size_t next = same_;
        std::size_t open = same_;
        for (std::size_t i = same_; i < to; ++i) {
            const auto found = places.find({after(i).name, after(i).submit});
            if (found == places.end())
                continue;
            std::vector<std::size_t>& left = found->second;
            while (!left.empty() && left.back() < next)
                left.pop_back();
            if (left.empty())
                continue;
            const std::size_t at = left.back();
            pairBetween(next, at, open, i);
            rest_[i - same_] = JobIndex{at};
            next = at + 1;
            open = i + 1;
        }
        pairBetween(next, from, open, to);
    }

    void pairBetween(std::size_t from, std::size_t fromEnd, std::size_t to, std::size_t toEnd)
    {
        if (fromEnd - from != toEnd - to)
            return;
        for (; to < toEnd; ++from, ++to) {
            if (isMuchTheSame(from, to))
                rest_[to - same_] = JobIndex{from};
        }
    }

    const Scenario& original_;
    const Scenario& edited_;
    /// So many at the beginning are in their old places.
    std::size_t same_ = 0;
    /// For each job after those.
    std::vector<JobIndex> rest_;
};

/// Whether jobs stand before it in a document that had none.
bool isBehindJobs(std::string_view key)
{
    return key == "traces" || key == "generators" || key == "interventions";
}

/// The jobs of an edited scenario as they are written: what equals what was read keeps its words.
class WrittenJobs {
public:
    WrittenJobs(const Scenario& edited, const ScenarioSource& source)
        : edited_(edited)
        , source_(source)
        , sources_(source.original, edited)
        , own_(ownJobs(edited))
        , lines_(edited)
    {
    }

    /// False when cancelled, or when `consume` gives false.
    template <class Consumer>
    bool forEach(std::size_t count, Progress* progress, Consumer&& consume)
    {
        if (progress != nullptr)
            progress->setTotal(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (!consume(JobIndex{i}, of(JobIndex{i})))
                return false;
            if (progress != nullptr && i % kJobsPerReport == 0) {
                progress->setDone(i);
                if (progress->isCancelled())
                    return false;
            }
        }
        return true;
    }

private:
    /// Valid until the next call.
    std::string_view of(JobIndex job)
    {
        const JobIndex from = job.value() < own_ ? sources_.of(job) : JobIndex{};
        line_.clear();
        if (from.isValid() && from.value() < source_.jobs.size()) {
            const auto [offset, length] = source_.jobs[from.value()];
            const std::string_view words = std::string_view{source_.text}.substr(offset, length);
            if (isSameJob(source_.original, from, edited_, job))
                return words;
            if (const Result<Json> original = parseOrderedJson(words, {}, nullptr)) {
                line_ = toText(mergeEdits(
                    original.value(), jobToJson(source_.original, from, true), jobToJson(edited_, job, true)));
                return line_;
            }
        }
        lines_.append(line_, job);
        return line_;
    }

    const Scenario& edited_;
    const ScenarioSource& source_;
    JobSources sources_;
    std::size_t own_;
    JobLines lines_;
    std::string line_;
};

class FileWriter {
public:
    FileWriter(const Scenario& edited, const ScenarioSource& source, AtomicFile& file, Progress* progress)
        : edited_(edited)
        , source_(source)
        , file_(file)
        , progress_(progress)
    {
    }

    /// False when cancelled.
    bool write(const Json& rest, std::size_t jobs)
    {
        bool hasJobs = rest.contains("jobs");
        for (const auto& [key, value] : rest.items()) {
            if (key == "jobs" || (isBehindJobs(key) && !hasJobs && jobs > 0)) {
                hasJobs = true;
                if (!writeJobs(jobs))
                    return false;
            }
            if (key != "jobs")
                member(key, value);
        }
        if (!hasJobs && jobs > 0 && !writeJobs(jobs))
            return false;
        file_.write("\n}\n");
        return true;
    }

private:
    void key(const std::string& name)
    {
        file_.write(isFirst_ ? "{\n " : ",\n ");
        isFirst_ = false;
        file_.write(Json(name).dump(-1, ' ', false, Json::error_handler_t::replace));
        file_.write(": ");
    }

    void member(const std::string& name, const Json& value)
    {
        key(name);
        std::string text;
        for (const char c : toText(value, 1)) {
            text += c;
            if (c == '\n')
                text += ' ';
        }
        file_.write(text);
    }

    bool writeJobs(std::size_t count)
    {
        key("jobs");
        if (count == 0) {
            file_.write("[]");
            return true;
        }
        const bool isComplete
            = WrittenJobs(edited_, source_).forEach(count, progress_, [&](JobIndex i, std::string_view words) {
                  file_.write(i.value() == 0 ? "[\n  " : ",\n  ");
                  file_.write(words);
                  return true;
              });
        file_.write("\n ]");
        return isComplete;
    }

    const Scenario& edited_;
    const ScenarioSource& source_;
    AtomicFile& file_;
    Progress* progress_;
    bool isFirst_ = true;
};

} // namespace

Result<ScenarioFile> readScenarioFileText(
    std::string text, const std::string& name, const std::string& folder, Progress* progress)
{
    ScenarioReadOptions options;
    options.progress = progress;
    Result<LoadedScenario> loaded = readScenarioText(text, name, folder, options);
    if (!loaded)
        return loaded.error();
    auto source = std::make_shared<ScenarioSource>();
    source->original = loaded.value().scenario;
    source->folder = folder;
    source->traceFiles = std::move(loaded.value().traceFiles);
    if (const Status kept = keepWords(std::move(text), ownJobs(source->original), *source, progress); !kept)
        return kept.error();
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(std::move(loaded.value().scenario));
    source->extras = extrasFromJson(withNearestNumbers(source->rest));
    file.extras = source->extras;
    file.source = std::move(source);
    file.warnings = std::move(loaded.value().warnings);
    return file;
}

ScenarioFile newScenarioFile(Scenario scenario, const TraceReference& reference, const std::string& folder)
{
    scenario.referredJobs = static_cast<std::size_t>(reference.jobs);
    auto source = std::make_shared<ScenarioSource>();
    source->text = scenarioToText(scenario, &reference);
    source->rest = Json::parse(source->text, nullptr, false);
    if (source->rest.contains("jobs"))
        source->rest["jobs"] = nullptr;
    source->original = scenario;
    source->folder = folder;
    for (std::size_t i = 0; i < std::min(reference.paths.size(), reference.marks.size()); ++i)
        source->traceFiles.push_back({traceFilePath(folder, reference.paths[i]), reference.marks[i]});
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(std::move(scenario));
    file.source = std::move(source);
    return file;
}

Result<ScenarioFile> readScenarioFile(const std::string& path, Progress* progress)
{
    Result<std::string> text = readWholeFile(path);
    if (!text)
        return text.error();
    const std::size_t slash = path.find_last_of('/');
    return readScenarioFileText(std::move(text.value()), path,
        slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1)), progress);
}

bool isSameScenario(const Scenario& original, const Scenario& edited)
{
    if (!original.jobs.isSameAs(edited.jobs)) {
        if (original.jobs.size() != edited.jobs.size())
            return false;
        for (std::size_t i = 0; i < edited.jobs.size(); ++i) {
            if (!isSameJob(original, JobIndex{i}, edited, JobIndex{i}))
                return false;
        }
    }
    return scenarioToJsonWithoutJobs(original) == scenarioToJsonWithoutJobs(edited);
}

namespace {

/// A document that is about to be written; `jobs` of its jobs stand under `jobs`.
struct PreparedDocument {
    Json rest;
    std::size_t jobs = 0;
    SaveReport report;
};

PreparedDocument prepareDocument(const Scenario& edited, const ScenarioExtras& extras, const ScenarioSource& from,
    bool isNew, const std::string& path)
{
    PreparedDocument document;
    Json& rest = document.rest;
    rest = isNew ? scenarioToJsonWithoutJobs(edited)
                 : mergeEdits(from.rest, scenarioToJsonWithoutJobs(from.original), scenarioToJsonWithoutJobs(edited));
    ScenarioExtras kept = extras;
    if (const auto list = from.rest.find("interventions"); list != from.rest.end())
        keepWordsOfFile(kept.disabledInterventions, from.extras.disabledInterventions, from.original, *list);
    if (const auto list = rest.find("interventions"); list != rest.end())
        keepWordsOfDisabled(*list, edited, from.extras.disabledInterventions, extras.disabledInterventions);
    mergeExtras(rest, from.extras, kept);
    document.jobs = ownJobs(edited);
    const bool refers = findReferences(from, {edited, extras.generators}).areKept();
    if (refers && edited.referredJobs > edited.generatedJobs)
        document.report.changedTraces = changedTraces(from);
    if (refers && document.report.changedTraces.empty()) {
        adaptPaths(rest, from.folder, path);
        if (const auto renames = traceRenames(from.original, edited))
            renameInTraces(rest, *renames);
    } else {
        document.jobs += edited.referredJobs;
        rest.erase("traces");
        rest.erase("generators");
    }
    return document;
}

/// What came from no file differs from nothing in everything.
ScenarioSource noSource()
{
    ScenarioSource none;
    none.rest = Json::object();
    return none;
}

} // namespace

Status writeScenarioFile(const Scenario& edited, const ScenarioExtras& extras, const ScenarioSource* source,
    const std::string& path, Progress* progress, SaveReport* report)
{
    const ScenarioSource none = noSource();
    const ScenarioSource& from = source == nullptr ? none : *source;
    PreparedDocument document = prepareDocument(edited, extras, from, source == nullptr, path);
    AtomicFile file;
    if (const Status status = file.open(path); !status)
        return status;
    if (!FileWriter(edited, from, file, progress).write(document.rest, document.jobs))
        return Error{ErrorCode::Interrupted, path, {}};
    if (report != nullptr)
        *report = std::move(document.report);
    return file.commit();
}

ScenarioWords scenarioWords(const Scenario& edited, const ScenarioExtras& extras, const ScenarioSource* source,
    const std::string& folder, SaveReport* report)
{
    const ScenarioSource none = noSource();
    PreparedDocument document
        = prepareDocument(edited, extras, source == nullptr ? none : *source, source == nullptr, folder + "/.");
    if (report != nullptr)
        *report = std::move(document.report);
    if (document.jobs == 0 || document.rest.contains("jobs"))
        return {toText(document.rest), document.jobs};
    Json placed = Json::object();
    for (const auto& [key, value] : document.rest.items()) {
        if (isBehindJobs(key) && !placed.contains("jobs"))
            placed["jobs"] = nullptr;
        placed[key] = value;
    }
    if (!placed.contains("jobs"))
        placed["jobs"] = nullptr;
    return {toText(placed), document.jobs};
}

Status forEachJobWords(const Scenario& edited, const ScenarioSource* source, std::size_t jobs,
    const std::function<bool(JobIndex, std::string_view)>& consume, Progress* progress)
{
    const ScenarioSource none = noSource();
    if (WrittenJobs(edited, source == nullptr ? none : *source).forEach(jobs, progress, consume))
        return {};
    return Error{ErrorCode::Interrupted, {}, {}};
}

std::string withTracePaths(const std::string& rest, const std::string& from, const std::string& to)
{
    Result<Json> parsed = parseOrderedJson(rest, {}, nullptr);
    if (!parsed)
        return rest;
    adaptPaths(parsed.value(), from, to + "/.");
    return toText(parsed.value());
}

} // namespace quotaboard
