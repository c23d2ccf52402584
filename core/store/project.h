// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exchange/scenario_file.h"
#include "core/simulation/event_log.h"
#include "core/store/change_record.h"
#include "core/store/database.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

using ScenarioId = std::int64_t;
using RunId = std::int64_t;
using NoteId = std::int64_t;

/// A scenario of a project, without its content.
struct ScenarioEntry {
    ScenarioId id = 0;
    /// Unique in the project.
    std::string name;
    /// From 0, in the order that the user gave.
    std::int64_t position = 0;
    bool isBaseline = false;
    std::string note;
    /// scenarioHash() of its content.
    std::string hash;
    /// Jobs that are kept here; those of traces and generators it refers to are not.
    std::int64_t jobs = 0;
    /// Epoch ms.
    TimeMs createdMs = 0;
    TimeMs modifiedMs = 0;
};

/// What a run is kept with besides its events.
struct RunFacts {
    std::string engine;
    std::uint64_t seed = 1;
    /// Simulation time in ms.
    TimeMs warmUp = 0;
    TimeMs end = 0;
    /// Epoch ms.
    TimeMs startedMs = 0;
    TimeMs finishedMs = 0;
    /// As summaryToJson() makes it.
    nlohmann::ordered_json summary;
};

/// A run of a project, without its events.
struct RunEntry {
    RunId id = 0;
    ScenarioId scenario = 0;
    /// Of the scenario as it was run.
    std::string scenarioHash;
    RunFacts facts;
    std::int64_t events = 0;
    std::string eventLogHash;
    /// The scenario has changed since.
    bool isStale = false;
};

struct ProjectNote {
    NoteId id = 0;
    /// Nothing: of the whole project.
    std::optional<ScenarioId> scenario;
    /// Simulation time in ms.
    std::optional<TimeMs> at;
    /// What it is about: "job", "share" … and its name; empty for nothing in particular.
    std::string objectKind;
    std::string object;
    std::string text;
    TimeMs createdMs = 0;
    TimeMs modifiedMs = 0;
};

/// The content of a project in an open database: the working copy of a file (project_file.h), or one in memory. Every
/// change is committed before its member returns, so that it survives the process. One thread at a time. All members
/// block on the disk. Errors besides those named: those of Database, ReadOnlyProject, and NewerFormat where a newer
/// program wrote the file.
class Project {
public:
    /// `database` has the schema of a project. Trace paths in it start from `folder`. `readOnly` (null = writable) is
    /// the error that all changes are refused with.
    Project(Database database, std::string folder, std::optional<Error> readOnly = std::nullopt);
    /// A new one without scenarios in an empty database.
    static Result<Project> create(Database database, std::string folder);

    [[nodiscard]] bool isReadOnly() const { return readOnly_.has_value(); }
    /// What changes are refused with; null = nothing.
    [[nodiscard]] const std::optional<Error>& readOnlyReason() const { return readOnly_; }
    void setReadOnly(std::optional<Error> reason) { readOnly_ = std::move(reason); }
    [[nodiscard]] Database& database() { return database_; }
    [[nodiscard]] const std::string& folder() const { return folder_; }
    /// Trace paths of all scenarios start from another folder from now on.
    Status moveTo(const std::string& folder);

    // ---- scenarios
    Result<std::vector<ScenarioEntry>> scenarios();
    /// UnknownReference when there is none of that name.
    Result<ScenarioId> findScenario(const std::string& name);
    /// Appends one. Duplicate when the name is taken; NotAllowed for an empty one. Interrupted.
    Result<ScenarioId> addScenario(const std::string& name, const ScenarioFile& file, Progress* progress = nullptr);
    Result<ScenarioId> duplicateScenario(ScenarioId id, const std::string& name);
    Status renameScenario(ScenarioId id, const std::string& name);
    /// With its runs, notes and bookmarks. The change record keeps what it says of it.
    Status removeScenario(ScenarioId id);
    /// Moves it to a place in the order, from 0; the end when there are fewer.
    Status moveScenario(ScenarioId id, std::int64_t position);
    /// At most one is the baseline; nothing = none.
    Status setBaseline(std::optional<ScenarioId> id);
    Status setScenarioNote(ScenarioId id, const std::string& text);
    /// With the words it was read from, so that what no program here knows stays. DamagedFile when the jobs are not
    /// those that were put; errors of readScenario for traces that are gone.
    Result<ScenarioFile> readScenario(ScenarioId id, Progress* progress = nullptr);
    /// The text of a scenario file in `folder` for it.
    Result<std::string> scenarioText(ScenarioId id, const std::string& folder, Progress* progress = nullptr);
    /// Puts an edited scenario in place of what is there, and appends `changes` to the change record, both or none.
    /// Jobs are written only when the list is another object than the last one put or read, or its names changed.
    /// `source` is what it was read from, null for none. Interrupted.
    Status putScenario(ScenarioId id, const Scenario& edited, const ScenarioExtras& extras,
        const std::shared_ptr<const ScenarioSource>& source, std::span<ChangeRow> changes = {},
        Progress* progress = nullptr);

    // ---- runs
    /// Keeps a run of `scenario`, which is what `id` holds or held. One transaction; undone when cancelled:
    /// Interrupted.
    Result<RunId> recordRun(ScenarioId id, const Scenario& scenario, const EventLog& log, const RunFacts& facts,
        Progress* progress = nullptr);
    /// Of one scenario, or of all; oldest first.
    Result<std::vector<RunEntry>> runs(std::optional<ScenarioId> scenario = std::nullopt);
    /// Hands over the lines of its event log in order, each with its line feed, until `consume` gives false.
    /// DamagedFile when all were read and their hash is not the recorded one.
    Status readEvents(
        RunId run, const std::function<bool(std::string_view)>& consume, const Progress* progress = nullptr);
    Status removeRun(RunId run);

    // ---- change record
    Status appendChanges(std::span<ChangeRow> rows);
    Result<std::vector<ChangeRow>> changes(std::int64_t first = 1);
    Result<ChangeVerdict> verifyChanges();

    // ---- notes and settings
    Result<std::vector<ProjectNote>> notes();
    /// Adds it when its id is 0, else replaces it; gives its id. Sets the times.
    Result<NoteId> putNote(const ProjectNote& note);
    Status removeNote(NoteId id);
    /// A value of the `project` table; nothing when there is none.
    Result<std::optional<std::string>> value(const std::string& key);
    Status setValue(const std::string& key, const std::string& text);
    /// Grows with every change that was put; what is saved has the number it was saved at.
    Result<std::int64_t> revision();

    // ---- whole content
    /// What is not as it was saved, as "table" or "table/row": contents whose hashes do not fit. Empty when all is
    /// well. Reads everything but the pages that hold nothing.
    Result<std::vector<std::string>> verifyContent(Progress* progress = nullptr);
    /// The same for the small tables only.
    Result<std::vector<std::string>> verifySeals();
    /// Writes the hashes that verifyContent() looks at. Done by saving.
    Status seal();

private:
    /// The job list that a scenario was last put or read with.
    struct KnownJobs {
        JobTable jobs;
        std::vector<std::string> shareNames;
        std::vector<std::string> unitNames;
        std::shared_ptr<const ScenarioSource> source;
        /// That many stand in the workload.
        std::size_t written = 0;
        std::int64_t workload = 0;
        std::string jobsHash;
    };
    struct PutJobs {
        std::int64_t workload = 0;
        std::string jobsHash;
    };

    [[nodiscard]] Status writable() const;
    Error noSuch(ScenarioId id) const;
    Status checkName(const std::string& name);
    Status touch();
    [[nodiscard]] bool isKnown(const KnownJobs& known, const Scenario& edited,
        const std::shared_ptr<const ScenarioSource>& source, std::size_t written) const;
    Result<PutJobs> putJobs(const KnownJobs* known, const Scenario& edited,
        const std::shared_ptr<const ScenarioSource>& source, std::size_t written, Progress* progress);
    Result<std::int64_t> putWorkload(
        const Scenario& edited, const ScenarioSource* source, std::size_t written, Progress* progress);
    Status insertJobs(std::int64_t workload, const Scenario& edited, const ScenarioSource* source, std::size_t written,
        Progress* progress);
    void remember(ScenarioId id, const Scenario& edited, const std::shared_ptr<const ScenarioSource>& source,
        std::size_t written, const PutJobs& put);
    Status putBookmarks(ScenarioId id, const ScenarioExtras& extras);
    Status dropUnusedWorkloads();
    Status appendJobs(std::string& text, std::int64_t workload, std::int64_t count, const std::string& hash);
    Status insertEvents(
        RunId run, const Scenario& scenario, const EventLog& log, std::string& hash, Progress* progress);
    Status insertMetrics(RunId run, const nlohmann::ordered_json& summary);
    Result<std::string> sealOf(const std::string& table);

    Database database_;
    std::string folder_;
    std::optional<Error> readOnly_;
    std::map<ScenarioId, KnownJobs> known_;
};

} // namespace quotaboard
