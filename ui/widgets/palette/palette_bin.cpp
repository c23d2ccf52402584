// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/palette/palette_bin.h"

#include "ui/widgets/board/board_fonts.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_view.h"

#include <QKeyEvent>
#include <QPainter>

namespace quotaboard {

PaletteBin::PaletteBin(BoardPage& board, const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , board_(board)
    , theme_(theme)
{
    setObjectName(u"paletteBin"_qs);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setText(tr("Bin"));
    setAccessibleName(tr("Bin: drop a share or a job here to delete it; Enter deletes what is selected on the board"));
    setToolTip(tr("Drop a share by its handle, or a job, to delete it. Click or Enter deletes what is selected."));
    board_.view().setBin(this);
    connect(&board_.view(), &BoardView::binHovered, this, [this](bool isDragged, bool isOver, const QString& text) {
        if (isDragged == isDragged_ && isOver == isOver_ && text == effect_)
            return;
        isDragged_ = isDragged;
        isOver_ = isOver;
        effect_ = text;
        update();
    });
    connect(this, &QAbstractButton::clicked, this, [this] { board_.removeSelected(); });
}

QString PaletteBin::caption() const
{
    if (isOver_)
        return effect_;
    return isDragged_ ? tr("Drop here to delete") : tr("Shares and jobs dropped here are deleted");
}

QSize PaletteBin::sizeHint() const
{
    return {theme_.scaled(180), theme_.scaled(64)};
}

bool PaletteBin::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Delete) {
            event->accept();
            return true;
        }
    }
    return QAbstractButton::event(event);
}

void PaletteBin::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Delete)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void PaletteBin::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = theme_.tokens();
    const BoardFonts fonts(theme_);
    QPen pen = tokens.pen(isOver_      ? ColorToken::Waste
            : isDragged_ || hasFocus() ? ColorToken::Focus
            : underMouse()             ? ColorToken::Accent
                                       : ColorToken::IdleStroke,
        hasFocus() && !isOver_ ? Qt::SolidLine : Qt::DashLine);
    pen.setWidthF(isOver_ || isDragged_ || hasFocus() ? 2 : 1);
    painter.setPen(pen);
    painter.setBrush(isOver_ ? QBrush(tokens.color(ColorToken::WasteSurface)) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6 * fonts.em, 6 * fonts.em);
    const QRectF inner = QRectF(rect()).adjusted(10 * fonts.em, 5 * fonts.em, -10 * fonts.em, -5 * fonts.em);
    painter.setFont(fonts.small);
    painter.setPen(tokens.color(isOver_ ? ColorToken::ErrorText : ColorToken::TextSecondary));
    painter.drawText(inner, Qt::AlignCenter | Qt::TextWordWrap, caption());
}

} // namespace quotaboard
