// SPDX-License-Identifier: Apache-2.0
// The workload page: jobs are edited in a table, many at once and one by one; classes and generators are edited, too.
// Every edit is one undo step.
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/job_table_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/style/theme.h"
#include "ui/widgets/workload/bar_chart.h"
#include "ui/widgets/workload/jobs_table.h"
#include "ui/widgets/workload/workload_page.h"
#endif

using namespace quotaboard;

namespace {

struct Page {
    ScenarioDocument document;
    Playback playback{document};
    Theme theme;
    WorkloadPage page{document, playback, theme};

    explicit Page(const char* name = "two-teams-3-lending-checkpoints")
    {
        theme.setKind(qEnvironmentVariable("QUOTABOARD_THEME") == "dark" ? ThemeKind::Dark : ThemeKind::Light);
        theme.setFontScale(qEnvironmentVariableIsSet("QUOTABOARD_FONT_SCALE")
                ? qEnvironmentVariableIntValue("QUOTABOARD_FONT_SCALE")
                : 100);
        theme.applyTo(*qApp);
        if (*name != 0) {
            Result<ScenarioFile> file = readScenarioFile(
                std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json");
            if (!file)
                qFatal("sample refused");
            document.open(std::move(file.value()), {});
        } else {
            document.openBlank();
        }
        page.resize(1180, 780);
        page.show();
        (void)QTest::qWaitForWindowActive(&page);
        settle();
    }

    bool settle()
    {
        return QTest::qWaitFor([this] { return playback.result() != nullptr && !playback.isComputing(); }, 20'000);
    }

    template <class T>
    T* find(const char* name) const
    {
        return page.findChild<T*>(name);
    }

    JobsTable* table() const { return find<JobsTable>("jobsTable"); }
    void show(int tab) const { find<QTabWidget>("workloadTabs")->setCurrentIndex(tab); }
    [[nodiscard]] const Scenario& scenario() const { return document.value(); }
    [[nodiscard]] QString undoText() const { return const_cast<ScenarioDocument&>(document).undoStack().undoText(); }
    [[nodiscard]] int steps() const { return const_cast<ScenarioDocument&>(document).undoStack().index(); }

    void picture(const char* name)
    {
        const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
        if (!folder.isEmpty())
            page.grab().save(folder + "/" + name + ".png");
    }

    /// The editor of the cell being edited.
    QLineEdit* cellEditor() const
    {
        for (QLineEdit* line : table()->viewport()->findChildren<QLineEdit*>()) {
            if (line->isVisible())
                return line;
        }
        return nullptr;
    }
};

/// Every focusable widget of a page says what it is.
void checkNames(const QWidget& root)
{
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(&root) || widget->focusProxy() != nullptr)
            continue;
        // Parts of a composed widget are named by it.
        if (widget->objectName().startsWith("qt_"))
            continue;
        QAccessibleInterface* access = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        const bool isNamed
            = access != nullptr && (!access->text(QAccessible::Name).isEmpty() || !widget->accessibleName().isEmpty());
        QVERIFY2(isNamed, qPrintable(QString("%1 %2").arg(widget->metaObject()->className(), widget->objectName())));
    }
}

} // namespace

class TestWorkloadPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheJobs();
    void filterHidesJobsAndSaysHowMany();
    void enterEditsACell();
    void wrongTextsChangeNothingAndSayWhy();
    void manyJobsAreEditedAtOnce();
    void bulkEditSaysWhyJobsStay();
    void jobsAreDeletedDuplicatedAndCopied();
    void aNewJobComesFromTheKeyboard();
    void selectingAJobTellsTheInspector();
    void theKeyboardGoesFromTheTopDown();
    void columnsAreHiddenAndRemembered();
    void anEmptyWorkloadSaysWhatToDo();
    void writingOutIsSaidOnce();
    void classesAreMadeEditedAndApplied();
    void generatorsAreMadeAppliedAndUndone();
    void generatorsThatMakeNoSenseCannotBeApplied();
    void aGeneratorWhoseShareIsGoneIsNamedAndTheOthersWork();
    void barsAreSetByKeyAndMouse();
    void everythingHasAName();
    void aMillionJobsAreShownSortedAndScrolledWithoutPause();
};

void TestWorkloadPage::showsTheJobs()
{
    Page page;
    QCOMPARE(page.table()->model()->rowCount(), static_cast<int>(page.scenario().jobs.size()));
    QVERIFY(page.table()->isVisible());
    page.picture("workload-jobs");
}

void TestWorkloadPage::filterHidesJobsAndSaysHowMany()
{
    Page page;
    auto* filter = page.find<QLineEdit>("jobsFilter");
    QTest::keyClicks(filter, "priority>=9999 nothing");
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    QVERIFY(page.find<QLabel>("jobsNoMatch")->isVisible());
    QVERIFY(page.find<QLabel>("jobsNoMatch")->text().startsWith("0 of "));
    page.picture("workload-no-match");
    QTest::mouseClick(page.find<QPushButton>("noMatchClearFilter"), Qt::LeftButton);
    QCOMPARE(page.table()->model()->rowCount(), static_cast<int>(page.scenario().jobs.size()));
    QVERIFY(filter->text().isEmpty());
    filter->setText("colour:red");
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(page.find<QLabel>("jobsProblem")->text().contains("colour"));
}

void TestWorkloadPage::enterEditsACell()
{
    Page page;
    page.table()->setFocus();
    page.table()->setCurrentIndex(page.table()->model()->index(2, static_cast<int>(JobColumn::Priority)));
    const int was = page.scenario().jobs[JobIndex{2}].priority;
    QTest::keyClick(page.table(), Qt::Key_Return);
    QVERIFY(page.cellEditor() != nullptr);
    QTest::keyClick(page.cellEditor(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(page.cellEditor(), "777");
    QTest::keyClick(page.cellEditor(), Qt::Key_Return);
    QTRY_COMPARE(page.scenario().jobs[JobIndex{2}].priority, 777);
    QCOMPARE(page.steps(), 1);
    QVERIFY(page.undoText().startsWith("Priority of "));
    page.document.undoStack().undo();
    QCOMPARE(page.scenario().jobs[JobIndex{2}].priority, was);
    // Esc leaves everything as it was.
    QTest::keyClick(page.table(), Qt::Key_Return);
    QTest::keyClicks(page.cellEditor(), "5");
    QTest::keyClick(page.cellEditor(), Qt::Key_Escape);
    QCOMPARE(page.scenario().jobs[JobIndex{2}].priority, was);
    QCOMPARE(page.steps(), 0);
}

void TestWorkloadPage::wrongTextsChangeNothingAndSayWhy()
{
    Page page;
    QSignalSpy messages(&page.page, &WorkloadPage::statusMessage);
    QVERIFY(!page.table()->model()->setData(
        page.table()->model()->index(0, static_cast<int>(JobColumn::Work)), "for ever"));
    QCOMPARE(page.steps(), 0);
    QVERIFY(page.find<QLabel>("jobsProblem")->isVisible());
    QVERIFY(page.find<QLabel>("jobsProblem")->text().contains("for ever"));
    QCOMPARE(messages.size(), 1);
}

void TestWorkloadPage::manyJobsAreEditedAtOnce()
{
    Page page;
    page.table()->selectAll();
    const int count = static_cast<int>(page.scenario().jobs.size());
    QTest::keyClick(page.table(), Qt::Key_E, Qt::ControlModifier);
    auto* dialog = page.find<QDialog>("bulkEdit");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    auto* apply = dialog->findChild<QPushButton*>("bulkEditApply");
    QVERIFY(!apply->isEnabled());
    for (QCheckBox* box : dialog->findChildren<QCheckBox*>()) {
        if (box->text() == "Priority" || box->text() == "Checkpoint")
            QTest::keyClick(box, Qt::Key_Space);
    }
    dialog->findChild<QSpinBox*>("bulk_priority")->setValue(123);
    auto* checkpoint = dialog->findChild<QLineEdit*>("bulk_checkpoint");
    checkpoint->setText("never");
    QVERIFY(!apply->isEnabled());
    QVERIFY(dialog->findChild<QLabel*>("bulkEditPreview")->text().contains("never"));
    checkpoint->setText("7m / 3s");
    QVERIFY(apply->isEnabled());
    const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
    QTest::qWait(20);
    if (!folder.isEmpty())
        dialog->grab().save(folder + "/workload-bulk.png");
    QTest::mouseClick(apply, Qt::LeftButton);
    for (const Job& job : page.scenario().jobs.jobs()) {
        QCOMPARE(job.priority, 123);
        QCOMPARE(page.scenario().jobs.profile(job.profile).checkpoint.value().interval, 7 * kMsPerMinute);
    }
    QCOMPARE(page.steps(), 1);
    QCOMPARE(page.undoText(), QStringLiteral("Change %L1 jobs").arg(count));
    // The same jobs are still selected.
    QCOMPARE(static_cast<int>(page.table()->selectedCount()), count);
    page.document.undoStack().undo();
    QCOMPARE(page.steps(), 0);
}

void TestWorkloadPage::bulkEditSaysWhyJobsStay()
{
    Page page;
    page.table()->selectAll();
    QTest::mouseClick(page.find<QPushButton>("editJobs"), Qt::LeftButton);
    auto* dialog = page.find<QDialog>("bulkEdit");
    for (QCheckBox* box : dialog->findChildren<QCheckBox*>()) {
        if (box->text() == "Priority")
            box->setChecked(true);
    }
    dialog->findChild<QComboBox*>("bulk_priorityMode")->setCurrentIndex(1);
    dialog->findChild<QSpinBox*>("bulk_priority")->setValue(kMaxPriority);
    QVERIFY(dialog->findChild<QLabel*>("bulkEditPreview")->text().contains("Stay as they are"));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QCOMPARE(page.steps(), 0);
}

void TestWorkloadPage::jobsAreDeletedDuplicatedAndCopied()
{
    Page page;
    const std::size_t count = page.scenario().jobs.size();
    page.table()->setFocus();
    page.table()->selectRow(0);
    QTest::keyClick(page.table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].startsWith("Id\tName\t"));
    QCOMPARE(lines[0].count('\t'), lines[1].count('\t'));
    QTest::keyClick(page.table(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(page.scenario().jobs.size(), count + 1);
    page.table()->selectRow(0);
    QTest::keyClick(page.table(), Qt::Key_Delete);
    QCOMPARE(page.scenario().jobs.size(), count);
    QCOMPARE(page.steps(), 2);
    QVERIFY(page.table()->selectedCount() == 1);
    page.document.undoStack().undo();
    page.document.undoStack().undo();
    QCOMPARE(page.scenario().jobs.size(), count);
    QCOMPARE(page.table()->model()->rowCount(), static_cast<int>(count));
}

void TestWorkloadPage::aNewJobComesFromTheKeyboard()
{
    Page page;
    const std::size_t count = page.scenario().jobs.size();
    page.table()->setFocus();
    QTest::keyClick(page.table(), Qt::Key_N);
    auto* dialog = page.find<QDialog>("newJobDialog");
    QVERIFY(dialog != nullptr);
    dialog->accept();
    QCOMPARE(page.scenario().jobs.size(), count + 1);
    QCOMPARE(page.scenario().jobs[JobIndex{count}].submit, TimeMs{0});
    QCOMPARE(page.table()->currentJob(), JobIndex{count});
}

void TestWorkloadPage::selectingAJobTellsTheInspector()
{
    Page page;
    QSignalSpy selected(&page.page, &WorkloadPage::selectionChanged);
    page.page.selectJob(JobIndex{3});
    QVERIFY(!selected.isEmpty());
    QCOMPARE(selected.last().first().value<Selection>().job, JobIndex{3});
    QTest::keyClick(page.table(), Qt::Key_Down);
    QCOMPARE(selected.last().first().value<Selection>().job, JobIndex{4});
    // The selection stays with its job when the rows are sorted.
    page.table()->sortByColumn(static_cast<int>(JobColumn::Work), Qt::DescendingOrder);
    QCOMPARE(page.table()->currentJob(), JobIndex{4});
    QCOMPARE(page.table()->selectedCount(), std::size_t{1});
}

void TestWorkloadPage::theKeyboardGoesFromTheTopDown()
{
    Page page;
    page.find<QLineEdit>("jobsFilter")->setFocus();
    QStringList passed;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(page.page.windowHandle(), Qt::Key_Tab);
        passed += QApplication::focusWidget()->objectName();
    }
    QCOMPARE(passed, (QStringList{"jobsColumns", "jobsTable", "newJob"}));
}

void TestWorkloadPage::columnsAreHiddenAndRemembered()
{
    Page page;
    const int user = static_cast<int>(JobColumn::User);
    QVERIFY(page.table()->isColumnHidden(user));
    page.table()->setColumnHidden(user, false);
    page.table()->setColumnHidden(static_cast<int>(JobColumn::Unit), true);
    const QByteArray state = page.page.layoutState();
    Page other;
    other.page.setLayoutState("nonsense");
    QVERIFY(other.table()->isColumnHidden(user));
    other.page.setLayoutState(state);
    QVERIFY(!other.table()->isColumnHidden(user));
    QVERIFY(other.table()->isColumnHidden(static_cast<int>(JobColumn::Unit)));
}

void TestWorkloadPage::anEmptyWorkloadSaysWhatToDo()
{
    Page page("");
    QVERIFY(!page.table()->isVisible());
    QVERIFY(page.find<QPushButton>("emptyNewJob")->isVisible());
    page.picture("workload-empty");
    QTest::mouseClick(page.find<QPushButton>("emptyNewGenerator"), Qt::LeftButton);
    QCOMPARE(page.find<QTabWidget>("workloadTabs")->currentIndex(), 2);
    QCOMPARE(page.find<QListView>("generatorList")->model()->rowCount(), 1);
    QCOMPARE(page.steps(), 0);
}

void TestWorkloadPage::writingOutIsSaidOnce()
{
    Page page("month-end-rush");
    QVERIFY(page.scenario().generatedJobs > 0);
    QSignalSpy messages(&page.document, &ScenarioDocument::edited);
    const int row = static_cast<int>(page.scenario().jobs.size()) - 1;
    QAbstractItemModel* model = page.table()->model();
    QVERIFY(model->setData(model->index(row, static_cast<int>(JobColumn::Priority)), "41"));
    QCOMPARE(messages.size(), 1);
    QVERIFY(messages[0][0].toString().contains("Saving"));
    QVERIFY(model->setData(model->index(row, static_cast<int>(JobColumn::Priority)), "42"));
    QCOMPARE(messages.size(), 2);
    QVERIFY(!messages[1][0].toString().contains("Saving"));
}

void TestWorkloadPage::classesAreMadeEditedAndApplied()
{
    Page page;
    page.show(1);
    QTest::mouseClick(page.find<QPushButton>("classAdd"), Qt::LeftButton);
    auto* table = page.find<QTableView>("classesTable");
    QVERIFY(page.undoText().startsWith("Add class "));
    // It belongs to some of the jobs.
    const std::string name = page.document.extras().workloadClasses[0].name;
    JobChange change;
    change.workloadClass = name;
    QVERIFY(table->model()->setData(table->model()->index(0, 1), "9m / 1s"));
    QVERIFY(table->model()->setData(table->model()->index(0, 3), "4"));
    QCOMPARE(page.document.extras().workloadClasses[0].profile.preemptionRetries.value(), 4);
    page.show(0);
    QAbstractItemModel* jobs = page.table()->model();
    QVERIFY(jobs->setData(jobs->index(1, static_cast<int>(JobColumn::Class)), QString::fromStdString(name)));
    page.show(1);
    auto* apply = page.find<QPushButton>("classApply");
    QVERIFY(apply->isEnabled());
    page.picture("workload-classes");
    QTest::mouseClick(apply, Qt::LeftButton);
    QCOMPARE(page.scenario().jobs.profileOf(JobIndex{1}).checkpoint.value().interval, 9 * kMsPerMinute);
    QVERIFY(page.undoText().startsWith("Defaults of "));
    while (page.document.undoStack().canUndo())
        page.document.undoStack().undo();
    QVERIFY(page.document.extras().workloadClasses.empty());
}

void TestWorkloadPage::generatorsAreMadeAppliedAndUndone()
{
    Page page;
    const auto before = page.document.scenario();
    const std::size_t count = before->jobs.size();
    page.show(2);
    QTest::mouseClick(page.find<QPushButton>("generatorFirst"), Qt::LeftButton);
    auto* jobs = page.find<QLabel>("generatorPreviewJobs");
    page.find<QDoubleSpinBox>("generatorPerHour")->setValue(20);
    page.find<QLineEdit>("generatorCount")->setText("25");
    QTRY_COMPARE_WITH_TIMEOUT(jobs->text(), QStringLiteral("25"), 10'000);
    QVERIFY(page.find<QLabel>("generatorPreviewLoad")->text().contains("per hour"));
    QCOMPARE(page.scenario().jobs.size(), count);
    page.find<QComboBox>("generatorProcess")->setCurrentIndex(1);
    page.find<QLineEdit>("generatorSizes")->setText("1 × 3, 2");
    auto* apply = page.find<QPushButton>("generatorApply");
    QVERIFY(apply->isEnabled());
    // At once, while the preview is still being worked out.
    QTest::mouseClick(apply, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page.scenario().jobs.size(), count + 25, 10'000);
    QCOMPARE(page.steps(), 1);
    QVERIFY(page.undoText().startsWith("Add generator "));
    QVERIFY(!apply->isEnabled());
    QCOMPARE(page.document.extras().generators.size(), std::size_t{1});
    QCOMPARE(page.document.extras().generators[0].sizes.size(), std::size_t{2});
    QTRY_COMPARE_WITH_TIMEOUT(jobs->text(), QStringLiteral("25"), 10'000);
    page.picture("workload-generators");
    page.find<QLineEdit>("generatorCount")->setText("30");
    QTRY_COMPARE_WITH_TIMEOUT(jobs->text(), QStringLiteral("30"), 10'000);
    QTest::mouseClick(apply, Qt::LeftButton);
    QCOMPARE(page.scenario().jobs.size(), count + 30);
    QVERIFY(page.undoText().startsWith("Change generator "));
    page.document.undoStack().undo();
    page.document.undoStack().undo();
    QVERIFY(isSameScenario(*before, page.scenario()));
    QVERIFY(page.document.extras().generators.empty());
    QCOMPARE(page.find<QListView>("generatorList")->model()->rowCount(), 0);
    page.document.undoStack().redo();
    QCOMPARE(page.find<QListView>("generatorList")->model()->rowCount(), 1);
}

void TestWorkloadPage::generatorsThatMakeNoSenseCannotBeApplied()
{
    Page page("month-end-rush");
    page.show(2);
    auto* apply = page.find<QPushButton>("generatorApply");
    QVERIFY(!apply->isEnabled());
    page.find<QLineEdit>("generatorMean")->setText("long");
    QVERIFY(!apply->isEnabled());
    QVERIFY(page.find<QLabel>("generatorProblem")->text().contains("long"));
    page.find<QLineEdit>("generatorMean")->setText("1h");
    page.find<QLineEdit>("generatorLeast")->setText("2h");
    page.find<QLineEdit>("generatorMost")->setText("1h");
    QTRY_VERIFY_WITH_TIMEOUT(page.find<QLabel>("generatorPreviewState")->text().contains("leastSeconds"), 10'000);
    QVERIFY(!apply->isEnabled());
    QTest::mouseClick(page.find<QPushButton>("generatorRevert"), Qt::LeftButton);
    QVERIFY(!page.find<QPushButton>("generatorRevert")->isEnabled());
    QCOMPARE(page.steps(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(page.find<QLabel>("generatorPreviewJobs")->text() != "—", 10'000);
    page.picture("workload-month-end");
}

void TestWorkloadPage::aGeneratorWhoseShareIsGoneIsNamedAndTheOthersWork()
{
    Page page("month-end-rush");
    const std::vector<GeneratorSpec> specs = page.document.extras().generators;
    QVERIFY(specs.size() > 2 && specs[0].share != specs[2].share);
    const ShareIndex share = page.scenario().findShare(specs[2].share);
    QVERIFY(page.document.apply(removeShareEdit(page.scenario(), EditTime::fromStart(), share, true)).ok());
    page.show(2);
    auto* warnings = page.find<QLabel>("generatorWarnings");
    auto* jobs = page.find<QLabel>("generatorPreviewJobs");
    QTRY_VERIFY_WITH_TIMEOUT(warnings->text().contains("no share “" + toQt(specs[2].share) + "” any more"), 10'000);
    QVERIFY(!warnings->text().contains("by hand"));
    QVERIFY(page.find<QLabel>("generatorPreviewState")->text().isEmpty());
    page.find<QLineEdit>("generatorCount")->setText("7");
    QTRY_COMPARE_WITH_TIMEOUT(jobs->text(), QString("7"), 10'000);
    page.picture("workload-share-gone");
    QTest::mouseClick(page.find<QPushButton>("generatorApply"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page.document.extras().generators[0].count.value_or(0), std::int64_t{7}, 10'000);
    // Another share chosen, it makes jobs again.
    auto* list = page.find<QListView>("generatorList");
    list->setCurrentIndex(list->model()->index(2, 0));
    QTRY_VERIFY_WITH_TIMEOUT(page.find<QLabel>("generatorPreviewState")->text().contains("any more"), 10'000);
    QCOMPARE(jobs->text(), QString("—"));
    page.find<QComboBox>("generatorShare")->setCurrentText(toQt(specs[0].share));
    QTRY_VERIFY_WITH_TIMEOUT(jobs->text() != "—", 10'000);
    QVERIFY(!warnings->text().contains(toQt(specs[2].share)));
}

void TestWorkloadPage::barsAreSetByKeyAndMouse()
{
    Theme theme;
    BarChart chart(theme, "Hours", "relative rate");
    chart.setNames({"0", "1", "2", "3"});
    chart.setValues({1, 1, 1, 1});
    chart.setEditable(true);
    chart.resize(300, 140);
    chart.show();
    QVERIFY(QTest::qWaitForWindowActive(&chart));
    QSignalSpy edited(&chart, &BarChart::edited);
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_PageUp);
    QCOMPARE(chart.values(), (std::vector<double>{1, 2, 1, 1}));
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.values()[1], 0.0);
    QVERIFY(chart.accessibleDescription().startsWith("1: 0"));
    QTest::mousePress(&chart, Qt::LeftButton, {}, QPoint(chart.width() - 20, chart.height() / 2));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(chart.width() - 20, chart.height() / 2));
    QVERIFY(chart.values()[3] != 1.0);
    QCOMPARE(edited.size(), 3);
    // Not all may be 0.
    chart.setValues({0, 1, 0, 0});
    QTest::keyClick(&chart, Qt::Key_Left);
    QTest::keyClick(&chart, Qt::Key_Left);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.values()[1], 1.0);
}

void TestWorkloadPage::everythingHasAName()
{
    Page page("month-end-rush");
    for (int tab = 0; tab < 3; ++tab) {
        page.show(tab);
        checkNames(page.page);
    }
}

void TestWorkloadPage::aMillionJobsAreShownSortedAndScrolledWithoutPause()
{
    auto scenario = std::make_shared<Scenario>();
    const UnitIndex unit = scenario->internUnit("gpu");
    const ShareIndex share = scenario->internShare("red");
    const ProfileIndex profile = scenario->jobs.internProfile({});
    scenario->jobs.reserve(1'000'000);
    for (std::size_t i = 0; i < 1'000'000; ++i) {
        Job job;
        job.name = scenario->jobs.intern("job-" + std::to_string(i % 1000));
        job.id = scenario->jobs.intern("id-" + std::to_string(i * 7919 % 1'000'000));
        job.profile = profile;
        job.share = share;
        job.unit = unit;
        job.work = static_cast<TimeMs>(i * 7919 % 86'400'000);
        scenario->jobs.add(job);
    }
    JobTableModel model;
    JobsTable table(model);
    table.resize(1000, 700);
    table.show();
    QVERIFY(QTest::qWaitForWindowActive(&table));
    const auto milliseconds = [](auto act) {
        QElapsedTimer timer;
        timer.start();
        act();
        return timer.elapsed();
    };
    // Ten times what a quiet machine takes.
    constexpr qint64 kMost = 400;
    const qint64 opening = milliseconds([&] {
        model.setScenario(scenario);
        table.grab();
    });
    const qint64 scrolling = milliseconds([&] {
        table.scrollToBottom();
        table.grab();
    });
    const qint64 sorting
        = milliseconds([&] { table.sortByColumn(static_cast<int>(JobColumn::Id), Qt::DescendingOrder); });
    QElapsedTimer timer;
    timer.start();
    QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy(), 30'000);
    const qint64 sorted = timer.elapsed();
    const qint64 selecting = milliseconds([&] { table.selectAll(); });
    const qint64 counting = milliseconds([&] { QCOMPARE(table.selectedJobs().size(), std::size_t{1'000'000}); });
    qInfo("open %lld ms, scroll %lld ms, ask to sort %lld ms, sorted after %lld ms, select %lld ms, count %lld ms",
        opening, scrolling, sorting, sorted, selecting, counting);
    for (const qint64 time : {opening, scrolling, sorting, selecting})
        QVERIFY2(time < kMost, qPrintable(QString::number(time)));
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("id-999999"));
}

QTEST_MAIN(TestWorkloadPage)
#include "tst_workload_page.moc"
