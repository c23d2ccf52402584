// SPDX-License-Identifier: Apache-2.0
// Sentences for what was noticed about a trace.
#include "ui/logic/bridge/import_text.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <iterator>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::ImportNote)
};

struct Sentence {
    std::string_view code;
    bool isWarning;
    /// One letter an argument: n a count, s a text, u a unit of time, d a duration in ms, a a moment of the trace.
    const char* kinds;
    const char* text;
};

#define NOTE(text) QT_TRANSLATE_NOOP("quotaboard::ImportNote", text)

constexpr Sentence kSentences[] = {
    // from the readers
    {"timestamps-without-zone", true, "n",
        NOTE("Time stamps without a zone: %1, read as UTC. Choose the time zone they were written in.")},
    {"mixed-time-zones", true, "nn",
        NOTE("Mixed time zones: %1 time stamps state none and were read in the zone chosen here, %2 state their own.")},
    {"duplicate-rows", true, "n", NOTE("Rows that repeat an earlier row word for word: %1. Each counts as a job.")},
    {"repeated-local-times", true, "n",
        NOTE("Time stamps that occur twice because clocks were set back: %1. The earlier moment was taken.")},
    {"skipped-local-times", true, "n",
        NOTE("Time stamps that do not exist because clocks were set forward: %1. They were moved on.")},
    {"start-before-submit", true, "n", NOTE("Jobs recorded as starting before they were submitted: %1.")},
    {"array-tasks", false, "n", NOTE("Rows that stand for several tasks of a job array: %1. Each task became a job.")},
    {"jobs-without-share", true, "n", NOTE("Jobs that name no quota share: %1. They went to “unassigned”.")},
    {"sized-by-processors", true, "n", NOTE("Jobs that state no GPUs: %1. Their processors were counted instead.")},
    {"unit-alternatives", false, "n",
        NOTE("Jobs that accept several GPU models: %1. The first one named became the capacity unit.")},
    {"columns-assumed", false, "", NOTE("The file has no header; its columns were taken to be in XDMoD's order.")},
    {"size-assumed", true, "n",
        NOTE("The file states no sizes: every job was taken to use %1 GPU. Choose a column for GPUs if there is one.")},
    {"unit-assumed", true, "su",
        NOTE("Column “%1” does not say its unit of time; it was read as %2. Choose the unit if that is wrong.")},
    {"unit-not-documented", true, "u",
        NOTE("The format does not document its unit of time; durations were read as %1.")},
    {"duration-includes-queue", true, "s",
        NOTE("The recorded durations include the time in the queue (column “%1”), and nothing tells it apart: work is "
             "overstated.")},
    {"joined-by-job-id", false, "n", NOTE("Descriptions joined to jobs of another page by job id: %1.")},
    {"payload-not-readable", true, "n",
        NOTE("Jobs with a request payload that could not be read: %1. Their size came from elsewhere.")},
    {"limits-ignored", true, "n", NOTE("Capacity limits that could not be used and were left out: %1.")},
    {"environments-ignored", true, "n",
        NOTE("Further service environments that were left out: %1. A scenario has one.")},
    {"format-overridden", false, "ss", NOTE("The content looks like %2; it was read as %1, as chosen.")},
    {"mapping-ignored", true, "s", NOTE("Files of the format %1 have no columns to map.")},
    // from the importer
    {"processors-as-instances", true, "s",
        NOTE("The trace counts processors, not GPUs: each was taken as one instance of %1.")},
    {"limits-without-jobs", true, "ns",
        NOTE("Shares of the limits file without a job in the trace: %1 (%2). Check the spelling.")},
    {"limits-are-peaks", false, "",
        NOTE("Each limit is the most that its share could use at once, so hardly a job waits. To make capacity scarce, "
             "choose other limits or state the capacity.")},
    {"share-disabled", true, "sn",
        NOTE("%1 is disabled in the export; its jobs (%2) will be refused in a simulation.")},
    {"zero-gpu-kept", false, "ns", NOTE("Jobs without a GPU that were kept with 1 %2 each: %1.")},
    {"fractions-rounded-up", false, "n", NOTE("Jobs that ask for a fraction of an instance: %1. It was rounded up.")},
    {"limit-raised", true, "ssnn",
        NOTE("The limit of %1 for %2 was raised from %3 to %4, so that its widest job fits.")},
    {"limit-missing", true, "ssn",
        NOTE("The limits file has no line for %1 and %2, although it has jobs; it got %3, sized from the trace.")},
    {"share-without-limit", true, "s",
        NOTE("%1 has neither jobs nor limits and was left out; a limits file that names it keeps it.")},
    {"oversubscribed", true, "snn",
        NOTE("The limits for %1 add up to %2, more than the capacity of %3: shares can be kept from their own limit.")},
    {"unassigned", true, "snn",
        NOTE("The capacity of %1, %2, is more than the limits, which add up to %3: the rest stays idle.")},
    {"unit-unknown", true, "s", NOTE("%1 is in no catalogue, so each instance counts as 1 GPU.")},
    {"unit-several-gpus", false, "sn",
        NOTE("Sizes were taken as instances of %1, which has %2 GPUs each; GPU-hours count all of them.")},
    {"duplicate-ids", true, "n",
        NOTE("Jobs that repeat the id of another job: %1. “#2”, “#3” and so on was added to theirs.")},
    {"priority-clamped", true, "n",
        NOTE("Jobs with a priority outside 0 to 9999: %1. The nearest allowed one was taken.")},
    {"impossible-jobs", true, "n",
        NOTE(
            "Jobs larger than their share can ever get: %1. They can never start; raise limits or capacity, or let the "
            "share borrow.")},
    // from findTraceWarnings
    {"end-before-start", true, "n", NOTE("Rows whose end lies before their start: %1.")},
    {"missing-start", true, "n", NOTE("Jobs without a recorded start, although others have one: %1.")},
    {"zero-duration", true, "n", NOTE("Jobs that took no time at all: %1.")},
    {"many-fractions", true, "nn",
        NOTE("Jobs that ask for a fraction of a GPU: %1 of %2, more than 1 %. Rounding up overstates their demand.")},
    {"submit-gap", true, "nda", NOTE("Times of more than 24 h without a submit: %1; the longest, %2, begins at %3.")},
    {"unknown-status", true, "ns", NOTE("Jobs with a status that is not known: %1, such as “%2”.")},
    {"recorded-over-limit", true, "n",
        NOTE(
            "Jobs that started in the record when their share had no room under these limits: %1. Their recorded waits "
            "cannot come out of a simulation.")},
};

#undef NOTE

QString valueText(char kind, const std::string& argument, const ImportReport* report)
{
    const qint64 number = QString::fromStdString(argument).toLongLong();
    switch (kind) {
    case 'n':
        return QLocale().toString(number);
    case 'd':
        return durationText(number);
    case 'a':
        return traceTimeText(number, report, report != nullptr && report->timesAreAbsolute);
    case 'u':
        return timeUnitText(timeUnitFromText(argument).value_or(TimeUnit::Detect));
    default:
        return toQt(argument);
    }
}

/// All at once, so that a name that holds "%1" stays what it is.
QString filledIn(QString text, const QStringList& values)
{
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int position = i + 1 < text.size() && text[i] == '%' ? text[i + 1].digitValue() : -1;
        if (position < 1) {
            result += text[i];
            continue;
        }
        result += position <= values.size() ? values[position - 1] : QString();
        ++i;
    }
    return result;
}

} // namespace

ImportNote importNote(const TraceNote& note, const ImportReport* report)
{
    const auto* found = std::find_if(std::begin(kSentences), std::end(kSentences),
        [&](const Sentence& sentence) { return sentence.code == note.code; });
    QStringList values;
    if (found != std::end(kSentences)) {
        const std::string_view kinds = found->kinds;
        for (std::size_t i = 0; i < note.arguments.size(); ++i)
            values.append(valueText(i < kinds.size() ? kinds[i] : 's', note.arguments[i], report));
        return {found->isWarning, filledIn(Texts::tr(found->text), values)};
    }
    // A code without a sentence is a gap of ours; its words are still better than silence.
    for (const std::string& argument : note.arguments)
        values.append(toQt(argument));
    return {false, Texts::tr("%1: %2").arg(toQt(note.code).replace('-', ' '), values.join(QStringLiteral(", ")))};
}

} // namespace quotaboard
