// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <string>
#include <vector>

namespace quotaboard {

/// Writes jobs as JSON objects without building a document for each: what jobs have in common (shares, units,
/// profiles) is turned into text once. Refers to the scenario, which must not change meanwhile.
class JobLines {
public:
    explicit JobLines(const Scenario& scenario);

    /// Appends one object on one line, in the key order of scenario-format section 1.
    void append(std::string& out, JobIndex index, bool withSubmit = true);

private:
    const std::string& profileText(ProfileIndex profile);
    void appendRecorded(std::string& out, JobIndex index) const;
    void appendLabel(std::string& out, const char* key, StringId text) const;

    const Scenario& scenario_;
    std::vector<std::string> shareTexts_;
    std::vector<std::string> unitTexts_;
    /// Each starts with ", " and has no braces; filled on first use.
    std::vector<std::string> profileTexts_;
    std::vector<bool> profileKnown_;
};

} // namespace quotaboard
