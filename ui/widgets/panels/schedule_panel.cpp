// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/schedule_panel.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/schedule_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

constexpr int kMargin = 12;

} // namespace

SchedulePanel::SchedulePanel(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    model_ = new ScheduleModel(document_, this);
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("scheduleTable"));
    table_->setAccessibleName(tr("Policy schedule"));
    table_->setModel(model_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(ScheduleModel::When, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(ScheduleModel::Change, QHeaderView::Stretch);
    column->addWidget(table_);
    hint_ = makeLabel(tr("No timed changes. Edits made while the clock runs appear here."), "secondary", this);
    column->addWidget(hint_);
    auto* row = new QHBoxLayout;
    goTo_ = new QPushButton(tr("Go to its time"), this);
    move_ = new QPushButton(tr("Move to the clock"), this);
    remove_ = new QPushButton(tr("Delete"), this);
    row->addWidget(goTo_);
    row->addWidget(move_);
    row->addWidget(remove_);
    row->addStretch();
    column->addLayout(row);
    connect(goTo_, &QPushButton::clicked, this, &SchedulePanel::goToCurrent);
    connect(move_, &QPushButton::clicked, this, &SchedulePanel::moveToClock);
    connect(remove_, &QPushButton::clicked, this, &SchedulePanel::removeCurrent);
    connect(table_, &QTableView::activated, this, &SchedulePanel::goToCurrent);
    connect(model_, &QAbstractItemModel::modelReset, this, &SchedulePanel::followSelection);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SchedulePanel::followSelection);
    followSelection();
}

int SchedulePanel::currentRow() const
{
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().row();
}

void SchedulePanel::followSelection()
{
    const bool hasRow = currentRow() >= 0;
    for (QPushButton* button : {goTo_, move_, remove_})
        button->setEnabled(hasRow);
    const bool isEmpty = model_->rowCount() == 0;
    hint_->setVisible(isEmpty);
    table_->setVisible(!isEmpty);
}

void SchedulePanel::goToCurrent()
{
    if (const int row = currentRow(); row >= 0)
        playback_.seek(document_.value().interventions[model_->interventionAt(row).value()].at);
}

void SchedulePanel::moveToClock()
{
    const int row = currentRow();
    if (row < 0)
        return;
    const InterventionIndex index = model_->interventionAt(row);
    const Status status = document_.apply(moveInterventionEdit(document_.value(), index, playback_.now()));
    if (!status)
        Q_EMIT statusMessage(errorText(status.error()));
}

void SchedulePanel::removeCurrent()
{
    const int row = currentRow();
    if (row < 0)
        return;
    const Status status = document_.apply(removeInterventionEdit(document_.value(), model_->interventionAt(row)));
    if (!status)
        Q_EMIT statusMessage(errorText(status.error()));
    else if (model_->rowCount() > 0)
        table_->selectRow(std::min(row, model_->rowCount() - 1));
}

} // namespace quotaboard
