// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#ifndef Q_MOC_RUN
#include "core/base/sha256.h"
#include "core/store/change_record.h"
#include "core/store/change_review.h"
#include "core/store/schema.h"
#include "tests/core/store/store_test_support.h"
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

Database emptyProject()
{
    Database database = must(Database::open(":memory:", Database::Mode::Create));
    must(createProjectSchema(database));
    return database;
}

ChangeRow row(const std::string& field, const std::string& old, const std::string& now)
{
    ChangeRow change;
    change.wallMs = 1'764'547'200'250;
    change.actor = "ann";
    change.role = "operator";
    change.what = {"share", "vision, \"A\"", field, old, now, 90'500};
    change.reason = "deadline\nmoved";
    change.approverRole = "lead";
    change.ticket = "T-1";
    change.scenario = "month";
    return change;
}

std::vector<ChangeRow> fiveRows()
{
    std::vector<ChangeRow> rows;
    for (int i = 0; i < 5; ++i)
        rows.push_back(row("limit:u", std::to_string(i), std::to_string(i + 1)));
    rows[3].what.at.reset();
    rows[4].kind = ChangeKind::Undo;
    return rows;
}

/// Changes the record behind the back of its triggers, as somebody with a tool could.
void tamper(Database& database, const std::string& sql)
{
    must(database.execute("DROP TRIGGER change_is_never_updated; DROP TRIGGER change_is_never_deleted; " + sql));
}

} // namespace

class TestChangeRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsComeBackWithTheirHashes();
    void theHashIsWhatTheFormatSays();
    void theChainGoesOnInLaterTransactions();
    void verifyNamesTheFirstBrokenRow_data();
    void verifyNamesTheFirstBrokenRow();
    void theRecordCannotBeChanged_data();
    void theRecordCannotBeChanged();
    void csvQuotesWhatItMust();
    void jsonIsCanonical();
    void exceptionsAreCountedByShareAndWeek();
    void inflationIsSeenAtTheEndOfTheWeek();
};

void TestChangeRecord::rowsComeBackWithTheirHashes()
{
    Database database = emptyProject();
    std::vector<ChangeRow> rows = fiveRows();
    must(appendChanges(database, rows));
    QCOMPARE(rows[4].seq, 5);
    QVERIFY(must(readChanges(database)) == rows);
    QCOMPARE(must(readChanges(database, 4)).size(), std::size_t{2});
    const ChangeVerdict verdict = must(verifyChanges(database));
    QVERIFY(verdict.isWhole());
    QCOMPARE(verdict.rows, 5);
    QCOMPARE(verdict.head, rows[4].hash);
}

void TestChangeRecord::theHashIsWhatTheFormatSays()
{
    Database database = emptyProject();
    std::vector<ChangeRow> rows = fiveRows();
    must(appendChanges(database, rows));
    const std::string words = R"({"actor":"ann","approverRole":"lead","field":"limit:u","kind":"edit","new":"1",)"
                              R"("object":"vision, \"A\"","objectKind":"share","old":"0","reason":"deadline\nmoved",)"
                              R"("role":"operator","scenario":"month","seq":1,"simMs":90500,"ticket":"T-1",)"
                              R"("wallMs":1764547200250})";
    QCOMPARE(canonicalText(rows[0]), words);
    Sha256 first;
    first.update(words);
    QCOMPARE(rows[0].hash, first.finishHex());
    Sha256 second;
    second.update(rows[0].hash);
    second.update(canonicalText(rows[1]));
    QCOMPARE(rows[1].hash, second.finishHex());
}

void TestChangeRecord::theChainGoesOnInLaterTransactions()
{
    Database database = emptyProject();
    for (int i = 0; i < 3; ++i) {
        std::vector<ChangeRow> rows = fiveRows();
        must(appendChanges(database, rows));
    }
    const ChangeVerdict verdict = must(verifyChanges(database));
    QVERIFY(verdict.isWhole());
    QCOMPARE(verdict.rows, 15);
}

void TestChangeRecord::verifyNamesTheFirstBrokenRow_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<int>("broken");
    QTest::newRow("another value") << "UPDATE change SET new_value = '99' WHERE seq = 3" << 3;
    QTest::newRow("another actor in two rows") << "UPDATE change SET actor = 'bob' WHERE seq IN (2, 4)" << 2;
    QTest::newRow("another hash") << "UPDATE change SET hash = hash || '0' WHERE seq = 4" << 4;
    QTest::newRow("a row taken out") << "DELETE FROM change WHERE seq = 2" << 2;
    QTest::newRow("the last rows taken out") << "DELETE FROM change WHERE seq > 3" << 4;
    QTest::newRow("all rows taken out") << "DELETE FROM change" << 1;
    QTest::newRow("time forgotten") << "UPDATE change SET sim_ms = NULL WHERE seq = 1" << 1;
}

void TestChangeRecord::verifyNamesTheFirstBrokenRow()
{
    QFETCH(const QString, sql);
    QFETCH(const int, broken);
    Database database = emptyProject();
    std::vector<ChangeRow> rows = fiveRows();
    must(appendChanges(database, rows));
    tamper(database, sql.toStdString());
    QCOMPARE(must(verifyChanges(database)).firstBroken, std::optional<std::int64_t>{broken});
}

void TestChangeRecord::theRecordCannotBeChanged_data()
{
    QTest::addColumn<QString>("sql");
    QTest::newRow("update") << "UPDATE change SET actor = 'bob'";
    QTest::newRow("delete") << "DELETE FROM change";
    QTest::newRow("replace") << "REPLACE INTO change SELECT * FROM change WHERE seq = 5";
    QTest::newRow("gap") << "INSERT INTO change SELECT 7, wall_ms, sim_ms, actor, role, object_kind, object, field,"
                            " old_value, new_value, reason, approver_role, ticket, scenario, kind, hash"
                            " FROM change WHERE seq = 5";
}

void TestChangeRecord::theRecordCannotBeChanged()
{
    QFETCH(const QString, sql);
    Database database = emptyProject();
    std::vector<ChangeRow> rows = fiveRows();
    must(appendChanges(database, rows));
    const Status refused = database.execute(sql.toStdString());
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().arguments[0], std::string{"the change record is append-only"});
    QVERIFY(must(readChanges(database)) == rows);
}

void TestChangeRecord::csvQuotesWhatItMust()
{
    std::vector<ChangeRow> rows{row("limit:u", "1", "2")};
    rows[0].seq = 1;
    rows[0].hash = "h";
    QCOMPARE(changesToCsv(rows),
        std::string{"seq,wallTime,simSeconds,actor,role,objectKind,object,field,old,new,reason,approverRole,ticket,"
                    "scenario,kind,hash\n"
                    "1,2025-12-01T00:00:00.250Z,90.5,ann,operator,share,\"vision, \"\"A\"\"\",limit:u,1,2,"
                    "\"deadline\nmoved\",lead,T-1,month,edit,h\n"});
}

void TestChangeRecord::jsonIsCanonical()
{
    Database database = emptyProject();
    std::vector<ChangeRow> rows = fiveRows();
    must(appendChanges(database, rows));
    const auto json = nlohmann::json::parse(changesToJson(rows));
    QCOMPARE(json.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        nlohmann::json object = json[i];
        QCOMPARE(object["hash"].get<std::string>(), rows[i].hash);
        object.erase("hash");
        QCOMPARE(object.dump(), canonicalText(rows[i]));
    }
    QCOMPARE(changesToJson({}), std::string{"[]\n"});
}

namespace {

/// Two shares; jobs 0 to 3 of a, 4 and 5 of b.
Scenario sixJobs()
{
    Scenario scenario;
    const UnitIndex unit = scenario.internUnit("u");
    for (const char* name : {"a", "b"}) {
        QuotaShare share;
        share.name = name;
        scenario.shares.push_back(share);
        scenario.internShare(name);
    }
    const ProfileIndex profile = scenario.jobs.internProfile({});
    for (int i = 0; i < 6; ++i) {
        Job job;
        job.profile = profile;
        job.name = scenario.jobs.intern("j");
        job.unit = unit;
        job.share = ShareIndex{i < 4 ? 0U : 1U};
        job.priority = i == 0 ? 900 : i == 1 ? 1000 : 10;
        scenario.jobs.add(job);
    }
    return scenario;
}

ChangeRow raise(const char* job, int old, int now, TimeMs wallMs, const char* ticket = "")
{
    ChangeRow change;
    change.wallMs = wallMs;
    change.what = {"job", job, "schedulingPriority", std::to_string(old), std::to_string(now)};
    change.ticket = ticket;
    return change;
}

/// Monday, 2026-11-30, 00:00 UTC.
constexpr TimeMs kMonday = 1'795'996'800'000;
constexpr TimeMs kDay = kMsPerDay;

} // namespace

void TestChangeRecord::exceptionsAreCountedByShareAndWeek()
{
    std::vector<ChangeRow> rows{raise("0", 10, 500, kMonday), raise("0", 500, 900, kMonday + kDay, "T"),
        raise("1", 10, 1000, kMonday + 7 * kDay - 1), raise("1", 1000, 900, kMonday + 7 * kDay),
        raise("1", 900, 1000, kMonday + 8 * kDay), raise("4", 5, 10, kMonday - 1)};
    rows.push_back(row("limit:u", "1", "2"));
    rows.back().what.object = "b";
    rows.back().wallMs = kMonday;
    const auto weeks = exceptionWeeks(rows, sixJobs());
    QCOMPARE(weeks.size(), std::size_t{4});
    QCOMPARE(weeks[0].share, std::string{"a"});
    QCOMPARE(weeks[0].weekMs, kMonday);
    QCOMPARE(weeks[0].raises, 3);
    QCOMPARE(weeks[0].jobsRaisedAgain, 1);
    QCOMPARE(weeks[0].raisesWithoutTicket, 2);
    QCOMPARE(weeks[0].medianRaise, std::optional{490.0});
    QCOMPARE(weeks[1].weekMs, kMonday + 7 * kDay);
    QCOMPARE(weeks[1].raises, 1);
    QCOMPARE(weeks[1].jobsRaisedAgain, 1);
    QCOMPARE(weeks[2].share, std::string{"b"});
    QCOMPARE(weeks[2].weekMs, kMonday - 7 * kDay);
    QCOMPARE(weeks[2].raises, 1);
    QCOMPARE(weeks[3].limitChanges, 1);
    QVERIFY(!weeks[3].medianRaise.has_value());
    QVERIFY(exceptionWeeks(rows, sixJobs(), "another scenario").empty());
}

void TestChangeRecord::inflationIsSeenAtTheEndOfTheWeek()
{
    const std::vector<ChangeRow> rows{
        raise("0", 10, 900, kMonday), raise("1", 10, 1000, kMonday + 7 * kDay), raise("4", 5, 10, kMonday)};
    const auto weeks = exceptionWeeks(rows, sixJobs());
    QCOMPARE(weeks.size(), std::size_t{3});
    // First week: job 0 of 4 is at 900, the highest; then jobs 0 (900) and 1 (1000) are within a tenth of it.
    QCOMPARE(weeks[0].topPriorityPart, std::optional{0.25});
    QCOMPARE(weeks[1].topPriorityPart, std::optional{0.5});
    QCOMPARE(weeks[2].topPriorityPart, std::optional{0.0});
}

QTEST_APPLESS_MAIN(TestChangeRecord)
#include "tst_change_record.moc"
