// SPDX-License-Identifier: Apache-2.0
// The charts dock on a recorded run: mouse, keys, exports, table.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "core/experiment/run_result.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/logic/plot/chart_text.h"
#include "ui/widgets/charts/chart_export.h"
#include "ui/widgets/charts/chart_view.h"
#include "ui/widgets/charts/charts_panel.h"
#include "ui/widgets/style/theme.h"
#include "ui/widgets/window/settings.h"

#include <QtCharts/QLineSeries>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QFile>
#include <QFileDialog>
#include <QFontMetricsF>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <memory>
#endif

using namespace quotaboard;

class TestChartsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void threeChartsAreShownAtFirst();
    void clickMovesTheClock();
    void dragSelectsARange();
    void escapeGivesUpADrag();
    void legendIsolatesAndDoubleClickResets();
    void keysMoveTheClockAndCopy();
    void pointerReadsOutAllSeries();
    void oneCursorForAll();
    void exportsHoldTheNumbers();
    void tableShowsTheSeries();
    void windowChangesTheWaits();
    void logScaleKeepsTheData();
    void menuOffersExports();
    void exportAddsTheSuffix();
    void sharesHaveTheColoursOfTheBoard();
    void waitsSayWhoseTheyAre();
    void narrowPanelScrollsAndHasAMenu();
    void drawnPointsAreBoundedByTheWidth();
    void everythingFocusableHasAName();
    void withoutADocumentNothingIsDrawn();
    void headingsAreNotCut();
    void wasteHasARightAxis();
    void driftHasStripsWhereThereIsRoom();
    void menuChoosesTheMeasure();
    void choicesSurviveAStart();
    void chartIsCopiedAsTextAndPicture();
    void tableCopiesRows();

private:
    [[nodiscard]] ChartView& chart(ChartKind kind) { return panel_->chart(kind); }
    [[nodiscard]] QPoint pointAt(ChartView& view, double fraction) const
    {
        const QRectF& plot = view.layout().plot();
        return QPointF(plot.left() + plot.width() * fraction, plot.center().y()).toPoint();
    }
    void drag(ChartView& view, double from, double to);

    Theme theme_;
    std::unique_ptr<ScenarioDocument> document_;
    std::unique_ptr<Playback> playback_;
    std::unique_ptr<ChartsPanel> panel_;
};

void TestChartsPanel::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestChartsPanel::init()
{
    auto file
        = readScenarioFile(QUOTABOARD_SOURCE_DIR "/resources/samples/two-teams-3-lending-checkpoints.scenario.json");
    QVERIFY(file);
    document_ = std::make_unique<ScenarioDocument>();
    playback_ = std::make_unique<Playback>(*document_);
    panel_ = std::make_unique<ChartsPanel>(*document_, *playback_, theme_);
    panel_->resize(1200, 280);
    panel_->show();
    document_->open(file.value(), {});
    QTRY_VERIFY(playback_->result() && !playback_->isComputing());
}

void TestChartsPanel::cleanup()
{
    panel_.reset();
    playback_.reset();
    document_.reset();
}

void TestChartsPanel::drag(ChartView& view, double from, double to)
{
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, pointAt(view, from));
    QTest::mouseMove(view.viewport(), pointAt(view, (from + to) / 2));
    QTest::mouseMove(view.viewport(), pointAt(view, to));
}

void TestChartsPanel::threeChartsAreShownAtFirst()
{
    QVERIFY(chart(ChartKind::Waits).isVisible() && chart(ChartKind::Waste).isVisible());
    QVERIFY(chart(ChartKind::Drift).isVisible());
    QVERIFY(!chart(ChartKind::Utilisation).isVisible() && !chart(ChartKind::Queue).isVisible());
    auto* toggle = panel_->findChild<QToolButton*>(QStringLiteral("chartQueueToggle"));
    QVERIFY(toggle);
    QTest::mouseClick(toggle, Qt::LeftButton);
    QVERIFY(chart(ChartKind::Queue).isVisible());
    for (const char* name : {"chartWaits", "chartWaste", "chartDrift", "chartUtilisation", "chartQueue"})
        QVERIFY(panel_->findChild<ChartView*>(QLatin1String(name)));
}

void TestChartsPanel::clickMovesTheClock()
{
    ChartView& view = chart(ChartKind::Waste);
    const QPoint at = pointAt(view, 0.4);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(playback_->now(), view.layout().timeAt(at.x()));
    QVERIFY(std::abs(static_cast<double>(playback_->now()) / static_cast<double>(playback_->end()) - 0.4) < 0.01);
    QVERIFY(!view.range());
}

void TestChartsPanel::dragSelectsARange()
{
    ChartView& view = chart(ChartKind::Waste);
    QSignalSpy spy(&view, &ChartView::rangeChanged);
    const TimeMs before = playback_->now();
    drag(view, 0.75, 0.25);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, pointAt(view, 0.25));
    QVERIFY(view.range() && spy.count() > 0);
    QCOMPARE(view.range()->first, view.layout().timeAt(pointAt(view, 0.25).x()));
    QCOMPARE(view.range()->second, view.layout().timeAt(pointAt(view, 0.75).x()));
    QCOMPARE(playback_->now(), before);
    const auto readOut = view.layout().readOut();
    QVERIFY(readOut);
    const ChartContent& content = view.content();
    const auto lost = content.summaryOf(content.columns[0], view.range()->first, view.range()->second);
    QCOMPARE(readOut->rows[0].value, chartNumber(lost) + QStringLiteral(" GPU-h"));
    // Copied is what is selected.
    view.copy();
    const auto [first, end] = content.rowsBetween(view.range()->first, view.range()->second);
    QCOMPARE(QApplication::clipboard()->text().count(QLatin1Char('\n')), static_cast<qsizetype>(end - first + 1));
}

void TestChartsPanel::escapeGivesUpADrag()
{
    ChartView& view = chart(ChartKind::Drift);
    const TimeMs before = playback_->now();
    drag(view, 0.2, 0.6);
    QVERIFY(view.range());
    QTest::keyClick(&view, Qt::Key_Escape);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, pointAt(view, 0.6));
    QVERIFY(!view.range());
    QCOMPARE(playback_->now(), before);
}

void TestChartsPanel::legendIsolatesAndDoubleClickResets()
{
    ChartView& view = chart(ChartKind::Drift);
    const auto& legend = view.layout().legend();
    QCOMPARE(legend.size(), std::size_t{2});
    QCOMPARE(legend[1].text, QStringLiteral("research"));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, legend[1].rect.center().toPoint());
    QCOMPARE(view.layout().isolated, 1);
    QVERIFY(!view.layout().isShown(view.content().columns[0]));
    playback_->seek(playback_->end() / 2);
    const TimeMs before = playback_->now();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, pointAt(view, 0.1));
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, pointAt(view, 0.1));
    QCOMPARE(view.layout().isolated, -1);
    QCOMPARE(playback_->now(), before);
}

void TestChartsPanel::keysMoveTheClockAndCopy()
{
    ChartView& view = chart(ChartKind::Waits);
    playback_->seek(playback_->end() / 2);
    const TimeMs before = playback_->now();
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(playback_->now(), before + playback_->end() / 100);
    QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(view.range());
    QCOMPARE(view.range()->second - view.range()->first, 2 * (playback_->end() / 100));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.range());
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), chartAsTabs(view.content(), 0, view.content().end));
}

void TestChartsPanel::pointerReadsOutAllSeries()
{
    ChartView& view = chart(ChartKind::Waits);
    // Not QTest::mouseMove, which moves the pointer of the platform and hopes.
    const QPointF at = pointAt(view, 0.7);
    QMouseEvent move(
        QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &move);
    QVERIFY(view.layout().readOut());
    const auto readOut = view.layout().readOut();
    QCOMPARE(readOut->rows.size(), std::size_t{4});
    const auto row = view.content().rowAt(view.layout().timeAt(pointAt(view, 0.7).x()));
    QVERIFY(readOut->rows[0].value.startsWith(view.content().columns[0].text(*row)));
    // The neighbours show where, but read nothing out.
    QVERIFY(chart(ChartKind::Waste).layout().hover);
    QVERIFY(!chart(ChartKind::Waste).layout().readOut());
}

void TestChartsPanel::oneCursorForAll()
{
    playback_->seek(playback_->end() / 3);
    for (const ChartKind kind : {ChartKind::Waits, ChartKind::Waste, ChartKind::Drift, ChartKind::Queue})
        QCOMPARE(chart(kind).layout().now, playback_->now());
    ChartView& view = chart(ChartKind::Waste);
    const QImage before = view.grab().toImage();
    playback_->seek(playback_->end() * 2 / 3);
    QVERIFY(view.grab().toImage() != before);
}

void TestChartsPanel::exportsHoldTheNumbers()
{
    QTemporaryDir folder;
    ChartView& view = chart(ChartKind::Waste);
    QString why;
    for (const char* suffix : {"svg", "png", "csv"})
        QVERIFY2(
            exportChart(view, folder.filePath(QLatin1String("chart.") + QLatin1String(suffix)), &why), qPrintable(why));
    QFile svg(folder.filePath(QStringLiteral("chart.svg")));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray drawing = svg.readAll();
    for (const QString& text : {view.content().title, QStringLiteral("lost work"), view.layout().axis().ticks[1].label})
        QVERIFY2(drawing.contains('>' + text.toUtf8() + '<'), qPrintable(text));
    const QImage image(folder.filePath(QStringLiteral("chart.png")));
    QCOMPARE(image.size(), view.viewport()->size() * 2);
    QFile csv(folder.filePath(QStringLiteral("chart.csv")));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QByteArray table = csv.readAll();
    QCOMPARE(table, chartAsCsv(view.content()));
    const double lost = static_cast<double>(playback_->result()->scorecard.preemption.lost) / 3.6e6;
    QVERIFY(table.contains(',' + QByteArray::number(lost, 'g', QLocale::FloatingPointShortest) + ','));
    QVERIFY(!exportChart(view, folder.filePath(QStringLiteral("chart.bmp")), &why));
    QVERIFY(!exportChart(view, folder.filePath(QStringLiteral("no/such/folder.csv")), &why) && !why.isEmpty());
}

void TestChartsPanel::tableShowsTheSeries()
{
    QTest::keyClick(panel_.get(), Qt::Key_T, Qt::ControlModifier | Qt::AltModifier);
    auto* table = panel_->findChild<QTableView*>(QStringLiteral("chartTable"));
    auto* which = panel_->findChild<QComboBox*>(QStringLiteral("tableChart"));
    panel_->setShowsTable(true);
    QVERIFY(table->isVisible() && which->isVisible());
    which->setCurrentIndex(static_cast<int>(ChartKind::Drift));
    const ChartContent& content = chart(ChartKind::Drift).content();
    QCOMPARE(table->model()->rowCount(), static_cast<int>(content.times.size()));
    const int last = table->model()->rowCount() - 1;
    QCOMPARE(table->model()->index(last, 2).data(Qt::EditRole).toDouble(), content.columns[1].values.back());
    panel_->setShowsTable(false);
    QVERIFY(chart(ChartKind::Drift).isVisible());
}

void TestChartsPanel::windowChangesTheWaits()
{
    const ChartContent day = chart(ChartKind::Waits).content();
    panel_->setWaitWindow(kMsPerHour);
    QTRY_VERIFY(!panel_->isMakingWaits());
    const ChartContent hour = chart(ChartKind::Waits).content();
    QCOMPARE(day.times, hour.times);
    const auto want = rollingWaits(playback_->result()->series.shares[1], kMsPerHour, hour.times);
    int gaps = 0;
    for (std::size_t row = 0; row < want.size(); ++row) {
        QCOMPARE(hour.columns[5].values[row], static_cast<double>(want[row].count()));
        gaps += want[row].isGap();
    }
    QVERIFY(gaps > 0);
    QVERIFY(hour.columns[5].values != day.columns[5].values);
}

void TestChartsPanel::logScaleKeepsTheData()
{
    ChartView& view = chart(ChartKind::Waits);
    const QByteArray before = chartAsCsv(view.content());
    auto* log = panel_->findChild<QCheckBox*>(QStringLiteral("waitLog"));
    log->setChecked(true);
    QVERIFY(view.layout().axis().isLog);
    QCOMPARE(chartAsCsv(view.content()), before);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, pointAt(view, 0.5));
    QVERIFY(!log->isChecked() && !view.layout().axis().isLog);
}

void TestChartsPanel::menuOffersExports()
{
    ChartView& view = chart(ChartKind::Waste);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(20, 20), view.mapToGlobal(QPoint(20, 20)));
    QApplication::sendEvent(&view, &event);
    auto* menu = view.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(menu);
    QStringList texts;
    for (const QAction* action : menu->actions())
        texts.append(action->text());
    for (const char* suffix : {"SVG", "PNG", "CSV"})
        QVERIFY(texts.join(QLatin1Char('|')).contains(QLatin1String(suffix)));
    menu->close();
}

void TestChartsPanel::exportAddsTheSuffix()
{
    const QTemporaryDir folder;
    ChartView& view = chart(ChartKind::Waste);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(20, 20), view.mapToGlobal(QPoint(20, 20)));
    for (const char* name : {"plain", "waste.v2"}) {
        QApplication::sendEvent(&view, &event);
        auto* menu = view.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(menu);
        for (QAction* action : menu->actions()) {
            if (action->text().contains(QLatin1String("CSV")))
                action->trigger();
        }
        delete menu;
        auto* dialog = view.findChild<QFileDialog*>(QStringLiteral("chartExportDialog"));
        QVERIFY(dialog && dialog->isVisible());
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(folder.filePath(QLatin1String(name)));
        static_cast<QDialog*>(dialog)->accept();
        QFile file(folder.filePath(QLatin1String(name) + QLatin1String(".csv")));
        QVERIFY2(file.open(QIODevice::ReadOnly), name);
        QCOMPARE(file.readAll(), chartAsCsv(view.content()));
        delete dialog;
    }
}

void TestChartsPanel::sharesHaveTheColoursOfTheBoard()
{
    const ChartSeries& series = playback_->result()->series;
    for (const ChartKind kind : {ChartKind::Waits, ChartKind::Drift, ChartKind::Queue}) {
        std::size_t place = 0;
        for (const ChartGroup& group : chart(kind).content().groups) {
            if (group.paint == ChartPaint::Share)
                QCOMPARE(group.share, static_cast<int>(series.shares[place++].share.value()));
        }
        QVERIFY(place > 0);
    }
    // Also when the lanes stand in another order.
    const Scenario& scenario = document_->value();
    const QColor before = theme_.tokens().share(chart(ChartKind::Drift).content().groups[1].share);
    const QString name = chart(ChartKind::Drift).content().groups[1].name;
    QVERIFY(document_->apply(reorderShareEdit(scenario, EditTime::fromStart(), ShareIndex(1), 0)).ok());
    QTRY_VERIFY(playback_->result() && !playback_->isComputing());
    QTRY_VERIFY(!chart(ChartKind::Drift).content().groups.empty());
    for (const ChartGroup& group : chart(ChartKind::Drift).content().groups)
        QCOMPARE(theme_.tokens().share(group.share) == before, group.name == name);
}

void TestChartsPanel::waitsSayWhoseTheyAre()
{
    QVERIFY2(chart(ChartKind::Waits).content().unit.contains(QStringLiteral("jobs started in the last 24 h")),
        qPrintable(chart(ChartKind::Waits).content().unit));
    panel_->setWaitWindow(kMsPerHour);
    QTRY_VERIFY(chart(ChartKind::Waits).content().unit.contains(QStringLiteral("jobs started in the last 1 h")));
    const bool hasCarets = [this] {
        for (const ChartColumn& column : chart(ChartKind::Waits).content().columns) {
            if (std::find(column.isAtLeast.begin(), column.isAtLeast.end(), true) != column.isAtLeast.end())
                return true;
        }
        return false;
    }();
    QCOMPARE(chart(ChartKind::Waits).content().unit.contains(QStringLiteral("carets: jobs still waiting")), hasCarets);
}

void TestChartsPanel::narrowPanelScrollsAndHasAMenu()
{
    auto* menu = panel_->findChild<QToolButton*>(QStringLiteral("chartsMenuButton"));
    auto* scroll = panel_->findChild<QScrollArea*>(QStringLiteral("chartScroll"));
    QVERIFY(!menu->isVisible());
    QVERIFY(panel_->minimumSizeHint().width() <= 320);
    panel_->resize(400, 220);
    QVERIFY(menu->isVisible());
    QCOMPARE(panel_->width(), 400);
    QVERIFY(!panel_->findChild<QToolButton*>(QStringLiteral("chartWaitsToggle"))->isVisible());
    for (const QWidget* tool : panel_->findChild<QWidget*>(QStringLiteral("chartsBar"))
                                   ->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (tool->isVisible())
            QVERIFY2(tool->geometry().right() < 400, qPrintable(tool->objectName()));
    }
    QVERIFY(chart(ChartKind::Drift).isVisible());
    QVERIFY(scroll->horizontalScrollBar()->maximum() > 0);
    for (QAction* action : menu->menu()->actions()) {
        if (action->text() == chart(ChartKind::Queue).content().title)
            action->trigger();
    }
    QVERIFY(chart(ChartKind::Queue).isVisible());
    panel_->resize(1200, 280);
    QVERIFY(!menu->isVisible());
    QVERIFY(panel_->findChild<QToolButton*>(QStringLiteral("chartQueueToggle"))->isChecked());
    QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
}

void TestChartsPanel::drawnPointsAreBoundedByTheWidth()
{
    for (const ChartKind kind : {ChartKind::Waits, ChartKind::Waste, ChartKind::Drift}) {
        ChartView& view = chart(kind);
        for (QAbstractSeries* series : view.chart()->series()) {
            if (const auto* line = qobject_cast<QLineSeries*>(series))
                QVERIFY(line->count() <= 4 * (view.width() + 2));
        }
    }
}

void TestChartsPanel::everythingFocusableHasAName()
{
    for (const QWidget* widget : panel_->findChildren<QWidget*>()) {
        const bool isPart = widget->parentWidget() && qobject_cast<QComboBox*>(widget->parentWidget());
        if (widget->focusPolicy() == Qt::NoFocus || isPart || !widget->isVisibleTo(panel_.get()))
            continue;
        QVERIFY2(!widget->accessibleName().isEmpty(),
            qPrintable(QLatin1String(widget->metaObject()->className()) + widget->objectName()));
    }
    QVERIFY(!chart(ChartKind::Waste).accessibleDescription().isEmpty());
}

void TestChartsPanel::withoutADocumentNothingIsDrawn()
{
    ScenarioDocument document;
    Playback playback(document);
    ChartsPanel panel(document, playback, theme_);
    panel.resize(900, 240);
    panel.show();
    QVERIFY(!panel.chart(ChartKind::Waits).content().emptyText.isEmpty());
    QTest::mouseClick(panel.chart(ChartKind::Waits).viewport(), Qt::LeftButton);
    QTest::keyClick(&panel.chart(ChartKind::Waits), Qt::Key_Right);
    QCOMPARE(playback.now(), TimeMs{0});
    QVERIFY(!panel.grab().isNull());
}

void TestChartsPanel::headingsAreNotCut()
{
    for (const int width : {560, 700, 1040, 1500, 2200}) {
        panel_->resize(width, 220);
        QCoreApplication::processEvents();
        for (const ChartKind kind : {ChartKind::Waits, ChartKind::Waste, ChartKind::Drift}) {
            const ChartScene& scene = chart(kind).layout();
            QVERIFY2(!scene.heading().contains(QChar(0x2026)), qPrintable(scene.heading()));
            QVERIFY(QFontMetricsF(scene.smallFont()).horizontalAdvance(scene.heading()) <= scene.headingRow().width());
            QVERIFY(!scene.heading().isEmpty());
        }
    }
    QCOMPARE(chart(ChartKind::Waits).layout().heading(), chart(ChartKind::Waits).content().unit);
}

void TestChartsPanel::wasteHasARightAxis()
{
    const ChartScene& scene = chart(ChartKind::Waste).layout();
    QVERIFY(scene.rightAxis().ticks.size() >= 2);
    for (const ValueTick& tick : scene.rightAxis().ticks)
        QVERIFY2(tick.label.endsWith(QLatin1String(" %")), qPrintable(tick.label));
    QCOMPARE(scene.fromRight(scene.rightAxis().low), scene.axis().low);
    QCOMPARE(scene.fromRight(scene.rightAxis().high), scene.axis().high);
    QVERIFY(chart(ChartKind::Drift).layout().rightAxis().ticks.empty());
    const auto rightMargin
        = [this](ChartKind kind) { return chart(kind).width() - chart(kind).layout().plot().right(); };
    QVERIFY(rightMargin(ChartKind::Waste) > rightMargin(ChartKind::Drift) + 10);
}

void TestChartsPanel::driftHasStripsWhereThereIsRoom()
{
    const ChartScene& scene = chart(ChartKind::Drift).layout();
    panel_->resize(1200, 150);
    QCoreApplication::processEvents();
    QVERIFY(scene.strips().empty());
    std::size_t most = 0;
    for (int height = 150; height <= 400; height += 10) {
        panel_->resize(1200, height);
        QCoreApplication::processEvents();
        QVERIFY(scene.strips().size() >= most && scene.strips().size() <= most + 1);
        most = scene.strips().size();
        QVERIFY(most == 0 || scene.plot().height() >= 60);
    }
    QCOMPARE(most, std::size_t{2});
    QVERIFY(scene.plot().bottom() < scene.strips()[0].rect.top());
    QVERIFY(scene.strips()[0].rect.bottom() < scene.strips()[1].rect.top());
    QVERIFY(scene.strips()[1].rect.bottom() <= scene.bottom());
}

void TestChartsPanel::menuChoosesTheMeasure()
{
    ChartView& view = chart(ChartKind::Drift);
    auto* options = view.findChild<QToolButton*>(QStringLiteral("chartOptions"));
    QVERIFY(options && options->isVisible());
    QVERIFY(options->width() >= 24 && options->height() >= 24);
    QTest::mouseClick(options, Qt::LeftButton);
    auto* menu = view.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(menu && menu->isVisible());
    QVERIFY(menu->actions()[0]->isChecked());
    QSignalSpy changed(panel_.get(), &ChartsPanel::choicesChanged);
    menu->actions()[1]->trigger();
    menu->close();
    QCOMPARE(changed.count(), 1);
    QVERIFY2(view.content().unit.contains(QStringLiteral("24 h")), qPrintable(view.content().unit));
    view.actions()[2]->trigger();
    QCOMPARE(view.content().reference, std::optional<double>(1));
    ChartView& waste = chart(ChartKind::Waste);
    waste.actions()[1]->trigger();
    QCOMPARE(waste.content().columns[0].unit, QStringLiteral("GPU-h per hour"));
}

void TestChartsPanel::choicesSurviveAStart()
{
    panel_->setChartVisible(ChartKind::Queue, true);
    panel_->setChartVisible(ChartKind::Waste, false);
    panel_->setWaitWindow(kMsPerHour);
    panel_->findChild<QComboBox*>(QStringLiteral("chartSplit"))->setCurrentIndex(1);
    panel_->findChild<QCheckBox*>(QStringLiteral("waitLog"))->setChecked(true);
    chart(ChartKind::Drift).actions()[1]->trigger();
    const QVariantMap choices = panel_->choices();
    ChartsPanel other(*document_, *playback_, theme_);
    QVERIFY(other.choices() != choices);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    Settings(file).setCharts(choices);
    other.restoreChoices(Settings(file).charts());
    QCOMPARE(other.choices(), choices);
    QCOMPARE(other.chart(ChartKind::Waits).content().groups.size(), std::size_t{1});
    QVERIFY(other.chart(ChartKind::Waits).layout().isLog);
    QVERIFY(!other.chart(ChartKind::Waste).isVisibleTo(&other) && other.chart(ChartKind::Queue).isVisibleTo(&other));
    // What makes no sense changes nothing.
    other.restoreChoices({{QStringLiteral("window"), 99}, {QStringLiteral("drift"), QStringLiteral("x")},
        {QStringLiteral("split"), -1}, {QStringLiteral("logScale"), true}});
    QCOMPARE(other.choices(), choices);
}

void TestChartsPanel::chartIsCopiedAsTextAndPicture()
{
    ChartView& view = chart(ChartKind::Waste);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    const QMimeData* data = QApplication::clipboard()->mimeData();
    QCOMPARE(data->text(), chartAsTabs(view.content(), 0, view.content().end));
    QCOMPARE(data->data(QStringLiteral("text/tab-separated-values")), data->text().toUtf8());
    QCOMPARE(QImage::fromData(data->data(QStringLiteral("image/png"))).size(), view.viewport()->size() * 2);
    QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
}

void TestChartsPanel::tableCopiesRows()
{
    panel_->setShowsTable(true);
    auto* table = panel_->findChild<QTableView*>(QStringLiteral("chartTable"));
    const ChartContent& content = chart(ChartKind::Waits).content();
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), chartAsTabs(content, 0, content.end));
    table->selectRow(3);
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(),
        chartHeadingTabs(content) + QLatin1Char('\n') + chartRowTabs(content, 3) + QLatin1Char('\n'));
}

QTEST_MAIN(TestChartsPanel)
#include "tst_charts_panel.moc"
