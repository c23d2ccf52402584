// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/store/project.h"
#include "core/store/project_lock.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// How a project is opened.
struct ProjectOpenOptions {
    /// The user asked for it, or took up the offer of LockedByOther: no lock is taken, nothing can be changed.
    bool readOnly = false;
    Progress* progress = nullptr;
};

/// What opening found that the user should know.
struct ProjectFindings {
    /// Tables and columns that a newer program put there ("table" or "table.column"); they cannot be shown, and the
    /// project is open for reading only. Empty for a file of this version.
    std::vector<std::string> unknownParts;
    /// Version of the file when it is newer than ours, else 0.
    int newerVersion = 0;
    /// Contents that are not what was saved (Project::verifyContent): another program wrote them, or they are damaged.
    std::vector<std::string> changedContent;
};

/// An open project: a working copy in the state folder and the file it belongs to. Closing it (the destructor) removes
/// the working copy when everything in it was saved or `discardOnClose` was called; else it stays for
/// listRecovered(). One thread at a time; blocks.
class OpenProject {
public:
    OpenProject(OpenProject&&) noexcept;
    OpenProject& operator=(OpenProject&&) noexcept;
    ~OpenProject();

    [[nodiscard]] Project& project() { return *project_; }
    /// The user's file; empty for one that was never saved.
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& workingCopy() const { return workingCopy_; }
    [[nodiscard]] const ProjectFindings& findings() const { return findings_; }
    [[nodiscard]] bool isReadOnly() const { return project_->isReadOnly(); }
    /// The file is not what was opened or saved last: saving would replace what another program wrote there.
    [[nodiscard]] bool isFileChanged() const;
    /// Changes since it was opened or saved.
    Result<std::int64_t> unsavedEdits();
    /// The changes are not wanted any more.
    void discardOnClose() { isDiscarded_ = true; }

    /// Writes a compact, checked copy in place of the user's file. On every failure the file is what it was. Errors:
    /// DiskFull, ReadOnlyPlace, CannotWrite, ReadOnlyProject, NewerFormat, NotAllowed when it has no path yet,
    /// Interrupted.
    Status save(Progress* progress = nullptr);
    /// The same to another path, which is the project's from then on; a file there is replaced. Also LockedByOther. A
    /// project that is open for reading only can be saved as another unless a newer program wrote it; it can be
    /// changed afterwards.
    Status saveAs(const std::string& path, Progress* progress = nullptr);

private:
    friend class ProjectOpener;
    OpenProject() = default;
    void close();
    Status writeCopy(const std::string& path, Progress* progress);
    Status writeOrigin();

    std::unique_ptr<Project> project_;
    std::string path_;
    std::string workingFolder_;
    std::string workingCopy_;
    std::optional<ProjectLock> lock_;
    /// Holds the working folder, so that others see that it is in use.
    std::optional<ProjectLock> workingLock_;
    ProjectFindings findings_;
    std::int64_t savedRevision_ = 0;
    bool isDiscarded_ = false;
    /// Its working copy was left by another process; looking at it does not remove it.
    bool isRecovered_ = false;
};

/// A new project without scenarios; its working copy is in `stateFolder`. Errors: CannotWrite, DiskFull.
Result<OpenProject> newProject(const std::string& stateFolder);

/// Opens a file for editing in a working copy. Errors: FileNotFound, FileUnreadable, FileEmpty, WrongFormat (no project
/// of ours), DamagedFile (then salvageProject() may help), LockedByOther (then `readOnly` is possible), Interrupted,
/// and those of the state folder. A file of a newer version opens for reading only and says so in its findings; one in
/// a place that cannot be written opens, and save() tells.
Result<OpenProject> openProject(
    const std::string& path, const std::string& stateFolder, const ProjectOpenOptions& options = {});

/// What a salvage could not keep.
struct SalvageReport {
    std::vector<std::string> scenarios; ///< names of those that were read whole
    std::vector<std::string> lostScenarios; ///< names, or "#3" where the name is gone too
    std::int64_t changes = 0; ///< rows of the change record that were read
    /// First row of the change record that is broken or gone; nothing when it is whole.
    std::optional<std::int64_t> firstBrokenChange;
    std::int64_t notes = 0;
    std::int64_t lostRuns = 0; ///< runs are not salvaged: they can be made again
};

/// Reads what can be read of a damaged project into a new, unsaved one. The file itself is not touched. WrongFormat
/// when it is no database of ours at all.
Result<OpenProject> salvageProject(const std::string& path, const std::string& stateFolder, SalvageReport& report);

/// A working copy that a process left behind which ended before it saved.
struct RecoveredProject {
    std::string workingFolder;
    /// The user's file; empty for one that was never saved.
    std::string path;
    /// Of the last change; epoch ms.
    TimeMs lastEditMs = 0;
    /// Changes that the file does not have.
    std::int64_t unsavedEdits = 0;
    /// The file is there and has other content than what was opened: somebody else saved it since.
    bool fileChangedSince = false;
    /// It cannot be opened as it is; salvageProject() of its working copy may help.
    bool isDamaged = false;
    [[nodiscard]] std::string workingCopy() const;
};

/// Working copies of processes that are gone, newest first. Those without unsaved edits are removed on the way.
std::vector<RecoveredProject> listRecovered(const std::string& stateFolder);

/// Opens a left working copy instead of the file; the file stays as it is until it is saved. Errors as openProject.
Result<OpenProject> openRecovered(const RecoveredProject& recovered, const ProjectOpenOptions& options = {});

/// Removes a left working copy. CannotWrite.
Status discardRecovered(const RecoveredProject& recovered);

} // namespace quotaboard
