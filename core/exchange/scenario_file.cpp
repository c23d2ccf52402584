// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/scenario_file.h"

#include "core/base/atomic_file.h"
#include "core/exchange/job_lines.h"
#include "core/exchange/json_merge.h"
#include "core/exchange/json_parse.h"
#include "core/exchange/policy_json.h"
#include "core/exchange/scenario_reader.h"
#include "core/exchange/scenario_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <optional>
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

std::vector<TimeMark> readBreakpoints(const Json& document)
{
    std::vector<TimeMark> marks;
    const auto list = document.find("breakpoints");
    if (list == document.end() || !list->is_array())
        return marks;
    for (const Json& entry : *list) {
        const auto at = entry.is_object() ? entry.find("atSeconds") : entry.end();
        if (at == entry.end() || !at->is_number())
            continue;
        const auto time = millisecondsFromSeconds(at->get<double>());
        if (!time || *time < 0)
            continue;
        const auto name = entry.find("name");
        marks.push_back({*time, name != entry.end() && name->is_string() ? name->get<std::string>() : std::string{}});
    }
    return marks;
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

/// Whether traces and generators still say what the edited scenario holds.
bool refersAsBefore(const Scenario& original, const Scenario& edited)
{
    if (original.referredJobs != edited.referredJobs)
        return false;
    const std::size_t from = ownJobs(original);
    const std::size_t to = ownJobs(edited);
    for (std::size_t i = 0; i < edited.referredJobs; ++i) {
        if (!isSameJob(original, JobIndex{from + i}, edited, JobIndex{to + i}))
            return false;
    }
    return true;
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

/// Finds which job of the file an edited job came from, going through both lists once.
class JobSources {
public:
    JobSources(const Scenario& original, const Scenario& edited)
        : original_(original)
        , edited_(edited)
        , removable_(ownJobs(original) > ownJobs(edited) ? ownJobs(original) - ownJobs(edited) : 0)
    {
    }

    /// Call for each own job in turn. Invalid for one that is new.
    JobIndex of(JobIndex job)
    {
        const std::size_t count = ownJobs(original_);
        while (removable_ > 0 && next_ < count && !looksLike(JobIndex{next_}, job)) {
            --removable_;
            ++next_;
        }
        return next_ < count ? JobIndex{next_++} : JobIndex{};
    }

private:
    [[nodiscard]] bool looksLike(JobIndex original, JobIndex edited) const
    {
        const Job& a = original_.jobs[original];
        const Job& b = edited_.jobs[edited];
        return a.name == b.name && a.id == b.id && a.submit == b.submit;
    }

    const Scenario& original_;
    const Scenario& edited_;
    std::size_t removable_;
    std::size_t next_ = 0;
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
        JobSources sources(source_.original, edited_);
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

    void writeJob(JobIndex job, JobSources& sources)
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
    file.breakpoints = readBreakpoints(source->rest);
    file.source = std::move(source);
    file.warnings = std::move(loaded.value().warnings);
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

Status writeScenarioFile(
    const Scenario& edited, const ScenarioSource* source, const std::string& path, Progress* progress)
{
    if (source == nullptr)
        return writeScenario(edited, nullptr, path, progress);
    Json rest
        = mergeEdits(source->rest, scenarioToJsonWithoutJobs(source->original), scenarioToJsonWithoutJobs(edited));
    std::size_t jobs = ownJobs(edited);
    if (refersAsBefore(source->original, edited)) {
        adaptPaths(rest, source->folder, path);
    } else {
        jobs += edited.referredJobs;
        rest.erase("traces");
        rest.erase("generators");
    }
    AtomicFile file;
    if (const Status status = file.open(path); !status)
        return status;
    if (!FileWriter(edited, *source, file, progress).write(rest, jobs))
        return Error{ErrorCode::Interrupted, path, {}};
    return file.commit();
}

} // namespace quotaboard
