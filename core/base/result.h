// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace quotaboard {

/// What went wrong. The comment gives the arguments in order; sentences are made in app and ui.
enum class ErrorCode {
    // files
    FileNotFound, ///< {system message}
    FileUnreadable, ///< {system message}
    CannotWrite, ///< {system message}
    FileEmpty, ///< {}
    FileIsLfsPointer, ///< {} the file is a Git LFS pointer, its content was never fetched
    FileIsHtml, ///< {} a web page was saved instead of the data
    FileIsBinary, ///< {what it looks like, may be empty}
    FileIsArchive, ///< {kind of archive} must be unpacked first
    GzipDamaged, ///< {system message}
    FileTooLarge, ///< {found size in bytes, allowed size; packed size in bytes when it is the unpacked one}
    TextEncoding, ///< {encoding tried}
    // documents
    JsonSyntax, ///< {parser message}
    WrongFormat, ///< {found, wanted}
    UnsupportedVersion, ///< {found, newest known}
    MissingKey, ///< {key, key found that may have been meant by it or empty}
    WrongType, ///< {found, wanted type}
    OutOfRange, ///< {found, allowed}
    NotAllowed, ///< {found, allowed values}
    Duplicate, ///< {value}, {id, index of the job known by that index} or {column, its numbers, field it is for}
    UnknownReference, ///< {value, what it should name}
    TooMany, ///< {found count or what is too many, allowed count}
    Conflict, ///< {explanation key or text of the two things that exclude each other}
    // traces
    TraceNotRecognised, ///< {known formats}; of a table also {missing fields, its columns, example of a mapping}
    TraceColumnMissing, ///< {column, columns there are} or {missing fields, columns, example of a mapping}
    TraceNoUsableJobs, ///< {rows read, most frequent cause or empty; its rows, a value it is about or empty}
    TraceFormatUnknown, ///< {name given, known names}
    TraceMixedFormats, ///< {first format, other format}
    TimezoneUnknown, ///< {name given}
    // edits
    EditRefused, ///< {EditProblem as a word (model/scenario_edits.h), its arguments}
    // projects
    DatabaseFailed, ///< {message of the database}
    DamagedFile, ///< {first thing that is wrong with it}
    NewerFormat, ///< {found version, newest known} it can be read, not written
    ReadOnlyProject, ///< {} it was opened for reading only
    DiskFull, ///< {}
    ReadOnlyPlace, ///< {system message}
    LockedByOther, ///< {process id, host, since when (ISO instant), 1 when that host is this one}
    // running
    Interrupted, ///< {}
    TooManyRounds, ///< {time in ms} more than 1,000,000 rounds at one timestamp
    Usage, ///< {explanation}
};

/// A failure as a value: what, where (file, JSON pointer or line; may be empty), and what was found and allowed.
struct Error {
    ErrorCode code{};
    std::string place;
    std::vector<std::string> arguments;
};

/// Either a value or an Error. Never empty, never throws by itself; `value()` of an error is a programming mistake.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : content_(std::in_place_index<0>, std::move(value))
    {
    } // NOLINT(google-explicit-constructor)
    Result(Error error)
        : content_(std::in_place_index<1>, std::move(error))
    {
    } // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] T& value() & { return std::get<0>(content_); }
    [[nodiscard]] const T& value() const& { return std::get<0>(content_); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(content_)); }
    [[nodiscard]] const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<T, Error> content_;
};

/// Success without a value, or an Error.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(Error error)
        : error_(std::move(error))
    {
    } // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error& error() const { return *error_; }

private:
    std::optional<Error> error_;
};

} // namespace quotaboard
