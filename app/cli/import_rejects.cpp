// SPDX-License-Identifier: Apache-2.0
#include "app/cli/import_output.h"
#include "core/workload/trace_rejects.h"

namespace quotaboard::cli {

Status writeRejects(const std::string& path, const Trace& trace, const ImportReport& report)
{
    return writeTraceRejects(path, trace, report.skipped);
}

} // namespace quotaboard::cli
