// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/lane_painter.h"

#include "ui/widgets/board/board_selection.h"
#include "ui/widgets/board/ledger_painter.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

namespace quotaboard {

namespace {

BoardGlyph strategyGlyph(SharingStrategy strategy)
{
    switch (strategy) {
    case SharingStrategy::Reserve:
        return BoardGlyph::Reserve;
    case SharingStrategy::Lend:
        return BoardGlyph::Lend;
    case SharingStrategy::LendAndBorrow:
        break;
    }
    return BoardGlyph::LendAndBorrow;
}

} // namespace

LanePainter::LanePainter(QPainter& painter, const BoardContent& content, const Tokens& tokens, const BoardFonts& fonts,
    const LaneShape& shape, BoardDensity density, const BoardMirror& mirror)
    : painter_(painter)
    , content_(content)
    , tokens_(tokens)
    , fonts_(fonts)
    , shape_(shape)
    , state_(content.lane(shape.share))
    , density_(density)
    , mirror_(mirror)
{
}

void LanePainter::paint(const LaneHighlights& highlights)
{
    if (state_ == nullptr)
        return;
    painter_.save();
    if (highlights.drop == DropState::Illegal)
        painter_.setOpacity(0.45);
    paintGround(highlights);
    paintHeader(highlights);
    for (const LedgerShape& ledger : shape_.ledgers)
        paintLedger(ledger, highlights);
    if (!shape_.addUnit.isEmpty()) {
        const bool isHovered = highlights.hovered.kind == BoardPart::Kind::AddUnit;
        const QRectF sign = QRectF(0, 0, px(9), px(9));
        paintGlyph(painter_, BoardGlyph::Plus, m(sign.translated(shape_.addUnit.center() - sign.center())),
            tokens_.color(isHovered ? ColorToken::Accent : ColorToken::TextDisabled));
    }
    for (const ChipShape& chip : shape_.running)
        paintRunning(chip, state_->running[chip.index]);
    for (const ChipShape& chip : shape_.reclaimed)
        paintReclaimed(chip, content_.reclaimed()[chip.index], highlights.flash ? highlights.flash(chip.job) : 0);
    if (!shape_.moreRunning.isEmpty())
        paintMore(shape_.moreRunning,
            shape_.moreRunningCount == 0
                ? BoardContent::tr("Fewer")
                : BoardContent::tr("+%L1 more").arg(static_cast<qulonglong>(shape_.moreRunningCount)));
    if (!shape_.queue.isEmpty())
        paintQueue();
    if (density_ == BoardDensity::Dense)
        paintCounts();
    if (highlights.selection != nullptr && !highlights.selection->isEmpty())
        paintSelected(*highlights.selection);
    paintFocus(highlights);
    painter_.restore();
}

void LanePainter::paintGround(const LaneHighlights& highlights)
{
    const bool isDense = density_ == BoardDensity::Dense;
    const double radius = px(isDense ? 4 : 8);
    const QRectF rect = m(shape_.rect.adjusted(0.5, 0.5, -0.5, -0.5));
    painter_.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(rect, radius, radius);
    painter_.fillPath(outline, tokens_.color(ColorToken::Surface));
    // The share's colour as a stripe along the left edge; repeated colours are hatched.
    const int identity = static_cast<int>(shape_.share.value());
    painter_.save();
    painter_.setClipPath(outline, Qt::IntersectClip);
    const QRectF stripe(mirror_.isOn ? rect.right() - px(6) : rect.left(), rect.top(), px(6), rect.height());
    painter_.fillRect(stripe, tokens_.share(identity));
    if (Tokens::shareRepeats(identity))
        painter_.fillRect(stripe, QBrush(tokens_.color(ColorToken::Text), Qt::BDiagPattern));
    painter_.setPen(tokens_.pen(ColorToken::Border));
    const double inner = mirror_.isOn ? stripe.left() : stripe.right();
    painter_.drawLine(QPointF(inner, stripe.top()), QPointF(inner, stripe.bottom()));
    painter_.restore();
    QPen pen = tokens_.pen(ColorToken::Border);
    BoardLayout one;
    one.lanes.push_back(shape_);
    // A job that the lane has no room for is marked by the lane around it.
    const bool isCurrent = highlights.current.isValid() && highlights.current.share == shape_.share
        && (highlights.current.kind == BoardPart::Kind::Lane
            || (highlights.current.isJob() && rectOf(one, highlights.current).isNull()));
    if (highlights.drop == DropState::Legal || isCurrent) {
        pen = tokens_.pen(ColorToken::Focus);
        pen.setWidthF(highlights.hasFocus || highlights.drop == DropState::Legal ? 2 : 1.5);
    }
    painter_.setPen(pen);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawPath(outline);
}

double LanePainter::paintText(double x, const QRectF& row, double right, const QString& text, const QFont& font,
    const QFontMetricsF& metrics, ColorToken color)
{
    if (text.isEmpty() || right - x < px(8))
        return x;
    const double width = metrics.horizontalAdvance(text);
    const bool fits = width <= right - x + 0.5;
    painter_.setFont(font);
    painter_.setPen(tokens_.color(color));
    painter_.drawText(m(QRectF(x, row.top(), right - x, row.height())),
        static_cast<int>(atStart() | Qt::AlignVCenter) | Qt::TextSingleLine,
        fits ? text : metrics.elidedText(text, Qt::ElideRight, right - x));
    return fits ? x + width : right;
}

void LanePainter::paintHeader(const LaneHighlights& highlights)
{
    const bool isHovered = highlights.hovered.share == shape_.share && highlights.hovered.isValid();
    const QRectF grip = QRectF(0, 0, px(10), px(14));
    paintGlyph(painter_, BoardGlyph::Handle, m(grip.translated(shape_.handle.center() - grip.center())),
        tokens_.color(isHovered ? ColorToken::TextSecondary : ColorToken::Border));
    const bool isDense = density_ == BoardDensity::Dense;
    QRectF name = shape_.name;
    if (isDense) {
        const QRectF icon(name.right() - px(14), name.center().y() - px(5.5), px(11), px(11));
        paintGlyph(
            painter_, strategyGlyph(state_->sharing.strategy), m(icon), tokens_.color(ColorToken::TextSecondary));
        name.setRight(icon.left() - px(6));
    }
    paintText(name.left(), name, name.right(), content_.shareName(shape_.share), isDense ? fonts_.bold : fonts_.title,
        isDense ? fonts_.boldMetrics : fonts_.titleMetrics, ColorToken::Text);
    for (const HeaderChipShape& chip : shape_.chips) {
        const bool isAt = isHovered
            && ((chip.kind == HeaderChip::Strategy && highlights.hovered.kind == BoardPart::Kind::Strategy)
                || (chip.kind == HeaderChip::InShare && highlights.hovered.kind == BoardPart::Kind::InShare));
        paintHeaderChip(chip, isAt);
    }
    if (!shape_.waits.isEmpty())
        paintWaits();
}

void LanePainter::paintHeaderChip(const HeaderChipShape& chip, bool isHovered)
{
    const QRectF rect = chip.rect.adjusted(0.5, 0.5, -0.5, -0.5);
    const double used = chip.kind == HeaderChip::Budget ? content_.budgetUsed(shape_.share).value_or(0) : 0;
    const bool warns = used > 1;
    if (used > 0 && !warns) {
        // The chip fills like a gauge; its text says the numbers.
        painter_.save();
        QPainterPath pill;
        pill.addRoundedRect(m(rect), rect.height() / 2, rect.height() / 2);
        painter_.setClipPath(pill, Qt::IntersectClip);
        painter_.fillRect(m(QRectF(rect.left(), rect.top(), rect.width() * used, rect.height())),
            tokens_.color(ColorToken::WarnSurface));
        painter_.restore();
    }
    painter_.setPen(tokens_.pen(warns ? ColorToken::Waste : isHovered ? ColorToken::Accent : ColorToken::Border));
    painter_.setBrush(warns ? QBrush(tokens_.color(ColorToken::WasteSurface)) : QBrush(Qt::NoBrush));
    painter_.drawRoundedRect(m(rect), rect.height() / 2, rect.height() / 2);
    double x = rect.left() + px(10);
    if (chip.kind == HeaderChip::Strategy || chip.kind == HeaderChip::Protected) {
        const BoardGlyph glyph
            = chip.kind == HeaderChip::Protected ? BoardGlyph::Lock : strategyGlyph(state_->sharing.strategy);
        const QRectF icon(x, rect.center().y() - px(5.5), px(11), px(11));
        paintGlyph(painter_, glyph, m(icon), tokens_.color(ColorToken::TextSecondary));
        x = icon.right() + px(5);
    }
    paintText(x, rect, rect.right() - px(4), content_.headerChipText(shape_.share, chip.kind), fonts_.small,
        fonts_.smallMetrics, warns ? ColorToken::ErrorText : ColorToken::TextSecondary);
}

void LanePainter::paintWaits()
{
    const QString label = BoardContent::tr("P95 wait ").trimmed();
    const QString value = content_.waitValueText(shape_.share);
    const QString count = content_.waitCountText(shape_.share).trimmed();
    // Gaps instead of spaces, which end up on the wrong side where lines run the other way.
    const double gap = fonts_.baseMetrics.horizontalAdvance(u' ');
    double x = shape_.waits.right() - fonts_.baseMetrics.horizontalAdvance(label)
        - fonts_.boldMetrics.horizontalAdvance(value) - fonts_.baseMetrics.horizontalAdvance(count) - 2 * gap;
    x = std::max(x, shape_.waits.left());
    const double right = shape_.waits.right();
    x = gap + paintText(x, shape_.waits, right, label, fonts_.base, fonts_.baseMetrics, ColorToken::TextSecondary);
    x = gap + paintText(x, shape_.waits, right, value, fonts_.bold, fonts_.boldMetrics, ColorToken::Text);
    paintText(x, shape_.waits, right, count, fonts_.base, fonts_.baseMetrics, ColorToken::TextSecondary);
}

void LanePainter::paintLedger(const LedgerShape& ledger, const LaneHighlights& highlights)
{
    if (!ledger.label.isEmpty())
        paintText(ledger.label.left(), ledger.label, ledger.label.right(), content_.unitName(ledger.unit), fonts_.base,
            fonts_.baseMetrics, ColorToken::TextSecondary);
    painter_.setRenderHint(QPainter::Antialiasing, false);
    for (const SegmentShape& segment : ledger.segments)
        paintSegment(painter_, tokens_, fillOf(segment.kind), m(segment.rect));
    painter_.setRenderHint(QPainter::Antialiasing);
    for (const SegmentShape& segment : ledger.segments) {
        const bool isStrong = segment.kind != SegmentKind::Idle && segment.kind != SegmentKind::MayBorrow
            && segment.kind != SegmentKind::ReservedIdle;
        const QFontMetricsF& metrics = isStrong ? fonts_.smallBoldMetrics : fonts_.smallMetrics;
        QString text = content_.segmentText(segment.kind, segment.instances, segment.borrower);
        // Where the words do not fit, fewer do; the number alone still says how many.
        if (segment.kind == SegmentKind::Lent && metrics.horizontalAdvance(text) + px(10) > segment.rect.width())
            text = BoardContent::tr("LENT %L1").arg(static_cast<qlonglong>(segment.instances));
        if (metrics.horizontalAdvance(text) + px(10) > segment.rect.width())
            text = QLocale().toString(static_cast<qlonglong>(segment.instances));
        if (segment.instances > 0)
            paintSegmentText(painter_, tokens_, fillOf(segment.kind), m(segment.rect), text,
                isStrong ? fonts_.smallBold : fonts_.small, metrics);
    }
    paintTicks(ledger, highlights);
}

void LanePainter::paintTicks(const LedgerShape& ledger, const LaneHighlights& highlights)
{
    const bool isHere = highlights.hovered.share == shape_.share && highlights.hovered.unit == ledger.unit;
    const double reach = px(density_ == BoardDensity::Comfortable ? 4 : 2.5);
    const auto tick = [&](double x, bool isHovered, double width) {
        QPen pen(tokens_.color(isHovered ? ColorToken::Focus : ColorToken::Text), isHovered ? width + 1 : width);
        pen.setCapStyle(Qt::FlatCap);
        painter_.setPen(pen);
        painter_.drawLine(m(QLineF(x, ledger.area.top() - reach, x, ledger.area.bottom() + reach)));
    };
    if (ledger.borrowX) {
        // As far as it might borrow if there were something to borrow.
        const double end = ledger.segments.back().rect.right();
        painter_.setPen(tokens_.pen(ColorToken::IdleStroke, Qt::DotLine));
        if (*ledger.borrowX > end + 1)
            painter_.drawLine(
                m(QLineF(end + 2, ledger.area.center().y(), *ledger.borrowX - 1, ledger.area.center().y())));
        tick(*ledger.borrowX, isHere && highlights.hovered.kind == BoardPart::Kind::BorrowTick, 1);
        // A foot that opens to the right: from here on borrowed capacity ends.
        painter_.drawLine(m(QLineF(
            *ledger.borrowX - px(3), ledger.area.top() - reach, *ledger.borrowX + px(3), ledger.area.top() - reach)));
        QString note;
        if (ledger.borrowsWithoutLimit)
            note = u"∞"_qs;
        else if (ledger.borrowRoundsToNothing)
            note = BoardContent::tr("borrow limit rounds to 0");
        const bool isLast = &ledger == &shape_.ledgers.back();
        const double room = isLast ? shape_.rect.right() - px(44) : ledger.area.right() + px(34);
        if (!note.isEmpty() && density_ != BoardDensity::Dense)
            paintText(*ledger.borrowX + px(5), ledger.area, std::min(room, *ledger.borrowX + px(200)), note,
                fonts_.small, fonts_.smallMetrics, ColorToken::TextSecondary);
    }
    tick(ledger.limitX, isHere && highlights.hovered.kind == BoardPart::Kind::LimitTick, 2);
}

void LanePainter::paintFocus(const LaneHighlights& highlights)
{
    const BoardPart& part = highlights.current;
    if (part.share != shape_.share || !part.isValid())
        return;
    BoardLayout one;
    one.lanes.push_back(shape_);
    QRectF rect = rectOf(one, part);
    // A lane's own outline is its ring.
    if (rect.isEmpty() || part.kind == BoardPart::Kind::Lane)
        return;
    rect = m(rect.adjusted(-2, -2, 2, 2));
    const double radius = px(7);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(tokens_.color(ColorToken::Surface), 4));
    painter_.drawRoundedRect(rect, radius, radius);
    painter_.setPen(QPen(tokens_.color(ColorToken::Focus), highlights.hasFocus ? 2 : 1.5));
    painter_.drawRoundedRect(rect, radius, radius);
}

} // namespace quotaboard
