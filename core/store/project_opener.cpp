// SPDX-License-Identifier: Apache-2.0
#include "core/store/project_opener.h"

#include "core/base/atomic_file.h"
#include "core/store/working_folder.h"

#include <utility>

namespace quotaboard {

namespace {

/// The working copy is its own journal: what is committed is on the disk soon, and survives the process at once.
constexpr const char* kJournal = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=4000";

Error damaged(const std::string& path, const Error& error)
{
    if (error.code != ErrorCode::DatabaseFailed)
        return error;
    return Error{ErrorCode::DamagedFile, path, error.arguments};
}

} // namespace

Status checkHead(const std::string& path)
{
    const Result<FileHead> head = readHead(path);
    if (!head)
        return head.error();
    if (!head.value().isDatabase)
        return Error{ErrorCode::WrongFormat, path, {"a file of another kind", "a Quotaboard project"}};
    if (head.value().applicationId != kProjectApplicationId)
        return Error{ErrorCode::WrongFormat, path, {"a database of another program", "a Quotaboard project"}};
    return {};
}

Status ProjectOpener::takeFolder(OpenProject& opened, const std::string& folder)
{
    Result<ProjectLock> lock = ProjectLock::take(workingLockIn(folder), folder);
    if (!lock)
        return lock.error();
    opened.workingLock_ = std::move(lock.value());
    opened.workingFolder_ = folder;
    opened.workingCopy_ = workingCopyIn(folder);
    return {};
}

Status ProjectOpener::makeWritable(Database& database)
{
    if (Status status = migrate(database, projectMigrations()); !status)
        return status;
    return database.execute(kJournal);
}

Status ProjectOpener::checkDatabase(OpenProject& opened, Database& database, bool isFromFile)
{
    const Result<std::vector<std::string>> findings = checkIntegrity(database, 1);
    if (!findings)
        return findings.error();
    if (!findings.value().empty())
        return Error{ErrorCode::DamagedFile, database.name(), {findings.value().front()}};
    const Result<std::optional<std::int64_t>> version = database.integer("PRAGMA user_version");
    if (!version)
        return version.error();
    const auto found = static_cast<int>(version.value().value_or(0));
    if (found > kProjectVersion)
        opened.findings_.newerVersion = found;
    if (!isFromFile)
        return {};
    Project content(std::move(database), {}, std::nullopt);
    Result<std::vector<std::string>> changed = content.verifySeals();
    database = std::move(content.database());
    if (changed)
        opened.findings_.changedContent = std::move(changed.value());
    else if (changed.error().code == ErrorCode::Interrupted)
        return changed.error();
    else
        opened.findings_.changedContent = {"seal"};
    return {};
}

Status ProjectOpener::openWorkingCopy(OpenProject& opened, const ProjectOpenOptions& options, bool isFromFile)
{
    const std::string place = opened.path_.empty() ? opened.workingCopy_ : opened.path_;
    Result<Database> database = Database::open(opened.workingCopy_, Database::Mode::ReadWrite, place);
    if (!database)
        return damaged(place, database.error());
    database.value().stopWith(options.progress);
    if (Status status = checkDatabase(opened, database.value(), isFromFile); !status)
        return damaged(place, status.error());
    const bool isNewer = opened.findings_.newerVersion > 0;
    if (!isNewer) {
        if (Status status = makeWritable(database.value()); !status)
            return damaged(place, status.error());
    }
    Result<SchemaDifference> difference = compareSchema(database.value());
    if (!difference)
        return difference.error();
    if (!difference.value().missing.empty() && !isNewer)
        return Error{ErrorCode::DamagedFile, place, {difference.value().missing.front() + " is missing"}};
    opened.findings_.unknownParts = std::move(difference.value().unknown);
    database.value().stopWith(nullptr);
    std::optional<Error> readOnly;
    if (isNewer)
        readOnly = Error{ErrorCode::NewerFormat, place,
            {std::to_string(opened.findings_.newerVersion), std::to_string(kProjectVersion)}};
    else if (options.readOnly)
        readOnly = Error{ErrorCode::ReadOnlyProject, place, {}};
    std::string folder = folderOf(opened.path_);
    if (!isFromFile) {
        const auto noted = database.value().text("SELECT value FROM project WHERE key = 'working.folder'");
        if (!noted)
            return noted.error();
        folder = noted.value().value_or(folder);
    }
    opened.project_ = std::make_unique<Project>(std::move(database.value()), std::move(folder), std::move(readOnly));
    return {};
}

Result<OpenProject> ProjectOpener::makeNew(const std::string& stateFolder)
{
    Result<std::string> folder = makeWorkingFolder(stateFolder);
    if (!folder)
        return folder.error();
    OpenProject opened;
    if (Status status = takeFolder(opened, folder.value()); !status)
        return status.error();
    Result<Database> database = Database::open(opened.workingCopy_, Database::Mode::Create);
    if (!database)
        return database.error();
    if (Status status = database.value().execute(kJournal); !status)
        return status.error();
    Result<Project> project = Project::create(std::move(database.value()), folderOf({}));
    if (!project)
        return project.error();
    opened.project_ = std::make_unique<Project>(std::move(project.value()));
    if (const Result<std::int64_t> revision = opened.project_->revision(); revision.ok())
        opened.savedRevision_ = revision.value();
    if (Status status = opened.writeOrigin(); !status)
        return status.error();
    return opened;
}

Result<OpenProject> ProjectOpener::openFile(
    const std::string& path, const std::string& stateFolder, const ProjectOpenOptions& options)
{
    if (Status status = checkHead(path); !status)
        return status.error();
    if (const Result<FileHead> head = readHead(path); !head || !head.value().isWhole)
        return head ? Error{ErrorCode::DamagedFile, path, {"it was cut short"}} : head.error();
    OpenProject opened;
    opened.path_ = path;
    if (!options.readOnly) {
        Result<ProjectLock> lock = ProjectLock::take(ProjectLock::pathFor(followLinks(path)), path);
        // In a place that cannot be written nobody else can save either.
        if (lock)
            opened.lock_ = std::move(lock.value());
        else if (lock.error().code == ErrorCode::LockedByOther)
            return lock.error();
    }
    Result<std::string> folder = makeWorkingFolder(stateFolder);
    if (!folder)
        return folder.error();
    if (Status status = takeFolder(opened, folder.value()); !status)
        return status.error();
    Status status = copyDatabase(path, opened.workingCopy_);
    if (status)
        status = openWorkingCopy(opened, options, true);
    if (status) {
        const Result<std::int64_t> revision = opened.project_->revision();
        opened.savedRevision_ = revision ? revision.value() : 0;
        status = opened.writeOrigin();
    }
    if (!status) {
        opened.project_.reset();
        (void)removeWorkingFolder(folder.value());
        return status.error();
    }
    return opened;
}

Result<OpenProject> ProjectOpener::openLeft(const RecoveredProject& recovered, const ProjectOpenOptions& options)
{
    OpenProject opened;
    opened.path_ = recovered.path;
    if (!options.readOnly && !recovered.path.empty()) {
        Result<ProjectLock> lock = ProjectLock::take(ProjectLock::pathFor(followLinks(recovered.path)), recovered.path);
        if (lock)
            opened.lock_ = std::move(lock.value());
        else if (lock.error().code == ErrorCode::LockedByOther)
            return lock.error();
    }
    if (Status status = takeFolder(opened, recovered.workingFolder); !status)
        return status.error();
    if (Status status = openWorkingCopy(opened, options, false); !status)
        return status.error();
    const Result<std::int64_t> revision = opened.project_->revision();
    if (!revision)
        return revision.error();
    opened.savedRevision_ = revision.value() - recovered.unsavedEdits;
    opened.isRecovered_ = true;
    return opened;
}

Result<OpenProject> newProject(const std::string& stateFolder)
{
    return ProjectOpener::makeNew(stateFolder);
}

Result<OpenProject> openProject(
    const std::string& path, const std::string& stateFolder, const ProjectOpenOptions& options)
{
    return ProjectOpener::openFile(path, stateFolder, options);
}

Result<OpenProject> openRecovered(const RecoveredProject& recovered, const ProjectOpenOptions& options)
{
    return ProjectOpener::openLeft(recovered, options);
}

} // namespace quotaboard
