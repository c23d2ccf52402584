// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace quotaboard {

/// More than any sum of limits: the borrow maximum of a share without borrow limit.
inline constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max() / 4;

/// The policy in force at a moment: what interventions edit and what scheduler and metrics read. A plain value.
/// Capacities in instances. Source: scheduling.md sections 1 and 6.
class PolicyState {
public:
    struct Share {
        /// Created and not deleted.
        bool exists = false;
        bool isEnabled = true;
        bool inSharePreemption = false;
        ResourceSharing sharing;
        CapacityLimits limits;
    };

    PolicyState() = default;
    explicit PolicyState(const Scenario& scenario);

    [[nodiscard]] const Share& share(ShareIndex index) const { return shares_[index.value()]; }
    /// False for an index that this policy does not know.
    [[nodiscard]] bool exists(ShareIndex index) const
    {
        return index.value() < shares_.size() && shares_[index.value()].exists;
    }
    /// Existing shares in share order.
    [[nodiscard]] const std::vector<ShareIndex>& order() const { return order_; }
    /// Every share that ever existed, by first creation.
    [[nodiscard]] const std::vector<ShareIndex>& created() const { return created_; }
    [[nodiscard]] std::size_t shareCount() const { return shares_.size(); }
    [[nodiscard]] std::size_t unitCount() const { return unitCount_; }
    [[nodiscard]] const Platform& platform() const { return platform_; }
    [[nodiscard]] bool queueEnabled() const { return queueEnabled_; }
    [[nodiscard]] const std::vector<TimeLimitAction>& timeLimits() const { return timeLimits_; }
    [[nodiscard]] bool environmentEnabled() const { return environmentEnabled_; }
    /// As stated, whether or not the environment is ENABLED.
    [[nodiscard]] const CapacityLimits& environmentLimits() const { return environmentLimits_; }

    /// `C[u]`: 0 while the environment is DISABLED.
    [[nodiscard]] std::int64_t capacity(UnitIndex unit) const;
    /// `L[s][u]`: 0 for a share that does not exist or has no limit for the unit.
    [[nodiscard]] std::int64_t limit(ShareIndex share, UnitIndex unit) const;
    /// Sum of the limits of all existing shares.
    [[nodiscard]] std::int64_t totalLimit(UnitIndex unit) const;
    /// `ceiling[u]`.
    [[nodiscard]] std::int64_t ceiling(UnitIndex unit) const;
    /// `borrowMax[s][u]`, kUnlimited when nothing limits it.
    [[nodiscard]] std::int64_t borrowMax(ShareIndex share, UnitIndex unit) const;
    /// The largest job that could ever start, however empty the cluster is; kUnlimited while none is judged: the
    /// environment is DISABLED or the share does not exist.
    [[nodiscard]] std::int64_t largestPossible(ShareIndex share, UnitIndex unit) const;
    /// A job of this size could not start however empty the cluster is: reason ENVIRONMENT_MAX, SHARE_LIMIT,
    /// BORROW_LIMIT_MAX or BORROWABLE_MAX as a front (scheduling.md section 7).
    [[nodiscard]] bool isImpossible(ShareIndex share, UnitIndex unit, std::int64_t instances) const
    {
        return instances > largestPossible(share, unit);
    }

    /// Applies an edit of shares, environment, platform or queue if it is possible now; otherwise changes nothing and
    /// says why. Edits of jobs are the simulator's and give None here.
    Refusal apply(const PolicyEdit& edit);

private:
    Refusal applyTo(const UpdateQuotaShare& edit);
    Refusal applyTo(const UpdateServiceEnvironment& edit);
    Refusal applyTo(const CreateQuotaShare& edit);
    Refusal applyTo(const DeleteQuotaShare& edit);
    Refusal applyTo(const UpdatePlatform& edit);
    Refusal applyTo(const UpdateJobQueue& edit);
    Refusal applyTo(const ReorderQuotaShares& edit);
    void create(ShareIndex index, const QuotaShare& share);

    std::vector<Share> shares_;
    std::vector<ShareIndex> order_;
    std::vector<ShareIndex> created_;
    std::size_t unitCount_ = 0;
    bool environmentEnabled_ = true;
    CapacityLimits environmentLimits_;
    Platform platform_;
    bool queueEnabled_ = true;
    std::vector<TimeLimitAction> timeLimits_;
};

} // namespace quotaboard
