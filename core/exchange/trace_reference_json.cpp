// SPDX-License-Identifier: Apache-2.0
// The keys of a `traces` entry, in both directions (SCENARIO_TRACES.md).
#include "core/exchange/json_numbers.h"
#include "core/exchange/policy_json.h"
#include "core/exchange/policy_reader.h"
#include "core/exchange/trace_reference.h"

#include <algorithm>
#include <limits>

namespace quotaboard {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

OrderedJson axisTimeToJson(TimeMs time, bool absolute)
{
    return absolute ? OrderedJson(formatIsoInstant(time)) : secondsToJson(time);
}

OrderedJson optionalCheckpointToJson(const std::optional<CheckpointPlan>& plan)
{
    return plan ? checkpointToJson(*plan) : OrderedJson(nullptr);
}

void writeRules(OrderedJson& out, const TraceReference& reference)
{
    const JobRules& rules = reference.rules;
    if (rules.from)
        out["from"] = axisTimeToJson(*rules.from, reference.timesAreAbsolute);
    if (rules.to)
        out["to"] = axisTimeToJson(*rules.to, reference.timesAreAbsolute);
    if (reference.origin)
        out["origin"] = axisTimeToJson(*reference.origin, reference.timesAreAbsolute);
    if (rules.unit != JobRules{}.unit)
        out["unit"] = rules.unit;
    if (rules.zeroGpu == ZeroGpuRule::Keep)
        out["zeroGpu"] = "keep";
    if (rules.fractional == FractionRule::Reject)
        out["fractional"] = "reject";
    if (rules.checkpoint.all)
        out["checkpoint"] = checkpointToJson(*rules.checkpoint.all);
    for (const auto& [share, plan] : rules.checkpoint.byShare)
        out["checkpointByShare"][share] = optionalCheckpointToJson(plan);
    if (rules.restore.all != 0)
        out["restoreSeconds"] = secondsToJson(rules.restore.all);
    for (const auto& [share, time] : rules.restore.byShare)
        out["restoreSecondsByShare"][share] = secondsToJson(time);
}

void writeGrouping(OrderedJson& out, const char* keptKey, const char* otherKey, const NameGrouping& grouping)
{
    if (!grouping.merges())
        return;
    out[keptKey] = grouping.kept;
    out[otherKey] = grouping.other;
}

/// A time on the trace's axis: an ISO instant or a number of seconds.
std::optional<TimeMs> readAxisTime(const JsonCursor& cursor, std::string_view key)
{
    if (!cursor.has(key))
        return std::nullopt;
    const Json& value = cursor.value().at(key);
    std::optional<TimeMs> time;
    if (value.is_string())
        time = parseIsoInstant(value.get_ref<const std::string&>());
    else if (value.is_number())
        time = millisecondsFromSeconds(value.get<double>());
    if (!time)
        cursor.fail(ErrorCode::WrongType, key, {excerpt(value), "an ISO-8601 instant or a number of seconds"});
    return time;
}

void readRules(const JsonCursor& cursor, TraceReference& reference)
{
    JobRules& rules = reference.rules;
    rules.from = readAxisTime(cursor, "from");
    rules.to = readAxisTime(cursor, "to");
    reference.origin = readAxisTime(cursor, "origin");
    rules.unit = cursor.textOr("unit", rules.unit);
    rules.zeroGpu = static_cast<ZeroGpuRule>(cursor.word("zeroGpu", {"reject", "keep"}).value_or(0));
    rules.fractional = static_cast<FractionRule>(cursor.word("fractional", {"up", "reject"}).value_or(0));
    cursor.object("checkpoint", [&](const JsonCursor& item) { rules.checkpoint.all = readCheckpointPlan(item); });
    cursor.object("checkpointByShare", [&](const JsonCursor& shares) {
        shares.members([&](const std::string& share, const JsonCursor& item) {
            if (item.value().is_null())
                rules.checkpoint.byShare[share] = std::nullopt;
            else if (item.expectObject())
                rules.checkpoint.byShare[share] = readCheckpointPlan(item);
        });
    });
    rules.restore.all = cursor.seconds("restoreSeconds", 0).value_or(0);
    cursor.object("restoreSecondsByShare", [&](const JsonCursor& shares) {
        shares.members([&](const std::string& share, const JsonCursor&) {
            rules.restore.byShare[share] = shares.seconds(share, 0).value_or(0);
        });
    });
}

void readPaths(const JsonCursor& cursor, std::vector<std::string>& paths)
{
    if (!cursor.has("path"))
        return cursor.fail(ErrorCode::MissingKey, {}, {"path"});
    const Json& path = cursor.value().at("path");
    if (path.is_string() && !path.get_ref<const std::string&>().empty())
        paths.push_back(path.get<std::string>());
    else if (path.is_array() && !path.empty())
        paths = cursor.texts("path").value_or(std::vector<std::string>{});
    else
        cursor.fail(ErrorCode::WrongType, "path", {excerpt(path), "a path or a list of paths"});
}

void readReading(const JsonCursor& cursor, TraceReadOptions& read)
{
    read.format = cursor.textOr("format", "");
    read.shareBy = cursor.textOr("shareBy", "");
    read.timezone = cursor.textOr("timezone", "");
    const std::size_t separator = cursor.word("decimalSeparator", {"", ".", ","}).value_or(0);
    read.decimalSeparator = separator == 0 ? '\0' : separator == 1 ? '.' : ',';
    cursor.object("mapping", [&](const JsonCursor& mapping) {
        mapping.members(
            [&](const std::string& field, const JsonCursor&) { read.mapping[field] = mapping.textOr(field, ""); });
    });
}

void readGrouping(const JsonCursor& cursor, std::string_view keptKey, std::string_view otherKey, NameGrouping& grouping)
{
    grouping.kept = cursor.texts(keptKey).value_or(grouping.kept);
    grouping.other = cursor.textOr(otherKey, grouping.other);
}

void writeMarks(OrderedJson& out, const std::vector<FileMark>& marks)
{
    // A file without a hash (a pipe) cannot be told from another: then none is said to be known.
    if (marks.empty() || !std::all_of(marks.begin(), marks.end(), [](const FileMark& m) { return m.isKnown(); }))
        return;
    for (const FileMark& mark : marks)
        out["files"].push_back(OrderedJson{{"bytes", mark.bytes}, {"sha256", mark.sha256}});
}

void readMarks(const JsonCursor& cursor, TraceReference& reference)
{
    const std::size_t count = reference.paths.size();
    cursor.array("files", count, count, false, [&](const JsonCursor& item) {
        if (!item.expectObject())
            return;
        FileMark& mark = reference.marks.emplace_back();
        mark.bytes = static_cast<std::uint64_t>(
            item.integer("bytes", 0, std::numeric_limits<std::int64_t>::max(), true).value_or(0));
        mark.sha256 = item.text("sha256", true).value_or("");
        item.warnUnknownKeys();
    });
}

} // namespace

nlohmann::ordered_json traceReferenceToJson(const TraceReference& reference)
{
    OrderedJson out = OrderedJson::object();
    if (reference.paths.size() == 1)
        out["path"] = reference.paths.front();
    else
        out["path"] = reference.paths;
    const TraceReadOptions& read = reference.read;
    if (!read.format.empty())
        out["format"] = read.format;
    if (!read.mapping.empty())
        out["mapping"] = read.mapping;
    if (!read.shareBy.empty())
        out["shareBy"] = read.shareBy;
    if (!read.timezone.empty())
        out["timezone"] = read.timezone;
    if (read.decimalSeparator != 0)
        out["decimalSeparator"] = std::string(1, read.decimalSeparator);
    writeRules(out, reference);
    writeGrouping(out, "shares", "otherShare", reference.shares);
    writeGrouping(out, "units", "otherUnit", reference.units);
    for (const auto& [was, now] : reference.renamedShares)
        out["renamedShares"][was] = now;
    if (reference.jobs != 0)
        out["jobs"] = reference.jobs;
    writeMarks(out, reference.marks);
    return out;
}

TraceReference readTraceReference(const JsonCursor& cursor)
{
    TraceReference reference;
    if (!cursor.expectObject())
        return reference;
    readPaths(cursor, reference.paths);
    readReading(cursor, reference.read);
    readRules(cursor, reference);
    readGrouping(cursor, "shares", "otherShare", reference.shares);
    readGrouping(cursor, "units", "otherUnit", reference.units);
    cursor.object("renamedShares", [&](const JsonCursor& names) {
        names.members([&](const std::string& was, const JsonCursor&) {
            reference.renamedShares[was] = names.text(was).value_or(was);
        });
    });
    const auto jobs = cursor.integer("jobs", 0, std::numeric_limits<std::uint32_t>::max());
    reference.jobs = static_cast<std::uint64_t>(jobs.value_or(0));
    readMarks(cursor, reference);
    cursor.warnUnknownKeys();
    return reference;
}

} // namespace quotaboard
