// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/scenario_file.h"

#include "core/base/atomic_file.h"
#include "core/exchange/disabled_interventions.h"
#include "core/exchange/generator_edits.h"
#include "core/exchange/job_lines.h"
#include "core/exchange/json_merge.h"
#include "core/exchange/json_parse.h"
#include "core/exchange/policy_json.h"
#include "core/exchange/scenario_reader.h"
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

struct ScenarioSource {
    /// The document; `jobs`, where it has them, is null here.
    Json rest;
    std::string text;
    /// Offset and length in `text` of each job under `jobs`.
    std::vector<std::pair<std::size_t, std::size_t>> jobs;
    Scenario original;
    ScenarioExtras extras;
    /// What relative trace paths start from.
    std::string folder;
};

namespace {

constexpr std::uint64_t kJobsPerReport = 4096;

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
        const std::string line = job.dump(-1, ' ', false, Json::error_handler_t::replace);
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

bool isSameJob(const Scenario& a, JobIndex inA, const Scenario& b, JobIndex inB)
{
    const Job& x = a.jobs[inA];
    const Job& y = b.jobs[inB];
    // One table came from the other, so its ids of texts and profiles mean the same.
    return x.submit == y.submit && x.work == y.work && x.deadline == y.deadline && x.profile == y.profile
        && x.name == y.name && x.id == y.id && x.user == y.user && x.workloadClass == y.workloadClass
        && x.instances == y.instances && x.priority == y.priority && x.share == y.share && x.unit == y.unit
        && a.shareName(x.share) == b.shareName(y.share) && a.unitName(x.unit) == b.unitName(y.unit);
}

bool areSameJobs(const Scenario& a, std::size_t inA, const Scenario& b, std::size_t inB, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        if (!isSameJob(a, JobIndex{inA + i}, b, JobIndex{inB + i}))
            return false;
    }
    return true;
}

/// Whether traces, as they were, and `generators` say what the edited scenario holds.
bool refersAsBefore(const ScenarioSource& from, const Scenario& edited, const std::vector<GeneratorSpec>& generators)
{
    const Scenario& original = from.original;
    const std::size_t traced = original.referredJobs - original.generatedJobs;
    const std::size_t was = ownJobs(original);
    const std::size_t is = ownJobs(edited);
    if (traced != edited.referredJobs - edited.generatedJobs || !areSameJobs(original, was, edited, is, traced))
        return false;
    const bool isUntouched = generators == from.extras.generators && original.generatedJobs == edited.generatedJobs
        && areSameJobs(original, was + traced, edited, is + traced, edited.generatedJobs);
    return isUntouched || areGeneratedBy(edited, generators);
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

class FileWriter {
public:
    FileWriter(const Scenario& edited, const ScenarioSource& source, AtomicFile& file, Progress* progress)
        : edited_(edited)
        , source_(source)
        , file_(file)
        , progress_(progress)
        , lines_(edited)
    {
    }

    /// False when cancelled.
    bool write(const Json& rest, std::size_t jobs)
    {
        bool hasJobs = rest.contains("jobs");
        for (const auto& [key, value] : rest.items()) {
            const bool isNext = key == "traces" || key == "generators" || key == "interventions";
            if (key == "jobs" || (isNext && !hasJobs && jobs > 0)) {
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
        for (const char c : value.dump(1, ' ', false, Json::error_handler_t::replace)) {
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
        const JobSources sources(source_.original, edited_);
        if (progress_ != nullptr)
            progress_->setTotal(count);
        for (std::size_t i = 0; i < count; ++i) {
            file_.write(i == 0 ? "[\n  " : ",\n  ");
            writeJob(JobIndex{i}, sources);
            if (progress_ != nullptr && i % kJobsPerReport == 0) {
                progress_->setDone(i);
                if (progress_->isCancelled())
                    return false;
            }
        }
        file_.write("\n ]");
        return true;
    }

    void writeJob(JobIndex job, const JobSources& sources)
    {
        const JobIndex from = job.value() < ownJobs(edited_) ? sources.of(job) : JobIndex{};
        if (from.isValid() && from.value() < source_.jobs.size()) {
            const auto [offset, length] = source_.jobs[from.value()];
            const std::string_view words = std::string_view{source_.text}.substr(offset, length);
            if (isSameJob(source_.original, from, edited_, job)) {
                file_.write(words);
                return;
            }
            const Json original = Json::parse(words, nullptr, false);
            if (!original.is_discarded()) {
                file_.write(mergeEdits(original, jobToJson(source_.original, from, true), jobToJson(edited_, job, true))
                                .dump(-1, ' ', false, Json::error_handler_t::replace));
                return;
            }
        }
        std::string line;
        lines_.append(line, job);
        file_.write(line);
    }

    const Scenario& edited_;
    const ScenarioSource& source_;
    AtomicFile& file_;
    Progress* progress_;
    JobLines lines_;
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
    if (const Status kept = keepWords(std::move(text), ownJobs(source->original), *source, progress); !kept)
        return kept.error();
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(std::move(loaded.value().scenario));
    source->extras = extrasFromJson(source->rest);
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

Status writeScenarioFile(const Scenario& edited, const ScenarioExtras& extras, const ScenarioSource* source,
    const std::string& path, Progress* progress)
{
    // What came from no file differs from nothing in everything.
    ScenarioSource none;
    none.rest = Json::object();
    const bool isNew = source == nullptr;
    const ScenarioSource& from = isNew ? none : *source;
    Json rest = isNew
        ? scenarioToJsonWithoutJobs(edited)
        : mergeEdits(from.rest, scenarioToJsonWithoutJobs(from.original), scenarioToJsonWithoutJobs(edited));
    ScenarioExtras kept = extras;
    if (const auto list = from.rest.find("interventions"); list != from.rest.end())
        keepWordsOfFile(kept.disabledInterventions, from.extras.disabledInterventions, from.original, *list);
    if (const auto list = rest.find("interventions"); list != rest.end())
        keepWordsOfDisabled(*list, edited, from.extras.disabledInterventions, extras.disabledInterventions);
    mergeExtras(rest, from.extras, kept);
    std::size_t jobs = ownJobs(edited);
    if (refersAsBefore(from, edited, extras.generators)) {
        adaptPaths(rest, from.folder, path);
    } else {
        jobs += edited.referredJobs;
        rest.erase("traces");
        rest.erase("generators");
    }
    AtomicFile file;
    if (const Status status = file.open(path); !status)
        return status;
    if (!FileWriter(edited, from, file, progress).write(rest, jobs))
        return Error{ErrorCode::Interrupted, path, {}};
    return file.commit();
}

} // namespace quotaboard
