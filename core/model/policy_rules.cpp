// SPDX-License-Identifier: Apache-2.0
#include "core/model/policy_rules.h"

#include <algorithm>
#include <string_view>

namespace quotaboard {

namespace {

constexpr std::size_t kLongestName = 128;
constexpr std::int32_t kMostAttempts = 10;
constexpr std::size_t kMostExitRules = 5;
constexpr std::int32_t kMostQueuePriority = 1000;
constexpr TimeMs kLeastTimeLimit = 600 * kMsPerSecond;
constexpr TimeMs kMostTimeLimit = 86'400 * kMsPerSecond;
constexpr std::string_view kInstanceTypePrefix = "ml.";
constexpr std::int64_t kHundred = 100;

template <class Number>
std::string text(Number number)
{
    return std::to_string(number);
}

class BreachFinder {
public:
    explicit BreachFinder(const Scenario& scenario)
        : scenario_(scenario)
    {
    }

    std::vector<RuleBreach> find()
    {
        lookAtEnvironment();
        lookAtQueue();
        if (scenario_.shares.size() > kMaxShares)
            add(PolicyRule::TooManyShares, {}, {}, {text(scenario_.shares.size()), text(kMaxShares)});
        for (const QuotaShare& share : scenario_.shares)
            lookAtShare(share);
        lookAtJobs();
        return std::move(breaches_);
    }

private:
    void add(PolicyRule rule, ShareIndex share, UnitIndex unit, std::vector<std::string> arguments)
    {
        breaches_.push_back({rule, share, unit, std::move(arguments)});
    }

    void lookAtEnvironment()
    {
        const CapacityLimits& limits = scenario_.environment.limits;
        if (!scenario_.environment.isEnabled)
            add(PolicyRule::EnvironmentDisabled, {}, {}, {});
        if (limits.empty() || limits.size() > kMaxLimits)
            add(PolicyRule::EnvironmentLimitCount, {}, {}, {text(limits.size()), text(kMaxLimits)});
        for (const CapacityLimit& limit : limits) {
            if (!std::string_view(scenario_.unitName(limit.unit)).starts_with(kInstanceTypePrefix))
                add(PolicyRule::UnitIsNoInstanceType, {}, limit.unit, {});
        }
    }

    void lookAtQueue()
    {
        const JobQueue& queue = scenario_.jobQueue;
        if (!queue.isEnabled)
            add(PolicyRule::QueueDisabled, {}, {}, {});
        if (queue.priority > kMostQueuePriority)
            add(PolicyRule::QueuePriority, {}, {}, {text(queue.priority), text(kMostQueuePriority)});
        for (const TimeLimitAction& action : queue.timeLimits) {
            if (action.maxTime < kLeastTimeLimit || action.maxTime > kMostTimeLimit)
                add(PolicyRule::TimeLimitRange, {}, {},
                    {text(action.maxTime / kMsPerSecond), text(kLeastTimeLimit / kMsPerSecond),
                        text(kMostTimeLimit / kMsPerSecond)});
        }
    }

    void lookAtShare(const QuotaShare& share)
    {
        const ShareIndex index = scenario_.findShare(share.name);
        if (!isAwsName(share.name))
            add(PolicyRule::ShareName, index, {}, {share.name});
        if (share.limits.empty() || share.limits.size() > kMaxLimits)
            add(PolicyRule::ShareLimitCount, index, {}, {text(share.limits.size()), text(kMaxLimits)});
        const bool borrows = share.sharing.strategy == SharingStrategy::LendAndBorrow;
        if (!borrows && share.sharing.borrowLimit)
            add(PolicyRule::BorrowLimitWithoutBorrow, index, {}, {text(*share.sharing.borrowLimit)});
        for (const CapacityLimit& limit : share.limits) {
            if (limit.maxCapacity < 1)
                add(PolicyRule::ShareLimitTooLow, index, limit.unit, {text(limit.maxCapacity)});
            // 0 % says that nothing is to be borrowed; a percentage that comes to nothing does not.
            const std::int64_t percent = share.sharing.borrowLimit.value_or(-1);
            if (borrows && percent > 0 && percent * limit.maxCapacity < kHundred)
                add(PolicyRule::BorrowLimitRoundsToZero, index, limit.unit, {text(percent), text(limit.maxCapacity)});
        }
    }

    void lookAtJobs()
    {
        struct Count {
            std::size_t jobs = 0;
            std::size_t priorities = 0;
            std::size_t attempts = 0;
            std::size_t rules = 0;
        };
        std::vector<Count> counts(scenario_.shareNames.size());
        for (const Job& job : scenario_.jobs.jobs()) {
            if (job.share.value() >= counts.size())
                continue;
            Count& count = counts[job.share.value()];
            const JobProfile& profile = scenario_.jobs.profile(job.profile);
            ++count.jobs;
            count.priorities += job.priority > kMaxPriority || job.priority < 0 ? 1U : 0U;
            count.attempts += profile.attempts > kMostAttempts ? 1U : 0U;
            count.rules += profile.exitRules.size() > kMostExitRules ? 1U : 0U;
        }
        for (const QuotaShare& share : scenario_.shares) {
            const ShareIndex index = scenario_.findShare(share.name);
            const Count& count = counts[index.value()];
            if (!share.isEnabled && count.jobs > 0 && !isEnabledLater(index))
                add(PolicyRule::DisabledShareHasJobs, index, {}, {text(count.jobs)});
            if (count.priorities > 0)
                add(PolicyRule::JobPriority, index, {}, {text(count.priorities), text(kMaxPriority)});
            if (count.attempts > 0)
                add(PolicyRule::JobAttempts, index, {}, {text(count.attempts), text(kMostAttempts)});
            if (count.rules > 0)
                add(PolicyRule::JobExitRules, index, {}, {text(count.rules), text(kMostExitRules)});
        }
    }

    [[nodiscard]] bool isEnabledLater(ShareIndex share) const
    {
        return std::any_of(
            scenario_.interventions.begin(), scenario_.interventions.end(), [share](const Intervention& i) {
                const auto* update = std::get_if<UpdateQuotaShare>(&i.edit);
                return update != nullptr && update->share == share && update->isEnabled.value_or(false);
            });
    }

    const Scenario& scenario_;
    std::vector<RuleBreach> breaches_;
};

} // namespace

bool isAwsName(std::string_view name)
{
    const auto isAllowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return !name.empty() && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), isAllowed);
}

std::vector<RuleBreach> findRuleBreaches(const Scenario& scenario)
{
    return BreachFinder(scenario).find();
}

} // namespace quotaboard
