// SPDX-License-Identifier: Apache-2.0
// Who becomes preemptable is said before an edit is done, and in the strip's words once it is.
#include <QSignalSpy>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "ui/logic/bridge/apply_preview_service.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#endif

using namespace quotaboard;

namespace {

/// research (8) runs eight jobs of one instance with one GPU each; forecasting (2) is idle.
struct Fixture {
    Fixture()
    {
        nlohmann::json words = nlohmann::json::parse(R"({"format": "quotaboard-scenario", "version": 1,
            "capacityUnits": {"u": {"gpus": 1}},
            "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 10}]}],
            "quotaShares": [
             {"quotaShareName": "research", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 8}],
              "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW"}},
             {"quotaShareName": "forecasting", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 2}],
              "resourceSharingConfiguration": {"strategy": "LEND"}}]})");
        for (int i = 0; i < 8; ++i) {
            words["jobs"].push_back({{"jobName", "j"}, {"quotaShareName", "research"}, {"capacityUnit", "u"},
                {"instanceCount", 1}, {"submitSeconds", 0}, {"workSeconds", 36000}});
        }
        Result<ScenarioFile> file = readScenarioFileText(words.dump(), "test", "/nowhere");
        if (!file)
            qFatal("scenario refused");
        document.open(std::move(file.value()), {});
        if (!QTest::qWaitFor([&] { return playback.result() != nullptr; }, 20'000))
            qFatal("no run");
    }

    [[nodiscard]] Edit limit(int instances, const EditTime& when) const
    {
        return shareLimitEdit(document.value(), when, ShareIndex{0}, UnitIndex{0}, instances);
    }

    ScenarioDocument document;
    Playback playback{document};
    ApplyPreviewService service{document, playback};
};

} // namespace

class TestApplyPreviewService : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysItBeforeTheEdit();
    void saysItAfterTheEdit();
    void saysNothingWhereNothingIsAtRisk();
    void oneJobIsNamed();
    void keepsWhatElseIsKnown();
};

void TestApplyPreviewService::saysItBeforeTheEdit()
{
    Fixture fixture;
    fixture.playback.seek(2 * kMsPerHour);
    QSignalSpy risk(&fixture.service, &ApplyPreviewService::riskFound);
    fixture.service.hover(fixture.limit(5, EditTime::from(2 * kMsPerHour)));
    QTRY_COMPARE(risk.last().first().toString(),
        QString(
            "3 running jobs of research become preemptable; 6.0 GPU-h since their last durable checkpoints at risk"));
    QCOMPARE(fixture.document.undoStack().count(), 0);
    fixture.service.hover(std::nullopt);
    QVERIFY(risk.last().first().toString().isEmpty());
}

void TestApplyPreviewService::saysItAfterTheEdit()
{
    Fixture fixture;
    fixture.playback.seek(2 * kMsPerHour);
    QSignalSpy told(&fixture.service, &ApplyPreviewService::editAtRisk);
    QVERIFY(fixture.document.apply(fixture.limit(5, EditTime::from(2 * kMsPerHour))).ok());
    QVERIFY(told.wait(10'000));
    QVERIFY(told.first().first().toString().startsWith("research limit 8"));
    QVERIFY(told.first().first().toString().contains("3 running jobs of research become preemptable"));
    QVERIFY(QTest::qWaitFor([&] { return !fixture.playback.isComputing(); }, 20'000));
    // Taking it back puts nobody at risk.
    fixture.document.undoStack().undo();
    QVERIFY(!told.wait(300));
    QCOMPARE(told.count(), 1);
}

void TestApplyPreviewService::saysNothingWhereNothingIsAtRisk()
{
    Fixture fixture;
    QSignalSpy risk(&fixture.service, &ApplyPreviewService::riskFound);
    QSignalSpy told(&fixture.service, &ApplyPreviewService::editAtRisk);
    // The clock is at the start.
    fixture.service.hover(fixture.limit(5, EditTime::fromStart()));
    QTest::qWait(200);
    fixture.playback.seek(2 * kMsPerHour);
    // From the start: another run, not an edit of this one.
    fixture.service.hover(fixture.limit(5, EditTime::fromStart()));
    QTest::qWait(200);
    fixture.service.hover(fixture.limit(9, EditTime::from(2 * kMsPerHour)));
    QTest::qWait(200);
    for (const auto& one : risk)
        QVERIFY(one.first().toString().isEmpty());
    QVERIFY(told.isEmpty());
}

void TestApplyPreviewService::oneJobIsNamed()
{
    Fixture fixture;
    fixture.playback.seek(2 * kMsPerHour);
    QSignalSpy risk(&fixture.service, &ApplyPreviewService::riskFound);
    fixture.service.hover(fixture.limit(7, EditTime::from(2 * kMsPerHour)));
    QTRY_COMPARE(risk.last().first().toString(),
        QString("1 running job of research (#7 j) becomes preemptable; 2.0 GPU-h since its last durable checkpoint at "
                "risk"));
}

void TestApplyPreviewService::keepsWhatElseIsKnown()
{
    Fixture fixture;
    fixture.playback.seek(2 * kMsPerHour);
    QSignalSpy badge(&fixture.service, &ApplyPreviewService::effectFound);
    fixture.service.hover(fixture.limit(7, EditTime::from(2 * kMsPerHour)));
    fixture.service.addEffect("waits shrink");
    QCOMPARE(badge.last().first().toString(), QString("waits shrink"));
    QTRY_VERIFY(badge.last().first().toString().contains("preemptable"));
    QVERIFY(badge.last().first().toString().endsWith("\nwaits shrink"));
    fixture.service.hover(std::nullopt);
    QVERIFY(badge.last().first().toString().isEmpty());
}

QTEST_MAIN(TestApplyPreviewService)
#include "tst_apply_preview_service.moc"
