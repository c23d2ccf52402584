// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/base/string_pool.h"
#include "core/workload/cell_parse.h"
#include "core/workload/wall_clock.h"

#include <QTest>

#include <charconv>
#include <string>

using namespace quotaboard;

namespace {

using Number = std::optional<double>;
using Whole = std::optional<std::int64_t>;
constexpr auto kNone = std::nullopt;

TimeMs utc(const char* stamp)
{
    return parseIsoInstant(stamp).value();
}

} // namespace

class TestCellParse : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbers()
    {
        QVERIFY(parseNumber("12") == Number(12));
        QVERIFY(parseNumber("-1") == Number(-1));
        QVERIFY(parseNumber("+1.5") == Number(1.5));
        QVERIFY(parseNumber("0000") == Number(0));
        QVERIFY(parseNumber("1e3") == Number(1000));
        QVERIFY(parseNumber("8.") == Number(8));
        for (const char* bad : {"", ".", "1.2.3", "1,5", "abc", "1 2", "nan", "inf", "1e999", "0x10", "--1", "12a"}) {
            QVERIFY2(parseNumber(bad) == kNone, bad);
        }
    }

    void decimalComma()
    {
        QVERIFY(parseNumber("66,5", ',') == Number(66.5));
        QVERIFY(parseNumber("1.234.567,5", ',') == Number(1234567.5));
        QVERIFY(parseNumber("1.234", ',') == Number(1234));
        QVERIFY(parseNumber("1.5", ',') == kNone);
        QVERIFY(parseNumber("1,5,5", ',') == kNone);
        QVERIFY(parseNumber("12", ',') == Number(12));
    }

    /// The short cut for few digits rounds as from_chars does.
    void shortDecimalsAreExact()
    {
        for (std::uint64_t i = 0; i < 200'000; ++i) {
            const std::string text
                = std::to_string(mixBits(2 * i) % 10'000'000) + "." + std::to_string(mixBits(2 * i + 1) % 100'000'000);
            double expected = 0;
            std::from_chars(text.data(), text.data() + text.size(), expected);
            QCOMPARE(parseNumber(text), Number(expected));
        }
    }

    void wholeNumbersAndThousandths()
    {
        QVERIFY(parseWholeNumber("8") == Whole(8));
        QVERIFY(parseWholeNumber("8.0") == Whole(8));
        QVERIFY(parseWholeNumber("8.5") == kNone);
        QVERIFY(parseWholeNumber("1e30") == kNone);
        QVERIFY(parseThousandths("8") == Whole(8000));
        QVERIFY(parseThousandths("0.01") == Whole(10));
        QVERIFY(parseThousandths("0.46") == Whole(460));
        QVERIFY(parseThousandths("1e300") == kNone);
    }

    void absentWords()
    {
        for (const char* word : {"", "NA", "N/A", "None", "null", "nan", "NaN", "Unknown", "-"}) {
            QVERIFY2(isAbsent(word), word);
        }
        for (const char* word : {"0", "1", "team", "no", "Unknown-team"}) {
            QVERIFY2(!isAbsent(word), word);
        }
    }

    void units()
    {
        QCOMPARE(timeUnitFromText("min"), std::optional(TimeUnit::Minutes));
        QCOMPARE(timeUnitFromText("epoch-ms"), std::optional(TimeUnit::EpochMilliseconds));
        QVERIFY(!timeUnitFromText("fortnight"));
        QCOMPARE(timeUnitOfColumn("duration_min"), TimeUnit::Minutes);
        QCOMPARE(timeUnitOfColumn("Run Time (hours)"), TimeUnit::Hours);
        QCOMPARE(timeUnitOfColumn("service_sec"), TimeUnit::Seconds);
        QCOMPARE(timeUnitOfColumn("duration"), TimeUnit::Detect);
        QCOMPARE(timeUnitOfColumn("created_epoch"), TimeUnit::Detect);
        QVERIFY(parseNumericTime("1.5", millisecondsPerUnit(TimeUnit::Minutes)) == std::optional<TimeMs>(90'000));
        QVERIFY(parseNumericTime("0.0005", 1000) == std::optional<TimeMs>(1));
        QVERIFY(parseNumericTime("1e15", 1000) == kNone);
    }

    void clockDurations()
    {
        QVERIFY(parseClockDuration("10-13:27:06") == std::optional<TimeMs>(912'426'000));
        QVERIFY(parseClockDuration("00:00:24") == std::optional<TimeMs>(24'000));
        QVERIFY(parseClockDuration("59:01.250") == std::optional<TimeMs>(3'541'250));
        for (const char* bad : {"", "12", "1-", "a:b", "1:2:3:4", "Partition_Limit", "UNLIMITED", "-1:00:00"}) {
            QVERIFY2(!parseClockDuration(bad), bad);
        }
    }

    void stampsInManyShapes()
    {
        WallClock clock;
        QVERIFY(clock.parse("2017-10-09 07:01:55") == utc("2017-10-09T07:01:55Z"));
        QVERIFY(clock.parse("2016-12-22T07:15:12") == utc("2016-12-22T07:15:12Z"));
        QCOMPARE(clock.zonelessCount(), std::uint64_t(2));
        QVERIFY(clock.parse("2023-05-17 11:00:58+00:00") == utc("2023-05-17T11:00:58Z"));
        QVERIFY(clock.parse("2023-03-01 00:18:22+08:00") == utc("2023-02-28T16:18:22Z"));
        QVERIFY(clock.parse("2023-03-01T00:18:22.5Z") == utc("2023-03-01T00:18:22Z") + 500);
        QCOMPARE(clock.zonelessCount(), std::uint64_t(2));
        for (const char* bad : {"", "2017-13-09 07:01:55", "2017-02-29 07:01:55", "2017-10-09 25:01:55",
                 "2017-10-09x07:01:55", "Unknown", "07:01:55", "2017-10-09 07:01:5a"}) {
            QVERIFY2(!clock.parse(bad), bad);
        }
    }

    void zones()
    {
        QCOMPARE(WallClock::forZone("Mars/Olympus").error().code, ErrorCode::TimezoneUnknown);
        WallClock fixed = WallClock::forZone("+05:30").value();
        QVERIFY(fixed.parse("2020-01-01 05:30:00") == utc("2020-01-01T00:00:00Z"));
        WallClock zone = WallClock::forZone("America/Los_Angeles").value();
        QVERIFY(zone.parse("2017-10-09 07:00:00") == utc("2017-10-09T14:00:00Z"));
        QVERIFY(zone.parse("2017-11-30 07:00:00") == utc("2017-11-30T15:00:00Z"));
        QVERIFY(zone.parse("2017-10-09 08:00:00") == utc("2017-10-09T15:00:00Z"));
    }

    void changesOfTheClock()
    {
        WallClock zone = WallClock::forZone("America/Los_Angeles").value();
        // 01:30 occurred twice on 2017-11-05; the earlier is still summer time.
        QVERIFY(zone.parse("2017-11-05 01:30:00") == utc("2017-11-05T08:30:00Z"));
        QVERIFY(zone.parse("2017-11-05 02:30:00") == utc("2017-11-05T10:30:00Z"));
        QVERIFY(zone.parse("2017-11-05 00:59:59") == utc("2017-11-05T07:59:59Z"));
        QCOMPARE(zone.repeatedCount(), std::uint64_t(1));
        // 02:30 did not exist on 2017-03-12; 03:30 summer time is meant.
        QVERIFY(zone.parse("2017-03-12 02:30:00") == utc("2017-03-12T10:30:00Z"));
        QVERIFY(zone.parse("2017-03-12 03:00:00") == utc("2017-03-12T10:00:00Z"));
        QCOMPARE(zone.skippedCount(), std::uint64_t(1));
    }

    void stringPoolKeepsIdsAndViews()
    {
        StringPool pool;
        const StringId a = pool.intern("a");
        const std::string_view view = pool.text(a);
        std::vector<std::string> names;
        std::vector<std::string_view> views;
        for (int i = 0; i < 5000; ++i) {
            names.push_back("name-that-is-longer-than-any-short-string-" + std::to_string(i % 3000));
        }
        views.assign(names.begin(), names.end());
        std::vector<StringId> ids(names.size());
        pool.internAll(views, ids);
        QCOMPARE(pool.size(), std::size_t(3001));
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(pool.find(names[i]), ids[i]);
            QVERIFY(pool.text(ids[i]) == names[i]);
        }
        QCOMPARE(pool.intern("a"), a);
        QVERIFY(view.data() == pool.text(a).data());
        QVERIFY(!pool.find("b").isValid());
        QVERIFY(pool.text(pool.intern("")).empty());
        const StringPool copy = pool;
        const StringPool moved = std::move(pool);
        QCOMPARE(copy.find(names[7]), ids[7]);
        QVERIFY(copy.text(a) == "a" && copy.text(a).data() != moved.text(a).data());
        QVERIFY(view.data() == moved.text(a).data());
        pool = {}; // NOLINT(bugprone-use-after-move): a moved-from pool is an empty one
        QCOMPARE(pool.intern("x"), StringId(0));
    }
};

QTEST_APPLESS_MAIN(TestCellParse)
#include "tst_cell_parse.moc"
