// SPDX-License-Identifier: Apache-2.0
#include "reference_statistics.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "random_scenario.h"
#include "reference_model.h"

namespace quotaboard::reference {

namespace {

using Json = nlohmann::json;

constexpr double wantedFraction = 0.04;
constexpr double wantedFractionOfRules = 0.005; // A4 in phase C needs much to come together

std::vector<std::string> expectedFeatures()
{
    const std::vector<std::pair<std::string, std::vector<std::string>>> groups = {
        {"event ",
            {"SUBMITTED", "RUNNABLE", "SCHEDULED", "STARTING", "RUNNING", "PREEMPTED", "STOPPED", "ATTEMPT_FAILED",
                "SUCCEEDED", "FAILED", "UPDATED", "MOVED"}},
        {"preempted ", {"CROSS_SHARE", "IN_SHARE"}},
        {"attempt failed ", {"FAILED", "TIMEOUT"}},
        {"failed ",
            {"FAILED", "TIMEOUT", "PREEMPTION_RETRIES_EXHAUSTED", "TERMINATED", "TIME_LIMIT", "SHARE_DELETED",
                "SHARE_DISABLED", "QUEUE_DISABLED"}},
        {"refused ",
            {"NO_SUCH_SHARE", "SHARE_EXISTS", "TOO_MANY_SHARES", "SHARE_NOT_DISABLED", "SHARE_DISABLED", "NO_SUCH_JOB",
                "JOB_FINISHED", "JOB_DISPATCHED"}},
        {"applied ",
            {"updateQuotaShare", "updateServiceEnvironment", "updateServiceJob", "terminateServiceJob",
                "createQuotaShare", "deleteQuotaShare", "submitServiceJob", "moveServiceJob", "updatePlatform",
                "updateJobQueue", "reorderQuotaShares"}},
        {"waiting ",
            {"BEHIND", "ENVIRONMENT_MAX", "SHARE_LIMIT", "BORROW_LIMIT_MAX", "BORROWABLE_MAX", "SHARE_FULL",
                "BORROW_LIMIT", "NOTHING_TO_BORROW", "OVERSUBSCRIBED", "ENVIRONMENT_DISABLED",
                "WAITING_FOR_INSTANCES"}},
        {"rule ", {"A1", "A2", "A3", "A4", "B", "C-A1", "C-A2", "C-A3", "C-A4", "C-B"}},
        {"running ", {"resumed", "restore failed"}},
        {"summary ", {"loops", "bad recovery", "good recovery", "overcommitted", "impossible", "censored quantile"}},
    };
    std::vector<std::string> features;
    for (const auto& [group, names] : groups)
        for (const std::string& name : names)
            features.push_back(group + name);
    return features;
}

std::string kindOf(const Json& intervention)
{
    for (const auto& item : intervention.items())
        if (item.key() != "atSeconds" && item.key() != "author" && item.key() != "reason")
            return item.key();
    return "";
}

void addEventFeatures(const Json& event, const Json& scenario, std::set<std::string>& features)
{
    const std::string name = event.at("event").get<std::string>();
    features.insert("event " + name);
    if (name == "PREEMPTED")
        features.insert("preempted " + event.at("cause").get<std::string>());
    if (name == "ATTEMPT_FAILED")
        features.insert("attempt failed " + event.at("reason").get<std::string>());
    if (name == "FAILED")
        features.insert("failed " + event.at("reason").get<std::string>());
    if (name == "RUNNING" && event.contains("resumedFromMs"))
        features.insert("running resumed");
    if (name == "RUNNING" && event.contains("restoreFailed"))
        features.insert("running restore failed");
    if (name != "UPDATED")
        return;
    if (event.contains("refused"))
        features.insert("refused " + event.at("refused").get<std::string>());
    else
        features.insert(
            "applied " + kindOf(scenario.at("interventions").at(event.at("intervention").get<std::size_t>())));
}

std::set<std::string> featuresOf(const Json& scenario, const Outcome& outcome)
{
    std::set<std::string> features;
    for (const Json& event : outcome.events)
        addEventFeatures(event, scenario, features);
    for (const auto& entry : outcome.waitingReasons)
        features.insert("waiting " + entry.first);
    for (const auto& entry : outcome.rules)
        features.insert("rule " + entry.first);
    const Json& summary = outcome.summary;
    if (!summary.at("loops").empty())
        features.insert("summary loops");
    if (summary.at("recovery").at("bad") > 0)
        features.insert("summary bad recovery");
    if (summary.at("recovery").at("good") > 0)
        features.insert("summary good recovery");
    if (summary.at("accounting").at("overcommittedMs") > 0)
        features.insert("summary overcommitted");
    for (const Json& wait : summary.at("waits")) {
        if (wait.at("impossible") > 0)
            features.insert("summary impossible");
        if (wait.contains("p95AtLeastMs"))
            features.insert("summary censored quantile");
    }
    return features;
}

} // namespace

int printStatistics(std::uint64_t first, std::uint64_t count, std::ostream& out)
{
    std::map<std::string, std::uint64_t> seen;
    for (const std::string& feature : expectedFeatures())
        seen[feature] = 0;
    std::uint64_t events = 0, violations = 0;
    std::size_t mostEvents = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        const Json scenario = randomScenario(seed);
        const Outcome outcome = run(scenario);
        for (const std::string& feature : featuresOf(scenario, outcome))
            ++seen[feature];
        for (const std::string& violation : outcome.violations) {
            out << "seed " << seed << ": " << violation << "\n";
            ++violations;
        }
        events += outcome.events.size();
        mostEvents = std::max(mostEvents, outcome.events.size());
    }
    int rare = 0;
    for (const auto& [feature, seeds] : seen) {
        const double fraction = static_cast<double>(seeds) / static_cast<double>(count);
        const bool tooRare = fraction < (feature.rfind("rule ", 0) == 0 ? wantedFractionOfRules : wantedFraction);
        if (tooRare)
            ++rare;
        out << std::fixed << std::setprecision(1) << std::setw(6) << 100.0 * fraction << " %  " << feature
            << (tooRare ? "   <-- rare" : "") << "\n";
    }
    out << count << " seeds, " << events / std::max<std::uint64_t>(1, count) << " events on average, " << mostEvents
        << " at most, " << violations << " violations, " << rare << " features too rare\n";
    return violations == 0 && rare == 0 ? 0 : 1;
}

} // namespace quotaboard::reference
