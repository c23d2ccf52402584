// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/charts/chart_scene.h"

#include <QtCharts/QChartView>

#include <optional>
#include <vector>

QT_BEGIN_NAMESPACE
class QAreaSeries;
class QLineSeries;
class QToolButton;
class QValueAxis;
QT_END_NAMESPACE

namespace quotaboard {

/// One chart: curves by QtCharts, everything else painted around and over them. What lies after the time cursor is
/// shown faintly. Click moves the clock, drag selects a range, a click in the legend isolates, double click resets.
/// Keys: Left and Right move the clock, with Shift they extend a range; Esc clears; Ctrl+C copies. Actions added to it
/// (QWidget::addAction) stand first in its menu.
class ChartView : public QChartView {
    Q_OBJECT

public:
    explicit ChartView(const Theme& theme, QWidget* parent = nullptr);

    void setContent(ChartContent content);
    [[nodiscard]] const ChartContent& content() const { return scene_.content; }
    [[nodiscard]] const ChartScene& layout() const { return scene_; }

    void setNow(TimeMs now);
    /// The run shown is older than the scenario.
    void setStale(bool stale);
    /// A thin line where the pointer is in a neighbouring chart.
    void setHover(std::optional<TimeMs> time);
    void setLog(bool log);
    void setIsolated(int group);
    void setRange(std::optional<std::pair<TimeMs, TimeMs>> range);
    [[nodiscard]] std::optional<std::pair<TimeMs, TimeMs>> range() const { return scene_.range; }
    /// Range and isolation are gone.
    void reset();

    /// The rows of the range, or all, as text.
    [[nodiscard]] QString asText() const;
    /// To the clipboard: that text, and the chart as a picture.
    void copy();
    /// Paints the chart without what belongs to the moment: focus and pointer.
    void paintForExport(QPainter& painter, const QRectF& target);

Q_SIGNALS:
    void seekRequested(qint64 time);
    /// -1: the pointer has left.
    void hovered(qint64 time);
    /// Both -1: there is none any more.
    void rangeChanged(qint64 from, qint64 to);
    /// Double click: whoever changed something else for this chart resets that too.
    void wasReset();
    /// Something the user should know, such as a file that could not be written.
    void messageRaised(const QString& text);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void buildOptions();
    void popUpMenu(const QPoint& at);
    void followTheme();
    void layOut();
    void updateSeries();
    void updateAreas();
    void updateLines();
    [[nodiscard]] QLineSeries* lineAt(std::size_t index);
    [[nodiscard]] QAreaSeries* areaAt(std::size_t index);
    [[nodiscard]] QList<QPointF> onAxis(const std::vector<QPointF>& points) const;
    void describe();
    [[nodiscard]] TimeMs neighbour(int direction) const;
    void extendRange(int direction);
    void exportAs(const QString& suffix);
    void exportTo(const QString& chosen, const QString& suffix);

    ChartScene scene_;
    QToolButton* options_ = nullptr;
    QValueAxis* timeAxis_;
    QValueAxis* valueAxis_;
    std::vector<QAreaSeries*> areas_;
    std::vector<QLineSeries*> lines_;
    std::optional<QPointF> pressedAt_;
    TimeMs pressedTime_ = 0;
    TimeMs nowBeforeClick_ = 0;
    bool isDragging_ = false;
    bool isExporting_ = false;
};

} // namespace quotaboard
