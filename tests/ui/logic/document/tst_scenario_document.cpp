// SPDX-License-Identifier: Apache-2.0
// The document: one value, undo, files.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "core/exchange/event_log_writer.h"
#include "tests/support/reference/random_scenario.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/workload_edits.h"

#include <random>
#endif

using namespace quotaboard;

namespace {

const EditTime kStart = EditTime::fromStart();

ScenarioFile sample(const char* name = "two-teams-3-lending-checkpoints")
{
    Result<ScenarioFile> file
        = readScenarioFile(std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json");
    if (!file)
        qFatal("sample refused");
    return std::move(file.value());
}

Edit limitEdit(const ScenarioDocument& document, int instances)
{
    return shareLimitEdit(document.value(), kStart, ShareIndex{0}, UnitIndex{0}, instances);
}

std::int32_t limit(const ScenarioDocument& document)
{
    return document.value().shares.front().limits.front().maxCapacity;
}

} // namespace

class TestScenarioDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsClosed();
    void editsAreUndoSteps();
    void sameEditsInARowAreOneStep();
    void thereAndBackAgainIsNoStep();
    void refusedAndEmptyEditsMakeNoStep();
    void valuesThatOthersKeepNeverChange();
    void savesAndMarksModification();
    void manyEditsUndoneGiveTheOriginalFile();
    void renamedSharesAreFollowedByWhatNamesThem();
    void aRenamedShareKeepsItsGenerators();
    void aReferenceThatCannotBeKeptIsToldOnce();
    void jobsMadeAnewAreReferredToAgain();
    void whatNamesAGeneratedJobFollowsWhenJobsAreMadeAnew();
};

void TestScenarioDocument::beginsClosed()
{
    ScenarioDocument document;
    QVERIFY(!document.isOpen());
    QVERIFY(!document.isModified());
    QVERIFY(document.scenario() != nullptr);
    document.openBlank();
    QVERIFY(document.isOpen());
    QVERIFY(!document.isModified());
    QCOMPARE(document.value().shares.size(), std::size_t{1});
    document.close();
    QVERIFY(!document.isOpen());
}

void TestScenarioDocument::editsAreUndoSteps()
{
    ScenarioDocument document;
    document.open(sample(), {});
    const int before = limit(document);
    QSignalSpy changed(&document, &ScenarioDocument::changed);
    QSignalSpy edited(&document, &ScenarioDocument::edited);
    QVERIFY(document.apply(limitEdit(document, before + 3)).ok());
    QCOMPARE(limit(document), before + 3);
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(document.undoStack().undoText().contains(toQt(document.value().shares.front().name)));
    QVERIFY(document.isModified());
    document.undoStack().undo();
    QCOMPARE(limit(document), before);
    QVERIFY(!document.isModified());
    document.undoStack().redo();
    QCOMPARE(limit(document), before + 3);
    QCOMPARE(changed.count(), 3);
    QCOMPARE(edited.count(), 3);
    QVERIFY(edited[1][0].toString().contains(edited[0][0].toString()));
}

void TestScenarioDocument::sameEditsInARowAreOneStep()
{
    ScenarioDocument document;
    document.open(sample(), {});
    const int before = limit(document);
    for (int step = 1; step <= 4; ++step)
        QVERIFY(document.apply(limitEdit(document, before + step)).ok());
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(document.apply(strategyEdit(document.value(), kStart, ShareIndex{0}, SharingStrategy::Reserve)).ok());
    QVERIFY(document.apply(limitEdit(document, before + 9)).ok());
    QCOMPARE(document.undoStack().count(), 3);
    document.undoStack().undo();
    document.undoStack().undo();
    QCOMPARE(limit(document), before + 4);
    document.undoStack().undo();
    QCOMPARE(limit(document), before);
}

void TestScenarioDocument::thereAndBackAgainIsNoStep()
{
    ScenarioDocument document;
    document.open(sample(), {});
    const int before = limit(document);
    QVERIFY(document.apply(limitEdit(document, before + 1)).ok());
    QVERIFY(document.apply(limitEdit(document, before)).ok());
    QCOMPARE(document.undoStack().count(), 0);
    QVERIFY(!document.isModified());
}

void TestScenarioDocument::refusedAndEmptyEditsMakeNoStep()
{
    ScenarioDocument document;
    document.open(sample(), {});
    const auto value = document.scenario();
    QSignalSpy changed(&document, &ScenarioDocument::changed);
    const Status refused = document.apply(limitEdit(document, -4));
    QVERIFY(!refused.ok());
    QVERIFY(!errorText(refused.error()).isEmpty());
    QVERIFY(document.apply(limitEdit(document, limit(document))).ok());
    QVERIFY(!document.check(limitEdit(document, -4)).ok());
    QVERIFY(document.check(limitEdit(document, 5)).ok());
    QCOMPARE(document.undoStack().count(), 0);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(document.scenario(), value);
}

void TestScenarioDocument::valuesThatOthersKeepNeverChange()
{
    ScenarioDocument document;
    document.open(sample(), {});
    const auto kept = document.scenario();
    const int priority = kept->jobs[JobIndex{0}].priority;
    QVERIFY(document.apply(jobPriorityEdit(document.value(), kStart, JobIndex{0}, priority + 1)).ok());
    QCOMPARE(kept->jobs[JobIndex{0}].priority, priority);
    QCOMPARE(document.value().jobs[JobIndex{0}].priority, priority + 1);
}

void TestScenarioDocument::renamedSharesAreFollowedByWhatNamesThem()
{
    ScenarioFile file = sample();
    const std::string name = file.scenario->shares.front().name;
    file.extras.breakpoints = {Breakpoint::atQueueEmpty(name), Breakpoint::atQueueEmpty("another")};
    file.extras.disabledInterventions.push_back(
        {5000, {{"atSeconds", 5}, {"updateQuotaShare", {{"quotaShareName", name}, {"state", "DISABLED"}}}}});
    ScenarioDocument document;
    document.open(file, {});
    QVERIFY(document.apply(renameShareEdit(document.value(), ShareIndex{0}, "zebra")).ok());
    QCOMPARE(document.extras().breakpoints[0].share, std::string("zebra"));
    QCOMPARE(document.extras().breakpoints[1].share, std::string("another"));
    QVERIFY(document.extras().disabledInterventions[0].words["updateQuotaShare"]["quotaShareName"] == "zebra");
    document.undoStack().undo();
    QVERIFY(document.extras() == file.extras);
}

void TestScenarioDocument::aRenamedShareKeepsItsGenerators()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("renamed.scenario.json");
    ScenarioDocument document;
    document.open(sample("month-end-rush"), {});
    const std::size_t generated = document.value().generatedJobs;
    QVERIFY(generated > 0);
    QSignalSpy told(&document, &ScenarioDocument::edited);
    const ShareIndex share = document.value().findShare(document.extras().generators.front().share);
    QVERIFY(document.apply(renameShareEdit(document.value(), share, "renamed")).ok());
    QCOMPARE(told.count(), 1);
    QVERIFY(!told[0][0].toString().contains("Saving will"));
    QVERIFY(document.save(path).ok());
    const Result<ScenarioFile> again = readScenarioFile(fromQt(path));
    QVERIFY(again.ok());
    QCOMPARE(again.value().scenario->generatedJobs, generated);
    for (std::size_t i = 0; i < generated; ++i) {
        const Job& was = document.value().jobs[JobIndex{i}];
        const Job& is = again.value().scenario->jobs[JobIndex{i}];
        QVERIFY(was.submit == is.submit && was.work == is.work && was.instances == is.instances);
    }
}

void TestScenarioDocument::aReferenceThatCannotBeKeptIsToldOnce()
{
    ScenarioDocument document;
    document.open(sample("month-end-rush"), {});
    QSignalSpy told(&document, &ScenarioDocument::edited);
    const auto isTold = [&] { return told.takeLast()[0].toString().contains("Saving will write all jobs"); };
    const JobIndex job{document.value().jobs.size() / 2};
    const auto setPriority
        = [&](int priority) { return document.apply(jobPriorityEdit(document.value(), kStart, job, priority)).ok(); };
    QVERIFY(document.apply(limitEdit(document, limit(document) + 1)).ok());
    QVERIFY(!isTold());
    QVERIFY(setPriority(4321));
    QVERIFY(isTold());
    QVERIFY(document.apply(limitEdit(document, limit(document) + 1)).ok());
    QVERIFY(!isTold());
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(!isTold());
    document.undoStack().redo();
    QVERIFY(!isTold());
    document.undoStack().undo();
    QVERIFY(setPriority(4322));
    QVERIFY(isTold());
}

void TestScenarioDocument::jobsMadeAnewAreReferredToAgain()
{
    ScenarioDocument document;
    document.open(sample("month-end-rush"), {});
    QSignalSpy told(&document, &ScenarioDocument::edited);
    const auto isTold = [&] { return told.takeLast()[0].toString().contains("Saving will write all jobs"); };
    const JobIndex job{document.value().jobs.size() / 2};
    QVERIFY(document.apply(jobPriorityEdit(document.value(), kStart, job, 4321)).ok());
    QVERIFY(isTold());
    Result<RegeneratedScenario> made = regenerate(document.value(), document.extras().generators);
    QVERIFY(made.ok());
    QVERIFY(document
                .apply(generatorsEdit(
                    "anew", document.scenario(), std::make_shared<const RegeneratedScenario>(std::move(made.value()))))
                .ok());
    QVERIFY(!isTold());
    QVERIFY(document.apply(jobPriorityEdit(document.value(), kStart, job, 4321)).ok());
    QVERIFY(isTold());
}

void TestScenarioDocument::whatNamesAGeneratedJobFollowsWhenJobsAreMadeAnew()
{
    ScenarioDocument document;
    ScenarioFile file = sample("month-end-rush");
    std::vector<GeneratorSpec> specs = file.extras.generators;
    QVERIFY(specs.size() > 1);
    Result<RegeneratedScenario> present = regenerate(*file.scenario, specs);
    QVERIFY(present.ok());
    // The second generator's first job moves when the first one makes fewer; the first one's last goes.
    const std::size_t moving = present.value().starts[1];
    for (const std::size_t job : {moving, moving - 1}) {
        Breakpoint point;
        point.kind = Breakpoint::Kind::JobStarts;
        point.job = std::to_string(job);
        file.extras.breakpoints.push_back(point);
    }
    document.open(std::move(file), {});
    specs[0].count = 1;
    Result<RegeneratedScenario> made = regenerate(document.value(), specs);
    QVERIFY(made.ok());
    const std::size_t now = made.value().starts[1];
    QVERIFY(now < moving);
    QVERIFY(document
                .apply(generatorsEdit(
                    "fewer", document.scenario(), std::make_shared<const RegeneratedScenario>(std::move(made.value()))))
                .ok());
    QCOMPARE(document.extras().breakpoints.size(), std::size_t{1});
    QCOMPARE(document.extras().breakpoints[0].job, std::to_string(now));
    document.undoStack().undo();
    QCOMPARE(document.extras().breakpoints.size(), std::size_t{2});
}

void TestScenarioDocument::savesAndMarksModification()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("saved.scenario.json");
    ScenarioDocument document;
    document.open(sample(), {});
    QVERIFY(document.path().isEmpty());
    QVERIFY(document.apply(limitEdit(document, limit(document) + 1)).ok());
    QVERIFY(document.save(path).ok());
    QVERIFY(!document.isModified());
    QCOMPARE(document.path(), path);
    const Result<ScenarioFile> again = readScenarioFile(path.toStdString());
    QVERIFY(again.ok());
    QCOMPARE(again.value().scenario->shares.front().limits.front().maxCapacity, limit(document));
    document.undoStack().undo();
    QVERIFY(document.isModified());
    const Status failed = document.save(folder.filePath("missing/there.json"));
    QVERIFY(!failed.ok());
    QVERIFY(document.isModified());
    QCOMPARE(document.path(), path);
}

void TestScenarioDocument::manyEditsUndoneGiveTheOriginalFile()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("in.scenario.json").toStdString();
    std::mt19937 random(7);
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const std::string words = reference::randomScenario(seed).dump(1);
        QVERIFY(writeFileAtomically(path, words).ok());
        ScenarioDocument document;
        document.open(std::move(readScenarioFile(path).value()), {});
        for (int i = 0; i < 30; ++i) {
            const Scenario& s = document.value();
            const ShareIndex share{random() % s.shareNames.size()};
            const UnitIndex unit{random() % s.units.size()};
            const EditTime when = random() % 2 == 0 ? kStart : EditTime::from(static_cast<TimeMs>(random() % 90'000));
            switch (random() % 6) {
            case 0:
                (void)document.apply(shareLimitEdit(s, when, share, unit, static_cast<int>(random() % 6)));
                break;
            case 1:
                (void)document.apply(strategyEdit(s, when, share, static_cast<SharingStrategy>(random() % 3)));
                break;
            case 2:
                (void)document.apply(removeShareEdit(s, when, share, true));
                break;
            case 3:
                if (!s.interventions.empty())
                    (void)document.apply(
                        removeInterventionEdit(s, InterventionIndex{random() % s.interventions.size()}));
                break;
            case 4:
                if (!s.jobs.empty())
                    (void)document.apply(moveJobEdit(s, when, JobIndex{random() % s.jobs.size()}, share));
                break;
            default:
                (void)document.apply(reorderShareEdit(s, when, share, static_cast<int>(random() % 4)));
            }
        }
        QVERIFY(document.undoStack().count() > 3);
        const std::string saved = folder.filePath("out.scenario.json").toStdString();
        QVERIFY(document.save(toQt(saved)).ok());
        const Result<ScenarioFile> again = readScenarioFile(saved);
        QVERIFY2(again.ok(), again.ok() ? "" : qPrintable(errorText(again.error())));
        while (document.undoStack().canUndo())
            document.undoStack().undo();
        QVERIFY(document.save(toQt(saved)).ok());
        QCOMPARE(nlohmann::json::parse(readWholeFile(saved).value()).dump(), nlohmann::json::parse(words).dump());
    }
}

QTEST_MAIN(TestScenarioDocument)
#include "tst_scenario_document.moc"
