// SPDX-License-Identifier: Apache-2.0
// No output file is left half written: bad targets, full disks, read-only folders, SIGKILL at any moment.
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#ifndef Q_MOC_RUN
#include "tests/app/cli_test_support.h"

#include <csignal>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace quotaboard::test;

namespace {

/// A small file system in memory while it lives; not there where mounting is not permitted.
class TinyDisk {
public:
    explicit TinyDisk(const QString& folder)
        : folder_(folder.toLocal8Bit())
    {
        isMounted_ = ::mount("tmpfs", folder_.constData(), "tmpfs", 0, "size=64k") == 0;
    }
    TinyDisk(const TinyDisk&) = delete;
    TinyDisk& operator=(const TinyDisk&) = delete;
    ~TinyDisk()
    {
        if (isMounted_)
            ::umount2(folder_.constData(), MNT_DETACH);
    }
    [[nodiscard]] bool isMounted() const { return isMounted_; }
    [[nodiscard]] bool makeReadOnly() const
    {
        return ::mount("tmpfs", folder_.constData(), "tmpfs", MS_REMOUNT | MS_RDONLY, "size=64k") == 0;
    }

private:
    QByteArray folder_;
    bool isMounted_ = false;
};

const QStringList kImport{
    "--map", "share=team", "--map", "gpus=gpus", "--map", "submit=submit", "--map", "duration=seconds"};

#ifdef __SANITIZE_ADDRESS__
/// The sanitizer maps terabytes of addresses.
const QString kLittleMemory;
#else
const QString kLittleMemory = "ulimit -v 400000; ";
#endif

const QByteArray kOld = "what was there before\n";

} // namespace

class TestCliFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void badTargets_data();
    void badTargets();
    void readOnlyFolder();
    void fullDisk_data();
    void fullDisk();
    void replacesWhatExists();
    void followsLinks();
    void createsWhatALinkNames();
    void writesDevicesAndPipes();
    void interruptEndsWaitingForAPipe_data();
    void interruptEndsWaitingForAPipe();
    void interruptEndsWritingToASlowReader();
    void scenariosThatAreNoFiles_data();
    void scenariosThatAreNoFiles();
    void survivesBeingKilled();

private:
    void cannotWrite(const QStringList& arguments, const QString& target, const char* reason);
    QString path(const QString& name) const { return folder_.filePath(name); }

    QTemporaryDir folder_;
    QString trace_;
};

void TestCliFiles::initTestCase()
{
    trace_ = path("trace.csv");
    QByteArray csv = "id,team,gpus,submit,seconds\n";
    for (int i = 0; i < 3000; ++i)
        csv += QByteArray::number(i) + ",a,1,2026-11-02 10:00:00," + QByteArray::number(100 + i) + "\n";
    writeContent(trace_, csv);
}

void TestCliFiles::cannotWrite(const QStringList& arguments, const QString& target, const char* reason)
{
    const CliRun run = cli(arguments);
    QVERIFY2(run.status == 5, (arguments.join(' ').toUtf8() + "\n" + run.err).constData());
    QVERIFY2(run.err.startsWith("quotaboard-cli: " + target.toUtf8() + " cannot be written: " + reason),
        run.err.constData());
    QVERIFY2(run.err.contains("nothing was changed there"), run.err.constData());
}

void TestCliFiles::badTargets_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QByteArray>("reason");
    QVERIFY(QDir(folder_.path()).mkpath("directory"));
    writeContent(path("file"), kOld);
    QTest::newRow("missing folder") << path("no/such/folder/out") << QByteArray("No such file or directory");
    QTest::newRow("directory") << path("directory") << QByteArray("Is a directory");
    QTest::newRow("below a file") << path("file/out") << QByteArray("Not a directory");
    QTest::newRow("long name") << path(QString(300, 'x')) << QByteArray("File name too long");
    QTest::newRow("proc") << "/proc/out" << QByteArray("");
}

void TestCliFiles::badTargets()
{
    QFETCH(QString, target);
    QFETCH(QByteArray, reason);
    const QStringList before = filesIn(folder_.path());
    for (const char* option : {"--events", "--summary"})
        cannotWrite({"run", sample("three-projects"), option, target}, target, reason.constData());
    cannotWrite(QStringList{"import", trace_, "-o", target} + kImport, target, reason.constData());
    cannotWrite(QStringList{"import", trace_, "-o", path("unwanted.json"), "--rejects", target} + kImport, target,
        reason.constData());
    QCOMPARE(filesIn(folder_.path()), before);
    QCOMPARE(contentOf(path("file")), kOld);
}

void TestCliFiles::readOnlyFolder()
{
    const QString folder = path("readonly");
    QVERIFY(QDir().mkpath(folder));
    const TinyDisk disk(folder);
    writeContent(folder + "/old", kOld);
    const char* reason = "Read-only file system";
    if (!disk.isMounted()) {
        if (::geteuid() == 0)
            QSKIP("root writes into any folder, and mounting a read-only one is not permitted here");
        QCOMPARE(::chmod(folder.toLocal8Bit().constData(), 0555), 0);
        reason = "Permission denied";
    } else if (!disk.makeReadOnly()) {
        QSKIP("a mounted folder cannot be made read-only here");
    }
    for (const QString& target : {folder + "/new", folder + "/old"}) {
        cannotWrite({"run", sample("three-projects"), "--events", target}, target, reason);
        cannotWrite(QStringList{"import", trace_, "-o", target} + kImport, target, reason);
    }
    QCOMPARE(contentOf(folder + "/old"), kOld);
    QCOMPARE(filesIn(folder), QStringList{"old"});
    ::chmod(folder.toLocal8Bit().constData(), 0755);
}

void TestCliFiles::fullDisk_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("events") << QStringList{"run", sample("month-end-rush"), "--events"};
    QTest::newRow("scenario") << QStringList{"import", trace_, "--inline"} + kImport + QStringList{"-o"};
}

void TestCliFiles::fullDisk()
{
    QFETCH(QStringList, arguments);
    const QString folder = path("tiny");
    QVERIFY(QDir().mkpath(folder));
    const TinyDisk disk(folder);
    if (!disk.isMounted())
        QSKIP("needs the right to mount a small file system");
    writeContent(folder + "/old", kOld);
    for (const QString& target : {folder + "/new", folder + "/old"})
        cannotWrite(arguments + QStringList{target}, target, "No space left on device");
    QCOMPARE(contentOf(folder + "/old"), kOld);
    QCOMPARE(filesIn(folder), QStringList{"old"});
}

void TestCliFiles::replacesWhatExists()
{
    writeContent(path("replaced"), QByteArray(1'000'000, 'x'));
    QCOMPARE(::chmod(path("replaced").toLocal8Bit().constData(), 0640), 0);
    QCOMPARE(cli({"run", sample("three-projects"), "--summary", path("replaced")}).status, 0);
    QVERIFY(contentOf(path("replaced")).endsWith("}\n"));
    struct stat info = {};
    QCOMPARE(::stat(path("replaced").toLocal8Bit().constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0640U);
}

void TestCliFiles::followsLinks()
{
    writeContent(path("real"), kOld);
    QVERIFY(QFile::link(path("real"), path("link")));
    QCOMPARE(cli({"run", sample("three-projects"), "--summary", path("link")}).status, 0);
    QVERIFY(QFileInfo(path("link")).isSymLink());
    QVERIFY(contentOf(path("real")).startsWith('{'));
}

void TestCliFiles::createsWhatALinkNames()
{
    QVERIFY(QDir(folder_.path()).mkpath("elsewhere"));
    QVERIFY(QFile::link("elsewhere/created", path("dangling")));
    QVERIFY(QFile::link("dangling", path("chain")));
    QCOMPARE(cli({"run", sample("three-projects"), "--summary", path("chain")}).status, 0);
    QVERIFY(QFileInfo(path("chain")).isSymLink() && QFileInfo(path("dangling")).isSymLink());
    QVERIFY(contentOf(path("elsewhere/created")).startsWith('{'));
    QVERIFY(QFile::remove(path("elsewhere/created")));
    // Both outputs would be the file that is not there yet.
    QCOMPARE(cli({"run", sample("three-projects"), "--summary", path("chain"), "--events", path("elsewhere/created")})
                 .status,
        2);
    QVERIFY(QFile::link("loop2", path("loop1")) && QFile::link("loop1", path("loop2")));
    cannotWrite({"run", sample("three-projects"), "--summary", path("loop1")}, path("loop1"),
        "Too many levels of symbolic links");
    QVERIFY(QFileInfo(path("loop1")).isSymLink());
}

void TestCliFiles::interruptEndsWaitingForAPipe_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("number");
    QCOMPARE(::mkfifo(path("waiting").toLocal8Bit().constData(), 0600), 0);
    for (const int number : {SIGINT, SIGTERM}) {
        QTest::addRow("no reader, signal %d", number)
            << QStringList{"run", sample("three-projects"), "--events", path("waiting")} << number;
        QTest::addRow("no writer, signal %d", number) << QStringList{"validate", path("waiting")} << number;
    }
}

void TestCliFiles::interruptEndsWaitingForAPipe()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, number);
    QProcess process;
    process.start(QUOTABOARD_CLI, arguments);
    QVERIFY(process.waitForStarted());
    QTest::qSleep(300);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), number), 0);
    const CliRun run = finish(process, 5000);
    QCOMPARE(run.status, 130);
    QVERIFY2(run.err.startsWith("quotaboard-cli: interrupted"), run.err.constData());
    QCOMPARE(run.err.count('\n'), 1);
}

/// The reader opens the pipe and takes nothing. One block of the event log is larger than what a pipe holds.
void TestCliFiles::interruptEndsWritingToASlowReader()
{
    writeContent(path("slow.json"), generatedScenario(20'000));
    const CliRun run = shell(
        "mkfifo slow; sleep 20 < slow & reader=$!; $CLI run slow.json --events slow 2> slow.err & run=$!; sleep 1; "
        "kill -TERM $run; (sleep 8; kill -KILL $run) 2> slow.err & late=$!; wait $run; echo $?; kill $reader "
        "$late",
        folder_.path());
    QCOMPARE(run.out.trimmed(), QByteArray("130"));
}

void TestCliFiles::scenariosThatAreNoFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("endless device") << "/dev/zero" << QByteArray("it looks like a device");
    QTest::newRow("directory") << folder_.path() << QByteArray("Is a directory");
    QFile big(path("big"));
    QVERIFY(big.open(QIODevice::WriteOnly) && big.resize(3LL << 30));
    QTest::newRow("3 GB") << path("big") << QByteArray("is too large: ");
}

void TestCliFiles::scenariosThatAreNoFiles()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, words);
    // With this little memory it must be refused without being read.
    const CliRun run = shell(kLittleMemory + "exec $CLI run '" + file + "'", folder_.path());
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.startsWith("quotaboard-cli: " + file.toUtf8()) && run.err.contains(words), run.err.constData());
    QCOMPARE(run.err.count('\n'), 1);
}

void TestCliFiles::writesDevicesAndPipes()
{
    QCOMPARE(cli({"run", sample("three-projects"), "--events", "/dev/null"}).status, 0);
    cannotWrite({"run", sample("three-projects"), "--events", "/dev/full"}, "/dev/full", "No space left on device");
    const CliRun piped
        = shell("mkfifo pipe; cat pipe > got & $CLI run '" + sample("three-projects") + "' --events pipe > table; wait",
            folder_.path());
    QCOMPARE(piped.status, 0);
    QVERIFY(contentOf(path("got")).startsWith('{') && contentOf(path("got")).endsWith("}\n"));
    QVERIFY(contentOf(path("table")).contains("Scorecard"));
}

/// QUOTABOARD_KILL_ROUNDS sets the number of kills.
void TestCliFiles::survivesBeingKilled()
{
    const QTemporaryDir outputs;
    const QString target = outputs.filePath("events.jsonl");
    writeContent(path("generated.json"), generatedScenario(60'000));
    QCOMPARE(cli({"run", path("generated.json"), "--events", path("whole.jsonl")}).status, 0);
    const QByteArray whole = contentOf(path("whole.jsonl"));
    QVERIFY(whole.size() > 10'000'000);

    bool isGiven = false;
    const int given = qEnvironmentVariableIntValue("QUOTABOARD_KILL_ROUNDS", &isGiven);
    const int rounds = isGiven ? given : 12;
    int whileWriting = 0;
    for (int round = 0; round < rounds; ++round) {
        writeContent(target, kOld);
        QProcess process;
        process.start(QUOTABOARD_CLI, {"run", path("generated.json"), "--events", target});
        QVERIFY(process.waitForStarted());
        // The moments that matter are those between the temporary file's appearance and its renaming.
        while (process.state() == QProcess::Running && filesIn(outputs.path()).size() < 2)
            process.waitForFinished(1);
        QTest::qSleep(QRandomGenerator::global()->bounded(120));
        process.kill();
        process.waitForFinished();
        const QByteArray content = contentOf(target);
        QVERIFY2(content == kOld || content == whole, "neither the old content nor the new");
        for (const QString& left : filesIn(outputs.path())) {
            QVERIFY2(left == "events.jsonl" || (left.startsWith(".events.jsonl.") && left.endsWith(".part")),
                qPrintable(left));
            whileWriting += left == "events.jsonl" ? 0 : 1;
            QVERIFY(QFile::remove(outputs.filePath(left)));
        }
    }
    qInfo("%d of %d kills came while the file was written", whileWriting, rounds);
    QVERIFY(whileWriting > 0);
}

QTEST_GUILESS_MAIN(TestCliFiles)
#include "tst_cli_files.moc"
