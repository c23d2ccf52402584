// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/problem_list.h"

#include "core/model/policy_warnings.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace quotaboard {

namespace {

PolicyProblem problemOf(const Scenario& scenario, const PolicyWarning& warning)
{
    PolicyProblem problem{warningText(warning), {}};
    for (const std::string& argument : warning.arguments) {
        const ShareIndex share = scenario.findShare(argument);
        if (share.isValid() && !problem.share.isValid())
            problem.share = share;
    }
    return problem;
}

} // namespace

ProblemList::ProblemList(ScenarioDocument& document, QObject* parent)
    : QObject(parent)
    , document_(document)
{
    connect(&document_, &ScenarioDocument::changed, this, &ProblemList::search);
    connect(&document_, &ScenarioDocument::opened, this, &ProblemList::search);
    search();
}

void ProblemList::search()
{
    const int round = ++round_;
    // Every job is looked at: with a million of them that is more than a frame.
    QThreadPool::globalInstance()->start([scenario = document_.scenario(), round, list = QPointer(this)] {
        std::vector<PolicyWarning> warnings = findPolicyWarnings(*scenario);
        QMetaObject::invokeMethod(
            qApp,
            [scenario, round, list, warnings = std::move(warnings)] {
                if (!list || list->round_ != round)
                    return;
                list->problems_.clear();
                for (const PolicyWarning& warning : warnings)
                    list->problems_.push_back(problemOf(*scenario, warning));
                Q_EMIT list->changed();
            },
            Qt::QueuedConnection);
    });
}

} // namespace quotaboard
