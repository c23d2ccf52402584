// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_items.h"

#include "ui/widgets/board/board_glyphs.h"
#include "ui/widgets/board/preemption_show.h"

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
    LaneHighlights highlights;
    highlights.current = scene_.current;
    highlights.hasFocus = scene_.hasFocus;
    highlights.hovered = scene_.hovered;
    highlights.selection = scene_.selection;
    if (scene_.preemptions->isActive())
        highlights.flash = [this](JobIndex job) { return scene_.preemptions->flash(job); };
    if (scene_.gestures->isActive()) {
        for (const auto& [share, state] : scene_.gestures->picture().lanes) {
            if (share == shape.share)
                highlights.drop = state;
        }
    }
    LanePainter(
        *painter, *scene_.content, scene_.theme->tokens(), *scene_.fonts, shape, scene_.layout.density, scene_.mirror)
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
        painter->drawRoundedRect(scene_.mirror(rect).adjusted(0.5, 0.5, -0.5, -0.5), 6 * fonts.em, 6 * fonts.em);
        const double icon = 10 * fonts.em;
        const QRectF at(rect.left() + 12 * fonts.em, rect.center().y() - icon / 2, icon, icon);
        paintGlyph(*painter, glyph, scene_.mirror(at), tokens.color(ColorToken::TextSecondary));
        painter->setFont(fonts.base);
        painter->setPen(tokens.color(ColorToken::TextSecondary));
        const Qt::Alignment side = scene_.mirror.isOn ? Qt::AlignRight : Qt::AlignLeft;
        painter->drawText(scene_.mirror(rect.adjusted(30 * fonts.em, 0, -4, 0)),
            static_cast<int>(Qt::AlignVCenter | side | Qt::AlignAbsolute),
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
        paintAffected(*painter);
        paintSlides(*painter);
        paintBand(*painter);
        return;
    }
    const DragPicture& picture = scene_.gestures->picture();
    if (picture.isAway)
        return;
    const Tokens& tokens = scene_.theme->tokens();
    const BoardFonts& fonts = *scene_.fonts;
    painter->setRenderHint(QPainter::Antialiasing);
    if (picture.newLane)
        paintNewLane(*painter, picture);
    for (const std::optional<QLineF>& mark : {picture.insertion, picture.tick}) {
        if (!mark || picture.newLane)
            continue;
        painter->setPen(QPen(
            tokens.color(picture.isLegal ? ColorToken::Focus : ColorToken::Waste), 3, Qt::SolidLine, Qt::RoundCap));
        painter->drawLine(scene_.mirror(*mark));
    }
    QPointF at = scene_.mirror(picture.at) + QPointF(14, 10) * fonts.em;
    // A lane to be says its name itself.
    if (!picture.ghost.isEmpty() && !picture.newLane) {
        const double width = fonts.boldMetrics.horizontalAdvance(picture.ghost) + 24 * fonts.em;
        paintGhost(*painter, picture, QRectF(at.x(), at.y(), width, 30 * fonts.em));
        at += QPointF(0, 34 * fonts.em);
    }
    paintBadge(*painter, picture, at);
}

void DragItem::paintGhost(QPainter& painter, const DragPicture& picture, const QRectF& ghost) const
{
    const Tokens& tokens = scene_.theme->tokens();
    const BoardFonts& fonts = *scene_.fonts;
    painter.setOpacity(0.8);
    painter.setPen(QPen(tokens.color(ColorToken::Focus), 1.5));
    painter.setBrush(tokens.color(ColorToken::Surface));
    painter.drawRoundedRect(ghost, 6 * fonts.em, 6 * fonts.em);
    painter.setFont(fonts.bold);
    painter.setPen(tokens.color(ColorToken::Text));
    painter.drawText(ghost, Qt::AlignCenter, picture.ghost);
    painter.setOpacity(1);
}

/// The lane as it would be put in, on the line between those that are there.
void DragItem::paintNewLane(QPainter& painter, const DragPicture& picture) const
{
    const Tokens& tokens = scene_.theme->tokens();
    const BoardFonts& fonts = *scene_.fonts;
    const QRectF lane = scene_.mirror(*picture.newLane);
    painter.setOpacity(0.88);
    QPen pen(tokens.color(picture.isLegal ? ColorToken::Focus : ColorToken::Waste), 2, Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(tokens.color(ColorToken::Surface));
    painter.drawRoundedRect(lane, 8 * fonts.em, 8 * fonts.em);
    painter.setFont(fonts.title);
    painter.setPen(tokens.color(ColorToken::Text));
    const Qt::Alignment side = scene_.mirror.isOn ? Qt::AlignRight : Qt::AlignLeft;
    painter.drawText(lane.adjusted(26 * fonts.em, 0, -26 * fonts.em, 0),
        static_cast<int>(Qt::AlignVCenter | side | Qt::AlignAbsolute), picture.ghost);
    painter.setOpacity(1);
}

/// A glow around the chips that an option elsewhere would start or preempt.
void DragItem::paintAffected(QPainter& painter) const
{
    for (const JobIndex job : scene_.affected) {
        for (const LaneShape& lane : scene_.layout.lanes) {
            for (const BoardPart::Kind kind : {BoardPart::Kind::Running, BoardPart::Kind::Waiting}) {
                BoardPart part;
                part.kind = kind;
                part.share = lane.share;
                part.job = job;
                const QRectF chip = rectOf(scene_.layout, part);
                if (chip.isNull())
                    continue;
                QColor glow = scene_.theme->tokens().color(ColorToken::Focus);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.setBrush(Qt::NoBrush);
                for (const double spread : {1.5, 3.5, 5.5}) {
                    glow.setAlphaF(static_cast<float>(1.1 - spread * 0.17));
                    painter.setPen(QPen(glow, 2));
                    painter.drawRoundedRect(
                        scene_.mirror(chip).adjusted(-spread, -spread, spread, spread), 6 + spread, 6 + spread);
                }
            }
        }
    }
}

/// Victims on their way from the instances to the queue.
void DragItem::paintSlides(QPainter& painter) const
{
    if (!scene_.preemptions->isActive())
        return;
    const Tokens& tokens = scene_.theme->tokens();
    const BoardFonts& fonts = *scene_.fonts;
    for (const PreemptionShow::Victim& victim : scene_.preemptions->victims()) {
        const double way = scene_.preemptions->slide(victim.job);
        const LaneShape* lane = scene_.layout.lane(victim.share);
        BoardPart part;
        part.kind = BoardPart::Kind::Reclaimed;
        part.share = victim.share;
        part.job = victim.job;
        const QRectF from = rectOf(scene_.layout, part);
        part.kind = BoardPart::Kind::Waiting;
        QRectF to = rectOf(scene_.layout, part);
        if (way < 0 || lane == nullptr || from.isNull())
            continue;
        // Behind all that the lane shows of its queue.
        if (to.isNull())
            to = lane->moreWaiting.isEmpty() ? lane->queueTitle : lane->moreWaiting;
        if (to.isNull())
            continue;
        const double ease = way * way * (3 - 2 * way);
        const auto between = [ease](double a, double b) { return a + (b - a) * ease; };
        const QRectF chip(between(from.left(), to.left()), between(from.top(), to.top()),
            between(from.width(), to.width()), between(from.height(), to.height()));
        const QRectF at = scene_.mirror(chip);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(tokens.color(ColorToken::Waste), 1.3));
        painter.setBrush(tokens.color(ColorToken::WasteSurface));
        painter.drawRoundedRect(at, 6 * fonts.em, 6 * fonts.em);
        painter.setFont(fonts.smallBold);
        painter.setPen(tokens.color(ColorToken::ErrorText));
        painter.drawText(at, static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine,
            fonts.smallBoldMetrics.elidedText(scene_.content->jobTitle(victim.job), Qt::ElideRight, at.width() - 8));
    }
}

void DragItem::paintBand(QPainter& painter) const
{
    if (!scene_.band)
        return;
    QColor fill = scene_.theme->tokens().color(ColorToken::Focus);
    painter.setPen(QPen(fill, 1, Qt::DashLine));
    fill.setAlphaF(0.12F);
    painter.setBrush(fill);
    painter.drawRect(scene_.mirror(*scene_.band));
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
        const QRectF from = scene_.mirror(rectOf(scene_.layout, lent));
        const QRectF to = scene_.mirror(rectOf(scene_.layout, borrowed));
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
        badge.moveBottom(std::min(picture.at.y() - 8 * fonts.em, view_.bottom() - 4));
    badge.moveTop(std::max(badge.top(), view_.top() + 4));
    painter.setPen(tokens.pen(picture.isLegal ? ColorToken::Focus : ColorToken::Waste));
    painter.setBrush(tokens.color(picture.isLegal ? ColorToken::Surface : ColorToken::ErrorSurface));
    painter.drawRoundedRect(badge, 5 * fonts.em, 5 * fonts.em);
    painter.setFont(fonts.small);
    painter.setPen(tokens.color(picture.isLegal ? ColorToken::Text : ColorToken::ErrorText));
    painter.drawText(badge.adjusted(9 * fonts.em, 5 * fonts.em, -9 * fonts.em, -4 * fonts.em),
        Qt::AlignLeft | Qt::TextWordWrap, text);
}

} // namespace quotaboard
