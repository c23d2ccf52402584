// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/chart_view.h"

#include "ui/logic/plot/chart_text.h"
#include "ui/logic/plot/decimation.h"
#include "ui/widgets/charts/chart_painter.h"
#include "ui/widgets/charts/chart_style.h"
#include "ui/widgets/style/theme.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <QGraphicsLayout>
#include <QPainter>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quotaboard {

namespace {

/// At normal text size.
constexpr int kMinimumHeight = 112;
constexpr int kMinimumWidth = 232;
constexpr std::size_t kFewGroups = 8;
constexpr int kOptionsMargin = 8;

} // namespace

ChartView::ChartView(const Theme& theme, QWidget* parent)
    : QChartView(parent)
    , scene_(theme)
    , timeAxis_(new QValueAxis(this))
    , valueAxis_(new QValueAxis(this))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    // The chart has the focus and the name, not the part of it that is painted.
    viewport()->setFocusPolicy(Qt::NoFocus);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // QtCharts elides labels and divides ranges unevenly; only its curves are used.
    chart()->setBackgroundVisible(false);
    chart()->setMargins(QMargins());
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    for (QValueAxis* axis : {timeAxis_, valueAxis_}) {
        axis->setVisible(false);
        chart()->addAxis(axis, axis == timeAxis_ ? Qt::AlignBottom : Qt::AlignLeft);
    }
    buildOptions();
    connect(&theme, &Theme::changed, this, &ChartView::followTheme);
    followTheme();
}

void ChartView::followTheme()
{
    setMinimumSize(scene_.theme().scaled(kMinimumWidth), scene_.theme().scaled(kMinimumHeight));
    layOut();
}

void ChartView::setContent(ChartContent content)
{
    scene_.content = std::move(content);
    if (scene_.isolated >= static_cast<int>(scene_.content.groups.size()))
        scene_.isolated = -1;
    if (scene_.range && scene_.range->second > scene_.content.end)
        setRange(std::nullopt);
    scene_.hover.reset();
    layOut();
}

void ChartView::layOut()
{
    scene_.layOut(QSizeF(viewport()->size()));
    // A hidden chart catches up when it is shown.
    if (isVisible())
        updateSeries();
    describe();
    viewport()->update();
}

/// A button for what the context menu offers, for those who do not look for one.
void ChartView::buildOptions()
{
    options_ = new QToolButton(this);
    options_->setObjectName(QStringLiteral("chartOptions"));
    options_->setText(QStringLiteral("⋯"));
    options_->setAutoRaise(true);
    // All of the small square for the dots.
    options_->setStyleSheet(QStringLiteral("QToolButton { padding: 0; }"));
    options_->setFocusPolicy(Qt::TabFocus);
    options_->setCursor(Qt::ArrowCursor);
    options_->setToolTip(tr("Options, copy and export"));
    connect(options_, &QToolButton::clicked, this,
        [this] { popUpMenu(options_->mapToGlobal(QPoint(0, options_->height()))); });
}

void ChartView::describe()
{
    setAccessibleName(scene_.content.title);
    options_->setAccessibleName(tr("Options of the chart %1").arg(scene_.content.title));
    setAccessibleDescription(chartDescription(scene_.content, scene_.now));
}

void ChartView::setNow(TimeMs now)
{
    const qreal before = scene_.x(scene_.now);
    scene_.now = now;
    const qreal after = scene_.x(now);
    if (hasFocus())
        describe();
    if (std::abs(after - before) < 0.25)
        return;
    const QRectF& plot = scene_.plot();
    const QRectF strip(
        std::min(before, after) - 3, plot.top() - 6, std::abs(after - before) + 6, scene_.bottom() - plot.top() + 12);
    viewport()->update(strip.toAlignedRect());
    // They tell their value at the clock.
    for (const ChartScene::StripPlace& place : scene_.strips())
        viewport()->update(place.rect.toAlignedRect());
}

void ChartView::setStale(bool stale)
{
    if (stale == scene_.isStale)
        return;
    scene_.isStale = stale;
    layOut();
}

void ChartView::setHover(std::optional<TimeMs> time)
{
    if (time == scene_.hover)
        return;
    scene_.hover = time;
    viewport()->update();
}

void ChartView::setLog(bool log)
{
    scene_.isLog = log;
    layOut();
}

void ChartView::setIsolated(int group)
{
    scene_.isolated = group;
    layOut();
}

void ChartView::setRange(std::optional<std::pair<TimeMs, TimeMs>> range)
{
    if (range == scene_.range)
        return;
    scene_.range = range;
    viewport()->update();
    Q_EMIT rangeChanged(range ? range->first : -1, range ? range->second : -1);
}

void ChartView::reset()
{
    setRange(std::nullopt);
    setIsolated(-1);
    Q_EMIT wasReset();
}

QLineSeries* ChartView::lineAt(std::size_t index)
{
    while (lines_.size() <= index) {
        auto* line = new QLineSeries(this);
        chart()->addSeries(line);
        line->attachAxis(timeAxis_);
        line->attachAxis(valueAxis_);
        lines_.push_back(line);
    }
    return lines_[index];
}

QAreaSeries* ChartView::areaAt(std::size_t index)
{
    while (areas_.size() <= index) {
        auto* area = new QAreaSeries(new QLineSeries(this), new QLineSeries(this));
        area->setParent(this);
        chart()->addSeries(area);
        area->attachAxis(timeAxis_);
        area->attachAxis(valueAxis_);
        areas_.push_back(area);
    }
    return areas_[index];
}

/// Thinned out to the width of the plot, and on the value axis.
QList<QPointF> ChartView::onAxis(const std::vector<QPointF>& points) const
{
    // With many curves half the columns are enough; all together must not take longer than a frame.
    const bool isCrowded = scene_.isolated < 0 && scene_.content.groups.size() > kFewGroups;
    const int columns = static_cast<int>(scene_.plot().width()) / (isCrowded ? 2 : 1);
    QList<QPointF> result = decimate(points, 0, static_cast<double>(scene_.content.end), std::max(1, columns));
    if (scene_.axis().isLog) {
        for (QPointF& point : result)
            point.setY(scene_.axis().position(point.y()));
    }
    return result;
}

void ChartView::updateSeries()
{
    chart()->setPlotArea(scene_.plot());
    timeAxis_->setRange(0, std::max(1.0, static_cast<double>(scene_.content.end)));
    valueAxis_->setRange(scene_.axis().low, scene_.axis().high);
    updateAreas();
    updateLines();
}

void ChartView::updateAreas()
{
    std::size_t used = 0;
    std::vector<double> base(scene_.content.times.size(), 0.0);
    for (const ChartColumn& column : scene_.content.columns) {
        if (column.role != ChartRole::Area || !scene_.isShown(column) || scene_.isEmpty())
            continue;
        std::vector<double> top = base;
        for (std::size_t row = 0; row < top.size(); ++row)
            top[row] += column.values[row];
        QAreaSeries* area = areaAt(used++);
        area->setPen(Qt::NoPen);
        area->setBrush(chartBrush(scene_.theme().tokens(), scene_.groupOf(column)));
        area->lowerSeries()->replace(onAxis(scene_.content.outline(base)));
        area->upperSeries()->replace(onAxis(scene_.content.outline(top)));
        area->setVisible(true);
        base = std::move(top);
    }
    for (; used < areas_.size(); ++used)
        areas_[used]->setVisible(false);
}

void ChartView::updateLines()
{
    std::size_t used = 0;
    for (const ChartColumn& column : scene_.content.columns) {
        const bool isRight = column.role == ChartRole::RightLine;
        const bool isLine = column.role == ChartRole::Line || column.role == ChartRole::ThinLine || isRight;
        if (!isLine || !scene_.isShown(column) || scene_.isEmpty())
            continue;
        const QPen pen = chartPen(scene_.theme().tokens(), scene_.groupOf(column), column.role);
        for (std::vector<QPointF>& piece : scene_.content.pieces(column)) {
            for (QPointF& point : piece)
                point.setY(isRight ? scene_.fromRight(point.y()) : point.y());
            QLineSeries* line = lineAt(used++);
            line->setPen(pen);
            line->replace(onAxis(piece));
            line->setVisible(true);
        }
    }
    for (; used < lines_.size(); ++used)
        lines_[used]->setVisible(false);
}

void ChartView::drawBackground(QPainter* painter, const QRectF& rect)
{
    painter->fillRect(rect, scene_.theme().tokens().color(ColorToken::Surface));
    painter->save();
    paintChartBackground(*painter, scene_);
    painter->restore();
}

void ChartView::drawForeground(QPainter* painter, const QRectF& /*rect*/)
{
    painter->save();
    paintChartForeground(*painter, scene_);
    if (hasFocus() && !isExporting_) {
        QPen pen(scene_.theme().tokens().color(ColorToken::Focus), 2);
        painter->setPen(pen);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(viewport()->rect()).adjusted(2, 2, -2, -2));
    }
    painter->restore();
}

void ChartView::showEvent(QShowEvent* event)
{
    QChartView::showEvent(event);
    layOut();
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    const int side = static_cast<int>(scene_.titleHeight());
    options_->setGeometry(width() - side - kOptionsMargin, 3, side, side);
    layOut();
}

void ChartView::paintForExport(QPainter& painter, const QRectF& target)
{
    const std::optional<TimeMs> hover = std::exchange(scene_.hover, std::nullopt);
    isExporting_ = true;
    render(&painter, target);
    isExporting_ = false;
    scene_.hover = hover;
}

QString ChartView::asText() const
{
    return scene_.range ? chartAsTabs(scene_.content, scene_.range->first, scene_.range->second)
                        : chartAsTabs(scene_.content, 0, scene_.content.end);
}

} // namespace quotaboard
