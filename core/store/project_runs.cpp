// SPDX-License-Identifier: Apache-2.0
// Runs going in and out.
#include "core/base/sha256.h"
#include "core/exchange/event_log_writer.h"
#include "core/exchange/names.h"
#include "core/exchange/scenario_words.h"
#include "core/store/project.h"
#include "core/store/run_attempts.h"

#include <charconv>

namespace quotaboard {

namespace {

constexpr std::size_t kEventsPerReport = 4096;

std::optional<TimeMs> known(TimeMs time)
{
    return time == kNever ? std::nullopt : std::optional{time};
}

std::optional<std::int64_t> number(JobIndex job)
{
    return job.isValid() ? std::optional{static_cast<std::int64_t>(job.value())} : std::nullopt;
}

bool isCancelled(const Progress* progress)
{
    return progress != nullptr && progress->isCancelled();
}

/// Every number below `json`, with its JSON pointer.
template <class Consumer>
Status forEachNumber(const nlohmann::ordered_json& json, const std::string& path, Consumer&& consume)
{
    if (json.is_number())
        return consume(path, json.get<double>());
    if (json.is_object()) {
        for (const auto& [key, value] : json.items()) {
            if (Status status = forEachNumber(value, path + "/" + key, consume); !status)
                return status;
        }
    }
    if (json.is_array()) {
        std::size_t i = 0;
        for (const auto& value : json) {
            if (Status status = forEachNumber(value, path + "/" + std::to_string(i++), consume); !status)
                return status;
        }
    }
    return {};
}

Status insertAttempts(
    Database& database, RunId run, const Scenario& scenario, const EventLog& log, const Progress* progress)
{
    Statement insert = database.prepare(
        "INSERT INTO attempt (run, job, attempt, job_id, share, unit, instances, borrowed, queued_ms, dispatched_ms,"
        " starting_ms, started_ms, ended_ms, released_ms, outcome, reason, preempted_for, lost_ms, resumed_from_ms)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)");
    Status failure;
    std::size_t count = 0;
    forEachAttempt(scenario, log, [&](const RunAttempt& attempt) {
        const AttemptRecord& record = attempt.record;
        const Job& job = scenario.jobs[attempt.job];
        std::optional<std::string_view> reason;
        if (record.reason != FailureReason::None)
            reason = nameOf(record.reason);
        insert.bind(run, static_cast<std::int64_t>(attempt.job.value()), static_cast<std::int64_t>(record.number),
            scenario.jobs.displayId(attempt.job), scenario.shareName(attempt.share), scenario.unitName(job.unit),
            job.instances, record.borrowed, attempt.queued, record.scheduled, known(record.starting),
            known(record.running), known(record.end), known(record.released), nameOf(record.outcome), reason,
            number(record.by), record.lost, record.resumedFrom);
        failure = insert.run();
        if (failure.ok() && ++count % kEventsPerReport == 0 && isCancelled(progress))
            failure = Error{ErrorCode::Interrupted, database.name(), {}};
        return failure.ok();
    });
    return failure;
}

RunEntry runOf(const Statement& row)
{
    RunEntry run;
    run.id = row.integer(0);
    run.scenario = row.integer(1);
    run.scenarioHash = row.text(2);
    run.facts.engine = row.text(3);
    const std::string seed = row.text(4);
    std::from_chars(seed.data(), seed.data() + seed.size(), run.facts.seed);
    run.facts.warmUp = row.integer(5);
    run.facts.end = row.integer(6);
    run.events = row.integer(7);
    run.eventLogHash = row.text(8);
    run.facts.startedMs = row.integer(9);
    run.facts.finishedMs = row.integer(10);
    run.facts.summary = nlohmann::ordered_json::parse(row.view(11), nullptr, false);
    if (run.facts.summary.is_discarded())
        run.facts.summary = nullptr;
    run.isStale = row.integer(12) != 0;
    return run;
}

} // namespace

Status Project::insertEvents(
    RunId run, const Scenario& scenario, const EventLog& log, std::string& hash, Progress* progress)
{
    Statement insert = database_.prepare("INSERT INTO event (run, seq, t_ms, kind, job, share, attempt, words)"
                                         " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    Sha256 sum;
    std::string line;
    if (progress != nullptr)
        progress->setTotal(log.size());
    for (std::size_t i = 0; i < log.size(); ++i) {
        const JobEvent event = log[i];
        line.clear();
        appendEventLine(scenario, event, i, line);
        sum.update(line);
        std::optional<std::string_view> share;
        if (event.kind == EventKind::Submitted || event.kind == EventKind::Moved)
            share = scenario.shareName(event.share);
        std::optional<std::int64_t> attempt;
        if (event.attempt > 0)
            attempt = event.attempt;
        const std::string_view words = std::string_view{line}.substr(0, line.size() - 1);
        insert.bind(run, static_cast<std::int64_t>(i), event.time, nameOf(event.kind), number(event.job), share,
            attempt, words);
        if (Status status = insert.run(); !status)
            return status;
        if (i % kEventsPerReport == 0 && progress != nullptr) {
            progress->setDone(i);
            if (progress->isCancelled())
                return Error{ErrorCode::Interrupted, database_.name(), {}};
        }
    }
    hash = sum.finishHex();
    return {};
}

Status Project::insertMetrics(RunId run, const nlohmann::ordered_json& summary)
{
    Statement insert = database_.prepare("INSERT OR IGNORE INTO metric (run, path, value) VALUES (?1, ?2, ?3)");
    return forEachNumber(
        summary, {}, [&](const std::string& path, double value) { return insert.bind(run, path, value).run(); });
}

Result<RunId> Project::recordRun(
    ScenarioId id, const Scenario& scenario, const EventLog& log, const RunFacts& facts, Progress* progress)
{
    if (Status status = writable(); !status)
        return status.error();
    const auto found = known_.find(id);
    const bool isSameList
        = found != known_.end() && isKnown(found->second, scenario, found->second.source, found->second.written);
    const std::string scenarioHashNow
        = isSameList ? scenarioHash(scenario, found->second.jobsHash) : scenarioHash(scenario);
    Transaction transaction(database_);
    if (!transaction.begun())
        return transaction.begun().error();
    Statement exists = database_.prepare("SELECT 1 FROM scenario WHERE id = ?1");
    exists.bind(id);
    if (!exists.next())
        return exists.status() ? noSuch(id) : exists.status().error();
    (void)exists.next();
    Statement insert = database_.prepare(
        "INSERT INTO run (scenario, scenario_hash, engine, seed, warm_up_ms, end_ms, events, event_log_hash,"
        " started_ms, finished_ms, summary) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '', ?8, ?9, ?10)");
    insert.bind(id, scenarioHashNow, facts.engine, std::to_string(facts.seed), facts.warmUp, facts.end,
        static_cast<std::int64_t>(log.size()), facts.startedMs, facts.finishedMs,
        facts.summary.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    if (Status status = insert.run(); !status)
        return status.error();
    const RunId run = database_.lastInsertId();
    std::string hash;
    if (Status status = insertEvents(run, scenario, log, hash, progress); !status)
        return status.error();
    if (Status status = insertAttempts(database_, run, scenario, log, progress); !status)
        return status.error();
    if (Status status = insertMetrics(run, facts.summary); !status)
        return status.error();
    Statement update = database_.prepare("UPDATE run SET event_log_hash = ?2 WHERE id = ?1");
    if (Status status = update.bind(run, hash).run(); !status)
        return status.error();
    if (Status status = touch(); !status)
        return status.error();
    if (Status status = transaction.commit(); !status)
        return status.error();
    return run;
}

Result<std::vector<RunEntry>> Project::runs(std::optional<ScenarioId> scenario)
{
    std::vector<RunEntry> runs;
    Statement rows = database_.prepare(
        "SELECT r.id, r.scenario, r.scenario_hash, r.engine, r.seed, r.warm_up_ms, r.end_ms, r.events,"
        " r.event_log_hash, r.started_ms, r.finished_ms, r.summary, r.scenario_hash <> s.hash"
        " FROM run AS r JOIN scenario AS s ON s.id = r.scenario WHERE ?1 IS NULL OR r.scenario = ?1 ORDER BY r.id");
    rows.bind(scenario);
    while (rows.next())
        runs.push_back(runOf(rows));
    if (Status status = rows.status(); !status)
        return status.error();
    return runs;
}

Status Project::readEvents(RunId run, const std::function<bool(std::string_view)>& consume, const Progress* progress)
{
    Statement facts = database_.prepare("SELECT events, event_log_hash FROM run WHERE id = ?1");
    facts.bind(run);
    if (!facts.next())
        return facts.status() ? Error{ErrorCode::UnknownReference, database_.name(), {std::to_string(run), "a run"}}
                              : facts.status().error();
    Statement rows = database_.prepare("SELECT words FROM event WHERE run = ?1 ORDER BY seq");
    rows.bind(run);
    Sha256 hash;
    std::int64_t count = 0;
    std::string line;
    while (rows.next()) {
        line = rows.view(0);
        line += '\n';
        hash.update(line);
        if (!consume(line))
            return {};
        if (static_cast<std::size_t>(++count) % kEventsPerReport == 0 && isCancelled(progress))
            return Error{ErrorCode::Interrupted, database_.name(), {}};
    }
    if (Status status = rows.status(); !status)
        return status;
    if (count != facts.integer(0) || hash.finishHex() != facts.view(1))
        return Error{ErrorCode::DamagedFile, database_.name(), {"the events of a run are not what was recorded"}};
    return {};
}

Status Project::removeRun(RunId run)
{
    if (Status status = writable(); !status)
        return status;
    Transaction transaction(database_);
    if (Status status = database_.prepare("DELETE FROM run WHERE id = ?1").bind(run).run(); !status)
        return status;
    if (Status status = touch(); !status)
        return status;
    return transaction.commit();
}

} // namespace quotaboard
