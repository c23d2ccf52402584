// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quotaboard::test {

/// The policy in force, kept a second time for tests: shares no code with PolicyState, and recomputes every sum on each
/// use (scheduling.md section 1).
class PolicyShadow {
public:
    explicit PolicyShadow(const Scenario& scenario);

    /// An edit that the log says took effect.
    void apply(const PolicyEdit& edit);

    [[nodiscard]] bool exists(ShareIndex share) const { return shares_[share.value()].exists; }
    [[nodiscard]] const std::vector<ShareIndex>& shares() const { return all_; }
    [[nodiscard]] SharingStrategy strategy(ShareIndex share) const { return shares_[share.value()].sharing.strategy; }
    [[nodiscard]] bool isReserve(ShareIndex share) const;
    [[nodiscard]] const Platform& platform() const { return platform_; }
    [[nodiscard]] bool environmentEnabled() const { return environment_.isEnabled; }

    [[nodiscard]] std::int64_t capacity(UnitIndex unit) const;
    [[nodiscard]] std::int64_t limit(ShareIndex share, UnitIndex unit) const;
    [[nodiscard]] std::int64_t limitSum(UnitIndex unit) const;
    [[nodiscard]] std::int64_t ceiling(UnitIndex unit) const;
    [[nodiscard]] bool isOversubscribed(UnitIndex unit) const { return limitSum(unit) > capacity(unit); }
    /// Whether a share may use `used` instances of the unit.
    [[nodiscard]] bool mayUse(ShareIndex share, UnitIndex unit, std::int64_t used) const;

    /// Limits, strategies, shares or capacity were changed by an intervention.
    [[nodiscard]] bool hasChanged() const { return hasChanged_; }
    /// Some capacity was lowered, or the environment disabled.
    [[nodiscard]] bool wasLowered() const { return wasLowered_; }

private:
    struct Share {
        bool exists = false;
        ResourceSharing sharing;
        CapacityLimits limits;
    };
    void create(ShareIndex index, const QuotaShare& share);
    void update(const UpdateQuotaShare& edit);
    void update(const UpdateServiceEnvironment& edit);
    void update(const UpdatePlatform& edit);

    std::vector<Share> shares_;
    std::vector<ShareIndex> all_;
    ServiceEnvironment environment_;
    Platform platform_;
    bool hasChanged_ = false;
    bool wasLowered_ = false;
};

} // namespace quotaboard::test
