// SPDX-License-Identifier: Apache-2.0
// The program itself, as far as it answers on the terminal.
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

class TestProgramStart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersWithoutADisplay();
    void saysWhyThereIsNoPicture();
    void playsAScript();
    void namesTheStepThatFails_data();
    void namesTheStepThatFails();

private:
    struct Answer {
        int exitCode = -1;
        QString output;
        QString errors;
    };
    [[nodiscard]] Answer run(const QStringList& arguments, const QString& platform) const;

    QString program_;
    QTemporaryDir folder_;
};

void TestProgramStart::initTestCase()
{
    program_ = QCoreApplication::applicationDirPath() + "/../app/quotaboard";
    if (!QFileInfo::exists(program_))
        QSKIP("the application is not built");
}

TestProgramStart::Answer TestProgramStart::run(const QStringList& arguments, const QString& platform) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", platform);
    environment.insert("XDG_CONFIG_HOME", folder_.path());
    environment.insert("XDG_STATE_HOME", folder_.path());
    process.setProcessEnvironment(environment);
    process.start(program_, arguments);
    if (!process.waitForFinished(20'000))
        return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
        process.readAllStandardError()};
}

void TestProgramStart::answersWithoutADisplay()
{
    const Answer version = run({"--version"}, "none-such");
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.output.startsWith("quotaboard "));
    const Answer help = run({"--help"}, "none-such");
    QCOMPARE(help.exitCode, 0);
    QVERIFY(help.output.contains("--theme"));
}

void TestProgramStart::saysWhyThereIsNoPicture()
{
    const QString picture = folder_.filePath("picture.png");
    QFile broken(folder_.filePath("broken.scenario.json"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{");
    broken.close();
    for (const QString& file : {broken.fileName(), folder_.filePath("none.scenario.json"), QString("jobs.csv")}) {
        const Answer answer = run({"--screenshot", picture, file}, "offscreen");
        QCOMPARE(answer.exitCode, 3);
        QVERIFY2(answer.errors.contains(QFileInfo(file).fileName()), qPrintable(answer.errors));
        QVERIFY(!QFileInfo::exists(picture));
    }
}

QString scriptFile(const QTemporaryDir& folder, const QByteArray& steps)
{
    QFile file(folder.filePath("steps.json"));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(steps);
    return file.fileName();
}

void TestProgramStart::playsAScript()
{
    const QString script = scriptFile(folder_, R"([
        {"expect": {"page": "start", "open": false}},
        {"open": ":/samples/two-teams-3-lending-checkpoints.scenario.json"},
        {"expect": {"page": "board", "clock": {"seconds": 0, "playing": false}, "focus": "boardView"}},
        {"key": "."},
        {"expect": {"clock": {"playing": false}}},
        {"seek": 10800},
        {"expect": {"clock": {"seconds": 10800}, "policy": {"shares": [{"name": "forecasting"}, {"name": "research"}]}}},
        {"key": "Ctrl+F"}, {"expect": {"focus": "findField"}},
        {"type": "research", "on": "findField"}, {"key": "Return"},
        {"waitFor": {"focus": "boardView"}, "within": 5000},
        {"key": "+"}, {"expect": {"document": {"modified": true}}},
        {"waitIdle": 20000},
        {"trigger": "actUndo"}, {"expect": {"document": {"modified": false}}},
        {"click": "actPlay"}, {"waitFor": {"clock": {"playing": true}}},
        {"key": "Space"}, {"expect": {"clock": {"playing": false}}},
        {"dump": "state.json"}, {"screenshot": "picture.png"}])");
    const Answer answer = run({"--test-script", script}, "offscreen");
    QVERIFY2(answer.exitCode == 0, qPrintable(answer.errors));
    QFile dump(folder_.filePath("state.json"));
    QVERIFY(dump.open(QIODevice::ReadOnly));
    const QJsonObject state = QJsonDocument::fromJson(dump.readAll()).object();
    QCOMPARE(state.value("policy").toObject().value("jobs").toInt(), 66);
    QCOMPARE(state.value("board").toArray().size(), 2);
    QCOMPARE(QImage(folder_.filePath("picture.png")).size(), QSize(1440, 900));
}

void TestProgramStart::namesTheStepThatFails_data()
{
    QTest::addColumn<QByteArray>("steps");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("words");
    QTest::newRow("difference") << QByteArray(R"([{"expect": {"open": false}}, {"expect": {"page": "board"}}])") << 4
                                << R"(step 2, {"expect":{"page":"board"}}: page is "start", not "board")";
    QTest::newRow("no action") << QByteArray(R"([{"trigger": "actNone"}])") << 4 << "step 1";
    QTest::newRow("disabled") << QByteArray(R"([{"trigger": "actSave"}])") << 4 << "disabled";
    QTest::newRow("no widget") << QByteArray(R"([{"click": "boardView"}])") << 4 << "shown";
    QTest::newRow("no file") << QByteArray(R"([{"open": "none.scenario.json"}])") << 4 << "none.scenario.json";
    QTest::newRow("no key") << QByteArray(R"([{"key": "Nokey"}])") << 4 << "key";
    QTest::newRow("never") << QByteArray(R"([{"waitFor": {"open": true}, "within": 100}])") << 4 << "100 ms";
    QTest::newRow("no step") << QByteArray(R"([{"jump": 1}])") << 4 << "no such step";
    QTest::newRow("two verbs") << QByteArray(R"([{"wait": 1, "key": "."}])") << 4 << "one step says key and wait";
    QTest::newRow("no time") << QByteArray(R"([{"seek": 1e300}])") << 4 << "seek wants seconds";
    QTest::newRow("no wait") << QByteArray(R"([{"wait": -5}])") << 4 << "wait wants ms";
    QTest::newRow("no size") << QByteArray(R"([{"resize": [800]}])") << 4 << "resize wants";
    QTest::newRow("no JSON") << QByteArray("[") << 2 << "not JSON";
    QTest::newRow("no steps") << QByteArray("{}") << 2 << "no steps";
}

void TestProgramStart::namesTheStepThatFails()
{
    QFETCH(const QByteArray, steps);
    QFETCH(const int, exitCode);
    QFETCH(const QString, words);
    const Answer answer = run({"--test-script", scriptFile(folder_, steps)}, "offscreen");
    QVERIFY2(answer.exitCode == exitCode, qPrintable(QString::number(answer.exitCode) + answer.errors));
    QVERIFY2(answer.errors.contains(words), qPrintable(answer.errors));
}

QTEST_MAIN(TestProgramStart)
#include "tst_program_start.moc"
