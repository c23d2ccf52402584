// SPDX-License-Identifier: Apache-2.0
// Breakpoints and switched-off changes in a scenario file.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/breakpoint_json.h"
#include "core/exchange/scenario_extras.h"
#include "core/exchange/scenario_reader.h"
#endif

using namespace quotaboard;
using Json = nlohmann::ordered_json;

class TestBreakpointJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsReadAndWrittenTheSame_data();
    void everyKindIsReadAndWrittenTheSame();
    void otherShapesAreForeign_data();
    void otherShapesAreForeign();
    void aJobMayBeANumber();
    void switchedOffChangesKeepTheirWords();
    void theReaderKnowsBothKeys();
    void bookmarksAreReadAndForeignOnesKept();
};

void TestBreakpointJson::everyKindIsReadAndWrittenTheSame_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
        {R"({"atSeconds":10800,"name":"owner returns"})", R"({"atSeconds":1.5})", R"({"preemption":{}})",
            R"({"preemption":{"quotaShareName":"a"},"name":"n","enabled":false})",
            R"({"wait":{"quotaShareName":"a","longerThanSeconds":7200}})", R"({"jobStarts":{"jobId":"J31"}})",
            R"({"jobPreempted":{"jobId":"J31"},"enabled":false})", R"({"queueEmpty":{"quotaShareName":"a"}})",
            R"({"preemption":{},"action":"log"})", R"({"atSeconds":7,"name":"n","action":"bookmark","enabled":false})"})
        QTest::newRow(text) << QByteArray(text);
}

void TestBreakpointJson::everyKindIsReadAndWrittenTheSame()
{
    QFETCH(const QByteArray, text);
    const auto point = breakpointFromJson(Json::parse(text.toStdString()));
    QVERIFY(point);
    QCOMPARE(breakpointToJson(*point).dump(), text.toStdString());
}

void TestBreakpointJson::otherShapesAreForeign_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"7", "null", "[]", "{}", R"({"when":4})", R"({"atSeconds":-1})", R"({"atSeconds":"3"})",
             R"({"atSeconds":1,"preemption":{}})", R"({"wait":{"quotaShareName":"a"}})",
             R"({"wait":{"longerThanSeconds":5}})", R"({"wait":5})", R"({"queueEmpty":{}})", R"({"jobStarts":{}})",
             R"({"jobStarts":{"jobId":-3}})", R"({"preemption":{"quotaShareName":3}})",
             R"({"preemption":{},"action":"mail"})", R"({"preemption":{},"action":2})"})
        QTest::newRow(text) << QByteArray(text);
}

void TestBreakpointJson::otherShapesAreForeign()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!breakpointFromJson(Json::parse(text.toStdString())));
}

void TestBreakpointJson::aJobMayBeANumber()
{
    const auto point = breakpointFromJson(Json::parse(R"({"jobStarts": {"jobId": 12}})"));
    QVERIFY(point);
    QCOMPARE(point->job, std::string("12"));
}

void TestBreakpointJson::switchedOffChangesKeepTheirWords()
{
    Json document = Json::parse(R"({"disabledInterventions": [
        {"atSeconds": 5, "reason": "r", "deleteQuotaShare": {"quotaShareName": "a"}, "extra": 1}, {"what": 2}]})");
    const ScenarioExtras before = extrasFromJson(document);
    QCOMPARE(before.disabledInterventions.size(), std::size_t{1});
    QCOMPARE(before.disabledInterventions.front().at, 5 * kMsPerSecond);
    ScenarioExtras after = before;
    after.disabledInterventions.push_back(
        {7000, Json::parse(R"({"atSeconds": 7, "terminateServiceJob": {"jobId": "x"}})")});
    mergeExtras(document, before, after);
    QCOMPARE(document["disabledInterventions"].size(), std::size_t{3});
    QCOMPARE(document["disabledInterventions"][0]["extra"].get<int>(), 1);
    QCOMPARE(document["disabledInterventions"][1]["atSeconds"].get<int>(), 7);
    QCOMPARE(document["disabledInterventions"][2]["what"].get<int>(), 2);
    mergeExtras(document, after, ScenarioExtras{});
    QCOMPARE(document.dump(), std::string(R"({"disabledInterventions":[{"what":2}]})"));
}

void TestBreakpointJson::theReaderKnowsBothKeys()
{
    const auto loaded = readScenarioText(R"({"format": "quotaboard-scenario", "version": 1,
        "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 1}]}],
        "quotaShares": [{"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 1}]}],
        "breakpoints": [{"wait": {"quotaShareName": "a", "longerThanSeconds": 1}}],
        "disabledInterventions": [{"atSeconds": 1, "deleteQuotaShare": {"quotaShareName": "a"}}]})",
        "test", "/nowhere");
    QVERIFY(loaded.ok());
    QVERIFY(loaded.value().warnings.empty());
    QVERIFY(loaded.value().scenario.interventions.empty());
}

void TestBreakpointJson::bookmarksAreReadAndForeignOnesKept()
{
    Json document = Json::parse(
        R"({"bookmarks":[{"atSeconds":5,"text":"here","colour":"red"},{"page":"timeline"},{"atSeconds":1.5}]})");
    const ScenarioExtras before = extrasFromJson(document);
    QCOMPARE(before.bookmarks, (std::vector<Bookmark>{{5000, "here"}, {1500, ""}}));
    ScenarioExtras after = before;
    mergeExtras(document, before, after);
    QCOMPARE(document["bookmarks"].size(), std::size_t{3});
    after.bookmarks.front().text = "there";
    after.bookmarks.push_back({9000, "end"});
    mergeExtras(document, before, after);
    QCOMPARE(document["bookmarks"].dump(),
        std::string(R"([{"atSeconds":5,"text":"there","colour":"red"},{"atSeconds":1.5},{"atSeconds":9,"text":"end"},)"
                    R"({"page":"timeline"}])"));
}

QTEST_APPLESS_MAIN(TestBreakpointJson)
#include "tst_breakpoint_json.moc"
