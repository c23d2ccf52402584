// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QObject>
#include <QString>

#include <vector>

namespace quotaboard {

class ScenarioDocument;

/// One thing about the scenario that a planner should know, and the share it is about (invalid: none).
struct PolicyProblem {
    QString text;
    ShareIndex share;
};

/// The problems of the open scenario, looked for in the background after every change. Lives in the GUI thread.
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
