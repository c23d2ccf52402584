// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/importer.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <map>
#include <string>

namespace quotaboard::cli {

/// A note of a reader or of the importer as a sentence.
struct NoteText {
    bool isWarning = false;
    std::string sentence;
};
[[nodiscard]] NoteText describeNote(const TraceNote& note);

/// Rows that gave no job, by cause; the reader's and the importer's together.
[[nodiscard]] std::map<std::string, std::uint64_t> rejectsByCause(const Trace& trace, const ImportReport& report);

/// What was read and what came of it, for a person.
void printImport(std::FILE* out, const Trace& trace, const ImportResult& result);
/// The same for programs.
[[nodiscard]] nlohmann::ordered_json importToJson(const Trace& trace, const ImportResult& result);
/// CSV with file, line, cause and the row's text. Blocks. Error: CannotWrite.
Status writeRejects(const std::string& path, const Trace& trace, const ImportReport& report);

} // namespace quotaboard::cli
