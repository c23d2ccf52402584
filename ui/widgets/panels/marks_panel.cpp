// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/marks_panel.h"

#include "ui/logic/models/breakpoint_log.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/bookmarks_panel.h"
#include "ui/widgets/panels/breakpoints_panel.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace quotaboard {

MarksPanel::MarksPanel(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , breakpoints_(new BreakpointsPanel(document, playback, this))
    , bookmarks_(new BookmarksPanel(document, playback, this))
    , tabs_(new QTabWidget(this))
{
    setObjectName("marksPanel");
    tabs_->setObjectName("marksTabs");
    tabs_->setDocumentMode(true);
    tabs_->setAccessibleName(tr("Marks on the line of time"));
    tabs_->addTab(breakpoints_, tr("Breakpoints"));
    tabs_->addTab(bookmarks_, tr("Bookmarks"));
    tabs_->addTab(makeLog(document, playback), tr("Log"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tabs_);
    const auto follow = [this] { setFocusProxy(tabs_->currentWidget()); };
    connect(tabs_, &QTabWidget::currentChanged, this, follow);
    follow();
    connect(breakpoints_, &BreakpointsPanel::statusMessage, this, &MarksPanel::statusMessage);
    connect(bookmarks_, &BookmarksPanel::statusMessage, this, &MarksPanel::statusMessage);
}

QWidget* MarksPanel::makeLog(ScenarioDocument& document, Playback& playback)
{
    auto* page = new QWidget(this);
    auto* log = new BreakpointLog(document, playback, page);
    auto* table = new QTableView(page);
    table->setObjectName("breakpointLog");
    table->setAccessibleName(tr("Log of breakpoints"));
    table->setModel(log);
    dressRowTable(*table);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->horizontalHeader()->setSectionResizeMode(BreakpointLog::Time, QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(BreakpointLog::Text, QHeaderView::Stretch);
    auto* hint
        = makeLabel(tr("Nothing yet. Breakpoints whose action is “Log” write here while playing."), "secondary", page);
    auto* goTo = makePanelButton("breakpointLogGoTo", tr("Go to its time"), tr("Move the clock there (Enter)"), page);
    auto* clear = makePanelButton("breakpointLogClear", tr("Clear"), tr("Empty the log"), page);
    layOutTablePanel(page, table, hint, {goTo, clear});
    const auto follow = [page, table, hint, goTo, clear, log] {
        const bool isEmpty = log->rowCount() == 0;
        showTableOrHint(*table, *hint);
        goTo->setEnabled(!selectedRows(*table).isEmpty());
        clear->setEnabled(!isEmpty);
        page->setFocusProxy(isEmpty ? nullptr : table);
    };
    const auto go = [table, log, &playback] {
        const QList<int> rows = selectedRows(*table);
        if (rows.isEmpty())
            return;
        playback.pause();
        playback.seek(log->timeOf(rows.front()));
    };
    connect(goTo, &QPushButton::clicked, page, go);
    connect(table, &QTableView::activated, page, go);
    connect(clear, &QPushButton::clicked, log, &BreakpointLog::clear);
    connect(log, &QAbstractItemModel::rowsInserted, table, &QTableView::scrollToBottom);
    connect(log, &QAbstractItemModel::rowsInserted, page, follow);
    connect(log, &QAbstractItemModel::modelReset, page, follow);
    connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, page, follow);
    follow();
    return page;
}

} // namespace quotaboard
