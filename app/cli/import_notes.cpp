// SPDX-License-Identifier: Apache-2.0
// Sentences for what a trace reader and the importer noticed.
#include "app/cli/import_output.h"

#include <algorithm>

#include <string_view>

namespace quotaboard::cli {

namespace {

struct Sentence {
    std::string_view code;
    bool isWarning;
    /// {0}, {1} … are the note's arguments; {#} is the first one as a count.
    const char* text;
};

constexpr Sentence kSentences[] = {
    // from the readers
    {"timestamps-without-zone", true,
     "{#} time stamps have no time zone and were read as UTC; name the zone with --timezone if that is wrong."},
    {"duplicate-rows", true, "{#} rows repeat an earlier row word for word; each counts as a job of its own."},
    {"repeated-local-times", true, "{#} time stamps occur twice because clocks were set back; the earlier was taken."},
    {"skipped-local-times", true, "{#} time stamps do not exist because clocks were set forward; they were moved on."},
    {"start-before-submit", true, "{#} jobs start before they were submitted, as recorded."},
    {"array-tasks", false, "{#} rows stand for several tasks of a job array; each task became a job."},
    {"jobs-without-share", true, "{#} jobs name no quota share; they went to \"unassigned\"."},
    {"sized-by-processors", true, "{#} jobs state no GPUs; their processors were counted instead."},
    {"unit-alternatives", false, "{#} jobs accept several GPU models; the list as written became their unit."},
    {"columns-assumed", false, "The file has no header; its columns were taken to be in {0} order."},
    {"size-assumed", true, "The file states no sizes; every job was taken to use {0} GPU (--map gpus=COLUMN)."},
    {"unit-assumed", true, "Column {0} does not say its unit of time; it was read as {1} (--map FIELD:UNIT={0})."},
    {"unit-not-documented", true,
     "The format does not document its unit of time; {0} was taken (--map FIELD:UNIT=COLUMN says otherwise)."},
    {"duration-includes-queue", true, "The recorded durations include the time in the queue, and nothing tells it apart."},
    {"joined-by-job-id", false, "{#} descriptions were joined to jobs of another page by their job id."},
    {"payload-not-readable", true, "{#} jobs have a request payload that could not be read; their size came from elsewhere."},
    {"limits-ignored", true, "{#} capacity limits could not be used and were left out."},
    {"environments-ignored", true, "{#} further service environments were left out; a scenario has one."},
    // from the importer
    {"share-disabled", true, "{0} is DISABLED in the export; its {1} jobs will be refused in a simulation."},
    {"zero-gpu-kept", false, "{#} jobs without a GPU were kept; each takes 1 {1} (--zero-gpu keep)."},
    {"fractions-rounded-up", false, "{#} jobs ask for a fraction of an instance; it was rounded up to a whole one."},
    {"limit-raised", true,
     "The limit of {0} for {1} was raised from {2} to {3}, so that its widest job fits (--allow-impossible leaves it)."},
    {"limit-missing", true, "No limit was given for {0} and {1}, although it has jobs; it got {2}, sized from the trace."},
    {"share-without-limit", true, "{0} has neither jobs nor limits and was left out."},
    {"oversubscribed", true,
     "The limits for {0} add up to {1}, more than the capacity of {2}: shares can be kept from their own limit."},
    {"unassigned", true, "The capacity of {1} {0} is more than the limits, which add up to {2}: the rest stays idle."},
    {"unit-unknown", true, "{0} is in no catalogue, so each instance counts as 1 GPU; state its GPUs in capacityUnits."},
    {"unit-several-gpus", false,
     "Sizes were taken as instances of {0}, which has {1} GPUs each; GPU-hours count all of them."},
    {"duplicate-ids", true, "{#} jobs repeat the id of another job; \"#2\", \"#3\" and so on was added to theirs."},
    {"priority-clamped", true, "{#} jobs have a priority outside 0 to 9999; the nearest allowed one was taken."},
    {"impossible-jobs", true, "{#} jobs can never start: they ask for more than their share can ever get."},
};

std::string groupedDigits(std::string digits)
{
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string fillIn(const char* text, const std::vector<std::string>& arguments)
{
    std::string result;
    for (const char* c = text; *c != '\0'; ++c) {
        if (*c == '{' && c[1] == '#' && c[2] == '}') {
            result += arguments.empty() ? "?" : groupedDigits(arguments.front());
            c += 2;
        } else if (*c == '{' && c[1] >= '0' && c[1] <= '9' && c[2] == '}') {
            const auto index = static_cast<std::size_t>(c[1] - '0');
            result += index < arguments.size() ? arguments[index] : "?";
            c += 2;
        } else {
            result += *c;
        }
    }
    return result;
}

} // namespace

NoteText describeNote(const TraceNote& note)
{
    for (const Sentence& sentence : kSentences) {
        if (sentence.code == note.code)
            return {sentence.isWarning, fillIn(sentence.text, note.arguments)};
    }
    // A code without a sentence is a gap of ours; its words are still better than silence.
    std::string text = note.code;
    std::replace(text.begin(), text.end(), '-', ' ');
    for (const std::string& argument : note.arguments)
        text += (&argument == note.arguments.data() ? ": " : ", ") + argument;
    return {false, text + "."};
}

} // namespace quotaboard::cli
