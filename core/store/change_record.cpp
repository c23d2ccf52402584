// SPDX-License-Identifier: Apache-2.0
#include "core/store/change_record.h"

#include "core/base/csv_text.h"
#include "core/base/sha256.h"
#include "core/exchange/json_numbers.h"

#include <nlohmann/json.hpp>

#include <array>

namespace quotaboard {

namespace {

using SortedJson = nlohmann::json;

constexpr std::array<std::string_view, 4> kKinds{"edit", "undo", "redo", "import"};
constexpr const char* kColumns = "seq, wall_ms, sim_ms, actor, role, object_kind, object, field, old_value, new_value,"
                                 " reason, approver_role, ticket, scenario, kind, hash";

std::string hashOf(const std::string& before, const ChangeRow& row)
{
    Sha256 hash;
    hash.update(before);
    hash.update(canonicalText(row));
    return hash.finishHex();
}

ChangeRow rowOf(const Statement& s)
{
    ChangeRow row;
    row.seq = s.integer(0);
    row.wallMs = s.integer(1);
    row.actor = s.text(3);
    row.role = s.text(4);
    row.what = {s.text(5), s.text(6), s.text(7), s.text(8), s.text(9), s.optionalInteger(2)};
    row.reason = s.text(10);
    row.approverRole = s.text(11);
    row.ticket = s.text(12);
    row.scenario = s.text(13);
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (kKinds[i] == s.view(14))
            row.kind = static_cast<ChangeKind>(i);
    }
    row.hash = s.text(15);
    return row;
}

SortedJson toJson(const ChangeRow& row)
{
    return {{"seq", row.seq}, {"wallMs", row.wallMs}, {"simMs", row.what.at ? SortedJson(*row.what.at) : SortedJson()},
        {"actor", row.actor}, {"role", row.role}, {"objectKind", row.what.objectKind}, {"object", row.what.object},
        {"field", row.what.field}, {"old", row.what.oldValue}, {"new", row.what.newValue}, {"reason", row.reason},
        {"approverRole", row.approverRole}, {"ticket", row.ticket}, {"scenario", row.scenario},
        {"kind", nameOf(row.kind)}};
}

std::string dump(const SortedJson& json)
{
    return json.dump(-1, ' ', false, SortedJson::error_handler_t::replace);
}

void appendCell(std::string& csv, std::string_view text)
{
    if (!csv.empty() && csv.back() != '\n')
        csv += ',';
    csv += csvCell(text);
}

} // namespace

std::string_view nameOf(ChangeKind kind)
{
    return kKinds.at(static_cast<std::size_t>(kind));
}

std::vector<ChangeRow> rowsFor(const std::vector<PolicyChange>& changes, const ChangeRow& like)
{
    std::vector<ChangeRow> rows(changes.size(), like);
    for (std::size_t i = 0; i < changes.size(); ++i)
        rows[i].what = changes[i];
    return rows;
}

std::string canonicalText(const ChangeRow& row)
{
    return dump(toJson(row));
}

Status insertChanges(Database& database, std::span<const ChangeRow> rows)
{
    if (rows.empty())
        return {};
    Transaction transaction(database);
    if (!transaction.begun())
        return transaction.begun();
    Statement insert = database.prepare(std::string{"INSERT INTO change ("} + kColumns
        + ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)");
    for (const ChangeRow& row : rows) {
        const PolicyChange& what = row.what;
        insert.bind(row.seq, row.wallMs, row.what.at, row.actor, row.role, what.objectKind, what.object, what.field,
            what.oldValue, what.newValue, row.reason, row.approverRole, row.ticket, row.scenario, nameOf(row.kind),
            row.hash);
        if (Status status = insert.run(); !status)
            return status;
    }
    // The chain alone would not tell when its last rows are gone.
    Statement head = database.prepare("INSERT INTO project (key, value) VALUES ('change_head', ?1)"
                                      " ON CONFLICT (key) DO UPDATE SET value = excluded.value");
    if (Status status = head.bind(rows.back().hash).run(); !status)
        return status;
    return transaction.commit();
}

Status appendChanges(Database& database, std::span<ChangeRow> rows)
{
    if (rows.empty())
        return {};
    Transaction transaction(database);
    if (!transaction.begun())
        return transaction.begun();
    Statement last = database.prepare("SELECT seq, hash FROM change ORDER BY seq DESC LIMIT 1");
    std::int64_t seq = 0;
    std::string before;
    if (last.next()) {
        seq = last.integer(0);
        before = last.text(1);
    }
    if (!last.status())
        return last.status();
    for (ChangeRow& row : rows) {
        row.seq = ++seq;
        row.hash = hashOf(before, row);
        before = row.hash;
    }
    if (Status status = insertChanges(database, rows); !status)
        return status;
    return transaction.commit();
}

Status forEachChange(Database& database, const std::function<bool(const ChangeRow&)>& consume, std::int64_t first)
{
    Statement rows = database.prepare(std::string{"SELECT "} + kColumns + " FROM change WHERE seq >= ?1 ORDER BY seq");
    rows.bind(first);
    while (rows.next()) {
        if (!consume(rowOf(rows)))
            break;
    }
    return rows.status();
}

Result<std::vector<ChangeRow>> readChanges(Database& database, std::int64_t first)
{
    std::vector<ChangeRow> rows;
    const Status status = forEachChange(
        database,
        [&](const ChangeRow& row) {
            rows.push_back(row);
            return true;
        },
        first);
    if (!status)
        return status.error();
    return rows;
}

Result<ChangeVerdict> verifyChanges(Database& database)
{
    ChangeVerdict verdict;
    const Status status = forEachChange(database, [&](const ChangeRow& row) {
        ++verdict.rows;
        if (!verdict.firstBroken && (row.seq != verdict.rows || row.hash != hashOf(verdict.head, row)))
            verdict.firstBroken = verdict.rows;
        verdict.head = row.hash;
        return true;
    });
    if (!status)
        return status.error();
    Result<std::optional<std::string>> head = database.text("SELECT value FROM project WHERE key = 'change_head'");
    if (!head)
        return head.error();
    if (!verdict.firstBroken && head.value().value_or("") != verdict.head)
        verdict.firstBroken = verdict.rows + 1;
    return verdict;
}

std::string changesToCsv(std::span<const ChangeRow> rows)
{
    std::string csv = "seq,wallTime,simSeconds,actor,role,objectKind,object,field,old,new,reason,approverRole,ticket,"
                      "scenario,kind,hash\n";
    for (const ChangeRow& row : rows) {
        std::string seconds;
        if (row.what.at)
            appendSeconds(seconds, *row.what.at);
        const std::string number = std::to_string(row.seq);
        const std::string wall = formatIsoInstant(row.wallMs);
        const PolicyChange& what = row.what;
        for (const std::string_view cell :
            {std::string_view{number}, std::string_view{wall}, std::string_view{seconds}, std::string_view{row.actor},
                std::string_view{row.role}, std::string_view{what.objectKind}, std::string_view{what.object},
                std::string_view{what.field}, std::string_view{what.oldValue}, std::string_view{what.newValue},
                std::string_view{row.reason}, std::string_view{row.approverRole}, std::string_view{row.ticket},
                std::string_view{row.scenario}, nameOf(row.kind), std::string_view{row.hash}})
            appendCell(csv, cell);
        csv += '\n';
    }
    return csv;
}

std::string changesToJson(std::span<const ChangeRow> rows)
{
    std::string text = "[";
    for (const ChangeRow& row : rows) {
        SortedJson json = toJson(row);
        json["hash"] = row.hash;
        text += text.size() == 1 ? "\n" : ",\n";
        text += dump(json);
    }
    return text + (rows.empty() ? "]\n" : "\n]\n");
}

} // namespace quotaboard
