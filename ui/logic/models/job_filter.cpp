// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/job_filter.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/job_cells.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::JobFilter)
};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(const QString& text)
{
    std::string result = fromQt(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool contains(std::string_view text, std::string_view lowerCase)
{
    return std::search(text.begin(), text.end(), lowerCase.begin(), lowerCase.end(), [](char a, char b) {
        return lower(a) == b;
    }) != text.end();
}

/// Words at blanks; quotes keep them together.
QStringList wordsOf(const QString& text)
{
    QStringList words;
    QString word;
    bool isQuoted = false;
    for (const QChar c : text) {
        if (c == u'"') {
            isQuoted = !isQuoted;
        } else if (c.isSpace() && !isQuoted) {
            if (!word.isEmpty())
                words += word;
            word.clear();
        } else {
            word += c;
        }
    }
    if (!word.isEmpty())
        words += word;
    return words;
}

std::vector<JobState> statesOf(const QString& word)
{
    if (word == QLatin1String("pending"))
        return {JobState::NotSubmitted};
    if (word == QLatin1String("waiting"))
        return {JobState::Waiting};
    if (word == QLatin1String("starting"))
        return {JobState::Starting};
    if (word == QLatin1String("running"))
        return {JobState::Running};
    if (word == QLatin1String("stopping"))
        return {JobState::Stopping};
    if (word == QLatin1String("succeeded"))
        return {JobState::Succeeded};
    if (word == QLatin1String("failed"))
        return {JobState::Failed};
    if (word == QLatin1String("ended"))
        return {JobState::Succeeded, JobState::Failed, JobState::Ended};
    return {};
}

} // namespace

QString jobStateText(JobState state)
{
    switch (state) {
    case JobState::Unknown:
        return QStringLiteral("—");
    case JobState::NotSubmitted:
        return Texts::tr("not submitted yet");
    case JobState::Waiting:
        return Texts::tr("waiting");
    case JobState::Starting:
        return Texts::tr("starting");
    case JobState::Running:
        return Texts::tr("running");
    case JobState::Stopping:
        return Texts::tr("preempted, stopping");
    case JobState::Succeeded:
        return Texts::tr("succeeded");
    case JobState::Failed:
        return Texts::tr("failed");
    case JobState::Ended:
        return Texts::tr("ended");
    }
    return {};
}

JobFilter JobFilter::fromText(const QString& text)
{
    JobFilter filter;
    for (const QString& word : wordsOf(text))
        filter.add(word);
    return filter;
}

void JobFilter::add(QString word)
{
    Term term;
    if (word.size() > 1 && word.startsWith(u'-')) {
        term.isNegated = true;
        word.remove(0, 1);
    }
    static const QRegularExpression pattern(QStringLiteral("^([a-z]+)(:|<=|>=|=|<|>)(.*)$"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::DotMatchesEverythingOption);
    const QRegularExpressionMatch match = pattern.match(word);
    if (!match.hasMatch()) {
        term.text = lowered(word);
        terms_.push_back(std::move(term));
        return;
    }
    const QString key = match.captured(1).toLower();
    const QString relation = match.captured(2);
    const QString value = match.captured(3);
    if (value.isEmpty()) {
        problem_ = Texts::tr("“%1” needs a value behind it.").arg(word);
        return;
    }
    term.relation = relation == QLatin1String("<=") ? Relation::LessOrEqual
        : relation == QLatin1String(">=")           ? Relation::GreaterOrEqual
        : relation == QLatin1String("<")            ? Relation::Less
        : relation == QLatin1String(">")            ? Relation::Greater
                                                    : Relation::Equal;
    static const QStringList numbers{QStringLiteral("priority"), QStringLiteral("instances"), QStringLiteral("work"),
        QStringLiteral("submit"), QStringLiteral("restore"), QStringLiteral("retries")};
    if (numbers.contains(key))
        addNumber(std::move(term), key, value);
    else
        addText(std::move(term), key, value);
}

void JobFilter::addText(Term term, const QString& key, const QString& value)
{
    static const QStringList fields{QStringLiteral("name"), QStringLiteral("id"), QStringLiteral("user"),
        QStringLiteral("share"), QStringLiteral("unit"), QStringLiteral("class"), QStringLiteral("state")};
    const qsizetype field = fields.indexOf(key);
    if (field < 0) {
        problem_ = Texts::tr("“%1” is nothing to filter by; there are name, id, user, share, unit, class, state, "
                             "priority, instances, work, submit, restore and retries.")
                       .arg(key);
        return;
    }
    term.field = static_cast<Field>(static_cast<int>(Field::Name) + static_cast<int>(field));
    term.text = lowered(value);
    if (term.field == Field::State) {
        term.states = statesOf(value.toLower());
        if (term.states.empty()) {
            problem_
                = Texts::tr("“%1” is no state; there are pending, waiting, starting, running, stopping, succeeded, "
                            "failed and ended.")
                      .arg(value);
            return;
        }
    }
    if (term.relation != Relation::Equal) {
        problem_ = Texts::tr("“%1” is compared with a colon, such as %1:%2.").arg(key, value);
        return;
    }
    term.relation = Relation::Contains;
    terms_.push_back(std::move(term));
}

void JobFilter::addNumber(Term term, const QString& key, const QString& value)
{
    const bool isDuration
        = key == QLatin1String("work") || key == QLatin1String("submit") || key == QLatin1String("restore");
    bool isNumber = false;
    std::optional<std::int64_t> number;
    if (isDuration)
        number = durationFromText(value);
    else if (const qint64 plain = value.toLongLong(&isNumber); isNumber)
        number = plain;
    if (!number) {
        problem_ = isDuration ? Texts::tr("“%1” is no duration such as 90s, 45m or 1h30m.").arg(value)
                              : Texts::tr("“%1” is no whole number.").arg(value);
        return;
    }
    term.number = *number;
    term.field = key == QLatin1String("priority") ? Field::Priority
        : key == QLatin1String("instances")       ? Field::Instances
        : key == QLatin1String("work")            ? Field::Work
        : key == QLatin1String("submit")          ? Field::Submit
        : key == QLatin1String("restore")         ? Field::Restore
                                                  : Field::Retries;
    terms_.push_back(std::move(term));
}

bool JobFilter::needsStates() const
{
    return std::any_of(terms_.begin(), terms_.end(), [](const Term& term) { return term.field == Field::State; });
}

bool JobFilter::matches(const Scenario& scenario, JobIndex job, JobState state) const
{
    return std::all_of(terms_.begin(), terms_.end(),
        [&](const Term& term) { return holds(term, scenario, job, state) != term.isNegated; });
}

bool JobFilter::holds(const Term& term, const Scenario& scenario, JobIndex index, JobState state)
{
    const Job& job = scenario.jobs[index];
    const auto has = [&](StringId id) { return contains(scenario.jobs.text(id), term.text); };
    const auto hasId = [&] { return contains(scenario.jobs.displayId(index), term.text); };
    const auto compares = [&](std::int64_t value) {
        switch (term.relation) {
        case Relation::Less:
            return value < term.number;
        case Relation::LessOrEqual:
            return value <= term.number;
        case Relation::Greater:
            return value > term.number;
        case Relation::GreaterOrEqual:
            return value >= term.number;
        default:
            return value == term.number;
        }
    };
    switch (term.field) {
    case Field::Any:
        return has(job.name) || has(job.user) || hasId();
    case Field::Name:
        return has(job.name);
    case Field::Id:
        return hasId();
    case Field::User:
        return has(job.user);
    case Field::Share:
        return contains(scenario.shareName(job.share), term.text);
    case Field::Unit:
        return contains(scenario.unitName(job.unit), term.text);
    case Field::Class:
        return has(job.workloadClass);
    case Field::State:
        return std::find(term.states.begin(), term.states.end(), state) != term.states.end();
    case Field::Priority:
        return compares(job.priority);
    case Field::Instances:
        return compares(job.instances);
    case Field::Work:
        return compares(job.work);
    case Field::Submit:
        return compares(job.submit);
    case Field::Restore:
        return compares(scenario.jobs.profile(job.profile).restore);
    case Field::Retries:
        return compares(
            scenario.jobs.profile(job.profile).preemptionRetries.value_or(std::numeric_limits<std::int32_t>::max()));
    }
    return false;
}

} // namespace quotaboard
