// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "random_draft.h"

namespace quotaboard::reference {

namespace {

// Draws one scenario's interventions: small recipes of one to a few of them, then shuffled into the file.
class Interventions {
public:
    explicit Interventions(Draft& draft)
        : draft_(draft)
        , random_(draft.random)
    {
    }

    void draw()
    {
        if (draft_.shares.size() >= 17)
            createUntilRefused();
        if (draft_.timeLimits && random_.chance(40))
            switchReasons();
        if (!random_.chance(75))
            return finish();
        const std::int64_t recipes = random_.between(1, 7);
        for (std::int64_t i = 0; i < recipes; ++i)
            drawRecipe();
        finish();
    }

private:
    void drawRecipe()
    {
        switch (random_.between(0, 17)) {
        case 0:
            return changeLimits();
        case 1:
            return changeSharing();
        case 2:
            return disableShare();
        case 3:
            return deleteShare();
        case 4:
            return deleteEnabledShare();
        case 5:
            return changeEnvironmentLimits();
        case 6:
            return toggleEnvironment();
        case 7:
            return changePriorities();
        case 8:
            return terminateJobs();
        case 9:
            return createShare();
        case 10:
            return submitJobs();
        case 11:
            return moveJobs();
        case 12:
            return changePlatform();
        case 13:
            return changeQueue();
        case 14:
            return reorder();
        case 15:
            return lowerLimits();
        case 16:
            return lowerLimits();
        default:
            return disableShare();
        }
    }

    Ms anyTime() { return draft_.time(draft_.span + (random_.chance(30) ? 700'000 : draft_.span / 2 + 20'000)); }
    Ms after(Ms at) { return at + random_.between(0, 10) * draft_.grid; }

    // Draw the body and the time in statements of their own: the order in which arguments are evaluated is open.
    void add(Ms at, const std::string& kind, Json body)
    {
        Json intervention = {{"atSeconds", seconds(at)}, {kind, std::move(body)}};
        if (random_.chance(5))
            intervention["author"] = "bob";
        list_.push_back(intervention);
    }

    std::string anyShare()
    {
        if (random_.chance(5))
            return "nowhere";
        if (!draft_.futureShares.empty() && random_.chance(15))
            return random_.pick(draft_.futureShares);
        return random_.pick(draft_.shares);
    }

    Json anyJob()
    {
        if (random_.chance(5))
            return "unknown";
        if (submitted_ > 0 && random_.chance(15))
            return "late" + std::to_string(random_.between(0, submitted_ - 1));
        return random_.between(0, random_.chance(20) ? 40 : 8);
    }

    void changeLimits()
    {
        const std::string name = anyShare();
        Json update = {{"quotaShareName", name}, {"capacityLimits", drawShare(draft_, name)["capacityLimits"]}};
        add(anyTime(), "updateQuotaShare", update);
    }

    // Below what runs, so that jobs of any strategy stand above their share's limit.
    void lowerLimits()
    {
        const Json& shares = draft_.scenario["quotaShares"];
        const Json share
            = shares[static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(shares.size()) - 1))];
        Json limits = share["capacityLimits"];
        for (Json& limit : limits)
            limit["maxCapacity"]
                = std::max<std::int64_t>(1, limit["maxCapacity"].get<std::int64_t>() - random_.between(0, 3));
        Json update = {{"quotaShareName", share["quotaShareName"]}, {"capacityLimits", limits}};
        if (random_.chance(25))
            update["resourceSharingConfiguration"] = {{"strategy", random_.chance(70) ? "RESERVE" : "LEND"}};
        const Ms at = random_.chance(50) ? draft_.time(draft_.span / 2)
                                         : random_.between(2, 8) * std::max<Ms>(1000, draft_.grid);
        add(at, "updateQuotaShare", update);
    }

    // The environment shrinks and grows, so that a front that never fits changes its AWS reason, or loses it for a
    // while.
    void switchReasons()
    {
        Json limits = draft_.scenario["serviceEnvironments"][0]["capacityLimits"];
        const Json before = limits;
        for (Json& limit : limits)
            limit["maxCapacity"] = random_.between(0, 3);
        Ms at = random_.between(1, 500) * 1000;
        for (std::int64_t i = random_.between(1, 3); i > 0; --i) {
            add(at, "updateServiceEnvironment", {{"capacityLimits", limits}});
            at += random_.between(1, 300) * 1000;
            add(at, "updateServiceEnvironment", {{"capacityLimits", before}});
            at += random_.between(1, 300) * 1000;
        }
    }

    void changeSharing()
    {
        const std::string name = anyShare();
        const Json share = drawShare(draft_, name);
        Json update = {{"quotaShareName", name}};
        if (random_.chance(70))
            update["resourceSharingConfiguration"] = share["resourceSharingConfiguration"];
        if (update.size() == 1 || random_.chance(40))
            update["preemptionConfiguration"] = share["preemptionConfiguration"];
        if (random_.chance(20))
            update["state"] = random_.chance(50) ? "DISABLED" : "ENABLED";
        add(anyTime(), "updateQuotaShare", update);
    }

    void disableShare()
    {
        const std::string name = random_.pick(draft_.shares);
        const Ms at = anyTime();
        add(at, "updateQuotaShare", {{"quotaShareName", name}, {"state", "DISABLED"}});
        if (random_.chance(85))
            for (std::int64_t i = random_.between(3, 6); i > 0; --i)
                addMove(after(at), name);
        if (random_.chance(30))
            add(after(at), "updateQuotaShare", {{"quotaShareName", name}, {"state", "ENABLED"}});
    }

    void deleteShare()
    {
        const std::string name = random_.pick(draft_.shares);
        const Ms at = draft_.time(draft_.span);
        const Ms deleted = after(at);
        add(at, "updateQuotaShare", {{"quotaShareName", name}, {"state", "DISABLED"}});
        add(deleted, "deleteQuotaShare", {{"quotaShareName", name}});
        if (random_.chance(30))
            add(after(deleted), "updateQuotaShare", {{"quotaShareName", name}, {"state", "ENABLED"}});
        if (random_.chance(30))
            addMove(after(deleted), name);
        if (random_.chance(30))
            addReorder(after(deleted));
        if (random_.chance(25))
            addCreate(after(deleted), name);
        if (random_.chance(25))
            addReorder(after(after(deleted)));
    }

    void deleteEnabledShare()
    {
        const Ms at = anyTime();
        add(at, "deleteQuotaShare", {{"quotaShareName", anyShare()}});
    }

    void changeEnvironmentLimits()
    {
        Json limits = draft_.scenario["serviceEnvironments"][0]["capacityLimits"];
        for (Json& limit : limits) {
            const std::int64_t old = limit["maxCapacity"].get<std::int64_t>();
            if (!random_.chance(70))
                continue;
            limit["maxCapacity"]
                = random_.chance(60) ? old * random_.between(0, 90) / 100 : old + random_.between(1, 6);
        }
        if (limits.size() > 1 && random_.chance(10))
            limits.erase(limits.size() - 1);
        const Ms at = anyTime();
        add(at, "updateServiceEnvironment", {{"capacityLimits", limits}});
        if (random_.chance(40))
            add(after(at), "updateServiceEnvironment",
                {{"capacityLimits", draft_.scenario["serviceEnvironments"][0]["capacityLimits"]}});
    }

    void toggleEnvironment()
    {
        const Ms at = anyTime();
        add(at, "updateServiceEnvironment", {{"state", "DISABLED"}});
        if (random_.chance(80))
            add(after(at), "updateServiceEnvironment", {{"state", "ENABLED"}});
    }

    void changePriorities()
    {
        for (std::int64_t i = random_.between(1, 4); i > 0; --i) {
            const Ms at = anyTime();
            add(at, "updateServiceJob",
                {{"jobId", anyJob()}, {"schedulingPriority", random_.pick<int>({0, 1, 3, 7, 9999})}});
        }
    }

    void terminateJobs()
    {
        for (std::int64_t i = random_.between(1, 4); i > 0; --i) {
            const Ms at = anyTime();
            add(at, "terminateServiceJob", {{"jobId", anyJob()}, {"reason", "enough"}});
        }
    }

    void createShare()
    {
        if (random_.chance(45))
            return createExisting();
        const std::string name = "N" + std::to_string(draft_.futureShares.size());
        draft_.futureShares.push_back(name);
        Json share = drawShare(draft_, name);
        if (random_.chance(10))
            share["state"] = "DISABLED";
        add(draft_.time(draft_.span), "createQuotaShare", share);
    }

    void createExisting()
    {
        const Ms at = anyTime();
        addCreate(at, random_.pick(draft_.shares));
    }

    void createUntilRefused()
    {
        for (std::size_t i = draft_.shares.size(); i < 21 + static_cast<std::size_t>(random_.between(0, 2)); ++i) {
            draft_.futureShares.push_back("N" + std::to_string(draft_.futureShares.size()));
            addCreate(anyTime(), draft_.futureShares.back());
        }
    }

    void submitJobs()
    {
        for (std::int64_t i = random_.between(1, 4); i > 0; --i) {
            std::string share = random_.pick(draft_.shares);
            if (!draft_.futureShares.empty() && random_.chance(30))
                share = random_.pick(draft_.futureShares);
            const Ms at = anyTime();
            Json job = drawJob(draft_, share, at);
            job["jobId"] = "late" + std::to_string(submitted_++);
            add(at, "submitServiceJob", job);
        }
    }

    void moveJobs()
    {
        const Ms at = anyTime();
        for (std::int64_t i = random_.between(1, 5); i > 0; --i)
            moveAt(random_.chance(50) ? at : draft_.time(draft_.span));
    }

    void moveAt(Ms at) { addMove(at, anyShare()); }

    void addMove(Ms at, const std::string& share)
    {
        add(at, "moveServiceJob", {{"jobId", anyJob()}, {"quotaShareName", share}});
    }

    void addCreate(Ms at, const std::string& name) { add(at, "createQuotaShare", drawShare(draft_, name)); }

    void changePlatform()
    {
        Json keys = drawPlatformKeys(draft_, false);
        if (keys.empty() || random_.chance(30))
            keys["startupSeconds"] = random_.pick<int>({0, 2, 5, 60});
        add(anyTime(), "updatePlatform", keys);
    }

    void changeQueue()
    {
        const Ms at = anyTime();
        if (random_.chance(30))
            return add(at, "updateJobQueue", {{"jobStateTimeLimitActions", drawTimeLimits(draft_)}});
        add(random_.chance(50) ? draft_.time(draft_.span) / 2 : at, "updateJobQueue", {{"state", "DISABLED"}});
        if (random_.chance(50))
            add(after(at), "updateJobQueue", {{"state", "ENABLED"}});
    }

    void reorder() { addReorder(anyTime()); }

    void addReorder(Ms at)
    {
        std::vector<std::string> names = draft_.shares;
        random_.shuffle(names);
        if (names.size() > 1 && random_.chance(15))
            names.pop_back();
        add(at, "reorderQuotaShares", names);
    }

    void finish()
    {
        if (random_.chance(50))
            random_.shuffle(list_);
        if (!list_.empty() || random_.chance(50))
            draft_.scenario["interventions"] = list_;
    }

    Draft& draft_;
    Random& random_;
    std::vector<Json> list_;
    std::int64_t submitted_ = 0;
};

} // namespace

void drawInterventions(Draft& draft)
{
    Interventions(draft).draw();
}

} // namespace quotaboard::reference
