// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/intervention_dialog.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/bridge/time_input.h"
#include "ui/logic/models/schedule_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
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
{
    setObjectName("interventionDialog");
    setWindowTitle(tr("Timed change"));
    setMinimumWidth(kNarrowest);
    time_->setObjectName("interventionTime");
    author_->setObjectName("interventionAuthor");
    reason_->setObjectName("interventionReason");
    meaning_->setObjectName("interventionMeaning");
    meaning_->setProperty("role", "secondary");
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
    ok_->setEnabled(isRight);
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

void InterventionDialog::addFields(UpdateQuotaShare& edit)
{
    if (edit.limits)
        addLimits(*edit.limits, 1);
    if (edit.sharing) {
        auto* strategy = new QComboBox(this);
        strategy->setObjectName("interventionStrategy");
        strategy->addItems({tr("Reserve"), tr("Lend"), tr("Lend and borrow")});
        strategy->setCurrentIndex(static_cast<int>(edit.sharing->strategy));
        form_->addRow(tr("&Idle capacity"), strategy);
        auto* borrow = new QSpinBox(this);
        borrow->setObjectName("interventionBorrow");
        borrow->setRange(-1, kMostPercent);
        borrow->setSpecialValueText(tr("unlimited"));
        borrow->setSuffix(tr(" %"));
        borrow->setValue(edit.sharing->borrowLimit.value_or(-1));
        form_->addRow(tr("B&orrow limit"), borrow);
        const auto follow = [strategy, borrow] {
            borrow->setEnabled(strategy->currentIndex() == static_cast<int>(SharingStrategy::LendAndBorrow));
        };
        connect(strategy, &QComboBox::currentIndexChanged, borrow, follow);
        follow();
        takers_.emplace_back([strategy, borrow, &sharing = *edit.sharing] {
            sharing.strategy = static_cast<SharingStrategy>(strategy->currentIndex());
            // No limit and -1 mean the same; what was not touched keeps its word.
            if (sharing.strategy != SharingStrategy::LendAndBorrow)
                sharing.borrowLimit.reset();
            else if (borrow->value() != sharing.borrowLimit.value_or(-1))
                sharing.borrowLimit = borrow->value();
        });
    }
    const auto addSwitch = [this](const QString& text, const char* name, std::optional<bool>& value) {
        if (!value)
            return;
        auto* box = new QCheckBox(text, this);
        box->setObjectName(QLatin1String(name));
        box->setChecked(*value);
        form_->addRow(QString(), box);
        takers_.emplace_back([box, &value] { value = box->isChecked(); });
    };
    addSwitch(tr("In-share &preemption"), "interventionInShare", edit.inSharePreemption);
    addSwitch(tr("Accepts new &jobs"), "interventionEnabled", edit.isEnabled);
}

void InterventionDialog::addFields(UpdateServiceEnvironment& edit)
{
    if (edit.limits)
        addLimits(*edit.limits, 0);
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

template <class Edit>
void InterventionDialog::addFields(Edit&)
{
    // Whole objects are edited where they live; here only when they take effect.
}

} // namespace quotaboard
