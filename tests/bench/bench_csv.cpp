// SPDX-License-Identifier: Apache-2.0
// usage: bench_csv [ROWS [REPETITIONS]]
//
// Reading a generated CSV trace, against a loop that only splits lines at commas and converts the numbers. Prints user
// time (median of the repetitions) and the ratio, with and without a column of distinct ids.
#include "core/base/atomic_file.h"
#include "core/base/random.h"
#include "core/workload/trace_reader.h"
#include "tests/bench/bench_workload.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

using namespace quotaboard;

namespace {

std::string makeCsv(std::size_t rows, bool hasIds)
{
    std::string text = hasIds ? "job_id,submit,duration,gpus,team\n" : "submit,duration,gpus,team\n";
    for (std::size_t i = 0; i < rows; ++i) {
        const std::uint64_t bits = mixBits(i + 1);
        if (hasIds)
            text += "job-" + std::to_string(bits >> 20) + ",";
        text += std::to_string(i * 7) + "." + std::to_string(bits % 10) + ",";
        text += std::to_string(1 + bits % 100'000) + "," + std::to_string(1 + bits % 8) + ",team-";
        text += std::to_string(bits % 17) + "\n";
    }
    return text;
}

double splitAndConvert(const std::string& text)
{
    double sum = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const auto* line = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
        const char* const lineEnd = line != nullptr ? line : end;
        while (at <= lineEnd) {
            const auto* comma = static_cast<const char*>(std::memchr(at, ',', static_cast<std::size_t>(lineEnd - at)));
            const char* const cellEnd = comma != nullptr ? comma : lineEnd;
            double value = 0;
            if (std::from_chars(at, cellEnd, value).ec == std::errc{})
                sum += value;
            at = cellEnd + 1;
        }
    }
    return sum;
}

double median(std::vector<double>& values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void compare(const char* what, const std::string& path, std::size_t rows, int repetitions)
{
    std::vector<double> plain;
    std::vector<double> reader;
    double sum = 0;
    for (int i = 0; i < repetitions; ++i) {
        const double start = bench::userSeconds();
        sum += splitAndConvert(readWholeFile(path).value());
        const double middle = bench::userSeconds();
        const Result<Trace> trace = readTrace({path}, {}, nullptr);
        const double end = bench::userSeconds();
        if (!trace || trace.value().jobs.size() != rows)
            std::abort();
        plain.push_back(middle - start);
        reader.push_back(end - middle);
    }
    const double a = median(plain);
    const double b = median(reader);
    std::printf("%-24s split and convert %6.0f ms, reader %6.0f ms, %5.2f times (checksum %.0f)\n", what, a * 1e3,
        b * 1e3, b / a, sum);
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    const int repetitions = argc > 2 ? std::atoi(argv[2]) : 5;
    std::string path = "/tmp/bench_csv_XXXXXX.csv";
    const int handle = mkstemps(path.data(), 4);
    if (handle < 0)
        return 1;
    close(handle);
    for (const bool hasIds : {false, true}) {
        if (!writeFileAtomically(path, makeCsv(rows, hasIds)).ok())
            return 1;
        compare(hasIds ? "with distinct ids" : "without ids", path, rows, repetitions);
    }
    unlink(path.c_str());
    return 0;
}
