// SPDX-License-Identifier: Apache-2.0
#include "core/workload/sacct_columns.h"

#include "core/workload/cell_parse.h"
#include "core/workload/csv.h"
#include "core/workload/format_reader.h"
#include "core/workload/sacct_records.h"
#include "core/workload/table_format.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::string_view kXdmodColumns[] = {"jobid", "jobidraw", "cluster", "partition", "qos", "account", "group",
    "gid", "user", "uid", "submit", "eligible", "start", "end", "elapsed", "exitcode", "state", "nnodes", "ncpus",
    "reqcpus", "reqmem", "reqtres", "alloctres", "timelimit", "nodelist", "jobname"};

std::vector<std::string> lowered(const std::vector<std::string_view>& names)
{
    std::vector<std::string> result;
    result.reserve(names.size());
    for (const std::string_view name : names) {
        result.push_back(normalisedName(name));
    }
    return result;
}

bool isXdmodLine(std::string_view line)
{
    std::vector<std::string_view> fields;
    splitPipes(line, fields);
    return fields.size() >= std::size(kXdmodColumns) && isSacctJobId(fields[0]) && isSlurmStamp(fields[10])
        && isSlurmStamp(fields[11]) && isSlurmStamp(fields[12]) && isSlurmStamp(fields[13]);
}

} // namespace

std::vector<std::string> xdmodColumns()
{
    return {std::begin(kXdmodColumns), std::end(kXdmodColumns)};
}

void splitPipes(std::string_view text, std::vector<std::string_view>& fields)
{
    fields.clear();
    for (std::size_t from = 0; from <= text.size() && fields.size() < kMaxCsvCells;) {
        const std::size_t end = std::min(text.find('|', from), text.size());
        fields.push_back(text.substr(from, end - from));
        from = end + 1;
    }
}

std::string_view firstLineOf(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    std::string_view line = text.substr(0, text.find('\n'));
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

bool isSlurmStamp(std::string_view text)
{
    return isAbsent(trimmed(text)) || parseIsoInstant(trimmed(text)).has_value();
}

std::vector<std::string> sacctHeaderOf(std::string_view text)
{
    std::vector<std::string_view> fields;
    splitPipes(firstLineOf(text), fields);
    std::vector<std::string> names = lowered(fields);
    while (!names.empty() && names.back().empty()) { // sacct -p ends every line with '|'
        names.pop_back();
    }
    const auto has
        = [&names](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    const bool isHeader = names.size() >= 3 && (has("jobid") || has("jobidraw"))
        && (has("state") || has("elapsed") || has("submit") || has("start") || has("end"));
    return isHeader ? names : std::vector<std::string>();
}

std::optional<FormatMatch> matchSacct(std::string_view text)
{
    const std::vector<std::string> header = sacctHeaderOf(text);
    if (!header.empty()) {
        return FormatMatch{"sacct-pipe", "a header row of sacct columns: " + joined(header)};
    }
    if (isXdmodLine(firstLineOf(text))) {
        return FormatMatch{"sacct-pipe", "26 fields between '|' in XDMoD's order, job id first"};
    }
    return std::nullopt;
}

} // namespace quotaboard
