// SPDX-License-Identifier: Apache-2.0
// A process that edits and saves is killed at random moments: no project may be lost, unreadable or older than what was
// acknowledged. QUOTABOARD_KILLS=300 kills more often.
#include <QTest>
#ifndef Q_MOC_RUN
#include "core/store/working_folder.h"
#include "tests/core/store/store_test_support.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRandomGenerator>
#include <QThread>

#include <cstdio>
#include <cstdlib>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr int kKills = 12;
constexpr int kMostMs = 250;
constexpr std::uint64_t kSeed = 41;

int kills()
{
    const int asked = qEnvironmentVariableIntValue("QUOTABOARD_KILLS");
    return asked > 0 ? asked : kKills;
}

/// The number of edits that a project has seen.
int counterOf(Project& project)
{
    return std::atoi(must(project.value("test.counter")).value_or("0").c_str());
}

void say(const char* what, int number)
{
    std::printf("%s %d\n", what, number);
    std::fflush(stdout);
}

/// One edit: a policy, its row of the record, and the counter.
void edit(Project& project, ScenarioId id, ScenarioFile& file, int number)
{
    Scenario edited = *file.scenario;
    edited.platform.startup = number;
    std::vector<ChangeRow> rows = rowsFor(changesBetween(*file.scenario, edited), ChangeRow{});
    must(project.putScenario(id, edited, file.extras, file.source, rows));
    file.scenario = std::make_shared<const Scenario>(std::move(edited));
    must(project.setValue("test.counter", std::to_string(number)));
}

/// The process that is killed: edits and saves without end, and says what is done.
int write(const std::string& path, const std::string& state)
{
    OpenProject opened = must(openProject(path, state));
    Project& project = opened.project();
    const ScenarioId id = must(project.scenarios()).front().id;
    ScenarioFile file = must(project.readScenario(id));
    for (int number = counterOf(project) + 1;; ++number) {
        edit(project, id, file, number);
        say("edited", number);
        if (number % 3 == 0) {
            say("saving", number);
            must(opened.save());
            say("saved", number);
        }
    }
}

struct Said {
    int edited = 0;
    int saving = 0;
    int saved = 0;
};

void hear(QProcess& child, Said& said)
{
    for (const QByteArray& line : child.readAllStandardOutput().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() != 2)
            continue;
        if (words[0] == "edited")
            said.edited = words[1].toInt();
        else if (words[0] == "saving")
            said.saving = words[1].toInt();
        else
            said.saved = words[1].toInt();
    }
}

} // namespace

class TestProjectKilled : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void killedWhileEditingAndSaving();
};

void TestProjectKilled::killedWhileEditingAndSaving()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    {
        OpenProject made = must(newProject(folders.state()));
        must(made.project().addScenario("s", scenarioFrom(randomText(kSeed))));
        must(made.saveAs(path));
    }
    QRandomGenerator random(20261201);
    Said said;
    int left = 0;
    int inTheMiddle = 0;
    for (int i = 0; i < kills(); ++i) {
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::applicationFilePath(),
            {"--write", QString::fromStdString(path), QString::fromStdString(folders.state())});
        QVERIFY(child.waitForStarted());
        QVERIFY2(child.waitForReadyRead(20'000), "the child did nothing");
        QThread::msleep(random.bounded(kMostMs));
        QCOMPARE(child.state(), QProcess::Running);
        child.kill();
        QVERIFY(child.waitForFinished());
        hear(child, said);

        // The file is what it was before a save or after it.
        const auto found = listRecovered(folders.state());
        int inFile = 0;
        {
            ProjectOpenOptions reading;
            reading.readOnly = true;
            OpenProject saved = must(openProject(path, folders.state(), reading));
            QVERIFY(saved.findings().changedContent.empty());
            QVERIFY(must(saved.project().verifyContent()).empty());
            inFile = counterOf(saved.project());
            QVERIFY2(inFile == said.saved || inFile == said.saving,
                qPrintable(
                    QString("%1 in the file, saved %2, saving %3").arg(inFile).arg(said.saved).arg(said.saving)));
            inTheMiddle += said.saving != said.saved ? 1 : 0;
            said.saved = inFile;
        }
        // Nothing that was acknowledged is missing.
        if (said.edited > inFile) {
            QCOMPARE(found.size(), std::size_t{1});
            QVERIFY(!found[0].isDamaged);
            OpenProject recovered = must(openRecovered(found[0]));
            const int inCopy = counterOf(recovered.project());
            QVERIFY2(inCopy >= said.edited, qPrintable(QString("%1 of %2").arg(inCopy).arg(said.edited)));
            QVERIFY(must(recovered.project().verifyChanges()).isWhole());
            must(recovered.project().readScenario(must(recovered.project().scenarios()).front().id));
            recovered.discardOnClose();
            ++left;
        } else {
            for (const RecoveredProject& recovered : found)
                must(discardRecovered(recovered));
        }
        said.edited = inFile;
        said.saving = inFile;
    }
    qInfo("%d kills, %d of them while saving, %d left work to recover", kills(), inTheMiddle, left);
    QVERIFY(left > 0);
    QVERIFY(said.saved > 0);
}

int main(int argc, char** argv)
{
    if (argc == 4 && std::string{argv[1]} == "--write")
        return write(argv[2], argv[3]);
    QCoreApplication application(argc, argv);
    TestProjectKilled test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_project_killed.moc"
