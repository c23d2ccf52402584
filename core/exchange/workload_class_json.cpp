// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/workload_class_json.h"

#include "core/exchange/generator_reader.h"
#include "core/exchange/policy_json.h"

#include <utility>

namespace quotaboard {

std::optional<WorkloadClass> workloadClassFromJson(const nlohmann::ordered_json& entry)
{
    const nlohmann::json plain = entry;
    JsonContext context({});
    const JsonCursor cursor(plain, context);
    if (!cursor.expectObject() || cursor.textOr("name", "").empty())
        return std::nullopt;
    CheckpointClass kind = readCheckpointClass(cursor);
    WorkloadClass result{std::move(kind.name), std::move(kind.profile), {}};
    if (const auto priority = cursor.integer("schedulingPriority", 0, kMaxPriority))
        result.priority = static_cast<std::int32_t>(*priority);
    if (context.failed())
        return std::nullopt;
    return result;
}

nlohmann::ordered_json workloadClassToJson(const WorkloadClass& kind)
{
    nlohmann::ordered_json entry{{"name", kind.name}};
    entry.update(profileToJson(kind.profile));
    if (kind.priority)
        entry["schedulingPriority"] = *kind.priority;
    return entry;
}

} // namespace quotaboard
