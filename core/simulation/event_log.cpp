// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/event_log.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::uint8_t kHasExtra = 0x80;
constexpr std::uint16_t kRestoreFailed = 1;

std::uint16_t codeOf(const JobEvent& event)
{
    switch (event.kind) {
    case EventKind::Submitted:
    case EventKind::Moved:
        return event.share.value();
    case EventKind::Preempted:
        return static_cast<std::uint16_t>(event.cause);
    case EventKind::Updated:
        return static_cast<std::uint16_t>(event.refused);
    case EventKind::Running:
        return event.restoreFailed ? kRestoreFailed : 0;
    default:
        return static_cast<std::uint16_t>(event.reason);
    }
}

void setCode(JobEvent& event, std::uint16_t code)
{
    switch (event.kind) {
    case EventKind::Submitted:
    case EventKind::Moved:
        event.share = ShareIndex{code};
        break;
    case EventKind::Preempted:
        event.cause = static_cast<PreemptionCause>(code);
        break;
    case EventKind::Updated:
        event.refused = static_cast<Refusal>(code);
        break;
    case EventKind::Running:
        event.restoreFailed = code == kRestoreFailed;
        break;
    default:
        event.reason = static_cast<FailureReason>(code);
        break;
    }
}

} // namespace

void EventLog::append(const JobEvent& event)
{
    const std::size_t place = size_ % kBlockSize;
    if (place == 0)
        blocks_.push_back(std::make_unique_for_overwrite<Block>());
    Block& block = *blocks_.back();
    const bool hasExtra = event.progress != 0 || event.borrowed != 0 || event.by.isValid()
        || event.intervention.isValid() || event.attempt >= kInExtra;
    block.times[place] = event.time;
    block.jobs[place] = event.job;
    block.attempts[place] = static_cast<std::uint16_t>(std::min<std::uint32_t>(event.attempt, kInExtra));
    block.codes[place] = codeOf(event);
    block.kinds[place] = static_cast<std::uint8_t>(static_cast<std::uint8_t>(event.kind) | (hasExtra ? kHasExtra : 0U));
    if (hasExtra)
        extras_.push_back({size_, event.progress, event.by, event.intervention, event.attempt, event.borrowed});
    ++size_;
}

JobEvent EventLog::operator[](std::size_t index) const
{
    const Block& block = *blocks_[index / kBlockSize];
    const std::size_t place = index % kBlockSize;
    JobEvent event;
    event.time = block.times[place];
    event.job = block.jobs[place];
    event.attempt = block.attempts[place];
    event.kind = static_cast<EventKind>(block.kinds[place] & 0x7FU);
    setCode(event, block.codes[place]);
    if ((block.kinds[place] & kHasExtra) != 0) {
        const auto extra = std::lower_bound(
            extras_.begin(), extras_.end(), index, [](const Extra& e, std::size_t wanted) { return e.index < wanted; });
        event.progress = extra->progress;
        event.by = extra->by;
        event.intervention = extra->intervention;
        event.attempt = extra->attempt;
        event.borrowed = extra->borrowed;
    }
    return event;
}

TimeMs EventLog::timeOf(std::size_t index) const
{
    return blocks_[index / kBlockSize]->times[index % kBlockSize];
}

std::size_t EventLog::lowerBound(TimeMs time) const
{
    std::size_t first = 0;
    std::size_t count = size_;
    while (count > 0) {
        const std::size_t half = count / 2;
        if (timeOf(first + half) < time) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

std::size_t EventLog::memoryUse() const
{
    return blocks_.size() * sizeof(Block) + extras_.capacity() * sizeof(Extra);
}

} // namespace quotaboard
