// SPDX-License-Identifier: Apache-2.0
// The samples must teach what resources/samples/README.md says they teach.
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr double kMsPerHour = 3'600'000;

struct Sample {
    QJsonObject summary;
    QList<QJsonObject> events;
    QByteArray messages;

    [[nodiscard]] double hours(const char* label) const
    {
        return summary["accounting"].toObject()[label].toDouble() / kMsPerHour;
    }
    [[nodiscard]] int jobs(const char* what) const { return summary["jobs"].toObject()[what].toInt(); }
    [[nodiscard]] double occupancy() const { return 1 - hours("idleMs") / hours("paidMs"); }
};

Sample run(const QString& name)
{
    const QTemporaryDir folder;
    const QString summary = folder.filePath("summary.json");
    const QString events = folder.filePath("events.jsonl");
    QProcess process;
    process.start(QUOTABOARD_CLI,
        {"run", QString(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json", "--summary", summary,
            "--events", events});
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        qFatal("%s does not run: %s", qPrintable(name), process.readAllStandardError().constData());
    Sample sample;
    sample.messages = process.readAllStandardError();
    QFile file(summary);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no summary");
    sample.summary = QJsonDocument::fromJson(file.readAll()).object();
    QFile lines(events);
    if (!lines.open(QIODevice::ReadOnly))
        qFatal("no events");
    while (!lines.atEnd())
        sample.events.append(QJsonDocument::fromJson(lines.readLine()).object());
    return sample;
}

} // namespace

class TestSamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lendingAloneCompletesNothingMore();
    void ownerReturnsAtThree();
    void threeProjects();
    void monthEndRush();
    void noneWarnsAboutItsKeys();
};

void TestSamples::lendingAloneCompletesNothingMore()
{
    const Sample isolated = run("two-teams-1-isolated");
    const Sample lending = run("two-teams-2-lending");
    const Sample checkpoints = run("two-teams-3-lending-checkpoints");
    QCOMPARE(isolated.jobs("submitted"), lending.jobs("submitted"));
    QCOMPARE(isolated.jobs("succeeded"), 42);
    QCOMPARE(lending.jobs("succeeded"), 42);
    QCOMPARE(lending.hours("completedMs"), isolated.hours("completedMs"));
    QVERIFY(isolated.occupancy() < 0.82);
    QCOMPARE(lending.occupancy(), 1.0);
    QCOMPARE(lending.hours("lostMs"), 36.0);
    QCOMPARE(checkpoints.jobs("succeeded"), 48);
    QVERIFY(checkpoints.hours("completedMs") > isolated.hours("completedMs") + 20);
}

void TestSamples::ownerReturnsAtThree()
{
    const Sample sample = run("two-teams-3-lending-checkpoints");
    int count = 0;
    double lost = 0;
    for (const QJsonObject& event : sample.events) {
        if (event["event"].toString() != "PREEMPTED" || event["t"].toDouble() > 3 * kMsPerHour)
            continue;
        QCOMPARE(event["t"].toDouble(), 3 * kMsPerHour);
        ++count;
        lost += event["lostMs"].toDouble();
    }
    QCOMPARE(count, 2);
    QCOMPARE(lost / kMsPerHour, 2.0);
}

void TestSamples::threeProjects()
{
    const Sample sample = run("three-projects");
    QStringList preempted;
    for (const QJsonObject& event : sample.events) {
        if (event["event"].toString() == "PREEMPTED")
            preempted.append(
                event["jobId"].toString() + " " + event["cause"].toString() + " " + event["byJobId"].toString());
    }
    QCOMPARE(preempted, (QStringList{"med CROSS_SHARE job_1", "high IN_SHARE low"}));
    QCOMPARE(sample.jobs("succeeded"), 4);
}

void TestSamples::monthEndRush()
{
    const Sample sample = run("month-end-rush");
    QVERIFY(sample.jobs("submitted") >= 3000 && sample.jobs("submitted") <= 4500);
    QVERIFY(sample.jobs("succeeded") > 0.95 * sample.jobs("submitted"));
    QVERIFY(sample.summary["preemption"].toObject()["count"].toInt() > 100);
}

void TestSamples::noneWarnsAboutItsKeys()
{
    const QStringList files
        = QDir(QString(QUOTABOARD_SOURCE_DIR) + "/resources/samples").entryList({"*.scenario.json"});
    QCOMPARE(files.size(), 5);
    for (QString name : files)
        QVERIFY2(!run(name.remove(".scenario.json")).messages.contains("unknown"), qPrintable(name));
}

QTEST_GUILESS_MAIN(TestSamples)
#include "tst_samples.moc"
