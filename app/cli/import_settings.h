// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/import_options.h"
#include "core/workload/trace.h"
#include "core/workload/trace_reader.h"

#include <string>
#include <vector>

namespace quotaboard::cli {

/// What `import` was told, as typed.
struct ImportArguments {
    std::vector<std::string> files;
    std::string output;
    std::string format;
    std::vector<std::string> map;
    std::string shareBy;
    std::string timezone;
    std::string decimal;
    std::string from;
    std::string to;
    std::string zeroGpu = "reject";
    std::string fractional = "up";
    std::string unit = "gpu";
    std::vector<std::string> capacity;
    std::string limits;
    std::vector<std::string> strategy;
    std::vector<std::string> checkpoint;
    std::vector<std::string> restore;
    bool allowImpossible = false;
    std::string name;
    bool isInline = false;
    bool isReference = false;
    std::string rejects;
    bool json = false;
};

/// `--format`, `--map`, `--share-by`, `--timezone`, `--decimal`. Error: Usage.
Result<TraceReadOptions> readOptionsFrom(const ImportArguments& arguments);

/// Everything else; `--from` and `--to` need the trace, because durations count from its first submit. Reads the limits
/// file. Errors: Usage, and those of readLimitsFile.
Result<ImportOptions> importOptionsFrom(const ImportArguments& arguments, const Trace& trace);

} // namespace quotaboard::cli
