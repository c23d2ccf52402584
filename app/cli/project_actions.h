// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace quotaboard::cli {

/// Arguments of the subcommands of `project`.
struct ProjectArguments {
    std::string project;
    std::vector<std::string> scenarios;
    std::string name;
    std::string output;
    std::string reason;
    bool replace = false;
    bool json = false;
    bool csv = false;
};

// One function per subcommand. A success may have set `context.status`, when the trouble was reported already.
Status listProject(const ProjectArguments& arguments, Context& context);
Status importScenarios(const ProjectArguments& arguments, Context& context);
Status exportScenario(const ProjectArguments& arguments, Context& context);
Status verifyProject(const ProjectArguments& arguments, Context& context);
Status printChanges(const ProjectArguments& arguments, Context& context);

} // namespace quotaboard::cli
