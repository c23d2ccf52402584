// SPDX-License-Identifier: Apache-2.0
// core/exchange/SCENARIO_FORMAT.md tells the truth: its example is read without a warning, and it names every key that
// is read or written.
#include "tests/app/cli_good_scenario.h"

#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>
#ifndef Q_MOC_RUN
#include "tests/app/cli_test_support.h"
#endif

using namespace quotaboard::test;
using Json = nlohmann::json;

namespace {

void collectKeys(const Json& value, QSet<QString>& keys)
{
    for (const auto& [key, member] : value.items()) {
        if (value.is_object())
            keys.insert(QString::fromStdString(key));
        if (member.is_structured())
            collectKeys(member, keys);
    }
}

Json parsed(const QByteArray& text)
{
    return Json::parse(text.toStdString());
}

} // namespace

class TestCliFormatDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theExampleIsValid();
    void namesEveryKeyOfAScenario();
    void namesEveryKeyOfTheOutputs();
    void helpNamesIt();

private:
    void verifyNamed(const QSet<QString>& keys) const;

    QString document_;
    QByteArray example_;
    QTemporaryDir folder_;
};

void TestCliFormatDocument::initTestCase()
{
    document_
        = QString::fromUtf8(contentOf(QStringLiteral(QUOTABOARD_SOURCE_DIR) + "/core/exchange/SCENARIO_FORMAT.md"));
    static const QRegularExpression block("```json\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
    example_ = block.match(document_).captured(1).toUtf8();
    QVERIFY(!example_.isEmpty());
    writeContent(folder_.filePath("example.json"), example_);
    writeContent(folder_.filePath("good.json"), kGoodScenario);
}

void TestCliFormatDocument::verifyNamed(const QSet<QString>& keys) const
{
    QVERIFY(!keys.isEmpty());
    for (const QString& key : keys)
        QVERIFY2(
            document_.contains(QRegularExpression("[`.]" + QRegularExpression::escape(key) + "[`.]")), qPrintable(key));
}

void TestCliFormatDocument::theExampleIsValid()
{
    const CliRun valid = cli({"validate", folder_.filePath("example.json")});
    QCOMPARE(valid.status, 0);
    QVERIFY2(valid.err.isEmpty(), valid.err.constData());
    const CliRun run = cli({"run", folder_.filePath("example.json")});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.err.isEmpty() && run.out.contains("3 succeeded"), (run.err + run.out).constData());
}

void TestCliFormatDocument::namesEveryKeyOfAScenario()
{
    Json good = parsed(kGoodScenario);
    // Described in GENERATORS.md; a unit's name is no key.
    good["generators"] = Json::array();
    good["capacityUnits"] = Json{{"gpus", 1}, {"hourlyCost", 1}, {"currency", ""}};
    QSet<QString> keys;
    collectKeys(good, keys);
    QVERIFY(keys.size() > 70);
    verifyNamed(keys);
}

void TestCliFormatDocument::namesEveryKeyOfTheOutputs()
{
    QSet<QString> keys;
    for (const char* name : {"example.json", "good.json"}) {
        const CliRun run = cli({"run", folder_.filePath(name), "--json", "--events", folder_.filePath("events")});
        QCOMPARE(run.status, 0);
        collectKeys(parsed(run.out), keys);
        for (const QByteArray& line : contentOf(folder_.filePath("events")).trimmed().split('\n')) {
            const Json event = parsed(line);
            collectKeys(event, keys);
            keys.insert(QString::fromStdString(event.at("event").get<std::string>()));
        }
    }
    QVERIFY(keys.size() > 70);
    verifyNamed(keys);
}

void TestCliFormatDocument::helpNamesIt()
{
    for (const QStringList& arguments : {QStringList{"--help"}, QStringList{"run", "--help"}})
        QVERIFY(cli(arguments).out.contains("core/exchange/SCENARIO_FORMAT.md"));
}

QTEST_GUILESS_MAIN(TestCliFormatDocument)
#include "tst_cli_format_document.moc"
