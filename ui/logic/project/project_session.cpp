// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/project/project_session.h"

#include "ui/logic/bridge/text_format.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

/// Edits that follow each other faster go into the working copy together.
constexpr int kPutDelayMs = 500;
constexpr int kRetryMs = 5'000;
/// What takes less is not worth a word.
constexpr int kProgressDelayMs = 300;
constexpr int kProgressStepMs = 100;

ChangeKind kindOf(ScenarioDocument::Step step)
{
    switch (step) {
    case ScenarioDocument::Step::Undo:
        return ChangeKind::Undo;
    case ScenarioDocument::Step::Redo:
        return ChangeKind::Redo;
    case ScenarioDocument::Step::Edit:
        break;
    }
    return ChangeKind::Edit;
}

ScenarioFile fileOf(const ScenarioDocument::Snapshot& snapshot)
{
    return {snapshot.scenario, snapshot.source, {}, *snapshot.extras};
}

} // namespace

ProjectSession::ProjectSession(ScenarioDocument& document, const QString& stateFolder, QObject* parent)
    : QObject(parent)
    , document_(document)
    , stateFolder_(fromQt(stateFolder))
    , store_(std::make_unique<ProjectStore>(userName()))
    , worker_(std::make_unique<OrderedWorker>())
{
    putTimer_.setSingleShot(true);
    putTimer_.setInterval(kPutDelayMs);
    retryTimer_.setInterval(kRetryMs);
    connect(&putTimer_, &QTimer::timeout, this, &ProjectSession::flush);
    connect(&retryTimer_, &QTimer::timeout, this, &ProjectSession::flush);
    connect(&progressTimer_, &QTimer::timeout, this, &ProjectSession::reportProgress);
    connect(&document_, &ScenarioDocument::stepped, this, &ProjectSession::noteStep);
    connect(&document_, &ScenarioDocument::opened, this, &ProjectSession::followOpened);
}

ProjectSession::~ProjectSession()
{
    document_.disconnect(this);
    flush();
    if (progress_ && !isSaving_)
        progress_->cancel();
    worker_->post([store = store_.get(), isDiscarded = isDiscarded_] {
        store->dropCandidate();
        store->close(isDiscarded);
    });
    worker_.reset();
}

template <class Work, class Take>
void ProjectSession::ask(Work work, Take take)
{
    worker_->post([this, work = std::move(work), take = std::move(take)] {
        auto answer = work(*store_);
        QMetaObject::invokeMethod(
            this, [take, answer = std::move(answer)] { take(answer); }, Qt::QueuedConnection);
    });
}

bool ProjectSession::isModified() const
{
    return isOpen_ && (facts_.unsavedEdits > 0 || !pending_.empty() || onTheWay_ > 0);
}

const ScenarioEntry* ProjectSession::entryOf(ScenarioId id) const
{
    const auto found = std::find_if(
        facts_.scenarios.begin(), facts_.scenarios.end(), [id](const ScenarioEntry& entry) { return entry.id == id; });
    return found == facts_.scenarios.end() ? nullptr : &*found;
}

QString ProjectSession::uniqueName(const QString& base) const
{
    const auto isTaken = [this](const QString& name) {
        return std::any_of(facts_.scenarios.begin(), facts_.scenarios.end(),
            [&](const ScenarioEntry& entry) { return toQt(entry.name) == name; });
    };
    QString name = base;
    for (int number = 2; isTaken(name); ++number)
        name = tr("%1 (%2)", "name of a scenario, number").arg(base).arg(number);
    return name;
}

void ProjectSession::close()
{
    if (!isOpen_)
        return;
    flush();
    ++project_;
    ++switch_;
    worker_->post([store = store_.get(), isDiscarded = isDiscarded_] { store->close(isDiscarded); });
    isOpen_ = false;
    active_ = 0;
    facts_ = {};
    onTheWay_ = 0;
    isDiscarded_ = false;
    isRecordingFailed_ = false;
    retryTimer_.stop();
    document_.setOwner(std::nullopt);
    Q_EMIT scenariosChanged();
    Q_EMIT closed();
}

/// Another document took the place of the project's.
void ProjectSession::followOpened()
{
    if (!isEntering_)
        close();
}

void ProjectSession::noteStep(ScenarioDocument::Step step, const QString& mergeKey)
{
    if (!isOpen_ || active_ == 0)
        return;
    isDiscarded_ = false;
    const ScenarioDocument::Snapshot now = document_.snapshot();
    const ScenarioDocument::Snapshot before = std::exchange(seen_, now);
    const ChangeKind kind = kindOf(step);
    if (!pending_.empty() && !mergeKey.isEmpty() && kind == ChangeKind::Edit && pending_.back().mergeKey == mergeKey
        && pending_.back().kind == ChangeKind::Edit && pending_.back().scenario == active_) {
        pending_.back().after = now;
    } else {
        const ScenarioEntry* entry = entryOf(active_);
        pending_.push_back({active_, entry ? entry->name : std::string(), before, now, kind,
            QDateTime::currentMSecsSinceEpoch(), mergeKey});
    }
    if (!putTimer_.isActive())
        putTimer_.start();
    followOwner();
}

void ProjectSession::flush()
{
    putTimer_.stop();
    if (!isOpen_ || (pending_.empty() && !isRecordingFailed_))
        return;
    const std::vector<ProjectStep> steps = std::exchange(pending_, {});
    onTheWay_ += steps.size();
    struct Answer {
        Status status;
        Result<ProjectFacts> facts;
    };
    ask(
        [steps](ProjectStore& store) {
            Status status = store.put(steps);
            return Answer{std::move(status), store.facts()};
        },
        [this, count = steps.size(), project = project_](const Answer& answer) {
            if (project == project_)
                takePut(count, answer.status, answer.facts);
        });
}

void ProjectSession::takePut(std::size_t count, const Status& status, const Result<ProjectFacts>& facts)
{
    onTheWay_ -= count;
    if (facts)
        facts_ = facts.value();
    followOwner();
    if (!status) {
        retryTimer_.start();
        if (!std::exchange(isRecordingFailed_, true))
            Q_EMIT recordingFailed(status.error());
    } else if (std::exchange(isRecordingFailed_, false)) {
        retryTimer_.stop();
        Q_EMIT recordingResumed();
    }
}

void ProjectSession::takeFacts(const Result<ProjectFacts>& facts)
{
    if (!facts)
        return;
    facts_ = facts.value();
    followOwner();
    Q_EMIT scenariosChanged();
}

/// The document says what the project says of it.
void ProjectSession::followOwner()
{
    if (!isOpen_)
        return;
    const ScenarioEntry* entry = entryOf(active_);
    document_.setOwner(ScenarioDocument::Owner{entry ? toQt(entry->name) : toQt(document_.value().name), isModified()});
    Q_EMIT changed();
}

void ProjectSession::show(ScenarioId id, const ScenarioFile& file)
{
    // What was edited until now belongs to the scenario that was shown.
    flush();
    active_ = id;
    seen_ = {};
    isEntering_ = true;
    document_.open(file, facts_.path);
    isEntering_ = false;
    seen_ = document_.snapshot();
    followOwner();
    Q_EMIT scenariosChanged();
}

void ProjectSession::begin(bool isSaving)
{
    progress_ = std::make_shared<Progress>();
    isSaving_ = isSaving;
    progressTimer_.start(kProgressDelayMs);
    Q_EMIT changed();
}

void ProjectSession::end()
{
    progress_.reset();
    progressTimer_.stop();
    Q_EMIT ended();
    Q_EMIT changed();
}

void ProjectSession::cancel()
{
    if (progress_)
        progress_->cancel();
}

void ProjectSession::reportProgress()
{
    progressTimer_.setInterval(kProgressStepMs);
    const std::uint64_t total = progress_ ? progress_->total() : 0;
    Q_EMIT progressed(total == 0 ? -1.0 : static_cast<double>(progress_->done()) / static_cast<double>(total));
}

void ProjectSession::save()
{
    saveWith(facts_.path, [](ProjectStore& store, Progress* progress) { return store.save(progress); });
}

void ProjectSession::saveAs(const QString& path)
{
    saveWith(path, [to = fromQt(path)](ProjectStore& store, Progress* progress) { return store.saveAs(to, progress); });
}

void ProjectSession::saveWith(const QString& path, const std::function<Status(ProjectStore&, Progress*)>& work)
{
    if (!isOpen_ || isBusy())
        return;
    flush();
    begin(true);
    struct Answer {
        Status status;
        Result<ProjectFacts> facts;
    };
    ask(
        [work, progress = progress_](ProjectStore& store) {
            Status status = work(store, progress.get());
            return Answer{std::move(status), store.facts()};
        },
        [this, path, project = project_](const Answer& answer) {
            end();
            if (project != project_)
                return;
            if (answer.status)
                document_.setOwnerPath(answer.facts ? answer.facts.value().path : path);
            takeFacts(answer.facts);
            if (!answer.status)
                Q_EMIT failed(Task::Save, path, answer.status.error());
            else
                Q_EMIT saved(path);
        });
}

// ---- opening

namespace {

/// The scenario that was worked on last and can be read, or the error of the last one that cannot.
Result<std::pair<ScenarioId, ScenarioFile>> firstScenario(Project& project, std::vector<ScenarioEntry> entries)
{
    std::stable_sort(
        entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.modifiedMs > b.modifiedMs; });
    std::optional<Error> problem;
    for (const ScenarioEntry& entry : entries) {
        Result<ScenarioFile> file = project.readScenario(entry.id);
        if (file)
            return std::pair(entry.id, std::move(file.value()));
        problem = file.error();
    }
    if (problem)
        return *problem;
    const ScenarioFile blank = ScenarioDocument::blankFile();
    if (project.isReadOnly())
        return std::pair(ScenarioId{0}, blank);
    const Result<ScenarioId> added = project.addScenario(blank.scenario->name, blank);
    return added ? Result<std::pair<ScenarioId, ScenarioFile>>{std::pair(added.value(), blank)} : added.error();
}

} // namespace

void ProjectSession::prepare(Task task, const QString& path, const Make& make, const Fill& fill)
{
    if (isBusy())
        return;
    ready_.reset();
    begin(false);
    ask(
        [make, fill, isLeftWork = task == Task::Recover, progress = progress_](
            ProjectStore& store) -> Result<std::shared_ptr<Ready>> {
            store.dropCandidate();
            Result<OpenProject> made = make(progress.get());
            if (!made)
                return made.error();
            auto ready = std::make_shared<Ready>();
            Result<std::vector<ScenarioEntry>> entries = made.value().project().scenarios();
            if (!entries)
                return entries.error();
            auto first = firstScenario(made.value().project(), std::move(entries.value()));
            if (!first)
                return first.error();
            Result<ProjectFacts> facts = factsOf(made.value());
            if (!facts)
                return facts.error();
            ready->facts = std::move(facts.value());
            ready->scenario = first.value().first;
            ready->file = std::move(first.value().second);
            if (fill)
                fill(*ready);
            store.candidate = std::move(made.value());
            store.isCandidateLeftWork = isLeftWork;
            return ready;
        },
        [this, task, path](const Result<std::shared_ptr<Ready>>& result) { takeReady(task, path, result); });
}

void ProjectSession::takeReady(Task task, const QString& path, const Result<std::shared_ptr<Ready>>& result)
{
    end();
    if (result) {
        ready_ = result.value();
        Q_EMIT ready();
        if (result.value()->salvage)
            Q_EMIT salvaged(path, *result.value()->salvage);
        return;
    }
    const Error& error = result.error();
    if (error.code == ErrorCode::LockedByOther && task == Task::Open)
        Q_EMIT lockedByOther(path, error);
    else if (error.code == ErrorCode::DamagedFile && task == Task::Open)
        Q_EMIT damaged(path, error);
    else
        Q_EMIT failed(task, path, error);
}

void ProjectSession::newProject()
{
    prepare(Task::Open, {}, [state = stateFolder_](Progress*) { return quotaboard::newProject(state); });
}

void ProjectSession::newProjectOfDocument(const QString& path)
{
    const ScenarioDocument::Snapshot shown = document_.snapshot();
    prepare(
        Task::Save, path,
        [state = stateFolder_, shown, name = fromQt(document_.displayName()), to = fromQt(path)](
            Progress* progress) -> Result<OpenProject> {
            Result<OpenProject> made = quotaboard::newProject(state);
            if (!made)
                return made;
            Status status;
            if (const auto id = made.value().project().addScenario(name, fileOf(shown), progress); !id)
                status = id.error();
            if (status)
                status = made.value().saveAs(to, progress);
            if (status)
                return made;
            // The document still has everything.
            made.value().discardOnClose();
            return status.error();
        },
        [shown](Ready& ready) { ready.shown = shown; });
}

void ProjectSession::open(const QString& path, bool readOnly)
{
    prepare(Task::Open, path, [state = stateFolder_, from = fromQt(path), readOnly](Progress* progress) {
        return openProject(from, state, {readOnly, progress});
    });
}

void ProjectSession::openRecovered(const RecoveredProject& recovered)
{
    prepare(Task::Recover, toQt(recovered.path), [recovered](Progress* progress) {
        return quotaboard::openRecovered(recovered, {false, progress});
    });
}

void ProjectSession::salvage(const QString& path)
{
    auto report = std::make_shared<SalvageReport>();
    prepare(
        Task::Salvage, path,
        [state = stateFolder_, from = fromQt(path), report](Progress*) { return salvageProject(from, state, *report); },
        [report](Ready& ready) { ready.salvage = *report; });
}

void ProjectSession::leave()
{
    if (!std::exchange(ready_, nullptr))
        return;
    worker_->post([store = store_.get()] { store->dropCandidate(); });
}

void ProjectSession::enter()
{
    const std::shared_ptr<Ready> ready = std::exchange(ready_, nullptr);
    if (!ready)
        return;
    flush();
    ++project_;
    ++switch_;
    worker_->post([store = store_.get(), discardsOld = isDiscarded_] { store->enter(discardsOld); });
    pending_.clear();
    onTheWay_ = 0;
    isDiscarded_ = false;
    isRecordingFailed_ = false;
    retryTimer_.stop();
    facts_ = ready->facts;
    isOpen_ = true;
    if (!ready->shown) {
        show(ready->scenario, ready->file);
    } else {
        active_ = ready->scenario;
        seen_ = *ready->shown;
        document_.setOwnerPath(facts_.path);
        // It may have been edited since.
        if (document_.scenario() != seen_.scenario || document_.snapshot().extras != seen_.extras)
            noteStep(ScenarioDocument::Step::Edit, {});
        followOwner();
        Q_EMIT scenariosChanged();
    }
    Q_EMIT opened();
    if (ready->shown)
        Q_EMIT saved(facts_.path);
}

// ---- scenarios

void ProjectSession::switchTo(ScenarioId id)
{
    if (!isOpen_ || id == active_ || !entryOf(id))
        return;
    flush();
    ask([id](ProjectStore& store) { return store.read(id); },
        [this, id, ticket = ++switch_](const Result<ScenarioFile>& file) {
            if (ticket != switch_)
                return;
            if (file)
                return show(id, file.value());
            Q_EMIT scenariosChanged();
            Q_EMIT failed(Task::Switch, facts_.path, file.error());
        });
}

void ProjectSession::change(const std::function<Result<ScenarioId>(Project&)>& work)
{
    if (!isOpen_)
        return;
    flush();
    isDiscarded_ = false;
    struct Answer {
        Result<ScenarioId> shown;
        Result<ProjectFacts> facts;
        std::shared_ptr<Result<ScenarioFile>> file;
    };
    ask(
        [work](ProjectStore& store) {
            Result<ScenarioId> shown = work(store.current->project());
            std::shared_ptr<Result<ScenarioFile>> file;
            if (shown && shown.value() != 0)
                file = std::make_shared<Result<ScenarioFile>>(store.read(shown.value()));
            return Answer{std::move(shown), store.facts(), std::move(file)};
        },
        [this, project = project_, ticket = ++switch_](const Answer& answer) {
            if (project != project_)
                return;
            takeFacts(answer.facts);
            if (!answer.shown)
                Q_EMIT failed(Task::Change, facts_.path, answer.shown.error());
            else if (answer.file && !*answer.file)
                Q_EMIT failed(Task::Switch, facts_.path, answer.file->error());
            else if (answer.file && ticket == switch_)
                show(answer.shown.value(), answer.file->value());
        });
}

namespace {

Result<ScenarioId> nothingToShow(const Status& status)
{
    return status ? Result<ScenarioId>{ScenarioId{0}} : status.error();
}

} // namespace

void ProjectSession::addScenario(const QString& name, const ScenarioFile& file)
{
    change([name = fromQt(name), file](Project& project) { return project.addScenario(name, file); });
}

void ProjectSession::duplicateScenario(ScenarioId id, const QString& name)
{
    change([id, name = fromQt(name)](Project& project) { return project.duplicateScenario(id, name); });
}

void ProjectSession::renameScenario(ScenarioId id, const QString& name)
{
    change([id, name = fromQt(name)](Project& project) { return nothingToShow(project.renameScenario(id, name)); });
}

void ProjectSession::removeScenario(ScenarioId id)
{
    const ScenarioEntry* entry = entryOf(id);
    if (!entry || facts_.scenarios.size() < 2)
        return;
    // The one beside it is shown instead.
    ScenarioId next = 0;
    if (id == active_) {
        const auto at = static_cast<std::size_t>(entry - facts_.scenarios.data());
        next = facts_.scenarios[at + 1 < facts_.scenarios.size() ? at + 1 : at - 1].id;
    }
    change([id, next](Project& project) -> Result<ScenarioId> {
        if (Status status = project.removeScenario(id); !status)
            return status.error();
        return next;
    });
}

void ProjectSession::moveScenario(ScenarioId id, std::int64_t position)
{
    change([id, position](Project& project) { return nothingToShow(project.moveScenario(id, position)); });
}

void ProjectSession::setBaseline(std::optional<ScenarioId> id)
{
    change([id](Project& project) { return nothingToShow(project.setBaseline(id)); });
}

// ---- recovery

void ProjectSession::findRecovered()
{
    ask([state = stateFolder_](ProjectStore&) { return listRecovered(state); },
        [this](const std::vector<RecoveredProject>& found) { Q_EMIT recoveredFound(found); });
}

void ProjectSession::discardRecovered(const RecoveredProject& recovered)
{
    ask([recovered](ProjectStore&) { return quotaboard::discardRecovered(recovered); },
        [this, path = toQt(recovered.path)](const Status& status) {
            if (!status)
                Q_EMIT failed(Task::Discard, path, status.error());
            findRecovered();
        });
}

} // namespace quotaboard
