// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/board_menu.h"

#include "ui/widgets/board/board_list.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_view.h"

#include <QActionGroup>
#include <QMenu>

namespace quotaboard {

BoardMenu::BoardMenu(BoardPage& board, QObject* parent)
    : QObject(parent)
    , asList(new QAction(tr("Board as &list"), this))
    , fromNow(new QAction(tr("&Edits take effect from now on"), this))
    , previewsDrags(new QAction(tr("Preview the &effect while dragging"), this))
    , board_(board)
{
    asList->setObjectName("actBoardAsList");
    asList->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_L);
    asList->setCheckable(true);
    connect(asList, &QAction::toggled, &board_, &BoardPage::setListView);
    fromNow->setObjectName("actEditFromNow");
    fromNow->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_E);
    fromNow->setCheckable(true);
    fromNow->setChecked(true);
    fromNow->setToolTip(tr("While the clock is not at the start: as a change at this time, else from the start"));
    connect(fromNow, &QAction::toggled, &board_, &BoardPage::setEditFromNow);
    previewsDrags->setObjectName("actPreviewDrags");
    previewsDrags->setCheckable(true);
    previewsDrags->setChecked(true);
    previewsDrags->setToolTip(tr("What the drop would do to waits and waste in the next hours"));
}

void BoardMenu::addToView(QMenu& menu)
{
    menu.addAction(asList);
    QMenu* heights = menu.addMenu(tr("&Height of lanes"));
    auto* group = new QActionGroup(heights);
    const std::initializer_list<std::pair<QString, BoardDensity>> choices{
        {tr("&Comfortable"), BoardDensity::Comfortable}, {tr("C&ompact"), BoardDensity::Compact},
        {tr("&Dense"), BoardDensity::Dense}};
    for (const auto& [text, density] : choices) {
        QAction* action = heights->addAction(text);
        action->setCheckable(true);
        action->setChecked(board_.density() == density);
        group->addAction(action);
        densities_.insert(density, action);
        connect(action, &QAction::triggered, this, [this, density = density] { Q_EMIT densityWanted(density); });
    }
}

void BoardMenu::showDensity(BoardDensity density)
{
    if (QAction* action = densities_.value(density))
        action->setChecked(true);
}

void BoardMenu::addToEdit(QMenu& menu)
{
    add(menu, BoardCommand::CutJob, tr("Cu&t job"), Qt::CTRL | Qt::Key_X);
    add(menu, BoardCommand::PasteJob, tr("&Paste job"), Qt::CTRL | Qt::Key_V);
    add(menu, BoardCommand::MoveTo, tr("&Move to…"), Qt::Key_M);
    menu.addSeparator();
    add(menu, BoardCommand::PriorityUp, tr("Earlier in the &queue"), Qt::ALT | Qt::Key_Up);
    add(menu, BoardCommand::PriorityDown, tr("&Later in the queue"), Qt::ALT | Qt::Key_Down);
    add(menu, BoardCommand::PriorityPlus, tr("Pri&ority +100"), Qt::ALT | Qt::SHIFT | Qt::Key_Up);
    add(menu, BoardCommand::PriorityMinus, tr("Priorit&y −100"), Qt::ALT | Qt::SHIFT | Qt::Key_Down);
    menu.addSeparator();
}

void BoardMenu::addToScenario(QMenu& menu)
{
    add(menu, BoardCommand::AddShare, tr("New &share"), Qt::Key_Insert);
    add(menu, BoardCommand::AddUnit, tr("New limit for a &unit"), Qt::ALT | Qt::Key_A);
    add(menu, BoardCommand::NewJob, tr("New &job…"), Qt::Key_N);
    menu.addSeparator();
    add(menu, BoardCommand::Edit, tr("&Edit…"), Qt::Key_Return);
    add(menu, BoardCommand::LimitUp, tr("&Raise limit"), Qt::Key_Plus);
    add(menu, BoardCommand::LimitDown, tr("&Lower limit"), Qt::Key_Minus);
    add(menu, BoardCommand::BorrowUp, tr("Raise &borrow limit"), Qt::CTRL | Qt::Key_Plus);
    add(menu, BoardCommand::BorrowDown, tr("Lower b&orrow limit"), Qt::CTRL | Qt::Key_Minus);
    menu.addSeparator();
    add(menu, BoardCommand::GiveNext, tr("Give capacity to the &next share"), Qt::CTRL | Qt::SHIFT | Qt::Key_Right);
    add(menu, BoardCommand::GivePrevious, tr("Give capacity to the &previous share"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_Left);
    menu.addSeparator();
    add(menu, BoardCommand::LaneUp, tr("Move share &up"), Qt::CTRL | Qt::ALT | Qt::Key_Up);
    add(menu, BoardCommand::LaneDown, tr("Move share &down"), Qt::CTRL | Qt::ALT | Qt::Key_Down);
    menu.addSeparator();
    // A shortcut of the whole window: nobody else has a use for this key.
    QAction* explain = menu.addAction(tr("&Why does it wait?"));
    explain->setObjectName("actExplain");
    explain->setShortcut(Qt::Key_F2);
    connect(explain, &QAction::triggered, this, [this] { Q_EMIT explainWanted(board_.jobToExplain()); });
    menu.addSeparator();
    add(menu, BoardCommand::Delete, tr("Dele&te share or job"), Qt::Key_Delete);
}

QAction* BoardMenu::add(QMenu& menu, BoardCommand command, const QString& text, const QKeySequence& key)
{
    QAction* action = menu.addAction(text + '\t' + key.toString(QKeySequence::NativeText));
    connect(action, &QAction::triggered, this, [this, command] { run(command); });
    return action;
}

void BoardMenu::run(BoardCommand command)
{
    board_.setFocus(Qt::OtherFocusReason);
    if (board_.isListView()) {
        BoardList& list = board_.list();
        list.commands().run(command, list.current(), list.mapToGlobal(list.rect().center()));
    } else {
        BoardView& view = board_.view();
        view.commands().run(command, view.current(), view.screenRectOf(view.current()).bottomLeft());
    }
}

} // namespace quotaboard
