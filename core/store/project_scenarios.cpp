// SPDX-License-Identifier: Apache-2.0
// Scenarios and their job lists going in and out.
#include "core/base/sha256.h"
#include "core/exchange/scenario_words.h"
#include "core/store/project.h"
#include "core/store/store_clock.h"

#include <utility>

namespace quotaboard {

namespace {

/// SHA-256 over the words of a job list, each followed by a line feed.
class WorkloadHash {
public:
    void add(std::string_view words)
    {
        hash_.update(words);
        hash_.update("\n");
    }
    std::string finish() { return hash_.finishHex(); }

private:
    Sha256 hash_;
};

std::vector<std::string> unitNames(const Scenario& scenario)
{
    std::vector<std::string> names;
    for (const CapacityUnit& unit : scenario.units)
        names.push_back(unit.name);
    return names;
}

/// Whether the names that the job list may mean are what they were; later ones may have been added.
bool beginsWith(const std::vector<std::string>& names, const std::vector<std::string>& before)
{
    return names.size() >= before.size() && std::equal(before.begin(), before.end(), names.begin());
}

Error at(const Error& error, const std::string& place)
{
    return Error{error.code, error.place.empty() ? place : error.place, error.arguments};
}

} // namespace

bool Project::isKnown(const KnownJobs& known, const Scenario& edited,
    const std::shared_ptr<const ScenarioSource>& source, std::size_t written) const
{
    return known.jobs.isSameAs(edited.jobs) && known.source == source && known.written == written
        && beginsWith(edited.shareNames, known.shareNames) && beginsWith(unitNames(edited), known.unitNames);
}

void Project::remember(ScenarioId id, const Scenario& edited, const std::shared_ptr<const ScenarioSource>& source,
    std::size_t written, const PutJobs& put)
{
    known_[id] = {edited.jobs, edited.shareNames, unitNames(edited), source, written, put.workload, put.jobsHash};
}

Result<Project::PutJobs> Project::putJobs(const KnownJobs* known, const Scenario& edited,
    const std::shared_ptr<const ScenarioSource>& source, std::size_t written, Progress* progress)
{
    if (known != nullptr && isKnown(*known, edited, source, written))
        return PutJobs{known->workload, known->jobsHash};
    Result<std::int64_t> workload = putWorkload(edited, source.get(), written, progress);
    if (!workload)
        return workload.error();
    return PutJobs{workload.value(), jobListHash(edited)};
}

Result<std::int64_t> Project::putWorkload(
    const Scenario& edited, const ScenarioSource* source, std::size_t written, Progress* progress)
{
    WorkloadHash hash;
    const auto add = [&](JobIndex, std::string_view words) {
        hash.add(words);
        return true;
    };
    if (Status status = forEachJobWords(edited, source, written, add, progress); !status)
        return status.error();
    const std::string address = hash.finish();
    Statement same = database_.prepare("SELECT id FROM workload WHERE hash = ?1");
    same.bind(address);
    if (same.next())
        return same.integer(0);
    Statement insert = database_.prepare("INSERT INTO workload (hash, jobs) VALUES (?1, ?2)");
    if (Status status = insert.bind(address, static_cast<std::int64_t>(written)).run(); !status)
        return status.error();
    const std::int64_t workload = database_.lastInsertId();
    if (Status status = insertJobs(workload, edited, source, written, progress); !status)
        return status.error();
    return workload;
}

Status Project::insertJobs(std::int64_t workload, const Scenario& edited, const ScenarioSource* source,
    std::size_t written, Progress* progress)
{
    Statement insert = database_.prepare(
        "INSERT INTO job (workload, position, id, name, share, unit, instances, submit_ms, work_ms, priority, words)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)");
    Status failure;
    const auto add = [&](JobIndex index, std::string_view words) {
        const Job& job = edited.jobs[index];
        std::optional<std::string_view> id;
        if (job.id.isValid())
            id = edited.jobs.text(job.id);
        insert.bind(workload, static_cast<std::int64_t>(index.value()), id, edited.jobs.text(job.name),
            edited.shareName(job.share), edited.unitName(job.unit), job.instances, job.submit, job.work, job.priority,
            words);
        failure = insert.run();
        return failure.ok();
    };
    const Status status = forEachJobWords(edited, source, written, add, progress);
    return failure ? status : failure;
}

Status Project::putBookmarks(ScenarioId id, const ScenarioExtras& extras)
{
    if (Status status = database_.prepare("DELETE FROM bookmark WHERE scenario = ?1").bind(id).run(); !status)
        return status;
    Statement insert
        = database_.prepare("INSERT INTO bookmark (scenario, position, at_ms, text) VALUES (?1, ?2, ?3, ?4)");
    for (std::size_t i = 0; i < extras.bookmarks.size(); ++i) {
        const Bookmark& mark = extras.bookmarks[i];
        if (Status status = insert.bind(id, static_cast<std::int64_t>(i), mark.at, mark.text).run(); !status)
            return status;
    }
    return {};
}

Result<ScenarioId> Project::addScenario(const std::string& name, const ScenarioFile& file, Progress* progress)
{
    if (Status status = writable(); !status)
        return status.error();
    if (Status status = checkName(name); !status)
        return status.error();
    const Scenario& scenario = *file.scenario;
    const ScenarioWords words = scenarioWords(scenario, file.extras, file.source.get(), folder_);
    Transaction transaction(database_);
    if (!transaction.begun())
        return transaction.begun().error();
    const Result<PutJobs> put = putJobs(nullptr, scenario, file.source, words.jobs, progress);
    if (!put)
        return put.error();
    Statement insert = database_.prepare(
        "INSERT INTO scenario (name, position, words, workload, hash, jobs_hash, created_ms, modified_ms)"
        " VALUES (?1, (SELECT IFNULL(MAX(position) + 1, 0) FROM scenario), ?2, ?3, ?4, ?5, ?6, ?6)");
    insert.bind(name, words.rest, put.value().workload, scenarioHash(scenario, put.value().jobsHash),
        put.value().jobsHash, epochNow());
    if (Status status = insert.run(); !status)
        return status.error();
    const ScenarioId id = database_.lastInsertId();
    if (Status status = putBookmarks(id, file.extras); !status)
        return status.error();
    if (Status status = touch(); !status)
        return status.error();
    if (Status status = transaction.commit(); !status)
        return status.error();
    remember(id, scenario, file.source, words.jobs, put.value());
    return id;
}

Status Project::putScenario(ScenarioId id, const Scenario& edited, const ScenarioExtras& extras,
    const std::shared_ptr<const ScenarioSource>& source, std::span<ChangeRow> changes, Progress* progress)
{
    if (Status status = writable(); !status)
        return status;
    const ScenarioWords words = scenarioWords(edited, extras, source.get(), folder_);
    const auto found = known_.find(id);
    Transaction transaction(database_);
    if (!transaction.begun())
        return transaction.begun();
    const Result<PutJobs> put
        = putJobs(found == known_.end() ? nullptr : &found->second, edited, source, words.jobs, progress);
    if (!put)
        return put.error();
    Statement update = database_.prepare("UPDATE scenario SET words = ?2, workload = ?3, hash = ?4, jobs_hash = ?5,"
                                         " modified_ms = ?6 WHERE id = ?1");
    update.bind(id, words.rest, put.value().workload, scenarioHash(edited, put.value().jobsHash), put.value().jobsHash,
        epochNow());
    if (Status status = update.run(); !status)
        return status;
    if (database_.changes() == 0)
        return noSuch(id);
    if (Status status = dropUnusedWorkloads(); !status)
        return status;
    if (Status status = putBookmarks(id, extras); !status)
        return status;
    if (Status status = quotaboard::appendChanges(database_, changes); !status)
        return status;
    if (Status status = touch(); !status)
        return status;
    if (Status status = transaction.commit(); !status)
        return status;
    remember(id, edited, source, words.jobs, put.value());
    return {};
}

Status Project::appendJobs(std::string& text, std::int64_t workload, std::int64_t count, const std::string& hash)
{
    WorkloadHash found;
    Statement rows = database_.prepare("SELECT words FROM job WHERE workload = ?1 ORDER BY position");
    rows.bind(workload);
    std::int64_t jobs = 0;
    while (rows.next()) {
        if (jobs++ > 0)
            text += ",\n  ";
        text += rows.view(0);
        found.add(rows.view(0));
    }
    if (Status status = rows.status(); !status)
        return status;
    if (jobs != count || found.finish() != hash)
        return Error{ErrorCode::DamagedFile, database_.name(), {"a job list is not what was saved"}};
    return {};
}

Result<std::string> Project::scenarioText(ScenarioId id, const std::string& folder, Progress* progress)
{
    Statement row = database_.prepare("SELECT s.words, w.id, w.jobs, w.hash FROM scenario AS s"
                                      " JOIN workload AS w ON w.id = s.workload WHERE s.id = ?1");
    row.bind(id);
    if (!row.next())
        return row.status() ? noSuch(id) : row.status().error();
    const ScenarioWords words{folder == folder_ ? row.text(0) : withTracePaths(row.text(0), folder_, folder),
        static_cast<std::size_t>(row.integer(2))};
    const auto append
        = [&](std::string& text) { return appendJobs(text, row.integer(1), row.integer(2), row.text(3)); };
    Result<std::string> text = joinScenarioWords(words, append, progress);
    return text ? std::move(text) : Result<std::string>{at(text.error(), database_.name())};
}

Result<ScenarioFile> Project::readScenario(ScenarioId id, Progress* progress)
{
    Result<std::string> text = scenarioText(id, folder_, progress);
    if (!text)
        return text.error();
    Statement row = database_.prepare("SELECT s.hash, s.jobs_hash, s.workload, w.jobs, s.name FROM scenario AS s"
                                      " JOIN workload AS w ON w.id = s.workload WHERE s.id = ?1");
    row.bind(id);
    if (!row.next())
        return row.status() ? noSuch(id) : row.status().error();
    Result<ScenarioFile> file
        = readScenarioFileText(std::move(text.value()), database_.name() + " (" + row.text(4) + ")", folder_, progress);
    if (!file)
        return file;
    const Scenario& scenario = *file.value().scenario;
    // Traces that changed since make other jobs; the reader warns of them.
    PutJobs put{row.integer(2), row.text(1)};
    if (scenario.referredJobs > scenario.generatedJobs)
        put.jobsHash = jobListHash(scenario);
    remember(id, scenario, file.value().source, static_cast<std::size_t>(row.integer(3)), put);
    return file;
}

Status Project::moveTo(const std::string& folder)
{
    if (folder == folder_)
        return {};
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    Statement rows = database_.prepare("SELECT id, words FROM scenario");
    std::vector<std::pair<ScenarioId, std::string>> moved;
    while (rows.next()) {
        std::string words = withTracePaths(rows.text(1), folder_, folder);
        if (words != rows.view(1))
            moved.emplace_back(rows.integer(0), std::move(words));
    }
    if (Status status = rows.status(); !status)
        return status;
    Statement update = database_.prepare("UPDATE scenario SET words = ?2 WHERE id = ?1");
    for (const auto& [id, words] : moved) {
        if (Status status = update.bind(id, words).run(); !status)
            return status;
    }
    // The process may end before it notes elsewhere what the paths start from now.
    Statement note = database_.prepare("INSERT INTO project (key, value) VALUES ('working.folder', ?1)"
                                       " ON CONFLICT (key) DO UPDATE SET value = excluded.value");
    if (Status status = note.bind(folder).run(); !status)
        return status;
    if (Status status = transaction.commit(); !status)
        return status;
    folder_ = folder;
    // Sources know the folder that they were read in; what is put next is compared anew.
    known_.clear();
    return {};
}

} // namespace quotaboard
