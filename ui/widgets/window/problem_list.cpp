// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/problem_list.h"

#include "core/model/policy_warnings.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/widgets/window/rule_text.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace quotaboard {

namespace {

Selection selectionOf(ShareIndex share, UnitIndex unit)
{
    if (share.isValid())
        return unit.isValid() ? Selection::ofSegment(share, unit) : Selection::ofShare(share);
    return unit.isValid() ? Selection::ofPool(unit) : Selection{};
}

PolicyProblem problemOf(const Scenario& scenario, const PolicyWarning& warning)
{
    ShareIndex share;
    UnitIndex unit;
    for (const std::string& argument : warning.arguments) {
        if (!share.isValid())
            share = scenario.findShare(argument);
        if (!unit.isValid())
            unit = scenario.findUnit(argument);
    }
    return {warningText(warning), selectionOf(share, unit)};
}

std::vector<PolicyProblem> problemsOf(const Scenario& scenario)
{
    std::vector<PolicyProblem> problems;
    for (const RuleBreach& breach : findRuleBreaches(scenario))
        problems.push_back({ruleText(scenario, breach), selectionOf(breach.share, breach.unit)});
    for (const PolicyWarning& warning : findPolicyWarnings(scenario))
        problems.push_back(problemOf(scenario, warning));
    return problems;
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
        std::vector<PolicyProblem> problems = problemsOf(*scenario);
        QMetaObject::invokeMethod(
            qApp,
            [round, list, problems = std::move(problems)] {
                if (!list || list->round_ != round)
                    return;
                list->problems_ = problems;
                Q_EMIT list->changed();
            },
            Qt::QueuedConnection);
    });
}

} // namespace quotaboard
