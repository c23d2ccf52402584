// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/jobs_view.h"

#include "ui/widgets/panels/panel_parts.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace quotaboard {

JobsView::JobsView(const ScenarioDocument& document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , title_(makeLabel({}, "heading", this))
{
    QVBoxLayout* column = makeScrolledColumn(this);
    title_->setObjectName(QStringLiteral("jobsSelected"));
    column->addWidget(title_);
    QFormLayout* facts = makeForm(column);
    shares_ = addFact(facts, tr("Submitted to"));
    instances_ = addFact(facts, tr("Instances asked for"));
    priorities_ = addFact(facts, tr("Priorities at submission"));
    work_ = addFact(facts, tr("Work, all together"));
    column->addWidget(makeLabel(tr("M moves all of them to a share, Enter sets one priority, Alt+Shift+Up and Down "
                                   "change each by 100, Del ends "
                                   "them. Each is one step of the undo history."),
        "small", this));
    column->addStretch();
}

void JobsView::show(const std::vector<JobIndex>& jobs)
{
    const Scenario& scenario = document_.value();
    std::map<ShareIndex, int> shares;
    std::map<UnitIndex, std::int64_t> units;
    std::int32_t lowest = kMaxPriority;
    std::int32_t highest = 0;
    TimeMs work = 0;
    qulonglong count = 0;
    for (const JobIndex index : jobs) {
        if (!index.isValid() || index.value() >= scenario.jobs.size())
            continue;
        const Job& job = scenario.jobs[index];
        ++count;
        ++shares[job.share];
        units[job.unit] += job.instances;
        lowest = std::min(lowest, job.priority);
        highest = std::max(highest, job.priority);
        work += job.work;
    }
    title_->setText(count == 1 ? tr("1 job selected") : tr("%L1 jobs selected").arg(count));
    QStringList names;
    for (const auto& [share, number] : shares)
        names += toQt(scenario.shareName(share));
    shares_->setText(names.join(QStringLiteral(", ")));
    QStringList sizes;
    for (const auto& [unit, number] : units)
        sizes += tr("%L1 × %2").arg(static_cast<qlonglong>(number)).arg(toQt(scenario.unitName(unit)));
    instances_->setText(sizes.join(QStringLiteral(", ")));
    priorities_->setText(count == 0 ? QString()
            : lowest == highest     ? QString::number(lowest)
                                    : tr("%1 to %2").arg(lowest).arg(highest));
    work_->setText(durationText(work));
}

} // namespace quotaboard
