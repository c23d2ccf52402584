// SPDX-License-Identifier: Apache-2.0
// What processes left behind that ended before they saved, and what can be read of damaged files.
#include "core/store/project_opener.h"
#include "core/store/store_clock.h"
#include "core/store/working_folder.h"

#include <algorithm>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace quotaboard {

namespace {

/// A folder without a working copy is one that is being made, unless it is older than this.
constexpr TimeMs kMakingTakesAtMost = 60'000;

TimeMs modifiedMs(const std::string& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return 0;
    return static_cast<TimeMs>(info.st_mtim.tv_sec) * kMsPerSecond + info.st_mtim.tv_nsec / 1'000'000;
}

/// Revision of the project that `path` holds when it is the project `id`, without changing anything there.
std::optional<std::int64_t> revisionOf(const std::string& path, const std::string& id)
{
    Result<Database> database = Database::open(path, Database::Mode::ReadOnly);
    if (!database)
        return std::nullopt;
    Project project(std::move(database.value()), {});
    const auto found = project.value("id");
    if (!found || found.value() != id)
        return std::nullopt;
    const Result<std::int64_t> revision = project.revision();
    return revision ? std::optional{revision.value()} : std::nullopt;
}

void readWorkingCopy(RecoveredProject& left, const WorkingOrigin& origin)
{
    left.isDamaged = true;
    Result<Database> database = Database::open(left.workingCopy(), Database::Mode::ReadWrite);
    if (!database)
        return;
    Project project(std::move(database.value()), {});
    const auto id = project.value("id");
    const auto modified = project.value("modified_ms");
    const Result<std::int64_t> revision = project.revision();
    if (!id || !id.value() || !modified || !revision)
        return;
    left.isDamaged = false;
    left.lastEditMs = std::strtoll(modified.value().value_or("0").c_str(), nullptr, 10);
    // A process may end between saving and noting that it did.
    const auto saved = origin.path.empty() ? std::nullopt : revisionOf(origin.path, *id.value());
    left.unsavedEdits = revision.value() - saved.value_or(origin.savedRevision);
    left.fileChangedSince = !origin.path.empty() && !origin.isFileUnchanged() && saved.value_or(-1) != revision.value();
}

/// Nothing for a folder that is in use, or without anything worth keeping; the latter is removed.
std::optional<RecoveredProject> look(const std::string& folder)
{
    if (ProjectLock::holder(workingLockIn(folder)))
        return std::nullopt;
    const bool hasCopy = ::access(workingCopyIn(folder).c_str(), F_OK) == 0;
    const std::optional<WorkingOrigin> origin = readOrigin(folder);
    if (!hasCopy || !origin) {
        // Without an origin the copy was never opened for editing.
        if (epochNow() - modifiedMs(folder) > kMakingTakesAtMost)
            (void)removeWorkingFolder(folder);
        return std::nullopt;
    }
    Result<ProjectLock> lock = ProjectLock::take(workingLockIn(folder), folder);
    if (!lock)
        return std::nullopt;
    RecoveredProject left;
    left.workingFolder = folder;
    left.path = origin->path;
    readWorkingCopy(left, *origin);
    if (left.isDamaged) {
        left.lastEditMs = modifiedMs(left.workingCopy());
    } else if (left.unsavedEdits <= 0) {
        (void)removeWorkingFolder(folder);
        return std::nullopt;
    }
    return left;
}

/// Ids of a table that can be read from either end.
std::vector<std::int64_t> readableIds(Database& database, const std::string& table)
{
    std::set<std::int64_t> ids;
    for (const char* order : {"ASC", "DESC"}) {
        Statement rows = database.prepare("SELECT id FROM " + table + " NOT INDEXED ORDER BY id " + order);
        while (rows.next())
            ids.insert(rows.integer(0));
    }
    return {ids.begin(), ids.end()};
}

std::string nameOf(Database& database, ScenarioId id)
{
    Statement row = database.prepare("SELECT name FROM scenario NOT INDEXED WHERE id = ?1");
    row.bind(id);
    std::string name = row.next() ? row.text(0) : std::string{};
    if (name.empty())
        name.append("#").append(std::to_string(id));
    return name;
}

void salvageScenarios(Project& from, Project& to, SalvageReport& report)
{
    for (const ScenarioId id : readableIds(from.database(), "scenario")) {
        const std::string name = nameOf(from.database(), id);
        const Result<ScenarioFile> file = from.readScenario(id);
        if (file && to.addScenario(name, file.value()).ok())
            report.scenarios.push_back(name);
        else
            report.lostScenarios.push_back(name);
    }
}

/// Rows keep their hashes, so that a broken chain stays broken.
void salvageChanges(Project& from, Project& to, SalvageReport& report)
{
    std::vector<ChangeRow> rows;
    (void)forEachChange(from.database(), [&](const ChangeRow& row) {
        if (row.seq != static_cast<std::int64_t>(rows.size()) + 1)
            return false;
        rows.push_back(row);
        return true;
    });
    const Result<ChangeVerdict> verdict = from.verifyChanges();
    if (!verdict)
        report.firstBrokenChange = static_cast<std::int64_t>(rows.size()) + 1;
    else
        report.firstBrokenChange = verdict.value().firstBroken;
    if (insertChanges(to.database(), rows))
        report.changes = static_cast<std::int64_t>(rows.size());
}

void salvageNotes(Project& from, Project& to, SalvageReport& report)
{
    const Result<std::vector<ProjectNote>> notes = from.notes();
    if (!notes)
        return;
    for (ProjectNote note : notes.value()) {
        note.id = 0;
        if (note.scenario) {
            const Result<ScenarioId> id = to.findScenario(nameOf(from.database(), *note.scenario));
            note.scenario = id ? std::optional{id.value()} : std::nullopt;
        }
        if (to.putNote(note).ok())
            ++report.notes;
    }
}

} // namespace

std::vector<RecoveredProject> listRecovered(const std::string& stateFolder)
{
    std::vector<RecoveredProject> found;
    for (const std::string& folder : workingFolders(stateFolder)) {
        if (std::optional<RecoveredProject> left = look(folder))
            found.push_back(std::move(*left));
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.lastEditMs > b.lastEditMs; });
    return found;
}

Status discardRecovered(const RecoveredProject& recovered)
{
    Result<ProjectLock> lock = ProjectLock::take(workingLockIn(recovered.workingFolder), recovered.workingFolder);
    if (!lock)
        return lock.error();
    return removeWorkingFolder(recovered.workingFolder);
}

Result<OpenProject> salvageProject(const std::string& path, const std::string& stateFolder, SalvageReport& report)
{
    report = {};
    if (Status status = checkHead(path); !status)
        return status.error();
    Result<std::string> folder = makeWorkingFolder(stateFolder);
    if (!folder)
        return folder.error();
    const std::string copy = folder.value() + "/damaged.qboard";
    Status status = copyDatabase(path, copy);
    Result<OpenProject> made = status ? newProject(stateFolder) : Result<OpenProject>{status.error()};
    if (made) {
        // Its own block, so that the copy is closed when its folder is removed.
        Result<Database> database = Database::open(copy, Database::Mode::ReadWrite, path);
        if (database) {
            Project from(std::move(database.value()), folderOf(path));
            Project& to = made.value().project();
            salvageScenarios(from, to, report);
            salvageChanges(from, to, report);
            salvageNotes(from, to, report);
            report.lostRuns = static_cast<std::int64_t>(readableIds(from.database(), "run").size());
        }
    }
    (void)removeWorkingFolder(folder.value());
    if (made && report.scenarios.empty() && report.changes == 0 && report.notes == 0) {
        made.value().discardOnClose();
        return Error{ErrorCode::DamagedFile, path, {"nothing in it can be read"}};
    }
    return made;
}

} // namespace quotaboard
