// SPDX-License-Identifier: Apache-2.0
#include "core/store/project_file.h"

#include "core/base/atomic_file.h"
#include "core/store/project_opener.h"
#include "core/store/schema.h"
#include "core/store/working_folder.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace quotaboard {

namespace {

/// Has the database work for a user who waits, and stop when the task is cancelled.
class Cancelling {
public:
    Cancelling(Database& database, const Progress* progress)
        : database_(database)
    {
        database_.stopWith(progress);
    }
    Cancelling(const Cancelling&) = delete;
    Cancelling& operator=(const Cancelling&) = delete;
    ~Cancelling() { database_.stopWith(nullptr); }

private:
    Database& database_;
};

/// A copy that was just written must be a whole project by itself.
Status checkCopy(const std::string& copy, const std::string& place, const Progress* progress)
{
    Result<Database> database = Database::open(copy, Database::Mode::ReadWrite, place);
    if (!database)
        return database.error();
    const Cancelling cancelling(database.value(), progress);
    // A copy of a database with a write-ahead log would want one, too, and readers could not open it in a folder where
    // they cannot write.
    if (Status status = database.value().execute("PRAGMA journal_mode=DELETE"); !status)
        return status;
    // Where the working copy's traces lie means nothing to others.
    if (Status status = database.value().execute("DELETE FROM project WHERE key LIKE 'working.%'"); !status)
        return status;
    const Result<std::vector<std::string>> findings = checkIntegrity(database.value(), 1);
    if (!findings)
        return findings.error();
    if (!findings.value().empty())
        return Error{ErrorCode::DatabaseFailed, place, {"the copy is not whole: " + findings.value().front()}};
    return {};
}

/// What stands against writing there, before the work is done.
Status checkPlace(const std::string& path)
{
    const std::string target = followLinks(path);
    const std::string folder = folderOf(target.empty() ? path : target);
    if (::access(folder.c_str(), W_OK) != 0)
        return Error{errno == ENOENT ? ErrorCode::CannotWrite : ErrorCode::ReadOnlyPlace, path, {std::strerror(errno)}};
    if (::access(target.c_str(), F_OK) == 0 && ::access(target.c_str(), W_OK) != 0)
        return Error{ErrorCode::ReadOnlyPlace, path, {std::strerror(errno)}};
    return {};
}

} // namespace

OpenProject::OpenProject(OpenProject&&) noexcept = default;

OpenProject& OpenProject::operator=(OpenProject&& other) noexcept
{
    if (this != &other) {
        close();
        project_ = std::move(other.project_);
        path_ = std::move(other.path_);
        workingFolder_ = std::exchange(other.workingFolder_, {});
        workingCopy_ = std::move(other.workingCopy_);
        lock_ = std::move(other.lock_);
        workingLock_ = std::move(other.workingLock_);
        findings_ = std::move(other.findings_);
        savedRevision_ = other.savedRevision_;
        isDiscarded_ = other.isDiscarded_;
        isRecovered_ = other.isRecovered_;
    }
    return *this;
}

OpenProject::~OpenProject()
{
    close();
}

void OpenProject::close()
{
    if (!project_)
        return;
    const Result<std::int64_t> unsaved = unsavedEdits();
    const bool hasEdits = !isReadOnly() && (!unsaved.ok() || unsaved.value() > 0);
    const bool isKept = !isDiscarded_ && (hasEdits || (isReadOnly() && isRecovered_));
    project_.reset();
    if (!isKept)
        (void)removeWorkingFolder(workingFolder_);
    workingLock_.reset();
    lock_.reset();
}

Result<std::int64_t> OpenProject::unsavedEdits()
{
    const Result<std::int64_t> revision = project_->revision();
    if (!revision)
        return revision;
    return revision.value() - savedRevision_;
}

bool OpenProject::isFileChanged() const
{
    const std::optional<WorkingOrigin> origin = readOrigin(workingFolder_);
    return origin && !origin->path.empty() && !origin->isFileUnchanged();
}

Status OpenProject::writeOrigin()
{
    WorkingOrigin origin;
    // Whoever finds it later may be in another folder.
    origin.path = path_.empty() ? std::string() : absolutePath(path_);
    origin.savedRevision = savedRevision_;
    origin.lookAtFile();
    return quotaboard::writeOrigin(workingFolder_, origin);
}

Status OpenProject::writeCopy(const std::string& path, Progress* progress)
{
    if (Status status = checkPlace(path); !status)
        return status;
    Database& database = project_->database();
    const Cancelling cancelling(database, progress);
    if (Status status = project_->seal(); !status)
        return status;
    AtomicFile file;
    if (Status status = file.open(path); !status)
        return status;
    const std::string copy = file.temporaryPath();
    if (copy.empty())
        return Error{ErrorCode::CannotWrite, path, {"it is no regular file"}};
    if (Status status = database.vacuumInto(copy); !status)
        return status;
    if (Status status = checkCopy(copy, path, progress); !status)
        return status;
    // A small project is written before the database looks whether it should stop.
    if (progress != nullptr && progress->isCancelled())
        return Error{ErrorCode::Interrupted, path, {}};
    return file.commit();
}

Status OpenProject::save(Progress* progress)
{
    if (path_.empty())
        return Error{ErrorCode::NotAllowed, {}, {"a project without a file", "a path"}};
    if (project_->readOnlyReason())
        return *project_->readOnlyReason();
    const Result<std::int64_t> revision = project_->revision();
    if (!revision)
        return revision.error();
    if (Status status = writeCopy(path_, progress); !status)
        return status;
    savedRevision_ = revision.value();
    // The file knows its revision, too; this only spares reading it.
    (void)writeOrigin();
    return {};
}

Status OpenProject::saveAs(const std::string& path, Progress* progress)
{
    if (!path_.empty() && followLinks(path) == followLinks(path_) && !isReadOnly())
        return save(progress);
    const std::optional<Error> readOnly = project_->readOnlyReason();
    if (readOnly && readOnly->code == ErrorCode::NewerFormat)
        return *readOnly;
    if (Status status = checkPlace(path); !status)
        return status;
    Result<ProjectLock> lock = ProjectLock::take(ProjectLock::pathFor(followLinks(path)), path);
    if (!lock)
        return lock.error();
    const std::string before = project_->folder();
    project_->setReadOnly(std::nullopt);
    Status status = project_->moveTo(folderOf(path));
    const Result<std::int64_t> revision = project_->revision();
    if (status)
        status = revision ? writeCopy(path, progress) : Status{revision.error()};
    if (!status) {
        (void)project_->moveTo(before);
        project_->setReadOnly(readOnly);
        return status;
    }
    path_ = path;
    lock_ = std::move(lock.value());
    project_->database().setName(path);
    savedRevision_ = revision.value();
    (void)writeOrigin();
    return {};
}

std::string RecoveredProject::workingCopy() const
{
    return workingCopyIn(workingFolder);
}

} // namespace quotaboard
