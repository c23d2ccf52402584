// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/preemption_show.h"

#include "ui/widgets/board/board_content.h"
#include "ui/widgets/style/theme.h"

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kTickMs = 33;
/// More at a time are no show, they are a flicker.
constexpr std::size_t kMostAtOnce = 24;

} // namespace

PreemptionShow::PreemptionShow(const BoardContent& content, const Theme& theme, QObject* parent)
    : QObject(parent)
    , content_(content)
    , theme_(theme)
    , shown_(content.state().now)
{
    clock_.start();
    timer_.setInterval(kTickMs);
    connect(&timer_, &QTimer::timeout, this, &PreemptionShow::onTick);
    connect(&content_, &BoardContent::changed, this, &PreemptionShow::follow);
}

int PreemptionShow::lifeMs() const
{
    return theme_.reducesMotion() ? kFlashMs : kFlashMs + kSlideMs;
}

void PreemptionShow::follow()
{
    const TimeMs before = std::exchange(shown_, content_.state().now);
    // A jump backwards or far ahead is no play, and nothing happens before the eyes.
    const bool plays = content_.isPlaying();
    if (content_.isAtFullSpeed() || shown_ <= before)
        return;
    for (const ReclaimedJob& job : content_.reclaimed()) {
        const bool isNew = plays ? job.at > before : job.at == shown_;
        if (isNew && victims_.size() < kMostAtOnce)
            victims_[job.job] = {job.share, clock_.elapsed()};
    }
    if (!victims_.empty() && !timer_.isActive())
        timer_.start();
}

void PreemptionShow::onTick()
{
    std::vector<ShareIndex> lanes;
    for (const auto& [job, entry] : victims_)
        lanes.push_back(entry.share);
    std::erase_if(victims_, [this](const auto& victim) { return clock_.elapsed() - victim.second.since >= lifeMs(); });
    if (victims_.empty())
        timer_.stop();
    std::sort(lanes.begin(), lanes.end());
    lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
    for (const ShareIndex share : lanes)
        Q_EMIT stepped(share);
}

double PreemptionShow::flash(JobIndex job) const
{
    const auto it = victims_.find(job);
    if (it == victims_.end())
        return 0;
    const auto age = static_cast<double>(clock_.elapsed() - it->second.since);
    if (age >= kFlashMs)
        return 0;
    // Without motion it is lit and then it is not.
    return theme_.reducesMotion() ? 1 : 1 - age / kFlashMs;
}

double PreemptionShow::slide(JobIndex job) const
{
    const auto it = victims_.find(job);
    if (it == victims_.end() || theme_.reducesMotion())
        return -1;
    const auto age = static_cast<double>(clock_.elapsed() - it->second.since);
    return age < kFlashMs ? -1 : std::min(1.0, (age - kFlashMs) / kSlideMs);
}

std::vector<PreemptionShow::Victim> PreemptionShow::victims() const
{
    std::vector<Victim> found;
    for (const auto& [job, entry] : victims_)
        found.push_back({job, entry.share});
    return found;
}

} // namespace quotaboard
