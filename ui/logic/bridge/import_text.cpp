// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/import_text.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <iterator>
#include <utility>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Import)
};

QString tr(const char* text)
{
    return Texts::tr(text);
}

QString number(std::uint64_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString argument(const Error& error, std::size_t index)
{
    return index < error.arguments.size() ? toQt(error.arguments[index]) : QString();
}

#define CAUSE(text) QT_TRANSLATE_NOOP("quotaboard::Import", text)

constexpr std::pair<std::string_view, const char*> kCauses[] = {
    {"array-not-readable", CAUSE("the array of job ids cannot be read")},
    {"bad-attempts", CAUSE("the number of attempts cannot be read")},
    {"bad-duration", CAUSE("the duration cannot be read")},
    {"bad-end-time", CAUSE("the end time cannot be read")},
    {"bad-priority", CAUSE("the priority cannot be read")},
    {"bad-size", CAUSE("the number of GPUs or instances cannot be read")},
    {"bad-start-time", CAUSE("the start time cannot be read")},
    {"bad-submit-time", CAUSE("the submit time cannot be read")},
    {"bad-wait", CAUSE("the time in the queue cannot be read")},
    {"broken-quote", CAUSE("a quoted cell does not end where it should")},
    {"cut-row", CAUSE("the row ends before its last field")},
    {"fractional-size", CAUSE("a fraction of an instance is asked for")},
    {"job-step", CAUSE("steps of a job that has a row of its own")},
    {"mixed-time-axes", CAUSE("dates and plain numbers are mixed as times")},
    {"negative-duration", CAUSE("the end lies before the start")},
    {"negative-size", CAUSE("the number of GPUs or instances is negative")},
    {"negative-submit-time", CAUSE("the submit time is negative")},
    {"never-started", CAUSE("the job never started")},
    {"no-duration", CAUSE("no duration is stated")},
    {"no-job-id", CAUSE("no job id is stated")},
    {"no-size", CAUSE("no number of GPUs or instances is stated")},
    {"no-start-time", CAUSE("no start time is stated")},
    {"no-submit-time", CAUSE("no submit time is stated")},
    {"not-a-job", CAUSE("not a description of a job")},
    {"outside-window", CAUSE("submitted outside the window")},
    {"partial-execution", CAUSE("parts of a job that has a row of its own")},
    {"several-units", CAUSE("several capacity units are asked for at once")},
    {"size-out-of-range", CAUSE("more than 10,000,000 GPUs or instances are asked for")},
    {"still-running", CAUSE("the job had not ended when the trace was taken")},
    {"time-out-of-range", CAUSE("a time is more than 2,900 years away")},
    {"too-few-cells", CAUSE("fewer cells than the header has")},
    {"too-many-cells", CAUSE("more cells than the header has")},
    {"zero-gpu", CAUSE("no GPU is asked for")},
};

constexpr std::pair<TimeUnit, const char*> kTimeUnits[] = {
    {TimeUnit::Iso, CAUSE("date and time")},
    {TimeUnit::Microseconds, CAUSE("microseconds")},
    {TimeUnit::Milliseconds, CAUSE("milliseconds")},
    {TimeUnit::Seconds, CAUSE("seconds")},
    {TimeUnit::Minutes, CAUSE("minutes")},
    {TimeUnit::Hours, CAUSE("hours")},
    {TimeUnit::Days, CAUSE("days")},
    {TimeUnit::EpochSeconds, CAUSE("seconds since 1970")},
    {TimeUnit::EpochMilliseconds, CAUSE("milliseconds since 1970")},
    {TimeUnit::Clock, CAUSE("hours:minutes:seconds")},
};

constexpr const char* kFields[kFieldCount] = {CAUSE("Submit time"), CAUSE("Start time"), CAUSE("End time"),
    CAUSE("Duration"), CAUSE("Time in queue"), CAUSE("GPUs"), CAUSE("Workers"), CAUSE("GPU thousandths"),
    CAUSE("Quota share"), CAUSE("User"), CAUSE("Job id"), CAUSE("Job name"), CAUSE("Priority"), CAUSE("Capacity unit"),
    CAUSE("Status"), CAUSE("Workload class"), CAUSE("Attempts")};

#undef CAUSE

bool isStampCause(std::string_view cause)
{
    return cause == "bad-submit-time" || cause == "bad-start-time" || cause == "bad-end-time";
}

QString fileErrorText(const Error& error)
{
    const QString name = QFileInfo(toQt(error.place)).fileName();
    switch (error.code) {
    case ErrorCode::FileIsLfsPointer:
        return tr("%1 is a Git LFS pointer, not the data itself. Fetch the data with “git lfs pull”, or choose another "
                  "file.")
            .arg(name);
    case ErrorCode::FileIsHtml:
        return tr("%1 is a web page, not the data itself. Download the raw file, or choose another one.").arg(name);
    case ErrorCode::FileIsBinary:
        return argument(error, 0).isEmpty()
            ? tr("%1 is not a text file.").arg(name)
            : tr("%1 is not a text file; it looks like %2.").arg(name, argument(error, 0));
    case ErrorCode::FileIsArchive:
        return tr("%1 is an archive (%2). Unpack it and choose the files in it.").arg(name, argument(error, 0));
    case ErrorCode::FileEmpty:
        return tr("%1 is empty.").arg(name);
    case ErrorCode::GzipDamaged:
        return tr("%1 cannot be unpacked, it is damaged or cut short: %2.").arg(name, argument(error, 0));
    case ErrorCode::TraceMixedFormats:
        return tr("%1 is of the format %2, the files before it of %3. Import them one by one.")
            .arg(name, argument(error, 1), argument(error, 0));
    default:
        return {};
    }
}

/// Which fields a table lacks; arguments from `first` on.
QString missingFieldsText(const Error& error, std::size_t first)
{
    QStringList fields;
    for (const QString& field : argument(error, first).split(QStringLiteral(", "))) {
        const auto known = fieldFromName(fromQt(field.section(' ', 0, 0)));
        const QString rest = field.section(' ', 1);
        fields.append(!known     ? field
                : rest.isEmpty() ? fieldText(*known)
                                 : tr("%1 (or start and end time)").arg(fieldText(*known)));
    }
    return tr("No column was found for: %1. Choose it under Columns.").arg(fields.join(QStringLiteral(", ")));
}

QString noUsableJobsText(const Error& error)
{
    const std::string cause = error.arguments.size() > 1 ? error.arguments[1] : std::string();
    const std::string sample = error.arguments.size() > 3 ? error.arguments[3] : std::string();
    const QString rows = number(argument(error, 0).toULongLong());
    if (cause.empty())
        return tr("There is no job that can be used. Rows read: %1.").arg(rows);
    return tr("There is no job that can be used. Rows read: %1; most of them (%2) were left out because %3.")
        .arg(rows, number(argument(error, 2).toULongLong()), rejectCauseText(cause, sample));
}

QString optionErrorText(const Error& error)
{
    if (error.place == "--to" && argument(error, 1) == "before")
        return tr("“Submitted before” does not lie after “Submitted from”, so no job can be left.");
    if (error.place == "--from" || error.place == "--to") {
        return argument(error, 1) == "relative"
            ? tr(
                "The trace counts its times from an unknown zero, so a date selects nothing. Give a duration since the "
                "first submit, such as 1d12h.")
            : tr("“%1” is no time. Give a date such as 2017-10-01 or 2017-10-01T12:00:00Z, or a duration since the "
                 "first submit, such as 1d12h.")
                  .arg(argument(error, 0));
    }
    if (error.place == "--limits")
        return tr("The limits file names the unit “%1”, which the trace does not have.").arg(argument(error, 0));
    if (error.place == "--capacity" && error.code == ErrorCode::UnknownReference)
        return tr("There is no capacity unit “%1”; it must be %2.").arg(argument(error, 0), argument(error, 1));
    if (error.place == "--checkpoint" && error.code == ErrorCode::OutOfRange)
        return tr(
            "With this checkpoint plan the jobs would last longer than can be counted. Choose a longer interval or "
            "a shorter write.");
    return {};
}

} // namespace

QString rejectCauseText(std::string_view cause, std::string_view sample)
{
    const auto* found
        = std::find_if(std::begin(kCauses), std::end(kCauses), [&](const auto& entry) { return entry.first == cause; });
    QString text = found == std::end(kCauses) ? toQt(cause).replace('-', ' ') : tr(found->second);
    if (!sample.empty())
        text = tr("%1, such as “%2”").arg(text, toQt(sample));
    if (isStampCause(cause))
        text = tr("%1 (dates begin with the year: 2025-12-31 14:05)").arg(text);
    return text;
}

QString rejectPlacesText(const RejectGroup& group, const Trace& trace)
{
    const bool hasRecords = trace.format.find("json") != std::string::npos;
    QStringList places;
    for (const RowPlace& place : group.places) {
        const QString line = number(place.line);
        const QString text = hasRecords ? tr("record %1").arg(line) : tr("line %1").arg(line);
        places.append(trace.files.size() < 2
                ? text
                : tr("%1 of %2").arg(text, QFileInfo(toQt(trace.files[place.file])).fileName()));
    }
    const QString list = places.join(QStringLiteral(", "));
    const std::uint64_t more = group.rows - std::min<std::uint64_t>(group.rows, group.places.size());
    return more == 0 ? list : tr("%1 and %2 more").arg(list, number(more));
}

QString importErrorText(const Error& error)
{
    if (const QString text = optionErrorText(error); !text.isEmpty())
        return text;
    if (const QString text = fileErrorText(error); !text.isEmpty())
        return text;
    switch (error.code) {
    case ErrorCode::TraceNotRecognised:
        return error.arguments.size() > 3
            ? tr("This is a table of no known format. %1").arg(missingFieldsText(error, 1))
            : tr("This is none of the known trace formats. Choose the format, or another file.");
    case ErrorCode::TraceColumnMissing:
        return error.arguments.size() > 2
            ? missingFieldsText(error, 0)
            : tr("There is no column “%1”; there are: %2").arg(argument(error, 0), argument(error, 1));
    case ErrorCode::Duplicate:
        if (error.arguments.size() > 2)
            return tr("The name “%1” heads several columns (%2). Choose one by its number, such as #%3.")
                .arg(argument(error, 0), argument(error, 1), argument(error, 1).section(',', 0, 0));
        break;
    case ErrorCode::TraceNoUsableJobs:
        return noUsableJobsText(error);
    case ErrorCode::TimezoneUnknown:
        return tr("“%1” is no time zone. Choose one such as Europe/Berlin, +08:00 or UTC.").arg(argument(error, 0));
    default:
        break;
    }
    return errorText(error);
}

QStringList mergedNamesTexts(const ImportReport& report)
{
    constexpr std::size_t kNamed = 10;
    const auto describe = [](const char* sentence, const std::vector<MergedName>& merged, const std::string& other) {
        std::uint64_t jobs = 0;
        QStringList names;
        for (const MergedName& name : merged) {
            jobs += name.jobs;
            if (names.size() < static_cast<qsizetype>(kNamed))
                names.append(toQt(name.name));
        }
        QString list = names.join(QStringLiteral(", "));
        if (merged.size() > kNamed)
            list = tr("%1 and %2 more").arg(list, number(merged.size() - kNamed));
        return tr(sentence).arg(number(merged.size()), toQt(other), number(jobs), list);
    };
    QStringList texts;
    if (!report.mergedShares.empty())
        texts.append(
            describe(QT_TRANSLATE_NOOP("quotaboard::Import",
                         "A job queue has at most 20 quota shares: the %1 smallest became “%2” (%3 jobs): %4."),
                report.mergedShares, report.otherShare));
    if (!report.mergedUnits.empty())
        texts.append(describe(QT_TRANSLATE_NOOP("quotaboard::Import",
                                  "A quota share has at most 5 units: the %1 smallest became “%2” (%3 jobs): %4."),
            report.mergedUnits, report.otherUnit));
    return texts;
}

QString traceTimeText(std::optional<TimeMs> time, const ImportReport* report, bool isAbsolute)
{
    if (!time)
        return QStringLiteral("—");
    if (isAbsolute)
        return tr("%1 UTC").arg(
            QDateTime::fromMSecsSinceEpoch(*time, QTimeZone::utc()).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
    return durationText(*time - (report != nullptr ? report->origin : 0));
}

QString timeUnitText(TimeUnit unit)
{
    const auto* found = std::find_if(
        std::begin(kTimeUnits), std::end(kTimeUnits), [unit](const auto& entry) { return entry.first == unit; });
    return found == std::end(kTimeUnits) ? QString() : tr(found->second);
}

QString timeUnitCode(TimeUnit unit)
{
    for (const char* code : {"iso", "us", "ms", "s", "min", "h", "d", "epoch", "epoch-ms", "clock"}) {
        if (timeUnitFromText(code) == unit)
            return QString::fromLatin1(code);
    }
    return {};
}

QString fieldText(Field field)
{
    return tr(kFields[static_cast<std::size_t>(field)]);
}

QString milliSizeText(std::int64_t milliSize)
{
    return QLocale().toString(static_cast<double>(milliSize) / 1000, 'g', 10);
}

QString importProgressText(const ImportProgress& progress, const QString& name)
{
    switch (progress.phase) {
    case ImportPhase::Idle:
        return {};
    case ImportPhase::Checking:
        return tr("Checking what an import would give…");
    case ImportPhase::Making:
        return tr("Making the scenario…");
    case ImportPhase::SavingRejects:
        return tr("Saving the rows that gave no job…");
    case ImportPhase::Reading:
        break;
    }
    if (!progress.rowsPerSecond)
        return tr("Reading %1…").arg(name);
    if (!progress.msLeft)
        return tr("Reading %1: %2 rows, %3 rows/s").arg(name, number(progress.rows), number(*progress.rowsPerSecond));
    const qint64 seconds = (*progress.msLeft + 999) / 1000;
    return tr("Reading %1: %2 rows, %3 rows/s, %4 left")
        .arg(name, number(progress.rows), number(*progress.rowsPerSecond), durationText(seconds * kMsPerSecond));
}

} // namespace quotaboard
