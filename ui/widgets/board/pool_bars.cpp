// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/pool_bars.h"

#include "ui/widgets/board/board_fonts.h"
#include "ui/widgets/board/ledger_painter.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

/// Left and right of a bar, so that its focus ring touches no text.
constexpr int kFocusRoom = 6;
constexpr int kShortestBar = 40;
/// A measure is at least so wide, and takes no room from a bar that would be shorter than this.
constexpr double kShortestMeasure = 18;
constexpr double kBarBesideMeasure = 180;
constexpr double kMeasureRoom = 196;

QString excessText(const PoolState& pool)
{
    return BoardContent::tr("limits exceed it by %L1").arg(static_cast<qlonglong>(pool.totalLimit - pool.capacity));
}

} // namespace

PoolBar::PoolBar(const BoardContent& content, const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , content_(content)
    , theme_(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
}

void PoolBar::setUnit(UnitIndex unit)
{
    unit_ = unit;
    const PoolState* pool = content_.pool(unit);
    setAccessibleName(pool != nullptr ? content_.poolSentence(*pool) : QString());
}

QSize PoolBar::sizeHint() const
{
    // With many units the strip must not push the board out of the page.
    return {600, theme_.scaled(content_.state().pools.size() > 3 ? 21 : 26)};
}

bool PoolBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const PoolState* pool = content_.pool(unit_);
        if (pool != nullptr)
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), content_.poolSentence(*pool), this);
        return true;
    }
    return QAbstractButton::event(event);
}

void PoolBar::paintEvent(QPaintEvent*)
{
    const PoolState* pool = content_.pool(unit_);
    if (pool == nullptr)
        return;
    QPainter painter(this);
    const Tokens& tokens = theme_.tokens();
    const BoardFonts fonts(theme_);
    const QRectF row = QRectF(rect()).adjusted(kFocusRoom, 0, -kFocusRoom, 0);
    painter.setFont(fonts.bold);
    painter.setPen(tokens.color(ColorToken::Text));
    const BoardMirror m = mirror();
    painter.drawText(m(QRectF(row.left(), row.top(), label_, row.height())),
        static_cast<int>((m.isOn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter),
        fonts.boldMetrics.elidedText(content_.unitName(unit_), Qt::ElideRight, label_ - 8));
    const double right = paintNumbers(painter, *pool, fonts, row);
    const double height = 14 * fonts.em;
    const double left = row.left() + label_;
    // Rather no bar than one over the numbers.
    if (isWholeAt(width())) {
        const bool hasMeasure = right - left - (kMeasureRoom + 20) * fonts.em >= kBarBesideMeasure * fonts.em;
        const double end = hasMeasure ? paintScale(painter, fonts, right - 20 * fonts.em, row) : right - 20 * fonts.em;
        paintBar(painter, *pool, QRectF(left, row.center().y() - height / 2, end - left, height));
    }
    if (hasFocus()) {
        painter.setPen(QPen(tokens.color(ColorToken::Focus), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void PoolBar::setScale(double scale)
{
    if (scale == scale_)
        return;
    scale_ = scale;
    update();
}

std::int64_t PoolBar::measuredInstances() const
{
    if (scale_ <= 0)
        return 0;
    const double wanted = kShortestMeasure * BoardFonts(theme_).em / scale_;
    for (std::int64_t power = 1; power <= kMaxInstances; power *= 10) {
        for (const std::int64_t count : {power, 2 * power, 5 * power}) {
            if (static_cast<double>(count) >= wanted)
                return count;
        }
    }
    return 0;
}

double PoolBar::paintScale(QPainter& painter, const BoardFonts& fonts, double right, const QRectF& row) const
{
    const std::int64_t count = measuredInstances();
    const double from = right - kMeasureRoom * fonts.em;
    if (count == 0)
        return from;
    const Tokens& tokens = theme_.tokens();
    const BoardMirror m = mirror();
    const double width = static_cast<double>(count) * scale_;
    const QString text = count == 1 ? BoardContent::tr("= 1 instance", "beside a measure")
                                    : BoardContent::tr("= %L1 instances", "beside a measure").arg(count);
    const double x = from + 14 * fonts.em;
    const double textX = x + width + 6 * fonts.em;
    if (textX + fonts.smallMetrics.horizontalAdvance(text) > right)
        return from;
    painter.setPen(QPen(tokens.color(ColorToken::TextSecondary), 1));
    const double y = row.center().y();
    const double tick = 4 * fonts.em;
    painter.drawLine(m(QLineF(x, y, x + width, y)));
    painter.drawLine(m(QLineF(x, y - tick, x, y + tick)));
    painter.drawLine(m(QLineF(x + width, y - tick, x + width, y + tick)));
    painter.setFont(fonts.small);
    painter.drawText(m(QRectF(textX, row.top(), right - textX, row.height())),
        static_cast<int>((m.isOn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter), text);
    return from;
}

BoardMirror PoolBar::mirror() const
{
    return {layoutDirection() == Qt::RightToLeft, static_cast<double>(width())};
}

bool PoolBar::isWholeAt(int width) const
{
    const PoolState* pool = content_.pool(unit_);
    if (pool == nullptr)
        return true;
    const BoardFonts fonts(theme_);
    double needed
        = std::max(fonts.baseMetrics.horizontalAdvance(BoardContent::poolNumbers(*pool)) + 1, numbers_) + label_;
    if (pool->totalLimit > pool->capacity)
        needed += fonts.smallMetrics.horizontalAdvance(excessText(*pool)) + 24 * fonts.em;
    return needed + 20 * fonts.em + kShortestBar <= width - 2 * kFocusRoom;
}

double PoolBar::paintNumbers(QPainter& painter, const PoolState& pool, const BoardFonts& fonts, const QRectF& row) const
{
    const Tokens& tokens = theme_.tokens();
    const QString free = BoardContent::poolNumbers(pool);
    const double width = std::max(fonts.baseMetrics.horizontalAdvance(free) + 1, numbers_);
    const double left = row.right() - width;
    painter.setFont(fonts.base);
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    const BoardMirror m = mirror();
    painter.drawText(m(QRectF(left, row.top(), width, row.height())),
        static_cast<int>((m.isOn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignAbsolute | Qt::AlignVCenter), free);
    if (pool.totalLimit <= pool.capacity)
        return left;
    const QString over = excessText(pool);
    const double plateWidth = fonts.smallMetrics.horizontalAdvance(over) + 16 * fonts.em;
    const QRectF plate(left - plateWidth - 8 * fonts.em, row.center().y() - 9 * fonts.em, plateWidth, 18 * fonts.em);
    painter.fillRect(m(plate), tokens.color(ColorToken::WarnSurface));
    painter.setFont(fonts.small);
    painter.setPen(tokens.color(ColorToken::WarnText));
    painter.drawText(m(plate), Qt::AlignCenter, over);
    return plate.left();
}

void PoolBar::paintBar(QPainter& painter, const PoolState& pool, const QRectF& bar) const
{
    const Tokens& tokens = theme_.tokens();
    const std::int64_t used = pool.own + pool.borrowed + pool.stopping;
    const std::int64_t reserved = pool.reservedIdle;
    const std::int64_t whole = std::max<std::int64_t>({1, pool.capacity, used + reserved});
    const BoardMirror m = mirror();
    const auto part = [&](std::int64_t from, std::int64_t count) {
        const double scale = bar.width() / static_cast<double>(whole);
        return m(QRectF(bar.left() + static_cast<double>(from) * scale, bar.top(), static_cast<double>(count) * scale,
            bar.height()));
    };
    painter.setPen(tokens.pen(ColorToken::Border));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(m(bar.adjusted(0.5, 0.5, -0.5, -0.5)));
    paintSegment(painter, tokens, SegmentFill::Own, part(0, pool.own));
    paintSegment(painter, tokens, SegmentFill::Borrowed, part(pool.own, pool.borrowed));
    paintSegment(painter, tokens, SegmentFill::Waste, part(pool.own + pool.borrowed, pool.stopping));
    paintSegment(painter, tokens, SegmentFill::ReservedIdle, part(whole - reserved, reserved));
    // More is used or held back than there is: a mark shows where the capacity ends.
    if (used + reserved > pool.capacity) {
        const double x = part(pool.capacity, 0).left();
        painter.fillRect(QRectF(x - 1, bar.top() - 3, 2, bar.height() + 6), tokens.color(ColorToken::Text));
    }
}

PoolBars::PoolBars(const BoardContent& content, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , content_(content)
    , theme_(theme)
    , rows_(new QVBoxLayout(this))
{
    setObjectName(u"poolBars"_qs);
    setAccessibleName(tr("Pool"));
    // In line with the lanes below, which leave room for a scroll bar.
    const int scrollBar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    rows_->setContentsMargins(16 - kFocusRoom, 10, 16 - kFocusRoom + scrollBar, 12);
    rows_->setSpacing(0);
    connect(&content_, &BoardContent::changed, this, &PoolBars::refresh);
    connect(&theme_, &Theme::changed, this, &PoolBars::refresh);
    refresh();
}

void PoolBars::refresh()
{
    const std::vector<PoolState>& pools = content_.state().pools;
    while (bars_.size() > pools.size()) {
        delete bars_.back();
        bars_.pop_back();
    }
    while (bars_.size() < pools.size()) {
        auto* bar = new PoolBar(content_, theme_, this);
        connect(bar, &PoolBar::clicked, this, [this, bar] { Q_EMIT poolClicked(bar->unit()); });
        rows_->addWidget(bar);
        bars_.push_back(bar);
    }
    const BoardFonts fonts(theme_);
    double label = 0;
    double numbers = 100 * fonts.em;
    for (const PoolState& pool : pools) {
        numbers = std::max(numbers, fonts.baseMetrics.horizontalAdvance(BoardContent::poolNumbers(pool)) + 1);
        label = std::max(label, fonts.boldMetrics.horizontalAdvance(content_.unitName(pool.unit)) + 24 * fonts.em);
    }
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        bars_[i]->setLabelWidth(std::min(label, 180 * fonts.em));
        bars_[i]->setNumbersWidth(numbers);
        bars_[i]->setUnit(pools[i].unit);
        const std::size_t unit = pools[i].unit.value();
        bars_[i]->setScale(unit < scales_.size() ? scales_[unit] : 0);
        bars_[i]->updateGeometry();
        bars_[i]->update();
    }
    setVisible(!pools.empty());
}

void PoolBars::setScales(const std::vector<double>& scales)
{
    if (scales == scales_)
        return;
    scales_ = scales;
    refresh();
}

void PoolBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_.tokens().color(ColorToken::Surface));
    painter.setPen(theme_.tokens().pen(ColorToken::Border));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace quotaboard
