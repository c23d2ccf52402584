// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/palette/palette_card.h"

#include "ui/widgets/board/board_fonts.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <utility>

namespace quotaboard {

PaletteCard::PaletteCard(BoardPage& board, const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , board_(board)
    , theme_(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::OpenHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, [this] { board_.addNew(thing_); });
}

void PaletteCard::setThing(NewThing thing, const QString& title, const QString& detail, std::optional<BoardGlyph> glyph)
{
    thing_ = std::move(thing);
    glyph_ = glyph;
    if (title == text() && detail == detail_)
        return;
    setText(title);
    detail_ = detail;
    const QString whole = detail.isEmpty() ? title : tr("%1, %2").arg(title, detail);
    setAccessibleName(whole);
    setToolTip(tr("%1\nDrag it onto the board; click or Enter adds it to what is selected there.").arg(whole));
    updateGeometry();
    update();
}

QSize PaletteCard::sizeHint() const
{
    return {theme_.scaled(180), theme_.scaled(detail_.isEmpty() ? 32 : 44)};
}

bool PaletteCard::event(QEvent* event)
{
    // While it is dragged, keys mean the drag; Enter is the card's own at all times.
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (isDragged_ || key == Qt::Key_Return || key == Qt::Key_Enter) {
            event->accept();
            return true;
        }
    }
    return QAbstractButton::event(event);
}

void PaletteCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = theme_.tokens();
    const BoardFonts fonts(theme_);
    const double em = fonts.em;
    const bool isRight = layoutDirection() == Qt::RightToLeft;
    QPen pen = tokens.pen(hasFocus() ? ColorToken::Focus : underMouse() ? ColorToken::Accent : ColorToken::Border);
    pen.setWidthF(hasFocus() ? 2 : 1);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(pen);
    painter.setBrush(tokens.color(isDragged_ ? ColorToken::SurfaceRaised : ColorToken::Surface));
    painter.drawRoundedRect(frame, 6 * em, 6 * em);
    double left = frame.left() + 10 * em;
    const auto place = [&](const QRectF& area) {
        return isRight ? QRectF(width() - area.right(), area.top(), area.width(), area.height()) : area;
    };
    if (glyph_) {
        const double icon = 12 * em;
        paintGlyph(painter, *glyph_, place(QRectF(left, frame.center().y() - icon / 2, icon, icon)),
            tokens.color(ColorToken::TextSecondary));
        left += icon + 8 * em;
    }
    const double room = frame.right() - 8 * em - left;
    const int side
        = static_cast<int>((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter);
    const double line = detail_.isEmpty() ? frame.height() : frame.height() / 2;
    const double top = detail_.isEmpty() ? frame.top() : frame.top() + 3 * em;
    painter.setFont(fonts.bold);
    painter.setPen(tokens.color(ColorToken::Text));
    painter.drawText(place(QRectF(left, top, room, line)), side | Qt::TextSingleLine,
        fonts.boldMetrics.elidedText(text(), Qt::ElideRight, room));
    if (detail_.isEmpty())
        return;
    painter.setFont(fonts.small);
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    painter.drawText(place(QRectF(left, frame.center().y() - 2 * em, room, line)), side | Qt::TextSingleLine,
        fonts.smallMetrics.elidedText(detail_, Qt::ElideRight, room));
}

void PaletteCard::mousePressEvent(QMouseEvent* event)
{
    if (isDragged_) {
        endDrag(false);
        return;
    }
    if (event->button() == Qt::LeftButton)
        pressedAt_ = event->position().toPoint();
    QAbstractButton::mousePressEvent(event);
}

void PaletteCard::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->globalPosition().toPoint();
    if (isDragged_) {
        board_.view().moveNew(at);
        return;
    }
    const bool isHeld = event->buttons().testFlag(Qt::LeftButton) && isDown();
    if (!isHeld || (event->position().toPoint() - pressedAt_).manhattanLength() < QApplication::startDragDistance())
        return;
    if (board_.isListView()) {
        setDown(false);
        Q_EMIT board_.statusMessage(
            tr("The list has no places to drop on: click or Enter adds it to what is selected."));
        return;
    }
    isDragged_ = true;
    // Its own keys, Esc above all, come here.
    setFocus(Qt::MouseFocusReason);
    setCursor(Qt::ClosedHandCursor);
    board_.view().startNew(thing_, at);
    update();
}

void PaletteCard::mouseReleaseEvent(QMouseEvent* event)
{
    if (!isDragged_) {
        QAbstractButton::mouseReleaseEvent(event);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    board_.view().moveNew(event->globalPosition().toPoint());
    endDrag(true);
}

void PaletteCard::wheelEvent(QWheelEvent* event)
{
    if (!isDragged_) {
        QAbstractButton::wheelEvent(event);
        return;
    }
    if (event->angleDelta().y() != 0)
        board_.view().changeDragCount(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void PaletteCard::keyPressEvent(QKeyEvent* event)
{
    if (isDragged_) {
        if (event->key() == Qt::Key_Escape)
            endDrag(false);
        else
            board_.view().dragKey(event);
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void PaletteCard::focusOutEvent(QFocusEvent* event)
{
    if (isDragged_ && event->reason() == Qt::ActiveWindowFocusReason)
        endDrag(false);
    QAbstractButton::focusOutEvent(event);
}

void PaletteCard::hideEvent(QHideEvent* event)
{
    if (isDragged_)
        endDrag(false);
    QAbstractButton::hideEvent(event);
}

void PaletteCard::endDrag(bool commits)
{
    isDragged_ = false;
    setDown(false);
    setCursor(Qt::OpenHandCursor);
    update();
    board_.view().endNew(commits);
}

} // namespace quotaboard
