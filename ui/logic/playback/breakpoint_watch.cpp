// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/playback/breakpoint_watch.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Breakpoint)
};

QString tr(const char* text)
{
    return Texts::tr(text);
}

/// What the moments of a breakpoint depend on.
Breakpoint conditionOf(Breakpoint point)
{
    point.name.clear();
    point.isEnabled = true;
    point.action = Breakpoint::Action::Pause;
    return point;
}

std::vector<Breakpoint> conditionsOf(const std::vector<Breakpoint>& points)
{
    std::vector<Breakpoint> conditions;
    conditions.reserve(points.size());
    for (const Breakpoint& point : points)
        conditions.push_back(conditionOf(point));
    return conditions;
}

QString namedJob(const Scenario& scenario, const std::string& id)
{
    const JobIndex job = scenario.jobs.find(id);
    return job.isValid() ? jobText(scenario, job) : toQt(id);
}

} // namespace

BreakpointWatch::BreakpointWatch(QObject* parent)
    : QObject(parent)
{
}

void BreakpointWatch::setRun(std::shared_ptr<const RunResult> run)
{
    run_ = std::move(run);
    look();
}

void BreakpointWatch::setBreakpoints(std::vector<Breakpoint> breakpoints)
{
    if (breakpoints == breakpoints_)
        return;
    std::vector<int> counts(breakpoints.size(), 0);
    const std::vector<Breakpoint> before = conditionsOf(breakpoints_);
    for (std::size_t i = 0; i < breakpoints.size(); ++i) {
        const auto known = std::find(before.begin(), before.end(), conditionOf(breakpoints[i]));
        if (known != before.end())
            counts[i] = counts_[static_cast<std::size_t>(known - before.begin())];
    }
    breakpoints_ = std::move(breakpoints);
    counts_ = std::move(counts);
    look();
    Q_EMIT changed();
}

void BreakpointWatch::forgetHits()
{
    std::fill(counts_.begin(), counts_.end(), 0);
    Q_EMIT changed();
}

void BreakpointWatch::setPausesAtPreemption(bool isOn)
{
    if (std::exchange(pausesAtPreemption_, isOn) != isOn)
        look();
}

void BreakpointWatch::look()
{
    ++ticket_;
    worker_.cancel();
    watched_ = conditionsOf(breakpoints_);
    if (pausesAtPreemption_)
        watched_.push_back(Breakpoint::atPreemption());
    if (!run_) {
        found_ = {};
        isReady_ = false;
        return;
    }
    const bool readsLog = !run_->scorecard.loops.empty()
        || std::any_of(watched_.begin(), watched_.end(),
            [](const Breakpoint& point) { return point.kind != Breakpoint::Kind::Time; });
    if (!readsLog)
        return take({findBreakpointHits(*run_, watched_), {}});
    isReady_ = false;
    worker_.post([this, ticket = ticket_, run = run_, watched = watched_](const Progress& progress) {
        Found found{findBreakpointHits(*run, watched, &progress), findLoopMoments(*run, &progress)};
        QMetaObject::invokeMethod(
            this,
            [this, ticket, found = std::move(found)]() mutable {
                if (ticket == ticket_)
                    take(std::move(found));
            },
            Qt::QueuedConnection);
    });
}

void BreakpointWatch::take(Found found)
{
    found_ = std::move(found);
    isReady_ = true;
}

const BreakpointHit* BreakpointWatch::hitOf(std::size_t watched, TimeMs after) const
{
    if (watched < breakpoints_.size() && !breakpoints_[watched].isEnabled)
        return nullptr;
    const std::vector<BreakpointHit>& hits = found_.hits[watched];
    const auto next = std::upper_bound(
        hits.begin(), hits.end(), after, [](TimeMs time, const BreakpointHit& hit) { return time < hit.at; });
    return next == hits.end() ? nullptr : &*next;
}

std::optional<BreakpointWatch::Stop> BreakpointWatch::next(TimeMs after, TimeMs until) const
{
    if (!isReady_)
        return std::nullopt;
    const BreakpointHit* first = nullptr;
    std::size_t which = 0;
    for (std::size_t i = 0; i < found_.hits.size(); ++i) {
        const BreakpointHit* hit = stopsAt(i) ? hitOf(i, after) : nullptr;
        if (hit != nullptr && hit->at <= until && (first == nullptr || hit->at < first->at)) {
            first = hit;
            which = i;
        }
    }
    const auto loop = std::upper_bound(found_.loops.begin(), found_.loops.end(), after,
        [](TimeMs time, const LoopMoment& moment) { return time < moment.at; });
    const bool isLoop = guardsLoops_ && loop != found_.loops.end() && loop->at <= until;
    // A loop says more about the same moment than a breakpoint.
    if (isLoop && (first == nullptr || loop->at <= first->at)) {
        QStringList jobs;
        for (const JobIndex job : loop->jobs)
            jobs.append(jobText(*run_->scenario, job));
        return Stop{loop->at,
            tr("Preemption loop: %1 at %2").arg(jobs.join(tr(", ")), clockText(*run_->scenario, loop->at)), loop->jobs};
    }
    if (first == nullptr)
        return std::nullopt;
    return Stop{first->at, tr("Paused: %1").arg(textOf(which, *first)), {}};
}

bool BreakpointWatch::stopsAt(std::size_t watched) const
{
    return watched >= breakpoints_.size() || breakpoints_[watched].action == Breakpoint::Action::Pause;
}

void BreakpointWatch::count(TimeMs at)
{
    bool counted = false;
    for (std::size_t i = 0; i < breakpoints_.size() && isReady_; ++i) {
        const BreakpointHit* hit = stopsAt(i) ? hitOf(i, at - 1) : nullptr;
        if (hit == nullptr || hit->at != at)
            continue;
        ++counts_[i];
        counted = true;
    }
    if (counted)
        Q_EMIT changed();
}

std::vector<BreakpointWatch::Passed> BreakpointWatch::pass(TimeMs after, TimeMs until)
{
    std::vector<Passed> passed;
    for (std::size_t i = 0; i < breakpoints_.size() && isReady_; ++i) {
        if (stopsAt(i))
            continue;
        for (const BreakpointHit* hit = hitOf(i, after); hit != nullptr && hit->at <= until; hit = hitOf(i, hit->at)) {
            ++counts_[i];
            if (passed.size() < kMostPassed)
                passed.push_back({hit->at, i, textOf(i, *hit)});
        }
    }
    std::stable_sort(passed.begin(), passed.end(), [](const Passed& a, const Passed& b) { return a.at < b.at; });
    if (!passed.empty())
        Q_EMIT changed();
    return passed;
}

QString BreakpointWatch::textOf(std::size_t watched, const BreakpointHit& hit) const
{
    const Breakpoint& point = watched < breakpoints_.size() ? breakpoints_[watched] : watched_[watched];
    const QString text = breakpointHitText(*run_->scenario, point, hit);
    return point.name.empty() || point.kind == Breakpoint::Kind::Time ? text : tr("%1: %2").arg(toQt(point.name), text);
}

QString breakpointHitText(const Scenario& scenario, const Breakpoint& point, const BreakpointHit& hit)
{
    const QString job = hit.job.isValid() ? jobText(scenario, hit.job) : QString();
    switch (point.kind) {
    case Breakpoint::Kind::Time:
        return point.name.empty() ? tr("breakpoint at %1").arg(clockText(scenario, hit.at))
                                  : tr("%1 (%2)").arg(toQt(point.name), clockText(scenario, hit.at));
    case Breakpoint::Kind::Preemption:
    case Breakpoint::Kind::JobPreempted:
        return tr("%1 was preempted for %2").arg(job, jobText(scenario, hit.by));
    case Breakpoint::Kind::Wait:
        return tr("wait in %1 passed %2 (%3)").arg(toQt(point.share), durationText(point.longerThan), job);
    case Breakpoint::Kind::JobStarts:
        return tr("%1 starts").arg(job);
    case Breakpoint::Kind::QueueEmpty:
        return tr("the queue of %1 is empty (%2 was the last)").arg(toQt(point.share), job);
    }
    return {};
}

QString breakpointText(const Scenario& scenario, const Breakpoint& point)
{
    switch (point.kind) {
    case Breakpoint::Kind::Time:
        return clockText(scenario, point.at);
    case Breakpoint::Kind::Preemption:
        return point.share.empty() ? tr("Any job is preempted") : tr("A job of %1 is preempted").arg(toQt(point.share));
    case Breakpoint::Kind::Wait:
        return tr("Wait in %1 longer than %2").arg(toQt(point.share), durationText(point.longerThan));
    case Breakpoint::Kind::JobStarts:
        return tr("%1 starts").arg(namedJob(scenario, point.job));
    case Breakpoint::Kind::JobPreempted:
        return tr("%1 is preempted").arg(namedJob(scenario, point.job));
    case Breakpoint::Kind::QueueEmpty:
        return tr("The queue of %1 becomes empty").arg(toQt(point.share));
    }
    return {};
}

QString breakpointKindText(Breakpoint::Kind kind)
{
    switch (kind) {
    case Breakpoint::Kind::Time:
        return tr("Time");
    case Breakpoint::Kind::Preemption:
        return tr("Preemption");
    case Breakpoint::Kind::Wait:
        return tr("Wait");
    case Breakpoint::Kind::JobStarts:
        return tr("Job starts");
    case Breakpoint::Kind::JobPreempted:
        return tr("Job preempted");
    case Breakpoint::Kind::QueueEmpty:
        return tr("Queue empty");
    }
    return {};
}

QString breakpointActionText(Breakpoint::Action action)
{
    switch (action) {
    case Breakpoint::Action::Pause:
        return tr("Pause");
    case Breakpoint::Action::Log:
        return tr("Log");
    case Breakpoint::Action::Bookmark:
        return tr("Bookmark");
    }
    return {};
}

} // namespace quotaboard
