// SPDX-License-Identifier: Apache-2.0
// The tables of version 1. FORMAT.md says what is in them; a change here is a new migration instead.
#pragma once

namespace quotaboard {

inline constexpr const char* kProjectSchema1 = R"sql(
CREATE TABLE project (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE workload (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    jobs INTEGER NOT NULL CHECK (jobs >= 0)
) STRICT;

CREATE TABLE job (
    workload INTEGER NOT NULL REFERENCES workload (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position >= 0),
    id TEXT,
    name TEXT NOT NULL,
    share TEXT NOT NULL,
    unit TEXT NOT NULL,
    instances INTEGER NOT NULL,
    submit_ms INTEGER NOT NULL,
    work_ms INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (workload, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE scenario (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    words TEXT NOT NULL,
    workload INTEGER NOT NULL REFERENCES workload (id),
    hash TEXT NOT NULL,
    jobs_hash TEXT NOT NULL,
    is_baseline INTEGER NOT NULL DEFAULT 0 CHECK (is_baseline IN (0, 1)),
    note TEXT NOT NULL DEFAULT '',
    created_ms INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX scenario_workload ON scenario (workload);

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    scenario INTEGER NOT NULL REFERENCES scenario (id) ON DELETE CASCADE,
    scenario_hash TEXT NOT NULL,
    engine TEXT NOT NULL,
    seed TEXT NOT NULL,
    warm_up_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    events INTEGER NOT NULL,
    event_log_hash TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    finished_ms INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT;
CREATE INDEX run_scenario ON run (scenario);

CREATE TABLE event (
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    t_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    job INTEGER,
    share TEXT,
    attempt INTEGER,
    words TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE attempt (
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    job INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    job_id TEXT NOT NULL,
    share TEXT NOT NULL,
    unit TEXT NOT NULL,
    instances INTEGER NOT NULL,
    borrowed INTEGER NOT NULL,
    queued_ms INTEGER NOT NULL,
    dispatched_ms INTEGER NOT NULL,
    starting_ms INTEGER,
    started_ms INTEGER,
    ended_ms INTEGER,
    released_ms INTEGER,
    outcome TEXT NOT NULL,
    reason TEXT,
    preempted_for INTEGER,
    lost_ms INTEGER NOT NULL,
    resumed_from_ms INTEGER NOT NULL,
    PRIMARY KEY (run, job, attempt)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric (
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    wall_ms INTEGER NOT NULL,
    sim_ms INTEGER,
    actor TEXT NOT NULL,
    role TEXT NOT NULL,
    object_kind TEXT NOT NULL,
    object TEXT NOT NULL,
    field TEXT NOT NULL,
    old_value TEXT NOT NULL,
    new_value TEXT NOT NULL,
    reason TEXT NOT NULL,
    approver_role TEXT NOT NULL,
    ticket TEXT NOT NULL,
    scenario TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('edit', 'undo', 'redo', 'import')),
    hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER change_is_never_updated BEFORE UPDATE ON change
BEGIN SELECT RAISE(ABORT, 'the change record is append-only'); END;
CREATE TRIGGER change_is_never_deleted BEFORE DELETE ON change
BEGIN SELECT RAISE(ABORT, 'the change record is append-only'); END;
CREATE TRIGGER change_has_no_gaps BEFORE INSERT ON change
WHEN NEW.seq IS NOT (SELECT IFNULL(MAX(seq), 0) + 1 FROM change)
BEGIN SELECT RAISE(ABORT, 'the change record is append-only'); END;

CREATE TABLE note (
    id INTEGER PRIMARY KEY,
    scenario INTEGER REFERENCES scenario (id) ON DELETE CASCADE,
    at_ms INTEGER,
    object_kind TEXT NOT NULL DEFAULT '',
    object TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX note_scenario ON note (scenario);

CREATE TABLE bookmark (
    scenario INTEGER NOT NULL REFERENCES scenario (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (scenario, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE seal (
    name TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIEW scenario_job AS
    SELECT scenario.name AS scenario, job.*
    FROM scenario JOIN job ON job.workload = scenario.workload;
CREATE VIEW latest_run AS
    SELECT scenario.name AS scenario_name, run.scenario_hash <> scenario.hash AS is_stale, run.*
    FROM scenario JOIN run ON run.id = (SELECT MAX(id) FROM run WHERE run.scenario = scenario.id);
CREATE VIEW preemption AS
    SELECT attempt.run, attempt.job, attempt.job_id, attempt.attempt, attempt.share, attempt.ended_ms AS t_ms,
        attempt.lost_ms, attempt.preempted_for,
        (SELECT share FROM attempt AS taker
         WHERE taker.run = attempt.run AND taker.job = attempt.preempted_for LIMIT 1) AS taken_by_share
    FROM attempt WHERE attempt.outcome = 'PREEMPTED';
CREATE VIEW change_text AS
    SELECT seq, strftime('%Y-%m-%dT%H:%M:%fZ', wall_ms / 1000.0, 'unixepoch') AS wall_time, sim_ms / 1000.0 AS sim_seconds,
        actor, role, object_kind, object, field, old_value, new_value, reason, approver_role, ticket, scenario, kind
    FROM change;
)sql";

} // namespace quotaboard
