// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/bookmarks_panel.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/bookmark_model.h"
#include "ui/logic/playback/breakpoint_edits.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QAction>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>

#include <utility>

namespace quotaboard {

BookmarksPanel::BookmarksPanel(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
    , model_(new BookmarkModel(document, this))
    , table_(new QTableView(this))
    , hint_(makeLabel(tr("No bookmarks. Mark a moment to find it again."), "secondary", this))
    , here_(new QAction(tr("Book&mark here"), this))
    , add_(makePanelButton("bookmarkAdd", tr("Add here"), tr("Mark the clock's time (Ins)"), this))
    , rename_(makePanelButton("bookmarkRename", tr("Write note…"), tr("Say what happens there (N)"), this))
    , goTo_(makePanelButton("bookmarkGoTo", tr("Go to its time"), tr("Move the clock to the bookmark (Enter)"), this))
    , remove_(makePanelButton("bookmarkRemove", tr("Delete"), tr("Delete the selected bookmarks (Del)"), this))
{
    setObjectName("bookmarksPanel");
    here_->setObjectName("actBookmarkHere");
    here_->setShortcut(Qt::CTRL | Qt::Key_B);
    table_->setObjectName("bookmarksTable");
    table_->setAccessibleName(tr("Bookmarks"));
    table_->setModel(model_);
    dressRowTable(*table_);
    table_->horizontalHeader()->setSectionResizeMode(BookmarkModel::Time, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(BookmarkModel::Text, QHeaderView::Stretch);
    takeTableKeys(*table_,
        {{Qt::Key_Insert, [this] { addHere(); }}, {Qt::Key_N, [this] { rename(); }},
            {Qt::Key_Enter, [this] { goTo(); }}, {Qt::Key_Delete, [this] { removeSelected(); }}});
    layOutTablePanel(this, table_, hint_, {add_, rename_, goTo_, remove_});
    connect(here_, &QAction::triggered, this, &BookmarksPanel::addHere);
    connect(add_, &QPushButton::clicked, this, &BookmarksPanel::addHere);
    connect(rename_, &QPushButton::clicked, this, &BookmarksPanel::rename);
    connect(goTo_, &QPushButton::clicked, this, &BookmarksPanel::goTo);
    connect(remove_, &QPushButton::clicked, this, &BookmarksPanel::removeSelected);
    connect(table_, &QTableView::doubleClicked, this, &BookmarksPanel::goTo);
    connect(model_, &QAbstractItemModel::modelReset, this, &BookmarksPanel::follow);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BookmarksPanel::follow);
    connect(&playback_, &Playback::resultChanged, this, &BookmarksPanel::follow);
    connect(&document_, &ScenarioDocument::opened, this, &BookmarksPanel::follow);
    follow();
}

void BookmarksPanel::follow()
{
    const auto selected = selectedRows(*table_).size();
    const bool hasRun = document_.isOpen() && playback_.result() != nullptr;
    here_->setEnabled(hasRun);
    add_->setEnabled(hasRun);
    rename_->setEnabled(selected == 1);
    goTo_->setEnabled(selected == 1 && hasRun);
    remove_->setEnabled(selected > 0);
    showTableOrHint(*table_, *hint_);
    setFocusProxy(hint_->isHidden() ? static_cast<QWidget*>(table_) : static_cast<QWidget*>(add_));
}

void BookmarksPanel::apply(const Edit& edit)
{
    if (const Status status = document_.apply(edit); !status)
        Q_EMIT statusMessage(errorText(status.error()));
}

void BookmarksPanel::addHere()
{
    const TimeMs now = playback_.now();
    if (model_->rowAt(now) < 0)
        apply(addBookmarksEdit(document_.value(), {Bookmark{now, {}}}));
    else
        Q_EMIT statusMessage(tr("There is a bookmark at this time already."));
    // selectRow() would toggle while the keys of the shortcut are down.
    table_->selectionModel()->setCurrentIndex(model_->index(model_->rowAt(now), BookmarkModel::Time),
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void BookmarksPanel::rename()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.size() != 1)
        return;
    const QModelIndex note = model_->index(rows.front(), BookmarkModel::Text);
    table_->setCurrentIndex(note);
    table_->edit(note);
}

void BookmarksPanel::goTo()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.size() != 1)
        return;
    playback_.pause();
    playback_.seek(model_->bookmark(rows.front()).at);
}

void BookmarksPanel::removeSelected()
{
    const QList<int> rows = selectedRows(*table_);
    if (rows.isEmpty())
        return;
    std::vector<std::size_t> places;
    for (const int row : rows)
        places.push_back(model_->placeOf(row));
    apply(removeBookmarksEdit(document_.value(), document_.extras().bookmarks, std::move(places)));
    selectRowAt(*table_, rows.front());
}

} // namespace quotaboard
