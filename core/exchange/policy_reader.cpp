// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/policy_reader.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::int64_t kMostPercent = 1'000'000'000;
constexpr double kMostMoney = 1e12;
constexpr std::int64_t kMostGpus = 100'000;
constexpr TimeMs kAwsLeastTimeLimit = 600 * kMsPerSecond;
constexpr TimeMs kAwsMostTimeLimit = 86'400 * kMsPerSecond;

} // namespace

UnitIndex internUnit(const JsonCursor& cursor, std::string_view key, Scenario& scenario, const std::string& name)
{
    const UnitIndex known = scenario.findUnit(name);
    if (known.isValid() || scenario.units.size() < kMaxUnits)
        return known.isValid() ? known : scenario.internUnit(name);
    cursor.fail(ErrorCode::TooMany, key,
        {"one capacity unit too many: " + name, fmt::format("{} different ones in a scenario", kMaxUnits)});
    return {};
}

ShareIndex internShare(const JsonCursor& cursor, std::string_view key, Scenario& scenario, const std::string& name)
{
    const ShareIndex known = scenario.findShare(name);
    if (known.isValid() || scenario.shareNames.size() < kMaxShareNames)
        return known.isValid() ? known : scenario.internShare(name);
    cursor.fail(ErrorCode::TooMany, key,
        {"one share name too many: " + name, fmt::format("{} different ones in a scenario", kMaxShareNames)});
    return {};
}

CapacityLimits readCapacityLimits(const JsonCursor& parent, Scenario& scenario, std::int32_t least, bool isRequired)
{
    CapacityLimits limits;
    parent.array("capacityLimits", 1, kMaxLimits, isRequired, [&](const JsonCursor& item) {
        if (!item.expectObject())
            return;
        const auto unit = item.text("capacityUnit", true);
        const auto most = item.integer("maxCapacity", least, kMaxInstances, true);
        item.warnUnknownKeys();
        if (!unit || !most)
            return;
        const UnitIndex index = internUnit(item, "capacityUnit", scenario, *unit);
        const auto isSame = [&](const CapacityLimit& limit) { return limit.unit == index; };
        if (std::any_of(limits.begin(), limits.end(), isSame))
            item.fail(ErrorCode::Duplicate, "capacityUnit", {*unit});
        limits.push_back({index, static_cast<std::int32_t>(*most)});
    });
    return limits;
}

std::optional<ResourceSharing> readResourceSharing(const JsonCursor& parent)
{
    std::optional<ResourceSharing> sharing;
    parent.object("resourceSharingConfiguration", [&](const JsonCursor& item) {
        const auto strategy = readWord<SharingStrategy>(item, "strategy", true);
        const auto limit = item.integer("borrowLimit", -1, kMostPercent);
        item.warnUnknownKeys();
        if (!strategy)
            return;
        sharing = ResourceSharing{*strategy, std::nullopt};
        if (limit) {
            sharing->borrowLimit = static_cast<std::int32_t>(*limit);
            if (*strategy != SharingStrategy::LendAndBorrow)
                item.context().warn(ReadWarning::Code::OutsideAwsRange, item.pointerTo("borrowLimit"),
                    {std::to_string(*limit), "a borrow limit with LEND_AND_BORROW only"});
        }
    });
    return sharing;
}

std::optional<bool> readInSharePreemption(const JsonCursor& parent)
{
    std::optional<bool> enabled;
    parent.object("preemptionConfiguration", [&](const JsonCursor& item) {
        enabled = item.enabled("inSharePreemption");
        item.warnUnknownKeys();
    });
    return enabled;
}

std::optional<std::vector<TimeLimitAction>> readTimeLimits(const JsonCursor& parent)
{
    if (!parent.has("jobStateTimeLimitActions"))
        return std::nullopt;
    std::vector<TimeLimitAction> actions;
    parent.array("jobStateTimeLimitActions", 0, 10, false, [&](const JsonCursor& item) {
        if (!item.expectObject())
            return;
        const auto reason = readWord<TimeLimitReason>(item, "reason", true);
        const auto most = item.seconds("maxTimeSeconds", 0, true);
        const std::string state = item.textOr("state", "RUNNABLE");
        const std::string action = item.textOr("action", "TERMINATE");
        if (state != "RUNNABLE")
            item.fail(ErrorCode::NotAllowed, "state", {state, "RUNNABLE"});
        if (action != "TERMINATE")
            item.fail(ErrorCode::NotAllowed, "action", {action, "TERMINATE"});
        item.warnUnknownKeys();
        if (!reason || !most)
            return;
        if (*most < kAwsLeastTimeLimit || *most > kAwsMostTimeLimit)
            item.context().warn(ReadWarning::Code::OutsideAwsRange, item.pointerTo("maxTimeSeconds"),
                {excerpt(item.value().at("maxTimeSeconds")), "600 to 86400 seconds"});
        actions.push_back({*reason, *most});
    });
    return actions;
}

QuotaShare readQuotaShare(const JsonCursor& cursor, Scenario& scenario)
{
    QuotaShare share;
    if (!cursor.expectObject())
        return share;
    share.name = cursor.text("quotaShareName", true).value_or("");
    if (share.name.empty() && !cursor.context().failed())
        cursor.fail(ErrorCode::NotAllowed, "quotaShareName", {"\"\"", "a name that is not empty"});
    share.isEnabled = cursor.enabled("state").value_or(true);
    share.limits = readCapacityLimits(cursor, scenario, 1, true);
    share.sharing = readResourceSharing(cursor).value_or(ResourceSharing{});
    share.inSharePreemption = readInSharePreemption(cursor).value_or(false);
    share.owner = cursor.textOr("owner", "");
    share.color = cursor.textOr("color", "");
    share.notes = cursor.textOr("notes", "");
    share.isProtected = cursor.boolean("protected").value_or(false);
    cursor.object("interruptionBudget", [&](const JsonCursor& item) {
        InterruptionBudget budget;
        if (const auto count = item.integer("preemptionsPerJob", 0, 1'000'000))
            budget.preemptionsPerJob = static_cast<std::int32_t>(*count);
        budget.lostGpuHoursPerWeek = item.number("lostGpuHoursPerWeek", 0, kMostMoney);
        item.warnUnknownKeys();
        share.budget = budget;
    });
    cursor.ignore("tags");
    cursor.warnUnknownKeys();
    return share;
}

void readServiceEnvironment(const JsonCursor& cursor, Scenario& scenario)
{
    if (!cursor.expectObject())
        return;
    scenario.environment.name = cursor.textOr("serviceEnvironmentName", "");
    scenario.environment.isEnabled = cursor.enabled("state").value_or(true);
    scenario.environment.limits = readCapacityLimits(cursor, scenario, 0, true);
    cursor.ignore("serviceEnvironmentType");
    cursor.ignore("tags");
    cursor.warnUnknownKeys();
}

void readJobQueue(const JsonCursor& cursor, JobQueue& queue)
{
    queue.name = cursor.textOr("jobQueueName", "");
    queue.isEnabled = cursor.enabled("state").value_or(true);
    queue.priority = static_cast<std::int32_t>(cursor.integer("priority", 0, 1'000'000).value_or(1));
    queue.timeLimits = readTimeLimits(cursor).value_or(std::vector<TimeLimitAction>{});
    cursor.warnUnknownKeys();
}

UpdatePlatform readPlatformKeys(const JsonCursor& cursor)
{
    UpdatePlatform given;
    given.startup = cursor.seconds("startupSeconds", 0);
    given.stopGrace = cursor.seconds("stopGraceSeconds", 0);
    given.victimOrder = readWord<VictimOrder>(cursor, "victimOrder");
    given.unassignedCapacity = readWord<UnassignedCapacity>(cursor, "unassignedCapacity");
    given.queueFront = readWord<QueueFront>(cursor, "queueFront");
    given.requeue = readWord<Requeue>(cursor, "requeue");
    given.resumeSuccessProbability = cursor.number("resumeSuccessProbability", 0, 1);
    return given;
}

void readPlatform(const JsonCursor& cursor, Platform& platform)
{
    const UpdatePlatform given = readPlatformKeys(cursor);
    platform.startup = given.startup.value_or(platform.startup);
    platform.stopGrace = given.stopGrace.value_or(platform.stopGrace);
    platform.victimOrder = given.victimOrder.value_or(platform.victimOrder);
    platform.unassignedCapacity = given.unassignedCapacity.value_or(platform.unassignedCapacity);
    platform.queueFront = given.queueFront.value_or(platform.queueFront);
    platform.requeue = given.requeue.value_or(platform.requeue);
    platform.resumeSuccessProbability = given.resumeSuccessProbability.value_or(platform.resumeSuccessProbability);
    if (cursor.has("seed")) {
        const nlohmann::json& seed = cursor.value().at("seed");
        if (seed.is_number_unsigned())
            platform.seed = seed.get<std::uint64_t>();
        else
            cursor.fail(ErrorCode::WrongType, "seed", {excerpt(seed), "a whole number from 0 to 18446744073709551615"});
    }
    cursor.warnUnknownKeys();
}

void readCapacityUnits(const JsonCursor& cursor, Scenario& scenario)
{
    for (const auto& [name, unused] : cursor.value().items()) {
        cursor.object(name, [&, &unitName = name](const JsonCursor& item) {
            const UnitIndex index = internUnit(item, {}, scenario, unitName);
            if (!index.isValid())
                return;
            CapacityUnit& unit = scenario.units[index.value()];
            unit.isDeclared = true;
            if (const auto gpus = item.integer("gpus", 0, kMostGpus)) {
                unit.gpus = static_cast<std::int32_t>(*gpus);
                unit.isGuessed = false;
            }
            unit.hourlyCost = item.number("hourlyCost", 0, kMostMoney).value_or(0);
            unit.currency = item.textOr("currency", "");
            item.warnUnknownKeys();
        });
    }
}

} // namespace quotaboard
