// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/intervention_dialog.h"

#include "ui/logic/bridge/preemption_service.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/bridge/time_input.h"
#include "ui/logic/models/job_cells.h"
#include "ui/logic/models/schedule_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kNarrowest = 440;
constexpr int kMostPercent = 1'000'000;

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

InterventionDialog::InterventionDialog(
    std::shared_ptr<const Scenario> scenario, const Intervention& intervention, bool hasValues, QWidget* parent)
    : QDialog(parent)
    , scenario_(std::move(scenario))
    , intervention_(intervention)
    , form_(new QFormLayout)
    , time_(new QLineEdit(momentToText(intervention.at), this))
    , author_(new QLineEdit(toQt(intervention.author), this))
    , reason_(new QLineEdit(toQt(intervention.reason), this))
    , meaning_(plainLabel({}, this))
    , problem_(plainLabel({}, this))
{
    setObjectName("interventionDialog");
    setWindowTitle(tr("Timed change"));
    setMinimumWidth(kNarrowest);
    time_->setObjectName("interventionTime");
    author_->setObjectName("interventionAuthor");
    reason_->setObjectName("interventionReason");
    meaning_->setObjectName("interventionMeaning");
    meaning_->setProperty("role", "secondary");
    problem_->setObjectName("interventionProblem");
    problem_->setProperty("role", "error");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    column->addWidget(plainLabel(hasValues ? interventionText(*scenario_, intervention_)
                                           : tr("Switched off. Switch it on to change its values."),
        this));
    column->addLayout(form_);
    form_->addRow(tr("&When"), time_);
    form_->addRow(meaning_);
    if (hasValues)
        std::visit([this](auto& edit) { addFields(edit); }, intervention_.edit);
    form_->addRow(problem_);
    form_->addRow(tr("&By"), author_);
    form_->addRow(tr("&Reason"), reason_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    ok_ = buttons->button(QDialogButtonBox::Ok);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(time_, &QLineEdit::textChanged, this, &InterventionDialog::follow);
    follow();
}

Intervention InterventionDialog::intervention() const
{
    for (const auto& take : takers_)
        take();
    Intervention changed = intervention_;
    changed.at = momentFromText(*scenario_, time_->text()).value_or(changed.at);
    changed.author = fromQt(author_->text().trimmed());
    changed.reason = fromQt(reason_->text().trimmed());
    return changed;
}

void InterventionDialog::follow()
{
    const std::optional<TimeMs> moment = momentFromText(*scenario_, time_->text());
    const bool isRight = moment && *moment >= 0 && *moment <= kMaxTimeMs;
    QString wrong;
    for (const auto& check : checks_) {
        if (wrong.isEmpty())
            wrong = check();
    }
    ok_->setEnabled(isRight && wrong.isEmpty());
    problem_->setText(wrong);
    problem_->setVisible(!wrong.isEmpty());
    meaning_->setText(isRight ? clockText(*scenario_, *moment)
                              : tr("This is no time of the run. Write 1d4h30m, or %1.").arg(momentExample(*scenario_)));
}

void InterventionDialog::addLimits(CapacityLimits& limits, int least)
{
    for (std::size_t i = 0; i < limits.size(); ++i) {
        const QString unit = toQt(scenario_->unitName(limits[i].unit));
        auto* field = new QSpinBox(this);
        field->setRange(least, kMaxInstances);
        field->setValue(limits[i].maxCapacity);
        field->setObjectName(QStringLiteral("interventionLimit%1").arg(i));
        field->setAccessibleName(tr("Limit of %1, instances").arg(unit));
        form_->addRow(plainLabel(unit, this), field);
        takers_.emplace_back([field, &limit = limits[i]] { limit.maxCapacity = field->value(); });
    }
}

void InterventionDialog::addSharing(ResourceSharing& sharing)
{
    auto* strategy = new QComboBox(this);
    strategy->setObjectName("interventionStrategy");
    strategy->addItems({tr("Reserve"), tr("Lend"), tr("Lend and borrow")});
    strategy->setCurrentIndex(static_cast<int>(sharing.strategy));
    form_->addRow(tr("&Idle capacity"), strategy);
    auto* borrow = new QSpinBox(this);
    borrow->setObjectName("interventionBorrow");
    borrow->setRange(-1, kMostPercent);
    borrow->setSpecialValueText(tr("unlimited"));
    borrow->setSuffix(tr(" %"));
    borrow->setValue(sharing.borrowLimit.value_or(-1));
    form_->addRow(tr("B&orrow limit"), borrow);
    const auto follow = [strategy, borrow] {
        borrow->setEnabled(strategy->currentIndex() == static_cast<int>(SharingStrategy::LendAndBorrow));
    };
    connect(strategy, &QComboBox::currentIndexChanged, borrow, follow);
    follow();
    takers_.emplace_back([strategy, borrow, &sharing] {
        sharing.strategy = static_cast<SharingStrategy>(strategy->currentIndex());
        // No limit and -1 mean the same; what was not touched keeps its word.
        if (sharing.strategy != SharingStrategy::LendAndBorrow)
            sharing.borrowLimit.reset();
        else if (borrow->value() != sharing.borrowLimit.value_or(-1))
            sharing.borrowLimit = borrow->value();
    });
}

template <class Value>
void InterventionDialog::addSwitch(const QString& text, const char* name, Value& value)
{
    auto* box = new QCheckBox(text, this);
    box->setObjectName(QLatin1String(name));
    if constexpr (std::is_same_v<Value, bool>)
        box->setChecked(value);
    else
        box->setChecked(*value);
    form_->addRow(QString(), box);
    takers_.emplace_back([box, &value] { value = box->isChecked(); });
}

template <class Choice>
void InterventionDialog::addChoice(
    const QString& text, const char* name, const QStringList& words, std::optional<Choice>& value)
{
    if (!value)
        return;
    auto* list = new QComboBox(this);
    list->setObjectName(QLatin1String(name));
    list->addItems(words);
    list->setCurrentIndex(static_cast<int>(*value));
    form_->addRow(text, list);
    takers_.emplace_back([list, &value] { value = static_cast<Choice>(list->currentIndex()); });
}

void InterventionDialog::addDuration(const QString& text, const char* name, std::optional<TimeMs>& value)
{
    if (!value)
        return;
    auto* field = new QLineEdit(durationEditText(*value), this);
    field->setObjectName(QLatin1String(name));
    field->setPlaceholderText(tr("A duration such as 90s or 5m"));
    form_->addRow(text, field);
    checks_.emplace_back([field, name = QString(text).remove(u'&')] {
        return durationFromText(field->text()) ? QString() : tr("%1: this is no duration. Write 90s, or 5m.").arg(name);
    });
    connect(field, &QLineEdit::textChanged, this, &InterventionDialog::follow);
    takers_.emplace_back([field, &value] { value = durationFromText(field->text()).value_or(*value); });
}

void InterventionDialog::addNote(const QString& text)
{
    QLabel* note = plainLabel(text, this);
    note->setObjectName("interventionNote");
    note->setProperty("role", "secondary");
    form_->addRow(note);
}

void InterventionDialog::addFields(UpdateQuotaShare& edit)
{
    if (edit.limits)
        addLimits(*edit.limits, 1);
    if (edit.sharing)
        addSharing(*edit.sharing);
    if (edit.inSharePreemption)
        addSwitch(tr("In-share &preemption"), "interventionInShare", edit.inSharePreemption);
    if (edit.isEnabled)
        addSwitch(tr("Accepts new &jobs"), "interventionEnabled", edit.isEnabled);
}

void InterventionDialog::addFields(CreateQuotaShare& edit)
{
    addLimits(edit.share.limits, 1);
    addSharing(edit.share.sharing);
    addSwitch(tr("In-share &preemption"), "interventionInShare", edit.share.inSharePreemption);
    addSwitch(tr("Accepts new &jobs"), "interventionEnabled", edit.share.isEnabled);
    addNote(tr("The share is renamed, and gets more capacity units, on the board once the clock stands behind this "
               "moment."));
}

void InterventionDialog::addFields(DeleteQuotaShare&)
{
    addNote(tr("To delete another share instead, take this change out and delete that one on the board."));
}

void InterventionDialog::addFields(UpdateServiceEnvironment& edit)
{
    if (edit.limits)
        addLimits(*edit.limits, 0);
    if (edit.isEnabled)
        addSwitch(tr("&Environment enabled"), "interventionEnabled", edit.isEnabled);
}

void InterventionDialog::addFields(UpdatePlatform& edit)
{
    addDuration(tr("S&tart-up of a job"), "interventionStartup", edit.startup);
    addDuration(tr("Stop &grace"), "interventionStopGrace", edit.stopGrace);
    addChoice(tr("&Victim order"), "interventionVictimOrder",
        {victimOrderText(VictimOrder::Priority), victimOrderText(VictimOrder::Youngest),
            victimOrderText(VictimOrder::Oldest), victimOrderText(VictimOrder::LeastLoss),
            victimOrderText(VictimOrder::MostBorrowed)},
        edit.victimOrder);
    addChoice(tr("Capacity in &no share"), "interventionUnassigned", {tr("stays idle"), tr("may be borrowed")},
        edit.unassignedCapacity);
    addChoice(tr("&Front of the queue"), "interventionQueueFront",
        {tr("one for the share"), tr("one for each capacity unit")}, edit.queueFront);
    addChoice(tr("Preempted jobs go &back"), "interventionRequeue", {tr("to their own place"), tr("to the end")},
        edit.requeue);
    if (!edit.resumeSuccessProbability)
        return;
    auto* percent = new QDoubleSpinBox(this);
    percent->setObjectName("interventionResume");
    percent->setRange(0, 100);
    percent->setDecimals(1);
    percent->setSuffix(tr(" %"));
    percent->setValue(*edit.resumeSuccessProbability * 100);
    form_->addRow(tr("Resumes that &succeed"), percent);
    takers_.emplace_back([percent, shown = percent->value(), &value = edit.resumeSuccessProbability] {
        // What was not touched is not rounded to what is shown.
        if (percent->value() != shown)
            value = percent->value() / 100;
    });
}

void InterventionDialog::addFields(UpdateJobQueue& edit)
{
    if (edit.isEnabled)
        addSwitch(tr("The &queue accepts jobs"), "interventionEnabled", edit.isEnabled);
    if (edit.timeLimits)
        addNote(tr("Time limits of the queue are not changed here; they stay as the file states them."));
}

void InterventionDialog::addFields(SubmitServiceJob&)
{
    addNote(tr("Share, size and work of the job are changed on the workload page, in the table of jobs."));
}

void InterventionDialog::addFields(TerminateServiceJob& edit)
{
    auto* field = new QLineEdit(toQt(edit.reason), this);
    field->setObjectName("interventionTermination");
    form_->addRow(tr("Sta&tus reason"), field);
    takers_.emplace_back([field, &edit] { edit.reason = fromQt(field->text().trimmed()); });
    addNote(tr("To end another job instead, take this change out and end that one on the board."));
}

void InterventionDialog::addFields(ReorderQuotaShares&)
{
    addNote(tr("The order itself is changed by dragging lanes on the board while the clock stands at this moment."));
}

void InterventionDialog::addFields(UpdateServiceJob& edit)
{
    auto* field = new QSpinBox(this);
    field->setObjectName("interventionPriority");
    field->setRange(0, kMaxPriority);
    field->setValue(edit.priority);
    form_->addRow(tr("&Priority"), field);
    takers_.emplace_back([field, &edit] { edit.priority = field->value(); });
}

void InterventionDialog::addFields(MoveServiceJob& edit)
{
    auto* field = new QComboBox(this);
    field->setObjectName("interventionShare");
    for (const std::string& name : scenario_->shareNames)
        field->addItem(toQt(name));
    field->setCurrentIndex(field->findText(toQt(edit.name), Qt::MatchFixedString | Qt::MatchCaseSensitive));
    form_->addRow(tr("&Share"), field);
    takers_.emplace_back([this, field, &edit] {
        if (field->currentIndex() < 0)
            return;
        edit.share = ShareIndex{static_cast<std::size_t>(field->currentIndex())};
        edit.name = scenario_->shareName(edit.share);
    });
}

} // namespace quotaboard
