// SPDX-License-Identifier: Apache-2.0
// libFuzzer target of all trace readers: the first byte picks the format and some options, the rest is the file.
#include "core/workload/trace_reader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace quotaboard;

namespace {

/// Rules that hold for every trace, whatever the bytes were.
void check(const Trace& trace)
{
    bool isSound = trace.rows == trace.jobs.size() + trace.rejected.size();
    for (const TraceJob& job : trace.jobs) {
        isSound = isSound && job.submit && job.duration && *job.duration >= 0 && job.milliSize >= 0;
        isSound = isSound && *job.submit <= kMaxTimeMs && *job.duration <= kMaxTimeMs && job.file < trace.files.size();
    }
    for (const RejectedRow& row : trace.rejected) {
        isSound = isSound && row.cause.isValid() && row.text.size() <= 2000;
    }
    if (!isSound) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const std::size_t choice = data[0];
    TraceReadOptions options;
    options.maxFileBytes = 1 << 22;
    const std::span<const TraceFormatInfo> formats = traceFormats();
    if (choice % 32 < formats.size()) {
        options.format = formats[choice % 32].name;
    } else if (choice % 32 == 31) {
        options.mapping = {{"submit", "#1"}, {"duration:min", "#2"}, {"gpus", "#3"}};
    }
    if (choice & 32) {
        options.timezone = "America/Los_Angeles";
    }
    if (choice & 64) {
        options.decimalSeparator = ',';
    }
    if (choice & 128) {
        options.shareBy = "user";
    }
    const Result<Trace> trace
        = readTraceFromText("fuzz", std::string(reinterpret_cast<const char*>(data + 1), size - 1), options);
    if (trace) {
        check(trace.value());
    }
    return 0;
}
