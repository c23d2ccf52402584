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
    {
    }

    void undo() override
    {
        document_.setValue(before_);
        Q_EMIT document_.edited(ScenarioDocument::tr("Undone: %1").arg(text()));
    }

    void redo() override
    {
        document_.setValue(after_);
        Q_EMIT document_.edited(text());
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
    if (!scenario_->name.empty())
        return toQt(scenario_->name);
    return path_.isEmpty() ? tr("Untitled") : QFileInfo(path_).fileName();
}

bool ScenarioDocument::isModified() const
{
    return isOpen_ && !undo_.isClean();
}

void ScenarioDocument::open(ScenarioFile file, const QString& path)
{
    isOpen_ = true;
    path_ = path;
    source_ = std::move(file.source);
    extras_ = std::make_shared<const ScenarioExtras>(std::move(file.extras));
    scenario_ = std::move(file.scenario);
    undo_.clear();
    Q_EMIT opened();
    Q_EMIT changed();
    Q_EMIT extrasChanged();
    Q_EMIT titleChanged();
}

void ScenarioDocument::openBlank()
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
    open(std::move(file), {});
}

void ScenarioDocument::close()
{
    isOpen_ = false;
    path_.clear();
    source_.reset();
    extras_ = std::make_shared<const ScenarioExtras>();
    scenario_ = std::make_shared<const Scenario>();
    undo_.clear();
    Q_EMIT opened();
    Q_EMIT changed();
    Q_EMIT extrasChanged();
    Q_EMIT titleChanged();
}

Status ScenarioDocument::save(const QString& path)
{
    if (Status status = writeScenarioFile(*scenario_, *extras_, source_.get(), fromQt(path)); !status)
        return status;
    path_ = path;
    undo_.setClean();
    Q_EMIT titleChanged();
    return {};
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
    undo_.push(new ValueCommand(*this, edit, std::move(next.value())));
    return {};
}

void ScenarioDocument::setValue(const Value& value)
{
    const Value before = current();
    scenario_ = value.scenario;
    extras_ = value.extras;
    if (scenario_ != before.scenario)
        Q_EMIT changed();
    if (extras_ != before.extras)
        Q_EMIT extrasChanged();
}

} // namespace quotaboard
