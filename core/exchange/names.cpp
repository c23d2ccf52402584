// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/names.h"

namespace quotaboard {

namespace {

template <class Enum, std::size_t N>
std::string_view wordOf(Enum value, const std::array<std::string_view, N>& words)
{
    return words[static_cast<std::size_t>(value)];
}

constexpr std::array<std::string_view, kEventKinds> kEventNames{"SUBMITTED", "RUNNABLE", "SCHEDULED", "STARTING",
    "RUNNING", "PREEMPTED", "STOPPED", "ATTEMPT_FAILED", "SUCCEEDED", "FAILED", "UPDATED", "MOVED"};
constexpr std::array<std::string_view, 2> kCauseNames{"CROSS_SHARE", "IN_SHARE"};
constexpr std::array<std::string_view, 9> kFailureNames{"", "FAILED", "TIMEOUT", "PREEMPTION_RETRIES_EXHAUSTED",
    "TERMINATED", "TIME_LIMIT", "SHARE_DELETED", "SHARE_DISABLED", "QUEUE_DISABLED"};
constexpr std::array<std::string_view, 9> kRefusalNames{"", "NO_SUCH_SHARE", "SHARE_EXISTS", "TOO_MANY_SHARES",
    "SHARE_NOT_DISABLED", "SHARE_DISABLED", "NO_SUCH_JOB", "JOB_FINISHED", "JOB_DISPATCHED"};
constexpr std::array<std::string_view, 12> kWaitNames{"", "WAITING_FOR_INSTANCES", "ENVIRONMENT_DISABLED", "BEHIND",
    "ENVIRONMENT_MAX", "SHARE_LIMIT", "BORROW_LIMIT_MAX", "BORROWABLE_MAX", "SHARE_FULL", "BORROW_LIMIT",
    "NOTHING_TO_BORROW", "OVERSUBSCRIBED"};

} // namespace

std::string_view nameOf(EventKind kind)
{
    return wordOf(kind, kEventNames);
}
std::string_view nameOf(PreemptionCause cause)
{
    return wordOf(cause, kCauseNames);
}
std::string_view nameOf(FailureReason reason)
{
    return wordOf(reason, kFailureNames);
}
std::string_view nameOf(Refusal refusal)
{
    return wordOf(refusal, kRefusalNames);
}
std::string_view nameOf(WaitCode code)
{
    return wordOf(code, kWaitNames);
}
std::string_view nameOf(SharingStrategy strategy)
{
    return wordOf(strategy, Words<SharingStrategy>::kAll);
}
std::string_view nameOf(VictimOrder order)
{
    return wordOf(order, Words<VictimOrder>::kAll);
}
std::string_view nameOf(UnassignedCapacity unassigned)
{
    return wordOf(unassigned, Words<UnassignedCapacity>::kAll);
}
std::string_view nameOf(QueueFront front)
{
    return wordOf(front, Words<QueueFront>::kAll);
}
std::string_view nameOf(Requeue requeue)
{
    return wordOf(requeue, Words<Requeue>::kAll);
}
std::string_view nameOf(TimeLimitReason reason)
{
    return wordOf(reason, Words<TimeLimitReason>::kAll);
}

} // namespace quotaboard
