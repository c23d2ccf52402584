// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/import_options.h"
#include "core/workload/importer.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <map>
#include <string>
#include <string_view>

namespace quotaboard::cli {

/// A note of a reader, of the importer or of findTraceWarnings as a sentence.
struct NoteText {
    bool isWarning = false;
    std::string sentence;
};
/// `report` says where the trace's time starts; null when nothing came of it.
[[nodiscard]] NoteText describeNote(const TraceNote& note, const ImportReport* report);

/// Why rows gave no job, in words that can stand after "3 rows: ". `code` is a RejectedRow's or a SkipCause's.
[[nodiscard]] std::string describeCause(std::string_view code);
/// The same with a value that was to blame, and what would have been read instead.
[[nodiscard]] std::string describeCause(std::string_view code, std::string_view sample);

/// Rows that gave no job, by cause; the reader's and the importer's together.
[[nodiscard]] std::map<std::string, std::uint64_t> rejectsByCause(const Trace& trace, const ImportReport& report);

/// What was read and what came of it, for a person.
void printImport(std::FILE* out, const Trace& trace, const ImportResult& result, const JobRules& rules);
/// The same for programs.
[[nodiscard]] nlohmann::ordered_json importToJson(
    const Trace& trace, const ImportResult& result, const JobRules& rules);
/// A sentence when more rows were left out than used: then the file may be another one than was meant. Else empty.
[[nodiscard]] std::string describeMostlyRejected(const Trace& trace, const ImportReport& report);
/// CSV with file, line, cause and the row's text. Blocks. Error: CannotWrite.
Status writeRejects(const std::string& path, const Trace& trace, const ImportReport& report);

} // namespace quotaboard::cli
