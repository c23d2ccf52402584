// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/project/project_store.h"

#include "ui/logic/bridge/text_format.h"

#include <QByteArray>
#include <QtGlobal>

#include <algorithm>
#include <iterator>
#include <utility>

#ifdef Q_OS_UNIX
#include <pwd.h>
#include <unistd.h>
#endif

namespace quotaboard {

std::string userName()
{
#ifdef Q_OS_UNIX
    if (const passwd* entry = ::getpwuid(::geteuid()); entry && entry->pw_name && *entry->pw_name)
        return entry->pw_name;
#endif
    const QByteArray name = qgetenv("USER");
    return name.isEmpty() ? qgetenv("USERNAME").toStdString() : name.toStdString();
}

std::vector<ChangeRow> rowsOf(const ProjectStep& step, const std::string& actor)
{
    ChangeRow like;
    like.wallMs = step.wallMs;
    like.actor = actor;
    like.scenario = step.name;
    like.kind = step.kind;
    return rowsFor(changesBetween(*step.before.scenario, *step.after.scenario), like);
}

Result<ProjectFacts> factsOf(OpenProject& project)
{
    ProjectFacts facts;
    Result<std::vector<ScenarioEntry>> scenarios = project.project().scenarios();
    if (!scenarios)
        return scenarios.error();
    const Result<std::int64_t> unsaved = project.unsavedEdits();
    if (!unsaved)
        return unsaved.error();
    facts.path = toQt(project.path());
    facts.readOnly = project.project().readOnlyReason();
    facts.findings = project.findings();
    facts.scenarios = std::move(scenarios.value());
    facts.unsavedEdits = unsaved.value();
    return facts;
}

Result<ProjectFacts> ProjectStore::facts()
{
    Result<ProjectFacts> facts = factsOf(*current);
    if (facts)
        facts.value().unsavedEdits += static_cast<std::int64_t>(waiting_.size());
    return facts;
}

Status ProjectStore::put(const std::vector<ProjectStep>& steps)
{
    waiting_.insert(waiting_.end(), steps.begin(), steps.end());
    if (!current || current->isReadOnly())
        return {};
    return putWaiting();
}

Status ProjectStore::putWaiting()
{
    while (!waiting_.empty()) {
        const ScenarioId id = waiting_.front().scenario;
        const auto end = std::find_if(
            waiting_.begin(), waiting_.end(), [id](const ProjectStep& step) { return step.scenario != id; });
        std::vector<ChangeRow> rows;
        for (auto step = waiting_.begin(); step != end; ++step) {
            std::vector<ChangeRow> added = rowsOf(*step, actor_);
            std::move(added.begin(), added.end(), std::back_inserter(rows));
        }
        const ScenarioDocument::Snapshot& last = std::prev(end)->after;
        const Status status
            = current->project().putScenario(id, *last.scenario, *last.extras, last.source, rows, nullptr);
        // A scenario that was removed meanwhile wants no more edits.
        if (!status && status.error().code != ErrorCode::UnknownReference)
            return status;
        waiting_.erase(waiting_.begin(), end);
    }
    return {};
}

Result<ScenarioFile> ProjectStore::read(ScenarioId id)
{
    const auto found = std::find_if(
        waiting_.rbegin(), waiting_.rend(), [id](const ProjectStep& step) { return step.scenario == id; });
    if (found != waiting_.rend())
        return ScenarioFile{found->after.scenario, found->after.source, {}, *found->after.extras};
    return current->project().readScenario(id);
}

void ProjectStore::close(bool isDiscarded)
{
    if (current && isDiscarded)
        current->discardOnClose();
    current.reset();
    waiting_.clear();
}

void ProjectStore::dropCandidate()
{
    // Nothing was edited there but the blank scenario of a new project.
    if (candidate && !isCandidateLeftWork)
        candidate->discardOnClose();
    candidate.reset();
}

void ProjectStore::enter(bool discardsOld)
{
    close(discardsOld);
    current = std::move(candidate);
    candidate.reset();
}

Status ProjectStore::save(Progress* progress)
{
    if (Status status = put({}); !status)
        return status;
    return current->save(progress);
}

Status ProjectStore::saveAs(const std::string& path, Progress* progress)
{
    const std::optional<Error> reason = current->project().readOnlyReason();
    if (reason && reason->code == ErrorCode::NewerFormat)
        return *reason;
    // What was edited while reading only belongs to the copy.
    if (reason)
        current->project().setReadOnly(std::nullopt);
    Status status = put({});
    if (reason)
        current->project().setReadOnly(reason);
    if (!status)
        return status;
    return current->saveAs(path, progress);
}

} // namespace quotaboard
