// SPDX-License-Identifier: Apache-2.0
// Hashes over what was saved, by which damage inside a value shows that the database itself does not notice.
#include "core/base/sha256.h"
#include "core/store/project.h"

#include <array>
#include <set>

namespace quotaboard {

namespace {

/// Small enough to be hashed with every save and every opening.
constexpr std::array kSmallTables{
    "sqlite_schema", "project", "workload", "scenario", "run", "change", "note", "bookmark"};

/// What belongs to a row that never changes once it is there.
struct Part {
    const char* owner;
    const char* table;
};
constexpr std::array kParts{
    Part{"workload", "job"}, Part{"run", "event"}, Part{"run", "attempt"}, Part{"run", "metric"}};

/// Every table is keyed by its first columns.
std::string sortedRows(const std::string& table, const std::string& where)
{
    return "SELECT * FROM \"" + table + "\"" + where + (table == "attempt" ? " ORDER BY 1, 2, 3" : " ORDER BY 1, 2");
}

std::string partName(const Part& part, std::int64_t owner)
{
    return std::string{part.table} + "/" + std::to_string(owner);
}

/// SHA-256 over all values of the rows that `sql` selects, each with its length.
Result<std::string> hashOfRows(Database& database, const std::string& sql, int columns, const Progress* progress)
{
    Sha256 hash;
    Statement rows = database.prepare(sql);
    std::string text;
    std::uint64_t count = 0;
    while (rows.next()) {
        text.clear();
        for (int i = 0; i < columns; ++i) {
            // Not there and empty are two things.
            if (rows.isNull(i)) {
                text += "-;";
                continue;
            }
            const std::string_view value = rows.view(i);
            text += std::to_string(value.size());
            text += ':';
            text += value;
        }
        text += '\n';
        hash.update(text);
        if (++count % 4096 == 0 && progress != nullptr && progress->isCancelled())
            return Error{ErrorCode::Interrupted, database.name(), {}};
    }
    if (Status status = rows.status(); !status)
        return status.error();
    return hash.finishHex();
}

Result<std::string> hashOfTable(
    Database& database, const std::string& table, const std::string& where, const Progress* progress)
{
    const auto columns = database.integer("SELECT COUNT(*) FROM pragma_table_info('" + table + "')");
    if (!columns)
        return columns.error();
    return hashOfRows(database, sortedRows(table, where), static_cast<int>(columns.value().value_or(0)), progress);
}

Result<std::string> hashOfPart(Database& database, const Part& part, std::int64_t owner, const Progress* progress)
{
    return hashOfTable(
        database, part.table, std::string{" WHERE "} + part.owner + " = " + std::to_string(owner), progress);
}

Result<std::vector<std::int64_t>> ownersOf(Database& database, const Part& part)
{
    std::vector<std::int64_t> owners;
    Statement rows = database.prepare(std::string{"SELECT id FROM "} + part.owner + " ORDER BY id");
    while (rows.next())
        owners.push_back(rows.integer(0));
    if (Status status = rows.status(); !status)
        return status.error();
    return owners;
}

} // namespace

Result<std::string> Project::sealOf(const std::string& table)
{
    // Where tables begin in the file is not content: saving changes it.
    if (table == "sqlite_schema")
        return hashOfRows(database_,
            "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
            " ORDER BY type, name",
            4, nullptr);
    return hashOfTable(database_, table, table == "project" ? " WHERE key NOT LIKE 'working.%'" : "", nullptr);
}

Status Project::seal()
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    if (!transaction.begun())
        return transaction.begun();
    if (Status status = database_.execute("DELETE FROM seal WHERE name NOT LIKE '%/%'"
                                          " OR (name LIKE 'job/%' AND NOT EXISTS (SELECT 1 FROM workload"
                                          " WHERE id = CAST(substr(name, 5) AS INTEGER)))"
                                          " OR (name NOT LIKE 'job/%' AND NOT EXISTS (SELECT 1 FROM run"
                                          " WHERE id = CAST(substr(name, instr(name, '/') + 1) AS INTEGER)))");
        !status)
        return status;
    Statement has = database_.prepare("SELECT 1 FROM seal WHERE name = ?1");
    Statement insert = database_.prepare("INSERT INTO seal (name, hash) VALUES (?1, ?2)");
    const auto put = [&](const std::string& name, const Result<std::string>& hash) {
        return hash ? insert.bind(name, hash.value()).run() : Status{hash.error()};
    };
    for (const Part& part : kParts) {
        const Result<std::vector<std::int64_t>> owners = ownersOf(database_, part);
        if (!owners)
            return owners.error();
        for (const std::int64_t owner : owners.value()) {
            const std::string name = partName(part, owner);
            has.bind(name);
            if (has.next())
                continue;
            if (Status status = put(name, hashOfPart(database_, part, owner, nullptr)); !status)
                return status;
        }
    }
    for (const char* table : kSmallTables) {
        if (Status status = put(table, sealOf(table)); !status)
            return status;
    }
    return transaction.commit();
}

Result<std::vector<std::string>> Project::verifySeals()
{
    std::vector<std::string> changed;
    Statement seals = database_.prepare("SELECT hash FROM seal WHERE name = ?1");
    for (const char* table : kSmallTables) {
        const Result<std::string> now = sealOf(table);
        if (!now)
            return now.error();
        seals.bind(table);
        if (!seals.next() || seals.view(0) != now.value())
            changed.emplace_back(table);
        if (Status status = seals.status(); !status)
            return status.error();
    }
    return changed;
}

Result<std::vector<std::string>> Project::verifyContent(Progress* progress)
{
    Result<std::vector<std::string>> changed = verifySeals();
    if (!changed)
        return changed;
    std::set<std::string> wanted(kSmallTables.begin(), kSmallTables.end());
    Statement seals = database_.prepare("SELECT hash FROM seal WHERE name = ?1");
    for (const Part& part : kParts) {
        const Result<std::vector<std::int64_t>> owners = ownersOf(database_, part);
        if (!owners)
            return owners.error();
        for (const std::int64_t owner : owners.value()) {
            const std::string name = partName(part, owner);
            wanted.insert(name);
            const Result<std::string> now = hashOfPart(database_, part, owner, progress);
            if (!now)
                return now.error();
            seals.bind(name);
            if (!seals.next() || seals.view(0) != now.value())
                changed.value().push_back(name);
        }
    }
    Statement names = database_.prepare("SELECT name FROM seal ORDER BY name");
    while (names.next()) {
        if (!wanted.contains(names.text(0)))
            changed.value().push_back(names.text(0));
    }
    if (Status status = names.status(); !status)
        return status.error();
    return changed;
}

} // namespace quotaboard
