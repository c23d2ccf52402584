// SPDX-License-Identifier: Apache-2.0
// Projects on the command line.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#ifndef Q_MOC_RUN
#include "tests/app/cli_test_support.h"

#include <sqlite3.h>
#endif

using namespace quotaboard::test;

namespace {

const QString kLending = sample("two-teams-3-lending-checkpoints");
const QString kThree = sample("three-projects");
const QString kLendingName = "Two teams, one pool: lending with checkpoints";

/// A folder with a project of two scenarios.
struct Place {
    QTemporaryDir folder;
    QString project = folder.filePath("plan.qboard");
    Place()
    {
        qputenv("XDG_STATE_HOME", folder.filePath("state").toLocal8Bit());
        const CliRun run = cli({"project", "import", project, kLending, kThree});
        if (run.status != 0)
            qFatal("%s", run.err.constData());
    }
    [[nodiscard]] QJsonObject scenario(int index) const
    {
        const QJsonObject list = QJsonDocument::fromJson(cli({"project", "list", project, "--json"}).out).object();
        return list["scenarios"].toArray()[index].toObject();
    }
    /// Nothing is left in the state folder.
    [[nodiscard]] bool isClean() const { return QDir(folder.filePath("state/quotaboard/projects")).isEmpty(); }
};

QByteArray hashIn(const QByteArray& out)
{
    return out.mid(out.indexOf("event-log hash")).trimmed();
}

/// Changes a file as another program would.
void execute(const QString& path, const char* sql)
{
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(qPrintable(path), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
}

} // namespace

class TestCliProject : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void importsAndLists();
    void runsLikeTheFileAndSaves();
    void choosesAScenario();
    void exportsWhatWasImported();
    void replacingMakesRunsStale();
    void allFilesAreImportedOrNone();
    void recordsChanges();
    void verifiesAndNamesTheBrokenRow();
    void aLockedProjectIsReadNotWritten();
    void otherFilesAreNoProjects();
    void aDamagedProjectStaysAsItIs();
};

void TestCliProject::importsAndLists()
{
    const Place place;
    const CliRun list = cli({"project", "list", place.project});
    QCOMPARE(list.status, 0);
    QVERIFY2(list.out.contains("2 scenarios, 0 runs"), list.out.constData());
    QVERIFY(list.out.contains(kLendingName.toUtf8()));
    QCOMPARE(place.scenario(0)["name"].toString(), kLendingName);
    QCOMPARE(place.scenario(0)["jobsKept"].toInt(), 66);
    QVERIFY(place.isClean());
    QCOMPARE(QDir(place.folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"plan.qboard"});
}

void TestCliProject::runsLikeTheFileAndSaves()
{
    const Place place;
    const CliRun fromFile = cli({"run", kLending, "--hash"});
    const CliRun run = cli({"run", place.project, "--scenario", kLendingName, "--hash"});
    QCOMPARE(run.status, 0);
    QCOMPARE(hashIn(run.out), hashIn(fromFile.out));
    QVERIFY(place.scenario(0)["runs"].toArray().isEmpty());
    const CliRun saved = cli({"run", place.project, "--scenario", kLendingName, "--hash", "--save"});
    QVERIFY2(saved.status == 0, saved.err.constData());
    QCOMPARE(saved.out, run.out);
    const QJsonObject kept = place.scenario(0)["runs"].toArray()[0].toObject();
    QVERIFY(hashIn(run.out).endsWith(kept["eventLogHash"].toString().toLatin1()));
    QCOMPARE(kept["isStale"].toBool(), false);
    QVERIFY(kept["engine"].toString().startsWith("quotaboard "));
    const CliRun seeded = cli({"run", place.project, "--scenario", kLendingName, "--seed", "7", "--save"});
    QVERIFY2(seeded.status == 0, seeded.err.constData());
    const QJsonObject other = place.scenario(0)["runs"].toArray()[1].toObject();
    QCOMPARE(other["seed"].toInt(), 7);
    QCOMPARE(other["isStale"].toBool(), true);
    QVERIFY(place.isClean());
}

void TestCliProject::choosesAScenario()
{
    const Place place;
    const CliRun none = cli({"run", place.project});
    QCOMPARE(none.status, 2);
    QVERIFY2(none.err.contains("has 2 scenarios; choose one with --scenario: \"" + kLendingName.toUtf8() + "\""),
        none.err.constData());
    const CliRun wrong = cli({"run", place.project, "--scenario", "nope"});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.err.contains("has no scenario \"nope\"; there are: "), wrong.err.constData());
    const QString single = place.folder.filePath("single.qboard");
    QCOMPARE(cli({"project", "import", single, kThree, "--name", "only"}).status, 0);
    QCOMPARE(cli({"run", single}).status, 0);
    QCOMPARE(cli({"run", kThree, "--save"}).status, 2);
    QCOMPARE(cli({"run", kThree, "--scenario", "x"}).status, 2);
    const CliRun validate = cli({"validate", place.project});
    QCOMPARE(validate.status, 2);
    QVERIFY2(validate.err.contains("is a project, not a scenario"), validate.err.constData());
}

void TestCliProject::exportsWhatWasImported()
{
    const Place place;
    const QString file = place.folder.filePath("out.scenario.json");
    QCOMPARE(cli({"project", "export", place.project, kLendingName, "-o", file}).status, 0);
    QCOMPARE(QJsonDocument::fromJson(contentOf(file)), QJsonDocument::fromJson(contentOf(kLending)));
    const CliRun stream = cli({"project", "export", place.project, kLendingName, "-o", "-"});
    QCOMPARE(stream.out, contentOf(file));
    QCOMPARE(cli({"project", "export", place.project, kLendingName, "-o", place.project}).status, 2);
    QCOMPARE(cli({"project", "export", place.project, "nope", "-o", file}).status, 2);
}

void TestCliProject::replacingMakesRunsStale()
{
    const Place place;
    QCOMPARE(cli({"run", place.project, "--scenario", kLendingName, "--save"}).status, 0);
    const CliRun again = cli({"project", "import", place.project, kLending});
    QCOMPARE(again.status, 2);
    QVERIFY2(again.err.contains("--replace replaces it"), again.err.constData());
    QVERIFY(cli({"project", "import", place.project, kLending, "--replace"}).status == 0);
    QCOMPARE(place.scenario(0)["runs"].toArray()[0].toObject()["isStale"].toBool(), false);
    QByteArray text = contentOf(kLending);
    const QString changed = place.folder.filePath("changed.scenario.json");
    QVERIFY(text.contains("\"maxCapacity\": 8"));
    writeContent(changed, text.replace("\"maxCapacity\": 8", "\"maxCapacity\": 9"));
    const CliRun run = cli({"project", "import", place.project, changed, "--replace", "--reason", "one more"});
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(place.scenario(0)["runs"].toArray()[0].toObject()["isStale"].toBool(), true);
    const QByteArray csv = cli({"project", "changes", place.project, "--csv"}).out;
    QVERIFY2(csv.contains(",limit:ml.g5.xlarge,8,9,one more,"), csv.constData());
}

void TestCliProject::allFilesAreImportedOrNone()
{
    const Place place;
    const QByteArray before = contentOf(place.project);
    const CliRun run = cli({"project", "import", place.project, sample("month-end-rush"), kThree});
    QCOMPARE(run.status, 2);
    QVERIFY(contentOf(place.project) == before);
    QVERIFY(place.isClean());
    const QString made = place.folder.filePath("made.qboard");
    QCOMPARE(cli({"project", "import", made, "missing.json"}).status, 3);
    QVERIFY(!QFile::exists(made));
    QVERIFY(place.isClean());
}

void TestCliProject::recordsChanges()
{
    const Place place;
    const CliRun table = cli({"project", "changes", place.project});
    QVERIFY2(table.out.contains("2 changes") && table.out.contains("import"), table.out.constData());
    const QJsonArray rows = QJsonDocument::fromJson(cli({"project", "changes", place.project, "--json"}).out).array();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0].toObject()["kind"].toString(), QString("import"));
    QCOMPARE(rows[0].toObject()["scenario"].toString(), kLendingName);
    QCOMPARE(cli({"project", "changes", place.project, "--json", "--csv"}).status, 2);
}

void TestCliProject::verifiesAndNamesTheBrokenRow()
{
    const Place place;
    QCOMPARE(cli({"run", place.project, "--scenario", kLendingName, "--save"}).status, 0);
    const CliRun good = cli({"project", "verify", place.project});
    QCOMPARE(good.status, 0);
    QVERIFY2(good.out.contains("is whole"), good.out.constData());
    execute(place.project, "DROP TRIGGER change_is_never_updated; UPDATE change SET actor = 'somebody' WHERE seq = 2");
    const CliRun broken = cli({"project", "verify", place.project});
    QCOMPARE(broken.status, 3);
    QVERIFY2(broken.err.contains("the change record is broken at row 2"), broken.err.constData());
    QVERIFY2(broken.err.contains("not what was saved: sqlite_schema, change"), broken.err.constData());
    execute(place.project, "UPDATE event SET t_ms = t_ms + 1 WHERE seq = 5");
    const QJsonObject json = QJsonDocument::fromJson(cli({"project", "verify", place.project, "--json"}).out).object();
    QCOMPARE(json["isWhole"].toBool(), false);
    QCOMPARE(json["firstBrokenChange"].toInt(), 2);
    QVERIFY(json["changedContent"].toArray().contains("event/1"));
}

void TestCliProject::aLockedProjectIsReadNotWritten()
{
    const Place place;
    writeContent(place.project + ".lock",
        R"({"program":"quotaboard","pid":1,"host":"elsewhere","bootId":"x","startTicks":"1","sinceMs":0})");
    const CliRun write = cli({"run", place.project, "--scenario", kLendingName, "--save"});
    QCOMPARE(write.status, 3);
    QVERIFY2(write.err.contains("is open in another program (process 1 on elsewhere, since 1970-01-01T00:00:00Z)"),
        write.err.constData());
    QCOMPARE(cli({"run", place.project, "--scenario", kLendingName}).status, 0);
    QCOMPARE(cli({"project", "list", place.project}).status, 0);
    QVERIFY(QFile::exists(place.project + ".lock"));
}

void TestCliProject::otherFilesAreNoProjects()
{
    const Place place;
    const CliRun scenario = cli({"project", "list", kThree});
    QCOMPARE(scenario.status, 3);
    QVERIFY2(
        scenario.err.contains("found a file of another kind, wanted a Quotaboard project"), scenario.err.constData());
    QCOMPARE(cli({"project", "list", place.folder.filePath("none.qboard")}).status, 3);
    QCOMPARE(cli({"project"}).status, 2);
    const CliRun help = cli({"project", "import", "--help"});
    QCOMPARE(help.status, 0);
    QVERIFY(help.out.contains("--replace"));
}

void TestCliProject::aDamagedProjectStaysAsItIs()
{
    const Place place;
    QByteArray bytes = contentOf(place.project);
    bytes.chop(4096);
    writeContent(place.project, bytes);
    const CliRun run = cli({"project", "import", place.project, sample("month-end-rush")});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("is damaged and was left as it is"), run.err.constData());
    QVERIFY(contentOf(place.project) == bytes);
    QVERIFY(place.isClean());
}

QTEST_GUILESS_MAIN(TestCliProject)
#include "tst_cli_project.moc"
