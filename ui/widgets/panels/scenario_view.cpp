// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/scenario_view.h"

#include "core/model/catalogue.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

ScenarioView::ScenarioView(EditPort port, QWidget* parent)
    : QWidget(parent)
    , port_(std::move(port))
{
    QVBoxLayout* column = makeScrolledColumn(this);
    title_ = makeLabel({}, "heading", this);
    description_ = makeLabel({}, "secondary", this);
    column->addWidget(title_);
    column->addWidget(description_);
    QFormLayout* facts = makeForm(column);
    shares_ = addFact(facts, tr("Quota shares"));
    jobs_ = addFact(facts, tr("Jobs"));
    interventions_ = addFact(facts, tr("Timed changes"));
    horizon_ = addFact(facts, tr("Horizon"));
    column->addWidget(makeLabel(tr("Capacity of the environment"), "heading", this));
    rows_ = new QWidget(this);
    capacities_ = new QGridLayout(rows_);
    capacities_->setContentsMargins(0, 0, 0, 0);
    capacities_->setColumnStretch(0, 1);
    column->addWidget(rows_);
    auto* row = new QHBoxLayout;
    newUnit_ = new QComboBox(this);
    newUnit_->setEditable(true);
    newUnit_->setInsertPolicy(QComboBox::NoInsert);
    newUnit_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    newUnit_->setAccessibleName(tr("Instance type to add"));
    newUnit_->lineEdit()->setPlaceholderText(tr("Instance type"));
    newUnit_->lineEdit()->setAccessibleName(newUnit_->accessibleName());
    for (const CatalogueEntry& entry : catalogue())
        newUnit_->addItem(toQt(entry.unit));
    newUnit_->setCurrentIndex(-1);
    add_ = new QPushButton(tr("Add unit"), this);
    row->addWidget(newUnit_, 1);
    row->addWidget(add_);
    column->addLayout(row);
    column->addWidget(makeLabel(tr("Select a job, share or segment to see more."), "small", this));
    column->addStretch();
    connect(add_, &QPushButton::clicked, this, [this] {
        const QString unit = newUnit_->currentText().trimmed();
        if (!unit.isEmpty() && port_.apply(environmentLimitEdit(port_.scenario(), port_.when(), unit, 1)))
            newUnit_->setCurrentIndex(-1);
    });
}

void ScenarioView::refresh()
{
    const Scenario& scenario = port_.scenario();
    title_->setText(scenario.name.empty() ? tr("Untitled") : toQt(scenario.name));
    description_->setText(toQt(scenario.description));
    description_->setVisible(!scenario.description.empty());
    const QLocale locale;
    shares_->setText(locale.toString(static_cast<qlonglong>(scenario.shares.size())));
    jobs_->setText(locale.toString(static_cast<qlonglong>(scenario.jobs.size())));
    interventions_->setText(locale.toString(static_cast<qlonglong>(scenario.interventions.size())));
    horizon_->setText(scenario.horizon ? durationText(*scenario.horizon) : tr("until the last job ends"));

    const CapacityLimits limits = port_.policy().environmentLimits();
    const bool isSame = fields_.size() == static_cast<qsizetype>(limits.size())
        && std::all_of(limits.begin(), limits.end(), [&](const CapacityLimit& limit) {
               const QSpinBox* field = fields_.value(limit.unit.value());
               return field != nullptr && field->property("unit") == toQt(scenario.unitName(limit.unit));
           });
    if (!isSame) {
        while (QLayoutItem* item = capacities_->takeAt(0)) {
            item->widget()->deleteLater();
            delete item;
        }
        fields_.clear();
        for (const CapacityLimit& limit : limits)
            addCapacityRow(limit.unit);
    }
    for (const CapacityLimit& limit : limits) {
        QSpinBox* field = fields_.value(limit.unit.value());
        const QSignalBlocker blocker(field);
        field->setValue(limit.maxCapacity);
    }
    newUnit_->setVisible(limits.size() < kMaxLimits);
    add_->setVisible(limits.size() < kMaxLimits);
}

void ScenarioView::addCapacityRow(UnitIndex unit)
{
    const QString name = toQt(port_.scenario().unitName(unit));
    const int row = static_cast<int>(fields_.size());
    auto* label = new QLabel(name, rows_);
    auto* field = new QSpinBox(rows_);
    field->setRange(0, kMaxInstances);
    field->setKeyboardTracking(false);
    field->setAccessibleName(tr("Capacity of %1, instances").arg(name));
    field->setProperty("unit", name);
    label->setBuddy(field);
    capacities_->addWidget(label, row, 0);
    capacities_->addWidget(field, row, 1);
    fields_.insert(unit.value(), field);
    connect(field, &QSpinBox::valueChanged, this,
        [this, name](int value) { port_.apply(environmentLimitEdit(port_.scenario(), port_.when(), name, value)); });
}

} // namespace quotaboard
