// SPDX-License-Identifier: Apache-2.0
// The inspector shows and edits what is selected, says why a job waits, and applies what would start it.
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/attempts_model.h"
#include "ui/logic/models/schedule_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/folded_list.h"
#include "ui/widgets/panels/inspector.h"
#include "ui/widgets/panels/schedule_panel.h"
#include "ui/widgets/style/theme.h"
#endif

using namespace quotaboard;

namespace {

struct Panel {
    ScenarioDocument document;
    Playback playback{document};
    Theme theme;
    InspectorPanel inspector{document, playback, theme};

    explicit Panel(const char* name = "two-teams-3-lending-checkpoints")
    {
        Result<ScenarioFile> file
            = readScenarioFile(std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json");
        if (!file)
            qFatal("sample refused");
        theme.applyTo(*qApp);
        document.open(std::move(file.value()), {});
        inspector.resize(320, 780);
        inspector.show();
        settle();
    }

    bool settle()
    {
        return QTest::qWaitFor([this] { return playback.result() != nullptr && !playback.isComputing(); }, 20'000);
    }

    template <class Widget>
    Widget* named(const QString& accessibleName)
    {
        // Rows that were just made are shown by the next event.
        QCoreApplication::processEvents();
        for (Widget* widget : inspector.findChildren<Widget*>()) {
            if (widget->accessibleName() == accessibleName && widget->isVisibleTo(&inspector))
                return widget;
        }
        return nullptr;
    }

    [[nodiscard]] ShareIndex share(const char* name) const { return document.value().findShare(name); }

    /// For looking at: QUOTABOARD_PICTURES names a folder.
    void picture(const char* name)
    {
        const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
        if (!folder.isEmpty())
            inspector.grab().save(folder + "/" + name + ".png");
    }
};

JobIndex firstWaiting(const Playback& playback)
{
    for (const ShareIndex share : playback.simulator()->policy().order()) {
        const auto waiting = playback.simulator()->scheduler().waitingOf(share, 1);
        if (!waiting.empty())
            return playback.simulator()->scheduler().job(waiting.front());
    }
    return {};
}

} // namespace

class TestInspector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheScenarioWhenNothingIsSelected();
    void editsAShare();
    void saysWhyAnEditIsRefused();
    void showsAJobWithItsAttempts();
    void sumsUpSeveralJobs();
    void saysWhyAJobWaitsAndAppliesARemedy();
    void remediesStandDirectlyUnderTheReason();
    void longListsAreFolded();
    void showsTheFiveNumbersUpToTheClock();
    void changesAssumptions();
    void editsFromTheClockOnBecomeTimedChanges();
    void untouchedFieldsChangeNothing();
    void survivesASelectionThatTheRunDoesNotKnow();
    void everyFieldHasAName();
};

void TestInspector::showsTheScenarioWhenNothingIsSelected()
{
    Panel panel;
    auto* capacity = panel.named<QSpinBox>("Capacity of ml.g5.xlarge, instances");
    QVERIFY(capacity != nullptr);
    QCOMPARE(capacity->value(), 8);
    capacity->setValue(10);
    QCOMPARE(panel.document.value().environment.limits.front().maxCapacity, 10);
    QVERIFY(panel.document.undoStack().undoText().contains("8 → 10"));
    panel.document.undoStack().undo();
    QCOMPARE(capacity->value(), 8);
    panel.picture("inspector-scenario");
}

void TestInspector::editsAShare()
{
    Panel panel;
    panel.inspector.showSelection(Selection::ofShare(panel.share("research")));
    auto* limit = panel.named<QSpinBox>("Limit of ml.g5.xlarge, instances");
    QVERIFY(limit != nullptr);
    QCOMPARE(limit->value(), 4);
    limit->setFocus();
    QTest::keyClick(limit, Qt::Key_Up);
    QCOMPARE(panel.document.value().shares[1].limits.front().maxCapacity, 5);
    QCOMPARE(panel.document.undoStack().undoText(), QString("research limit 4 → 5 ml.g5.xlarge"));
    auto* borrow = panel.named<QSpinBox>("Borrow limit, percent of the share's own limit");
    QVERIFY(borrow != nullptr && borrow->isEnabled());
    borrow->setValue(75);
    QCOMPARE(panel.document.value().shares[1].sharing.borrowLimit.value_or(0), 75);
    for (QRadioButton* button : panel.inspector.findChildren<QRadioButton*>()) {
        if (button->text() == "Lend")
            QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(8, button->height() / 2));
    }
    QCOMPARE(panel.document.value().shares[1].sharing.strategy, SharingStrategy::Lend);
    QVERIFY(!borrow->isEnabled());
    panel.picture("inspector-share");
    while (panel.document.undoStack().canUndo())
        panel.document.undoStack().undo();
    QCOMPARE(limit->value(), 4);
    QCOMPARE(borrow->value(), 50);
    QVERIFY(!panel.document.isModified());
}

void TestInspector::saysWhyAnEditIsRefused()
{
    Panel panel;
    panel.inspector.showSelection(Selection::ofShare(panel.share("research")));
    QSignalSpy said(&panel.inspector, &InspectorPanel::statusMessage);
    auto* name = panel.named<QLineEdit>("Name of the share");
    QVERIFY(name != nullptr);
    name->setText("forecasting");
    Q_EMIT name->editingFinished();
    QCOMPARE(said.count(), 1);
    QVERIFY(said.first().first().toString().contains("forecasting"));
    QCOMPARE(name->text(), QString("research"));
    name->setText("science");
    Q_EMIT name->editingFinished();
    QCOMPARE(panel.document.value().shares[1].name, std::string("science"));
}

void TestInspector::sumsUpSeveralJobs()
{
    Panel panel;
    panel.inspector.showSelection(Selection::ofJobs({JobIndex(0), JobIndex(1), JobIndex(2)}));
    auto* title = panel.inspector.findChild<QLabel*>("jobsSelected");
    QVERIFY(title != nullptr && title->isVisibleTo(&panel.inspector));
    QCOMPARE(title->text(), QString("3 jobs selected"));
    std::int64_t instances = 0;
    for (std::size_t i = 0; i < 3; ++i)
        instances += panel.document.value().jobs[JobIndex(i)].instances;
    const auto* sizes = panel.named<QLabel>("Instances asked for");
    QVERIFY(sizes != nullptr);
    QVERIFY2(sizes->text().startsWith(QString::number(instances)), qPrintable(sizes->text()));
    panel.picture("jobs");
    panel.inspector.showSelection({});
    QVERIFY(!title->isVisibleTo(&panel.inspector));
}

void TestInspector::showsAJobWithItsAttempts()
{
    Panel panel;
    panel.playback.toEnd();
    const EventLog& log = panel.playback.result()->log;
    JobIndex preempted;
    for (std::size_t i = 0; i < log.size() && !preempted.isValid(); ++i) {
        if (log[i].kind == EventKind::Preempted)
            preempted = log[i].job;
    }
    QVERIFY(preempted.isValid());
    panel.inspector.showSelection(Selection::ofJob(preempted, panel.document.value().jobs[preempted].share));
    auto* table = panel.named<QTableView>("Attempts");
    QVERIFY(table != nullptr);
    const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(table->model()->rowCount() >= 2);
    QVERIFY(table->model()->index(0, AttemptsModel::Outcome).data().toString().contains("reclaimed"));
    panel.picture("inspector-job");
    panel.playback.toStart();
    QVERIFY(table->model()->rowCount() <= 1);
    auto* priority = panel.named<QSpinBox>("Priority, 0 to 9999");
    QVERIFY(priority != nullptr);
    const int before = priority->value();
    priority->setValue(before + 5);
    QCOMPARE(panel.document.value().jobs[preempted].priority, before + 5);
}

void TestInspector::remediesStandDirectlyUnderTheReason()
{
    Panel panel("month-end-rush");
    // A job that was preempted and waits again: both why it waits and why it was preempted are on show.
    const EventLog& log = panel.playback.result()->log;
    JobIndex job;
    for (std::size_t i = 0; i < log.size() && !job.isValid(); ++i) {
        if (log[i].kind != EventKind::Preempted)
            continue;
        panel.playback.seek(log[i].time + 10 * kMsPerMinute);
        const Simulator& simulator = *panel.playback.simulator();
        if (simulator.isIn(log[i].job)
            && simulator.scheduler().explain(simulator.slot(log[i].job)).code != WaitCode::None)
            job = log[i].job;
    }
    QVERIFY(job.isValid());
    panel.inspector.showSelection(Selection::ofJob(job, panel.document.value().jobs[job].share));
    panel.inspector.showWhy();
    auto* preempted = panel.inspector.findChild<QLabel*>("preemptionHeadline");
    QTRY_VERIFY(preempted->isVisible());
    const auto top = [&](const char* name) {
        return panel.inspector.findChild<QWidget*>(name)->mapTo(&panel.inspector, QPoint()).y();
    };
    QTRY_VERIFY(top("whySentence") < top("remedies"));
    QVERIFY(top("remedies") < top("whyFacts"));
    QVERIFY(top("remedies") < top("preemptionHeadline"));
    panel.picture("inspector-why-order");
}

void TestInspector::longListsAreFolded()
{
    FoldedList list;
    list.show();
    list.setLines(6, [](std::size_t i) { return QString::number(i); });
    auto* more = list.findChild<QPushButton*>();
    QVERIFY(!more->isVisible());
    list.setLines(30, [](std::size_t i) { return QString::number(i); });
    QCOMPARE(list.text().split('\n').size(), 6);
    QVERIFY(more->isVisible());
    QCOMPARE(more->text(), QString("Show all 30"));
    QTest::mouseClick(more, Qt::LeftButton);
    QCOMPARE(list.text().split('\n').size(), 30);
    // The clock goes on: what was unfolded stays so.
    list.setLines(31, [](std::size_t i) { return QString::number(i); });
    QCOMPARE(list.text().split('\n').size(), 31);
    QTest::mouseClick(more, Qt::LeftButton);
    QCOMPARE(list.text().split('\n').size(), 6);
}

void TestInspector::saysWhyAJobWaitsAndAppliesARemedy()
{
    Panel panel("month-end-rush");
    const TimeMs moment = 6 * kMsPerDay + 12 * kMsPerHour;
    panel.playback.seek(moment);
    const JobIndex job = firstWaiting(panel.playback);
    QVERIFY(job.isValid());
    panel.inspector.showSelection(Selection::ofJob(job, panel.document.value().jobs[job].share));
    panel.inspector.showWhy();
    auto* headline = panel.inspector.findChild<QLabel*>("whyHeadline");
    QVERIFY(headline != nullptr && headline->isVisible());
    QCOMPARE(headline->text(), QString("Share full"));
    auto* remedies = panel.inspector.findChild<QWidget*>("remedies");
    QVERIFY(remedies != nullptr);
    QVERIFY(QTest::qWaitFor([&] { return remedies->findChild<QPushButton*>() != nullptr; }, 20'000));
    auto* apply = remedies->findChild<QPushButton*>();
    QVERIFY(apply->accessibleDescription().startsWith("Starts now."));
    const auto isOnTop
        = [apply] { return QApplication::widgetAt(apply->mapToGlobal(apply->rect().center())) == apply; };
    QTRY_VERIFY(isOnTop());
    panel.picture("inspector-why");
    // Of many, the first few; the others at the press of a button.
    const auto shown = [&] {
        int count = 0;
        for (const QFrame* card : remedies->findChildren<QFrame*>(QString(), Qt::FindDirectChildrenOnly))
            count += card->isVisible() ? 1 : 0;
        return count;
    };
    QCOMPARE(shown(), 3);
    auto* more = panel.inspector.findChild<QPushButton*>("moreRemedies");
    QVERIFY(more && more->isVisible());
    more->click();
    QTRY_VERIFY(shown() > 3);
    QVERIFY(!more->isVisible());
    for (QWidget* up = apply; up != nullptr; up = up->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(up))
            area->ensureWidgetVisible(apply);
    }
    QTRY_VERIFY(isOnTop());
    QTest::mouseClick(apply, Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return panel.document.undoStack().count() == 1; }, 5'000));
    QVERIFY(panel.settle());
    QCOMPARE(panel.playback.now(), moment);
    bool starts = false;
    const EventLog& log = panel.playback.result()->log;
    for (std::size_t i = log.lowerBound(moment); i < log.size() && log.timeOf(i) == moment; ++i)
        starts = starts || (log[i].job == job && log[i].kind == EventKind::Starting);
    QVERIFY(starts);
    panel.document.undoStack().undo();
    QVERIFY(!panel.document.isModified());
}

void TestInspector::showsTheFiveNumbersUpToTheClock()
{
    Panel panel;
    panel.inspector.findChild<QTabWidget*>()->setCurrentIndex(1);
    panel.playback.toEnd();
    auto* work = panel.named<QLabel>("Completed work");
    auto* waste = panel.named<QLabel>("Preemption waste");
    QVERIFY(work != nullptr && waste != nullptr);
    const Scorecard& card = panel.playback.result()->scorecard;
    QTRY_COMPARE(work->text(), percentText(card.completedOfPaid()));
    QCOMPARE(waste->text(), gpuHoursText(card.preemption.lost + card.preemption.restart) + " GPU-h");
    panel.picture("inspector-metrics");
    panel.playback.toStart();
    QTRY_COMPARE(work->text(), QString("—"));
}

void TestInspector::changesAssumptions()
{
    Panel panel;
    panel.inspector.findChild<QTabWidget*>()->setCurrentIndex(3);
    auto* victims = panel.named<QComboBox>("Which job is preempted first");
    QVERIFY(victims != nullptr);
    victims->setCurrentIndex(3);
    QCOMPARE(panel.document.value().platform.victimOrder, VictimOrder::LeastLoss);
    QCOMPARE(panel.document.undoStack().count(), 1);
    panel.picture("inspector-assumptions");
    panel.document.undoStack().undo();
    QCOMPARE(victims->currentIndex(), 0);
}

void TestInspector::editsFromTheClockOnBecomeTimedChanges()
{
    Panel panel;
    panel.playback.seek(2 * kMsPerHour);
    panel.inspector.showSelection(Selection::ofShare(panel.share("research")));
    auto* limit = panel.named<QSpinBox>("Limit of ml.g5.xlarge, instances");
    limit->setValue(6);
    QCOMPARE(panel.document.value().shares[1].limits.front().maxCapacity, 4);
    QCOMPARE(panel.document.value().interventions.size(), std::size_t{1});
    QCOMPARE(panel.document.value().interventions.front().at, 2 * kMsPerHour);
    SchedulePanel schedule(panel.document, panel.playback);
    schedule.show();
    auto* table = schedule.findChild<QTableView*>();
    const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(table->model()->rowCount(), 1);
    QVERIFY(table->model()->index(0, ScheduleModel::Change).data().toString().contains("6 ml.g5.xlarge"));
    table->selectRow(0);
    QVERIFY(panel.settle());
    panel.playback.seek(3 * kMsPerHour);
    for (QPushButton* button : schedule.findChildren<QPushButton*>()) {
        if (button->text() == "Move to the clock")
            button->click();
    }
    QCOMPARE(panel.document.value().interventions.front().at, 3 * kMsPerHour);
    table->selectRow(0);
    for (QPushButton* button : schedule.findChildren<QPushButton*>()) {
        if (button->text() == "Delete")
            button->click();
    }
    QVERIFY(panel.document.value().interventions.empty());
    panel.inspector.setEditFromNow(false);
    limit->setValue(7);
    QCOMPARE(panel.document.value().shares[1].limits.front().maxCapacity, 7);
}

void TestInspector::untouchedFieldsChangeNothing()
{
    Panel panel;
    QuotaShare details = panel.document.value().shares[1];
    details.budget = InterruptionBudget{3, 0.04};
    QVERIFY(panel.document.apply(shareDetailsEdit(panel.document.value(), panel.share("research"), details)).ok());
    Platform platform = panel.document.value().platform;
    platform.startup = 100'000'123;
    QVERIFY(panel.document.apply(platformEdit(panel.document.value(), EditTime::fromStart(), platform)).ok());
    panel.inspector.showSelection(Selection::ofShare(panel.share("research")));
    const int steps = panel.document.undoStack().count();
    auto* owner = panel.named<QLineEdit>("Owner");
    QVERIFY(owner != nullptr);
    Q_EMIT owner->editingFinished();
    QCOMPARE(panel.document.undoStack().count(), steps);
    panel.inspector.findChild<QTabWidget*>()->setCurrentIndex(3);
    panel.named<QComboBox>("Place of a preempted job")->setCurrentIndex(1);
    QCOMPARE(panel.document.value().platform.startup, 100'000'123);
    QCOMPARE(panel.document.value().platform.requeue, Requeue::Back);
}

void TestInspector::survivesASelectionThatTheRunDoesNotKnow()
{
    Panel panel;
    panel.inspector.showWhy();
    for (int i = 0; i < 3; ++i) {
        QuotaShare share = panel.document.value().shares[0];
        share.name = "late-" + std::to_string(i);
        QVERIFY(panel.document.apply(addShareEdit(panel.document.value(), EditTime::fromStart(), share)).ok());
        // The run of the new scenario is not there yet.
        panel.inspector.showSelection(Selection::ofShare(panel.document.value().findShare(share.name)));
    }
    panel.document.undoStack().undo();
    QVERIFY(panel.settle());
}

void TestInspector::everyFieldHasAName()
{
    Panel panel;
    for (const Selection& selection : {Selection{}, Selection::ofShare(panel.share("research")),
             Selection::ofJob(JobIndex{0}, panel.share("research"))}) {
        panel.inspector.showSelection(selection);
        for (int tab = 0; tab < 4; ++tab) {
            panel.inspector.findChild<QTabWidget*>()->setCurrentIndex(tab);
            for (QWidget* widget : panel.inspector.findChildren<QWidget*>()) {
                if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()
                    || widget->objectName().startsWith("qt_") || widget->inherits("QTabBar"))
                    continue;
                const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
                QVERIFY2(
                    face != nullptr && !face->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
            }
        }
    }
}

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
