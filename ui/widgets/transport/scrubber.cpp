// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/transport/scrubber.h"

#include "ui/widgets/style/theme.h"
#include "ui/widgets/transport/scrubber_accessible.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <optional>

namespace quotaboard {

namespace {

constexpr qreal kKnobRadius = 7;
constexpr qreal kTrackHeight = 4;
constexpr qreal kMargin = kKnobRadius + 3;
constexpr qreal kTickWidth = 2;
constexpr qreal kShortestTick = 5;
constexpr qreal kLongestTick = 10;
/// Half of a diamond.
constexpr qreal kMarkSize = 5;

} // namespace

Scrubber::Scrubber(const Theme& theme, TimeText timeText, QWidget* parent)
    : QWidget(parent)
    , theme_(theme)
    , timeText_(std::move(timeText))
{
    installScrubberAccessible();
    setObjectName("scrubber");
    setAccessibleName(tr("Time"));
    setAccessibleDescription(tr(
        "Moves the clock. Red ticks are preemptions, flags are policy edits, diamonds are breakpoints. Ctrl with Left "
        "or Right goes to the next flag or diamond."));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Scrubber::setTime(TimeMs time)
{
    if (time == time_)
        return;
    time_ = time;
    update();
    tellScrubberValue(this);
}

void Scrubber::setEnd(TimeMs end)
{
    if (end == end_)
        return;
    end_ = end;
    update();
}

void Scrubber::setDensity(std::vector<std::uint32_t> density)
{
    density_ = std::move(density);
    update();
}

void Scrubber::setFlags(std::vector<TimeMs> flags)
{
    flags_ = std::move(flags);
    update();
}

void Scrubber::setMarks(std::vector<ScrubberMark> marks)
{
    if (marks == marks_)
        return;
    marks_ = std::move(marks);
    update();
}

const ScrubberMark* Scrubber::markAt(qreal x) const
{
    const ScrubberMark* nearest = nullptr;
    qreal distance = kMarkSize;
    for (const ScrubberMark& mark : marks_) {
        const qreal away = std::abs(positionOf(mark.at) - x);
        if (mark.at > end_ || away > distance)
            continue;
        nearest = &mark;
        distance = away;
    }
    return nearest;
}

TimeMs Scrubber::neighbour(int direction) const
{
    std::optional<TimeMs> nearest;
    const auto offer = [&](TimeMs time) {
        const bool isBeyond = direction > 0 ? time > time_ && time <= end_ : time < time_;
        if (isBeyond && (!nearest || (direction > 0 ? time < *nearest : time > *nearest)))
            nearest = time;
    };
    for (const TimeMs flag : flags_)
        offer(flag);
    for (const ScrubberMark& mark : marks_)
        offer(mark.at);
    return nearest.value_or(time_);
}

qreal Scrubber::positionOf(TimeMs time) const
{
    const qreal length = width() - 2 * kMargin;
    if (end_ <= 0)
        return kMargin;
    const qreal part = static_cast<qreal>(time) / static_cast<qreal>(end_);
    return kMargin + length * std::clamp(part, 0.0, 1.0);
}

TimeMs Scrubber::timeAt(qreal x) const
{
    const qreal length = width() - 2 * kMargin;
    if (length <= 0)
        return 0;
    const qreal part = std::clamp((x - kMargin) / length, 0.0, 1.0);
    return std::llround(part * static_cast<qreal>(end_));
}

TimeMs Scrubber::smallStep() const
{
    return std::max<TimeMs>(1, end_ / 100);
}

TimeMs Scrubber::largeStep() const
{
    return std::max<TimeMs>(1, end_ / 10);
}

QSize Scrubber::sizeHint() const
{
    return {400, 36};
}

QSize Scrubber::minimumSizeHint() const
{
    return {120, 36};
}

bool Scrubber::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && isEnabled()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const ScrubberMark* mark = markAt(help->pos().x());
        // Names come from files: as plain text.
        QToolTip::showText(
            help->globalPos(), mark ? mark->text.toHtmlEscaped() : timeText_(timeAt(help->pos().x())), this);
        return true;
    }
    return QWidget::event(event);
}

void Scrubber::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const Tokens& tokens = theme_.tokens();
    const qreal middle = height() / 2.0 + 2;
    const QRectF track(kMargin, middle - kTrackHeight / 2, width() - 2 * kMargin, kTrackHeight);
    const qreal knob = positionOf(time_);
    const ColorToken accent = isEnabled() ? ColorToken::Accent : ColorToken::TextDisabled;

    painter.setBrush(tokens.color(tokens.kind() == ThemeKind::HighContrast ? ColorToken::Grid : ColorToken::Border));
    painter.drawRoundedRect(track, 2, 2);
    painter.setBrush(tokens.color(accent));
    painter.drawRoundedRect(QRectF(track.left(), track.top(), knob - track.left(), track.height()), 2, 2);
    paintTicks(painter, track.top());
    paintFlags(painter, track.bottom());
    paintMarks(painter, middle);
    if (!isEnabled())
        return;

    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(tokens.color(ColorToken::Focus), 2));
        painter.drawEllipse(QPointF(knob, middle), kKnobRadius + 2.5, kKnobRadius + 2.5);
    }
    painter.setPen(QPen(tokens.color(accent), 3));
    painter.setBrush(tokens.color(ColorToken::Surface));
    painter.drawEllipse(QPointF(knob, middle), kKnobRadius - 1.5, kKnobRadius - 1.5);
}

void Scrubber::paintTicks(QPainter& painter, qreal track) const
{
    if (density_.empty() || end_ <= 0)
        return;
    // Several parts may fall on one tick; what counts is how many preemptions stand behind it.
    const int columns = std::max(1, static_cast<int>((width() - 2 * kMargin) / (kTickWidth + 1)));
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(columns), 0);
    for (std::size_t i = 0; i < density_.size(); ++i)
        counts[i * counts.size() / density_.size()] += density_[i];
    const std::uint32_t most = *std::max_element(counts.begin(), counts.end());
    if (most == 0)
        return;

    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.tokens().color(ColorToken::Waste));
    for (int i = 0; i < columns; ++i) {
        const std::uint32_t count = counts[static_cast<std::size_t>(i)];
        if (count == 0)
            continue;
        const qreal part = std::sqrt(static_cast<qreal>(count) / static_cast<qreal>(most));
        const qreal length = kShortestTick + (kLongestTick - kShortestTick) * part;
        const qreal x = kMargin + (width() - 2 * kMargin) * (i + 0.5) / columns;
        painter.drawRect(QRectF(x - kTickWidth / 2, track - 2 - length, kTickWidth, length));
    }
}

void Scrubber::paintFlags(QPainter& painter, qreal track) const
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.tokens().color(ColorToken::TextSecondary));
    for (const TimeMs flag : flags_) {
        const qreal x = positionOf(flag);
        painter.drawRect(QRectF(x - 0.75, track + 2, 1.5, 9));
        painter.drawPolygon(QPolygonF({{x, track + 11}, {x + 7, track + 8}, {x, track + 5}}));
    }
}

void Scrubber::paintMarks(QPainter& painter, qreal middle) const
{
    const Tokens& tokens = theme_.tokens();
    for (const ScrubberMark& mark : marks_) {
        if (mark.at > end_ || end_ <= 0)
            continue;
        const qreal x = positionOf(mark.at);
        painter.setPen(QPen(tokens.color(mark.isOn ? ColorToken::Text : ColorToken::TextDisabled), 1.5));
        if (mark.isBookmark) {
            painter.setBrush(tokens.color(ColorToken::Accent));
            const qreal side = kMarkSize * 0.7;
            painter.drawPolygon(QPolygonF({{x - side, middle - kMarkSize}, {x + side, middle - kMarkSize},
                {x + side, middle + kMarkSize}, {x, middle + side * 0.5}, {x - side, middle + kMarkSize}}));
            continue;
        }
        painter.setBrush(tokens.color(mark.isOn ? ColorToken::BorrowedStroke : ColorToken::Surface));
        painter.drawPolygon(QPolygonF(
            {{x, middle - kMarkSize}, {x + kMarkSize, middle}, {x, middle + kMarkSize}, {x - kMarkSize, middle}}));
    }
    painter.setPen(Qt::NoPen);
}

void Scrubber::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || end_ <= 0)
        return;
    isDragging_ = true;
    Q_EMIT draggingChanged(true);
    const ScrubberMark* mark = markAt(event->position().x());
    requestSeek(mark ? mark->at : timeAt(event->position().x()));
}

void Scrubber::mouseMoveEvent(QMouseEvent* event)
{
    if (!isDragging_)
        return;
    const ScrubberMark* mark = markAt(event->position().x());
    const TimeMs time = mark ? mark->at : timeAt(event->position().x());
    requestSeek(time);
    QToolTip::showText(event->globalPosition().toPoint(), timeText_(time), this);
}

void Scrubber::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !isDragging_)
        return;
    isDragging_ = false;
    Q_EMIT draggingChanged(false);
}

void Scrubber::keyPressEvent(QKeyEvent* event)
{
    const bool jumps = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Left:
        return requestSeek(jumps ? neighbour(-1) : time_ - smallStep());
    case Qt::Key_Right:
        return requestSeek(jumps ? neighbour(1) : time_ + smallStep());
    case Qt::Key_Down:
        return requestSeek(time_ - smallStep());
    case Qt::Key_Up:
        return requestSeek(time_ + smallStep());
    case Qt::Key_PageUp:
        return requestSeek(time_ + largeStep());
    case Qt::Key_PageDown:
        return requestSeek(time_ - largeStep());
    case Qt::Key_Home:
        return requestSeek(0);
    case Qt::Key_End:
        return requestSeek(end_);
    default:
        QWidget::keyPressEvent(event);
    }
}

void Scrubber::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().y() == 0)
        return event->ignore();
    requestSeek(time_ + (event->angleDelta().y() > 0 ? smallStep() : -smallStep()));
    event->accept();
}

void Scrubber::requestSeek(TimeMs time)
{
    const TimeMs wanted = std::clamp<TimeMs>(time, 0, end_);
    if (wanted != time_ || wanted == 0)
        Q_EMIT seekRequested(wanted);
}

} // namespace quotaboard
