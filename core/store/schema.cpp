// SPDX-License-Identifier: Apache-2.0
#include "core/store/schema.h"

#include "core/store/schema_sql.h"

#include <algorithm>
#include <array>
#include <set>

namespace quotaboard {

namespace {

constexpr std::array kProjectMigrations{Migration{1, kProjectSchema1}};

Result<int> versionOf(Database& database)
{
    Result<std::optional<std::int64_t>> version = database.integer("PRAGMA user_version");
    if (!version)
        return version.error();
    return static_cast<int>(version.value().value_or(0));
}

/// "table" and "table.column" of every table and view, sorted; not of those that SQLite makes by itself.
Result<std::set<std::string>> columnsOf(Database& database)
{
    std::set<std::string> names;
    // The columns of views follow from those of tables.
    Statement statement = database.prepare(
        "SELECT m.name, c.name FROM sqlite_schema AS m LEFT JOIN pragma_table_info(m.name) AS c ON m.type = 'table'"
        " WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
    while (statement.next()) {
        names.insert(statement.text(0));
        if (!statement.isNull(1))
            names.insert(statement.text(0) + "." + statement.text(1));
    }
    if (Status status = statement.status(); !status)
        return Error{status.error().code == ErrorCode::Interrupted ? ErrorCode::Interrupted : ErrorCode::DamagedFile,
            database.name(), status.error().arguments};
    return names;
}

/// Those of `a` that `b` has not, columns only of tables that both have.
std::vector<std::string> without(const std::set<std::string>& a, const std::set<std::string>& b)
{
    std::vector<std::string> result;
    for (const std::string& name : a) {
        const std::size_t dot = name.find('.');
        if (!b.contains(name) && (dot == std::string::npos || b.contains(name.substr(0, dot))))
            result.push_back(name);
    }
    return result;
}

} // namespace

std::span<const Migration> projectMigrations()
{
    return kProjectMigrations;
}

Status migrate(Database& database, std::span<const Migration> migrations)
{
    const Result<int> version = versionOf(database);
    if (!version)
        return version.error();
    for (const Migration& migration : migrations) {
        if (migration.to <= version.value())
            continue;
        Transaction transaction(database);
        if (!transaction.begun())
            return transaction.begun();
        const std::string setVersion = "; PRAGMA user_version=" + std::to_string(migration.to);
        if (Status status = database.execute(migration.sql + setVersion); !status)
            return status;
        if (Status status = transaction.commit(); !status)
            return status;
    }
    return {};
}

Status createProjectSchema(Database& database)
{
    if (Status status = database.execute("PRAGMA application_id=" + std::to_string(kProjectApplicationId)); !status)
        return status;
    return migrate(database, projectMigrations());
}

Result<SchemaDifference> compareSchema(Database& database)
{
    Result<Database> model = Database::open(":memory:", Database::Mode::Create);
    if (!model)
        return model.error();
    if (Status status = createProjectSchema(model.value()); !status)
        return status.error();
    const Result<std::set<std::string>> known = columnsOf(model.value());
    const Result<std::set<std::string>> found = columnsOf(database);
    if (!known || !found)
        return known ? found.error() : known.error();
    return SchemaDifference{without(found.value(), known.value()), without(known.value(), found.value())};
}

Result<std::vector<std::string>> checkIntegrity(Database& database, int most)
{
    std::vector<std::string> findings;
    const auto add = [&](const Status& status) {
        if (!status && status.error().code != ErrorCode::Interrupted)
            findings.push_back(status.error().arguments.empty() ? "unreadable" : status.error().arguments.front());
        return status.ok() || status.error().code != ErrorCode::Interrupted;
    };
    Statement pages = database.prepare("PRAGMA integrity_check(" + std::to_string(most) + ")");
    while (pages.next()) {
        if (pages.view(0) != "ok")
            findings.push_back(pages.text(0));
    }
    if (!add(pages.status()))
        return pages.status().error();
    if (!findings.empty())
        return findings;
    Statement keys = database.prepare("PRAGMA foreign_key_check");
    while (static_cast<int>(findings.size()) < most && keys.next())
        findings.push_back("a row of " + keys.text(0) + " refers to a row of " + keys.text(2) + " that is not there");
    if (!add(keys.status()))
        return keys.status().error();
    return findings;
}

} // namespace quotaboard
