// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli_test_support.h"

#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include <nlohmann/json.hpp>
#endif

using namespace quotaboard::test;
using Json = nlohmann::ordered_json;

namespace {

const QString kSamples = QStringLiteral(QUOTABOARD_SOURCE_DIR "/resources/samples/");

} // namespace

/// What the command line shows to people: names as they are, and tables that stay narrow.
class TestCliText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void controlCharactersOfNamesAreShown_data();
    void controlCharactersOfNamesAreShown();
    void machineOutputKeepsNames();
    void errorsShowControlCharacters();
    void listedWaitsDoNotWidenTheColumns();
    void formatOfATraceIsRefusedAtItsPlace();
    void timeZoneOfATraceIsRefusedAtItsPlace();

private:
    [[nodiscard]] QString write(const Json& json) const
    {
        const QString file = folder_.filePath("s.json");
        writeContent(file, QByteArray::fromStdString(json.dump()));
        return file;
    }
    [[nodiscard]] static Json lending()
    {
        return Json::parse(contentOf(kSamples + "two-teams-2-lending.scenario.json").toStdString());
    }
    [[nodiscard]] static Json withBadNames()
    {
        QByteArray text = contentOf(kSamples + "two-teams-2-lending.scenario.json");
        text.replace("forecasting", "fore\\n\\u001b[31mcast\\u009b");
        text.replace("\"Two teams, one pool: lending\"", "\"Two\\nteams\\u001b[7m\\t\"");
        return Json::parse(text.toStdString());
    }

    QTemporaryDir folder_;
};

void TestCliText::controlCharactersOfNamesAreShown_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("shown");
    const QByteArray share = "fore\\n\\x1b[31mcast\\x9b";
    QTest::newRow("run, share") << QStringList{"run"} << share;
    QTest::newRow("run, title") << QStringList{"run"} << QByteArray("Two\\nteams\\x1b[7m\\t\n");
    QTest::newRow("explain") << QStringList{"explain", "--job", "29", "--at", "9h"} << share;
    QTest::newRow("compare") << QStringList{"compare", kSamples + "two-teams-1-isolated.scenario.json"} << share;
}

void TestCliText::controlCharactersOfNamesAreShown()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, shown);
    arguments << write(withBadNames());
    const CliRun run = cli(arguments);
    QVERIFY2(run.status == 0, run.err.constData());
    QVERIFY2(run.out.contains(shown), run.out.constData());
    for (const char byte : run.out + run.err)
        QVERIFY2(byte == '\n' || static_cast<unsigned char>(byte) >= 0x20, run.out.constData());
    QVERIFY(!run.out.contains("\xc2\x9b"));
}

void TestCliText::machineOutputKeepsNames()
{
    const CliRun run = cli({"run", write(withBadNames()), "--json"});
    QCOMPARE(run.status, 0);
    const std::string text = Json::parse(run.out.toStdString()).dump();
    QVERIFY(text.find("fore\\n\\u001b[31mcast") != std::string::npos);
}

void TestCliText::errorsShowControlCharacters()
{
    Json json = lending();
    json["jobs"][0]["quotaShareName"] = "no\nsuch\x1b[2J";
    const CliRun run = cli({"run", write(json)});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("no\\nsuch\\x1b[2J"), run.err.constData());
    QCOMPARE(run.err.count('\n'), 1);
}

void TestCliText::listedWaitsDoNotWidenTheColumns()
{
    Json json = lending();
    // Three jobs of one priority are listed, each with a wait of its own.
    for (int i = 0; i < 3; ++i) {
        Json job = json["jobs"][0];
        job.erase("jobId");
        job["jobName"] = "few-" + std::to_string(i);
        job["quotaShareName"] = "research";
        job["schedulingPriority"] = 7;
        job["submitSeconds"] = 60;
        json["jobs"].push_back(job);
    }
    const CliRun run = cli({"run", write(json)});
    QVERIFY2(run.status == 0, run.err.constData());
    QByteArray header;
    QByteArray listed;
    for (const QByteArray& line : run.out.split('\n')) {
        if (line.contains(" P50 "))
            header = line;
        if (line.startsWith("  research") && line.simplified().startsWith("research 7 "))
            listed = line;
    }
    QVERIFY2(!header.isEmpty() && !listed.isEmpty(), run.out.constData());
    QVERIFY2(listed.count(", ") == 2, listed.constData());
    QVERIFY2(header.size() < 100, header.constData());
    // The list begins where the column does and runs on to the right.
    const qsizetype column = header.indexOf("impossible") + 10 + 2;
    QVERIFY2(listed.at(column) != ' ' && listed.at(column - 1) == ' ', (header + "\n" + listed).constData());
}

void TestCliText::formatOfATraceIsRefusedAtItsPlace()
{
    writeContent(folder_.filePath("t.csv"), "a,b\n1,2\n");
    Json json = lending();
    json["traces"] = Json::array({{{"path", "t.csv"}, {"format", "x"}}});
    const CliRun run = cli({"run", write(json)});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains(": /traces/0/format: found \"x\", allowed: "), run.err.constData());
    QVERIFY2(run.err.contains(" swf, "), run.err.constData());
}

void TestCliText::timeZoneOfATraceIsRefusedAtItsPlace()
{
    writeContent(folder_.filePath("t.csv"), "submit:s,duration:s,share,gpus\n0,60,research,1\n");
    Json json = lending();
    json["traces"] = Json::array({{{"path", "t.csv"}, {"format", "csv"}, {"timezone", "Middle/Earth"},
        {"mapping", {{"submit:s", "submit:s"}, {"duration:s", "duration:s"}, {"share", "share"}, {"gpus", "gpus"}}}}});
    const CliRun run = cli({"run", write(json)});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains(": /traces/0/timezone: found \"Middle/Earth\", allowed: "), run.err.constData());
}

QTEST_GUILESS_MAIN(TestCliText)
#include "tst_cli_text.moc"
