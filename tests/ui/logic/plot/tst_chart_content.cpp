// SPDX-License-Identifier: Apache-2.0
// The charts' contents against the series and the scorecard they are made from; tables, text and gaps.
#include <QAbstractItemModelTester>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "core/experiment/run_result.h"
#include "ui/logic/plot/chart_builders.h"
#include "ui/logic/plot/chart_table_model.h"
#include "ui/logic/plot/chart_text.h"

#include <QLocale>

#include <cmath>
#include <limits>
#endif

using namespace quotaboard;

namespace {

std::shared_ptr<const RunResult> runSample(const char* name)
{
    auto file = readScenarioFile(std::string(QUOTABOARD_SOURCE_DIR "/resources/samples/") + name + ".scenario.json");
    if (!file)
        return nullptr;
    auto result = recordRun(file.value().scenario);
    return result ? result.value() : nullptr;
}

double hours(GpuMs value)
{
    return static_cast<double>(value) / static_cast<double>(kMsPerHour);
}

/// Two values with a hole between them.
ChartContent gappedContent()
{
    ChartContent content;
    content.end = 50;
    content.times = {0, 10, 20, 30, 40, 50};
    ChartColumn column;
    column.name = QStringLiteral("a, \"b\"");
    column.unit = QStringLiteral("min");
    const double none = std::numeric_limits<double>::quiet_NaN();
    column.values = {1, 2, none, 4, 5, 6};
    column.isFew = {false, false, false, false, true, false};
    column.isAtLeast = {false, false, false, false, false, true};
    content.columns = {column};
    content.groups = {{column.name, ChartPaint::Share, 0}};
    return content;
}

} // namespace

class TestChartContent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lastValuesAreTheScorecards();
    void bucketsOfUtilisationAddUp();
    void waitsEndAtTheScorecard();
    void queueShowsPeaks();
    void gapsBreakCurvesAndAreNeverZero();
    void stepsHoldTheirValue();
    void rangesAreSummedUp();
    void tableEqualsTheContent();
    void textAndCsv();
    void nothingLostIsSaid();
    void wastePerHourAddsUp();
    void shortfallsAndJainAreTheScorecards();
    void waitRatioIsTheScorecards();
    void allSharesTogether();
    void headingsGetShorter();

private:
    std::shared_ptr<const RunResult> rush_;
};

void TestChartContent::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    rush_ = runSample("month-end-rush");
    QVERIFY(rush_);
}

void TestChartContent::lastValuesAreTheScorecards()
{
    const ChartContent waste = wasteContent(*rush_->scenario, rush_->series);
    QCOMPARE(waste.columns[0].values.back(), hours(rush_->scorecard.preemption.lost));
    QCOMPARE(waste.columns[1].values.back(), hours(rush_->scorecard.preemption.restart));
    QCOMPARE(waste.columns[2].values.back(), 100 * *rush_->scorecard.wasteOfAllocated());
    const ChartContent drift = driftContent(*rush_->scenario, rush_->series);
    const auto& fairness = rush_->scorecard.fairness;
    QCOMPARE(drift.groups.size(), fairness.size());
    for (std::size_t s = 0; s < fairness.size(); ++s)
        QCOMPARE(drift.columns[s].values.back(), hours(fairness[s].delivered - fairness[s].claimable));
}

void TestChartContent::bucketsOfUtilisationAddUp()
{
    const ChartContent content = utilisationContent(*rush_->scenario, rush_->series);
    QVERIFY(content.times.size() <= 200);
    const Accounting& accounting = rush_->scorecard.accounting;
    const GpuMs wanted[] = {accounting.completed, accounting.inProgress, accounting.checkpoint, accounting.hold,
        accounting.restart, accounting.discarded, accounting.lost, accounting.idle, accounting.paid};
    QCOMPARE(content.columns.size(), std::size(wanted));
    for (std::size_t c = 0; c < content.columns.size(); ++c) {
        double sum = 0;
        for (std::size_t row = 0; row < content.times.size(); ++row) {
            const TimeMs from = row == 0 ? 0 : content.times[row - 1];
            sum += content.columns[c].values[row] * static_cast<double>(content.times[row] - from);
        }
        const double want = hours(wanted[c]);
        QVERIFY(std::abs(sum / static_cast<double>(kMsPerHour) - want) <= 1e-9 * std::max(1.0, want));
    }
}

void TestChartContent::waitsEndAtTheScorecard()
{
    const WaitCurves curves = makeWaitCurves(rush_->series, rush_->end);
    QCOMPARE(curves.times.back(), rush_->end);
    const ChartContent content = waitsContent(*rush_->scenario, rush_->series, curves);
    QCOMPARE(content.columns.size(), 3 * content.groups.size());
    for (std::size_t s = 0; s < content.groups.size(); ++s) {
        std::uint64_t count = 0;
        for (const WaitGroup& group : rush_->scorecard.waits) {
            if (group.share == rush_->series.shares[s].share)
                count += group.started + group.waiting;
        }
        QCOMPARE(content.columns[3 * s + 2].values.back(), static_cast<double>(count));
    }
}

void TestChartContent::queueShowsPeaks()
{
    const ChartContent jobs = queueContent(*rush_->scenario, rush_->series, false);
    QCOMPARE(jobs.columns[0].unit, QStringLiteral("jobs"));
    double highest = 0;
    for (const QueueSample& sample : rush_->series.queue)
        highest = std::max(highest, static_cast<double>(sample.peakJobs));
    QCOMPARE(jobs.bounds(-1).high, highest);
    QCOMPARE(queueContent(*rush_->scenario, rush_->series, true).columns[0].unit, QStringLiteral("GPUs"));
}

void TestChartContent::gapsBreakCurvesAndAreNeverZero()
{
    const ChartContent content = gappedContent();
    const auto pieces = content.pieces(content.columns[0]);
    QCOMPARE(pieces.size(), std::size_t{3});
    QCOMPARE(pieces[0], (std::vector<QPointF>{{0, 1}, {10, 2}}));
    QCOMPARE(pieces[1], (std::vector<QPointF>{{30, 4}}));
    QCOMPARE(pieces[2], (std::vector<QPointF>{{50, 6}}));
    QCOMPARE(content.columns[0].text(2), QStringLiteral("—"));
    QCOMPARE(content.columns[0].text(5), QStringLiteral("> 6"));
    // A run in which a share has no starts for a while.
    const WaitCurves curves = makeWaitCurves(rush_->series, kMsPerHour);
    const ChartContent waits = waitsContent(*rush_->scenario, rush_->series, curves);
    bool hasGap = false;
    for (std::size_t s = 0; s < waits.groups.size(); ++s) {
        for (std::size_t row = 0; row < waits.times.size(); ++row) {
            const bool isGap = curves.shares[s][row].isGap();
            hasGap = hasGap || isGap;
            QCOMPARE(static_cast<bool>(std::isnan(waits.columns[3 * s].values[row])), isGap);
        }
    }
    QVERIFY(hasGap);
}

void TestChartContent::stepsHoldTheirValue()
{
    ChartContent content = gappedContent();
    content.columns[0].values = {1, 1, 3, 3, 3, 0};
    content.columns[0].isFew.clear();
    content.shape = ChartContent::Shape::HoldsAfter;
    QCOMPARE(
        content.pieces(content.columns[0]).front(), (std::vector<QPointF>{{0, 1}, {20, 1}, {20, 3}, {50, 3}, {50, 0}}));
    QCOMPARE(content.rowAt(25), std::optional<std::size_t>(2));
    content.columns[0].peaks = {1, 4, 3, 3, 3, 3};
    QCOMPARE(content.pieces(content.columns[0]).front(),
        (std::vector<QPointF>{{0, 1}, {5, 1}, {5, 4}, {5, 1}, {20, 1}, {20, 3}, {50, 3}, {50, 0}}));
    content.columns[0].peaks.clear();
    content.shape = ChartContent::Shape::HeldBefore;
    QCOMPARE(content.rowAt(25), std::optional<std::size_t>(3));
    QCOMPARE(content.pieces(content.columns[0]).front(),
        (std::vector<QPointF>{{0, 1}, {10, 1}, {10, 3}, {40, 3}, {40, 0}, {50, 0}}));
}

void TestChartContent::rangesAreSummedUp()
{
    ChartContent content = gappedContent();
    const ChartColumn& column = content.columns[0];
    QCOMPARE(content.summaryOf(column, 10, 45), std::optional<double>(3));
    QVERIFY(!content.summaryOf(column, 25, 45));
    content.summary = RangeSummary::Mean;
    QCOMPARE(content.summaryOf(column, 5, 35), std::optional<double>(3));
    content.summary = RangeSummary::Maximum;
    QCOMPARE(content.summaryOf(column, 0, 50), std::optional<double>(6));
    QVERIFY(!content.summaryOf(column, 18, 22));
}

void TestChartContent::tableEqualsTheContent()
{
    ChartTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(model.rowCount(), 0);
    const ChartContent content = driftContent(*rush_->scenario, rush_->series);
    model.setContent(content);
    QCOMPARE(model.rowCount(), static_cast<int>(content.times.size()));
    QCOMPARE(model.columnCount(), static_cast<int>(content.columns.size()) + 1);
    for (int row = 0; row < model.rowCount(); row += 37) {
        QCOMPARE(model.index(row, 0).data(Qt::EditRole).toLongLong(), content.times[static_cast<std::size_t>(row)]);
        for (int column = 1; column < model.columnCount(); ++column) {
            const double value
                = content.columns[static_cast<std::size_t>(column - 1)].values[static_cast<std::size_t>(row)];
            const QVariant cell = model.index(row, column).data(Qt::EditRole);
            QCOMPARE(cell.isValid(), !std::isnan(value));
            if (cell.isValid())
                QCOMPARE(cell.toDouble(), value);
        }
    }
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
        content.groups[0].name + QStringLiteral(" (GPU-h)"));
    model.setContent(emptyContent(ChartKind::Waits, QStringLiteral("nothing")));
    QCOMPARE(model.rowCount(), 0);
}

void TestChartContent::textAndCsv()
{
    const ChartContent content = gappedContent();
    QCOMPARE(QString::fromUtf8(chartAsCsv(content)),
        QStringLiteral("time_ms,\"a, \"\"b\"\" (min)\"\r\n0,1\r\n10,2\r\n20,\r\n30,4\r\n40,5\r\n50,>6\r\n"));
    const QStringList lines = chartAsTabs(content, 10, 30).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines[1].endsWith(QStringLiteral("\t2")));
    QVERIFY(lines[2].endsWith(QStringLiteral("\t—")));
    QVERIFY(chartDescription(content, 10).contains(QStringLiteral("2 min")));
    const QByteArray rush = chartAsCsv(wasteContent(*rush_->scenario, rush_->series));
    QVERIFY(rush.startsWith("time_ms,time,lost work (GPU-h),restart (GPU-h)"));
    QCOMPARE(rush.count("\r\n"), static_cast<qsizetype>(rush_->series.times.size() + 1));
}

void TestChartContent::nothingLostIsSaid()
{
    const auto isolated = runSample("two-teams-1-isolated");
    QVERIFY(isolated);
    QVERIFY(!wasteContent(*isolated->scenario, isolated->series).emptyText.isEmpty());
    QVERIFY(utilisationContent(*isolated->scenario, isolated->series).emptyText.isEmpty());
}

void TestChartContent::wastePerHourAddsUp()
{
    const ChartContent content = wasteContent(*rush_->scenario, rush_->series, WasteMeasure::PerHour);
    QCOMPARE(content.shape, ChartContent::Shape::HeldBefore);
    const GpuMs wanted[] = {rush_->scorecard.preemption.lost, rush_->scorecard.preemption.restart};
    for (std::size_t c = 0; c < 2; ++c) {
        QCOMPARE(content.columns[c].unit, QStringLiteral("GPU-h per hour"));
        double sum = 0;
        for (std::size_t row = 0; row < content.times.size(); ++row) {
            const TimeMs from = row == 0 ? 0 : content.times[row - 1];
            sum += content.columns[c].values[row] * hours(content.times[row] - from);
        }
        QVERIFY(hours(wanted[c]) > 0);
        QVERIFY(std::abs(sum - hours(wanted[c])) <= 1e-9 * hours(wanted[c]));
    }
    // In both ways the right axis ends at the same percentage of all that was allocated.
    const double share = 100 * *rush_->scorecard.wasteOfAllocated();
    for (const WasteMeasure measure : {WasteMeasure::Cumulative, WasteMeasure::PerHour}) {
        const ChartContent waste = wasteContent(*rush_->scenario, rush_->series, measure);
        QCOMPARE(waste.columns[2].role, ChartRole::RightLine);
        QCOMPARE(waste.columns[2].values.back(), share);
        QVERIFY(waste.rightHigh() >= share);
    }
}

void TestChartContent::shortfallsAndJainAreTheScorecards()
{
    // Shorter than a day, so that the last 24 hours are the whole run.
    const auto run = runSample("two-teams-3-lending-checkpoints");
    QVERIFY(run && run->end <= kMsPerDay);
    const ChartContent content = driftContent(*run->scenario, run->series, nullptr, DriftMeasure::Shortfall);
    for (std::size_t s = 0; s < content.groups.size(); ++s) {
        QCOMPARE(content.columns[s].role, ChartRole::Line);
        QCOMPARE(content.columns[s].values.back(), 100 * *run->scorecard.fairness[s].shortfallShare());
    }
    QVERIFY(run->scorecard.jain);
    QCOMPARE(content.columns.back().values.back(), *run->scorecard.jain);
    QCOMPARE(content.strips.size(), std::size_t{1});
    QCOMPARE(content.strips[0].times, content.times);
    QCOMPARE(content.strips[0].columns[0].values.back(), *run->scorecard.jain);
    // Nothing is claimed at the very beginning: no value, not 1.
    QVERIFY(std::isnan(content.columns.back().values.front()));
    const ChartContent drift = driftContent(*run->scenario, run->series);
    QCOMPARE(drift.reference, std::optional<double>(0));
}

void TestChartContent::waitRatioIsTheScorecards()
{
    const WaitCurves curves = makeWaitCurves(rush_->series, rush_->end);
    const ChartContent content = driftContent(*rush_->scenario, rush_->series, &curves, DriftMeasure::WaitRatio);
    QCOMPARE(content.times, curves.times);
    QCOMPARE(content.reference, std::optional<double>(1));
    int compared = 0;
    for (std::size_t s = 0; s < content.groups.size(); ++s) {
        const auto wanted = rush_->scorecard.fairness[s].waitRatio;
        const double got = content.columns[s].values.back();
        QCOMPARE(!std::isnan(got), wanted.has_value());
        if (wanted) {
            QVERIFY(std::abs(got - *wanted) <= 1e-12 * *wanted);
            ++compared;
        }
    }
    QVERIFY(compared > 0);
    QCOMPARE(driftContent(*rush_->scenario, rush_->series, &curves).strips.size(), std::size_t{2});
    QVERIFY(!driftContent(*rush_->scenario, rush_->series, nullptr, DriftMeasure::WaitRatio).emptyText.isEmpty());
}

void TestChartContent::allSharesTogether()
{
    const WaitCurves curves = makeWaitCurves(rush_->series, kMsPerDay);
    for (std::size_t row = 0; row < curves.times.size(); ++row) {
        std::uint32_t count = 0;
        for (const auto& share : curves.shares)
            count += share[row].count();
        QCOMPARE(curves.pooled[row].count(), count);
    }
    const ChartContent waits = waitsContent(*rush_->scenario, rush_->series, curves, ChartSplit::All);
    QCOMPARE(waits.groups.size(), std::size_t{1});
    QCOMPARE(waits.columns.size(), std::size_t{3});
    const ChartContent queue = queueContent(*rush_->scenario, rush_->series, false, ChartSplit::All);
    QCOMPARE(queue.groups.size(), std::size_t{1});
    for (std::size_t row = 0; row < queue.times.size(); ++row)
        QCOMPARE(queue.columns[0].values[row], static_cast<double>(rush_->series.queue[row].jobs));
}

void TestChartContent::headingsGetShorter()
{
    const ChartContent content
        = waitsContent(*rush_->scenario, rush_->series, makeWaitCurves(rush_->series, kMsPerDay));
    qsizetype last = content.unit.size() + 1;
    QVERIFY(content.shortUnits.size() > 3);
    for (const QString& shorter : content.shortUnits) {
        QVERIFY2(shorter.size() < last, qPrintable(shorter));
        last = shorter.size();
    }
}

QTEST_APPLESS_MAIN(TestChartContent)
#include "tst_chart_content.moc"
