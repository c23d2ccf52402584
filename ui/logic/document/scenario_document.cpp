// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/document/scenario_document.h"

#include "core/exchange/extras_jobs.h"
#include "ui/logic/bridge/text_format.h"

#include <QDateTime>
#include <QFileInfo>
#include <QUndoCommand>

#include <utility>

namespace quotaboard {

namespace {

constexpr qint64 kMergeWithinMs = 2000;
constexpr int kMergeId = 1;
constexpr std::int32_t kBlankCapacity = 8;

} // namespace

/// Before and after as values: copies of a scenario share what did not change, so a step costs what it changed.
class ScenarioDocument::ValueCommand : public QUndoCommand {
public:
    ValueCommand(ScenarioDocument& document, const Edit& edit, Value after)
        : QUndoCommand(edit.text)
        , document_(document)
        , mergeKey_(edit.mergeKey)
        , madeAt_(QDateTime::currentMSecsSinceEpoch())
        , before_(document.current())
        , after_(std::move(after))
        , losesReferences_(before_.references.areKept() && !after_.references.areKept())
    {
    }

    void undo() override
    {
        document_.setValue(before_);
        Q_EMIT document_.edited(ScenarioDocument::tr("Undone: %1").arg(text()));
        Q_EMIT document_.stepped(Step::Undo, mergeKey_);
    }

    void redo() override
    {
        document_.setValue(after_);
        Q_EMIT document_.edited(losesReferences_ ? ScenarioDocument::tr("%1. Saving will write all jobs of traces and "
                                                                        "generators out as jobs, because a reference "
                                                                        "cannot tell this change.")
                                                       .arg(text())
                                                 : text());
        losesReferences_ = false;
        Q_EMIT document_.stepped(std::exchange(wasDone_, true) ? Step::Redo : Step::Edit, mergeKey_);
    }

    [[nodiscard]] int id() const override { return mergeKey_.isEmpty() ? -1 : kMergeId; }

    bool mergeWith(const QUndoCommand* other) override
    {
        // Only commands of this class have this id.
        const auto* next = static_cast<const ValueCommand*>(other);
        if (next->mergeKey_ != mergeKey_ || next->madeAt_ - madeAt_ > kMergeWithinMs)
            return false;
        after_ = next->after_;
        madeAt_ = next->madeAt_;
        setText(next->text());
        // There and back again is no step.
        setObsolete(*before_.extras == *after_.extras && isSameScenario(*before_.scenario, *after_.scenario));
        return true;
    }

private:
    ScenarioDocument& document_;
    QString mergeKey_;
    qint64 madeAt_;
    Value before_;
    Value after_;
    /// To be told when it is done, not when it is done again.
    bool losesReferences_;
    bool wasDone_ = false;
};

ScenarioDocument::ScenarioDocument(QObject* parent)
    : QObject(parent)
    , scenario_(std::make_shared<const Scenario>())
    , extras_(std::make_shared<const ScenarioExtras>())
{
    connect(&undo_, &QUndoStack::cleanChanged, this, &ScenarioDocument::titleChanged);
}

ScenarioDocument::~ScenarioDocument()
{
    // The stack says goodbye with signals that nobody should hear any more.
    undo_.disconnect(this);
}

QString ScenarioDocument::displayName() const
{
    if (owner_)
        return owner_->name;
    if (!scenario_->name.empty())
        return toQt(scenario_->name);
    return path_.isEmpty() ? tr("Untitled") : QFileInfo(path_).fileName();
}

bool ScenarioDocument::isModified() const
{
    return isOpen_ && (owner_ ? owner_->isModified : !undo_.isClean());
}

void ScenarioDocument::setOwner(const std::optional<Owner>& owner)
{
    if (owner_ == owner)
        return;
    owner_ = owner;
    Q_EMIT titleChanged();
}

void ScenarioDocument::setOwnerPath(const QString& path)
{
    path_ = path;
    Q_EMIT titleChanged();
}

void ScenarioDocument::open(ScenarioFile file, const QString& path)
{
    isOpen_ = true;
    path_ = path;
    owner_.reset();
    source_ = std::move(file.source);
    extras_ = std::make_shared<const ScenarioExtras>(std::move(file.extras));
    scenario_ = std::move(file.scenario);
    references_ = {};
    undo_.clear();
    Q_EMIT opened();
    Q_EMIT changed();
    Q_EMIT extrasChanged();
    Q_EMIT titleChanged();
}

void ScenarioDocument::openBlank()
{
    open(blankFile(), {});
}

ScenarioFile ScenarioDocument::blankFile()
{
    Scenario blank;
    const UnitIndex unit = blank.internUnit("ml.g5.xlarge");
    blank.name = fromQt(tr("New scenario"));
    blank.environment.name = "environment";
    blank.environment.limits.push_back({unit, kBlankCapacity});
    QuotaShare share;
    share.name = "team-1";
    share.limits.push_back({unit, kBlankCapacity / 2});
    share.sharing.strategy = SharingStrategy::Lend;
    blank.internShare(share.name);
    blank.shares.push_back(std::move(share));
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(std::move(blank));
    return file;
}

void ScenarioDocument::close()
{
    isOpen_ = false;
    path_.clear();
    owner_.reset();
    source_.reset();
    extras_ = std::make_shared<const ScenarioExtras>();
    scenario_ = std::make_shared<const Scenario>();
    references_ = {};
    undo_.clear();
    Q_EMIT opened();
    Q_EMIT changed();
    Q_EMIT extrasChanged();
    Q_EMIT titleChanged();
}

Status ScenarioDocument::save(const QString& path, SaveReport* report)
{
    if (Status status = writeScenarioFile(*scenario_, *extras_, source_.get(), fromQt(path), nullptr, report); !status)
        return status;
    noteSaved(path, snapshot());
    return {};
}

void ScenarioDocument::noteSaved(const QString& path, const Snapshot& saved)
{
    path_ = path;
    if (saved.scenario == scenario_ && saved.extras == extras_)
        undo_.setClean();
    else
        undo_.resetClean();
    Q_EMIT titleChanged();
}

Status ScenarioDocument::check(const Edit& edit) const
{
    if (Result<Value> next = trial(edit); !next)
        return next.error();
    return {};
}

Result<std::shared_ptr<const Scenario>> ScenarioDocument::preview(const Edit& edit) const
{
    Result<Value> next = trial(edit);
    if (!next)
        return next.error();
    return next.value().scenario;
}

Result<ScenarioDocument::Value> ScenarioDocument::trial(const Edit& edit) const
{
    Value next = current();
    auto extras = std::make_shared<ScenarioExtras>(*extras_);
    if (edit.change) {
        auto scenario = std::make_shared<Scenario>(*scenario_);
        if (Status status = edit.change(*scenario); !status)
            return status.error();
        if (edit.jobNow)
            followJobs(*extras, *scenario_, *scenario, edit.jobNow);
        else
            followJobs(*extras, *scenario_, *scenario, edit.change);
        next.scenario = std::move(scenario);
    }
    if (edit.changeExtras) {
        if (Status status = edit.changeExtras(*next.scenario, *extras); !status)
            return status.error();
    }
    next.extras = std::move(extras);
    return next;
}

Status ScenarioDocument::apply(const Edit& edit)
{
    Result<Value> next = trial(edit);
    if (!next)
        return next.error();
    // What did not change stays the same value, so that nobody makes a run of it again.
    if (isSameScenario(*scenario_, *next.value().scenario))
        next.value().scenario = scenario_;
    if (*extras_ == *next.value().extras)
        next.value().extras = extras_;
    if (next.value().scenario == scenario_ && next.value().extras == extras_)
        return {};
    next.value().references = referencesOf(next.value(), edit);
    undo_.push(new ValueCommand(*this, edit, std::move(next.value())));
    return {};
}

FileReferences ScenarioDocument::referencesOf(const Value& next, const Edit& edit) const
{
    return referencesAfter(source_.get(), references_, {*scenario_, extras_->generators},
        {*next.scenario, next.extras->generators}, edit.makesGeneratedJobs);
}

void ScenarioDocument::setValue(const Value& value)
{
    const Value before = current();
    scenario_ = value.scenario;
    extras_ = value.extras;
    references_ = value.references;
    if (scenario_ != before.scenario)
        Q_EMIT changed();
    if (extras_ != before.extras)
        Q_EMIT extrasChanged();
}

} // namespace quotaboard
