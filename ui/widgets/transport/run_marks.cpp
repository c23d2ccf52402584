// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/transport/run_marks.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace quotaboard {

std::vector<std::uint32_t> preemptionDensity(const EventLog& log, TimeMs end, std::size_t bins)
{
    std::vector<std::uint32_t> counts(bins, 0);
    if (end <= 0 || bins == 0)
        return counts;
    for (std::size_t i = 0; i < log.size(); ++i) {
        const JobEvent event = log[i];
        if (event.kind != EventKind::Preempted || event.time > end)
            continue;
        const double part = static_cast<double>(event.time) / static_cast<double>(end);
        const auto bin = static_cast<std::size_t>(part * static_cast<double>(bins));
        ++counts[std::min(bin, bins - 1)];
    }
    return counts;
}

std::vector<TimeMs> interventionTimes(const Scenario& scenario)
{
    std::vector<TimeMs> times;
    for (const Intervention& intervention : scenario.interventions)
        times.push_back(intervention.at);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

std::vector<ScrubberMark> marksOf(const Scenario& scenario, const ScenarioExtras& extras)
{
    std::vector<ScrubberMark> marks;
    for (const Bookmark& bookmark : extras.bookmarks) {
        const QString when = clockText(scenario, bookmark.at);
        QString text = bookmark.text.empty()
            ? QCoreApplication::translate("quotaboard::Scrubber", "Bookmark: %1").arg(when)
            : QCoreApplication::translate("quotaboard::Scrubber", "Bookmark “%1”: %2").arg(toQt(bookmark.text), when);
        marks.push_back({bookmark.at, std::move(text), true, true});
    }
    for (const Breakpoint& point : extras.breakpoints) {
        if (point.kind != Breakpoint::Kind::Time)
            continue;
        const QString when = clockText(scenario, point.at);
        QString text = point.name.empty()
            ? QCoreApplication::translate("quotaboard::Scrubber", "Breakpoint: %1").arg(when)
            : QCoreApplication::translate("quotaboard::Scrubber", "Breakpoint “%1”: %2").arg(toQt(point.name), when);
        marks.push_back({point.at, std::move(text), point.isEnabled, false});
    }
    return marks;
}

} // namespace quotaboard
