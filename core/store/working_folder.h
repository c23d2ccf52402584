// SPDX-License-Identifier: Apache-2.0
// Of those who open projects only: where working copies lie and what is known of the files that they belong to.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// What a working copy was made from, kept beside it as JSON.
struct WorkingOrigin {
    /// The user's file; empty for none yet.
    std::string path;
    /// Project::revision() that the file has.
    std::int64_t savedRevision = 0;
    /// Of the file when it was copied or written; 0 for none.
    std::int64_t fileBytes = 0;
    std::int64_t fileModified = 0;

    /// Whether the file is still the one that was seen.
    [[nodiscard]] bool isFileUnchanged() const;
    /// Takes size and time of the file as they are now.
    void lookAtFile();
};

[[nodiscard]] std::string workingCopyIn(const std::string& folder);
[[nodiscard]] std::string workingLockIn(const std::string& folder);
/// CannotWrite, DiskFull, ReadOnlyPlace.
Status writeOrigin(const std::string& folder, const WorkingOrigin& origin);
/// Nothing when there is none or it cannot be read.
[[nodiscard]] std::optional<WorkingOrigin> readOrigin(const std::string& folder);

/// A new folder for a working copy below the state folder, which is created, too. Same errors.
Result<std::string> makeWorkingFolder(const std::string& stateFolder);
/// All of them, whether in use or not, in the order of their names.
[[nodiscard]] std::vector<std::string> workingFolders(const std::string& stateFolder);
/// With all that is in it. CannotWrite.
Status removeWorkingFolder(const std::string& folder);

/// The path from the root, as it stands: links are not followed.
[[nodiscard]] std::string absolutePath(const std::string& path);
/// The folder that trace paths in a project at `path` start from: absolute; "/" without a path.
[[nodiscard]] std::string folderOf(const std::string& path);
/// Copies a database with the journals that an interrupted program may have left beside it. FileNotFound,
/// FileUnreadable, DiskFull, CannotWrite.
Status copyDatabase(const std::string& from, const std::string& to);

/// What the first bytes of a file say it is.
struct FileHead {
    bool isDatabase = false;
    std::int32_t applicationId = 0;
    int userVersion = 0;
    /// It has whole pages; a file that was cut short has not, mostly.
    bool isWhole = false;
};
/// FileNotFound, FileUnreadable, FileEmpty.
Result<FileHead> readHead(const std::string& path);

} // namespace quotaboard
