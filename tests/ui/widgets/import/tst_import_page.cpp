// SPDX-License-Identifier: Apache-2.0
#include <QAccessible>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/app/cli_test_support.h"
#include "tests/ui/support/window_harness.h"
#include "ui/widgets/import/import_page.h"
#include "ui/widgets/window/file_kind.h"
#endif

using namespace quotaboard;

namespace {

constexpr int kPatienceMs = 30'000;

/// The page in a window of its own.
struct PageFixture {
    PageFixture()
    {
        page.resize(1200, 800);
        page.show();
        static_cast<void>(QTest::qWaitForWindowActive(&page));
    }

    /// Waits until what is shown belongs to what was chosen.
    [[nodiscard]] bool isReady() const
    {
        return QTest::qWaitFor([this] { return page.isIdle(); }, kPatienceMs);
    }
    bool open(const QStringList& files)
    {
        page.setFiles(files);
        return isReady();
    }
    template <class T>
    [[nodiscard]] T* find(const char* name) const
    {
        return page.findChild<T*>(name);
    }
    [[nodiscard]] QString text(const char* name) const { return find<QLabel>(name)->text(); }
    [[nodiscard]] QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    /// As the user chooses an item, by its text.
    void choose(const char* name, const QString& item) const
    {
        auto* combo = find<QComboBox>(name);
        const int exactly = combo->findText(item);
        const int at = exactly >= 0 ? exactly : combo->findText(item, Qt::MatchStartsWith);
        QVERIFY2(at >= 0, qPrintable(item));
        combo->setCurrentIndex(at);
        Q_EMIT combo->activated(at);
    }
    void type(const char* name, const QString& text) const
    {
        auto* field = find<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    [[nodiscard]] int rows(const char* table) const { return find<QTableView>(table)->model()->rowCount(); }
    [[nodiscard]] QString cell(const char* table, int row, int column) const
    {
        return find<QTableView>(table)->model()->index(row, column).data().toString();
    }

    Theme theme;
    ImportPage page{theme, nullptr};
};

} // namespace

class TestImportPage : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString write(const char* name, const QByteArray& content) const
    {
        test::writeContent(folder_.filePath(name), content);
        return folder_.filePath(name);
    }
    QString teams() const
    {
        return write("teams.csv",
            "team,created,run_min,n,who\n"
            "blue,2025-03-01 10:00:00,90,4,ann\n"
            "red,2025-03-01 11:00:00,5,1,bob\n"
            "red,2025-03-02 12:00:00,oops,1,bob\n"
            "red,2025-03-02 12:00:00,7,0,cid\n");
    }
    QString jobs() const
    {
        return write("jobs.csv",
            "team,submit,start,duration,gpus\nblue,0,120,3600,4\nred,30,30,60,2\nred,x,0,60,1\nblue,40,40,60,0\n");
    }
    QString manyJobs(int count) const
    {
        QByteArray text = "team,submit,duration,gpus\n";
        for (int i = 0; i < count; ++i)
            text += "team-" + QByteArray::number(i % 3) + ',' + QByteArray::number(i) + ",600,1\n";
        return write("many.csv", text);
    }

private Q_SLOTS:
    void showsWhatWasRecognisedAndWhatComesOfIt();
    void anUnknownTableIsReadableOnceColumnsAreChosen();
    void aChosenUnitOfTimeCounts();
    void everyChoiceShowsWhatItWouldGive();
    void whatCannotBeUnderstoodIsSaidAndImportsNothing();
    void limitsComeFromAFile();
    void stampsWithoutZoneWarnUntilAZoneIsChosen();
    void moreSharesThanAQueueHasAreNamed();
    void theFormatCanBeChosen();
    void aFileThatIsNoTraceSaysSoAndOffersAnother();
    void readingIsCancelledAtOnceAndTakenUpAgain();
    void importWhileReadingFollowsTheReading();
    void rejectsAreSavedButNotOverTheTrace();
    void staysFluidWhileReading();
    void theEmptyPageOffersToChoose();
    void everyControlHasANameAndTheKeyboardReachesIt();
    void bySizeAndTextTheColumnsStandBesideOrBelow();

    void filesAreTakenForScenariosOrTraces();
    void aDroppedTraceGoesToThePageAndBackAgain();
    void importOpensAnUnsavedDocumentAtTheFirstSubmit();
    void byKeyboardAlone();
    void aChangedDocumentIsAskedAbout();
    void pagesOfAnExportAreImportedTogether();
    void phillyAsOnTheCommandLine();
};

void TestImportPage::showsWhatWasRecognisedAndWhatComesOfIt()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    QVERIFY(f.find<QComboBox>("importFormat")->currentText().contains("CSV"));
    QVERIFY(f.text("importWhy").startsWith("By column names"));
    QVERIFY(f.find<QComboBox>("importShareColumn")->currentText().startsWith("team"));
    QCOMPARE(f.text("importTotals"), QStringLiteral("Rows read: 4 · jobs: 2 · rows not used: 2 · 4.0 GPU-h"));
    QCOMPARE(f.text("importErrorCount"), QStringLiteral("Rows that cannot be used: 2 of 4"));
    QCOMPARE(f.rows("importRows"), 4);
    QCOMPARE(f.rows("importRejects"), 2);
    QCOMPARE(f.rows("importShares"), 2);
    QVERIFY(f.text("importTimes").contains("unknown zero"));
    QVERIFY(f.find<QLabel>("importProblems_submit")->text().contains("1"));
    QVERIFY(f.text("importCapacities").startsWith("Capacity of gpu: 6, the sum of the limits."));
    QVERIFY(f.button("importButton")->isEnabled());
    QVERIFY(!f.find<QWidget>("importError")->isVisible());
    QVERIFY(f.text("importFiles").startsWith("jobs.csv"));
}

void TestImportPage::anUnknownTableIsReadableOnceColumnsAreChosen()
{
    PageFixture f;
    QVERIFY(f.open({teams()}));
    QVERIFY(f.find<QLabel>("importError")->isVisible());
    QVERIFY2(f.text("importError").contains("No column was found for"), qPrintable(f.text("importError")));
    QVERIFY(!f.button("importButton")->isEnabled());
    QVERIFY(f.find<QComboBox>("importMap_submit")->isVisible());
    f.choose("importMap_submit", "created");
    f.choose("importMap_duration", "run_min");
    f.choose("importMap_gpus", "n");
    QVERIFY(f.isReady());
    QVERIFY(!f.find<QLabel>("importError")->isVisible());
    QVERIFY(f.text("importTotals").startsWith("Rows read: 4 · jobs: 2"));
    QVERIFY(f.find<QLabel>("importSamples_duration")->text().startsWith("90 · 5 · oops"));
    QVERIFY(f.find<QLabel>("importProblems_duration")->text().contains("1"));
    QVERIFY(f.find<QLabel>("importProblems_gpus")->text().contains("1"));
    // The unit stands in the column's name.
    QCOMPARE(f.find<QComboBox>("importUnit_duration")->currentText(), QStringLiteral("minutes"));
    QVERIFY(f.button("importButton")->isEnabled());
}

void TestImportPage::aChosenUnitOfTimeCounts()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    QCOMPARE(f.find<QComboBox>("importUnit_duration")->currentText(), QStringLiteral("seconds (guessed)"));
    f.choose("importUnit_duration", "minutes");
    QVERIFY(f.isReady());
    QVERIFY2(f.text("importTotals").endsWith("242.0 GPU-h"), qPrintable(f.text("importTotals")));
    QCOMPARE(f.find<QComboBox>("importUnit_duration")->currentText(), QStringLiteral("minutes"));
    // Back to what was found out.
    f.find<QComboBox>("importUnit_duration")->setCurrentIndex(0);
    Q_EMIT f.find<QComboBox>("importUnit_duration")->activated(0);
    QVERIFY(f.isReady());
    QVERIFY(f.text("importTotals").endsWith("4.0 GPU-h"));
}

void TestImportPage::everyChoiceShowsWhatItWouldGive()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    f.choose("importZeroGpu", "keep");
    QVERIFY(f.isReady());
    QVERIFY(f.text("importTotals").contains("jobs: 3"));
    f.choose("importStrategy", "Lend and borrow");
    QVERIFY(f.find<QSpinBox>("importBorrowLimit")->isEnabled());
    f.find<QSpinBox>("importBorrowLimit")->setValue(50);
    f.type("importCapacity", "9");
    f.type("importFrom", "30");
    QVERIFY(f.isReady());
    QVERIFY(f.text("importTotals").contains("outside the window: 1"));
    QVERIFY(f.text("importCapacities").startsWith("Capacity of gpu: 9, as given."));
    QVERIFY(f.cell("importShares", 0, 7).contains("50 %"));
    f.choose("importShareColumn", "gpus");
    QVERIFY(f.isReady());
    QCOMPARE(f.rows("importShares"), 2);
    QCOMPARE(f.cell("importShares", 0, 0), QStringLiteral("2"));
    f.choose("importUnit", "ml.p5.48xlarge");
    QVERIFY(f.text("importUnitHint").contains("8 ×"));
    QVERIFY(f.isReady());
    QVERIFY(f.text("importNotes").contains("instances of ml.p5.48xlarge, which has 8 GPUs each"));
    // Another file starts over.
    QVERIFY(f.open({teams()}));
    QVERIFY(f.find<QLineEdit>("importCapacity")->text().isEmpty());
}

void TestImportPage::whatCannotBeUnderstoodIsSaidAndImportsNothing()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    f.type("importCheckpoint", "often");
    QVERIFY(f.isReady());
    QVERIFY(f.find<QLabel>("importCheckpointHint")->isVisible());
    QVERIFY(!f.button("importButton")->isEnabled());
    f.type("importCheckpoint", "30m");
    QVERIFY(f.isReady());
    QVERIFY(!f.find<QLabel>("importCheckpointHint")->isVisible());
    QVERIFY(f.button("importButton")->isEnabled());
    f.type("importCapacity", "gpu=many");
    QVERIFY(f.isReady());
    QVERIFY(f.find<QLabel>("importCapacityHint")->isVisible());
    QVERIFY(!f.button("importButton")->isEnabled());
    f.type("importCapacity", "tpu=4");
    QVERIFY(f.isReady());
    QVERIFY(f.text("importError").contains("no capacity unit “tpu”"));
    f.find<QLineEdit>("importCapacity")->selectAll();
    QTest::keyClick(f.find<QLineEdit>("importCapacity"), Qt::Key_Delete);
    f.type("importTo", "2025-01-01");
    QVERIFY(f.isReady());
    QVERIFY(f.text("importError").contains("unknown zero"));
}

void TestImportPage::limitsComeFromAFile()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    QVERIFY(!f.find<QLineEdit>("importLimitsFile")->isVisible());
    f.choose("importLimits", "from a file");
    QVERIFY(f.find<QLineEdit>("importLimitsFile")->isVisible());
    QVERIFY(f.isReady());
    QVERIFY(!f.button("importButton")->isEnabled());
    f.type("importLimitsFile", write("limits.csv", "share,limit\nblue,7\nred,3\n"));
    QVERIFY(f.isReady());
    QCOMPARE(f.cell("importShares", 0, 6), QStringLiteral("7"));
    QCOMPARE(f.cell("importShares", 1, 6), QStringLiteral("3"));
}

void TestImportPage::stampsWithoutZoneWarnUntilAZoneIsChosen()
{
    PageFixture f;
    const QString path = write("stamps.csv", "team,submit,duration,gpus\na,2025-03-01 10:00:00,60,1\n");
    QVERIFY(f.open({path}));
    QVERIFY(f.find<QLabel>("importZoneHint")->isVisible());
    QVERIFY(f.text("importWarnings").contains("Warning: Time stamps without a zone: 1"));
    QVERIFY(f.text("importTimes").contains("First submit 2025-03-01 10:00:00 UTC"));
    f.choose("importTimezone", "Europe/Berlin");
    QVERIFY(f.isReady());
    QVERIFY(!f.find<QLabel>("importZoneHint")->isVisible());
    QVERIFY(f.text("importTimes").contains("First submit 2025-03-01 09:00:00 UTC"));
}

void TestImportPage::moreSharesThanAQueueHasAreNamed()
{
    PageFixture f;
    QByteArray text = "team,submit,duration,gpus\n";
    for (int i = 0; i < 25; ++i)
        text += "team-" + QByteArray::number(i) + ",0," + QByteArray::number(1000 - i) + ",1\n";
    QVERIFY(f.open({write("teams25.csv", text)}));
    QCOMPARE(f.rows("importShares"), 20);
    QVERIFY(f.find<QLabel>("importMerged")->isVisible());
    QVERIFY2(
        f.text("importMerged")
            .startsWith("Warning: A job queue has at most 20 quota shares: the 6 smallest became “other” (6 jobs):"),
        qPrintable(f.text("importMerged")));
}

void TestImportPage::theFormatCanBeChosen()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    f.choose("importFormat", "Standard Workload Format");
    QVERIFY(f.isReady());
    QVERIFY(f.find<QLabel>("importError")->isVisible());
    QCOMPARE(f.text("importWhy"), QStringLiteral("As chosen."));
    f.find<QComboBox>("importFormat")->setCurrentIndex(0);
    Q_EMIT f.find<QComboBox>("importFormat")->activated(0);
    QVERIFY(f.isReady());
    QVERIFY(!f.find<QLabel>("importError")->isVisible());
}

void TestImportPage::aFileThatIsNoTraceSaysSoAndOffersAnother()
{
    PageFixture f;
    QVERIFY(f.open({write("pointer.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n")}));
    QVERIFY(f.text("importError").startsWith("pointer.csv is a Git LFS pointer"));
    QVERIFY(f.button("importChooseAnother")->isVisible());
    QVERIFY(!f.button("importButton")->isEnabled());
    QTest::mouseClick(f.button("importChooseAnother"), Qt::LeftButton);
    auto* dialog = f.page.findChild<QFileDialog*>("importDialog");
    QVERIFY(dialog);
    dialog->selectFile(jobs());
    Q_EMIT dialog->filesSelected({jobs()});
    dialog->hide();
    QVERIFY(f.isReady());
    QVERIFY(!f.find<QLabel>("importError")->isVisible());
    QVERIFY(f.button("importButton")->isEnabled());
}

void TestImportPage::readingIsCancelledAtOnceAndTakenUpAgain()
{
    PageFixture f;
    f.page.setFiles({manyJobs(1'500'000)});
    QTRY_VERIFY_WITH_TIMEOUT(f.find<QWidget>("importProgress")->isVisible(), 5000);
    QVERIFY(!f.text("importStatus").isEmpty());
    QElapsedTimer timer;
    timer.start();
    QTest::mouseClick(f.button("importCancel"), Qt::LeftButton);
    QVERIFY2(timer.elapsed() < 200, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(f.page.isIdle());
    QVERIFY(f.text("importStatus").contains("cancelled"));
    QVERIFY(f.button("importReadAgain")->isVisible());
    QVERIFY(!f.button("importCancel")->isVisible());
    QTest::mouseClick(f.button("importReadAgain"), Qt::LeftButton);
    QVERIFY(f.isReady());
    QVERIFY(f.text("importTotals").startsWith("Rows read: 1,500,000 · jobs: 1,500,000"));
}

void TestImportPage::importWhileReadingFollowsTheReading()
{
    PageFixture f;
    QSignalSpy imported(&f.page, &ImportPage::imported);
    f.page.setFiles({manyJobs(300'000)});
    QTest::mouseClick(f.button("importButton"), Qt::LeftButton);
    QVERIFY(!f.button("importButton")->isEnabled());
    QVERIFY(f.button("importCancel")->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(imported.size(), 1, kPatienceMs);
    // Cancelled, it changes nothing and can be asked for again.
    QTest::mouseClick(f.button("importButton"), Qt::LeftButton);
    QTest::keyClick(&f.page, Qt::Key_Escape);
    QTest::qWait(300);
    QCOMPARE(imported.size(), 1);
    QVERIFY(f.text("importStatus").contains("nothing was changed"));
    QVERIFY(f.button("importButton")->isEnabled());
}

void TestImportPage::rejectsAreSavedButNotOverTheTrace()
{
    PageFixture f;
    const QString trace = jobs();
    const QByteArray before = test::contentOf(trace);
    QVERIFY(f.open({trace}));
    QTest::mouseClick(f.button("importSaveRejects"), Qt::LeftButton);
    auto* dialog = f.page.findChild<QFileDialog*>("importRejectsDialog");
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(trace);
    QVERIFY(f.text("importError").contains("would be overwritten"));
    QCOMPARE(test::contentOf(trace), before);
    const QString target = folder_.filePath("rejects.csv");
    Q_EMIT dialog->fileSelected(target);
    dialog->hide();
    QVERIFY(f.isReady());
    QTRY_VERIFY(f.text("importStatus").contains("rejects.csv"));
    QCOMPARE(test::contentOf(target).count('\n'), qsizetype{3});
}

void TestImportPage::staysFluidWhileReading()
{
    PageFixture f;
    QElapsedTimer sinceTick;
    qint64 longest = 0;
    QTimer tick;
    connect(&tick, &QTimer::timeout, &f.page, [&] { longest = std::max(longest, sinceTick.restart()); });
    const QString path = manyJobs(500'000);
    sinceTick.start();
    tick.start(5);
    f.page.setFiles({path});
    QVERIFY(f.isReady());
    tick.stop();
    // A generous bound: two cores may be shared with other tests.
    QVERIFY2(longest < 400, qPrintable(QString::number(longest)));
}

void TestImportPage::theEmptyPageOffersToChoose()
{
    PageFixture f;
    QVERIFY(f.button("importChange")->text().contains("Choose files"));
    QVERIFY(!f.button("importButton")->isEnabled());
    QSignalSpy closed(&f.page, &ImportPage::closed);
    QTest::mouseClick(f.button("importChange"), Qt::LeftButton);
    auto* dialog = f.page.findChild<QFileDialog*>("importDialog");
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
    QCOMPARE(closed.size(), 1);
}

void TestImportPage::everyControlHasANameAndTheKeyboardReachesIt()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    QSet<QWidget*> reached;
    f.page.setFocus();
    QWidget* first = QApplication::focusWidget();
    do {
        QWidget* now = QApplication::focusWidget();
        QVERIFY(now);
        QVERIFY2(!reached.contains(now), qPrintable(now->objectName()));
        reached.insert(now);
        QTest::keyClick(now, Qt::Key_Tab);
    } while (QApplication::focusWidget() != first);
    for (const char* name : {"importFormat", "importShareColumn", "importTimezone", "importDecimal", "importUnit",
             "importLimits", "importCapacity", "importStrategy", "importCheckpoint", "importRestore", "importZeroGpu",
             "importFractional", "importFrom", "importTo", "importMap_submit", "importUnit_duration", "importRows",
             "importRejects", "importSaveRejects", "importShares", "importBack", "importButton", "importChange"})
        QVERIFY2(reached.contains(f.find<QWidget>(name)), name);
    for (QWidget* widget : std::as_const(reached)) {
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
    }
}

void TestImportPage::bySizeAndTextTheColumnsStandBesideOrBelow()
{
    PageFixture f;
    QVERIFY(f.open({jobs()}));
    const auto isBeside = [&f] {
        const QPoint form = f.find<QWidget>("importFormat")->mapTo(&f.page, QPoint());
        const QPoint rows = f.find<QWidget>("importTotals")->mapTo(&f.page, QPoint());
        return rows.x() > form.x() + 200 && rows.y() < form.y() + 200;
    };
    QTest::qWait(20);
    QVERIFY(isBeside());
    f.page.resize(700, 800);
    QTest::qWait(20);
    QVERIFY(!isBeside());
    f.page.resize(1400, 800);
    f.theme.setFontScale(200);
    QTest::qWait(20);
    QVERIFY(!isBeside());
}

void TestImportPage::filesAreTakenForScenariosOrTraces()
{
    QCOMPARE(fileKind(":/samples/three-projects.scenario.json"), FileKind::Scenario);
    QCOMPARE(fileKind("/nowhere/x.scenario.json"), FileKind::Scenario);
    QCOMPARE(fileKind("/nowhere/x.csv"), FileKind::Missing);
    QCOMPARE(fileKind(write("plain.json", R"({"version": 1, "format": "quotaboard-scenario"})")), FileKind::Scenario);
    QCOMPARE(fileKind(write("pages.json", R"({"jobSummaryList": []})")), FileKind::Trace);
    QCOMPARE(fileKind(jobs()), FileKind::Trace);
}

void TestImportPage::aDroppedTraceGoesToThePageAndBackAgain()
{
    WindowHarness harness;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(jobs())});
    QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(harness.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(harness.window.get(), &event);
    auto* page = harness.find<ImportPage>("importPage");
    QVERIFY(page->isVisible());
    QTRY_VERIFY(page->isIdle());
    harness.press(Qt::Key_Escape);
    QVERIFY(!page->isVisible());
    QVERIFY(harness.find<QWidget>("startPage")->isVisible());

    // From a board it goes back to the board, and what was done there is still there.
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(harness.changeLimit(5));
    harness.window->openFiles({jobs()});
    QVERIFY(page->isVisible());
    QTRY_VERIFY(page->isIdle());
    QTest::mouseClick(page->findChild<QPushButton*>("importBack"), Qt::LeftButton);
    QVERIFY(!page->isVisible());
    QVERIFY(harness.find<QWidget>("boardPage")->isVisible());
    QVERIFY(harness.document->isModified());
}

void TestImportPage::importOpensAnUnsavedDocumentAtTheFirstSubmit()
{
    WindowHarness harness;
    harness.window->openFiles({write("stamps.csv", "team,submit,duration,gpus\na,2025-03-01 10:00:00,60,1\n")});
    auto* page = harness.find<ImportPage>("importPage");
    QTRY_VERIFY(page->isIdle());
    QTest::mouseClick(page->findChild<QPushButton*>("importButton"), Qt::LeftButton);
    QVERIFY(harness.waitForRun());
    QVERIFY(!page->isVisible());
    QVERIFY(harness.find<QWidget>("boardPage")->isVisible());
    QVERIFY(harness.document->path().isEmpty());
    QVERIFY(harness.document->isModified());
    QCOMPARE(harness.document->value().startTime, TimeMs{1'740'823'200'000});
    QCOMPARE(harness.playback->now(), TimeMs{0});
    QCOMPARE(harness.document->displayName(), QStringLiteral("stamps.csv"));
    // It is asked about before it goes.
    harness.action("actClose")->trigger();
    QVERIFY(harness.find<QMessageBox>("askChanges"));
}

void TestImportPage::byKeyboardAlone()
{
    WindowHarness harness;
    harness.press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    auto* page = harness.find<ImportPage>("importPage");
    QVERIFY(page->isVisible());
    auto* dialog = page->findChild<QFileDialog*>("importDialog");
    QVERIFY(dialog);
    Q_EMIT dialog->filesSelected({jobs()});
    dialog->hide();
    QTRY_VERIFY(page->isIdle());
    harness.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(harness.window.get()));
    page->setFocus();
    harness.press(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(harness.waitForRun());
    QCOMPARE(harness.document->value().jobs.size(), std::size_t{2});
}

void TestImportPage::aChangedDocumentIsAskedAbout()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QVERIFY(harness.changeLimit(5));
    harness.window->openFiles({jobs()});
    auto* page = harness.find<ImportPage>("importPage");
    QTRY_VERIFY(page->isIdle());
    QTest::mouseClick(page->findChild<QPushButton*>("importButton"), Qt::LeftButton);
    QTRY_VERIFY(harness.find<QMessageBox>("askChanges"));
    auto* box = harness.find<QMessageBox>("askChanges");
    QTest::mouseClick(box->button(QMessageBox::Cancel), Qt::LeftButton);
    QVERIFY(page->isVisible());
    QVERIFY(harness.document->isModified());
    QCOMPARE(harness.document->value().shares.front().limits.front().maxCapacity, 5);
    QTRY_VERIFY(!harness.find<QMessageBox>("askChanges"));
    QTest::mouseClick(page->findChild<QPushButton*>("importButton"), Qt::LeftButton);
    QTRY_VERIFY(harness.find<QMessageBox>("askChanges"));
    box = harness.find<QMessageBox>("askChanges");
    QTest::mouseClick(box->button(QMessageBox::Discard), Qt::LeftButton);
    QTRY_VERIFY(!page->isVisible());
    QVERIFY(harness.waitForRun());
    QCOMPARE(harness.document->value().jobs.size(), std::size_t{2});
}

void TestImportPage::pagesOfAnExportAreImportedTogether()
{
    const QByteArray job = R"({"jobSummaryList":[{"jobId":"ID","jobName":"n","quotaShareName":"x","createdAt":1000,
        "startedAt":2000,"stoppedAt":62000,"status":"SUCCEEDED",
        "capacityUsage":[{"capacityUnit":"ml.g5.xlarge","quantity":1.0}]}]})";
    const QString one = write("page1.json", QByteArray(job).replace("ID", "a"));
    const QString two = write("page2.json", QByteArray(job).replace("ID", "b"));
    WindowHarness harness;
    harness.window->openFiles({one, two});
    auto* page = harness.find<ImportPage>("importPage");
    QTRY_VERIFY(page->files() == (QStringList{one, two}) && page->isIdle());
    QVERIFY(page->findChild<QLabel*>("importTotals")->text().contains("jobs: 2"));
    QVERIFY(page->findChild<QLabel*>("importFiles")->text().startsWith("page1.json and 1 more"));
    QVERIFY(!page->findChild<QWidget*>("importMap_submit")->isVisible());
}

void TestImportPage::phillyAsOnTheCommandLine()
{
    const QString path = QStringLiteral(QUOTABOARD_SHARED_DIR "/traces/philly/philly_sia.csv.gz");
    if (!QFile::exists(path))
        QSKIP("the public traces are not here");
    PageFixture f;
    QVERIFY(f.open({path})); // its totals: traces/stats.md, section 1
    QVERIFY2(f.text("importTotals").startsWith("Rows read: 82,247 · jobs: 82,247 · rows not used: 0"),
        qPrintable(f.text("importTotals")));
    QCOMPARE(f.cell("importShares", 0, 0), QStringLiteral("ee9e8c"));
    QCOMPARE(f.cell("importShares", 0, 3), QStringLiteral("256,112.2"));
}

QTEST_MAIN(TestImportPage)
#include "tst_import_page.moc"
