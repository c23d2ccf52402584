// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace quotaboard::test {

// Changed copies of a scenario, for tests that compare their runs.

/// The same list with each job and its profile changed in place; names and ids are dropped.
[[nodiscard]] Scenario withJobs(const Scenario& scenario, const std::function<void(Job&, JobProfile&)>& change);
/// Every time and duration of scenario, jobs, platform and interventions times `factor`.
[[nodiscard]] Scenario withTimesScaled(const Scenario& scenario, TimeMs factor);
/// Every capacity, limit and instance count times `factor`.
[[nodiscard]] Scenario withSizesScaled(const Scenario& scenario, std::int32_t factor);
/// The job list in another order: the new job `i` is the old job `order[i]`. Interventions follow.
[[nodiscard]] Scenario withJobOrder(const Scenario& scenario, const std::vector<std::size_t>& order);
/// A permutation of 0 … count-1 that depends on the seed only.
[[nodiscard]] std::vector<std::size_t> shuffledOrder(std::size_t count, std::uint64_t seed);

/// Strategies of all shares, those that interventions create or set included.
void forEachSharing(Scenario& scenario, const std::function<void(ResourceSharing&)>& change);
/// `requeue` and `resumeSuccessProbability` of the platform and wherever an intervention sets them.
void forEachPlatform(Scenario& scenario, const std::function<void(Requeue&, double&)>& change);

/// Other names for the shares and job ids of a scenario document, in reverse alphabetical order.
class Renaming {
public:
    explicit Renaming(const nlohmann::json& document);
    /// A document, event or summary with the new names.
    [[nodiscard]] nlohmann::json applyTo(const nlohmann::json& value) const;

private:
    [[nodiscard]] nlohmann::json renamed(const std::string& key, const nlohmann::json& value) const;
    std::map<std::string, std::string> shares_;
    std::map<std::string, std::string> jobs_;
};

} // namespace quotaboard::test
