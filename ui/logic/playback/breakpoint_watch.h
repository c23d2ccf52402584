// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/breakpoint_hits.h"
#include "ui/logic/bridge/latest_worker.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace quotaboard {

/// Knows where playing has to stop in a recorded run: breakpoints, every preemption if that is asked for, and
/// preemption loops. All moments are looked up in the run beforehand, on a thread of its own, so that none is missed at
/// any speed. Lives in the GUI thread.
class BreakpointWatch : public QObject {
    Q_OBJECT

public:
    /// Why playing stops, and when.
    struct Stop {
        TimeMs at = 0;
        QString reason;
        /// The jobs of a preemption loop; empty for breakpoints.
        std::vector<JobIndex> loop;
    };
    /// A breakpoint was met that does not stop the clock.
    struct Passed {
        TimeMs at = 0;
        std::size_t breakpoint = 0;
        /// "wait in research passed 2 h (J31 resnet)"; starts with the breakpoint's name where it has one.
        QString text;
    };
    /// More at once are counted as hits, but not told one by one.
    static constexpr std::size_t kMostPassed = 1000;

    explicit BreakpointWatch(QObject* parent = nullptr);

    /// Null: nothing to stop in.
    void setRun(std::shared_ptr<const RunResult> run);
    /// Those whose condition stays the same keep their count of hits.
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    [[nodiscard]] const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }
    /// How often playing met the breakpoint.
    [[nodiscard]] int hits(std::size_t breakpoint) const { return counts_[breakpoint]; }
    void forgetHits();
    void setPausesAtPreemption(bool isOn);
    void setGuardsLoops(bool isOn) { guardsLoops_ = isOn; }

    /// All moments of the present run and breakpoints are known.
    [[nodiscard]] bool isReady() const { return isReady_; }
    /// The first stop after `after`, at or before `until`. Only while isReady().
    [[nodiscard]] std::optional<Stop> next(TimeMs after, TimeMs until) const;
    /// Playing has stopped there.
    void count(TimeMs at);
    /// Those that were met in (after, until] and do not stop the clock, ascending; counts them as hits.
    [[nodiscard]] std::vector<Passed> pass(TimeMs after, TimeMs until);

Q_SIGNALS:
    /// breakpoints() or hits() changed.
    void changed();

private:
    struct Found {
        std::vector<std::vector<BreakpointHit>> hits;
        std::vector<LoopMoment> loops;
    };
    void look();
    void take(Found found);
    [[nodiscard]] const BreakpointHit* hitOf(std::size_t watched, TimeMs after) const;
    [[nodiscard]] bool stopsAt(std::size_t watched) const;
    [[nodiscard]] QString textOf(std::size_t watched, const BreakpointHit& hit) const;

    std::shared_ptr<const RunResult> run_;
    std::vector<Breakpoint> breakpoints_;
    std::vector<int> counts_;
    bool pausesAtPreemption_ = false;
    bool guardsLoops_ = true;
    /// breakpoints_, and behind them any preemption when that is asked for.
    std::vector<Breakpoint> watched_;
    Found found_;
    bool isReady_ = false;
    std::uint64_t ticket_ = 0;
    LatestWorker worker_;
};

/// "wait in research passed 2 h (J31 resnet)".
[[nodiscard]] QString breakpointHitText(const Scenario& scenario, const Breakpoint& point, const BreakpointHit& hit);
/// What the breakpoint waits for, without its name: "Wait in research longer than 2 h".
[[nodiscard]] QString breakpointText(const Scenario& scenario, const Breakpoint& point);
/// One word or two for the kind: "Wait".
[[nodiscard]] QString breakpointKindText(Breakpoint::Kind kind);
/// What it does: "Pause".
[[nodiscard]] QString breakpointActionText(Breakpoint::Action action);

} // namespace quotaboard
