// SPDX-License-Identifier: Apache-2.0
// Moments as people write them.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/time.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/bridge/time_input.h"

#include <random>
#endif

using namespace quotaboard;

class TestTimeInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheClockShows();
    void readsWhatItWrites();
    void readsNoNonsense();
};

void TestTimeInput::readsWhatTheClockShows()
{
    Scenario dated;
    dated.startTime = *parseIsoInstant("2026-11-02T00:00:00Z");
    const Scenario undated;
    for (const TimeMs time : {TimeMs{0}, 3 * kMsPerHour, 26 * kMsPerHour + 61 * kMsPerSecond}) {
        QCOMPARE(momentFromText(dated, clockText(dated, time)), std::optional(time));
        QCOMPARE(momentFromText(undated, clockText(undated, time)), std::optional(time));
    }
    QCOMPARE(momentFromText(dated, "2026-11-02 03:00:00 UTC"), std::optional(3 * kMsPerHour));
    QCOMPARE(momentFromText(dated, "2026-11-01 23:00:00"), std::optional(-kMsPerHour));
    QVERIFY(momentFromText(dated, momentExample(dated)).has_value());
    QVERIFY(momentFromText(undated, momentExample(undated)).has_value());
}

void TestTimeInput::readsWhatItWrites()
{
    std::mt19937_64 random(5);
    const Scenario scenario;
    for (int i = 0; i < 2000; ++i) {
        const auto time = static_cast<TimeMs>(random() % (std::uint64_t{1} << (random() % 40)));
        QCOMPARE(momentFromText(scenario, momentToText(time)), std::optional(time));
    }
    QCOMPARE(momentToText(kMsPerDay + 4 * kMsPerHour + 30 * kMsPerMinute), QString("1d4h30m"));
    QCOMPARE(momentToText(0), QString("0s"));
}

void TestTimeInput::readsNoNonsense()
{
    const Scenario scenario;
    for (const char* text : {"", "tomorrow", "-3h", "3x", "Day 1", "Day x · 03:00:00"})
        QVERIFY2(!momentFromText(scenario, QString::fromUtf8(text)), text);
}

QTEST_APPLESS_MAIN(TestTimeInput)
#include "tst_time_input.moc"
