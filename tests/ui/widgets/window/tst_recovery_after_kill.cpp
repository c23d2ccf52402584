// SPDX-License-Identifier: Apache-2.0
// The program itself is killed while a project has unsaved edits: the next start offers them and the file as it was
// saved, and both open right.
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/store/project_file.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#endif

#include <memory>

using namespace quotaboard;

class TestRecoveryAfterKill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void offersBothVersions();
    void twoProgramsAtOnce();

private:
    [[nodiscard]] std::unique_ptr<QProcess> start(
        const char* name, const QByteArray& steps, const QStringList& files = {}) const;
    /// Ends well; says why not.
    [[nodiscard]] QString run(const char* name, const QByteArray& steps, const QStringList& files = {}) const;
    [[nodiscard]] QJsonObject dump(const char* name) const;
    [[nodiscard]] bool waitFor(const char* name) const;

    QString program_;
    QTemporaryDir folder_;
};

void TestRecoveryAfterKill::initTestCase()
{
    program_ = QCoreApplication::applicationDirPath() + "/../app/quotaboard";
    if (!QFileInfo::exists(program_))
        QSKIP("the application is not built");
    Result<OpenProject> made = newProject(fromQt(folder_.filePath("other/quotaboard")));
    QVERIFY(made.ok());
    QVERIFY(made.value().project().addScenario("plan", ScenarioDocument::blankFile()).ok());
    QVERIFY(made.value().saveAs(fromQt(folder_.filePath("plan.qboard"))).ok());
}

std::unique_ptr<QProcess> TestRecoveryAfterKill::start(
    const char* name, const QByteArray& steps, const QStringList& files) const
{
    QFile script(folder_.filePath(name) + ".steps.json");
    if (!script.open(QIODevice::WriteOnly))
        return {};
    script.write(steps);
    script.close();
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    environment.insert("XDG_CONFIG_HOME", folder_.path());
    environment.insert("XDG_STATE_HOME", folder_.filePath("state"));
    process->setProcessEnvironment(environment);
    process->start(program_, QStringList{"--test-script", script.fileName()} + files);
    return process;
}

QString TestRecoveryAfterKill::run(const char* name, const QByteArray& steps, const QStringList& files) const
{
    const auto process = start(name, steps, files);
    if (!process || !process->waitForFinished(40'000))
        return "it does not end";
    return process->exitCode() == 0 ? QString() : QString::fromUtf8(process->readAllStandardError());
}

QJsonObject TestRecoveryAfterKill::dump(const char* name) const
{
    QFile file(folder_.filePath(name));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

bool TestRecoveryAfterKill::waitFor(const char* name) const
{
    return QTest::qWaitFor([this, name] { return !dump(name).isEmpty(); }, 30'000);
}

namespace {

int limitIn(const QJsonObject& state)
{
    const QJsonObject share = state.value("policy").toObject().value("shares").toArray().first().toObject();
    const QJsonObject limits = share.value("limits").toObject();
    return limits.isEmpty() ? -1 : limits.begin().value().toInt(-1);
}

} // namespace

void TestRecoveryAfterKill::offersBothVersions()
{
    const auto edited = start("edit", R"([
        {"open": "plan.qboard"},
        {"expect": {"project": {"open": true, "active": "plan"}}},
        {"dump": "before.json"},
        {"key": "Right", "on": "boardView"}, {"key": "+", "on": "boardView"},
        {"waitFor": {"document": {"modified": true}}, "within": 3000},
        {"wait": 2000}, {"dump": "edited.json"}, {"wait": 60000}])");
    QVERIFY(edited);
    QVERIFY2(waitFor("edited.json"), edited->readAllStandardError().constData());
    edited->kill();
    QVERIFY(edited->waitForFinished());
    const int before = limitIn(dump("before.json"));
    const int after = limitIn(dump("edited.json"));
    QVERIFY(before > 0 && after > 0 && before != after);

    // Last saved first, so that it shows whether the other one stays.
    const QString saved = run("saved", R"([
        {"waitFor": {"project": {"recovered": 1}}, "within": 10000},
        {"click": "recoveredLastSaved0"},
        {"waitFor": {"project": {"open": true}, "document": {"modified": false}}, "within": 10000},
        {"dump": "saved.json"}])");
    QVERIFY2(saved.isEmpty(), qPrintable(saved));
    QCOMPARE(limitIn(dump("saved.json")), before);

    const QString recovered = run("recovered", R"([
        {"waitFor": {"project": {"recovered": 1}}, "within": 10000},
        {"screenshot": "start.png"},
        {"click": "recoveredOpen0"},
        {"waitFor": {"project": {"open": true}, "document": {"modified": true}}, "within": 10000},
        {"dump": "recovered.json"},
        {"trigger": "actSave"}, {"waitFor": {"document": {"modified": false}}, "within": 10000},
        {"waitFor": {"project": {"recovered": 0}}, "within": 10000}])");
    QVERIFY2(recovered.isEmpty(), qPrintable(recovered));
    QCOMPARE(limitIn(dump("recovered.json")), after);

    const QString last = run("last", R"([{"wait": 500}, {"expect": {"project": {"recovered": 0}}},
        {"open": "plan.qboard"}, {"dump": "last.json"}])");
    QVERIFY2(last.isEmpty(), qPrintable(last));
    QCOMPARE(limitIn(dump("last.json")), after);
}

void TestRecoveryAfterKill::twoProgramsAtOnce()
{
    const auto first = start("first", R"([{"open": "plan.qboard"}, {"dump": "first.json"}, {"wait": 60000}])");
    QVERIFY(first);
    QVERIFY2(waitFor("first.json"), first->readAllStandardError().constData());
    const QByteArray steps = R"([
        {"waitFor": {"project": {"hasBanner": true}}, "within": 20000},
        {"click": "projectOpenReadOnly"},
        {"waitFor": {"project": {"open": true, "readOnly": true}}, "within": 10000}])";
    const QString second = run("second", steps, {folder_.filePath("plan.qboard")});
    first->kill();
    QVERIFY(first->waitForFinished());
    QVERIFY2(second.isEmpty(), qPrintable(second));
}

QTEST_MAIN(TestRecoveryAfterKill)
#include "tst_recovery_after_kill.moc"
