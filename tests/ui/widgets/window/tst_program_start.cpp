// SPDX-License-Identifier: Apache-2.0
// The program itself, as far as it answers on the terminal.
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

class TestProgramStart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersWithoutADisplay();
    void saysWhyThereIsNoPicture();

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

QTEST_MAIN(TestProgramStart)
#include "tst_program_start.moc"
