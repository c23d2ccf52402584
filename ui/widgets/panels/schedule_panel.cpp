// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/schedule_panel.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/schedule_edits.h"
#include "ui/logic/models/schedule_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/intervention_dialog.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>

namespace quotaboard {

SchedulePanel::SchedulePanel(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
    , model_(new ScheduleModel(document, this))
    , table_(new QTableView(this))
    , hint_(makeLabel(tr("No timed changes. Edits made while the clock runs appear here."), "secondary", this))
    , edit_(makePanelButton("scheduleEdit", tr("Edit…"), tr("Change its time, values, author or reason (Enter)"), this))
    , goTo_(makePanelButton("scheduleGoTo", tr("Go to its time"), tr("Move the clock to the change"), this))
    , move_(
          makePanelButton("scheduleMove", tr("Move to the clock"), tr("Have it take effect at the clock's time"), this))
    , toggle_(
          makePanelButton("scheduleToggle", tr("Switch off"), tr("Leave it out of the run, but keep it (Space)"), this))
    , remove_(makePanelButton("scheduleRemove", tr("Delete"), tr("Delete the selected changes (Del)"), this))
{
    build();
    connect(edit_, &QPushButton::clicked, this, &SchedulePanel::editCurrent);
    connect(goTo_, &QPushButton::clicked, this, &SchedulePanel::goToCurrent);
    connect(move_, &QPushButton::clicked, this, &SchedulePanel::moveToClock);
    connect(toggle_, &QPushButton::clicked, this, &SchedulePanel::toggleSelected);
    connect(remove_, &QPushButton::clicked, this, &SchedulePanel::removeSelected);
    connect(table_, &QTableView::doubleClicked, this, &SchedulePanel::editCurrent);
    connect(model_, &ScheduleModel::refused, this, &SchedulePanel::statusMessage);
    connect(model_, &QAbstractItemModel::modelReset, this, &SchedulePanel::followSelection);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SchedulePanel::followSelection);
    followSelection();
}

void SchedulePanel::build()
{
    table_->setObjectName(QStringLiteral("scheduleTable"));
    table_->setAccessibleName(tr("Policy schedule"));
    table_->setModel(model_);
    dressRowTable(*table_);
    table_->horizontalHeader()->setSectionResizeMode(ScheduleModel::When, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(ScheduleModel::Change, QHeaderView::Stretch);
    takeTableKeys(*table_,
        {{Qt::Key_Enter, [this] { editCurrent(); }}, {Qt::Key_Space, [this] { toggleSelected(); }},
            {Qt::Key_Delete, [this] { removeSelected(); }}});
    layOutTablePanel(this, table_, hint_, {edit_, goTo_, move_, toggle_, remove_});
}

void SchedulePanel::followSelection()
{
    const QList<int> rows = selectedRows(*table_);
    for (QPushButton* button : {edit_, goTo_, move_})
        button->setEnabled(rows.size() == 1);
    for (QPushButton* button : {toggle_, remove_})
        button->setEnabled(!rows.isEmpty());
    const bool isOff = !rows.isEmpty() && model_->switchedOffAt(rows.front()).has_value();
    toggle_->setText(isOff ? tr("Switch on") : tr("Switch off"));
    showTableOrHint(*table_, *hint_);
}

void SchedulePanel::apply(const Edit& edit)
{
    if (const Status status = document_.apply(edit); !status)
        Q_EMIT statusMessage(errorText(status.error()));
}

void SchedulePanel::goToCurrent()
{
    if (const QList<int> rows = selectedRows(*table_); rows.size() == 1)
        playback_.seek(model_->timeAt(rows.front()));
}

void SchedulePanel::editCurrent()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.size() != 1)
        return;
    const int row = rows.front();
    const std::optional<std::size_t> place = model_->switchedOffAt(row);
    InterventionDialog* dialog = nullptr;
    if (!place) {
        const InterventionIndex index = model_->interventionAt(row);
        dialog = new InterventionDialog(
            document_.scenario(), document_.value().interventions[index.value()], true, window());
        connect(dialog, &QDialog::accepted, this, [this, dialog, index, row] {
            // Undone or changed meanwhile, it may be another one that stands there.
            if (document_.scenario() != dialog->scenario())
                return Q_EMIT statusMessage(tr("The scenario has changed meanwhile. The timed change stays as it is."));
            apply(changeInterventionEdit(document_.value(), index, dialog->intervention()));
            selectRowAt(*table_, row);
        });
    } else {
        const DisabledIntervention& disabled = document_.extras().disabledInterventions[*place];
        Intervention shown;
        shown.at = disabled.at;
        shown.author = fromQt(model_->index(row, ScheduleModel::Author).data().toString());
        shown.reason = fromQt(model_->index(row, ScheduleModel::Reason).data().toString());
        dialog = new InterventionDialog(document_.scenario(), shown, false, window());
        connect(dialog, &QDialog::accepted, this, [this, dialog, place, row, disabled] {
            const auto& now = document_.extras().disabledInterventions;
            const Intervention changed = dialog->intervention();
            if (*place < now.size() && now[*place] == disabled)
                apply(changeSwitchedOffEdit(
                    document_.value(), document_.extras(), *place, changed.at, changed.author, changed.reason));
            selectRowAt(*table_, row);
        });
    }
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void SchedulePanel::moveToClock()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.size() != 1)
        return;
    const int row = rows.front();
    if (const std::optional<std::size_t> place = model_->switchedOffAt(row)) {
        apply(changeSwitchedOffEdit(document_.value(), document_.extras(), *place, playback_.now(),
            fromQt(model_->index(row, ScheduleModel::Author).data().toString()),
            fromQt(model_->index(row, ScheduleModel::Reason).data().toString())));
    } else {
        apply(moveInterventionEdit(document_.value(), model_->interventionAt(row), playback_.now()));
    }
}

void SchedulePanel::toggleSelected()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.isEmpty())
        return;
    // What the first one is decides; those that are so already stay.
    const bool switchesOn = model_->switchedOffAt(rows.front()).has_value();
    std::vector<InterventionIndex> indexes;
    std::vector<std::size_t> places;
    for (const int row : rows) {
        if (const std::optional<std::size_t> place = model_->switchedOffAt(row))
            places.push_back(*place);
        else
            indexes.push_back(model_->interventionAt(row));
    }
    apply(switchesOn ? switchOnEdit(document_.value(), document_.extras(), places)
                     : switchOffEdit(document_.value(), document_.extras(), indexes));
    selectRowAt(*table_, rows.front());
}

void SchedulePanel::removeSelected()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.isEmpty())
        return;
    std::vector<InterventionIndex> indexes;
    std::vector<std::size_t> places;
    for (const int row : rows) {
        if (const std::optional<std::size_t> place = model_->switchedOffAt(row))
            places.push_back(*place);
        else
            indexes.push_back(model_->interventionAt(row));
    }
    apply(removeTimedChangesEdit(document_.value(), document_.extras(), indexes, places));
    selectRowAt(*table_, rows.front());
}

} // namespace quotaboard
