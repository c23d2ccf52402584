// SPDX-License-Identifier: Apache-2.0
// A byte of a project file is another one: that is told, or it makes no difference. QUOTABOARD_FLIPS=5000 looks at more
// bytes.
#include <QTest>
#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "tests/core/store/store_test_support.h"

#include <QRandomGenerator>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

constexpr int kFlips = 300;

int flips()
{
    const int asked = qEnvironmentVariableIntValue("QUOTABOARD_FLIPS");
    return asked > 0 ? asked : kFlips;
}

void makeProject(const Folders& folders, const std::string& path)
{
    OpenProject opened = must(newProject(folders.state()));
    Project& project = opened.project();
    for (const std::uint64_t seed : {11, 12, 13}) {
        const ScenarioFile file = scenarioFrom(randomText(seed));
        const ScenarioId id = must(project.addScenario("s" + std::to_string(seed), file));
        keepRun(project, id, runScenario(Scenario(*file.scenario)));
    }
    ProjectNote note;
    note.text = "a note";
    must(project.putNote(note));
    std::vector<ChangeRow> rows(20);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].what = {"share", "a", "limit:x", std::to_string(i), std::to_string(i + 1)};
    must(project.appendChanges(rows));
    must(opened.saveAs(path));
}

/// Not synced, as thousands of these are written.
void put(const std::string& path, const std::string& bytes)
{
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

/// Everything a project says; nothing when a part of it is refused.
std::optional<std::string> contentOf(Project& project)
{
    std::string text;
    const auto entries = project.scenarios();
    const auto runs = project.runs();
    const auto rows = project.changes();
    const auto notes = project.notes();
    if (!entries || !runs || !rows || !notes)
        return std::nullopt;
    for (const ScenarioEntry& entry : entries.value()) {
        const auto words = project.scenarioText(entry.id, "/");
        if (!words || !project.readScenario(entry.id))
            return std::nullopt;
        text += entry.name + entry.hash + entry.note + words.value() + std::to_string(entry.createdMs);
    }
    for (const RunEntry& run : runs.value()) {
        text += run.scenarioHash + run.eventLogHash + run.facts.summary.dump() + run.facts.engine;
        const Status status = project.readEvents(run.id, [&](std::string_view line) {
            text += line;
            return true;
        });
        if (!status)
            return std::nullopt;
    }
    for (const ChangeRow& row : rows.value())
        text += canonicalText(row) + row.hash;
    for (const ProjectNote& note : notes.value())
        text += note.text;
    return text;
}

} // namespace

class TestProjectDamaged : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anotherByteIsToldOrHarmless();
    void aFileCutShortIsTold();
};

void TestProjectDamaged::anotherByteIsToldOrHarmless()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    const std::string bytes = must(readWholeFile(path));
    const std::optional<std::string> content = contentOf(must(openProject(path, folders.state())).project());
    QVERIFY(content.has_value());
    QRandomGenerator random(7);
    int refused = 0;
    int told = 0;
    int harmless = 0;
    for (int i = 0; i < flips(); ++i) {
        std::string damaged = bytes;
        // The first page holds what all others hang on.
        const auto at = static_cast<std::size_t>(
            i % 4 == 0 ? random.bounded(4096) : random.bounded(static_cast<int>(bytes.size())));
        damaged[at] = static_cast<char>(damaged[at] ^ (1 + random.bounded(255)));
        put(path, damaged);
        Result<OpenProject> opened = openProject(path, folders.state());
        QVERIFY(must(readWholeFile(path)) == damaged);
        if (!opened.ok()) {
            ++refused;
            SalvageReport report;
            (void)salvageProject(path, folders.state(), report);
            continue;
        }
        const ProjectFindings& findings = opened.value().findings();
        const auto now = contentOf(opened.value().project());
        const auto changed = opened.value().project().verifyContent();
        if (!findings.changedContent.empty() || !findings.unknownParts.empty() || findings.newerVersion > 0 || !now
            || !changed || !changed.value().empty()) {
            ++told;
            continue;
        }
        ++harmless;
        QVERIFY2(now == content, qPrintable(QString("byte %1 changes the content unnoticed").arg(at)));
    }
    qInfo("%d bytes: %d refused, %d told, %d harmless", flips(), refused, told, harmless);
    QVERIFY(refused > 0);
    QVERIFY(told > 0);
}

void TestProjectDamaged::aFileCutShortIsTold()
{
    const Folders folders;
    const std::string path = folders.file("p.qboard");
    makeProject(folders, path);
    const std::string bytes = must(readWholeFile(path));
    for (const std::size_t size : {std::size_t{1}, std::size_t{99}, std::size_t{100}, std::size_t{4096},
             bytes.size() / 2, bytes.size() - 4096, bytes.size() - 1}) {
        put(path, bytes.substr(0, size));
        const Result<OpenProject> opened = openProject(path, folders.state());
        QVERIFY2(!opened.ok(), qPrintable(QString("cut to %1 bytes").arg(size)));
    }
}

QTEST_GUILESS_MAIN(TestProjectDamaged)
#include "tst_project_damaged.moc"
