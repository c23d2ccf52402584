// SPDX-License-Identifier: Apache-2.0
// Why a job was preempted, in the inspector: by F2's tab and from the attempts, by mouse and keyboard.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "core/experiment/preemption_reason.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/candidates_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/inspector.h"
#include "ui/widgets/style/theme.h"

#include <map>
#endif

using namespace quotaboard;

namespace {

struct Panel {
    ScenarioDocument document;
    Playback playback{document};
    Theme theme;
    InspectorPanel inspector{document, playback, theme};

    explicit Panel(const char* name = "month-end-rush", ThemeKind kind = ThemeKind::Light)
    {
        Result<ScenarioFile> file
            = readScenarioFile(std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json");
        if (!file)
            qFatal("sample refused");
        theme.setKind(kind);
        theme.applyTo(*qApp);
        document.open(std::move(file.value()), {});
        inspector.resize(340, 900);
        inspector.show();
        (void)QTest::qWaitFor([this] { return playback.result() && !playback.isComputing(); }, 20'000);
    }

    [[nodiscard]] const EventLog& log() const { return playback.result()->log; }
    /// The first PREEMPTED of the run at or after `from`.
    [[nodiscard]] std::size_t preemption(std::size_t from = 0) const
    {
        std::size_t i = from;
        while (i < log().size() && log()[i].kind != EventKind::Preempted)
            ++i;
        return i;
    }
    /// A job with at least two preemptions, and where the second is.
    [[nodiscard]] std::size_t secondPreemption() const
    {
        std::map<JobIndex, int> count;
        for (std::size_t i = 0; i < log().size(); ++i) {
            if (log()[i].kind == EventKind::Preempted && ++count[log()[i].job] == 2)
                return i;
        }
        return log().size();
    }

    template <class Widget>
    Widget* find(const char* name)
    {
        auto* widget = inspector.findChild<Widget*>(QLatin1String(name));
        return widget != nullptr && widget->isVisibleTo(&inspector) ? widget : nullptr;
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return find<QTableView>("preemptionCandidates") != nullptr; }, 10'000);
    }
    void picture(const char* name)
    {
        const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
        if (!folder.isEmpty())
            inspector.grab().save(folder + "/" + name + ".png");
    }
};

} // namespace

class TestPreemptionView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhyTheJobWasPreempted_data();
    void tellsWhyTheJobWasPreempted();
    void isSilentBeforeItHappens();
    void attemptsLeadToIt();
    void severalPreemptionsCanBeChosen();
    void explanationIsCopied();
    void optionsTellWhomTheyAffect();
};

void TestPreemptionView::tellsWhyTheJobWasPreempted_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
    QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
}

void TestPreemptionView::tellsWhyTheJobWasPreempted()
{
    QFETCH(int, kind);
    Panel panel("month-end-rush", static_cast<ThemeKind>(kind));
    const std::size_t at = panel.preemption(panel.log().size() / 2);
    const JobEvent event = panel.log()[at];
    const auto wanted = explainPreemption(*panel.playback.result(), at);
    QVERIFY(wanted);
    panel.playback.seek(event.time);
    panel.inspector.showSelection(Selection::ofJob(event.job, panel.document.value().jobs[event.job].share));
    panel.inspector.showWhy();
    QVERIFY(panel.settle());
    const Scenario& scenario = *panel.playback.result()->scenario;
    const QString sentence = panel.find<QLabel>("preemptionSentence")->text();
    QVERIFY2(sentence.contains(jobText(scenario, event.by)), qPrintable(sentence));
    for (const char* forbidden : {"guarantee", "will resume"})
        QVERIFY(!sentence.contains(QLatin1String(forbidden), Qt::CaseInsensitive));
    QVERIFY(!panel.find<QLabel>("preemptionRule")->text().isEmpty());
    auto* table = panel.find<QTableView>("preemptionCandidates");
    auto* model = static_cast<CandidatesModel*>(table->model());
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(model->rowCount(), static_cast<int>(wanted->candidates.size()));
    for (int row = 0; row < model->rowCount(); ++row)
        QVERIFY(model->at(row) == wanted->candidates[static_cast<std::size_t>(row)]);
    QVERIFY(!table->accessibleName().isEmpty() && table->focusPolicy() != Qt::NoFocus);
    panel.picture(kind == 0 ? "preemption-light" : "preemption-dark");
}

void TestPreemptionView::isSilentBeforeItHappens()
{
    Panel panel;
    const JobEvent event = panel.log()[panel.preemption()];
    panel.playback.seek(event.time - 1);
    panel.inspector.showSelection(Selection::ofJob(event.job, panel.document.value().jobs[event.job].share));
    panel.inspector.showWhy();
    QVERIFY(!panel.find<QComboBox>("preemptionChoice"));
    panel.playback.seek(event.time);
    QVERIFY(panel.settle());
    panel.inspector.showSelection({});
    QVERIFY(!panel.find<QComboBox>("preemptionChoice"));
}

void TestPreemptionView::attemptsLeadToIt()
{
    Panel panel;
    const JobEvent second = panel.log()[panel.secondPreemption()];
    panel.playback.seek(second.time);
    panel.inspector.showSelection(Selection::ofJob(second.job, panel.document.value().jobs[second.job].share));
    auto* tabs = panel.inspector.findChild<QTabWidget*>();
    tabs->setCurrentIndex(0);
    QCoreApplication::processEvents();
    auto* why = panel.find<QPushButton>("whyPreempted");
    QVERIFY(why);
    // Without a choice the last one, by keyboard.
    why->setFocus();
    QTest::keyClick(why, Qt::Key_Space);
    QCOMPARE(tabs->currentWidget()->objectName(), QStringLiteral("tabWhy"));
    QVERIFY(panel.settle());
    QCOMPARE(panel.find<QComboBox>("preemptionChoice")->currentIndex(), 1);
    // A row of the table: that one.
    tabs->setCurrentIndex(0);
    QTableView* attempts = nullptr;
    for (QTableView* table : panel.inspector.findChildren<QTableView*>()) {
        if (table->accessibleName() == QLatin1String("Attempts"))
            attempts = table;
    }
    QVERIFY(attempts);
    attempts->setFocus();
    attempts->setCurrentIndex(attempts->model()->index(0, 0));
    QTest::keyClick(attempts, Qt::Key_Return);
    QCOMPARE(tabs->currentWidget()->objectName(), QStringLiteral("tabWhy"));
    QCOMPARE(panel.find<QComboBox>("preemptionChoice")->currentIndex(), 0);
}

void TestPreemptionView::severalPreemptionsCanBeChosen()
{
    Panel panel;
    const std::size_t at = panel.secondPreemption();
    const JobEvent second = panel.log()[at];
    panel.playback.seek(second.time);
    panel.inspector.showSelection(Selection::ofJob(second.job, panel.document.value().jobs[second.job].share));
    panel.inspector.showWhy();
    QVERIFY(panel.settle());
    auto* choice = panel.find<QComboBox>("preemptionChoice");
    QCOMPARE(choice->count(), 2);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Up);
    QCOMPARE(choice->currentIndex(), 0);
    const auto first = lastPreemption(panel.log(), second.job, at);
    QVERIFY(first);
    const QString by = jobText(*panel.playback.result()->scenario, panel.log()[*first].by);
    QTRY_VERIFY(panel.find<QLabel>("preemptionSentence")->text().contains(by));
    // Going on keeps the choice.
    panel.playback.seek(second.time + 1);
    QCOMPARE(choice->currentIndex(), 0);
}

void TestPreemptionView::explanationIsCopied()
{
    Panel panel;
    const JobEvent event = panel.log()[panel.preemption()];
    panel.playback.seek(event.time);
    panel.inspector.showSelection(Selection::ofJob(event.job, panel.document.value().jobs[event.job].share));
    panel.inspector.showWhy();
    QVERIFY(panel.settle());
    QSignalSpy told(&panel.inspector, &InspectorPanel::statusMessage);
    auto* copy = panel.find<QPushButton>("copyExplanation");
    QVERIFY(copy);
    copy->setFocus();
    QTest::keyClick(copy, Qt::Key_Space);
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.contains(panel.find<QLabel>("preemptionSentence")->text()), qPrintable(text));
    QVERIFY(text.count(QLatin1Char('\t')) >= CandidatesModel::kColumns - 1);
    QCOMPARE(told.count(), 1);
}

void TestPreemptionView::optionsTellWhomTheyAffect()
{
    Panel panel;
    panel.playback.seek(6 * kMsPerDay + 12 * kMsPerHour);
    JobIndex job;
    for (const ShareIndex share : panel.playback.simulator()->policy().order()) {
        const auto waiting = panel.playback.simulator()->scheduler().waitingOf(share, 1);
        if (!job.isValid() && !waiting.empty())
            job = panel.playback.simulator()->scheduler().job(waiting.front());
    }
    QVERIFY(job.isValid());
    QVector<JobIndex> affected;
    connect(&panel.inspector, &InspectorPanel::affectedJobs, this,
        [&affected](const QVector<JobIndex>& jobs) { affected = jobs; });
    panel.inspector.showSelection(Selection::ofJob(job, panel.document.value().jobs[job].share));
    panel.inspector.showWhy();
    auto* remedies = panel.inspector.findChild<QWidget*>(QStringLiteral("remedies"));
    QVERIFY(remedies != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(remedies->findChild<QPushButton*>() != nullptr, 20'000);
    auto* apply = remedies->findChild<QPushButton*>();
    QFocusEvent in(QEvent::FocusIn);
    QApplication::sendEvent(apply, &in);
    QVERIFY(affected.contains(job));
    QFocusEvent out(QEvent::FocusOut);
    QApplication::sendEvent(apply, &out);
    QVERIFY(affected.isEmpty());
    const QPointF middle = QRectF(apply->parentWidget()->rect()).center();
    QEnterEvent enter(middle, middle, middle);
    QApplication::sendEvent(apply->parentWidget(), &enter);
    QVERIFY(affected.contains(job));
    panel.inspector.showSelection({});
    QVERIFY(affected.isEmpty());
}

QTEST_MAIN(TestPreemptionView)
#include "tst_preemption_view.moc"
