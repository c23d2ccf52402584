// SPDX-License-Identifier: Apache-2.0
// Sentences for errors. The core hands over codes and arguments; words are made here.
#include "app/cli/command.h"
#include "app/cli/import_output.h"
#include "app/cli/text_output.h"

#include "core/base/time.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

std::string argument(const Error& error, std::size_t index)
{
    return index < error.arguments.size() ? error.arguments[index] : std::string{};
}

/// "1,234" from "1234".
std::string grouped(const std::string& number)
{
    return count(std::strtoull(number.c_str(), nullptr, 10));
}

std::string describeFile(const Error& e)
{
    switch (e.code) {
    case ErrorCode::FileNotFound:
        return fmt::format("cannot be opened: {}", argument(e, 0));
    case ErrorCode::FileUnreadable:
        return fmt::format("cannot be read: {}", argument(e, 0));
    case ErrorCode::CannotWrite:
        return fmt::format("cannot be written: {}; nothing was changed there", argument(e, 0));
    case ErrorCode::FileEmpty:
        return "is empty";
    case ErrorCode::FileIsLfsPointer:
        return "is a Git LFS pointer, not the data itself; fetch the data with 'git lfs pull' and try again";
    case ErrorCode::FileIsHtml:
        return "is a web page, not the data itself; download the raw file and try again";
    case ErrorCode::FileIsBinary:
        return argument(e, 0).empty() ? "is not a text file"
                                      : fmt::format("is not a text file; it looks like {}", argument(e, 0));
    case ErrorCode::FileIsArchive:
        return fmt::format("is an archive ({}); unpack it and give the files in it", argument(e, 0));
    case ErrorCode::GzipDamaged:
        return fmt::format("cannot be unpacked, the gzip data is damaged or cut short: {}", argument(e, 0));
    case ErrorCode::FileTooLarge:
        if (e.arguments.size() > 2)
            return fmt::format("unpacks to more than {} bytes from {}, which no trace does; to read it nevertheless, "
                               "unpack it and give the file itself",
                grouped(argument(e, 1)), grouped(argument(e, 2)));
        return fmt::format(
            "is too large: {} bytes, at most {} are read", grouped(argument(e, 0)), grouped(argument(e, 1)));
    case ErrorCode::TextEncoding:
        return fmt::format("is not valid {} text", argument(e, 0));
    default:
        return {};
    }
}

/// The JSON library puts the name of its exception in brackets before the message.
std::string withoutTag(const std::string& message)
{
    const std::size_t end = message.find("] ");
    return message.starts_with('[') && end != std::string::npos ? message.substr(end + 2) : message;
}

std::string describeDocument(const Error& e)
{
    switch (e.code) {
    case ErrorCode::JsonSyntax:
        return fmt::format("not valid JSON: {}", withoutTag(argument(e, 0)));
    case ErrorCode::WrongFormat:
        return fmt::format("found {}, wanted {}", argument(e, 0), argument(e, 1));
    case ErrorCode::UnsupportedVersion:
        return fmt::format("version {} was written by a newer program; this one reads up to version {}", argument(e, 0),
            argument(e, 1));
    case ErrorCode::MissingKey:
        return fmt::format("the key \"{}\" is missing{}", argument(e, 0),
            argument(e, 1).empty() ? "" : fmt::format("; did you mean it by \"{}\"?", argument(e, 1)));
    case ErrorCode::WrongType:
        return fmt::format("found {}, must be {}", argument(e, 0), argument(e, 1));
    case ErrorCode::OutOfRange:
    case ErrorCode::NotAllowed:
        return fmt::format("found {}, allowed: {}", argument(e, 0), argument(e, 1));
    case ErrorCode::Duplicate:
        if (e.arguments.size() == 2)
            return fmt::format("\"{}\" is also the index of a job that has no jobId and is known by that; ids must be "
                               "unique, so give either job another jobId",
                argument(e, 0));
        if (e.arguments.size() > 2)
            return fmt::format(
                "the name \"{0}\" heads several columns ({1}), so that it is not clear which one is meant; "
                "rename them, or choose one by its number (--map {2}=#{3})",
                argument(e, 0), argument(e, 1), argument(e, 2), argument(e, 1).substr(0, argument(e, 1).find(',')));
        return fmt::format("\"{}\" was given before and must be unique", argument(e, 0));
    case ErrorCode::UnknownReference:
        return fmt::format("\"{}\" does not name {} of this file", argument(e, 0), argument(e, 1));
    case ErrorCode::TooMany:
        return fmt::format("found {}{}, allowed: {}", argument(e, 0),
            argument(e, 0).find_first_not_of("0123456789") == std::string::npos ? " entries" : "", argument(e, 1));
    case ErrorCode::Conflict:
        return argument(e, 0);
    default:
        return {};
    }
}

/// Which fields of a table have no column, and what to do about it. Arguments from `first` on: missing fields, columns,
/// an example of a mapping.
std::string describeMissingFields(const Error& e, std::size_t first)
{
    return fmt::format("no column was found for {}; there are the columns {}. Name the columns with --map, for example "
                       "--map {} (times may state their unit, as in --map duration:min=COLUMN)",
        argument(e, first), argument(e, first + 1), argument(e, first + 2));
}

std::string describeNoUsableJobs(const Error& e)
{
    const std::string rows = counted(std::strtoull(argument(e, 0).c_str(), nullptr, 10), "row", "rows");
    if (argument(e, 1).empty())
        return fmt::format("has no job that can be used: {} read", rows);
    const std::string share
        = argument(e, 2) == argument(e, 0) ? "all" : fmt::format("most of them ({})", argument(e, 2));
    return fmt::format("has no job that can be used: {} read, {} rejected because: {}. --rejects FILE writes them with "
                       "their causes",
        rows, share, describeCause(argument(e, 1), argument(e, 3)));
}

std::string describeProject(const Error& e)
{
    switch (e.code) {
    case ErrorCode::DatabaseFailed:
        return fmt::format("the database reports: {}", argument(e, 0));
    case ErrorCode::DamagedFile:
        return fmt::format("is damaged and was left as it is: {}", argument(e, 0));
    case ErrorCode::NewerFormat:
        return fmt::format("was written by a newer program (version {} of the project format, this one knows up to {}) "
                           "and can be read, not changed",
            argument(e, 0), argument(e, 1));
    case ErrorCode::ReadOnlyProject:
        return "is open for reading only";
    case ErrorCode::DiskFull:
        return "cannot be written: the disk is full; nothing was changed there";
    case ErrorCode::ReadOnlyPlace:
        return fmt::format("cannot be written where it is: {}; nothing was changed there", argument(e, 0));
    case ErrorCode::LockedByOther:
        return fmt::format("is open in another program (process {} on {}, since {}); close it there, or open it for "
                           "reading only",
            argument(e, 0), argument(e, 3) == "1" ? "this computer" : argument(e, 1), argument(e, 2));
    default:
        return {};
    }
}

std::string describeRest(const Error& e)
{
    switch (e.code) {
    case ErrorCode::TraceNotRecognised:
        if (e.arguments.size() > 3)
            return fmt::format(
                "is a table of no known format ('quotaboard-cli formats' lists them): {}", describeMissingFields(e, 1));
        return fmt::format(
            "is none of the known trace formats ({}); name one with --format, or map the columns with --map",
            argument(e, 0));
    case ErrorCode::TraceColumnMissing:
        if (e.arguments.size() > 2)
            return fmt::format("lacks what makes a job: {}", describeMissingFields(e, 0));
        return fmt::format("has no column \"{}\"; there are: {}", argument(e, 0), argument(e, 1));
    case ErrorCode::TraceNoUsableJobs:
        return describeNoUsableJobs(e);
    case ErrorCode::TraceFormatUnknown:
        return fmt::format("\"{}\" is no trace format; known: {}", argument(e, 0), argument(e, 1));
    case ErrorCode::TraceMixedFormats:
        return fmt::format(
            "is of format {}, the files before it of {}; import them one by one", argument(e, 1), argument(e, 0));
    case ErrorCode::TimezoneUnknown:
        return fmt::format("\"{}\" is no time zone; use a name such as Europe/Berlin or UTC", argument(e, 0));
    case ErrorCode::Interrupted:
        return "interrupted; no file was left half written";
    case ErrorCode::TooManyRounds: {
        const std::string ms = argument(e, 0);
        TimeMs time = 0;
        std::from_chars(ms.data(), ms.data() + ms.size(), time);
        return fmt::format("the simulation does not get past {} ({} ms): more than 1,000,000 rounds at that moment",
            formatDuration(time), ms);
    }
    case ErrorCode::Usage:
        return argument(e, 0);
    default:
        return {};
    }
}

} // namespace

std::string describe(const Error& error)
{
    std::string sentence = describeFile(error);
    const char* separator = sentence.empty() ? ": " : " ";
    if (sentence.empty()) {
        sentence = describeProject(error);
        separator = " ";
    }
    if (sentence.empty()) {
        sentence = describeDocument(error);
        separator = ": ";
    }
    if (sentence.empty()) {
        sentence = describeRest(error);
        separator = error.code == ErrorCode::TraceNotRecognised || error.code == ErrorCode::TraceColumnMissing
                || error.code == ErrorCode::TraceNoUsableJobs || error.code == ErrorCode::TraceMixedFormats
            ? " "
            : ": ";
    }
    return printable(error.place.empty() ? sentence : error.place + separator + sentence);
}

ExitStatus report(const Error& error)
{
    fmt::print(stderr, "quotaboard-cli: {}\n", describe(error));
    switch (error.code) {
    case ErrorCode::CannotWrite:
    case ErrorCode::DiskFull:
    case ErrorCode::ReadOnlyPlace:
        return ExitStatus::CannotWrite;
    case ErrorCode::Interrupted:
        return ExitStatus::Interrupted;
    case ErrorCode::TooManyRounds:
        return ExitStatus::Internal;
    case ErrorCode::Usage:
    case ErrorCode::TraceFormatUnknown:
    case ErrorCode::TimezoneUnknown:
        return ExitStatus::Usage;
    default:
        return ExitStatus::BadInput;
    }
}

} // namespace quotaboard::cli
