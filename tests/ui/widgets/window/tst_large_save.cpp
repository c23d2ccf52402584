// SPDX-License-Identifier: Apache-2.0
// A large document is saved in the background: the window stays free, and nothing that was edited meanwhile is lost.
#include <QElapsedTimer>
#include <QMessageBox>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "tests/ui/support/window_harness.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/window/document_files.h"
#include "ui/widgets/window/message_bar.h"
#endif

using namespace quotaboard;

namespace {

constexpr std::size_t kJobs = 200'000;
constexpr int kPatience = 30'000;

/// The sample with many short jobs.
ScenarioFile largeFile()
{
    Result<ScenarioFile> sample = readScenarioFile(
        std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/two-teams-3-lending-checkpoints.scenario.json");
    if (!sample)
        qFatal("sample refused");
    Scenario scenario = *sample.value().scenario;
    scenario.interventions.clear();
    scenario.horizon = kMsPerHour;
    Job job = scenario.jobs[JobIndex{0}];
    job.id = {};
    while (scenario.jobs.size() < kJobs) {
        job.submit += kMsPerSecond;
        scenario.jobs.add(job);
    }
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(std::move(scenario));
    return file;
}

class LargeWindow : public WindowHarness {
public:
    LargeWindow()
        : path(folder.filePath("large.scenario.json"))
    {
        const ScenarioFile file = largeFile();
        if (!writeScenarioFile(*file.scenario, file.extras, nullptr, fromQt(path)) || !open(path))
            qFatal("cannot open");
        files = window->findChild<DocumentFiles*>();
    }

    [[nodiscard]] std::string content() const { return readWholeFile(fromQt(path)).value(); }
    [[nodiscard]] std::int32_t limit() const { return document->value().shares.front().limits.front().maxCapacity; }
    [[nodiscard]] std::int32_t savedLimit() const
    {
        return readScenarioFile(fromQt(path)).value().scenario->shares.front().limits.front().maxCapacity;
    }

    QString path;
    DocumentFiles* files = nullptr;
};

} // namespace

class TestLargeSave : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void savingDoesNotHoldTheWindow();
    void editsMadeMeanwhileStayModified();
    void cancelLeavesTheFile();
    void closingWaitsForTheEnd();
};

void TestLargeSave::savingDoesNotHoldTheWindow()
{
    LargeWindow w;
    const int limit = w.limit() + 1;
    QVERIFY(w.changeLimit(limit));
    QVERIFY(w.window->isWindowModified());
    QElapsedTimer timer;
    timer.start();
    w.action("actSave")->trigger();
    QVERIFY2(timer.elapsed() < 100, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(w.files->isSaving());
    QVERIFY(w.document->isModified());
    QTRY_VERIFY_WITH_TIMEOUT(!w.files->isSaving(), kPatience);
    QVERIFY(!w.document->isModified());
    QVERIFY(!w.window->isWindowModified());
    QCOMPARE(w.savedLimit(), limit);
}

void TestLargeSave::editsMadeMeanwhileStayModified()
{
    LargeWindow w;
    const int limit = w.limit() + 1;
    QVERIFY(w.changeLimit(limit));
    w.action("actSave")->trigger();
    QVERIFY(w.files->isSaving());
    Edit other = shareLimitEdit(w.document->value(), EditTime::fromStart(), ShareIndex(0), UnitIndex(0), limit + 1);
    other.mergeKey.clear();
    QVERIFY(w.document->apply(other).ok());
    QTRY_VERIFY_WITH_TIMEOUT(!w.files->isSaving(), kPatience);
    QCOMPARE(w.savedLimit(), limit);
    QVERIFY(w.document->isModified());
    w.action("actSave")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!w.files->isSaving(), kPatience);
    QVERIFY(!w.document->isModified());
    QCOMPARE(w.savedLimit(), limit + 1);
}

void TestLargeSave::cancelLeavesTheFile()
{
    LargeWindow w;
    const std::string before = w.content();
    QVERIFY(w.changeLimit(w.limit() + 1));
    w.action("actSave")->trigger();
    QVERIFY(w.files->isSaving());
    Q_EMIT w.window->findChild<MessageBar*>()->cancelRequested();
    QTRY_VERIFY_WITH_TIMEOUT(!w.files->isSaving(), kPatience);
    QVERIFY(w.content() == before);
    QVERIFY(w.document->isModified());
    QVERIFY(w.window->findChild<MessageBar*>()->text().contains("was not saved"));
}

void TestLargeSave::closingWaitsForTheEnd()
{
    LargeWindow w;
    const int limit = w.limit() + 1;
    QVERIFY(w.changeLimit(limit));
    w.action("actSave")->trigger();
    QVERIFY(!w.window->close());
    QTRY_VERIFY_WITH_TIMEOUT(!w.window->isVisible(), kPatience);
    QVERIFY(w.window->findChild<QMessageBox*>("askChanges") == nullptr);
    QCOMPARE(w.savedLimit(), limit);
}

QTEST_MAIN(TestLargeSave)
#include "tst_large_save.moc"
