// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/job_cells.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::JobCell)
};

constexpr qint64 kMostRetries = 1'000'000;

QString number(qint64 value)
{
    return QLocale().toString(value);
}

QString textOf(const Scenario& scenario, StringId id)
{
    return toQt(scenario.jobs.text(id));
}

bool isNone(const QString& text)
{
    const QString word = text.trimmed();
    return word.isEmpty() || word == QStringLiteral("—") || word.compare(Texts::tr("none"), Qt::CaseInsensitive) == 0
        || word.compare(QLatin1String("none"), Qt::CaseInsensitive) == 0;
}

/// A whole number in the user's or in plain digits.
std::optional<qint64> integerFrom(const QString& text, qint64 least, qint64 most)
{
    bool isNumber = false;
    qint64 value = QLocale().toLongLong(text.trimmed(), &isNumber);
    if (!isNumber)
        value = text.trimmed().toLongLong(&isNumber);
    return isNumber && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

ParsedCell wrongNumber(const QString& text, qint64 least, qint64 most)
{
    return {
        {}, Texts::tr("Found “%1”; allowed is a whole number from %2 to %3.").arg(text, number(least), number(most))};
}

ParsedCell wrongDuration(const QString& text)
{
    return {{}, Texts::tr("Found “%1”; allowed is a duration such as 90s, 45m, 1h30m or 2d4h.").arg(text)};
}

ParsedCell parseCheckpoint(const QString& text)
{
    ParsedCell result;
    if (isNone(text)) {
        result.change.checkpoint.emplace();
        return result;
    }
    QString rest = text.trimmed();
    CheckpointPlan plan;
    for (const QString& words : {Texts::tr("on stop"), QStringLiteral("on stop")}) {
        if (rest.endsWith(words, Qt::CaseInsensitive)) {
            plan.onStop = true;
            rest = rest.chopped(words.size()).trimmed();
            if (rest.endsWith(u','))
                rest.chop(1);
        }
    }
    const QStringList parts = rest.split(u'/');
    const auto interval = durationFromText(parts.front());
    const auto cost = parts.size() > 1 ? durationFromText(parts[1]) : std::optional<TimeMs>(0);
    if (parts.size() > 2 || !interval || !cost || *interval < 1) {
        result.problem
            = Texts::tr("Found “%1”; allowed is an interval above 0 and, behind a slash, what each checkpoint "
                        "costs, such as 30m / 20s, or none.")
                  .arg(text);
        return result;
    }
    plan.interval = *interval;
    plan.cost = *cost;
    result.change.checkpoint = plan;
    return result;
}

QString shareNames(const Scenario& scenario)
{
    QStringList names;
    for (const QuotaShare& share : scenario.shares)
        names += toQt(share.name);
    return names.join(QStringLiteral(", "));
}

ParsedCell parseTime(JobColumn column, const QString& text)
{
    ParsedCell result;
    if (column == JobColumn::Deadline && isNone(text)) {
        result.change.deadline = kNever;
        return result;
    }
    const auto time = durationFromText(text);
    if (!time)
        return wrongDuration(text);
    if (column == JobColumn::Submit)
        result.change.submit = time;
    else if (column == JobColumn::Work)
        result.change.work = time;
    else if (column == JobColumn::Restore)
        result.change.restore = time;
    else
        result.change.deadline = time;
    return result;
}

ParsedCell parseNumber(JobColumn column, const QString& text)
{
    ParsedCell result;
    if (column == JobColumn::Retries) {
        const bool isUnlimited = isNone(text)
            || text.trimmed().compare(Texts::tr("unlimited"), Qt::CaseInsensitive) == 0
            || text.trimmed().compare(QLatin1String("unlimited"), Qt::CaseInsensitive) == 0;
        const auto value = integerFrom(text, 0, kMostRetries);
        if (!isUnlimited && !value) {
            result.problem = Texts::tr("Found “%1”; allowed is a whole number from 0 to %2, or unlimited.")
                                 .arg(text, number(kMostRetries));
            return result;
        }
        result.change.preemptionRetries.emplace();
        if (!isUnlimited)
            *result.change.preemptionRetries = static_cast<std::int32_t>(*value);
        return result;
    }
    const qint64 least = column == JobColumn::Instances ? 1 : 0;
    const qint64 most = column == JobColumn::Instances ? kMaxInstances : kMaxPriority;
    const auto value = integerFrom(text, least, most);
    if (!value)
        return wrongNumber(text, least, most);
    (column == JobColumn::Instances ? result.change.instances : result.change.priority)
        = static_cast<std::int32_t>(*value);
    return result;
}

} // namespace

QString jobColumnTitle(JobColumn column)
{
    switch (column) {
    case JobColumn::Id:
        return Texts::tr("Id");
    case JobColumn::Name:
        return Texts::tr("Name");
    case JobColumn::Share:
        return Texts::tr("Share");
    case JobColumn::Unit:
        return Texts::tr("Unit");
    case JobColumn::Instances:
        return Texts::tr("Instances");
    case JobColumn::Submit:
        return Texts::tr("Submitted");
    case JobColumn::Work:
        return Texts::tr("Work");
    case JobColumn::Priority:
        return Texts::tr("Priority");
    case JobColumn::Checkpoint:
        return Texts::tr("Checkpoint");
    case JobColumn::Restore:
        return Texts::tr("Restore");
    case JobColumn::Retries:
        return Texts::tr("Preemption retries");
    case JobColumn::Deadline:
        return Texts::tr("Deadline");
    case JobColumn::Class:
        return Texts::tr("Class");
    case JobColumn::User:
        return Texts::tr("User");
    case JobColumn::State:
        return Texts::tr("State now");
    case JobColumn::Wait:
        return Texts::tr("Waiting for");
    }
    return {};
}

QString jobColumnKey(JobColumn column)
{
    static constexpr std::array<const char*, kJobColumns> kKeys{"id", "name", "share", "unit", "instances", "submit",
        "work", "priority", "checkpoint", "restore", "retries", "deadline", "class", "user", "state", "wait"};
    return QString::fromLatin1(kKeys[static_cast<std::size_t>(column)]);
}

bool isEditable(JobColumn column)
{
    return column != JobColumn::Id && column != JobColumn::State && column != JobColumn::Wait;
}

QString checkpointText(const std::optional<CheckpointPlan>& plan)
{
    if (!plan)
        return Texts::tr("none");
    const QString text = plan->cost == 0
        ? durationText(plan->interval)
        : Texts::tr("%1 / %2").arg(durationText(plan->interval), durationText(plan->cost));
    return plan->onStop ? Texts::tr("%1, on stop").arg(text) : text;
}

QString jobCellText(const Scenario& scenario, JobIndex index, JobColumn column)
{
    const Job& job = scenario.jobs[index];
    const JobProfile& profile = scenario.jobs.profile(job.profile);
    switch (column) {
    case JobColumn::Id:
        return job.id.isValid() ? textOf(scenario, job.id) : QStringLiteral("#%1").arg(index.value());
    case JobColumn::Name:
        return textOf(scenario, job.name);
    case JobColumn::Share:
        return toQt(scenario.shareName(job.share));
    case JobColumn::Unit:
        return toQt(scenario.unitName(job.unit));
    case JobColumn::Instances:
        return number(job.instances);
    case JobColumn::Submit:
        return clockText(scenario, job.submit);
    case JobColumn::Work:
        return durationText(job.work);
    case JobColumn::Priority:
        return number(job.priority);
    case JobColumn::Checkpoint:
        return checkpointText(profile.checkpoint);
    case JobColumn::Restore:
        return durationText(profile.restore);
    case JobColumn::Retries:
        return profile.preemptionRetries ? number(*profile.preemptionRetries) : Texts::tr("unlimited");
    case JobColumn::Deadline:
        return job.deadline == kNever ? Texts::tr("none") : clockText(scenario, job.deadline);
    case JobColumn::Class:
        return textOf(scenario, job.workloadClass);
    case JobColumn::User:
        return textOf(scenario, job.user);
    case JobColumn::State:
    case JobColumn::Wait:
        break;
    }
    return {};
}

QString jobCellEditText(const Scenario& scenario, JobIndex index, JobColumn column)
{
    const Job& job = scenario.jobs[index];
    const JobProfile& profile = scenario.jobs.profile(job.profile);
    switch (column) {
    case JobColumn::Submit:
        return durationEditText(job.submit);
    case JobColumn::Work:
        return durationEditText(job.work);
    case JobColumn::Restore:
        return durationEditText(profile.restore);
    case JobColumn::Deadline:
        return job.deadline == kNever ? Texts::tr("none") : durationEditText(job.deadline);
    case JobColumn::Checkpoint: {
        if (!profile.checkpoint)
            return Texts::tr("none");
        const QString text = QStringLiteral("%1 / %2").arg(
            durationEditText(profile.checkpoint->interval), durationEditText(profile.checkpoint->cost));
        return profile.checkpoint->onStop ? QStringLiteral("%1, %2").arg(text, Texts::tr("on stop")) : text;
    }
    case JobColumn::Instances:
        return QString::number(job.instances);
    case JobColumn::Priority:
        return QString::number(job.priority);
    default:
        return jobCellText(scenario, index, column);
    }
}

ParsedCell parseJobCell(const Scenario& scenario, JobColumn column, const QString& text)
{
    ParsedCell result;
    switch (column) {
    case JobColumn::Name:
        result.change.name = fromQt(text.trimmed());
        if (text.trimmed().isEmpty())
            result.problem = Texts::tr("A job needs a name.");
        return result;
    case JobColumn::Share: {
        const std::string name = fromQt(text.trimmed());
        result.change.share = name;
        if (!scenario.findShare(name).isValid())
            result.problem = Texts::tr("Found “%1”; allowed is one of the shares: %2.").arg(text, shareNames(scenario));
        return result;
    }
    case JobColumn::Unit:
        result.change.unit = fromQt(text.trimmed());
        if (text.trimmed().isEmpty())
            result.problem = Texts::tr("A job needs a capacity unit.");
        return result;
    case JobColumn::Submit:
    case JobColumn::Work:
    case JobColumn::Restore:
    case JobColumn::Deadline:
        return parseTime(column, text);
    case JobColumn::Instances:
    case JobColumn::Priority:
    case JobColumn::Retries:
        return parseNumber(column, text);
    case JobColumn::Checkpoint:
        return parseCheckpoint(text);
    case JobColumn::Class:
        result.change.workloadClass = fromQt(text.trimmed());
        return result;
    case JobColumn::User:
        result.change.user = fromQt(text.trimmed());
        return result;
    case JobColumn::Id:
    case JobColumn::State:
    case JobColumn::Wait:
        break;
    }
    result.problem = Texts::tr("This column cannot be edited.");
    return result;
}

QString durationEditText(TimeMs duration)
{
    if (duration == 0)
        return QStringLiteral("0s");
    QString text;
    const auto part = [&](TimeMs unit, const char* name) {
        if (duration >= unit) {
            text += QString::number(duration / unit) + QLatin1String(name);
            duration %= unit;
        }
    };
    part(kMsPerDay, "d");
    part(kMsPerHour, "h");
    part(kMsPerMinute, "m");
    part(kMsPerSecond, "s");
    part(1, "ms");
    return text;
}

std::optional<TimeMs> durationFromText(const QString& text)
{
    QString plain = text.toLower();
    plain.remove(u' ').remove(QChar::Nbsp).replace(QLatin1String("min"), QLatin1String("m"));
    const auto time = parseDuration(fromQt(plain));
    return time && *time >= 0 && *time <= kMaxTimeMs ? time : std::nullopt;
}

} // namespace quotaboard
