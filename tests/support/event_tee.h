// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/job_event.h"

namespace quotaboard {

/// Hands each event to two sinks in turn.
class EventTee final : public EventSink {
public:
    EventTee(EventSink& first, EventSink& second)
        : first_(first)
        , second_(second)
    {
    }
    void onEvent(const JobEvent& event) override
    {
        first_.onEvent(event);
        second_.onEvent(event);
    }

private:
    EventSink& first_;
    EventSink& second_;
};

} // namespace quotaboard
