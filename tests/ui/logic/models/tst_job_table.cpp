// SPDX-License-Identifier: Apache-2.0
// The job table reads jobs in place, filters and sorts them, and reads what is typed into its cells.
#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/workload_edits.h"
#include "ui/logic/models/generator_list_model.h"
#include "ui/logic/models/job_table_model.h"
#include "ui/logic/models/workload_class_model.h"
#include "ui/logic/playback/playback.h"

#include <algorithm>
#include <random>
#endif

using namespace quotaboard;

namespace {

/// Jobs of three shares in no order at all.
std::shared_ptr<const Scenario> manyJobs(std::size_t count)
{
    auto scenario = std::make_shared<Scenario>();
    const UnitIndex gpu = scenario->internUnit("gpu");
    const UnitIndex cpu = scenario->internUnit("cpu");
    for (const char* name : {"red", "green", "blue"}) {
        QuotaShare share;
        share.name = name;
        share.limits.push_back({gpu, 4});
        scenario->internShare(name);
        scenario->shares.push_back(share);
    }
    std::mt19937 random(7);
    for (std::size_t i = 0; i < count; ++i) {
        Job job;
        job.name = scenario->jobs.intern("job-" + std::to_string(random() % 50));
        if (random() % 3 != 0)
            job.id = scenario->jobs.intern("id-" + std::to_string(i));
        if (random() % 2 == 0)
            job.workloadClass = scenario->jobs.intern(random() % 2 == 0 ? "training" : "batch");
        job.share = ShareIndex{random() % 3};
        job.unit = random() % 4 == 0 ? cpu : gpu;
        job.instances = static_cast<std::int32_t>(1 + random() % 8);
        job.priority = static_cast<std::int32_t>(random() % 1000);
        job.submit = static_cast<TimeMs>(random() % 1'000'000);
        job.work = static_cast<TimeMs>(1 + random() % 9'000'000);
        JobProfile profile;
        if (random() % 2 == 0)
            profile.checkpoint = CheckpointPlan{60'000 * static_cast<TimeMs>(1 + random() % 3), 1000, false};
        if (random() % 2 == 0)
            profile.preemptionRetries = static_cast<std::int32_t>(random() % 3);
        job.profile = scenario->jobs.internProfile(profile);
        scenario->jobs.add(job);
    }
    return scenario;
}

std::size_t matching(const Scenario& scenario, const QString& text)
{
    const JobFilter filter = JobFilter::fromText(text);
    std::size_t count = 0;
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
        count += filter.matches(scenario, JobIndex{i}, JobState::Unknown) ? 1U : 0U;
    return count;
}

template <class Holds>
std::size_t counted(const Scenario& scenario, Holds holds)
{
    const auto& jobs = scenario.jobs.jobs();
    return static_cast<std::size_t>(std::count_if(jobs.begin(), jobs.end(), holds));
}

} // namespace

class TestJobTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelsKeepTheRules();
    void editTextsAreReadBackToTheSameValue();
    void wrongTextsSayWhatWasFoundAndWhatIsAllowed_data();
    void wrongTextsSayWhatWasFoundAndWhatIsAllowed();
    void filtersCountLikeByHand();
    void filtersThatMakeNoSenseSayWhy();
    void everyColumnIsSortedBothWays();
    void longListsAreSortedInTheBackground();
    void cellsAskForAChangeAndMakeNone();
    void statesFollowTheClock();
    void classesCountTheirJobs();
    void editsHaveGoodNames();
};

void TestJobTable::modelsKeepTheRules()
{
    JobTableModel jobs;
    QAbstractItemModelTester jobsTester(&jobs, QAbstractItemModelTester::FailureReportingMode::QtTest);
    jobs.setScenario(manyJobs(40));
    jobs.sort(static_cast<int>(JobColumn::Priority), Qt::DescendingOrder);
    jobs.setFilter(JobFilter::fromText("share:red"));
    jobs.setScenario(manyJobs(30));
    jobs.setFilter({});
    QCOMPARE(jobs.rowCount(), 30);
    GeneratorListModel generators;
    QAbstractItemModelTester generatorsTester(&generators, QAbstractItemModelTester::FailureReportingMode::QtTest);
    generators.setGenerators({{}, {}});
    generators.append({});
    generators.remove(1);
    QCOMPARE(generators.rowCount(), 2);
    WorkloadClassModel classes;
    QAbstractItemModelTester classesTester(&classes, QAbstractItemModelTester::FailureReportingMode::QtTest);
    classes.show(manyJobs(30), {{"training", {}, {}}, {"batch", {}, 7}});
    classes.show(manyJobs(30), {{"other", {}, {}}});
    // "training" and "batch" are still names that jobs use.
    QCOMPARE(classes.rowCount(), 3);
    QVERIFY(classes.isDefined(0) && !classes.isDefined(1));
}

void TestJobTable::editTextsAreReadBackToTheSameValue()
{
    const auto scenario = manyJobs(200);
    for (std::size_t i = 0; i < scenario->jobs.size(); ++i) {
        const JobIndex job{i};
        for (int column = 0; column < kJobColumns; ++column) {
            const auto cell = static_cast<JobColumn>(column);
            if (!isEditable(cell))
                continue;
            const ParsedCell parsed = parseJobCell(*scenario, cell, jobCellEditText(*scenario, job, cell));
            QVERIFY2(parsed.problem.isEmpty(), qPrintable(parsed.problem));
            const auto count = countJobChange(*scenario, std::vector<JobIndex>{job}, parsed.change);
            QVERIFY(count.ok());
            QCOMPARE(count.value().same, std::size_t{1});
        }
    }
    QCOMPARE(durationFromText("1 h 05 min").value(), 65 * kMsPerMinute);
    QCOMPARE(durationFromText(durationEditText(93'784'005)).value(), TimeMs{93'784'005});
}

void TestJobTable::wrongTextsSayWhatWasFoundAndWhatIsAllowed_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    const auto row = [](JobColumn column, const char* text) {
        QTest::addRow("%d %s", static_cast<int>(column), text) << static_cast<int>(column) << QString(text);
    };
    row(JobColumn::Instances, "0");
    row(JobColumn::Instances, "many");
    row(JobColumn::Priority, "-1");
    row(JobColumn::Priority, "10000");
    row(JobColumn::Work, "soon");
    row(JobColumn::Submit, "-5m");
    row(JobColumn::Checkpoint, "0s");
    row(JobColumn::Checkpoint, "5m / 2s / 3s");
    row(JobColumn::Retries, "-2");
    row(JobColumn::Deadline, "never");
    row(JobColumn::Share, "nobody");
}

void TestJobTable::wrongTextsSayWhatWasFoundAndWhatIsAllowed()
{
    QFETCH(int, column);
    QFETCH(QString, text);
    const ParsedCell parsed = parseJobCell(*manyJobs(1), static_cast<JobColumn>(column), text);
    QVERIFY(parsed.problem.contains(text));
    QVERIFY(parsed.problem.contains("allowed"));
}

void TestJobTable::filtersCountLikeByHand()
{
    const auto scenario = manyJobs(500);
    const Scenario& s = *scenario;
    const StringId training = s.jobs.strings().find("training");
    QCOMPARE(matching(s, "share:RED"), counted(s, [&](const Job& job) { return s.shareName(job.share) == "red"; }));
    QCOMPARE(matching(s, "priority>=500"), counted(s, [](const Job& job) { return job.priority >= 500; }));
    QCOMPARE(matching(s, "priority<500 unit:cpu"),
        counted(s, [&](const Job& job) { return job.priority < 500 && s.unitName(job.unit) == "cpu"; }));
    QCOMPARE(matching(s, "-class:training"), counted(s, [&](const Job& job) { return job.workloadClass != training; }));
    QCOMPARE(matching(s, "work>1h30m"), counted(s, [](const Job& job) { return job.work > 90 * kMsPerMinute; }));
    QCOMPARE(matching(s, "\"job-7\" instances=3"),
        counted(s, [&](const Job& job) { return s.jobs.text(job.name) == "job-7" && job.instances == 3; }));
    QCOMPARE(matching(s, "nothing like this"), std::size_t{0});
    QCOMPARE(matching(s, ""), std::size_t{500});
}

void TestJobTable::filtersThatMakeNoSenseSayWhy()
{
    for (const char* text : {"colour:red", "state:asleep", "priority>=high", "work>=x", "share:", "share>=red"})
        QVERIFY2(!JobFilter::fromText(text).problem().isEmpty(), text);
    QVERIFY(JobFilter::fromText("state:waiting").problem().isEmpty());
}

void TestJobTable::everyColumnIsSortedBothWays()
{
    JobTableModel model;
    model.setScenario(manyJobs(300));
    const Scenario& s = *model.scenario();
    const auto firstIs = [&](JobColumn column, Qt::SortOrder order) {
        model.sort(static_cast<int>(column), order);
        return model.jobAt(0);
    };
    const auto least = [&](auto value) {
        std::int64_t best = kNever;
        for (const Job& job : s.jobs.jobs())
            best = std::min<std::int64_t>(best, value(job));
        return best;
    };
    QCOMPARE(std::int64_t{s.jobs[firstIs(JobColumn::Priority, Qt::AscendingOrder)].priority},
        least([](const Job& job) { return job.priority; }));
    QCOMPARE(-std::int64_t{s.jobs[firstIs(JobColumn::Work, Qt::DescendingOrder)].work},
        least([](const Job& job) { return -job.work; }));
    for (int column = 0; column < kJobColumns; ++column) {
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            std::vector<JobIndex> jobs;
            for (int row = 0; row < model.rowCount(); ++row)
                jobs.push_back(model.jobAt(row));
            std::sort(jobs.begin(), jobs.end());
            QCOMPARE(jobs.size(), s.jobs.size());
            QVERIFY(std::adjacent_find(jobs.begin(), jobs.end()) == jobs.end());
            QCOMPARE(model.rowOf(model.jobAt(17)), 17);
        }
    }
    // Names by their text, and alike ones in the order of the list.
    model.sort(static_cast<int>(JobColumn::Name));
    for (int row = 1; row < model.rowCount(); ++row) {
        const JobIndex a = model.jobAt(row - 1);
        const JobIndex b = model.jobAt(row);
        const auto name = [&](JobIndex job) { return s.jobs.text(s.jobs[job].name); };
        QVERIFY(name(a) < name(b) || (name(a) == name(b) && a < b));
    }
    model.sort(-1);
    QCOMPARE(model.jobAt(5), JobIndex{5});
}

void TestJobTable::longListsAreSortedInTheBackground()
{
    JobTableModel model;
    model.setScenario(manyJobs(200'000));
    QCOMPARE(model.rowCount(), 200'000);
    QVERIFY(!model.isBusy());
    QElapsedTimer timer;
    timer.start();
    model.sort(static_cast<int>(JobColumn::Id));
    QVERIFY2(timer.elapsed() < 100, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(model.isBusy());
    // The rows are as they were until the new ones are there.
    QCOMPARE(model.jobAt(7), JobIndex{7});
    QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy(), 20'000);
    QVERIFY(!model.scenario()->jobs[model.jobAt(0)].id.isValid());
    model.sort(static_cast<int>(JobColumn::Name));
    QVERIFY(model.isBusy());
    model.cancel();
    QVERIFY(!model.isBusy());
    QTest::qWait(50);
    QVERIFY(!model.scenario()->jobs[model.jobAt(0)].id.isValid());
}

void TestJobTable::cellsAskForAChangeAndMakeNone()
{
    qRegisterMetaType<JobChange>();
    JobTableModel model;
    model.setScenario(manyJobs(10));
    QSignalSpy wanted(&model, &JobTableModel::changeWanted);
    QSignalSpy refused(&model, &JobTableModel::textRefused);
    const QModelIndex cell = model.index(3, static_cast<int>(JobColumn::Priority));
    QVERIFY(model.setData(cell, "77"));
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][1].value<JobChange>().priority.value(), 77);
    QVERIFY(cell.data(Qt::EditRole).toString() != "77");
    QVERIFY(!model.setData(cell, "a lot"));
    QCOMPARE(refused.size(), 1);
    QVERIFY(model.setData(cell, cell.data(Qt::EditRole)));
    QCOMPARE(wanted.size(), 1);
    QVERIFY(!(model.index(3, static_cast<int>(JobColumn::State)).flags() & Qt::ItemIsEditable));
}

void TestJobTable::statesFollowTheClock()
{
    ScenarioDocument document;
    Playback playback(document);
    Result<ScenarioFile> file = readScenarioFile(
        std::string(QUOTABOARD_SOURCE_DIR) + "/resources/samples/two-teams-3-lending-checkpoints.scenario.json");
    QVERIFY(file.ok());
    document.open(std::move(file.value()), {});
    QTRY_VERIFY_WITH_TIMEOUT(playback.result() && !playback.isComputing(), 20'000);
    JobTableModel model;
    model.setScenario(document.scenario());
    const auto count = [&](const char* state) {
        model.setMoment(playback.result().get(), playback.simulator(), playback.now());
        model.setFilter(JobFilter::fromText(QStringLiteral("state:%1").arg(state)));
        const int rows = model.rowCount();
        model.setFilter({});
        return rows;
    };
    int sum = 0;
    playback.seek(playback.end() / 2);
    for (const char* state : {"pending", "waiting", "starting", "running", "stopping", "succeeded", "failed"})
        sum += count(state);
    QCOMPARE(sum, model.rowCount());
    QVERIFY(count("running") > 0);
    playback.toEnd();
    QCOMPARE(count("pending"), 0);
    QVERIFY(count("succeeded") > 0);
}

void TestJobTable::classesCountTheirJobs()
{
    qRegisterMetaType<WorkloadClass>();
    const auto scenario = manyJobs(100);
    const std::size_t jobs = jobsOfClass(*scenario, "training").size();
    QVERIFY(jobs > 0);
    WorkloadClassModel model;
    model.show(scenario, {{"training", {}, {}}, {"nobody", {}, {}}});
    QCOMPARE(model.jobsOf(0), jobs);
    QCOMPARE(model.jobsOf(1), std::size_t{0});
    QSignalSpy wanted(&model, &WorkloadClassModel::changeWanted);
    QSignalSpy refused(&model, &WorkloadClassModel::textRefused);
    QVERIFY(model.setData(model.index(0, WorkloadClassModel::Checkpoint), "30m / 20s, on stop"));
    const auto kind = wanted[0][1].value<WorkloadClass>();
    QVERIFY((kind.profile.checkpoint == CheckpointPlan{30 * kMsPerMinute, 20'000, true}));
    QVERIFY(!model.setData(model.index(1, WorkloadClassModel::Name), "training"));
    QVERIFY(!model.setData(model.index(1, WorkloadClassModel::Attempts), "0"));
    QCOMPARE(refused.size(), 2);
}

void TestJobTable::editsHaveGoodNames()
{
    const auto scenario = manyJobs(20);
    std::vector<JobIndex> jobs;
    for (std::size_t i = 0; i < 12; ++i)
        jobs.emplace_back(i);
    JobChange change;
    change.priority = 500;
    QCOMPARE(changeJobsEdit(*scenario, jobs, change).text, QStringLiteral("Priority of 12 jobs → 500"));
    change.instances = 2;
    QCOMPARE(changeJobsEdit(*scenario, jobs, change).text, QStringLiteral("Change 12 jobs"));
    QCOMPARE(removeJobsEdit(*scenario, jobs).text, QStringLiteral("Delete 12 jobs"));
}

QTEST_GUILESS_MAIN(TestJobTable)
#include "tst_job_table.moc"
