// SPDX-License-Identifier: Apache-2.0
// Of those who open projects only.
#pragma once

#include "core/store/project_file.h"
#include "core/store/schema.h"

namespace quotaboard {

/// Makes OpenProject values.
class ProjectOpener {
public:
    /// An empty project in a new working folder.
    static Result<OpenProject> makeNew(const std::string& stateFolder);
    static Result<OpenProject> openFile(
        const std::string& path, const std::string& stateFolder, const ProjectOpenOptions& options);
    static Result<OpenProject> openLeft(const RecoveredProject& recovered, const ProjectOpenOptions& options);

private:
    /// A working folder that is in use from now on.
    static Status takeFolder(OpenProject& opened, const std::string& folder);
    /// Checks the working copy and turns it into a project. `isFromFile`: it is a fresh copy of the user's file.
    static Status openWorkingCopy(OpenProject& opened, const ProjectOpenOptions& options, bool isFromFile);
    static Status checkDatabase(OpenProject& opened, Database& database, bool isFromFile);
    static Status makeWritable(Database& database);
};

/// Refuses what is no project. WrongFormat, and those of readHead().
Status checkHead(const std::string& path);

} // namespace quotaboard
