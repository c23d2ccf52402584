// SPDX-License-Identifier: Apache-2.0
// The jobs of a lane: running chips, reclaimed chips and the queue.
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_selection.h"
#include "ui/widgets/board/lane_painter.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>

namespace quotaboard {

namespace {

BoardGlyph phaseGlyph(JobPhase phase)
{
    switch (phase) {
    case JobPhase::Scheduled:
        return BoardGlyph::Scheduled;
    case JobPhase::Starting:
        return BoardGlyph::Starting;
    case JobPhase::Stopping:
        return BoardGlyph::Preempted;
    case JobPhase::Free:
    case JobPhase::Detached:
    case JobPhase::Runnable:
    case JobPhase::Running:
        break;
    }
    return BoardGlyph::Running;
}

QString countText(std::size_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

/// For whom a job is being stopped, and what it loses.
QString stoppingText(const BoardContent& content, const RunningJob& job)
{
    const ReclaimedJob* cause = content.stoppingFor(job.job);
    if (cause == nullptr)
        return BoardContent::tr("stopping");
    const QString lost = content.lostText(*cause);
    const QString text = content.reclaimedText(*cause);
    return lost.isEmpty() ? text : BoardContent::tr("%1  %2").arg(text, lost);
}

} // namespace

QString waitSoFar(const BoardContent& content, const WaitingJob& job)
{
    return durationText(std::max<TimeMs>(0, content.state().now - job.waitingSince));
}

void LanePainter::paintRunning(const ChipShape& chip, const RunningJob& job)
{
    const QRectF rect = chip.rect.adjusted(0.75, 0.75, -0.75, -0.75);
    const double radius = px(density_ == BoardDensity::Comfortable ? 6 : 4);
    const bool stops = job.phase == JobPhase::Stopping;
    QPen border
        = job.borrowed > 0 ? tokens_.pen(ColorToken::BorrowedStroke, Qt::DashLine) : tokens_.pen(ColorToken::Own);
    if (stops)
        border = tokens_.pen(ColorToken::Waste);
    border.setWidthF(1.3);
    painter_.setPen(border);
    painter_.setBrush(tokens_.color(stops ? ColorToken::WasteSurface : ColorToken::SurfaceRaised));
    painter_.drawRoundedRect(m(rect), radius, radius);
    if (!stops)
        paintProgress(rect, job);
    paintChipText(rect, job, phaseGlyph(job.phase));
}

void LanePainter::paintChipText(const QRectF& rect, const RunningJob& job, BoardGlyph glyph)
{
    const bool stops = job.phase == JobPhase::Stopping;
    const ColorToken strong = stops ? ColorToken::ErrorText : ColorToken::Text;
    const bool isNarrow = rect.width() < px(76);
    double x = rect.left() + px(isNarrow ? 5 : 7);
    const double right = rect.right() - px(isNarrow ? 4 : 6);
    const double icon = px(9);
    if (!isNarrow) {
        paintGlyph(painter_, glyph, m(QRectF(x, rect.center().y() - icon / 2, icon, icon)), tokens_.color(strong));
        x += icon + px(5);
    }
    const bool isSmall = density_ == BoardDensity::Compact || isNarrow;
    const QFont& titleFont = isSmall ? fonts_.smallBold : fonts_.bold;
    const QFontMetricsF& titleMetrics = isSmall ? fonts_.smallBoldMetrics : fonts_.boldMetrics;
    QString subtitle = content_.jobSubtitle(job.job);
    if (stops)
        subtitle = stoppingText(content_, job);
    QString size = content_.sizeText(job.instances, job.priority);
    const std::optional<CheckpointPlan>& plan = content_.scenario().jobs.profileOf(job.job).checkpoint;
    const QString longSize = plan ? BoardContent::tr("%1 · ckpt %2").arg(size, durationText(plan->interval)) : size;
    // How big and how urgent a job is matters more than the end of a long name.
    const double kept = fonts_.smallMetrics.horizontalAdvance(size) + px(6);
    const bool keepsSize = !stops && right - x - kept >= px(48);
    x = paintText(
        x, rect, keepsSize ? right - kept : right, content_.jobTitle(job.job), titleFont, titleMetrics, strong);
    const double sub = subtitle.isEmpty() ? 0 : fonts_.smallMetrics.horizontalAdvance(subtitle) + px(7);
    const double gap = px(6);
    if (x + sub + gap + fonts_.smallMetrics.horizontalAdvance(longSize) <= right)
        size = longSize;
    const double sizeWidth = fonts_.smallMetrics.horizontalAdvance(size);
    const bool showsSize = !stops && x + gap + sizeWidth <= right;
    const double subRight = showsSize ? right - sizeWidth - gap : right;
    if (!subtitle.isEmpty() && subRight - x > px(30))
        x = paintText(x + gap, rect, subRight, subtitle, isSmall ? fonts_.small : fonts_.base,
            isSmall ? fonts_.smallMetrics : fonts_.baseMetrics, strong);
    if (showsSize)
        paintText(x + gap, rect, right, size, fonts_.small, fonts_.smallMetrics, ColorToken::TextSecondary);
}

void LanePainter::paintProgress(const QRectF& rect, const RunningJob& job)
{
    if (job.work <= 0 || job.phase != JobPhase::Running)
        return;
    const bool isComfortable = density_ == BoardDensity::Comfortable;
    const double height = px(isComfortable ? 3 : 2);
    const double notch = px(isComfortable ? 8 : 5);
    const double radius = px(density_ == BoardDensity::Comfortable ? 6 : 4);
    const auto ratio
        = [&](TimeMs part) { return std::clamp(static_cast<double>(part) / static_cast<double>(job.work), 0.0, 1.0); };
    painter_.save();
    QPainterPath clip;
    clip.addRoundedRect(m(rect.adjusted(0.7, 0.7, -0.7, -0.7)), radius - 1, radius - 1);
    painter_.setClipPath(clip, Qt::IntersectClip);
    const QRectF track(rect.left(), rect.bottom() - height - 0.5, rect.width(), height + 0.5);
    painter_.fillRect(m(QRectF(track.left(), track.top(), track.width() * ratio(job.done), track.height())),
        tokens_.color(job.borrowed > 0 ? ColorToken::Borrowed : ColorToken::Own));
    painter_.restore();
    // Left of the notch is safe on a checkpoint; what is right of it a preemption would lose.
    if (job.durable > 0) {
        const double x = rect.left() + rect.width() * ratio(job.durable);
        painter_.fillRect(m(QRectF(x - 1, rect.bottom() - notch, 2, notch - 0.5)), tokens_.color(ColorToken::Text));
    }
}

void LanePainter::paintReclaimed(const ChipShape& chip, const ReclaimedJob& job, double flash)
{
    const QRectF rect = chip.rect.adjusted(0.75, 0.75, -0.75, -0.75);
    const double radius = px(density_ == BoardDensity::Comfortable ? 6 : 4);
    QPen border = tokens_.pen(ColorToken::Waste);
    border.setWidthF(1.3);
    painter_.setPen(border);
    painter_.setBrush(tokens_.color(ColorToken::WasteSurface));
    painter_.drawRoundedRect(m(rect), radius, radius);
    const bool isLit = flash > 0.5;
    if (flash > 0) {
        painter_.save();
        painter_.setOpacity(flash);
        painter_.setBrush(tokens_.color(ColorToken::Waste));
        painter_.drawRoundedRect(m(rect), radius, radius);
        painter_.restore();
    }
    const ColorToken strong = isLit ? ColorToken::OnWaste : ColorToken::ErrorText;
    double x = rect.left() + px(9);
    const double right = rect.right() - px(7);
    const double icon = px(8);
    paintGlyph(
        painter_, BoardGlyph::Preempted, m(QRectF(x, rect.center().y() - icon / 2, icon, icon)), tokens_.color(strong));
    x += icon + px(6);
    x = paintText(x, rect, right, content_.jobTitle(job.job), fonts_.bold, fonts_.boldMetrics, strong);
    x = paintText(x + px(7), rect, right, content_.reclaimedText(job), fonts_.base, fonts_.baseMetrics,
        isLit ? strong : ColorToken::Text);
    paintText(x + px(7), rect, right, content_.lostText(job), fonts_.small, fonts_.smallMetrics,
        isLit ? strong : ColorToken::TextSecondary);
}

/// A ring and a tick on every chip that is selected together with others.
void LanePainter::paintSelected(const BoardSelection& selection)
{
    painter_.setBrush(Qt::NoBrush);
    for (const std::vector<ChipShape>* chips : {&shape_.running, &shape_.reclaimed, &shape_.waiting}) {
        for (const ChipShape& chip : *chips) {
            if (!selection.contains(chip.job))
                continue;
            const QRectF rect = m(chip.rect.adjusted(1, 1, -1, -1));
            painter_.setBrush(Qt::NoBrush);
            painter_.setPen(QPen(tokens_.color(ColorToken::Focus), 2));
            painter_.drawRoundedRect(rect, px(5), px(5));
            const double size = std::min(px(13), rect.height() * 0.7);
            const QRectF mark = m(QRectF(chip.rect.right() - size, chip.rect.top() - px(2), size, size));
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(tokens_.color(ColorToken::Focus));
            painter_.drawRoundedRect(mark, px(3), px(3));
            painter_.setBrush(Qt::NoBrush);
            painter_.setPen(
                QPen(tokens_.color(ColorToken::Surface), px(1.6), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            const QPointF tick[]{mark.topLeft() + QPointF(0.25, 0.52) * size,
                mark.topLeft() + QPointF(0.43, 0.7) * size, mark.topLeft() + QPointF(0.75, 0.32) * size};
            painter_.drawPolyline(tick, 3);
        }
    }
}

void LanePainter::paintMore(const QRectF& rect, const QString& text)
{
    painter_.setPen(tokens_.pen(ColorToken::Border));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRoundedRect(m(rect.adjusted(0.5, 0.5, -0.5, -0.5)), px(5), px(5));
    painter_.setFont(fonts_.small);
    painter_.setPen(tokens_.color(ColorToken::TextSecondary));
    painter_.drawText(m(rect), Qt::AlignCenter | Qt::TextSingleLine,
        fonts_.smallMetrics.elidedText(text, Qt::ElideRight, rect.width() - px(6)));
}

void LanePainter::paintQueue()
{
    if (density_ == BoardDensity::Comfortable) {
        painter_.setPen(tokens_.pen(ColorToken::Border));
        const double x = shape_.queue.left() - px(16);
        painter_.drawLine(m(QLineF(x, shape_.queue.top(), x, shape_.queue.bottom())));
    }
    paintQueueTitle();
    for (const ChipShape& chip : shape_.waiting)
        paintWaitingChip(chip, state_->waiting[chip.index]);
    if (!shape_.moreWaiting.isEmpty())
        paintMore(shape_.moreWaiting,
            shape_.moreWaitingCount == 0
                ? BoardContent::tr("Fewer")
                : BoardContent::tr("%L1 more").arg(static_cast<qulonglong>(shape_.moreWaitingCount)));
    if (!shape_.reason.isEmpty())
        paintReason();
}

void LanePainter::paintQueueTitle()
{
    const QString title = BoardContent::tr("WAITING %1").arg(countText(state_->waitingCount));
    paintText(shape_.queueTitle.left(), shape_.queueTitle, shape_.queueTitle.right(), title, fonts_.small,
        fonts_.smallMetrics, ColorToken::TextSecondary);
    if (shape_.why.isEmpty())
        return;
    painter_.setFont(fonts_.small);
    const bool isDark = tokens_.isDark();
    painter_.setPen(tokens_.color(isDark ? ColorToken::Focus : ColorToken::Accent));
    painter_.drawText(m(shape_.why), static_cast<int>(atEnd() | Qt::AlignVCenter), BoardContent::tr("Why? F2"));
}

void LanePainter::paintWaitingChip(const ChipShape& chip, const WaitingJob& job)
{
    const QRectF rect = chip.rect.adjusted(0.5, 0.5, -0.5, -0.5);
    QPen border = tokens_.pen(chip.index == 0 ? ColorToken::Text : ColorToken::Border);
    if (chip.index == 0)
        border.setWidthF(1.3);
    painter_.setPen(border);
    painter_.setBrush(tokens_.color(ColorToken::Surface));
    painter_.drawRoundedRect(m(rect), px(5), px(5));
    const double right = rect.right() - px(6);
    double x = rect.left() + px(7);
    x = paintText(
        x, rect, right, countText(chip.index + 1), fonts_.small, fonts_.smallMetrics, ColorToken::TextSecondary);
    x = paintText(x + px(6), rect, right, content_.jobTitle(job.job), fonts_.smallBold, fonts_.smallBoldMetrics,
        ColorToken::Text);
    const QString rest = content_.sizeText(job.instances, job.priority);
    x = paintText(x + px(6), rect, right, rest, fonts_.small, fonts_.smallMetrics, ColorToken::TextSecondary);
    paintText(
        x + px(6), rect, right, waitSoFar(content_, job), fonts_.small, fonts_.smallMetrics, ColorToken::TextSecondary);
}

void LanePainter::paintReason()
{
    if (state_->waitingCount == 0) {
        paintText(shape_.reason.left(), shape_.reason, shape_.reason.right(), BoardContent::tr("Nothing waits."),
            fonts_.small, fonts_.smallMetrics, ColorToken::TextSecondary);
        return;
    }
    if (state_->frontReason.code == WaitCode::None)
        return;
    const QString headline = waitHeadline(state_->frontReason.code);
    const QString text
        = BoardContent::tr("%1: %2").arg(headline, waitSentence(content_.scenario(), state_->frontReason));
    const QRectF place = m(shape_.reason);
    QTextLayout layout(text, fonts_.small);
    layout.setTextOption(QTextOption(atStart()));
    QTextLayout::FormatRange strong;
    strong.start = 0;
    strong.length = static_cast<int>(headline.size()) + 1;
    strong.format.setFont(fonts_.smallBold);
    strong.format.setForeground(tokens_.color(ColorToken::Text));
    layout.setFormats({strong});
    layout.beginLayout();
    const double step = fonts_.smallMetrics.lineSpacing();
    const int lines = std::max(1, static_cast<int>((place.height() + 2) / step));
    painter_.setPen(tokens_.color(ColorToken::TextSecondary));
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(place.width());
        line.setPosition(QPointF(0, i * step));
        const bool isCut = i + 1 == lines && line.textStart() + line.textLength() < text.size();
        if (!isCut)
            continue;
        layout.endLayout();
        const QString rest = text.mid(line.textStart());
        painter_.save();
        painter_.setClipRect(place.adjusted(0, -2, 0, i * step + 1 - place.height()));
        if (i > 0)
            layout.draw(&painter_, place.topLeft());
        painter_.restore();
        painter_.setFont(fonts_.small);
        painter_.drawText(QRectF(place.left(), place.top() + i * step, place.width(), step),
            static_cast<int>(atStart() | Qt::AlignVCenter) | Qt::TextSingleLine,
            fonts_.smallMetrics.elidedText(rest, Qt::ElideRight, place.width()));
        return;
    }
    layout.endLayout();
    layout.draw(&painter_, place.topLeft());
}

void LanePainter::paintCounts()
{
    const QString text = state_->waitingCount > 0
        ? BoardContent::tr("%1 running · %2 waiting")
              .arg(countText(state_->runningCount), countText(state_->waitingCount))
        : BoardContent::tr("%1 running").arg(countText(state_->runningCount));
    painter_.setFont(fonts_.small);
    painter_.setPen(tokens_.color(ColorToken::TextSecondary));
    painter_.drawText(m(shape_.counts), static_cast<int>(atEnd() | Qt::AlignVCenter) | Qt::TextSingleLine,
        fonts_.smallMetrics.elidedText(text, Qt::ElideRight, shape_.counts.width()));
}

BoardMeasure measureOf(const BoardContent& content, const BoardFonts& fonts, BoardDensity density)
{
    BoardMeasure measure;
    measure.em = fonts.em;
    const double em = fonts.em;
    measure.name = [&](ShareIndex share) { return fonts.titleMetrics.horizontalAdvance(content.shareName(share)) + 2; };
    measure.headerChip = [&content, &fonts, em](ShareIndex share, HeaderChip chip) {
        const QString text = content.headerChipText(share, chip);
        const bool hasIcon = chip == HeaderChip::Strategy || chip == HeaderChip::Protected;
        return text.isEmpty() ? 0.0 : fonts.smallMetrics.horizontalAdvance(text) + (22 + (hasIcon ? 16 : 0)) * em;
    };
    measure.waits = [&](ShareIndex share) {
        return fonts.baseMetrics.horizontalAdvance(BoardContent::tr("P95 wait ") + content.waitCountText(share))
            + fonts.boldMetrics.horizontalAdvance(content.waitValueText(share)) + 2;
    };
    measure.unit = [&](UnitIndex unit) { return fonts.baseMetrics.horizontalAdvance(content.unitName(unit)); };
    measure.waitingChip = [&content, &fonts, em](const WaitingJob& job, std::size_t position) {
        return fonts.smallMetrics.horizontalAdvance(countText(position))
            + fonts.smallBoldMetrics.horizontalAdvance(content.jobTitle(job.job))
            + fonts.smallMetrics.horizontalAdvance(content.sizeText(job.instances, job.priority))
            + fonts.smallMetrics.horizontalAdvance(waitSoFar(content, job)) + 36 * em;
    };
    const bool isCompact = density == BoardDensity::Compact;
    measure.reclaimed = [&content, &fonts, em, isCompact](const ReclaimedJob& job) {
        const double width = fonts.boldMetrics.horizontalAdvance(content.jobTitle(job.job))
            + fonts.baseMetrics.horizontalAdvance(content.reclaimedText(job))
            + fonts.smallMetrics.horizontalAdvance(content.lostText(job)) + 50 * em;
        return isCompact ? std::min(width, 220 * em) : width;
    };
    measure.stopping = [&content, &fonts, em, isCompact](const RunningJob& job) {
        const QFontMetricsF& title = isCompact ? fonts.smallBoldMetrics : fonts.boldMetrics;
        const QFontMetricsF& text = isCompact ? fonts.smallMetrics : fonts.baseMetrics;
        const double width = title.horizontalAdvance(content.jobTitle(job.job))
            + text.horizontalAdvance(stoppingText(content, job)) + 44 * em;
        return isCompact ? std::min(width, 260 * em) : width;
    };
    return measure;
}

} // namespace quotaboard
