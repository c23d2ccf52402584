// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/sample.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

namespace quotaboard {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("quotaboard::Sample", text);
}

} // namespace

QList<Sample> bundledSamples()
{
    return {
        {tr("Two teams, one pool"),
            tr("One team lends what it does not use, the other borrows it. See what happens when the owner wants it "
               "back."),
            ":/samples/two-teams-3-lending-checkpoints.scenario.json"},
        {tr("Three projects"),
            tr("Borrow, lend and reserve side by side, one instance each, and a priority that is raised halfway."),
            ":/samples/three-projects.scenario.json"},
        {tr("Month-end rush"),
            tr("Five teams and a deadline: who waits, and for whom, when everybody needs the same instances."),
            ":/samples/month-end-rush.scenario.json"},
    };
}

QString sampleFacts(const Scenario& scenario)
{
    std::int64_t instances = 0;
    for (const CapacityLimit& limit : scenario.environment.limits)
        instances += limit.maxCapacity;
    const QLocale locale;
    const QString facts
        = tr("%1 shares · %2 instances · %3 jobs")
              .arg(locale.toString(qulonglong{scenario.shares.size()}), locale.toString(qlonglong{instances}),
                  locale.toString(qulonglong{scenario.jobs.size()}));
    // Without a horizon only the run tells how long it lasts.
    return scenario.horizon ? tr("%1 · %2").arg(facts, durationText(*scenario.horizon)) : facts;
}

} // namespace quotaboard
