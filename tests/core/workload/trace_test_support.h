// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/trace_reader.h"

#include <QTest>

#include <map>
#include <string>
#include <string_view>

namespace quotaboard::test {

/// A trace read from text that must be readable. An error fails the test with its arguments and gives an empty trace.
inline Trace readText(std::string text, const TraceReadOptions& options = {}, std::string name = "test")
{
    Result<Trace> trace = readTraceFromText(std::move(name), std::move(text), options);
    if (!trace) {
        std::string message
            = "error " + std::to_string(static_cast<int>(trace.error().code)) + " at " + trace.error().place;
        for (const std::string& argument : trace.error().arguments) {
            message += " [" + argument + "]";
        }
        QTest::qFail(message.c_str(), __FILE__, __LINE__);
        return {};
    }
    return std::move(trace).value();
}

/// The error of text that must not be readable; `Usage` when it was readable nevertheless.
inline Error errorOf(std::string text, const TraceReadOptions& options = {})
{
    Result<Trace> trace = readTraceFromText("test", std::move(text), options);
    return trace ? Error{ErrorCode::Usage, {}, {"was readable"}} : trace.error();
}

inline std::string text(const Trace& trace, StringId id)
{
    return std::string(trace.strings.text(id));
}

/// "cause@line" of every rejected row, in order, separated by blanks.
inline std::string rejects(const Trace& trace)
{
    std::string all;
    for (const RejectedRow& row : trace.rejected) {
        all += (all.empty() ? "" : " ") + text(trace, row.cause) + "@" + std::to_string(row.line);
    }
    return all;
}

/// The first argument of a note; empty when there is no such note.
inline std::string note(const Trace& trace, std::string_view code)
{
    for (const TraceNote& candidate : trace.notes) {
        if (candidate.code == code) {
            return candidate.arguments.empty() ? "yes" : candidate.arguments.front();
        }
    }
    return {};
}

struct Totals {
    int jobs = 0;
    /// Thousandths of a GPU times ms: exact.
    long long milliGpuMs = 0;
    /// GPU-hours.
    [[nodiscard]] double gpuHours() const { return static_cast<double>(milliGpuMs) / 1000 / 3'600'000; }
};

inline std::map<std::string, Totals> totalsByShare(const Trace& trace)
{
    std::map<std::string, Totals> totals;
    for (const TraceJob& job : trace.jobs) {
        Totals& share = totals[text(trace, job.share)];
        ++share.jobs;
        share.milliGpuMs += job.milliSize * *job.duration;
    }
    return totals;
}

inline Totals total(const Trace& trace)
{
    Totals all;
    for (const auto& [name, share] : totalsByShare(trace)) {
        all.jobs += share.jobs;
        all.milliGpuMs += share.milliGpuMs;
    }
    return all;
}

/// Path of a file in the shared directory of public traces.
inline std::string sharedTrace(const std::string& name)
{
    return std::string(QUOTABOARD_SHARED_DIR) + "/traces/" + name;
}

inline bool hasSharedTraces()
{
    return QFile::exists(QStringLiteral(QUOTABOARD_SHARED_DIR "/traces/README.md"));
}

inline Trace readShared(const std::vector<std::string>& names, const TraceReadOptions& options = {})
{
    std::vector<std::string> paths;
    for (const std::string& name : names) {
        paths.push_back(sharedTrace(name));
    }
    Result<Trace> trace = readTrace(paths, options, nullptr);
    if (!trace) {
        QTest::qFail(("cannot read " + names.front()).c_str(), __FILE__, __LINE__);
        return {};
    }
    return std::move(trace).value();
}

} // namespace quotaboard::test

/// The public traces are not part of the product: a clone alone has only the samples inside the tests.
#define REQUIRE_SHARED_TRACES()                                                                                        \
    do {                                                                                                               \
        if (!quotaboard::test::hasSharedTraces())                                                                      \
            QSKIP("the public traces (" QUOTABOARD_SHARED_DIR "/traces) are not here");                                \
    } while (false)
