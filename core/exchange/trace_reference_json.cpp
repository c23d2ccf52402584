// SPDX-License-Identifier: Apache-2.0
// The keys of a `traces` entry, in both directions (SCENARIO_TRACES.md).
#include "core/exchange/json_fields.h"
#include "core/exchange/json_numbers.h"
#include "core/exchange/policy_json.h"
#include "core/exchange/trace_reference.h"

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
void readAxisTime(JsonFields& fields, const char* key, std::optional<TimeMs>& time)
{
    const Json* value = fields.optional(key);
    if (value == nullptr)
        return;
    if (value->is_string())
        time = parseIsoInstant(value->get_ref<const std::string&>());
    else if (value->is_number())
        time = millisecondsFromSeconds(value->get<double>());
    if (!time)
        fields.fail(ErrorCode::WrongType, key, {describeJson(*value), "an ISO-8601 instant or a number of seconds"});
}

void readCheckpointByShare(JsonFields& fields, PerShare<std::optional<CheckpointPlan>>& setting)
{
    const Json* object = fields.object("checkpointByShare");
    if (object == nullptr)
        return;
    const std::string place = fields.pointer("checkpointByShare");
    for (const auto& [share, value] : object->items()) {
        if (value.is_null()) {
            setting.byShare[share] = std::nullopt;
            continue;
        }
        JsonFields inner(value, place + "/" + escapePointerToken(share), fields.warnings());
        setting.byShare[share] = readCheckpointPlan(inner);
        fields.adopt(inner);
    }
}

void readRestoreByShare(JsonFields& fields, PerShare<TimeMs>& setting)
{
    const Json* object = fields.object("restoreSecondsByShare");
    if (object == nullptr)
        return;
    JsonFields inner(*object, fields.pointer("restoreSecondsByShare"), fields.warnings());
    for (const auto& [share, value] : object->items())
        inner.seconds(share.c_str(), setting.byShare[share], 0);
    fields.adopt(inner);
}

void readRules(JsonFields& fields, TraceReference& reference)
{
    JobRules& rules = reference.rules;
    readAxisTime(fields, "from", rules.from);
    readAxisTime(fields, "to", rules.to);
    readAxisTime(fields, "origin", reference.origin);
    fields.text("unit", rules.unit);
    rules.zeroGpu = static_cast<ZeroGpuRule>(fields.word("zeroGpu", {"reject", "keep"}, 0));
    rules.fractional = static_cast<FractionRule>(fields.word("fractional", {"up", "reject"}, 0));
    if (const Json* plan = fields.object("checkpoint")) {
        JsonFields inner(*plan, fields.pointer("checkpoint"), fields.warnings());
        rules.checkpoint.all = readCheckpointPlan(inner);
        fields.adopt(inner);
    }
    readCheckpointByShare(fields, rules.checkpoint);
    fields.seconds("restoreSeconds", rules.restore.all, 0);
    readRestoreByShare(fields, rules.restore);
}

void readPaths(JsonFields& fields, std::vector<std::string>& paths)
{
    const Json* path = fields.required("path");
    if (path == nullptr)
        return;
    if (path->is_string() && !path->get_ref<const std::string&>().empty())
        paths.push_back(path->get<std::string>());
    else if (path->is_array() && !path->empty())
        fields.texts("path", paths);
    else
        fields.fail(ErrorCode::WrongType, "path", {describeJson(*path), "a path or a list of paths"});
}

void readReading(JsonFields& fields, TraceReadOptions& read)
{
    fields.text("format", read.format);
    fields.text("shareBy", read.shareBy);
    fields.text("timezone", read.timezone);
    const std::size_t separator = fields.word("decimalSeparator", {"", ".", ","}, 0);
    read.decimalSeparator = separator == 0 ? '\0' : separator == 1 ? '.' : ',';
    const Json* mapping = fields.object("mapping");
    if (mapping == nullptr)
        return;
    for (const auto& [field, column] : mapping->items()) {
        if (!column.is_string())
            return fields.fail(ErrorCode::WrongType, ("mapping/" + escapePointerToken(field)).c_str(),
                               {describeJson(column), "a column name"});
        read.mapping[field] = column.get<std::string>();
    }
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
    if (reference.jobs != 0)
        out["jobs"] = reference.jobs;
    return out;
}

Result<TraceReference> parseTraceReference(const nlohmann::json& entry, const std::string& jsonPointer,
                                           std::vector<std::string>& warnings)
{
    TraceReference reference;
    JsonFields fields(entry, jsonPointer, warnings);
    readPaths(fields, reference.paths);
    readReading(fields, reference.read);
    readRules(fields, reference);
    fields.texts("shares", reference.shares.kept);
    fields.text("otherShare", reference.shares.other);
    fields.texts("units", reference.units.kept);
    fields.text("otherUnit", reference.units.other);
    std::int64_t jobs = 0;
    fields.integer("jobs", jobs, 0, std::numeric_limits<std::uint32_t>::max());
    reference.jobs = static_cast<std::uint64_t>(jobs);
    if (const Status status = fields.finish(); !status)
        return status.error();
    return reference;
}

} // namespace quotaboard
