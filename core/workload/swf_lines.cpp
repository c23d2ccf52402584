// SPDX-License-Identifier: Apache-2.0
#include "core/workload/swf_lines.h"

#include "core/workload/format_reader.h"

#include <string>

namespace quotaboard {

using namespace swf;

namespace {

/// Names that variants with a header row give to the first sixteen fields.
const std::array<std::vector<std::string_view>, 16>& swfHeaderNames()
{
    static const std::array<std::vector<std::string_view>, 16> names = {{{"id", "jobid", "jobnumber", "job"},
        {"submit", "submittime", "submissiontime", "arrival"}, {"wait", "waittime"}, {"runtime", "run", "duration"},
        {"cpus", "procs", "allocatedprocessors", "numalloc", "proc", "allocproc", "processors", "usedproc"},
        {"cputimeused", "cputime", "avgcpu", "averagecputimeused"}, {"usedmem", "mem", "usedmemory", "memused"},
        {"cpusreq", "reqprocs", "requestedprocessors", "reqproc", "requestednumberofprocessors"},
        {"walltime", "reqtime", "requestedtime", "timelimit"}, {"memreq", "reqmem", "requestedmemory"},
        {"status", "state"}, {"user", "userid", "username"}, {"group", "groupid", "groupname", "account"},
        {"application", "app", "executable", "exe"}, {"queue", "queueid", "queuename"},
        {"partition", "partitionid", "partitionname"}}};
    return names;
}

bool isNumber(std::string_view text)
{
    return parseNumber(text).has_value();
}

} // namespace

SwfColumns standardSwfColumns()
{
    SwfColumns columns{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        columns[i] = static_cast<int>(i);
    }
    return columns;
}

void splitSwfFields(std::string_view line, std::vector<std::string_view>& fields)
{
    fields.clear();
    line = line.substr(0, line.find('{'));
    for (const char delimiter : {';', '\t', ','}) {
        if (std::count(line.begin(), line.end(), delimiter) + 1 < static_cast<std::ptrdiff_t>(kLeastSwfFields)) {
            continue;
        }
        for (std::size_t from = 0; from <= line.size() && fields.size() < kMostSwfFields;) {
            const std::size_t end = std::min(line.find(delimiter, from), line.size());
            fields.push_back(trimmed(line.substr(from, end - from)));
            from = end + 1;
        }
        return;
    }
    for (std::size_t at = 0; at < line.size() && fields.size() < kMostSwfFields;) {
        at = line.find_first_not_of(" \t", at);
        if (at == std::string_view::npos) {
            return;
        }
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        fields.push_back(line.substr(at, end - at));
        at = end;
    }
}

std::optional<SwfColumns> swfColumnsFromHeader(const std::vector<std::string_view>& fields)
{
    SwfColumns columns;
    columns.fill(-1);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string name = normalisedName(fields[i]);
        for (std::size_t field = 0; field < columns.size(); ++field) {
            const std::vector<std::string_view>& names = swfHeaderNames()[field];
            if (columns[field] < 0 && std::find(names.begin(), names.end(), name) != names.end()) {
                columns[field] = static_cast<int>(i);
                break;
            }
        }
    }
    const bool suffices = columns[Id] >= 0 && columns[Submit] >= 0 && columns[Wait] >= 0 && columns[Run] >= 0
        && (columns[Procs] >= 0 || columns[ReqProcs] >= 0);
    return suffices ? std::optional<SwfColumns>(columns) : std::nullopt;
}

bool isSwfComment(std::string_view line)
{
    return line.starts_with(';') || line.starts_with('#');
}

std::optional<FormatMatch> matchSwf(std::string_view text)
{
    TextLines lines(text);
    std::string_view line;
    std::vector<std::string_view> fields;
    bool hasKeyComment = false;
    for (int i = 0; i < 400 && lines.next(line); ++i) {
        if (line.empty()) {
            continue;
        }
        if (isSwfComment(line)) {
            hasKeyComment = hasKeyComment || (line.starts_with(';') && line.find(':') != std::string_view::npos);
            continue;
        }
        splitSwfFields(line, fields);
        if (fields.size() >= kSwfFields - 2 && swfColumnsFromHeader(fields)) {
            return FormatMatch{"swf", "a header row with the field names of SWF"};
        }
        // Names may stand for the numbers of user, group, queue and partition, never for the first eleven fields.
        const bool areNumbers
            = fields.size() >= kSwfFields && std::all_of(fields.begin(), fields.begin() + State + 1, isNumber);
        if (areNumbers) {
            return FormatMatch{"swf", hasKeyComment ? "';' header lines and rows of 18 numbers" : "rows of 18 numbers"};
        }
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace quotaboard
