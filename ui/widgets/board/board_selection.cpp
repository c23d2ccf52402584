// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_selection.h"

#include "ui/widgets/board/board_content.h"

#include <algorithm>
#include <utility>

namespace quotaboard {

BoardSelection::BoardSelection(const BoardContent& content, QObject* parent)
    : QObject(parent)
    , content_(content)
    , indexedBy_(content.sharedScenario())
{
    connect(&content_, &BoardContent::changed, this, &BoardSelection::follow);
}

BoardSelection::~BoardSelection() = default;

bool BoardSelection::contains(JobIndex job) const
{
    return std::find(jobs_.begin(), jobs_.end(), job) != jobs_.end();
}

void BoardSelection::set(std::vector<JobIndex> jobs)
{
    if (jobs == jobs_)
        return;
    jobs_ = std::move(jobs);
    Q_EMIT changed();
}

void BoardSelection::setSelected(JobIndex job, bool isSelected)
{
    if (!job.isValid() || contains(job) == isSelected)
        return;
    if (isSelected)
        jobs_.push_back(job);
    else
        std::erase(jobs_, job);
    Q_EMIT changed();
}

std::vector<JobIndex> BoardSelection::orOnly(JobIndex job) const
{
    if (!jobs_.empty())
        return jobs_;
    return job.isValid() ? std::vector{job} : std::vector<JobIndex>();
}

void BoardSelection::follow()
{
    const std::shared_ptr<const Scenario> before = std::exchange(indexedBy_, content_.sharedScenario());
    if (jobs_.empty())
        return;
    std::vector<JobIndex> still;
    for (JobIndex job : jobs_) {
        if (before != indexedBy_ && !before->jobs.isSameAs(indexedBy_->jobs))
            job = sameJob(*before, job, *indexedBy_);
        // While the run is being made the board only seems to be empty.
        if (job.isValid() && (content_.isProvisional() || content_.partOf(job).isValid()))
            still.push_back(job);
    }
    set(std::move(still));
}

} // namespace quotaboard
