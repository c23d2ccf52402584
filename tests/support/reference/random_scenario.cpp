// SPDX-License-Identifier: Apache-2.0
#include "random_scenario.h"

#include <algorithm>

#include "random_draft.h"

namespace quotaboard::reference {

Json seconds(Ms ms)
{
    if (ms % 1000 == 0)
        return ms / 1000;
    return static_cast<double>(ms) / 1000.0;
}

Ms Draft::time(Ms latest)
{
    if (fractions && random.chance(30))
        return random.between(0, latest);
    return random.between(0, latest / grid) * grid;
}

Json drawTimeLimits(Draft& draft)
{
    Random& random = draft.random;
    const std::vector<std::string> reasons
        = {"MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED", "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE"};
    const std::int64_t which = random.between(1, 6); // mostly both
    Json actions = Json::array();
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        if (which == 1 && i == 0)
            continue;
        if (which == 2 && i == 1)
            continue;
        actions.push_back({{"reason", reasons[i]}, {"state", "RUNNABLE"},
            {"maxTimeSeconds", random.pick<int>({600, 600, 600, 601, 700, 900})}, {"action", "TERMINATE"}});
    }
    return actions;
}

Json drawPlatformKeys(Draft& draft, bool all)
{
    Random& random = draft.random;
    Json platform = Json::object();
    const auto wanted = [&] { return all ? !random.chance(10) : random.chance(30); };
    if (wanted())
        platform["startupSeconds"] = random.pick<Json>({0, 0, 0, 1, 3, 10, 30, 0.75});
    if (wanted())
        platform["stopGraceSeconds"] = random.pick<Json>({0, 0, 2, 4, 10, 60, 120, 1.5});
    if (wanted())
        platform["victimOrder"]
            = random.pick<std::string>({"priority", "youngest", "oldest", "leastLoss", "mostBorrowed"});
    if (wanted())
        platform["unassignedCapacity"] = random.pick<std::string>({"idle", "borrowable"});
    if (wanted())
        platform["queueFront"] = random.pick<std::string>({"share", "capacityUnit"});
    if (wanted())
        platform["requeue"] = random.pick<std::string>({"original", "back"});
    if (wanted())
        platform["resumeSuccessProbability"] = random.pick<Json>({1, 1.0, 0.9, 0.5, 0.5, 0});
    return platform;
}

static void drawUnits(Draft& draft)
{
    Random& random = draft.random;
    std::vector<std::string> names = {"gpu", "big", "ml.p5.48xlarge", "ml.g5.xlarge", "ml.t3.large", "unknown.unit"};
    random.shuffle(names);
    const std::int64_t count
        = draft.contended ? random.pick<std::int64_t>({1, 1, 1, 2}) : random.pick<std::int64_t>({1, 1, 2, 2, 3});
    draft.units.assign(names.begin(), names.begin() + count);
    if (random.chance(25))
        return;
    const bool allZero = random.chance(8);
    Json gpus = Json::object();
    for (const std::string& unit : draft.units) {
        if (random.chance(15))
            continue;
        gpus[unit] = {{"gpus", allZero ? 0 : random.pick<int>({1, 1, 1, 2, 4, 8, 16, 0})}};
        if (random.chance(10))
            gpus[unit]["hourlyCost"] = 98.32;
    }
    draft.scenario["capacityUnits"] = gpus;
}

// Exactly subscribed, oversubscribed or undersubscribed, per unit.
static std::int64_t drawCapacity(Draft& draft, std::int64_t claimed)
{
    Random& random = draft.random;
    if (draft.tight)
        return std::max<std::int64_t>(claimed * random.between(65, 90) / 100, 5);
    switch (random.between(0, 9)) {
    case 0:
    case 1:
    case 2:
    case 3:
        return claimed;
    case 4:
    case 5:
    case 6:
        return std::max<std::int64_t>(1, claimed * random.between(40, 95) / 100);
    case 7:
    case 8:
        return claimed + random.between(1, 5);
    default:
        return draft.contended ? claimed : random.between(0, 3);
    }
}

static void drawEnvironment(Draft& draft)
{
    Random& random = draft.random;
    Json limits = Json::array();
    for (const std::string& unit : draft.units) {
        std::int64_t claimed = 0;
        for (const Json& share : draft.scenario["quotaShares"])
            for (const Json& limit : share["capacityLimits"])
                if (limit["capacityUnit"] == unit)
                    claimed += limit["maxCapacity"].get<std::int64_t>();
        if (random.chance(4) && draft.units.size() > 1 && !limits.empty())
            continue;
        limits.push_back({{"capacityUnit", unit}, {"maxCapacity", drawCapacity(draft, claimed)}});
    }
    Json environment = {{"serviceEnvironmentName", "se"}, {"capacityLimits", limits}};
    if (random.chance(30))
        environment["state"] = "ENABLED";
    if (random.chance(3))
        environment["state"] = "DISABLED";
    draft.scenario["serviceEnvironments"] = Json::array({environment});
}

static void drawQueue(Draft& draft)
{
    Random& random = draft.random;
    draft.timeLimits = random.chance(35);
    if (draft.timeLimits)
        draft.widePercent = std::max(draft.widePercent, 4);
    if (!draft.timeLimits && random.chance(70))
        return;
    Json queue = {{"jobQueueName", "q"}};
    if (draft.timeLimits)
        queue["jobStateTimeLimitActions"] = drawTimeLimits(draft);
    if (random.chance(10))
        queue["state"] = random.chance(50) ? "DISABLED" : "ENABLED";
    draft.scenario["jobQueue"] = queue;
}

static void drawTimes(Draft& draft)
{
    Random& random = draft.random;
    draft.grid = random.pick<Ms>({1, 500, 1000, 1000, 5000, 10'000, 20'000});
    draft.span = random.pick<Ms>({0, 20'000, 60'000, 100'000, 100'000, 300'000, 300'000, 900'000});
    draft.fractions = random.chance(25);
    const std::vector<Ms> works
        = {0, 1, 750, 10'000, 20'000, 20'250, 50'000, 100'000, 100'000, 300'000, 300'000, 700'000, 1'000'000};
    const std::int64_t kinds = random.between(1, 6);
    for (std::int64_t i = 0; i < kinds; ++i)
        draft.workChoices.push_back(random.pick(works));
    if (draft.workChoices.size() == 1)
        draft.workChoices.push_back(100'000);
    const std::vector<std::vector<std::int64_t>> palettes
        = {{0}, {0, 1}, {0, 1, 2, 5}, {0, 1, 2, 5, 9999}, {0, 10, 9999}};
    draft.priorities = random.pick(palettes);
    draft.checkpoints = random.chance(68);
    draft.widePercent = random.pick<int>({0, 0, 2, 4, 12});
    if (!draft.contended)
        return;
    draft.span = random.pick<Ms>({100'000, 200'000, 300'000, 300'000, 600'000, 900'000});
    draft.widePercent = random.pick<int>({0, 0, 0, 1, 4});
}

Json randomScenario(std::uint64_t seed)
{
    Draft draft(seed * 0xD1342543DE82EF95ULL + 0x2545F4914F6CDD1DULL);
    Random& random = draft.random;
    draft.scenario = {{"format", "quotaboard-scenario"}, {"version", 1}, {"name", "random " + std::to_string(seed)}};
    draft.contended = random.chance(65);
    draft.tight = draft.contended && random.chance(35);
    drawUnits(draft);
    drawTimes(draft);
    drawShares(draft);
    drawEnvironment(draft);
    drawQueue(draft);
    if (!random.chance(5)) {
        draft.scenario["platform"] = drawPlatformKeys(draft, true);
        if (!random.chance(10))
            draft.scenario["platform"]["seed"] = random.chance(10) ? random.next() : seed;
    }
    drawInterventions(draft);
    drawJobs(draft);
    if (random.chance(30))
        draft.scenario["horizonSeconds"]
            = seconds(random.chance(10) ? 0 : draft.time(draft.span + draft.span / 2 + 400'000));
    return draft.scenario;
}

} // namespace quotaboard::reference
