// SPDX-License-Identifier: Apache-2.0
#include "app/cli/scorecard_text.h"

#include "app/cli/text_output.h"

#include <algorithm>
#include <fmt/format.h>

namespace quotaboard::cli {

namespace {

constexpr std::size_t kMostRows = 40;
constexpr std::size_t kMostPairs = 15;
constexpr std::uint64_t kFewestForPercentiles = 5;
constexpr std::uint64_t kFewForP95 = 20;
constexpr std::uint64_t kFewForP99 = 100;

class ScorecardPrinter {
public:
    ScorecardPrinter(std::FILE* out, const Scenario& scenario, const Scorecard& card)
        : out_(out)
        , scenario_(scenario)
        , card_(card)
        , style_(out)
        , hours_(scenario.countsInstanceHours() ? "instance-h" : "GPU-h")
    {
    }

    void print()
    {
        printHeader();
        printFive();
        printWaits();
        printAccounting();
        printPairs();
        printShares();
        printRest();
        printNotes();
    }

private:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        fmt::print(out_, "{}\n", fmt::format(text, std::forward<Arguments>(arguments)...));
    }
    /// The same, broken into several lines where it is long.
    template <class... Arguments>
    void paragraph(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        line("  {}", wrapped(fmt::format(text, std::forward<Arguments>(arguments)...), 4, 2));
    }
    void heading(std::string_view text) { line("\n{}", style_.bold(text)); }
    [[nodiscard]] std::string hours(GpuMs value) const { return fmt::format("{} {}", gpuHours(value), hours_); }

    void printHeader()
    {
        const JobCounts& jobs = card_.jobs;
        line("{}", style_.bold(scenario_.name.empty() ? "Scenario without a name" : printable(scenario_.name)));
        line("  Simulated {} from {}, seed {}", formatDuration(card_.to), formatIsoInstant(scenario_.startTime),
            scenario_.platform.seed);
        if (card_.from > 0)
            paragraph("Measured from {} on, the {} before it are warm-up; {} alive at that moment",
                formatIsoInstant(scenario_.startTime + card_.from), formatDuration(card_.from),
                counted(jobs.carriedIn, "job was", "jobs were"));
        line("  {}: {} succeeded, {} failed, {} unfinished; {} never started",
            counted(jobs.submitted, "job submitted", "jobs submitted"), count(jobs.succeeded), count(jobs.failed),
            count(jobs.unfinished), count(jobs.neverStarted));
    }

    void metric(int number, std::string_view name, const std::string& value, const std::string& detail)
    {
        constexpr std::size_t kDetail = 49;
        line("  {} {:<28} {:>14}   {}", number, name, value, wrapped(detail, kDetail, kDetail));
    }

    void printFive()
    {
        heading("Scorecard");
        const Accounting& a = card_.accounting;
        metric(1, "Completed-work utilisation", percent(card_.completedOfPaid()),
            fmt::format("{} completed of {} paid; {} of allocated; {} with the work of unfinished jobs",
                gpuHours(a.completed), hours(a.paid), percent(card_.completedOfAllocated()),
                percent(card_.upperBoundOfPaid())));
        const WaitGroup* worst = worstWait();
        metric(2, "Priority wait, worst P95", worst != nullptr ? waitText(worst->p95) : "—",
            worst != nullptr ? fmt::format("{}, priority {}, {}", scenario_.shareName(worst->share), worst->priority,
                counted(worst->started + worst->waiting, "job", "jobs"))
                             : "no group of five jobs or more");
        const Waste& waste = card_.preemption;
        metric(3, "Preemption waste", hours(waste.lost + waste.restart),
            fmt::format("{} of allocated; {}: {} lost, {} restarting", percent(card_.wasteOfAllocated()),
                counted(waste.count, "preemption", "preemptions"), gpuHours(waste.lost), gpuHours(waste.restart)));
        const ShareFairness* unfair = card_.worstShortfall();
        metric(4, "Fairness, worst shortfall", unfair != nullptr ? percent(unfair->shortfallShare()) : "—",
            (unfair != nullptr ? fmt::format("{}; Jain's index {}", scenario_.shareName(unfair->share),
                 card_.jain ? fmt::format("{:.3f}", *card_.jain) : "—")
                               : "no share claimed anything")
                + impossibleText());
        const Recovery& r = card_.recovery;
        const auto interval = r.interval();
        metric(5, "Recovery reliability", percent(r.reliability()),
            interval ? fmt::format("{} of {} preempted jobs recovered in time (95 % interval {} to {}), {} undecided",
                count(r.good), count(r.good + r.bad), percent(interval->low), percent(interval->high),
                count(r.undecided))
                     : "no preempted job to judge");
    }

    /// "; 2 impossible jobs left out", or nothing.
    [[nodiscard]] std::string impossibleText() const
    {
        std::uint64_t impossible = 0;
        for (const WaitGroup& group : card_.waits)
            impossible += group.impossible;
        return impossible == 0 ? std::string{}
                               : fmt::format("; {} left out", counted(impossible, "impossible job", "impossible jobs"));
    }

    /// The group whose P95 is largest; a group that mostly still waits counts by its bound.
    [[nodiscard]] const WaitGroup* worstWait() const
    {
        const WaitGroup* worst = nullptr;
        double longest = -1;
        for (const WaitGroup& group : card_.waits) {
            if (group.started + group.waiting < kFewestForPercentiles)
                continue;
            const double p95 = group.p95.value.value_or(static_cast<double>(group.p95.atLeast.value_or(0)));
            if (p95 > longest) {
                longest = p95;
                worst = &group;
            }
        }
        return worst;
    }

    void printWaits()
    {
        if (card_.waits.empty())
            return;
        heading("Waits (RUNNABLE to RUNNING)");
        TextTable table({"quota share", "priority", "started", "waiting", "impossible", "P50", "P95", "P99"});
        const bool hasFew = std::any_of(card_.waits.begin(), card_.waits.end(), [](const WaitGroup& group) {
            const std::uint64_t size = group.started + group.waiting;
            return size >= kFewestForPercentiles && size < kFewForP99;
        });
        const char* unmarked = hasFew ? "  " : "";
        for (std::size_t i = 0; i < std::min(card_.waits.size(), kMostRows); ++i) {
            const WaitGroup& group = card_.waits[i];
            const std::uint64_t size = group.started + group.waiting;
            std::vector<std::string> row{scenario_.shareName(group.share), std::to_string(group.priority),
                count(group.started), count(group.waiting), count(group.impossible)};
            if (size < kFewestForPercentiles) {
                row.push_back(fewValues(group));
            } else {
                row.push_back(waitText(group.p50));
                row.push_back(waitText(group.p95) + (size < kFewForP95 ? " *" : unmarked));
                row.push_back(waitText(group.p99) + (size < kFewForP99 ? " *" : unmarked));
            }
            table.addRow(std::move(row));
        }
        table.print(out_, style_);
        if (hasFew)
            line("  * few jobs: fewer than {} for P95, than {} for P99", kFewForP95, kFewForP99);
        if (card_.waits.size() > kMostRows)
            line("  … and {} more; --json has all", counted(card_.waits.size() - kMostRows, "group", "groups"));
        const WaitParts& parts = card_.waitParts;
        if (parts.started > 0) {
            const auto mean = [&](std::int64_t sum) {
                return durationText(static_cast<double>(sum) / static_cast<double>(parts.started));
            };
            paragraph("Mean of {}: {} in the queue, {} for instances to be released, {} starting up",
                counted(parts.started, "started job", "started jobs"), mean(parts.queueMs), mean(parts.instancesMs),
                mean(parts.startupMs));
        }
    }

    /// Fewer than five waits are listed instead of summarised.
    [[nodiscard]] static std::string fewValues(const WaitGroup& group)
    {
        std::vector<std::string> values;
        for (const TimeMs wait : group.fewStarted)
            values.push_back(formatDuration(wait));
        for (const TimeMs wait : group.fewCensored)
            values.push_back("> " + formatDuration(wait));
        return values.empty() ? "—" : fmt::format("{}", fmt::join(values, ", "));
    }

    void printAccounting()
    {
        heading("Where the paid capacity went");
        const Accounting& a = card_.accounting;
        const GpuMs whole = a.paid + a.overcommitted;
        TextTable table({"", hours_, "of paid"});
        const auto row = [&](const char* label, GpuMs value) {
            if (value != 0)
                table.addRow({label, gpuHours(value), percent(ratioOf(value, whole))});
        };
        row("completed work", a.completed);
        row("work of unfinished jobs", a.inProgress);
        row("work of failed jobs", a.discarded);
        row("lost at preemptions", a.lost);
        row("restarting", a.restart);
        row("writing checkpoints", a.checkpoint);
        row("starting up, stopping", a.hold);
        row("idle", a.idle);
        table.addRow({"paid", gpuHours(a.paid), percent(ratioOf(a.paid, whole))});
        if (a.overcommitted != 0)
            table.addRow(
                {"held beyond lowered capacity", gpuHours(a.overcommitted), percent(ratioOf(a.overcommitted, whole))});
        table.print(out_, style_);
    }

    void printPairs()
    {
        if (card_.wasteByPair.empty())
            return;
        heading("Who took from whom");
        TextTable table({"preempting share", "preempted share", "lost " + hours_, "restart " + hours_}, 2);
        std::vector<WastePair> pairs = card_.wasteByPair;
        std::stable_sort(pairs.begin(), pairs.end(),
            [](const WastePair& a, const WastePair& b) { return a.lost + a.restart > b.lost + b.restart; });
        WastePair rest;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (i < kMostPairs) {
                table.addRow({scenario_.shareName(pairs[i].by), scenario_.shareName(pairs[i].from),
                    gpuHours(pairs[i].lost), gpuHours(pairs[i].restart)});
                continue;
            }
            rest.lost += pairs[i].lost;
            rest.restart += pairs[i].restart;
        }
        if (pairs.size() > kMostPairs)
            table.addRow({counted(pairs.size() - kMostPairs, "more pair", "more pairs"), "(all in --json)",
                gpuHours(rest.lost), gpuHours(rest.restart)});
        table.print(out_, style_);
    }

    void printShares()
    {
        heading("Shares");
        TextTable table({"quota share", "claimable " + hours_, "delivered " + hours_, "drift", "shortfall"});
        for (const ShareFairness& f : card_.fairness)
            table.addRow({scenario_.shareName(f.share), gpuHours(f.claimable), gpuHours(f.delivered),
                percent(f.drift()), f.claimable == 0 ? "no claim" : percent(f.shortfallShare())});
        table.print(out_, style_);
    }

    void printRest()
    {
        heading("Further figures");
        if (card_.makespan)
            line("  Makespan {}, {} completed jobs an hour", formatDuration(*card_.makespan),
                card_.throughputPerHour() ? fmt::format("{:.2f}", *card_.throughputPerHour()) : "—");
        line("  Missed deadlines {}; occupancy {} (not a goal in itself)", count(card_.missedDeadlines),
            percent(card_.occupancy()));
        const Borrowing& b = card_.borrowing;
        if (b.borrowed != 0)
            paragraph("Borrowed {} of held capacity; lenders' idle capacity lent out: {}",
                percent(ratioOf(b.borrowed, b.held)), percent(ratioOf(b.lent, b.idleOfLenders)));
        if (card_.reclaim.count > 0)
            paragraph(
                "Reclaim time {} (P50), {} at most: RUNNABLE to RUNNING of {} that triggered a cross-share preemption",
                durationText(card_.reclaim.p50), formatDuration(card_.reclaim.max.value_or(0)),
                counted(card_.reclaim.count, "started job", "started jobs"));
        if (card_.slowdown.boundedMean)
            line("  Bounded slowdown {:.2f} on average, {:.2f} at most ({})", *card_.slowdown.boundedMean,
                card_.slowdown.boundedMax.value_or(0), counted(card_.slowdown.count, "finished job", "finished jobs"));
        if (card_.longestWait.job.isValid())
            paragraph("Longest wait {}: job {}{}", formatDuration(card_.longestWait.wait),
                scenario_.jobs.displayId(card_.longestWait.job),
                card_.longestWait.hasStarted ? "" : ", which never started");
        for (const CostSummary& cost : card_.costs)
            line("  Cost {:.2f} {}{}", cost.total, cost.currency,
                cost.perCompletedJob ? fmt::format(", {:.2f} per completed job", *cost.perCompletedJob) : "");
        for (const BudgetUse& use : card_.budgets)
            printBudget(use);
        if (!card_.loops.empty()) {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < std::min<std::size_t>(card_.loops.size(), 5); ++i)
                names.push_back(scenario_.jobs.displayId(card_.loops[i].job));
            paragraph("{} preempted three times or more in a row without keeping any progress: {}{}",
                counted(card_.loops.size(), "job was", "jobs were"), fmt::join(names, ", "),
                card_.loops.size() > names.size() ? ", …" : "");
        }
    }

    /// What was used of an interruption budget; nothing for a share without one.
    void printBudget(const BudgetUse& use)
    {
        if (!use.budget)
            return;
        std::vector<std::string> parts;
        if (const auto most = use.budget->preemptionsPerJob)
            parts.push_back(fmt::format("{} of at most {} preemptions per job{}", use.worstJobPreemptions, *most,
                use.worstJob.isValid() ? " (job " + scenario_.jobs.displayId(use.worstJob) + ")" : ""));
        if (const auto most = use.budget->lostGpuHoursPerWeek)
            parts.push_back(
                fmt::format("{} of at most {} {} lost in the worst week", gpuHours(use.worstWeekLost), *most, hours_));
        if (!parts.empty())
            paragraph("Interruption budget of {}: {}", scenario_.shareName(use.share), fmt::join(parts, "; "));
    }

    void printNotes()
    {
        if (card_.accounting.overcommitted != 0)
            paragraph("Capacity was lowered under running jobs: {} were held beyond it, and count as paid in metric 1",
                hours(card_.accounting.overcommitted));
        for (const CapacityUnit& unit : scenario_.units) {
            if (unit.isGuessed)
                paragraph("Unit {} is neither in capacityUnits nor in the catalogue and counts as 1 GPU", unit.name);
        }
    }

    std::FILE* out_;
    const Scenario& scenario_;
    const Scorecard& card_;
    TextStyle style_;
    std::string hours_;
};

} // namespace

void printScorecard(std::FILE* out, const Scenario& scenario, const Scorecard& card)
{
    ScorecardPrinter(out, scenario, card).print();
}

} // namespace quotaboard::cli
