// SPDX-License-Identifier: Apache-2.0
// What ProjectSession has on its thread.
#pragma once

#include "core/store/project_file.h"
#include "ui/logic/document/scenario_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// One edit, undo or redo of a scenario of the project, on its way into the working copy.
struct ProjectStep {
    ScenarioId scenario = 0;
    /// What the scenario is called in the project.
    std::string name;
    ScenarioDocument::Snapshot before;
    ScenarioDocument::Snapshot after;
    ChangeKind kind = ChangeKind::Edit;
    /// Epoch ms.
    TimeMs wallMs = 0;
    /// Of the edit; empty: never one with its neighbours.
    QString mergeKey;
};

/// What is known of an open project without reading it.
struct ProjectFacts {
    /// Empty until it is saved.
    QString path;
    std::optional<Error> readOnly;
    ProjectFindings findings;
    /// In their order.
    std::vector<ScenarioEntry> scenarios;
    /// Changes that the file does not have.
    std::int64_t unsavedEdits = 0;
};

/// Rows of the change record for one step.
[[nodiscard]] std::vector<ChangeRow> rowsOf(const ProjectStep& step, const std::string& actor);

/// The open project and what is not in it yet. One thread; all members block on the disk.
class ProjectStore {
public:
    explicit ProjectStore(std::string actor)
        : actor_(std::move(actor))
    {
    }

    /// The project that is worked in, and one that was opened and not entered yet.
    std::optional<OpenProject> current;
    std::optional<OpenProject> candidate;
    /// The candidate is work that was left: it stays when it is not entered.
    bool isCandidateLeftWork = false;

    /// Puts steps into the working copy after all before them. What cannot be put waits for the next call; a project
    /// that is open for reading only leaves all waiting and that is no error.
    Status put(const std::vector<ProjectStep>& steps);
    /// With what waits, so that nothing that was edited is gone.
    Result<ScenarioFile> read(ScenarioId id);
    /// Of the current project.
    Result<ProjectFacts> facts();
    /// Closes the current project. Without `isDiscarded` its unsaved edits are kept for recovery.
    void close(bool isDiscarded);
    /// The candidate is not wanted.
    void dropCandidate();
    /// The candidate becomes the current one.
    void enter(bool discardsOld);
    Status save(Progress* progress);
    Status saveAs(const std::string& path, Progress* progress);

private:
    Status putWaiting();

    std::string actor_;
    std::vector<ProjectStep> waiting_;
};

/// The same of any open project.
[[nodiscard]] Result<ProjectFacts> factsOf(OpenProject& project);

/// Name of the user by the operating system.
[[nodiscard]] std::string userName();

} // namespace quotaboard
