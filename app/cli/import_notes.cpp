// SPDX-License-Identifier: Apache-2.0
// Sentences for what a trace reader and the importer noticed.
#include "app/cli/import_output.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace quotaboard::cli {

namespace {

struct Sentence {
    std::string_view code;
    bool isWarning;
    /// {0}, {1} … are the note's arguments, {~0} a unit of time spelled out, {d0} a duration, {a0} an instant. The
    /// first argument as a count: {#job|jobs} gives "1 job" or "2 jobs", {?is|are} the word that fits it.
    std::string_view text;
};

constexpr Sentence kSentences[] = {
    // from the readers
    {"timestamps-without-zone", true,
        "{#time stamp has|time stamps have} no time zone and {?was|were} read as UTC; name the zone with --timezone if "
        "that is "
        "wrong."},
    {"mixed-time-zones", true,
        "{#time stamp has|time stamps have} no time zone, {1} others state one; {?it was|they were} read in the zone "
        "of --timezone, or as UTC."},
    {"duplicate-rows", true,
        "{#row repeats|rows repeat} an earlier row word for word; each counts as a job of its own."},
    {"repeated-local-times", true,
        "{#time stamp occurs|time stamps occur} twice because clocks were set back; the earlier was taken."},
    {"skipped-local-times", true,
        "{#time stamp does|time stamps do} not exist because clocks were set forward; {?it was|they were} moved on."},
    {"start-before-submit", true, "{#job starts|jobs start} before {?it was|they were} submitted, as recorded."},
    {"array-tasks", false, "{#row stands|rows stand} for several tasks of a job array; each task became a job."},
    {"jobs-without-share", true, "{#job names|jobs name} no quota share; {?it|they} went to \"unassigned\"."},
    {"sized-by-processors", true, "{#job states|jobs state} no GPUs; {?its|their} processors were counted instead."},
    {"unit-alternatives", false,
        "{#job accepts|jobs accept} several GPU models; the first one named became the capacity unit."},
    {"columns-assumed", false, "The file has no header; its columns were taken to be in XDMoD's order."},
    {"size-assumed", true, "The file states no sizes; every job was taken to use {0} GPU (--map gpus=COLUMN)."},
    {"unit-assumed", true,
        "Column {0} does not say its unit of time; it was read as {~1} (--map FIELD:UNIT={0} says otherwise, with s, "
        "min, h, ms, "
        "epoch or epoch-ms as UNIT)."},
    {"unit-not-documented", true,
        "The format does not document its unit of time; durations were read as {~0} (--map duration:UNIT=COLUMN says "
        "otherwise)."},
    {"duration-includes-queue", true,
        "The recorded durations include the time in the queue (column {0}), and nothing tells it apart: work is "
        "overstated."},
    {"joined-by-job-id", false,
        "{#description was|descriptions were} joined to {?a job|jobs} of another page by job id."},
    {"payload-not-readable", true,
        "{#job has|jobs have} a request payload that could not be read; {?its|their} size came from elsewhere."},
    {"limits-ignored", true, "{#capacity limit|capacity limits} could not be used and {?was|were} left out."},
    {"environments-ignored", true,
        "{#further service environment was|further service environments were} left out; a scenario has one."},
    {"format-overridden", false, "The content looks like {1}; it was read as {0}, as told."},
    {"mapping-ignored", true, "--map was not used: {0} files have no columns to map."},
    // from the importer
    {"processors-as-instances", true,
        "The trace counts processors, not GPUs: each processor was taken as one instance of the capacity unit {0} "
        "(--unit names another)."},
    {"limits-without-jobs", true,
        "{#share|shares} of the --limits file {?has|have} no job in the trace: {1}. Check the spelling, or take "
        "{?it|them} out of the file."},
    {"limits-are-peaks", false,
        "Each limit is the most that its share could use at once, so that hardly a job waits. To make capacity scarce, "
        "give --limits mean-demand, equal or a FILE, or --capacity."},
    {"share-disabled", true, "{0} is DISABLED in the export; its jobs ({1}) will be refused in a simulation."},
    {"zero-gpu-kept", false,
        "{#job without a GPU was|jobs without a GPU were} kept with 1 {1} each (--zero-gpu keep)."},
    {"fractions-rounded-up", false,
        "{#job asks|jobs ask} for a fraction of an instance; it was rounded up to a whole one."},
    {"limit-raised", true,
        "The limit of {0} for {1} was raised from {2} to {3}, so that its widest job fits (--allow-impossible leaves "
        "it)."},
    {"limit-missing", true,
        "No limit was given for {0} and {1}, although it has jobs; it got {2}, sized from the trace. Add a line for it "
        "to the --limits file to change that."},
    {"share-without-limit", true,
        "{0} has neither jobs nor limits and was left out; a --limits file that names it keeps it."},
    {"oversubscribed", true,
        "The limits for {0} add up to {1}, more than the capacity of {2}: shares can be kept from their own limit. "
        "Lower them with --limits, or raise --capacity."},
    {"unassigned", true,
        "The capacity of {1} {0} is more than the limits, which add up to {2}: the rest stays idle. Raise them with "
        "--limits, or lower --capacity."},
    {"unit-unknown", true,
        "{0} is in no catalogue, so each instance counts as 1 GPU; state its GPUs in capacityUnits."},
    {"unit-several-gpus", false,
        "Sizes were taken as instances of {0}, which has {1} GPUs each; GPU-hours count all of them."},
    {"duplicate-ids", true,
        "{#job repeats|jobs repeat} the id of another job; \"#2\", \"#3\" and so on was added to {?its|theirs}."},
    {"priority-clamped", true, "{#job has|jobs have} a priority outside 0 to 9999; the nearest allowed one was taken."},
    {"impossible-jobs", true,
        "{#job|jobs} can never start: {?it asks|they ask} for more than {?its|their} share can ever get. Raise "
        "--limits or --capacity, or let the share borrow (--strategy)."},
    // from findTraceWarnings
    {"end-before-start", true, "{#row ends|rows end} before {?its|their} start."},
    {"missing-start", true, "{#job has|jobs have} no recorded start, although others have one."},
    {"zero-duration", true, "{#job|jobs} took no time at all."},
    {"many-fractions", true,
        "{#job asks|jobs ask} for a fraction of a GPU, more than 1 % of {1}; rounding up overstates {?its|their} "
        "demand."},
    {"submit-gap", true,
        "{#stretch|stretches} of more than 24 h without a submission; the longest, {d1}, begins {a2}."},
    {"unknown-status", true, "{#job has|jobs have} a status that is not known, such as \"{1}\"."},
    {"recorded-over-limit", true,
        "{#job|jobs} started in the record when {?its|their} share had no room under these limits; {?its|their} "
        "recorded waits cannot come out of a simulation."},
};

std::string groupedDigits(std::string digits)
{
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string unitWords(const std::string& unit)
{
    constexpr std::pair<std::string_view, const char*> kWords[] = {{"s", "seconds"}, {"ms", "milliseconds"},
        {"min", "minutes"}, {"h", "hours"}, {"epoch", "seconds since 1970"}, {"epoch-ms", "milliseconds since 1970"}};
    const auto* found
        = std::find_if(std::begin(kWords), std::end(kWords), [&](const auto& word) { return word.first == unit; });
    return found == std::end(kWords) ? unit : found->second;
}

/// A duration in ms, or with a report an instant on the axis of its trace.
std::string timeWords(const std::string& argument, const ImportReport* report)
{
    TimeMs time = 0;
    std::from_chars(argument.data(), argument.data() + argument.size(), time);
    if (report == nullptr)
        return formatDuration(time);
    if (report->timesAreAbsolute)
        return "at " + formatIsoInstant(time);
    const TimeMs since = time - report->origin;
    return since == 0 ? "with the first submission" : formatDuration(since) + " after the first submission";
}

/// What stands for a placeholder, given without its braces.
std::string valueOf(std::string_view placeholder, const std::vector<std::string>& arguments, const ImportReport* report)
{
    const char kind = placeholder.front();
    if (kind == '#' || kind == '?') {
        const std::string count = arguments.empty() ? "?" : arguments.front();
        const std::size_t bar = placeholder.find('|');
        const std::string_view word = count == "1" ? placeholder.substr(1, bar - 1) : placeholder.substr(bar + 1);
        return (kind == '#' ? groupedDigits(count) + " " : "") + std::string{word};
    }
    const auto index = static_cast<std::size_t>(placeholder.back() - '0');
    const std::string argument = index < arguments.size() ? arguments[index] : "?";
    if (kind == 'd' || kind == 'a')
        return timeWords(argument, kind == 'a' ? report : nullptr);
    return kind == '~' ? unitWords(argument) : argument;
}

std::string fillIn(std::string_view text, const std::vector<std::string>& arguments, const ImportReport* report)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        result += text.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const std::size_t close = text.find('}', open);
        result += valueOf(text.substr(open + 1, close - open - 1), arguments, report);
        text.remove_prefix(close + 1);
    }
    return result;
}

} // namespace

NoteText describeNote(const TraceNote& note, const ImportReport* report)
{
    for (const Sentence& sentence : kSentences) {
        if (sentence.code == note.code)
            return {sentence.isWarning, fillIn(sentence.text, note.arguments, report)};
    }
    // A code without a sentence is a gap of ours; its words are still better than silence.
    std::string text = note.code;
    std::replace(text.begin(), text.end(), '-', ' ');
    for (const std::string& argument : note.arguments)
        text += (&argument == note.arguments.data() ? ": " : ", ") + argument;
    return {false, text + "."};
}

} // namespace quotaboard::cli
