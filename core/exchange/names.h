// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/policy.h"
#include "core/scheduler/wait_reason.h"
#include "core/simulation/job_event.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quotaboard {

// The words of the file formats for enumerations (scenario-format).

[[nodiscard]] std::string_view nameOf(EventKind kind);
[[nodiscard]] std::string_view nameOf(PreemptionCause cause);
[[nodiscard]] std::string_view nameOf(FailureReason reason);
[[nodiscard]] std::string_view nameOf(Refusal refusal);
[[nodiscard]] std::string_view nameOf(WaitCode code);
[[nodiscard]] std::string_view nameOf(SharingStrategy strategy);
[[nodiscard]] std::string_view nameOf(VictimOrder order);
[[nodiscard]] std::string_view nameOf(UnassignedCapacity unassigned);
[[nodiscard]] std::string_view nameOf(QueueFront front);
[[nodiscard]] std::string_view nameOf(Requeue requeue);
[[nodiscard]] std::string_view nameOf(TimeLimitReason reason);

/// The words of an enumeration in the order of its values.
template <class Enum>
struct Words;
template <>
struct Words<SharingStrategy> {
    static constexpr std::array<std::string_view, 3> kAll{"RESERVE", "LEND", "LEND_AND_BORROW"};
};
template <>
struct Words<VictimOrder> {
    static constexpr std::array<std::string_view, 5> kAll{
        "priority", "youngest", "oldest", "leastLoss", "mostBorrowed"};
};
template <>
struct Words<UnassignedCapacity> {
    static constexpr std::array<std::string_view, 2> kAll{"idle", "borrowable"};
};
template <>
struct Words<QueueFront> {
    static constexpr std::array<std::string_view, 2> kAll{"share", "capacityUnit"};
};
template <>
struct Words<Requeue> {
    static constexpr std::array<std::string_view, 2> kAll{"original", "back"};
};
template <>
struct Words<TimeLimitReason> {
    static constexpr std::array<std::string_view, 3> kAll{"CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY",
        "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE", "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED"};
};

/// The value a word stands for; empty when it is none of them.
template <class Enum>
[[nodiscard]] std::optional<Enum> fromWord(std::string_view word)
{
    for (std::size_t i = 0; i < Words<Enum>::kAll.size(); ++i) {
        if (Words<Enum>::kAll[i] == word)
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

} // namespace quotaboard
