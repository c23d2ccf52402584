// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/jobs_tab.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/workload_edits.h"
#include "ui/logic/models/job_table_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/panel_parts.h"
#include "ui/widgets/workload/bulk_edit_dialog.h"
#include "ui/widgets/workload/jobs_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kMargin = 12;
constexpr int kFilterPauseMs = 150;
constexpr int kBusyPauseMs = 300;
constexpr int kTickMs = 100;
constexpr int kStatePauseMs = 500;

/// Shown before anybody chose: what fits beside the inspector.
constexpr JobColumn kHiddenAtFirst[] = {JobColumn::Restore, JobColumn::Retries, JobColumn::Deadline, JobColumn::User};

int firstWidth(JobColumn column, const QFontMetrics& metrics)
{
    const int letters = column == JobColumn::Submit || column == JobColumn::Deadline ? 34
        : column == JobColumn::Name || column == JobColumn::Unit                     ? 16
        : column == JobColumn::Checkpoint || column == JobColumn::State              ? 18
                                                                                     : 11;
    return letters * metrics.averageCharWidth() + 16;
}

QPushButton* makeButton(const QString& text, const char* name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QString::fromLatin1(name));
    return button;
}

} // namespace

JobsTab::JobsTab(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
    , model_(new JobTableModel(this))
    , table_(new JobsTable(*model_, this))
    , stack_(new QStackedWidget(this))
{
    buildHead();
    stack_->addWidget(table_);
    stack_->addWidget(makeEmptyPart());
    stack_->addWidget(makeNoMatchPart());
    layout()->addWidget(stack_);
    buildActions();
    for (int i = 0; i < kJobColumns; ++i)
        table_->setColumnWidth(i, firstWidth(static_cast<JobColumn>(i), fontMetrics()));
    for (const JobColumn column : kHiddenAtFirst)
        table_->setColumnHidden(static_cast<int>(column), true);

    connect(model_, &QAbstractItemModel::modelReset, this, &JobsTab::followRows);
    connect(model_, &JobTableModel::busyChanged, this, &JobsTab::followBusy);
    connect(model_, &JobTableModel::textRefused, this, [this](const QString& problem) {
        problem_->setText(problem);
        problem_->show();
        Q_EMIT statusMessage(problem);
    });
    connect(model_, &JobTableModel::changeWanted, this,
        [this](JobIndex job, const JobChange& wanted) { change({job}, wanted); });
    connect(&document_, &ScenarioDocument::changed, this, &JobsTab::followScenario);
    connect(&document_, &ScenarioDocument::opened, this, [this] {
        filter_->clear();
        applyFilter();
    });
    connect(&playback_, &Playback::positionChanged, this, &JobsTab::followMoment);
    connect(&playback_, &Playback::resultChanged, this, &JobsTab::followMoment);
    // Timers: the filter while typing, the progress of a long sort, states while the clock plays.
    filterPause_.setSingleShot(true);
    filterPause_.setInterval(kFilterPauseMs);
    connect(&filterPause_, &QTimer::timeout, this, &JobsTab::applyFilter);
    busyPause_.setSingleShot(true);
    busyPause_.setInterval(kBusyPauseMs);
    connect(&busyPause_, &QTimer::timeout, busy_, &QWidget::show);
    busyTick_.setInterval(kTickMs);
    connect(&busyTick_, &QTimer::timeout, this,
        [this] { progress_->setValue(static_cast<int>(model_->fraction() * progress_->maximum())); });
    statePause_.setSingleShot(true);
    statePause_.setInterval(kStatePauseMs);
    connect(&statePause_, &QTimer::timeout, this, [this] {
        if (model_->filter().needsStates())
            model_->setFilter(model_->filter());
    });
    setFocusProxy(table_);
    // From the top down, although the table was made first.
    QWidget* before = filter_;
    for (QWidget* next : std::initializer_list<QWidget*>{clear_, findChild<QToolButton*>("jobsColumns"), table_,
             findChild<QPushButton*>("newJob"), edit_, duplicate_, remove_}) {
        setTabOrder(before, next);
        before = next;
    }
    followScenario();
}

void JobsTab::buildHead()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kMargin, kMargin, 0);
    auto* row = new QHBoxLayout;
    filter_ = new QLineEdit(this);
    filter_->setObjectName(QStringLiteral("jobsFilter"));
    filter_->setAccessibleName(tr("Filter jobs"));
    filter_->setClearButtonEnabled(true);
    filter_->setPlaceholderText(tr("Filter: a text, share:research, state:waiting, priority>=500"));
    filter_->setToolTip(
        tr("A text is looked for in name, id and user.\n"
           "name: id: user: share: unit: class: look in one column; quotes keep blanks together.\n"
           "state: pending, waiting, starting, running, stopping, succeeded, failed or ended.\n"
           "priority, instances, work, submit, restore, retries with = < <= > >=, such as work>=1h30m.\n"
           "All must hold; a minus in front means not."));
    row->addWidget(filter_, 1);
    count_ = makeLabel({}, "secondary", this);
    count_->setObjectName(QStringLiteral("jobsCount"));
    count_->setWordWrap(false);
    row->addWidget(count_);
    clear_ = makeButton(tr("Clear filter"), "jobsClearFilter", this);
    clear_->setProperty("look", "link");
    row->addWidget(clear_);
    auto* columns = new QToolButton(this);
    columns->setObjectName(QStringLiteral("jobsColumns"));
    columns->setText(tr("Columns"));
    columns->setAccessibleName(tr("Columns of the job table"));
    columns->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(columns);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        fillColumns(*menu);
    });
    columns->setMenu(menu);
    row->addWidget(columns);
    column->addLayout(row);

    problem_ = makeLabel({}, "secondary", this);
    problem_->setObjectName(QStringLiteral("jobsProblem"));
    problem_->setTextFormat(Qt::PlainText);
    problem_->hide();
    column->addWidget(problem_);

    busy_ = new QWidget(this);
    auto* busyRow = new QHBoxLayout(busy_);
    busyRow->setContentsMargins(0, 0, 0, 0);
    busyRow->addWidget(makeLabel(tr("Sorting jobs…"), "secondary", busy_));
    progress_ = new QProgressBar(busy_);
    progress_->setRange(0, 1000);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(4);
    busyRow->addWidget(progress_, 1);
    auto* cancel = makeButton(tr("Cancel"), "jobsCancelSort", busy_);
    busyRow->addWidget(cancel);
    busy_->hide();
    column->addWidget(busy_);

    connect(cancel, &QPushButton::clicked, model_, &JobTableModel::cancel);
    connect(clear_, &QPushButton::clicked, this, [this] {
        filter_->clear();
        applyFilter();
        table_->setFocus(Qt::OtherFocusReason);
    });
    connect(filter_, &QLineEdit::textChanged, &filterPause_, qOverload<>(&QTimer::start));
    connect(filter_, &QLineEdit::returnPressed, this, &JobsTab::applyFilter);
}

void JobsTab::buildActions()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, kMargin);
    auto* add = makeButton(tr("New job…"), "newJob", this);
    add->setToolTip(tr("N"));
    edit_ = makeButton(tr("Edit jobs…"), "editJobs", this);
    edit_->setToolTip(tr("Ctrl+E"));
    duplicate_ = makeButton(tr("Duplicate"), "duplicateJobs", this);
    duplicate_->setToolTip(tr("Ctrl+D"));
    remove_ = makeButton(tr("Delete"), "deleteJobs", this);
    remove_->setToolTip(tr("Del"));
    for (QPushButton* button : {add, edit_, duplicate_, remove_})
        row->addWidget(button);
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);

    connect(add, &QPushButton::clicked, this, &JobsTab::newJobWanted);
    connect(edit_, &QPushButton::clicked, this, &JobsTab::editSelected);
    connect(duplicate_, &QPushButton::clicked, this, &JobsTab::duplicateSelected);
    connect(remove_, &QPushButton::clicked, this, &JobsTab::removeSelected);
    connect(table_, &JobsTable::newJobWanted, this, &JobsTab::newJobWanted);
    connect(table_, &JobsTable::editWanted, this, &JobsTab::editSelected);
    connect(table_, &JobsTable::duplicateWanted, this, &JobsTab::duplicateSelected);
    connect(table_, &JobsTable::removeWanted, this, &JobsTab::removeSelected);
    connect(table_, &JobsTable::copyWanted, this, &JobsTab::copySelected);
    connect(table_, &JobsTable::jobsSelected, this, &JobsTab::followSelection);
    connect(table_, &QWidget::customContextMenuRequested, this,
        [this](const QPoint& at) { popupMenu(table_->viewport()->mapToGlobal(at)); });
    QHeaderView* header = table_->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillColumns(*menu);
        menu->popup(header->mapToGlobal(at));
    });
}

QWidget* JobsTab::makeEmptyPart()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->addStretch(1);
    auto* title = makeLabel(tr("No jobs yet"), "title", part);
    title->setAlignment(Qt::AlignCenter);
    column->addWidget(title);
    auto* text = makeLabel(tr("Add a job, or describe a workload that makes many."), "secondary", part);
    text->setAlignment(Qt::AlignCenter);
    column->addWidget(text);
    auto* row = new QHBoxLayout;
    auto* job = makeButton(tr("New job…"), "emptyNewJob", part);
    job->setProperty("look", "primary");
    auto* generator = makeButton(tr("New generator"), "emptyNewGenerator", part);
    row->addStretch(1);
    row->addWidget(job);
    row->addWidget(generator);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch(2);
    connect(job, &QPushButton::clicked, this, &JobsTab::newJobWanted);
    connect(generator, &QPushButton::clicked, this, &JobsTab::newGeneratorWanted);
    return part;
}

QWidget* JobsTab::makeNoMatchPart()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->addStretch(1);
    noMatch_ = makeLabel({}, "heading", part);
    noMatch_->setObjectName(QStringLiteral("jobsNoMatch"));
    noMatch_->setAlignment(Qt::AlignCenter);
    column->addWidget(noMatch_);
    auto* clear = makeButton(tr("Clear filter"), "noMatchClearFilter", part);
    column->addWidget(clear, 0, Qt::AlignCenter);
    column->addStretch(2);
    connect(clear, &QPushButton::clicked, clear_, &QPushButton::click);
    return part;
}

QByteArray JobsTab::columns() const
{
    return table_->horizontalHeader()->saveState();
}

void JobsTab::setColumns(const QByteArray& columns)
{
    if (!columns.isEmpty())
        table_->horizontalHeader()->restoreState(columns);
}

void JobsTab::selectJob(JobIndex job)
{
    table_->selectJob(job);
}

void JobsTab::followScenario()
{
    problem_->hide();
    model_->setScenario(document_.scenario());
    followMoment();
    followRows();
}

void JobsTab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    followMoment();
}

void JobsTab::followMoment()
{
    // Nobody looks; and the state of a moment may go before somebody does.
    if (!isVisible())
        return model_->setMoment(nullptr, nullptr, 0);
    const std::shared_ptr<const RunResult> result = playback_.result();
    model_->setMoment(result.get(), playback_.simulator(), playback_.now());
    if (model_->filter().needsStates() && !statePause_.isActive())
        statePause_.start();
}

void JobsTab::followRows()
{
    const QLocale locale;
    const auto all = static_cast<qlonglong>(model_->scenario()->jobs.size());
    const int shown = model_->rowCount();
    const bool isFiltered = !model_->filter().isEmpty();
    const QString matches = tr("%1 of %2 jobs match").arg(locale.toString(shown), locale.toString(all));
    const QString total = all == 1 ? tr("1 job") : tr("%Ln jobs", nullptr, static_cast<int>(all));
    count_->setText(isFiltered ? matches : total);
    noMatch_->setText(matches);
    clear_->setVisible(isFiltered);
    const int part = all == 0 ? 1 : shown == 0 ? 2 : 0;
    if (part != 0 && table_->hasFocus())
        filter_->setFocus(Qt::OtherFocusReason);
    stack_->setCurrentIndex(part);
    // A new document brings no reset when both are empty.
    followSelection();
}

void JobsTab::followSelection()
{
    const auto count = static_cast<int>(table_->selectedCount());
    if (count == 0)
        edit_->setText(tr("Edit jobs…"));
    else
        edit_->setText(count == 1 ? tr("Edit job…") : tr("Edit %Ln jobs…", nullptr, count));
    for (QPushButton* button : {edit_, duplicate_, remove_})
        button->setEnabled(count > 0);
    const JobIndex job = table_->currentJob();
    // While another page is shown, that one has the selection.
    if (isVisible() && job.isValid() && model_->scenario() == document_.scenario() && count > 0)
        Q_EMIT selectionChanged(Selection::ofJob(job, document_.value().jobs[job].share));
}

void JobsTab::followBusy()
{
    if (model_->isBusy()) {
        progress_->setValue(0);
        busyPause_.start();
        busyTick_.start();
    } else {
        busyPause_.stop();
        busyTick_.stop();
        busy_->hide();
    }
}

void JobsTab::applyFilter()
{
    filterPause_.stop();
    const JobFilter filter = JobFilter::fromText(filter_->text());
    problem_->setText(filter.problem());
    problem_->setVisible(!filter.problem().isEmpty());
    if (!filter.problem().isEmpty())
        return;
    model_->setFilter(filter);
    followRows();
}

bool JobsTab::isCurrent()
{
    if (model_->scenario() == document_.scenario())
        return true;
    Q_EMIT statusMessage(tr("The jobs are still being sorted after the last change; try again in a moment."));
    return false;
}

void JobsTab::apply(const Edit& edit)
{
    const Status status = document_.apply(edit);
    if (!status) {
        problem_->setText(errorText(status.error()));
        problem_->show();
        Q_EMIT statusMessage(problem_->text());
    }
}

void JobsTab::change(std::vector<JobIndex> jobs, const JobChange& wanted)
{
    if (!isCurrent())
        return;
    apply(changeJobsEdit(document_.value(), std::move(jobs), wanted));
}

void JobsTab::editSelected()
{
    if (table_->selectedCount() == 0 || !isCurrent())
        return;
    auto* dialog = new BulkEditDialog(document_.scenario(), table_->selectedJobs(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (dialog->scenario() != document_.scenario())
            return void(Q_EMIT statusMessage(tr("The scenario was changed meanwhile; nothing was done.")));
        change(dialog->jobs(), dialog->change());
    });
    dialog->open();
}

void JobsTab::removeSelected()
{
    if (table_->selectedCount() == 0 || !isCurrent())
        return;
    std::vector<JobIndex> jobs = table_->selectedJobs();
    const int row = table_->currentIndex().row();
    apply(removeJobsEdit(document_.value(), std::move(jobs)));
    if (model_->rowCount() > 0)
        selectJob(model_->jobAt(std::clamp(row, 0, model_->rowCount() - 1)));
}

void JobsTab::duplicateSelected()
{
    if (table_->selectedCount() == 0 || !isCurrent())
        return;
    apply(duplicateJobsEdit(document_.value(), table_->selectedJobs()));
}

void JobsTab::copySelected()
{
    if (table_->selectedCount() == 0)
        return;
    QApplication::clipboard()->setText(table_->selectionAsText());
    const auto count = static_cast<int>(table_->selectedCount());
    Q_EMIT statusMessage(count == 1 ? tr("Copied 1 job") : tr("Copied %Ln jobs", nullptr, count));
}

void JobsTab::popupMenu(const QPoint& at)
{
    const JobIndex job = table_->currentJob();
    if (!job.isValid() || !isCurrent())
        return;
    const Selection selection = Selection::ofJob(job, document_.value().jobs[job].share);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("jobsMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Show on board"), this, [this, selection] { Q_EMIT showOnBoardRequested(selection); });
    menu->addAction(tr("Why is it waiting?"), this, [this, job] { Q_EMIT explainRequested(job); });
    menu->addSeparator();
    menu->addAction(edit_->text(), this, &JobsTab::editSelected);
    menu->addAction(tr("Duplicate"), this, &JobsTab::duplicateSelected);
    menu->addAction(tr("Copy"), this, &JobsTab::copySelected);
    menu->addSeparator();
    menu->addAction(tr("Delete"), this, &JobsTab::removeSelected);
    menu->popup(at);
}

void JobsTab::fillColumns(QMenu& menu)
{
    for (int i = 0; i < kJobColumns; ++i) {
        const auto column = static_cast<JobColumn>(i);
        QAction* action = menu.addAction(jobColumnTitle(column));
        action->setCheckable(true);
        action->setChecked(!table_->isColumnHidden(i));
        // One stays, or there would be no header to show the others by.
        action->setEnabled(column != JobColumn::Name);
        connect(action, &QAction::toggled, this, [this, i](bool isShown) { table_->setColumnHidden(i, !isShown); });
    }
}

} // namespace quotaboard
