// SPDX-License-Identifier: Apache-2.0
// The command line as a user meets it: help, exit status, streams, colour, options of `run`.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#ifndef Q_MOC_RUN
#include "tests/app/cli_test_support.h"

#include <csignal>
#endif

using namespace quotaboard::test;

namespace {

const QStringList kSubcommands{"run", "import", "validate", "explain", "formats"};

/// Nothing that people read may be wider than a terminal of 100 columns.
bool fitsTerminal(const QByteArray& text)
{
    for (const QByteArray& line : text.split('\n')) {
        if (QString::fromUtf8(line).size() > 100)
            return false;
    }
    return true;
}

QJsonObject parsed(const QByteArray& text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    return error.error == QJsonParseError::NoError ? document.object() : QJsonObject{};
}

} // namespace

namespace {

/// script(1) where it can open a pseudo-terminal, else empty.
QString terminalProgram()
{
    const QString script = QStandardPaths::findExecutable("script");
    const bool works = !script.isEmpty() && runProgram(script, {"-qec", "true", "/dev/null"}).status == 0;
    return works ? script : QString();
}

} // namespace

class TestCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void helpOfEachSubcommand();
    void helpOfAll();
    void version();
    void usageErrors_data();
    void usageErrors();
    void usageErrorsNameTheWayOut();
    void mistypedWords_data();
    void mistypedWords();
    void missingInputs();
    void internalErrorIsFour();
    void interruptStopsCleanly_data();
    void interruptStopsCleanly();
    void streamsInsteadOfFiles();
    void appendsWhereTheShellAppends();
    void closedAndFullStandardOutput();
    void noColourUnlessOnATerminal();
    void colourOnATerminal();
    void progressBarOnATerminal();
    void jsonOutputsParse();
    void seedChangesTheRun();
    void horizon_data();
    void horizon();
    void warmUp();
    void outputsMayNotCollide();
    void lateInterventionIsNoted();
    void traceInsteadOfAScenario();
    void missingTraceReference();
    void sumsBeyond64Bits();
    void scorecardWording();

private:
    QTemporaryDir folder_;
    QString path(const char* name) const { return folder_.filePath(name); }
};

void TestCli::helpOfEachSubcommand()
{
    for (const QString& subcommand : kSubcommands) {
        const CliRun help = cli({subcommand, "--help"});
        QCOMPARE(help.status, 0);
        QVERIFY(help.err.isEmpty());
        QVERIFY2(help.out.contains("quotaboard-cli " + subcommand.toUtf8()), help.out.constData());
        QVERIFY2(help.out.contains("--json"), qPrintable(subcommand));
        QVERIFY2(fitsTerminal(help.out), help.out.constData());
        if (subcommand != "formats")
            QVERIFY2(help.out.contains("Example"), qPrintable(subcommand));
        QCOMPARE(cli({subcommand, "-h"}).out, help.out);
    }
    const QByteArray run = cli({"run", "--help"}).out;
    for (const char* option :
        {"--events", "--summary", "--seed", "--horizon", "--warm-up", "--hash", "1h30m", "130", "5 cannot write"})
        QVERIFY2(run.contains(option), option);
    QCOMPARE(run.simplified().count("- is standard output, and the table then goes to standard error"), 2);
}

void TestCli::helpOfAll()
{
    const CliRun help = cli({"--help"});
    QCOMPARE(help.status, 0);
    for (const QString& subcommand : kSubcommands)
        QVERIFY(help.out.contains("\n  " + subcommand.toUtf8() + " "));
    QVERIFY(help.out.contains("SUBCOMMAND --help"));
    QVERIFY(fitsTerminal(help.out) && fitsTerminal(cli({"formats"}).out));
    QVERIFY(fitsTerminal(cli({"run", sample("month-end-rush")}).out));
}

void TestCli::version()
{
    const CliRun run = cli({"--version"});
    QCOMPARE(run.status, 0);
    QVERIFY(QByteArray(run.out).startsWith("quotaboard-cli 0."));
    QCOMPARE(run.out.count('\n'), 1);
}

void TestCli::usageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const QString good = sample("three-projects");
    QTest::newRow("nothing") << QStringList{} << QByteArray("subcommand is required");
    QTest::newRow("unknown subcommand") << QStringList{"frobnicate"} << QByteArray("\"frobnicate\"");
    QTest::newRow("no scenario") << QStringList{"run"} << QByteArray("SCENARIO");
    QTest::newRow("unknown option") << QStringList{"run", good, "--colour"} << QByteArray("--colour");
    QTest::newRow("two scenarios") << QStringList{"run", good, good} << QByteArray("three-projects");
    QTest::newRow("option without value") << QStringList{"run", good, "--events"} << QByteArray("--events");
    QTest::newRow("seed is a word") << QStringList{"run", good, "--seed", "seven"} << QByteArray("\"seven\"");
    QTest::newRow("seed below 0") << QStringList{"run", good, "--seed", "-1"} << QByteArray("\"-1\"");
    QTest::newRow("seed fraction") << QStringList{"run", good, "--seed", "1.5"} << QByteArray("\"1.5\"");
    QTest::newRow("seed too large") << QStringList{"run", good, "--seed", "18446744073709551616"}
                                    << QByteArray("to 18446744073709551615");
    for (const char* time : {"soon", "1x", "nan", "inf", "1e3", "2026-13-01", "1h30m foo", "2026-11-02T25:00:00Z"})
        QTest::addRow("horizon %s", time)
            << QStringList{"run", good, "--horizon", time} << QByteArray("--horizon: \"") + time + "\"";
    QTest::newRow("horizon before start")
        << QStringList{"run", good, "--horizon", "2026-11-02T08:59:59Z"} << QByteArray("before the scenario's start");
    QTest::newRow("explain without job") << QStringList{"explain", good, "--at", "1h"} << QByteArray("--job");
    QTest::newRow("explain without time") << QStringList{"explain", good, "--job", "low"} << QByteArray("--at");
    QTest::newRow("explain no such job") << QStringList{"explain", good, "--job", "lo", "--at", "1h"}
                                         << QByteArray("\"lo\"");
    QTest::newRow("explain bad time") << QStringList{"explain", good, "--job", "low", "--at", "now"}
                                      << QByteArray("\"now\"");
    QTest::newRow("explain before start") << QStringList{"explain", good, "--job", "low", "--at",
        "2026-11-01T00:00:00Z"} << QByteArray("before the scenario's start");
    for (const char* option : {"--horizon", "--warm-up", "--seed", "--events", "--summary"})
        QTest::addRow("empty %s", option)
            << QStringList{"run", good, option, ""} << QByteArray(option) + ": needs a value";
    for (const char* subcommand : {"run", "validate"})
        QTest::addRow("%s of nothing", subcommand)
            << QStringList{subcommand, ""} << QByteArray("SCENARIO: needs a value");
    QTest::newRow("explain empty job") << QStringList{"explain", good, "--job", "", "--at", "1h"}
                                       << QByteArray("--job: needs a value");
    QTest::newRow("explain empty time") << QStringList{"explain", good, "--job", "low", "--at", ""}
                                        << QByteArray("--at: needs a value");
    for (const char* time : {"soon", "-5", "nan"})
        QTest::addRow("warm-up %s", time)
            << QStringList{"run", good, "--warm-up", time} << QByteArray("--warm-up: \"") + time + "\"";
    QTest::newRow("warm-up to the horizon") << QStringList{"run", good, "--horizon", "1h", "--warm-up", "3600"}
                                            << QByteArray("--warm-up: 3600 leaves nothing to measure");
    QTest::newRow("warm-up beyond the end")
        << QStringList{"run", good, "--warm-up", "400d"} << QByteArray("leaves nothing to measure; the run ends after");
    QTest::newRow("formats with argument") << QStringList{"formats", "csv"} << QByteArray("csv");
    QTest::newRow("import without output") << QStringList{"import", good} << QByteArray("--output");
}

void TestCli::usageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const CliRun run = cli(arguments);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.err.contains(words), run.err.constData());
    QVERIFY2(run.err.startsWith("quotaboard-cli"), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

void TestCli::usageErrorsNameTheWayOut()
{
    QVERIFY(cli({"run"}).err.contains("'quotaboard-cli run --help'"));
    const QByteArray none = cli({"frobnicate"}).err;
    for (const QString& subcommand : kSubcommands)
        QVERIFY(none.contains(subcommand.toUtf8()));
}

void TestCli::mistypedWords_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const QString good = sample("three-projects");
    QTest::newRow("subcommand") << QStringList{"improt"}
                                << QByteArray("there is no subcommand \"improt\"; did you mean import? there are: run");
    QTest::newRow("no subcommand alike") << QStringList{"frobnicate"} << QByteArray("\"frobnicate\"; there are: run");
    QTest::newRow("option") << QStringList{"run", good, "--evnts", "x"}
                            << QByteArray("there is no option --evnts; did you mean --events?\n");
    QTest::newRow("option with =") << QStringList{"run", good, "--sede=3"}
                                   << QByteArray("there is no option --sede; did you mean --seed?\n");
    QTest::newRow("required option") << QStringList{"explain", good, "--jop", "3", "--at", "4"}
                                     << QByteArray("there is no option --jop; did you mean --job?\n");
    QTest::newRow("no option alike") << QStringList{"run", good, "--colour"}
                                     << QByteArray("there is no option --colour\n");
    QTest::newRow("option of all") << QStringList{"--versoin"} << QByteArray("did you mean --version?");
}

void TestCli::mistypedWords()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const CliRun run = cli(arguments);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.err.contains(words), run.err.constData());
}

void TestCli::missingInputs()
{
    for (const char* subcommand : {"run", "validate"}) {
        const CliRun run = cli({subcommand, "/no/such/file.json"});
        QCOMPARE(run.status, 3);
        QVERIFY(run.err.contains("/no/such/file.json") && run.err.contains("No such file"));
        const CliRun directory = cli({subcommand, folder_.path()});
        QCOMPARE(directory.status, 3);
        QVERIFY(directory.err.contains("directory"));
    }
    QCOMPARE(cli({"explain", "/no/such", "--job", "1", "--at", "1"}).status, 3);
}

void TestCli::internalErrorIsFour()
{
    // Attempts that take no time, each preempted by the next: the clock never moves on.
    writeContent(path("endless.json"), R"({"format": "quotaboard-scenario", "version": 1,
 "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 1}]}],
 "quotaShares": [{"quotaShareName": "team", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 1}]}],
 "jobs": [{"jobName": "loop", "quotaShareName": "team", "capacityUnit": "gpu", "instanceCount": 1,
  "submitSeconds": 0, "workSeconds": 0, "outcome": "FAILED", "retryStrategy": {"attempts": 1000000}}]})");
    const CliRun run = cli({"run", path("endless.json"), "--summary", path("endless.out")});
    QCOMPARE(run.status, 4);
    QVERIFY2(run.err.contains("1,000,000 rounds"), run.err.constData());
    QVERIFY(!QFile::exists(path("endless.out")));
}

void TestCli::interruptStopsCleanly_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("Ctrl-C") << SIGINT;
    QTest::newRow("terminate") << SIGTERM;
}

void TestCli::interruptStopsCleanly()
{
    QFETCH(int, number);
    const QTemporaryDir outputs;
    writeContent(path("long.json"), generatedScenario(2'000'000));
    writeContent(outputs.filePath("old.jsonl"), "old\n");
    QProcess process;
    process.start(QUOTABOARD_CLI,
        {"run", path("long.json"), "--events", outputs.filePath("old.jsonl"), "--summary",
            outputs.filePath("new.json")});
    QVERIFY(process.waitForStarted());
    QTest::qSleep(400);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), number), 0);
    const CliRun run = finish(process);
    QCOMPARE(run.status, 130);
    QVERIFY2(run.err.contains("interrupted"), run.err.constData());
    QVERIFY(run.out.isEmpty());
    QCOMPARE(filesIn(outputs.path()), QStringList{"old.jsonl"});
    QCOMPARE(contentOf(outputs.filePath("old.jsonl")), QByteArray("old\n"));
}

void TestCli::streamsInsteadOfFiles()
{
    const CliRun files
        = cli({"run", sample("three-projects"), "--events", path("e.jsonl"), "--summary", path("s.json")});
    QCOMPARE(files.status, 0);
    QVERIFY(files.out.contains("Scorecard"));
    const CliRun events = cli({"run", sample("three-projects"), "--events", "-"});
    QCOMPARE(events.status, 0);
    QCOMPARE(events.out, contentOf(path("e.jsonl")));
    QCOMPARE(events.err, files.out);
    const CliRun summary = cli({"run", sample("three-projects"), "--summary", "-"});
    QCOMPARE(summary.out, contentOf(path("s.json")));
    QCOMPARE(summary.err, files.out);
    const QList<QByteArray> lines = events.out.trimmed().split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i)
        QCOMPARE(parsed(lines[i])["seq"].toInt(-1), static_cast<int>(i));
}

void TestCli::appendsWhereTheShellAppends()
{
    writeContent(path("log.txt"), "before\n");
    QCOMPARE(
        shell("$CLI run '" + sample("three-projects") + "' --events - >> log.txt 2> table.txt", folder_.path()).status,
        0);
    QCOMPARE(
        shell("(echo first; $CLI run '" + sample("three-projects") + "' --summary - 2> /dev/null; echo last) > all.txt",
            folder_.path())
            .status,
        0);
    QVERIFY(contentOf(path("log.txt")).startsWith("before\n{"));
    QVERIFY(contentOf(path("table.txt")).contains("Scorecard"));
    QVERIFY(contentOf(path("all.txt")).startsWith("first\n{") && contentOf(path("all.txt")).endsWith("}\nlast\n"));
}

void TestCli::closedAndFullStandardOutput()
{
    const QString scenario = "'" + sample("month-end-rush") + "'";
    for (const QString& command : QStringList{"run " + scenario, "run " + scenario + " --json",
             "run " + scenario + " --events -", "run " + scenario + " --summary -", "validate " + scenario, "formats",
             "--help", "run --help", "explain " + scenario + " --job 3 --at 1h"}) {
        const CliRun full = shell("$CLI " + command + " > /dev/full", folder_.path());
        QVERIFY2(full.status == 5, qPrintable(command));
        QVERIFY2(full.err.contains("written") || full.err.contains("No space left"), full.err.constData());
    }
    const CliRun twice = shell("$CLI run " + scenario + " --events both.txt --summary ./both.txt", folder_.path());
    QCOMPARE(twice.status, 2);
    QVERIFY(twice.err.contains("given both"));
    const CliRun closed = shell("$CLI run " + scenario + " --events - >&-", folder_.path());
    QCOMPARE(closed.status, 5);
}

void TestCli::noColourUnlessOnATerminal()
{
    for (const QStringList& arguments :
        {QStringList{"run", sample("three-projects")}, QStringList{"validate", sample("month-end-rush")},
            QStringList{"explain", sample("three-projects"), "--job", "low", "--at", "600"}}) {
        const CliRun run = cli(arguments);
        QCOMPARE(run.status, 0);
        QVERIFY(!run.out.contains('\033') && !run.err.contains('\033') && !run.err.contains('\r'));
    }
}

void TestCli::colourOnATerminal()
{
    const QString script = terminalProgram();
    if (script.isEmpty())
        QSKIP("needs script(1) and pseudo-terminals");
    const QStringList onTerminal{
        "-qec", QString("'%1' run '%2'").arg(QUOTABOARD_CLI, sample("three-projects")), "/dev/null"};
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("NO_COLOR");
    QVERIFY(runProgram(script, onTerminal, environment).out.contains("\033[1m"));
    environment.insert("NO_COLOR", "1");
    const CliRun plain = runProgram(script, onTerminal, environment);
    QVERIFY(plain.out.contains("Scorecard") && !plain.out.contains('\033'));
}

void TestCli::progressBarOnATerminal()
{
    const QString script = terminalProgram();
    if (script.isEmpty())
        QSKIP("needs script(1) and pseudo-terminals");
    writeContent(path("bar.json"), generatedScenario(3'000'000));
    const QString line = QString("'%1' run '%2'").arg(QUOTABOARD_CLI, path("bar.json"));
    const CliRun run = runProgram(script, {"-qec", line, "/dev/null"});
    QCOMPARE(run.status, 0);
    const qsizetype bar = run.out.indexOf(" jobs/s");
    QVERIFY2(bar > 0, run.out.left(300).constData());
    QVERIFY(run.out.contains('#') && run.out.contains(" left"));
    // It is gone before the table comes.
    QVERIFY(run.out.lastIndexOf("\r\033[K") > run.out.lastIndexOf(" jobs/s"));
    QVERIFY(run.out.indexOf("Scorecard") > run.out.lastIndexOf(" jobs/s"));
}

void TestCli::jsonOutputsParse()
{
    const CliRun run = cli({"run", sample("month-end-rush"), "--json", "--summary", path("s.json")});
    QVERIFY(parsed(run.out).contains("accounting"));
    const QString hash
        = parsed(cli({"run", sample("month-end-rush"), "--json", "--hash"}).out)["eventLogHash"].toString();
    QVERIFY(cli({"run", sample("month-end-rush"), "--hash"}).out.contains("event-log hash " + hash.toUtf8() + "\n"));
    QCOMPARE(hash.size(), 64);
    QCOMPARE(run.out, contentOf(path("s.json")));
    const QJsonObject valid = parsed(cli({"validate", sample("month-end-rush"), "--json"}).out);
    QVERIFY(valid["jobs"].toInt() > 3000);
    for (const QJsonValue& warning : valid["warnings"].toArray())
        QVERIFY(!warning.toObject()["code"].toString().isEmpty() && !warning.toObject()["text"].toString().isEmpty());
    const QJsonObject why
        = parsed(cli({"explain", sample("three-projects"), "--job", "low", "--at", "600", "--json"}).out);
    QVERIFY(why["reason"].isString() && why["holders"].isArray() && why["text"].toString().contains("low"));
    const QJsonDocument formats = QJsonDocument::fromJson(cli({"formats", "--json"}).out);
    QVERIFY(formats.array().size() > 8);
}

void TestCli::seedChangesTheRun()
{
    const auto hashWith = [](const QStringList& options) {
        const QByteArray out = cli(QStringList{"run", sample("month-end-rush"), "--hash"} + options).out;
        return out.mid(out.indexOf("event-log hash "));
    };
    const QByteArray one = hashWith({"--seed", "1"});
    QCOMPARE(one.size(), qsizetype{15 + 64 + 1});
    QCOMPARE(hashWith({"--seed", "1"}), one);
    QVERIFY(hashWith({"--seed", "18446744073709551615"}) != one);
    QCOMPARE(hashWith({"--seed", "2026"}), hashWith({}));
    const QJsonObject summary = parsed(cli({"run", sample("three-projects"), "--seed", "12", "--json"}).out);
    QVERIFY(!summary.isEmpty());
}

void TestCli::horizon_data()
{
    QTest::addColumn<QString>("time");
    QTest::addColumn<double>("ms");
    QTest::newRow("seconds") << "5400" << 5'400'000.0;
    QTest::newRow("fraction") << "5400.25" << 5'400'250.0;
    QTest::newRow("duration") << "1h30m" << 5'400'000.0;
    QTest::newRow("instant") << "2026-11-02T10:30:00Z" << 5'400'000.0;
    QTest::newRow("instant with zone") << "2026-11-02T11:30:00+01:00" << 5'400'000.0;
    QTest::newRow("nothing runs") << "0" << 0.0;
}

void TestCli::horizon()
{
    QFETCH(QString, time);
    QFETCH(double, ms);
    const CliRun run
        = cli({"run", sample("three-projects"), "--horizon", time, "--summary", "-", "--events", path("h.jsonl")});
    QCOMPARE(run.status, 0);
    const QJsonObject summary = parsed(run.out);
    QCOMPARE(summary["accounting"].toObject()["paidMs"].toDouble(), ms * 3);
    QVERIFY(summary["jobs"].toObject()["succeeded"].toInt() < 2);
    for (const QByteArray& line : contentOf(path("h.jsonl")).trimmed().split('\n'))
        QVERIFY(line.isEmpty() || parsed(line)["t"].toDouble() <= ms);
}

void TestCli::warmUp()
{
    const QStringList arguments{"run", sample("month-end-rush"), "--horizon", "10d"};
    const CliRun whole = cli(arguments + QStringList{"--summary", "-", "--events", path("whole.jsonl")});
    QCOMPARE(cli(arguments + QStringList{"--summary", "-", "--warm-up", "0"}).out, whole.out);
    const CliRun late
        = cli(arguments + QStringList{"--summary", "-", "--events", path("late.jsonl"), "--warm-up", "2d12h"});
    QCOMPARE(late.status, 0);
    QCOMPARE(contentOf(path("late.jsonl")), contentOf(path("whole.jsonl")));
    const QJsonObject summary = parsed(late.out);
    QCOMPARE(summary["windowMs"], (QJsonArray{216'000'000, 864'000'000}));
    const double paid = parsed(whole.out)["accounting"].toObject()["paidMs"].toDouble();
    QCOMPARE(summary["accounting"].toObject()["paidMs"].toDouble() * 4, paid * 3);
    const QJsonObject jobs = summary["jobs"].toObject();
    QVERIFY(jobs["carriedIn"].toInt() > 0);
    QCOMPARE(jobs["carriedIn"].toInt() + jobs["submitted"].toInt(),
        jobs["succeeded"].toInt() + jobs["failed"].toInt() + jobs["unfinished"].toInt());
    const QByteArray table = cli(arguments + QStringList{"--warm-up", "2d12h"}).out;
    QVERIFY2(table.contains("Simulated 10 d 00 h") && table.contains("the 2 d 12 h before it are warm-up"),
        table.left(600).constData());
    QVERIFY(!cli(arguments).out.contains("warm-up"));
}

void TestCli::outputsMayNotCollide()
{
    const QByteArray before = contentOf(sample("three-projects"));
    writeContent(path("own.json"), before);
    QCOMPARE(cli({"run", path("own.json"), "--summary", path("own.json")}).status, 2);
    QCOMPARE(
        cli({"run", path("own.json"), "--events", path("../" + QDir(folder_.path()).dirName().toUtf8() + "/own.json")})
            .status,
        2);
    QCOMPARE(contentOf(path("own.json")), before);
    QCOMPARE(cli({"run", path("own.json"), "--summary", path("x"), "--events", path("x")}).status, 2);
    QCOMPARE(cli({"run", path("own.json"), "--summary", "-", "--events", "-"}).status, 2);
    QVERIFY(!QFile::exists(path("x")));
    QCOMPARE(cli({"run", path("own.json"), "--summary", "/dev/null", "--events", "/dev/null"}).status, 0);
}

void TestCli::lateInterventionIsNoted()
{
    QByteArray text = contentOf(sample("three-projects"));
    const qsizetype end = text.lastIndexOf(']');
    text.insert(
        end, R"(,{"atSeconds": 2592000, "updateQuotaShare": {"quotaShareName": "vision", "state": "DISABLED"}})");
    writeContent(path("late.json"), text);
    const CliRun late = cli({"run", path("late.json")});
    QCOMPARE(late.status, 0);
    QVERIFY2(late.err.startsWith("quotaboard-cli: note: the window reaches to 30 d 00 h because of intervention 1 "
                                 "(counted from 0), although no job does anything after "),
        late.err.constData());
    QCOMPARE(late.err.count('\n'), 1);
    QVERIFY(cli({"run", path("late.json"), "--horizon", "2d"}).err.isEmpty());
    QVERIFY(cli({"run", sample("three-projects")}).err.isEmpty());
}

void TestCli::traceInsteadOfAScenario()
{
    writeContent(path("jobs.csv"), "id,team,gpus,submit,duration\n1,a,1,2026-11-02 10:00:00,60\n");
    for (const char* subcommand : {"run", "validate"}) {
        const CliRun run = cli({subcommand, path("jobs.csv")});
        QCOMPARE(run.status, 3);
        const QByteArray file = path("jobs.csv").toUtf8();
        QVERIFY2(run.err.startsWith("quotaboard-cli: " + file + ": this is a trace (")
                && run.err.contains("use 'quotaboard-cli import " + file + " -o "),
            run.err.constData());
        QCOMPARE(run.err.count('\n'), 1);
    }
    writeContent(path("scenario.json"), "{\"format\": ");
    QVERIFY(cli({"run", path("scenario.json")}).err.contains("not valid JSON"));
}

void TestCli::missingTraceReference()
{
    QByteArray text = contentOf(sample("three-projects"));
    text.replace("\"startTime\"", "\"traces\": [{\"path\": \"no/such.csv\"}], \"startTime\"");
    writeContent(path("refers.json"), text);
    const CliRun run = cli({"run", path("refers.json")});
    QCOMPARE(run.status, 3);
    const QByteArray wanted = "quotaboard-cli: " + path("refers.json").toUtf8()
        + ": /traces/0: " + path("no/such.csv").toUtf8() + " cannot be opened: No such file or directory\n";
    QCOMPARE(run.err, wanted);
    // Where it was looked for is told in full, wherever the program was started.
    QCOMPARE(shell("$CLI run refers.json", folder_.path()).err,
        QByteArray(wanted).replace(path("refers.json").toUtf8(), "refers.json"));
}

void TestCli::sumsBeyond64Bits()
{
    writeContent(path("huge.json"), R"({"format": "quotaboard-scenario", "version": 1, "name": "huge",
 "horizonSeconds": 90000000000, "capacityUnits": {"gpu": {"gpus": 1000}},
 "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 10000000}]}],
 "quotaShares": [{"quotaShareName": "team", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 1}]}]})");
    const CliRun run = cli({"run", path("huge.json")});
    QCOMPARE(run.status, 3);
    QVERIFY2(
        run.err.startsWith("quotaboard-cli: " + path("huge.json").toUtf8() + ": found GPU-time sums beyond 64 bits"),
        run.err.constData());
}

void TestCli::scorecardWording()
{
    const QByteArray lending = cli({"run", sample("two-teams-3-lending-checkpoints")}).out.simplified();
    QVERIFY2(
        lending.contains("Reclaim time 2 min 00 s (P50), 2 min 00 s at most: RUNNABLE to RUNNING of 12 started jobs "
                         "that triggered a cross-share preemption"),
        lending.constData());
    QVERIFY(!lending.contains("left out") && !lending.contains("Interruption budget"));
    const QString budgets = QStringLiteral(QUOTABOARD_SOURCE_DIR "/tests/golden/own/own-budget-weeks.scenario.json");
    QVERIFY(cli({"run", budgets})
                .out.simplified()
                .contains("Interruption budget of team: 2 of at most 1 preemptions per job (job low); 168.0 of at most "
                          "0.05 GPU-h lost in the worst week"));
    writeContent(path("impossible.json"), R"({"format": "quotaboard-scenario", "version": 1,
 "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 1}]}],
 "quotaShares": [{"quotaShareName": "team", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 1}]}],
 "jobs": [{"jobName": "wide", "quotaShareName": "team", "capacityUnit": "gpu", "instanceCount": 2, "submitSeconds": 0,
  "workSeconds": 60}]})");
    const QByteArray impossible = cli({"run", path("impossible.json")}).out.simplified();
    QVERIFY2(impossible.contains("no share claimed anything; 1 impossible job left out"), impossible.constData());
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
