// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/breakpoints_panel.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/breakpoint_model.h"
#include "ui/logic/playback/breakpoint_edits.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/condition_form.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kDialogWidth = 420;

} // namespace

BreakpointsPanel::BreakpointsPanel(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
    , model_(new BreakpointModel(document, playback, this))
    , table_(new QTableView(this))
    , hint_(makeLabel(tr("No breakpoints. Playing stops, or leaves a note, where one is met: at a time, a preemption, "
                         "a long wait."),
          "secondary", this))
    , here_(new QAction(tr("&Breakpoint here"), this))
    , add_(makePanelButton("breakpointAdd", tr("Add…"), tr("Add a breakpoint (Ins)"), this))
    , edit_(makePanelButton("breakpointEdit", tr("Edit…"), tr("Change the breakpoint (Enter)"), this))
    , goTo_(makePanelButton("breakpointGoTo", tr("Go to its time"), tr("Move the clock to the breakpoint"), this))
    , remove_(makePanelButton("breakpointRemove", tr("Delete"), tr("Delete the selected breakpoints (Del)"), this))
{
    here_->setObjectName("actBreakpointHere");
    here_->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_B);
    setObjectName("breakpointsPanel");
    setFocusProxy(table_);
    build();
    connect(here_, &QAction::triggered, this, &BreakpointsPanel::addHere);
    connect(add_, &QPushButton::clicked, this, &BreakpointsPanel::add);
    connect(edit_, &QPushButton::clicked, this, &BreakpointsPanel::editCurrent);
    connect(goTo_, &QPushButton::clicked, this, &BreakpointsPanel::goToCurrent);
    connect(remove_, &QPushButton::clicked, this, &BreakpointsPanel::removeSelected);
    connect(table_, &QTableView::doubleClicked, this, &BreakpointsPanel::editCurrent);
    connect(model_, &QAbstractItemModel::modelReset, this, &BreakpointsPanel::follow);
    connect(model_, &QAbstractItemModel::dataChanged, this, &BreakpointsPanel::follow);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BreakpointsPanel::follow);
    connect(&playback_, &Playback::resultChanged, this, &BreakpointsPanel::follow);
    connect(&document_, &ScenarioDocument::opened, this, &BreakpointsPanel::follow);
    follow();
}

void BreakpointsPanel::build()
{
    table_->setObjectName("breakpointsTable");
    table_->setAccessibleName(tr("Breakpoints"));
    table_->setModel(model_);
    dressRowTable(*table_);
    table_->horizontalHeader()->setSectionResizeMode(BreakpointModel::Kind, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(BreakpointModel::Condition, QHeaderView::Stretch);
    table_->horizontalHeader()->setSectionResizeMode(BreakpointModel::Does, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(BreakpointModel::Name, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(BreakpointModel::Hits, QHeaderView::ResizeToContents);
    takeTableKeys(*table_,
        {{Qt::Key_Insert, [this] { add(); }}, {Qt::Key_Enter, [this] { editCurrent(); }},
            {Qt::Key_Space, [this] { toggleSelected(); }}, {Qt::Key_Delete, [this] { removeSelected(); }}});
    layOutTablePanel(this, table_, hint_, {add_, edit_, goTo_, remove_});
}

void BreakpointsPanel::follow()
{
    const QList<int> rows = selectedRows(*table_);
    const bool isOpen = document_.isOpen();
    here_->setEnabled(isOpen && playback_.result() != nullptr);
    add_->setEnabled(isOpen);
    edit_->setEnabled(rows.size() == 1);
    goTo_->setEnabled(
        rows.size() == 1 && playback_.result() && model_->breakpoint(rows.front()).kind == Breakpoint::Kind::Time);
    remove_->setEnabled(!rows.isEmpty());
    showTableOrHint(*table_, *hint_);
    setFocusProxy(hint_->isHidden() ? static_cast<QWidget*>(table_) : static_cast<QWidget*>(add_));
}

void BreakpointsPanel::apply(const Edit& edit)
{
    if (const Status status = document_.apply(edit); !status)
        Q_EMIT statusMessage(errorText(status.error()));
}

void BreakpointsPanel::addHere()
{
    const Breakpoint point = Breakpoint::atTime(playback_.now());
    const std::vector<Breakpoint>& known = document_.extras().breakpoints;
    const bool isKnown = std::any_of(known.begin(), known.end(),
        [&](const Breakpoint& other) { return other.kind == Breakpoint::Kind::Time && other.at == point.at; });
    if (isKnown)
        return Q_EMIT statusMessage(tr("There is a breakpoint at this time already."));
    apply(addBreakpointEdit(document_.value(), point));
}

void BreakpointsPanel::add()
{
    Breakpoint start = Breakpoint::atTime(playback_.now());
    if (selection_.kind == Selection::Kind::Job && selection_.job.value() < document_.value().jobs.size()) {
        start = Breakpoint::atJob(Breakpoint::Kind::JobPreempted, document_.value().jobs.displayId(selection_.job));
    } else if (selection_.share.isValid() && selection_.share.value() < document_.value().shareNames.size()) {
        start = Breakpoint::atWait(document_.value().shareName(selection_.share), kMsPerHour);
    }
    ask(tr("Add breakpoint"), start,
        [this](const Breakpoint& point) { apply(addBreakpointEdit(document_.value(), point)); });
}

void BreakpointsPanel::editCurrent()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.size() != 1)
        return;
    const auto place = static_cast<std::size_t>(rows.front());
    const Breakpoint before = model_->breakpoint(rows.front());
    ask(tr("Change breakpoint"), before, [this, place, before](const Breakpoint& point) {
        Breakpoint changed = point;
        changed.isEnabled = before.isEnabled;
        // Undone or deleted meanwhile: then it is another one that stands there.
        const std::vector<Breakpoint>& now = document_.extras().breakpoints;
        if (place < now.size() && now[place] == before)
            apply(changeBreakpointEdit(document_.value(), place, changed));
    });
}

void BreakpointsPanel::toggleSelected()
{
    for (const int row : selectedRows(*table_)) {
        const QModelIndex index = model_->index(row, BreakpointModel::Kind);
        const bool isOn = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        model_->setData(index, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
}

void BreakpointsPanel::removeSelected()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.isEmpty())
        return;
    std::vector<std::size_t> places(rows.cbegin(), rows.cend());
    apply(removeBreakpointsEdit(document_.value(), document_.extras().breakpoints, std::move(places)));
    selectRowAt(*table_, rows.front());
}

void BreakpointsPanel::goToCurrent()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.size() == 1 && model_->breakpoint(rows.front()).kind == Breakpoint::Kind::Time) {
        playback_.pause();
        playback_.seek(model_->breakpoint(rows.front()).at);
    }
}

void BreakpointsPanel::ask(
    const QString& title, const Breakpoint& start, const std::function<void(const Breakpoint&)>& accept)
{
    auto* dialog = new QDialog(window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName("breakpointDialog");
    dialog->setWindowTitle(title);
    dialog->setMinimumWidth(kDialogWidth);
    // Of a kind that needs a share: the one that is selected.
    const std::vector<std::string>& names = document_.value().shareNames;
    const bool isSelected = selection_.share.isValid() && selection_.share.value() < names.size();
    const std::string share = start.share.empty() && isSelected ? names[selection_.share.value()] : start.share;
    auto* form = new ConditionForm(document_, {playback_.now(), share, start.job}, dialog);
    form->setCondition(start);
    auto* name = new QLineEdit(toQt(start.name), dialog);
    name->setObjectName("breakpointName");
    name->setPlaceholderText(tr("Shown when the clock gets there"));
    auto* label = new QLabel(tr("&Name"), dialog);
    label->setBuddy(name);
    auto* action = new QComboBox(dialog);
    action->setObjectName("breakpointAction");
    using Action = Breakpoint::Action;
    for (const Action one : {Action::Pause, Action::Log, Action::Bookmark})
        action->addItem(breakpointActionText(one), static_cast<int>(one));
    action->setCurrentIndex(action->findData(static_cast<int>(start.action)));
    action->setToolTip(tr("Pause stops the clock; the others let it go on"));
    auto* actionLabel = new QLabel(tr("&Action"), dialog);
    actionLabel->setBuddy(action);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->addWidget(form);
    column->addWidget(actionLabel);
    column->addWidget(action);
    column->addWidget(label);
    column->addWidget(name);
    column->addWidget(buttons);
    const auto follow
        = [form, buttons] { buttons->button(QDialogButtonBox::Ok)->setEnabled(form->condition().has_value()); };
    connect(form, &ConditionForm::changed, dialog, follow);
    follow();
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [form, name, action, dialog, accept] {
        std::optional<Breakpoint> point = form->condition();
        if (!point)
            return;
        point->name = fromQt(name->text().trimmed());
        point->action = static_cast<Action>(action->currentData().toInt());
        accept(*point);
        dialog->accept();
    });
    dialog->open();
}

} // namespace quotaboard
