// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_items.h"

#include "ui/widgets/board/board_glyphs.h"

#include <QPainter>

#include <algorithm>

namespace quotaboard {

LaneItem::LaneItem(const BoardScene& scene, std::size_t index)
    : scene_(scene)
    , index_(index)
{
    setAcceptedMouseButtons(Qt::NoButton);
}

void LaneItem::setRect(const QRectF& rect)
{
    if (rect_ == rect)
        return;
    prepareGeometryChange();
    rect_ = rect;
}

void LaneItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (index_ >= scene_.layout.lanes.size())
        return;
    const LaneShape& shape = scene_.layout.lanes[index_];
    LaneHighlights highlights{scene_.current, scene_.hasFocus, scene_.hovered, DropState::None};
    if (scene_.gestures->isActive()) {
        for (const auto& [share, state] : scene_.gestures->picture().lanes) {
            if (share == shape.share)
                highlights.drop = state;
        }
    }
    LanePainter(*painter, *scene_.content, scene_.theme->tokens(), *scene_.fonts, shape, scene_.layout.density)
        .paint(highlights);
}

FooterItem::FooterItem(const BoardScene& scene)
    : scene_(scene)
{
    setAcceptedMouseButtons(Qt::NoButton);
}

void FooterItem::updateRect()
{
    prepareGeometryChange();
    const QRectF add = scene_.layout.addShare;
    const double top = scene_.layout.lanes.empty() ? 0 : add.top() - 4;
    rect_ = QRectF(0, top, scene_.layout.size.width(), scene_.layout.size.height() + 200 - top);
}

void FooterItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Tokens& tokens = scene_.theme->tokens();
    const BoardFonts& fonts = *scene_.fonts;
    painter->setRenderHint(QPainter::Antialiasing);
    const auto card = [&](const QRectF& rect, const QString& text, BoardGlyph glyph, bool isMarked, bool isFocused) {
        QPen pen = tokens.pen(
            isMarked || isFocused ? ColorToken::Focus : ColorToken::Border, isFocused ? Qt::SolidLine : Qt::DashLine);
        pen.setWidthF(isFocused ? 2 : 1);
        painter->setPen(pen);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6 * fonts.em, 6 * fonts.em);
        const double icon = 10 * fonts.em;
        const QRectF at(rect.left() + 12 * fonts.em, rect.center().y() - icon / 2, icon, icon);
        paintGlyph(*painter, glyph, at, tokens.color(ColorToken::TextSecondary));
        painter->setFont(fonts.base);
        painter->setPen(tokens.color(ColorToken::TextSecondary));
        painter->drawText(rect.adjusted(30 * fonts.em, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
            fonts.baseMetrics.elidedText(text, Qt::ElideRight, rect.width() - 34 * fonts.em));
    };
    using Kind = BoardPart::Kind;
    card(scene_.layout.addShare, BoardContent::tr("Add share   Ins"), BoardGlyph::Plus,
        scene_.hovered.kind == Kind::AddShare, scene_.hasFocus && scene_.current.kind == Kind::AddShare);
    const std::pair<QString, BoardGlyph> templates[]{{BoardContent::tr("Reserve"), BoardGlyph::Reserve},
        {BoardContent::tr("Lend"), BoardGlyph::Lend}, {BoardContent::tr("Lend and borrow"), BoardGlyph::LendAndBorrow}};
    for (std::size_t i = 0; i < scene_.layout.templates.size(); ++i) {
        const bool isHovered = scene_.hovered.kind == Kind::Template && scene_.hovered.index == static_cast<int>(i);
        card(scene_.layout.templates[i], templates[i].first, templates[i].second, isHovered, false);
    }
    if (!scene_.layout.lanes.empty())
        return;
    painter->setFont(fonts.title);
    painter->setPen(tokens.color(ColorToken::Text));
    const double top = scene_.layout.addShare.bottom() + 48;
    const QRectF title(0, top, scene_.layout.size.width(), 24 * fonts.em);
    painter->drawText(title, Qt::AlignCenter, BoardContent::tr("No shares yet"));
    painter->setFont(fonts.base);
    painter->setPen(tokens.color(ColorToken::TextSecondary));
    painter->drawText(
        title.translated(0, 26 * fonts.em), Qt::AlignCenter, BoardContent::tr("Add a share or open a sample."));
}

DragItem::DragItem(const BoardScene& scene)
    : scene_(scene)
{
    setZValue(10);
    setAcceptedMouseButtons(Qt::NoButton);
}

void DragItem::setView(const QRectF& view)
{
    prepareGeometryChange();
    view_ = view;
}

void DragItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (!scene_.gestures->isActive()) {
        paintLending(*painter);
        return;
    }
    const DragPicture& picture = scene_.gestures->picture();
    const Tokens& tokens = scene_.theme->tokens();
    const BoardFonts& fonts = *scene_.fonts;
    painter->setRenderHint(QPainter::Antialiasing);
    for (const std::optional<QLineF>& mark : {picture.insertion, picture.tick}) {
        if (!mark)
            continue;
        painter->setPen(QPen(
            tokens.color(picture.isLegal ? ColorToken::Focus : ColorToken::Waste), 3, Qt::SolidLine, Qt::RoundCap));
        painter->drawLine(*mark);
    }
    QPointF at = picture.at + QPointF(14, 10) * fonts.em;
    if (!picture.ghost.isEmpty()) {
        painter->setOpacity(0.8);
        const double width = fonts.boldMetrics.horizontalAdvance(picture.ghost) + 24 * fonts.em;
        const QRectF ghost(at.x(), at.y(), width, 30 * fonts.em);
        painter->setPen(QPen(tokens.color(ColorToken::Focus), 1.5));
        painter->setBrush(tokens.color(ColorToken::Surface));
        painter->drawRoundedRect(ghost, 6 * fonts.em, 6 * fonts.em);
        painter->setFont(fonts.bold);
        painter->setPen(tokens.color(ColorToken::Text));
        painter->drawText(ghost, Qt::AlignCenter, picture.ghost);
        painter->setOpacity(1);
        at += QPointF(0, 34 * fonts.em);
    }
    paintBadge(*painter, picture, at);
}

void DragItem::paintLending(QPainter& painter) const
{
    const BoardPart& at = scene_.hovered;
    const bool isLent = at.segment == SegmentKind::Lent;
    if (at.kind != BoardPart::Kind::Segment || (!isLent && at.segment != SegmentKind::Borrowed))
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(scene_.theme->tokens().color(ColorToken::Focus), 1.5));
    painter.setBrush(scene_.theme->tokens().color(ColorToken::Focus));
    const ShareIndex borrower = isLent ? at.borrower : at.share;
    for (const LaneShape& lane : scene_.layout.lanes) {
        if (isLent && lane.share != at.share)
            continue;
        BoardPart lent = at;
        lent.share = lane.share;
        lent.segment = SegmentKind::Lent;
        lent.borrower = borrower;
        BoardPart borrowed = at;
        borrowed.share = borrower;
        borrowed.segment = SegmentKind::Borrowed;
        borrowed.borrower = {};
        const QRectF from = rectOf(scene_.layout, lent);
        const QRectF to = rectOf(scene_.layout, borrowed);
        if (from.isNull() || to.isNull())
            continue;
        const bool isAbove = from.top() < to.top();
        const QPointF start(from.center().x(), isAbove ? from.bottom() : from.top());
        const QPointF end(to.center().x(), isAbove ? to.top() : to.bottom());
        painter.drawLine(start, end);
        painter.drawEllipse(start, 3, 3);
        painter.drawEllipse(end, 3, 3);
    }
}

void DragItem::paintBadge(QPainter& painter, const DragPicture& picture, const QPointF& at) const
{
    const Tokens& tokens = scene_.theme->tokens();
    const BoardFonts& fonts = *scene_.fonts;
    QString text = picture.badge;
    if (picture.isLegal && !scene_.effect.isEmpty())
        text += u'\n' + scene_.effect;
    if (text.isEmpty())
        return;
    const double most = std::min(420 * fonts.em, view_.width() - 24);
    const QRectF needed
        = fonts.smallMetrics.boundingRect(QRectF(0, 0, most, 400), Qt::AlignLeft | Qt::TextWordWrap, text);
    QRectF badge(at, needed.size() + QSizeF(18, 10) * fonts.em);
    badge.moveLeft(std::max(view_.left() + 4, std::min(badge.left(), view_.right() - badge.width() - 4)));
    if (badge.bottom() > view_.bottom() - 4)
        badge.moveBottom(picture.at.y() - 8 * fonts.em);
    painter.setPen(tokens.pen(picture.isLegal ? ColorToken::Focus : ColorToken::Waste));
    painter.setBrush(tokens.color(picture.isLegal ? ColorToken::Surface : ColorToken::ErrorSurface));
    painter.drawRoundedRect(badge, 5 * fonts.em, 5 * fonts.em);
    painter.setFont(fonts.small);
    painter.setPen(tokens.color(picture.isLegal ? ColorToken::Text : ColorToken::ErrorText));
    painter.drawText(badge.adjusted(9 * fonts.em, 5 * fonts.em, -9 * fonts.em, -4 * fonts.em),
        Qt::AlignLeft | Qt::TextWordWrap, text);
}

} // namespace quotaboard
