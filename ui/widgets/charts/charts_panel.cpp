// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/charts_panel.h"

#include "core/experiment/run_result.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/charts/chart_view.h"
#include "ui/widgets/style/theme.h"

#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QThreadPool>
#include <QToolButton>

#include <utility>

namespace quotaboard {

ChartsPanel::ChartsPanel(ScenarioDocument& document, Playback& playback, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
    , theme_(theme)
{
    setObjectName(QStringLiteral("chartsPanel"));
    setAccessibleName(tr("Charts"));
    buildCharts();
    buildTable();
    buildBar();
    buildOptions();
    restyle();
    connect(&theme, &Theme::changed, this, &ChartsPanel::restyle);
    connect(&playback, &Playback::resultChanged, this, &ChartsPanel::onResult);
    connect(&playback, &Playback::positionChanged, this, &ChartsPanel::onPosition);
    connect(&playback, &Playback::computingChanged, this, &ChartsPanel::onPosition);
    onResult();
}

ChartsPanel::~ChartsPanel() = default;

void ChartsPanel::connectChart(ChartView& view)
{
    connect(&view, &ChartView::seekRequested, &playback_, &Playback::seek);
    connect(&view, &ChartView::messageRaised, this, &ChartsPanel::messageRaised);
    connect(&view, &ChartView::hovered, this, [this, &view](qint64 time) {
        for (ChartView* other : charts_) {
            if (other != &view)
                other->setHover(time < 0 ? std::nullopt : std::optional<TimeMs>(time));
        }
    });
    connect(&view, &ChartView::wasReset, this, [this, &view] {
        if (&view == &chart(ChartKind::Waits))
            log_->setChecked(false);
    });
}

void ChartsPanel::setChartVisible(ChartKind kind, bool visible)
{
    toggles_[static_cast<std::size_t>(kind)]->setChecked(visible);
}

void ChartsPanel::setWaitWindow(TimeMs window)
{
    window_->setCurrentIndex(window_->findData(QVariant::fromValue<qlonglong>(window)));
}

void ChartsPanel::setShowsTable(bool shows)
{
    tableButton_->setChecked(shows);
}

ChartSplit ChartsPanel::split() const
{
    return split_->currentIndex() == 1 ? ChartSplit::All : ChartSplit::Share;
}

void ChartsPanel::showEmpty()
{
    const QString why = !document_.isOpen() ? tr("Nothing is open.")
        : playback_.failure()               ? tr("The run could not be made.")
                                            : tr("The run is being made …");
    for (std::size_t i = 0; i < kCharts; ++i)
        charts_[i]->setContent(emptyContent(static_cast<ChartKind>(i), why));
}

/// The board's colours: by the share itself and not by its place in a chart, so that no new order changes them.
void ChartsPanel::setContent(ChartKind kind, ChartContent content)
{
    for (ChartGroup& group : content.groups) {
        if (group.paint == ChartPaint::Share)
            group.share = static_cast<int>(result_->series.shares[static_cast<std::size_t>(group.share)].share.value());
    }
    chart(kind).setContent(std::move(content));
}

void ChartsPanel::onResult()
{
    result_ = playback_.result();
    if (!result_) {
        showEmpty();
    } else {
        const Scenario& scenario = *result_->scenario;
        waits_.reset();
        makeWaits();
        showWaste();
        if (!waits_)
            showDrift();
        setContent(ChartKind::Utilisation, utilisationContent(scenario, result_->series));
        showQueue();
    }
    onPosition();
    showTable();
}

void ChartsPanel::onPosition()
{
    if (!result_ && !playback_.result())
        showEmpty();
    const TimeMs now = playback_.isAtStart() ? 0 : playback_.now();
    for (ChartView* view : charts_) {
        view->setNow(now);
        view->setStale(result_ && playback_.isComputing());
    }
}

void ChartsPanel::makeWaits()
{
    if (!result_)
        return;
    if (!isLong(result_->series)) {
        takeWaits(result_, std::make_shared<const WaitCurves>(makeWaitCurves(result_->series, waitWindow_)));
        return;
    }
    isMakingWaits_ = true;
    QPointer<ChartsPanel> panel(this);
    QThreadPool::globalInstance()->start([panel, result = result_, window = waitWindow_] {
        auto curves = std::make_shared<const WaitCurves>(makeWaitCurves(result->series, window));
        // Back in the GUI thread, where the panel may be gone.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [panel, result, curves = std::move(curves)] {
                if (panel)
                    panel->takeWaits(result, curves);
            },
            Qt::QueuedConnection);
    });
}

void ChartsPanel::takeWaits(std::shared_ptr<const RunResult> result, std::shared_ptr<const WaitCurves> curves)
{
    // Another run or window has been asked for meanwhile.
    if (result != result_ || curves->window != waitWindow_)
        return;
    isMakingWaits_ = false;
    waits_ = std::move(curves);
    showWaits();
    showDrift();
}

void ChartsPanel::showWaits()
{
    if (!result_ || !waits_)
        return;
    setContent(ChartKind::Waits, waitsContent(*result_->scenario, result_->series, *waits_, split()));
    showTable();
}

void ChartsPanel::showWaste()
{
    if (!result_)
        return;
    const bool isRate = chosen(*wasteMeasure_) == 1;
    setContent(ChartKind::Waste,
        wasteContent(*result_->scenario, result_->series, isRate ? WasteMeasure::PerHour : WasteMeasure::Cumulative));
    showTable();
}

void ChartsPanel::showDrift()
{
    if (!result_)
        return;
    const auto measure = static_cast<DriftMeasure>(chosen(*driftMeasure_));
    setContent(ChartKind::Drift, driftContent(*result_->scenario, result_->series, waits_.get(), measure));
    showTable();
}

void ChartsPanel::showQueue()
{
    if (!result_)
        return;
    const bool countsGpus = measure_->currentIndex() == 1;
    setContent(ChartKind::Queue, queueContent(*result_->scenario, result_->series, countsGpus, split()));
    showTable();
}

void ChartsPanel::showTable()
{
    if (stack_->currentWidget() == scroll_)
        return;
    const auto kind = static_cast<ChartKind>(tableChart_->currentIndex());
    tableModel_->setContent(chart(kind).content());
    table_->setAccessibleName(tr("%1, data table").arg(chart(kind).content().title));
}

void ChartsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeBar();
}

void ChartsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (tableButton_ && (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange))
        QMetaObject::invokeMethod(this, &ChartsPanel::arrangeBar, Qt::QueuedConnection);
}

} // namespace quotaboard
