// SPDX-License-Identifier: Apache-2.0
// The policy schedule: switch off and on, change, move and delete, by mouse and by keys, each one undo step.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/schedule_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/schedule_panel.h"

#include <QTemporaryDir>
#endif

using namespace quotaboard;

namespace {

constexpr const char* kScenario = R"({"format": "quotaboard-scenario", "version": 1,
    "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 8}]}],
    "quotaShares": [
     {"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}],
      "resourceSharingConfiguration": {"strategy": "LEND"}},
     {"quotaShareName": "b", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 4}],
      "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW"}}],
    "jobs": [{"jobName": "x", "quotaShareName": "b", "capacityUnit": "u", "instanceCount": 1, "submitSeconds": 0,
              "workSeconds": 9000}],
    "interventions": [
     {"atSeconds": 3600, "author": "me", "reason": "rush",
      "updateQuotaShare": {"quotaShareName": "b",
       "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 2}]}},
     {"atSeconds": 1800, "submitServiceJob": {"jobName": "late", "quotaShareName": "a", "capacityUnit": "u",
      "instanceCount": 1, "workSeconds": 60}},
     {"atSeconds": 7200, "updateServiceJob": {"jobId": 0, "schedulingPriority": 7}}]})";

struct Fixture {
    Fixture()
    {
        open(kScenario);
        panel.resize(900, 300);
        panel.show();
        if (!QTest::qWaitForWindowActive(&panel))
            qFatal("no window");
    }

    void open(const std::string& text)
    {
        Result<ScenarioFile> file = readScenarioFileText(text, "test", "/nowhere");
        if (!file)
            qFatal("scenario refused");
        QVERIFY(file.value().warnings.empty());
        document.open(std::move(file.value()), {});
        QVERIFY(QTest::qWaitFor([&] { return playback.result() && !playback.isComputing(); }, 20'000));
    }

    void click(const char* button) { QTest::mouseClick(panel.findChild<QPushButton*>(button), Qt::LeftButton); }

    /// What the file would hold.
    [[nodiscard]] nlohmann::ordered_json saved()
    {
        const std::string path = folder.filePath("saved.scenario.json").toStdString();
        if (!document.save(toQt(path)).ok())
            return {};
        QFile file(toQt(path));
        if (!file.open(QFile::ReadOnly))
            return {};
        return nlohmann::ordered_json::parse(file.readAll().toStdString());
    }

    [[nodiscard]] QDialog* dialog()
    {
        for (QDialog* one : panel.findChildren<QDialog*>("interventionDialog")) {
            if (one->isVisible())
                return one;
        }
        return nullptr;
    }

    [[nodiscard]] QString text(int row, int column) const
    {
        return table->model()->index(row, column).data().toString();
    }

    QTemporaryDir folder;
    ScenarioDocument document;
    Playback playback{document};
    SchedulePanel panel{document, playback};
    QTableView* table = panel.findChild<QTableView*>("scheduleTable");
};

} // namespace

class TestSchedulePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsInOrderOfTime();
    void offIsOutOfTheRunAndOfTheFile();
    void offIsReadBack();
    void aSubmittedJobComesBack();
    void whatNoLongerFitsSaysSo();
    void valuesTimeAndWordsAreChanged();
    void aChangeThatIsOffKeepsItsValues();
    void severalAreDeletedByOneKey();
    void movesToTheClock();
    void escapeChangesNothing();
    void everyKindOfChangeHasFieldsOrSaysWhere_data();
    void everyKindOfChangeHasFieldsOrSaysWhere();
    void choicesOfThePlatformAreEdited();
    void aWrongDurationIsNotTaken();
};

void TestSchedulePanel::listsInOrderOfTime()
{
    Fixture fixture;
    const QAbstractItemModelTester tester(
        fixture.table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(fixture.table->model()->rowCount(), 3);
    QVERIFY(fixture.text(0, ScheduleModel::Change).contains("late"));
    QCOMPARE(fixture.text(1, ScheduleModel::Author), QString("me"));
    QCOMPARE(fixture.text(1, ScheduleModel::Reason), QString("rush"));
}

void TestSchedulePanel::offIsOutOfTheRunAndOfTheFile()
{
    Fixture fixture;
    const auto before = fixture.saved();
    fixture.table->selectRow(1);
    fixture.click("scheduleToggle");
    QCOMPARE(fixture.document.value().interventions.size(), std::size_t{2});
    QCOMPARE(fixture.document.extras().disabledInterventions.size(), std::size_t{1});
    QCOMPARE(fixture.document.undoStack().count(), 1);
    QCOMPARE(fixture.table->model()->rowCount(), 3);
    QCOMPARE(fixture.table->model()->index(1, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    QVERIFY(fixture.text(1, ScheduleModel::Change).contains("2 u"));
    QCOMPARE(fixture.text(1, ScheduleModel::Author), QString("me"));
    const auto off = fixture.saved();
    QCOMPARE(off["interventions"].size(), std::size_t{2});
    QCOMPARE(off["disabledInterventions"].size(), std::size_t{1});
    QVERIFY(nlohmann::json(off["disabledInterventions"][0]) == nlohmann::json(before["interventions"][0]));
    // By the key again.
    fixture.table->setFocus();
    fixture.table->selectRow(1);
    QTest::keyClick(fixture.table, Qt::Key_Space);
    QCOMPARE(fixture.document.value().interventions.size(), std::size_t{3});
    QVERIFY(!fixture.saved().contains("disabledInterventions"));
    fixture.document.undoStack().undo();
    fixture.document.undoStack().undo();
    QCOMPARE(fixture.saved().dump(), before.dump());
}

void TestSchedulePanel::offIsReadBack()
{
    Fixture fixture;
    fixture.table->selectRow(1);
    fixture.click("scheduleToggle");
    const std::string text = fixture.saved().dump();
    // No warning either.
    fixture.open(text);
    QCOMPARE(fixture.document.value().interventions.size(), std::size_t{2});
    QCOMPARE(fixture.document.extras().disabledInterventions.size(), std::size_t{1});
    QCOMPARE(fixture.saved().dump(), text);
}

void TestSchedulePanel::aSubmittedJobComesBack()
{
    Fixture fixture;
    QCOMPARE(fixture.document.value().jobs.size(), std::size_t{2});
    const std::string id = fixture.document.value().jobs.displayId(JobIndex{1});
    fixture.table->selectRow(0);
    fixture.click("scheduleToggle");
    QCOMPARE(fixture.document.value().jobs.size(), std::size_t{1});
    fixture.table->selectRow(0);
    QCOMPARE(fixture.panel.findChild<QPushButton*>("scheduleToggle")->text(), QString("Switch on"));
    fixture.click("scheduleToggle");
    QCOMPARE(fixture.document.value().jobs.size(), std::size_t{2});
    const JobIndex job = fixture.document.value().jobs.find(id);
    QVERIFY(job.isValid());
    QCOMPARE(fixture.document.value().jobs.text(fixture.document.value().jobs[job].name), std::string_view("late"));
}

void TestSchedulePanel::whatNoLongerFitsSaysSo()
{
    Fixture fixture;
    fixture.table->selectRow(0);
    fixture.click("scheduleToggle");
    QVERIFY(
        fixture.document.apply(removeShareEdit(fixture.document.value(), EditTime::fromStart(), ShareIndex{0}, true))
            .ok());
    const int steps = fixture.document.undoStack().count();
    QSignalSpy said(&fixture.panel, &SchedulePanel::statusMessage);
    fixture.table->selectRow(0);
    fixture.click("scheduleToggle");
    // The name of a share stays known to the scenario; then the change is one that is refused at its time, or it is
    // said here.
    if (fixture.document.undoStack().count() == steps)
        QVERIFY(!said.isEmpty());
    nlohmann::ordered_json words = nlohmann::ordered_json::parse(kScenario);
    words["disabledInterventions"]
        = nlohmann::ordered_json::parse(R"([{"atSeconds": 5, "terminateServiceJob": {"jobId": "gone"}}])");
    fixture.open(words.dump());
    QVERIFY(fixture.text(0, ScheduleModel::Change).contains("no longer fits"));
    said.clear();
    fixture.table->selectRow(0);
    fixture.click("scheduleToggle");
    QCOMPARE(said.count(), 1);
    QVERIFY(said.first().first().toString().contains("gone"));
    QCOMPARE(fixture.document.extras().disabledInterventions.size(), std::size_t{1});
    QCOMPARE(fixture.document.undoStack().count(), 0);
}

void TestSchedulePanel::valuesTimeAndWordsAreChanged()
{
    Fixture fixture;
    fixture.table->setFocus();
    fixture.table->selectRow(1);
    QTest::keyClick(fixture.table, Qt::Key_Return);
    QDialog* dialog = fixture.dialog();
    QVERIFY(dialog);
    dialog->findChild<QSpinBox*>("interventionLimit0")->setValue(3);
    auto* time = dialog->findChild<QLineEdit*>("interventionTime");
    time->setText("never");
    QTest::keyClick(time, Qt::Key_Return);
    QVERIFY(fixture.dialog());
    time->setText("2h30m");
    dialog->findChild<QLineEdit*>("interventionAuthor")->setText("you");
    QTest::keyClick(time, Qt::Key_Return);
    QCOMPARE(fixture.document.undoStack().count(), 1);
    const Intervention& changed = fixture.document.value().interventions[0];
    QCOMPARE(changed.at, 2 * kMsPerHour + 30 * kMsPerMinute);
    QCOMPARE(changed.author, std::string("you"));
    QCOMPARE(changed.reason, std::string("rush"));
    QCOMPARE(std::get<UpdateQuotaShare>(changed.edit).limits->front().maxCapacity, 3);
    fixture.document.undoStack().undo();
    QCOMPARE(fixture.document.value().interventions[0].at, kMsPerHour);
}

void TestSchedulePanel::aChangeThatIsOffKeepsItsValues()
{
    Fixture fixture;
    fixture.table->selectRow(1);
    fixture.click("scheduleToggle");
    fixture.table->selectRow(1);
    fixture.click("scheduleEdit");
    QDialog* dialog = fixture.dialog();
    QVERIFY(dialog);
    QVERIFY(!dialog->findChild<QSpinBox*>());
    dialog->findChild<QLineEdit*>("interventionTime")->setText("10m");
    dialog->findChild<QLineEdit*>("interventionReason")->setText("");
    dialog->accept();
    const DisabledIntervention& off = fixture.document.extras().disabledInterventions.front();
    QCOMPARE(off.at, 10 * kMsPerMinute);
    QCOMPARE(off.words["atSeconds"].get<int>(), 600);
    QVERIFY(!off.words.contains("reason"));
    QCOMPARE(off.words["updateQuotaShare"]["capacityLimits"][0]["maxCapacity"].get<int>(), 2);
    QCOMPARE(fixture.text(0, ScheduleModel::Author), QString("me"));
}

void TestSchedulePanel::severalAreDeletedByOneKey()
{
    Fixture fixture;
    const auto before = fixture.saved();
    fixture.table->selectRow(1);
    fixture.click("scheduleToggle");
    fixture.table->setFocus();
    fixture.table->selectAll();
    QTest::keyClick(fixture.table, Qt::Key_Delete);
    QVERIFY(fixture.document.value().interventions.empty());
    QVERIFY(fixture.document.extras().disabledInterventions.empty());
    QCOMPARE(fixture.document.value().jobs.size(), std::size_t{1});
    QCOMPARE(fixture.document.undoStack().count(), 2);
    fixture.document.undoStack().undo();
    fixture.document.undoStack().undo();
    QCOMPARE(fixture.saved().dump(), before.dump());
}

void TestSchedulePanel::movesToTheClock()
{
    Fixture fixture;
    fixture.playback.seek(1000 * kMsPerSecond);
    for (const bool isOff : {false, true}) {
        fixture.table->selectRow(2);
        if (isOff) {
            fixture.click("scheduleToggle");
            fixture.table->selectRow(2);
        }
        fixture.click("scheduleMove");
        QVERIFY(fixture.text(0, ScheduleModel::When).contains("00:16:40"));
        fixture.document.undoStack().undo();
    }
}

void TestSchedulePanel::escapeChangesNothing()
{
    Fixture fixture;
    const Scenario* before = &fixture.document.value();
    fixture.table->selectRow(1);
    fixture.click("scheduleEdit");
    fixture.dialog()->findChild<QSpinBox*>("interventionLimit0")->setValue(3);
    QTest::keyClick(fixture.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!fixture.dialog());
    QCOMPARE(&fixture.document.value(), before);
    QCOMPARE(fixture.document.undoStack().count(), 0);
}

namespace {

/// The scenario with one change in place of its own.
std::string withChange(const std::string& change)
{
    std::string text = kScenario;
    const std::size_t from = text.find("\"interventions\": [");
    return text.substr(0, from) + "\"interventions\": [{\"atSeconds\": 600, " + change + "}]}";
}

constexpr const char* kPlatform
    = R"("updatePlatform": {"startupSeconds": 30, "victimOrder": "youngest", "resumeSuccessProbability": 0.5})";

} // namespace

void TestSchedulePanel::everyKindOfChangeHasFieldsOrSaysWhere_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("part");
    QTest::newRow("platform") << kPlatform << "interventionVictimOrder";
    QTest::newRow("queue") << R"("updateJobQueue": {"jobQueue": "q", "state": "DISABLED"})"
                           << "interventionEnabled";
    QTest::newRow("environment") << R"("updateServiceEnvironment": {"serviceEnvironment": "e", "state": "DISABLED"})"
                                 << "interventionEnabled";
    QTest::newRow("create") << R"("createQuotaShare": {"quotaShareName": "c", "capacityLimits":
        [{"capacityUnit": "u", "maxCapacity": 1}], "resourceSharingConfiguration": {"strategy": "LEND"}})"
                            << "interventionLimit0";
    QTest::newRow("delete") << R"("deleteQuotaShare": {"quotaShareName": "a"})"
                            << "interventionNote";
    QTest::newRow("submit") << R"("submitServiceJob": {"jobName": "late", "quotaShareName": "a", "capacityUnit": "u",
        "instanceCount": 1, "workSeconds": 60})"
                            << "interventionNote";
    QTest::newRow("terminate") << R"("terminateServiceJob": {"jobId": 0, "reason": "over"})"
                               << "interventionTermination";
    QTest::newRow("reorder") << R"("reorderQuotaShares": ["b", "a"])"
                             << "interventionNote";
}

void TestSchedulePanel::everyKindOfChangeHasFieldsOrSaysWhere()
{
    QFETCH(QString, change);
    QFETCH(QString, part);
    Fixture fixture;
    fixture.open(withChange(change.toStdString()));
    const auto before = fixture.saved();
    fixture.table->selectRow(0);
    fixture.click("scheduleEdit");
    QDialog* dialog = fixture.dialog();
    QVERIFY(dialog);
    auto* found = dialog->findChild<QWidget*>(part);
    QVERIFY2(found && found->isVisible(), qPrintable(part));
    const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
    if (!folder.isEmpty())
        dialog->grab().save(folder + "/change-" + QTest::currentDataTag() + ".png");
    // Accepted as it stands, it stays what it is.
    dialog->findChild<QLineEdit*>("interventionReason")->setText("");
    dialog->accept();
    QCOMPARE(fixture.saved()["interventions"].dump(), before["interventions"].dump());
}

void TestSchedulePanel::choicesOfThePlatformAreEdited()
{
    Fixture fixture;
    fixture.open(withChange(kPlatform));
    fixture.table->selectRow(0);
    fixture.click("scheduleEdit");
    QDialog* dialog = fixture.dialog();
    dialog->findChild<QLineEdit*>("interventionStartup")->setText("2m");
    dialog->findChild<QComboBox*>("interventionVictimOrder")->setCurrentIndex(static_cast<int>(VictimOrder::Oldest));
    dialog->findChild<QDoubleSpinBox*>("interventionResume")->setValue(75);
    // What the change does not touch it does not offer.
    QVERIFY(!dialog->findChild<QWidget*>("interventionStopGrace"));
    dialog->accept();
    const auto* edit = std::get_if<UpdatePlatform>(&fixture.document.value().interventions.front().edit);
    QVERIFY(edit);
    QCOMPARE(edit->startup.value(), 2 * kMsPerMinute);
    QCOMPARE(edit->victimOrder.value(), VictimOrder::Oldest);
    QCOMPARE(edit->resumeSuccessProbability.value(), 0.75);
    QVERIFY(!edit->stopGrace);
    QCOMPARE(fixture.document.undoStack().count(), 1);
}

void TestSchedulePanel::aWrongDurationIsNotTaken()
{
    Fixture fixture;
    fixture.open(withChange(kPlatform));
    fixture.table->selectRow(0);
    fixture.click("scheduleEdit");
    QDialog* dialog = fixture.dialog();
    auto* ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QVERIFY(ok->isEnabled());
    dialog->findChild<QLineEdit*>("interventionStartup")->setText("soon");
    QVERIFY(!ok->isEnabled());
    QVERIFY(dialog->findChild<QLabel*>("interventionProblem")->text().contains("Start-up"));
    dialog->findChild<QLineEdit*>("interventionStartup")->setText("1m");
    QVERIFY(ok->isEnabled());
}

QTEST_MAIN(TestSchedulePanel)
#include "tst_schedule_panel.moc"
