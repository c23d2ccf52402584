// SPDX-License-Identifier: Apache-2.0
#include "core/workload/trace_reader.h"

#include "core/workload/format_reader.h"
#include "core/workload/table_format.h"
#include "core/workload/table_text.h"
#include "core/workload/text_input.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <new>

namespace quotaboard {

namespace {

std::string knownFormats()
{
    std::string names;
    for (const TraceFormatInfo& info : traceFormats()) {
        names += names.empty() ? "" : ", ";
        names += info.name;
    }
    return names;
}

/// Only delimited formats have columns that can be mapped.
bool isDelimited(std::string_view format)
{
    return format == "csv" || findTableFormat(format) != nullptr;
}

std::unique_ptr<FormatReader> makeReader(TraceBuilder& builder, std::string_view format)
{
    if (format == "swf") {
        return makeSwfReader(builder);
    }
    if (format == "sacct-pipe") {
        return makeSacctReader(builder);
    }
    if (format == "philly-job-log-json") {
        return makePhillyJsonReader(builder);
    }
    if (format == "aws-batch-json") {
        return makeAwsBatchReader(builder);
    }
    return makeTableReader(builder, format);
}

/// Reads files into one trace; the first file decides the format unless the options do.
class Session {
public:
    Session(const TraceReadOptions& options, WallClock clock, Progress* progress,
        std::atomic<std::uint64_t>* rows = nullptr)
        : builder_(options, clock, progress, rows)
    {
    }

    /// For the file that is read next.
    FileMark& addMark() { return builder_.trace().fileMarks.emplace_back(); }

    Status readFile(const std::string& name, const TextInput& input)
    {
        builder_.beginFile(name);
        if (Status status = chooseFormat(input); !status) {
            return status;
        }
        Status status = reader_->read(input);
        if (!status && status.error().code == ErrorCode::Interrupted && builder_.isFull()) {
            return Error{ErrorCode::TooMany, name,
                {"more than " + std::to_string(builder_.options().maxRows) + " rows", "fewer"}};
        }
        builder_.endFile(input.view().size());
        return status;
    }

    Result<Trace> finish()
    {
        if (Status status = reader_->finish(); !status) {
            return status.error();
        }
        return builder_.finish();
    }

private:
    Status chooseFormat(const TextInput& input)
    {
        const TraceReadOptions& options = builder_.options();
        Trace& trace = builder_.trace();
        FormatMatch match;
        if (!options.format.empty()) {
            const TraceFormatInfo* info = findTraceFormat(options.format);
            if (!info) {
                return Error{ErrorCode::TraceFormatUnknown, {}, {options.format, knownFormats()}};
            }
            match = {std::string(info->name), "as told"};
            if (const std::optional<FormatMatch> found = matchFormat(input.view());
                found && found->format != match.format) {
                builder_.noteOnce("format-overridden", {match.format, found->format});
            }
        } else if (std::optional<FormatMatch> found = matchFormat(input.view())) {
            match = std::move(*found);
        } else if (!options.mapping.empty()) {
            match = {"csv", "the mapping of columns that was given"};
        } else {
            Error error{ErrorCode::TraceNotRecognised, builder_.fileName(), {knownFormats()}};
            const std::vector<std::string> table = describeUnknownTable(input.view());
            error.arguments.insert(error.arguments.end(), table.begin(), table.end());
            return error;
        }
        if (reader_ && trace.format != match.format) {
            return Error{ErrorCode::TraceMixedFormats, builder_.fileName(), {trace.format, match.format}};
        }
        if (!reader_) {
            trace.format = match.format;
            trace.recognisedBy = match.why;
            reader_ = makeReader(builder_, match.format);
            if (!options.mapping.empty() && !isDelimited(match.format)) {
                builder_.noteOnce("mapping-ignored", {match.format});
            }
        }
        return {};
    }

    TraceBuilder builder_;
    std::unique_ptr<FormatReader> reader_;
};

/// How much text a file holds. A gzip file says it, modulo 4 GiB, in its last four bytes (of its last member).
std::uint64_t textBytes(const std::string& path)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) {
        return 0;
    }
    std::ifstream file(path, std::ios::binary);
    std::array<unsigned char, 4> bytes{};
    const auto read = [&](std::size_t count) {
        return static_cast<bool>(file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count)));
    };
    if (!read(2) || bytes[0] != 0x1F || bytes[1] != 0x8B || !file.seekg(-4, std::ios::end) || !read(4)) {
        return size;
    }
    const std::uint64_t unpacked
        = bytes[0] | std::uint64_t{bytes[1]} << 8 | std::uint64_t{bytes[2]} << 16 | std::uint64_t{bytes[3]} << 24;
    return std::max<std::uint64_t>(size, unpacked);
}

std::uint64_t totalBytes(const std::vector<std::string>& paths)
{
    std::uint64_t total = 0;
    for (const std::string& path : paths) {
        std::error_code error;
        // Opening a pipe would wait for whoever writes to it.
        total += std::filesystem::is_regular_file(path, error) ? textBytes(path) : 0;
    }
    return total;
}

/// Runs `work`; what the standard library throws becomes an Error, so that nothing leaves this file.
template <class Work>
Result<Trace> withoutExceptions(const std::string& place, const Work& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::FileUnreadable, place, {"not enough memory"}};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::FileUnreadable, place, {exception.what()}};
    }
}

} // namespace

std::optional<FormatMatch> matchFormat(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    if (isJson) {
        return matchJson(text); // a CSV never begins so
    }
    for (const auto match : {matchSacct, matchSwf, matchTable}) {
        if (std::optional<FormatMatch> found = match(text)) {
            return found;
        }
    }
    return std::nullopt;
}

Result<Trace> readTrace(const std::vector<std::string>& paths, const TraceReadOptions& options, Progress* progress,
    std::atomic<std::uint64_t>* rows)
{
    return withoutExceptions(paths.empty() ? std::string() : paths.front(), [&]() -> Result<Trace> {
        Result<WallClock> clock = WallClock::forZone(options.timezone);
        if (!clock) {
            return clock.error();
        }
        if (paths.empty()) {
            return Error{ErrorCode::Usage, {}, {"no trace file was named"}};
        }
        if (progress) {
            progress->setTotal(totalBytes(paths));
        }
        Session session(options, clock.value(), progress, rows);
        for (const std::string& path : paths) {
            if (progress && progress->isCancelled()) {
                return Error{ErrorCode::Interrupted, {}, {}};
            }
            FileMark& mark = session.addMark();
            Result<TextInput> input = readTextFile(path, options.maxFileBytes, &mark);
            if (!input) {
                return input.error();
            }
            if (Status status = session.readFile(path, input.value()); !status) {
                return status.error();
            }
        }
        return session.finish();
    });
}

Result<Trace> readTraceFromText(std::string name, std::string content, const TraceReadOptions& options)
{
    return withoutExceptions(name, [&]() -> Result<Trace> {
        Result<WallClock> clock = WallClock::forZone(options.timezone);
        if (!clock) {
            return clock.error();
        }
        Result<TextInput> input = decodeText(name, std::move(content), options.maxFileBytes);
        if (!input) {
            return input.error();
        }
        Session session(options, clock.value(), nullptr);
        if (Status status = session.readFile(name, input.value()); !status) {
            return status.error();
        }
        return session.finish();
    });
}

} // namespace quotaboard
