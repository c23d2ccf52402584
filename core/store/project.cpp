// SPDX-License-Identifier: Apache-2.0
#include "core/store/project.h"

#include "core/store/schema.h"
#include "core/store/store_clock.h"

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr const char* kPutValue = "INSERT INTO project (key, value) VALUES (?1, ?2)"
                                  " ON CONFLICT (key) DO UPDATE SET value = excluded.value";

} // namespace

Project::Project(Database database, std::string folder, std::optional<Error> readOnly)
    : database_(std::move(database))
    , folder_(std::move(folder))
    , readOnly_(std::move(readOnly))
{
}

Result<Project> Project::create(Database database, std::string folder)
{
    if (Status status = createProjectSchema(database); !status)
        return status.error();
    Project project(std::move(database), std::move(folder));
    Transaction transaction(project.database_);
    const Result<std::optional<std::string>> id = project.database_.text("SELECT lower(hex(randomblob(16)))");
    if (!id)
        return id.error();
    for (const auto& [key, text] : {std::pair<std::string, std::string>{"format", "quotaboard-project"},
             {"id", id.value().value_or("")}, {"created_ms", std::to_string(epochNow())}, {"revision", "0"}}) {
        if (Status status = project.setValue(key, text); !status)
            return status.error();
    }
    if (Status status = project.database_.prepare(kPutValue).bind("revision", "0").run(); !status)
        return status.error();
    if (Status status = transaction.commit(); !status)
        return status.error();
    return project;
}

Status Project::writable() const
{
    return readOnly_ ? Status{*readOnly_} : Status{};
}

Error Project::noSuch(ScenarioId id) const
{
    return Error{ErrorCode::UnknownReference, database_.name(), {std::to_string(id), "a scenario"}};
}

/// Counts a change; part of the transaction that makes it.
Status Project::touch()
{
    if (Status status
        = database_.execute("UPDATE project SET value = CAST(value AS INTEGER) + 1 WHERE key = 'revision'");
        !status)
        return status;
    return database_.prepare(kPutValue).bind("modified_ms", std::to_string(epochNow())).run();
}

Status Project::checkName(const std::string& name)
{
    if (name.empty())
        return Error{ErrorCode::NotAllowed, database_.name(), {"a scenario without a name", "a name"}};
    Statement taken = database_.prepare("SELECT 1 FROM scenario WHERE name = ?1");
    taken.bind(name);
    if (taken.next())
        return Error{ErrorCode::Duplicate, database_.name(), {name}};
    return taken.status();
}

Result<std::vector<ScenarioEntry>> Project::scenarios()
{
    std::vector<ScenarioEntry> entries;
    Statement rows = database_.prepare(
        "SELECT s.id, s.name, s.position, s.is_baseline, s.note, s.hash, w.jobs, s.created_ms, s.modified_ms"
        " FROM scenario AS s JOIN workload AS w ON w.id = s.workload ORDER BY s.position, s.id");
    while (rows.next()) {
        ScenarioEntry entry;
        entry.id = rows.integer(0);
        entry.name = rows.text(1);
        entry.position = static_cast<std::int64_t>(entries.size());
        entry.isBaseline = rows.integer(3) != 0;
        entry.note = rows.text(4);
        entry.hash = rows.text(5);
        entry.jobs = rows.integer(6);
        entry.createdMs = rows.integer(7);
        entry.modifiedMs = rows.integer(8);
        entries.push_back(std::move(entry));
    }
    if (Status status = rows.status(); !status)
        return status.error();
    return entries;
}

Result<ScenarioId> Project::findScenario(const std::string& name)
{
    Statement row = database_.prepare("SELECT id FROM scenario WHERE name = ?1");
    row.bind(name);
    if (row.next())
        return row.integer(0);
    if (Status status = row.status(); !status)
        return status.error();
    return Error{ErrorCode::UnknownReference, database_.name(), {name, "a scenario"}};
}

Result<ScenarioId> Project::duplicateScenario(ScenarioId id, const std::string& name)
{
    if (Status status = writable(); !status)
        return status.error();
    if (Status status = checkName(name); !status)
        return status.error();
    Transaction transaction(database_);
    Statement copy = database_.prepare(
        "INSERT INTO scenario (name, position, words, workload, hash, jobs_hash, note, created_ms, modified_ms)"
        " SELECT ?2, (SELECT MAX(position) + 1 FROM scenario), words, workload, hash, jobs_hash, note, ?3, ?3"
        " FROM scenario WHERE id = ?1");
    if (Status status = copy.bind(id, name, epochNow()).run(); !status)
        return status.error();
    if (database_.changes() == 0)
        return noSuch(id);
    const ScenarioId made = database_.lastInsertId();
    Statement marks = database_.prepare("INSERT INTO bookmark (scenario, position, at_ms, text)"
                                        " SELECT ?2, position, at_ms, text FROM bookmark WHERE scenario = ?1");
    if (Status status = marks.bind(id, made).run(); !status)
        return status.error();
    if (Status status = touch(); !status)
        return status.error();
    if (Status status = transaction.commit(); !status)
        return status.error();
    if (const auto known = known_.find(id); known != known_.end())
        known_[made] = known->second;
    return made;
}

Status Project::renameScenario(ScenarioId id, const std::string& name)
{
    if (Status status = writable(); !status)
        return status;
    Statement same = database_.prepare("SELECT 1 FROM scenario WHERE id = ?1 AND name = ?2");
    same.bind(id, name);
    if (same.next())
        return {};
    if (Status status = checkName(name); !status)
        return status;
    Transaction transaction(database_);
    Statement update = database_.prepare("UPDATE scenario SET name = ?2, modified_ms = ?3 WHERE id = ?1");
    if (Status status = update.bind(id, name, epochNow()).run(); !status)
        return status;
    if (database_.changes() == 0)
        return noSuch(id);
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

Status Project::removeScenario(ScenarioId id)
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    if (Status status = database_.prepare("DELETE FROM scenario WHERE id = ?1").bind(id).run(); !status)
        return status;
    if (database_.changes() == 0)
        return noSuch(id);
    if (Status status = dropUnusedWorkloads(); !status)
        return status;
    if (Status status = touch(); !status)
        return status;
    if (Status status = transaction.commit(); !status)
        return status;
    known_.erase(id);
    return {};
}

Status Project::moveScenario(ScenarioId id, std::int64_t position)
{
    if (Status status = writable(); !status)
        return status;
    Result<std::vector<ScenarioEntry>> entries = scenarios();
    if (!entries)
        return entries.error();
    std::vector<ScenarioEntry>& order = entries.value();
    const auto found = std::find_if(order.begin(), order.end(), [&](const ScenarioEntry& e) { return e.id == id; });
    if (found == order.end())
        return noSuch(id);
    const ScenarioEntry moved = *found;
    order.erase(found);
    const auto place = std::clamp<std::int64_t>(position, 0, static_cast<std::int64_t>(order.size()));
    order.insert(order.begin() + place, moved);
    Transaction transaction(database_);
    Statement update = database_.prepare("UPDATE scenario SET position = ?2 WHERE id = ?1");
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (Status status = update.bind(order[i].id, static_cast<std::int64_t>(i)).run(); !status)
            return status;
    }
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

Status Project::setBaseline(std::optional<ScenarioId> id)
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    // IS, not =: without a baseline the comparison with nothing is false, too.
    Statement update = database_.prepare("UPDATE scenario SET is_baseline = id IS ?1");
    if (Status status = update.bind(id).run(); !status)
        return status;
    if (id) {
        const auto marked = database_.integer("SELECT COUNT(*) FROM scenario WHERE is_baseline");
        if (!marked)
            return marked.error();
        if (marked.value() != 1)
            return noSuch(*id);
    }
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

Status Project::setScenarioNote(ScenarioId id, const std::string& text)
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    if (Status status = database_.prepare("UPDATE scenario SET note = ?2 WHERE id = ?1").bind(id, text).run(); !status)
        return status;
    if (database_.changes() == 0)
        return noSuch(id);
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

Status Project::dropUnusedWorkloads()
{
    return database_.execute("DELETE FROM workload WHERE NOT EXISTS"
                             " (SELECT 1 FROM scenario WHERE scenario.workload = workload.id)");
}

Status Project::appendChanges(std::span<ChangeRow> rows)
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    if (Status status = quotaboard::appendChanges(database_, rows); !status)
        return status;
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

Result<std::vector<ChangeRow>> Project::changes(std::int64_t first)
{
    return readChanges(database_, first);
}

Result<ChangeVerdict> Project::verifyChanges()
{
    return quotaboard::verifyChanges(database_);
}

Result<std::vector<ProjectNote>> Project::notes()
{
    std::vector<ProjectNote> notes;
    Statement rows = database_.prepare(
        "SELECT id, scenario, at_ms, object_kind, object, text, created_ms, modified_ms FROM note ORDER BY id");
    while (rows.next()) {
        notes.push_back({rows.integer(0), rows.optionalInteger(1), rows.optionalInteger(2), rows.text(3), rows.text(4),
            rows.text(5), rows.integer(6), rows.integer(7)});
    }
    if (Status status = rows.status(); !status)
        return status.error();
    return notes;
}

Result<NoteId> Project::putNote(const ProjectNote& note)
{
    if (Status status = writable(); !status)
        return status.error();
    Transaction transaction(database_);
    const TimeMs now = epochNow();
    Statement put = database_.prepare(note.id == 0
            ? "INSERT INTO note (scenario, at_ms, object_kind, object, text, created_ms, modified_ms)"
              " VALUES (?2, ?3, ?4, ?5, ?6, ?7, ?7)"
            : "UPDATE note SET scenario = ?2, at_ms = ?3, object_kind = ?4, object = ?5, text = ?6, modified_ms = ?7"
              " WHERE id = ?1");
    put.bind(note.id, note.scenario, note.at, note.objectKind, note.object, note.text, now);
    if (Status status = put.run(); !status)
        return status.error();
    if (database_.changes() == 0)
        return Error{ErrorCode::UnknownReference, database_.name(), {std::to_string(note.id), "a note"}};
    const NoteId id = note.id == 0 ? database_.lastInsertId() : note.id;
    if (Status status = touch(); !status)
        return status.error();
    if (Status status = transaction.commit(); !status)
        return status.error();
    return id;
}

Status Project::removeNote(NoteId id)
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    if (Status status = database_.prepare("DELETE FROM note WHERE id = ?1").bind(id).run(); !status)
        return status;
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

Result<std::optional<std::string>> Project::value(const std::string& key)
{
    Statement row = database_.prepare("SELECT value FROM project WHERE key = ?1");
    row.bind(key);
    std::optional<std::string> text;
    if (row.next())
        text = row.text(0);
    if (Status status = row.status(); !status)
        return status.error();
    return text;
}

Status Project::setValue(const std::string& key, const std::string& text)
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    if (Status status = database_.prepare(kPutValue).bind(key, text).run(); !status)
        return status;
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

Result<std::int64_t> Project::revision()
{
    const auto found = database_.integer("SELECT CAST(value AS INTEGER) FROM project WHERE key = 'revision'");
    if (!found)
        return found.error();
    return found.value().value_or(0);
}

} // namespace quotaboard
