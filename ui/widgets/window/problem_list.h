// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/selection.h"

#include <QObject>
#include <QString>

#include <vector>

namespace quotaboard {

class ScenarioDocument;

/// One thing about the scenario that a planner should know, and what it is about: a share, a segment of it, a pool, or
/// nothing that can be selected.
struct PolicyProblem {
    QString text;
    Selection about;
    bool operator==(const PolicyProblem&) const = default;
};

/// The problems of the open scenario: what AWS Batch would not take (aws-batch.md section A), and what the rules make
/// of the policy that one may not want. Looked for in the background after every change. Lives in the GUI thread.
class ProblemList : public QObject {
    Q_OBJECT

public:
    explicit ProblemList(ScenarioDocument& document, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<PolicyProblem>& problems() const { return problems_; }

Q_SIGNALS:
    void changed();

private:
    void search();

    ScenarioDocument& document_;
    std::vector<PolicyProblem> problems_;
    /// Which scenario a search under way belongs to.
    int round_ = 0;
};

} // namespace quotaboard

Q_DECLARE_METATYPE(quotaboard::PolicyProblem)
