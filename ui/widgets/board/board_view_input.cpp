// SPDX-License-Identifier: Apache-2.0
// Mouse and keyboard of the board.
#include "ui/widgets/board/board_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

constexpr int kScrollEdge = 32;

bool isArrow(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down
        || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
}

/// Ctrl+A, Ctrl+Space and Shift with an arrow.
bool isSelectionKey(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier)
        return event.key() == Qt::Key_A || event.key() == Qt::Key_Space;
    return modifiers == Qt::ShiftModifier && isArrow(event.key());
}

std::optional<int> digitOf(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers != Qt::NoModifier || event.key() < Qt::Key_0 || event.key() > Qt::Key_9)
        return std::nullopt;
    return event.key() - Qt::Key_0;
}

} // namespace

bool BoardView::event(QEvent* event)
{
    // The board's own keys win over shortcuts of the window while it has the focus (product design, shortcuts).
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool isDragKey = gestures_.isActive() && (key->key() == Qt::Key_Escape || digitOf(*key));
        const Qt::KeyboardModifiers modifiers = key->modifiers() & ~Qt::KeypadModifier;
        // The line editor has its own keys, and what it has no use for is nothing for the board either.
        const bool isNaming = nameEditor_ != nullptr && nameEditor_->hasFocus();
        const bool isMove = isArrow(key->key()) && (modifiers == Qt::NoModifier || modifiers == Qt::ControlModifier);
        const bool isSelecting = isSelectionKey(*key);
        if (!isNaming && (isDragKey || isMove || isSelecting || commands_.commandOf(*key, board_.current))) {
            event->accept();
            return true;
        }
    }
    return QGraphicsView::event(event);
}

bool BoardView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const BoardPart part = partAt(board_.layout, boardPoint(help->pos()));
        const QString text = gestures_.isActive() ? QString() : content_.partSentence(part);
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    if (event->type() == QEvent::Leave)
        setHovered({});
    return QGraphicsView::viewportEvent(event);
}

void BoardView::setHovered(const BoardPart& part)
{
    if (part == board_.hovered)
        return;
    board_.hovered = part;
    updateCursor();
    viewport()->update();
}

void BoardView::updateCursor()
{
    using Kind = BoardPart::Kind;
    Qt::CursorShape shape = Qt::ArrowCursor;
    switch (board_.hovered.kind) {
    case Kind::LimitTick:
    case Kind::BorrowTick:
        shape = Qt::SplitHCursor;
        break;
    case Kind::Handle:
    case Kind::Template:
    case Kind::Running:
    case Kind::Waiting:
        shape = Qt::OpenHandCursor;
        break;
    case Kind::Segment:
        shape = BoardGestures::canStart(board_.hovered) ? Qt::OpenHandCursor : Qt::ArrowCursor;
        break;
    case Kind::Strategy:
    case Kind::InShare:
    case Kind::AddUnit:
    case Kind::MoreRunning:
    case Kind::MoreWaiting:
    case Kind::Why:
    case Kind::AddShare:
        shape = Qt::PointingHandCursor;
        break;
    case Kind::None:
    case Kind::Lane:
    case Kind::Name:
    case Kind::Reclaimed:
        break;
    }
    viewport()->setCursor(gestures_.isActive() ? Qt::ClosedHandCursor : shape);
}

void BoardView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || gestures_.isActive()) {
        if (gestures_.isActive())
            finishDrag(false);
        return;
    }
    pressed_ = partAt(board_.layout, boardPoint(event->position().toPoint()));
    pressedAt_ = event->position().toPoint();
    commands_.forgetDigits();
    if (pressed_.isJob()) {
        pressJob(pressed_, event->modifiers());
        return;
    }
    // An empty place may be the beginning of a rubber band, which says itself what is selected.
    mayBand_ = pressed_.kind == BoardPart::Kind::Lane || pressed_.kind == BoardPart::Kind::None;
    bandAdds_ = event->modifiers().testFlag(Qt::ControlModifier) || event->modifiers().testFlag(Qt::ShiftModifier);
    if (!bandAdds_) {
        selection_.clear();
        setCurrent(selectable(pressed_));
    }
}

void BoardView::mouseMoveEvent(QMouseEvent* event)
{
    pointer_ = event->position().toPoint();
    if (gestures_.isActive()) {
        updateDrag();
        return;
    }
    if (board_.band) {
        updateBand();
        return;
    }
    const bool isHeld = event->buttons().testFlag(Qt::LeftButton) && (pressed_.isValid() || mayBand_);
    if (!isHeld) {
        setHovered(partAt(board_.layout, boardPoint(pointer_)));
        return;
    }
    if ((pointer_ - pressedAt_).manhattanLength() < QApplication::startDragDistance())
        return;
    if (mayBand_) {
        startBand();
        return;
    }
    if (!BoardGestures::canStart(pressed_))
        return;
    const bool takesMany = pressed_.isJob() && selection_.contains(pressed_.job);
    gestures_.start(
        board_.layout, pressed_, boardPoint(pressedAt_), takesMany ? selection_.jobs() : std::vector<JobIndex>());
    updateCursor();
    scroll_.start();
    updateDrag();
}

void BoardView::updateDrag()
{
    const bool isInside = viewport()->rect().contains(pointer_);
    if (!isInside && (gestures_.isNew() || isOverBin()))
        gestures_.leave(board_.layout, isOverBin());
    else
        gestures_.moveTo(board_.layout, boardPoint(pointer_));
}

void BoardView::finishDrag(bool commits)
{
    scroll_.stop();
    pressed_ = {};
    mayBand_ = false;
    board_.effect.clear();
    if (commits)
        gestures_.drop(board_.layout);
    else
        gestures_.cancel();
    updateCursor();
    tellBin();
}

void BoardView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (gestures_.isActive()) {
        finishDrag(true);
        return;
    }
    if (board_.band) {
        endBand(true);
        return;
    }
    const BoardPart released = partAt(board_.layout, boardPoint(event->position().toPoint()));
    const BoardPart pressed = pressed_;
    pressed_ = {};
    mayBand_ = false;
    if (released != pressed || !pressed.isValid())
        return;
    // A plain click on one of several means that one.
    if (pressed.isJob())
        selection_.clear();
    activate(pressed);
}

void BoardView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const BoardPart part = partAt(board_.layout, boardPoint(event->position().toPoint()));
    if (part.kind == BoardPart::Kind::Name)
        editName(part.share);
    else
        mousePressEvent(event);
}

void BoardView::wheelEvent(QWheelEvent* event)
{
    if (gestures_.isCountable() && event->angleDelta().y() != 0) {
        gestures_.changeCount(board_.layout, event->angleDelta().y() > 0 ? 1 : -1);
        event->accept();
        return;
    }
    QGraphicsView::wheelEvent(event);
}

void BoardView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        const BoardPart part = partAt(board_.layout, boardPoint(event->pos()));
        // The menu of one of several selected jobs is the menu of all of them.
        if (!part.isJob() || !selection_.contains(part.job))
            selection_.clear();
        setCurrent(selectable(part));
        commands_.popupMenu(part, event->globalPos());
    } else {
        commands_.popupMenu(board_.current, popupPoint(board_.current));
    }
    event->accept();
}

void BoardView::autoScroll()
{
    const bool isBeside = pointer_.x() < 0 || pointer_.x() >= viewport()->width();
    if (isBeside)
        return;
    const int top = kScrollEdge - pointer_.y();
    const int bottom = pointer_.y() - (viewport()->height() - kScrollEdge);
    const int by = top > 0 ? -std::min(top, kScrollEdge) / 2 : bottom > 0 ? std::min(bottom, kScrollEdge) / 2 : 0;
    if (by == 0)
        return;
    verticalScrollBar()->setValue(verticalScrollBar()->value() + by);
    if (board_.band)
        updateBand();
    else
        updateDrag();
}

bool BoardView::dragKey(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        finishDrag(false);
        return true;
    }
    if (!gestures_.isCountable())
        return true;
    if (const auto digit = digitOf(*event))
        gestures_.typeDigit(board_.layout, *digit);
    else if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Up)
        gestures_.changeCount(board_.layout, 1);
    else if (event->key() == Qt::Key_Minus || event->key() == Qt::Key_Down)
        gestures_.changeCount(board_.layout, -1);
    return true;
}

void BoardView::keyPressEvent(QKeyEvent* event)
{
    if (gestures_.isActive()) {
        dragKey(event);
        return;
    }
    if (board_.band && event->key() == Qt::Key_Escape) {
        endBand(false);
        return;
    }
    if (selectionKey(*event))
        return;
    if (const auto command = commands_.commandOf(*event, board_.current)) {
        const BoardPart::Kind kind = board_.current.kind;
        const bool isToggle = *command == BoardCommand::Edit
            && (kind == BoardPart::Kind::MoreRunning || kind == BoardPart::Kind::MoreWaiting);
        if (isToggle)
            activate(board_.current);
        else
            commands_.run(*command, board_.current, popupPoint(board_.current));
        event->accept();
        return;
    }
    const auto digit = digitOf(*event);
    if (digit && commands_.typeDigit(*digit, board_.current))
        return;
    const bool isModifier = event->key() == Qt::Key_Control || event->key() == Qt::Key_Shift
        || event->key() == Qt::Key_Alt || event->key() == Qt::Key_Meta;
    if (!isModifier)
        commands_.forgetDigits();
    if (event->key() == Qt::Key_Escape && !selection_.isEmpty()) {
        selection_.clear();
        return;
    }
    if (event->key() == Qt::Key_Escape && board_.current.isValid()) {
        setCurrent({});
        return;
    }
    if (isArrow(event->key()) && moveFocus(event->key(), event->modifiers() & ~Qt::KeypadModifier))
        return;
    // What the board has no use for, such as Space for the transport, goes on to the window.
    event->ignore();
}

bool BoardView::moveFocus(int key, Qt::KeyboardModifiers modifiers)
{
    if (modifiers != Qt::NoModifier && modifiers != Qt::ControlModifier)
        return false;
    // Ctrl goes on without letting go of what is selected; Ctrl+Space then adds to it.
    if (modifiers == Qt::NoModifier)
        selection_.clear();
    anchor_ = {};
    if (board_.mirror.isOn && (key == Qt::Key_Left || key == Qt::Key_Right))
        key = key == Qt::Key_Left ? Qt::Key_Right : Qt::Key_Left;
    const std::vector<std::vector<BoardPart>> rows = focusRows(board_.layout);
    int row = -1;
    int column = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto it = std::find(rows[r].begin(), rows[r].end(), board_.current);
        if (it != rows[r].end()) {
            row = static_cast<int>(r);
            column = static_cast<int>(it - rows[r].begin());
        }
    }
    // A job without a chip stands behind all that its lane shows.
    const bool isHidden = row < 0 && board_.current.isJob();
    for (std::size_t r = 0; isHidden && r < rows.size(); ++r) {
        if (rows[r].front().share == board_.current.share) {
            row = static_cast<int>(r);
            column = static_cast<int>(rows[r].size());
        }
    }
    if (row < 0) {
        setCurrent(rows.front().front());
        return true;
    }
    const int direction = key == Qt::Key_Up || key == Qt::Key_Left || key == Qt::Key_PageUp ? -1 : 1;
    const bool byLane = modifiers == Qt::ControlModifier || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        const int last = static_cast<int>(rows[static_cast<std::size_t>(row)].size()) - 1;
        setCurrent(
            rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(std::clamp(column + direction, 0, last))]);
        return true;
    }
    int next = row + direction;
    const auto isLaneRow = [&](int r) {
        const BoardPart::Kind kind = rows[static_cast<std::size_t>(r)].front().kind;
        return kind == BoardPart::Kind::Lane || kind == BoardPart::Kind::AddShare;
    };
    while (byLane && next >= 0 && next < static_cast<int>(rows.size()) && !isLaneRow(next))
        next += direction;
    if (next < 0 || next >= static_cast<int>(rows.size()))
        return true;
    const std::vector<BoardPart>& target = rows[static_cast<std::size_t>(next)];
    // Stay near the same place across, as in a grid.
    const double x = placeOf(board_.current).left();
    const auto nearest = std::min_element(target.begin(), target.end(), [&](const BoardPart& a, const BoardPart& b) {
        return std::abs(rectOf(board_.layout, a).left() - x) < std::abs(rectOf(board_.layout, b).left() - x);
    });
    setCurrent(*nearest);
    return true;
}

void BoardView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        keptRows_.clear();
    relayout();
}

void BoardView::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::LayoutDirectionChange)
        relayout();
}

void BoardView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    if (drag_ != nullptr)
        drag_->setView(mapToScene(viewport()->rect()).boundingRect());
    if (nameEditor_ != nullptr && nameEditor_->isVisible())
        placeNameEditor();
}

void BoardView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    board_.hasFocus = true;
    // Whoever comes by Tab must see where they are.
    if (!board_.current.isValid()
        && (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason))
        setCurrent(focusRows(board_.layout).front().front());
    viewport()->update();
}

void BoardView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    board_.hasFocus = false;
    if (gestures_.isActive() && event->reason() == Qt::ActiveWindowFocusReason)
        finishDrag(false);
    if (board_.band)
        endBand(false);
    viewport()->update();
}

bool BoardView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == nameEditor_ && nameEditor_ != nullptr) {
        const bool isEscape
            = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
        if (isEscape) {
            nameEditor_->hide();
            setFocus();
            return true;
        }
        if (event->type() == QEvent::FocusOut)
            nameEditor_->hide();
    }
    return QGraphicsView::eventFilter(watched, event);
}

} // namespace quotaboard
