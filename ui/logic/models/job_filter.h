// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace quotaboard {

/// Where a job stands at a moment.
enum class JobState : std::uint8_t {
    Unknown,
    NotSubmitted,
    Waiting,
    Starting,
    Running,
    Stopping,
    Succeeded,
    Failed,
    Ended
};

/// As shown: "waiting".
[[nodiscard]] QString jobStateText(JobState state);

/// Which jobs to show. All terms of a filter must hold:
///
///     resnet              the text occurs in name, id or user (letters A to Z in either case)
///     share:research      also unit: class: user: name: id:; the text occurs there; "…" keeps blanks together
///     state:waiting       also pending, starting, running, stopping, succeeded, failed
///     priority>=500       also instances, work, submit (1h30m), restore, retries; with = < <= > >=
///     -share:research     not
class JobFilter {
public:
    JobFilter() = default;
    /// Never fails; what cannot be read is told by problem().
    [[nodiscard]] static JobFilter fromText(const QString& text);

    [[nodiscard]] bool isEmpty() const { return terms_.empty(); }
    /// Why the filter cannot be used; empty when it can.
    [[nodiscard]] const QString& problem() const { return problem_; }
    /// Whether it asks for the state at the clock.
    [[nodiscard]] bool needsStates() const;
    [[nodiscard]] bool matches(const Scenario& scenario, JobIndex job, JobState state) const;

private:
    enum class Field {
        Any,
        Name,
        Id,
        User,
        Share,
        Unit,
        Class,
        State,
        Priority,
        Instances,
        Work,
        Submit,
        Restore,
        Retries
    };
    enum class Relation { Contains, Equal, Less, LessOrEqual, Greater, GreaterOrEqual };
    struct Term {
        Field field = Field::Any;
        Relation relation = Relation::Contains;
        bool isNegated = false;
        /// Lower case for A to Z.
        std::string text;
        std::int64_t number = 0;
        std::vector<JobState> states;
    };
    void add(QString word);
    void addText(Term term, const QString& key, const QString& value);
    void addNumber(Term term, const QString& key, const QString& value);
    [[nodiscard]] static bool holds(const Term& term, const Scenario& scenario, JobIndex job, JobState state);

    std::vector<Term> terms_;
    QString problem_;
};

} // namespace quotaboard
