// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"

#include <functional>

namespace quotaboard {

/// What a panel needs for editing: the document, when an edit is to hold, and where to say why one is not possible.
struct EditPort {
    ScenarioDocument& document;
    std::function<EditTime()> when;
    std::function<void(const QString&)> report;

    [[nodiscard]] const Scenario& scenario() const { return document.value(); }
    /// The policy that the fields show: the one in force when an edit would hold.
    [[nodiscard]] PolicyState policy() const { return policyAt(scenario(), when().at.value_or(-1)); }
    /// False when refused; the reason has been reported then.
    bool apply(const Edit& edit) const
    {
        const Status status = document.apply(edit);
        if (!status)
            report(errorText(status.error()));
        return status.ok();
    }
};

} // namespace quotaboard
