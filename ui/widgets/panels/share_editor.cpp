// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/share_editor.h"

#include "ui/widgets/panels/panel_parts.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace quotaboard {

namespace {

constexpr int kMostPercent = 1'000'000;
constexpr double kMostHours = 1e12;
constexpr double kHalfShownHour = 0.05;
constexpr int kNotesHeight = 72;
constexpr int kGap = 8;

/// The share at time 0, with what the scheduler ignores; null for one that an intervention creates.
const QuotaShare* startShare(const Scenario& scenario, ShareIndex share)
{
    const auto found = std::find_if(scenario.shares.begin(), scenario.shares.end(),
        [&](const QuotaShare& s) { return s.name == scenario.shareName(share); });
    return found == scenario.shares.end() ? nullptr : &*found;
}

void clearLayout(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
}

} // namespace

ShareEditor::ShareEditor(EditPort port, QWidget* parent)
    : QWidget(parent)
    , port_(std::move(port))
{
    QVBoxLayout* column = makeScrolledColumn(this);
    name_ = new QLineEdit(this);
    name_->setAccessibleName(tr("Name of the share"));
    QFormLayout* form = makeForm(column);
    form->addRow(tr("Name"), name_);
    connect(name_, &QLineEdit::editingFinished, this, [this] {
        if (share_.isValid() && name_->text() != toQt(port_.scenario().shareName(share_))
            && !port_.apply(renameShareEdit(port_.scenario(), share_, name_->text())))
            name_->setText(toQt(port_.scenario().shareName(share_)));
    });
    buildSharing(column);
    buildLimits(column);
    buildDetails(column);
    column->addStretch();
}

void ShareEditor::buildSharing(QVBoxLayout* column)
{
    column->addWidget(makeLabel(tr("Idle capacity"), "heading", this));
    strategies_ = new QButtonGroup(this);
    const std::array<std::pair<QString, QString>, 3> texts{{
        {tr("Reserve"), tr("Kept for this share, whether it is used or not.")},
        {tr("Lend"), tr("Others may use it; taken back when this share needs it.")},
        {tr("Lend and borrow"), tr("Lends, and uses what others lend, up to the borrow limit.")},
    }};
    for (int i = 0; i < static_cast<int>(texts.size()); ++i) {
        const auto& [name, consequence] = texts[static_cast<std::size_t>(i)];
        auto* button = new QRadioButton(name, this);
        button->setAccessibleDescription(consequence);
        strategies_->addButton(button, i);
        button->installEventFilter(this);
        column->addWidget(button);
        QLabel* label = makeLabel(consequence, "small", this);
        label->setIndent(kGap * 3);
        column->addWidget(label);
    }
    connect(strategies_, &QButtonGroup::idClicked, this, [this](int id) {
        port_.apply(strategyEdit(port_.scenario(), port_.when(), share_, static_cast<SharingStrategy>(id)));
    });

    QFormLayout* form = makeForm(column);
    borrow_ = new QSpinBox(this);
    borrow_->setRange(0, kMostPercent);
    borrow_->setSingleStep(10);
    borrow_->setSuffix(tr(" %"));
    borrow_->setKeyboardTracking(false);
    borrow_->setAccessibleName(tr("Borrow limit, percent of the share's own limit"));
    borrow_->setToolTip(tr("Percent of the share's own limit that it may use beyond it"));
    form->addRow(tr("Borrow limit"), borrow_);
    isUnlimited_ = new QCheckBox(tr("unlimited"), this);
    isUnlimited_->setAccessibleName(tr("Borrow without limit"));
    form->addRow(QString(), isUnlimited_);
    connect(borrow_, &QSpinBox::valueChanged, this, &ShareEditor::changeBorrowLimit);
    connect(isUnlimited_, &QCheckBox::toggled, this, &ShareEditor::changeBorrowLimit);

    inShare_ = new QCheckBox(tr("In-share preemption"), this);
    inShare_->setToolTip(tr("Jobs of higher priority displace running jobs of this share"));
    inShare_->installEventFilter(this);
    column->addWidget(inShare_);
    connect(inShare_, &QCheckBox::toggled, this,
        [this](bool on) { port_.apply(inSharePreemptionEdit(port_.scenario(), port_.when(), share_, on)); });
}

void ShareEditor::buildLimits(QVBoxLayout* column)
{
    column->addWidget(makeLabel(tr("Capacity limits"), "heading", this));
    limitRows_ = new QWidget(this);
    limits_ = new QGridLayout(limitRows_);
    limits_->setContentsMargins(0, 0, 0, 0);
    limits_->setColumnStretch(0, 1);
    column->addWidget(limitRows_);
    risk_ = makeLabel({}, "warning", this);
    risk_->setObjectName("shareRisk");
    risk_->setTextFormat(Qt::PlainText);
    risk_->hide();
    column->addWidget(risk_);
    auto* row = new QHBoxLayout;
    newUnit_ = new QComboBox(this);
    newUnit_->setAccessibleName(tr("Unit to add"));
    newUnit_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addUnit_ = new QPushButton(tr("Add unit"), this);
    row->addWidget(newUnit_, 1);
    row->addWidget(addUnit_);
    column->addLayout(row);
    connect(addUnit_, &QPushButton::clicked, this, [this] {
        const UnitIndex unit = port_.scenario().findUnit(fromQt(newUnit_->currentText()));
        if (unit.isValid())
            port_.apply(shareLimitEdit(port_.scenario(), port_.when(), share_, unit, 1));
    });
}

void ShareEditor::buildDetails(QVBoxLayout* column)
{
    column->addWidget(makeLabel(tr("Interruption budget"), "heading", this));
    QFormLayout* budget = makeForm(column);
    preemptionBudget_ = new QSpinBox(this);
    preemptionBudget_->setRange(-1, std::numeric_limits<int>::max());
    preemptionBudget_->setSpecialValueText(tr("none"));
    preemptionBudget_->setKeyboardTracking(false);
    preemptionBudget_->setAccessibleName(tr("Preemptions per job"));
    budget->addRow(tr("Preemptions per job"), preemptionBudget_);
    lossBudget_ = new QDoubleSpinBox(this);
    lossBudget_->setRange(-1, kMostHours);
    lossBudget_->setDecimals(1);
    lossBudget_->setSpecialValueText(tr("none"));
    lossBudget_->setKeyboardTracking(false);
    lossBudget_->setSuffix(tr(" GPU-h"));
    lossBudget_->setAccessibleName(tr("Lost GPU-hours per week"));
    budget->addRow(tr("Lost per week"), lossBudget_);

    column->addWidget(makeLabel(tr("Notes"), "heading", this));
    QFormLayout* form = makeForm(column);
    owner_ = new QLineEdit(this);
    owner_->setAccessibleName(tr("Owner"));
    form->addRow(tr("Owner"), owner_);
    isProtected_ = new QCheckBox(tr("Protected share"), this);
    isProtected_->setToolTip(tr("Scenarios that protect priority work keep this share in reserve"));
    column->addWidget(isProtected_);
    notes_ = new QPlainTextEdit(this);
    notes_->setAccessibleName(tr("Notes"));
    notes_->setTabChangesFocus(true);
    notes_->setFixedHeight(kNotesHeight);
    column->addWidget(notes_);

    connect(preemptionBudget_, &QSpinBox::valueChanged, this, &ShareEditor::changeDetails);
    connect(lossBudget_, &QDoubleSpinBox::valueChanged, this, &ShareEditor::changeDetails);
    connect(owner_, &QLineEdit::editingFinished, this, &ShareEditor::changeDetails);
    connect(isProtected_, &QCheckBox::toggled, this, &ShareEditor::changeDetails);
    connect(notes_, &QPlainTextEdit::textChanged, this, &ShareEditor::changeDetails);
}

void ShareEditor::show(ShareIndex share)
{
    share_ = share;
    const PolicyState policy = port_.policy();
    const bool exists = policy.exists(share);
    setEnabled(exists);
    if (!exists)
        return;
    if (!name_->hasFocus())
        name_->setText(toQt(port_.scenario().shareName(share)));
    fillSharing(policy);
    fillLimits(policy);
    fillDetails();
}

void ShareEditor::fillSharing(const PolicyState& policy)
{
    const PolicyState::Share& share = policy.share(share_);
    const bool borrows = share.sharing.strategy == SharingStrategy::LendAndBorrow;
    const QSignalBlocker strategies(strategies_);
    const QSignalBlocker borrow(borrow_);
    const QSignalBlocker unlimited(isUnlimited_);
    const QSignalBlocker inShare(inShare_);
    strategies_->button(static_cast<int>(share.sharing.strategy))->setChecked(true);
    isUnlimited_->setEnabled(borrows);
    isUnlimited_->setChecked(borrows && share.sharing.borrowsWithoutLimit());
    borrow_->setEnabled(borrows && !share.sharing.borrowsWithoutLimit());
    borrow_->setValue(std::max(0, share.sharing.borrowLimit.value_or(0)));
    inShare_->setChecked(share.inSharePreemption);
}

void ShareEditor::fillLimits(const PolicyState& policy)
{
    const CapacityLimits& limits = policy.share(share_).limits;
    // Another document may mean another unit by the same index.
    const auto nameOf = [this](UnitIndex unit) { return toQt(port_.scenario().unitName(unit)); };
    const bool isSame = limitFields_.size() == static_cast<qsizetype>(limits.size())
        && std::all_of(limits.begin(), limits.end(), [&](const CapacityLimit& limit) {
               const QSpinBox* field = limitFields_.value(limit.unit.value());
               return field != nullptr && field->property("unit") == nameOf(limit.unit);
           });
    if (!isSame) {
        clearLayout(limits_);
        limitFields_.clear();
        for (const CapacityLimit& limit : limits)
            addLimitRow(limit.unit);
    }
    for (const CapacityLimit& limit : limits) {
        QSpinBox* field = limitFields_.value(limit.unit.value());
        const QSignalBlocker blocker(field);
        field->setValue(limit.maxCapacity);
    }
    const QSignalBlocker blocker(newUnit_);
    newUnit_->clear();
    for (std::size_t i = 0; i < port_.scenario().units.size(); ++i) {
        if (!limitFields_.contains(static_cast<int>(i)))
            newUnit_->addItem(toQt(port_.scenario().units[i].name));
    }
    const bool mayAdd = newUnit_->count() > 0 && limits.size() < kMaxLimits;
    newUnit_->setVisible(mayAdd);
    addUnit_->setVisible(mayAdd);
}

void ShareEditor::addLimitRow(UnitIndex unit)
{
    const QString name = toQt(port_.scenario().unitName(unit));
    const int row = static_cast<int>(limitFields_.size());
    auto* label = new QLabel(name, limitRows_);
    auto* field = new QSpinBox(limitRows_);
    field->setRange(1, kMaxInstances);
    field->setKeyboardTracking(false);
    field->setAccessibleName(tr("Limit of %1, instances").arg(name));
    field->setProperty("unit", name);
    label->setBuddy(field);
    auto* remove = new QPushButton(tr("Remove"), limitRows_);
    remove->setProperty("look", "link");
    remove->setAccessibleName(tr("Remove %1").arg(name));
    limits_->addWidget(label, row, 0);
    limits_->addWidget(field, row, 1);
    limits_->addWidget(remove, row, 2);
    limitFields_.insert(unit.value(), field);
    connect(field, &QSpinBox::valueChanged, this,
        [this, unit](int value) { port_.apply(shareLimitEdit(port_.scenario(), port_.when(), share_, unit, value)); });
    if (auto* typed = field->findChild<QLineEdit*>()) {
        connect(typed, &QLineEdit::textEdited, this, [this, unit](const QString& text) { hoverLimit(unit, text); });
        connect(field, &QSpinBox::editingFinished, this, [this] { Q_EMIT editHovered(std::nullopt); });
    }
    // Queued, because the row is gone when the edit is done.
    connect(
        remove, &QPushButton::clicked, this,
        [this, unit] { port_.apply(shareLimitEdit(port_.scenario(), port_.when(), share_, unit, 0)); },
        Qt::QueuedConnection);
}

void ShareEditor::hoverLimit(UnitIndex unit, const QString& typed)
{
    bool isNumber = false;
    const int instances = locale().toInt(typed, &isNumber);
    if (!isNumber || instances < 1 || instances > kMaxInstances)
        return Q_EMIT editHovered(std::nullopt);
    Q_EMIT editHovered(shareLimitEdit(port_.scenario(), port_.when(), share_, unit, instances));
}

std::optional<Edit> ShareEditor::editOf(const QObject* button) const
{
    if (button == inShare_)
        return inSharePreemptionEdit(port_.scenario(), port_.when(), share_, !inShare_->isChecked());
    for (QAbstractButton* strategy : strategies_->buttons()) {
        if (strategy == button && !strategy->isChecked()) {
            return strategyEdit(
                port_.scenario(), port_.when(), share_, static_cast<SharingStrategy>(strategies_->id(strategy)));
        }
    }
    return std::nullopt;
}

bool ShareEditor::eventFilter(QObject* watched, QEvent* event)
{
    // Keys point as the mouse does.
    if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)
        Q_EMIT editHovered(isEnabled() && share_.isValid() ? editOf(watched) : std::nullopt);
    else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut)
        Q_EMIT editHovered(std::nullopt);
    return QWidget::eventFilter(watched, event);
}

void ShareEditor::showRisk(const QString& text)
{
    risk_->setText(text);
    risk_->setVisible(!text.isEmpty());
}

void ShareEditor::fillDetails()
{
    const QuotaShare* share = startShare(port_.scenario(), share_);
    for (QWidget* field : std::initializer_list<QWidget*>{owner_, isProtected_, preemptionBudget_, lossBudget_, notes_})
        field->setEnabled(share != nullptr);
    static const QuotaShare none;
    if (share == nullptr)
        share = &none;
    const QSignalBlocker owner(owner_);
    const QSignalBlocker isProtected(isProtected_);
    const QSignalBlocker preemptions(preemptionBudget_);
    const QSignalBlocker loss(lossBudget_);
    const QSignalBlocker notes(notes_);
    if (!owner_->hasFocus())
        owner_->setText(toQt(share->owner));
    isProtected_->setChecked(share->isProtected);
    preemptionBudget_->setValue(share->budget ? share->budget->preemptionsPerJob.value_or(-1) : -1);
    lossBudget_->setValue(share->budget ? share->budget->lostGpuHoursPerWeek.value_or(-1) : -1);
    if (notes_->toPlainText() != toQt(share->notes))
        notes_->setPlainText(toQt(share->notes));
}

void ShareEditor::changeDetails()
{
    const QuotaShare* share = startShare(port_.scenario(), share_);
    if (share == nullptr)
        return;
    QuotaShare details = *share;
    details.owner = fromQt(owner_->text());
    details.notes = fromQt(notes_->toPlainText());
    details.isProtected = isProtected_->isChecked();
    // The field shows one decimal, a file may hold more: what was not touched stays what it is.
    const InterruptionBudget before = share->budget.value_or(InterruptionBudget{});
    InterruptionBudget budget = before;
    if (preemptionBudget_->value() != before.preemptionsPerJob.value_or(-1))
        budget.preemptionsPerJob
            = preemptionBudget_->value() >= 0 ? std::optional(preemptionBudget_->value()) : std::nullopt;
    if (std::abs(lossBudget_->value() - before.lostGpuHoursPerWeek.value_or(-1)) > kHalfShownHour)
        budget.lostGpuHoursPerWeek = lossBudget_->value() >= 0 ? std::optional(lossBudget_->value()) : std::nullopt;
    if (budget != before)
        details.budget = budget == InterruptionBudget{} ? std::nullopt : std::optional(budget);
    port_.apply(shareDetailsEdit(port_.scenario(), share_, details));
}

void ShareEditor::changeBorrowLimit()
{
    const std::optional<int> percent
        = isUnlimited_->isChecked() ? std::optional<int>(-1) : std::optional<int>(borrow_->value());
    port_.apply(borrowLimitEdit(port_.scenario(), port_.when(), share_, percent));
}

} // namespace quotaboard
