// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "core/store/schema.h"
#include "tests/core/store/store_test_support.h"

#include <thread>
#endif

using namespace quotaboard;
using namespace quotaboard::test;

namespace {

Database memory()
{
    return must(Database::open(":memory:", Database::Mode::Create));
}

constexpr Migration kThree[]{{1, "CREATE TABLE a (x INTEGER NOT NULL) STRICT"},
    {2, "ALTER TABLE a ADD COLUMN y TEXT NOT NULL DEFAULT 'old'"}, {3, "CREATE TABLE b (z REAL) STRICT"}};

std::int64_t versionOf(Database& database)
{
    return must(database.integer("PRAGMA user_version")).value_or(-1);
}

} // namespace

class TestDatabase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesComeBack();
    void errorsHaveTheirCodes();
    void aFailedStatementTellsAtTheEnd();
    void transactionsAreUndoneWhole();
    void innerTransactionsAreUndoneAlone();
    void longStatementsAreStopped();
    void migrationsRunInOrderFromWhereItIs();
    void aFailedMigrationLeavesTheVersionBefore();
    void theSchemaIsStrictAndKeyed();
    void differencesAreNamed();
    void brokenKeysAreFound();
};

void TestDatabase::valuesComeBack()
{
    Database database = memory();
    must(database.execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT, n TEXT)"));
    const std::string text("a\0b\xC3\xBC", 5);
    must(database.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4)")
             .bind(INT64_MIN, 0.1, text, std::optional<std::string>{})
             .run());
    must(database.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4)").bind(1, 2.0, "", std::string_view{}).run());
    Statement rows = database.prepare("SELECT * FROM t");
    QVERIFY(rows.next());
    QCOMPARE(rows.integer(0), INT64_MIN);
    QCOMPARE(rows.real(1), 0.1);
    QVERIFY(rows.text(2) == text);
    QVERIFY(rows.isNull(3));
    QVERIFY(rows.next());
    QVERIFY(!rows.isNull(2));
    QVERIFY(!rows.isNull(3));
    QVERIFY(!rows.next());
    QVERIFY(rows.status().ok());
}

void TestDatabase::errorsHaveTheirCodes()
{
    const Folders folders;
    QCOMPARE(Database::open(folders.file("none/x"), Database::Mode::Create).error().code, ErrorCode::FileNotFound);
    must(writeFileAtomically(folders.file("text"), std::string(8192, 'x')));
    const Result<Database> text = Database::open(folders.file("text"), Database::Mode::ReadOnly);
    Database database = text.ok() ? must(Database::open(folders.file("text"), Database::Mode::ReadOnly)) : memory();
    QCOMPARE(database.integer("SELECT COUNT(*) FROM sqlite_schema").error().code, ErrorCode::DamagedFile);
    Database good = memory();
    QCOMPARE(good.execute("SELEKT").error().code, ErrorCode::DatabaseFailed);
    must(good.execute("CREATE TABLE t (x INTEGER CHECK (x > 0)) STRICT"));
    QCOMPARE(good.execute("INSERT INTO t VALUES (0)").error().code, ErrorCode::DatabaseFailed);
    QVERIFY(!good.execute("INSERT INTO t VALUES ('text')").ok());
    must(good.execute("CREATE TABLE wide (x TEXT); PRAGMA max_page_count=5"));
    QCOMPARE(good.prepare("INSERT INTO wide VALUES (?1)").bind(std::string(100'000, 'x')).run().error().code,
        ErrorCode::DiskFull);
}

void TestDatabase::aFailedStatementTellsAtTheEnd()
{
    Database database = memory();
    Statement statement = database.prepare("SELECT * FROM nothing WHERE x = ?1");
    statement.bind(1, "two", 3.0, nullptr);
    QVERIFY(!statement.next());
    QVERIFY(!statement.status().ok());
    QVERIFY(!statement.run().ok());
    QVERIFY(statement.isNull(0));
    QCOMPARE(statement.integer(0), 0);
}

void TestDatabase::transactionsAreUndoneWhole()
{
    Database database = memory();
    must(database.execute("CREATE TABLE t (x)"));
    {
        Transaction transaction(database);
        must(transaction.begun());
        must(database.execute("INSERT INTO t VALUES (1)"));
    }
    QCOMPARE(must(database.integer("SELECT COUNT(*) FROM t")).value_or(-1), 0);
    Transaction transaction(database);
    must(database.execute("INSERT INTO t VALUES (1)"));
    must(transaction.commit());
    QCOMPARE(must(database.integer("SELECT COUNT(*) FROM t")).value_or(-1), 1);
}

void TestDatabase::innerTransactionsAreUndoneAlone()
{
    Database database = memory();
    must(database.execute("CREATE TABLE t (x)"));
    Transaction outer(database);
    must(database.execute("INSERT INTO t VALUES (1)"));
    {
        Transaction inner(database);
        must(database.execute("INSERT INTO t VALUES (2)"));
    }
    {
        Transaction inner(database);
        must(database.execute("INSERT INTO t VALUES (3)"));
        must(inner.commit());
    }
    must(outer.commit());
    QCOMPARE(must(database.integer("SELECT SUM(x) FROM t")).value_or(-1), 4);
}

void TestDatabase::longStatementsAreStopped()
{
    Database database = memory();
    Progress progress;
    database.stopWith(&progress);
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        progress.cancel();
    });
    const auto endless
        = database.integer("WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT SUM(x) FROM n");
    stopper.join();
    QVERIFY(!endless.ok());
    QCOMPARE(endless.error().code, ErrorCode::Interrupted);
    database.stopWith(nullptr);
    QCOMPARE(must(database.integer("SELECT 1")).value_or(0), 1);
}

void TestDatabase::migrationsRunInOrderFromWhereItIs()
{
    Database database = memory();
    must(migrate(database, std::span{kThree}.first(1)));
    QCOMPARE(versionOf(database), 1);
    must(database.execute("INSERT INTO a VALUES (5)"));
    must(migrate(database, kThree));
    QCOMPARE(versionOf(database), 3);
    QCOMPARE(must(database.text("SELECT x || y FROM a")).value_or(""), std::string{"5old"});
    must(migrate(database, kThree));
    QCOMPARE(versionOf(database), 3);
    QCOMPARE(projectMigrations().back().to, kProjectVersion);
    for (std::size_t i = 0; i < projectMigrations().size(); ++i)
        QCOMPARE(projectMigrations()[i].to, static_cast<int>(i) + 1);
}

void TestDatabase::aFailedMigrationLeavesTheVersionBefore()
{
    Database database = memory();
    const Migration broken[]{kThree[0], kThree[1], {3, "CREATE TABLE b (z); INSERT INTO nowhere VALUES (1)"}};
    QVERIFY(!migrate(database, broken).ok());
    QCOMPARE(versionOf(database), 2);
    QCOMPARE(must(database.integer("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'b'")).value_or(-1), 0);
    must(migrate(database, kThree));
    QCOMPARE(versionOf(database), 3);
}

void TestDatabase::theSchemaIsStrictAndKeyed()
{
    Database database = memory();
    must(createProjectSchema(database));
    QCOMPARE(must(database.integer("PRAGMA application_id")).value_or(0), std::int64_t{kProjectApplicationId});
    QCOMPARE(versionOf(database), std::int64_t{kProjectVersion});
    QCOMPARE(must(database.integer("SELECT COUNT(*) FROM pragma_table_list WHERE type = 'table' AND NOT strict"
                                   " AND name NOT LIKE 'sqlite%'"))
                 .value_or(-1),
        0);
    QVERIFY(!database.execute("INSERT INTO job VALUES (9, 0, 'id', 'n', 's', 'u', 1, 0, 1, 0, '{}')").ok());
    QVERIFY(must(checkIntegrity(database)).empty());
}

void TestDatabase::differencesAreNamed()
{
    Database database = memory();
    must(createProjectSchema(database));
    SchemaDifference same = must(compareSchema(database));
    QVERIFY(same.unknown.empty() && same.missing.empty());
    must(
        database.execute("CREATE TABLE extra (x, y); CREATE VIEW look AS SELECT 1; DROP TABLE note;"
                         " ALTER TABLE bookmark ADD COLUMN color TEXT; ALTER TABLE run RENAME COLUMN engine TO motor"));
    const SchemaDifference difference = must(compareSchema(database));
    QCOMPARE(difference.unknown, (std::vector<std::string>{"bookmark.color", "extra", "look", "run.motor"}));
    QCOMPARE(difference.missing, (std::vector<std::string>{"note", "run.engine"}));
}

void TestDatabase::brokenKeysAreFound()
{
    Database database = memory();
    must(createProjectSchema(database));
    must(database.execute("PRAGMA foreign_keys=OFF; INSERT INTO bookmark VALUES (77, 0, 0, 'x')"));
    const auto findings = must(checkIntegrity(database));
    QCOMPARE(findings.size(), std::size_t{1});
    QVERIFY(findings[0].find("bookmark") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestDatabase)
#include "tst_database.moc"
