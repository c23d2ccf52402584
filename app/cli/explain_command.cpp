// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/explain_job.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress_line.h"
#include "app/cli/scenario_input.h"
#include "app/cli/text_output.h"
#include "core/exchange/names.h"
#include "core/simulation/simulator.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace quotaboard::cli {

namespace {

struct ExplainArguments {
    std::string scenario;
    std::string job;
    std::string at;
    bool json = false;
};

constexpr std::size_t kMostHolders = 40;
constexpr std::size_t kMostAhead = 20;

/// One dispatched or stopping job on the unit in question.
struct Holder {
    std::string share;
    std::string id;
    std::string name;
    std::string label;
    std::int32_t instances = 0;
    std::int32_t priority = 0;
    std::string state;
    bool isAsked = false;
};

std::string_view awsText(WaitCode code)
{
    switch (code) {
    case WaitCode::EnvironmentMax:
        return "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE - Service environment(s) associated with the job "
               "queue "
               "cannot meet the capacity requirement of the job.";
    case WaitCode::ShareLimit:
        return "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - Job requirements exceed quota share capacity "
               "limits.";
    case WaitCode::BorrowLimitMax:
        return "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - Job requirements exceed quota share capacity limits "
               "and "
               "borrow limits.";
    case WaitCode::BorrowableMax:
        return "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - Job requires borrowing that exceeds all configured "
               "borrowable capacity.";
    default:
        return {};
    }
}

std::string stateText(JobPhase phase)
{
    switch (phase) {
    case JobPhase::Runnable:
        return "RUNNABLE";
    case JobPhase::Scheduled:
        return "SCHEDULED";
    case JobPhase::Starting:
        return "STARTING";
    case JobPhase::Running:
        return "RUNNING";
    case JobPhase::Stopping:
        return "stopping after a preemption";
    default:
        return "ended";
    }
}

/// A job that is in, and why it waits.
class JobView {
public:
    JobView(const Simulator& simulator, JobIndex job)
        : simulator_(simulator)
        , scenario_(simulator.scenario())
        , job_(job)
        , slot_(simulator.slot(job))
        , reason_(simulator.scheduler().explain(slot_))
        , unit_(simulator.scheduler().unit(slot_))
        , share_(simulator.scheduler().share(slot_))
    {
    }

    [[nodiscard]] const WaitReason& reason() const { return reason_; }
    [[nodiscard]] UnitIndex unit() const { return unit_; }

    void printState() const
    {
        const Scheduler& scheduler = simulator_.scheduler();
        fmt::print("  job {}: share {}, {} x {}, priority {}, {}\n", jobLabel(scenario_, job_),
            printable(scenario_.shareName(share_)), reason_.instances, printable(scenario_.unitName(unit_)),
            scheduler.priority(slot_), stateText(scheduler.phase(slot_)));
        if (reason_.code != WaitCode::None)
            fmt::print("  reason {}\n", nameOf(reason_.code));
        if (!awsText(reason_.code).empty())
            fmt::print("  {}\n", wrapped(fmt::format("AWS shows: {}", awsText(reason_.code)), 4, 2));
    }

    void printNumbers() const
    {
        fmt::print("  share {} on {}: limit {}, used {}{}\n", printable(scenario_.shareName(share_)),
            printable(scenario_.unitName(unit_)), reason_.limit, reason_.dispatched, borrowText());
        fmt::print("  all shares: {} of {} used, {} may be dispatched in all, {} held back by RESERVE shares\n",
            reason_.totalDispatched, reason_.capacity, reason_.ceiling, reason_.held);
    }

    [[nodiscard]] nlohmann::ordered_json toJson() const
    {
        return {{"jobId", scenario_.jobs.displayId(job_)}, {"jobName", scenario_.jobs.text(scenario_.jobs[job_].name)},
            {"state", stateText(simulator_.scheduler().phase(slot_))},
            {"reason",
                reason_.code == WaitCode::None ? nlohmann::ordered_json(nullptr)
                                               : nlohmann::ordered_json(nameOf(reason_.code))},
            {"text", sentence()}, {"statusReason", awsText(reason_.code)},
            {"quotaShareName", scenario_.shareName(share_)}, {"capacityUnit", scenario_.unitName(unit_)},
            {"instanceCount", reason_.instances}, {"limit", reason_.limit}, {"used", reason_.dispatched},
            {"borrowMax",
                reason_.borrowMax >= kUnlimited ? nlohmann::ordered_json(nullptr)
                                                : nlohmann::ordered_json(reason_.borrowMax)},
            {"environmentCapacity", reason_.capacity}, {"ceiling", reason_.ceiling},
            {"usedInAll", reason_.totalDispatched}, {"heldInReserve", reason_.held}};
    }

    [[nodiscard]] std::string sentence() const
    {
        const std::string id = jobLabel(scenario_, job_);
        const std::string& unit = scenario_.unitName(unit_);
        const std::string& share = scenario_.shareName(share_);
        const std::string needs = fmt::format("Job {} needs {} x {}", id, reason_.instances, unit);
        switch (reason_.code) {
        case WaitCode::None:
            return fmt::format("Job {} does not wait: it {}", id, holdingText());
        case WaitCode::WaitingForInstances: {
            if (reason_.victims.empty())
                return fmt::format(
                    "Job {} is scheduled and waits until {} instances are free beside what RESERVE shares keep", id,
                    reason_.instances);
            std::vector<std::string> victims;
            TimeMs release = 0;
            for (const JobIndex victim : reason_.victims) {
                victims.push_back(scenario_.jobs.displayId(victim));
                release = std::max(release, simulator_.releaseTime(simulator_.slot(victim)));
            }
            return fmt::format(
                "Job {} is scheduled and waits for the instances of {}, which {} still stopping until {}", id,
                fmt::join(victims, ", "), victims.size() == 1 ? "is" : "are", formatDuration(release));
        }
        case WaitCode::EnvironmentDisabled:
            return fmt::format("Job {} waits because the service environment is disabled", id);
        case WaitCode::Behind:
            return fmt::format("Job {} waits behind job {}, the front of share {}: position {}", id,
                jobLabel(scenario_, reason_.front), share, reason_.position);
        case WaitCode::EnvironmentMax:
            return fmt::format("{}, more than the whole environment has ({})", needs, reason_.capacity);
        case WaitCode::ShareLimit:
            return fmt::format(
                "{}, more than the limit of share {} ({}), which may not borrow", needs, share, reason_.limit);
        case WaitCode::BorrowLimitMax:
            return fmt::format("{}, more than the limit of share {} ({}) and what it may borrow ({})", needs, share,
                reason_.limit, reason_.borrowMax);
        case WaitCode::BorrowableMax:
            return fmt::format("{}, more than share {} could get if every lending share were idle", needs, share);
        case WaitCode::ShareFull:
            return fmt::format(
                "{}; share {} uses {} of its {} and may not borrow", needs, share, reason_.dispatched, reason_.limit);
        case WaitCode::BorrowLimit:
            return fmt::format("{}; share {} uses {} of its {} and may borrow {} only", needs, share,
                reason_.dispatched, reason_.limit, reason_.borrowMax);
        case WaitCode::NothingToBorrow:
            return fmt::format(
                "{}; share {} uses {} of its {} and there is not enough idle capacity to borrow: {} of {} in "
                "use, {} held in reserve",
                needs, share, reason_.dispatched, reason_.limit, reason_.totalDispatched, reason_.ceiling,
                reason_.held);
        case WaitCode::Oversubscribed:
            return fmt::format("{} and is within the limit of share {}, but jobs within their limits use {} of {}",
                needs, share, reason_.totalDispatched, reason_.capacity);
        }
        return {};
    }

private:
    [[nodiscard]] std::string borrowText() const
    {
        if (reason_.borrowMax >= kUnlimited)
            return ", may borrow without limit";
        return reason_.borrowMax > 0 ? fmt::format(", may borrow {}", reason_.borrowMax) : ", may not borrow";
    }

    /// What a job does that does not wait.
    [[nodiscard]] std::string holdingText() const
    {
        const JobPhase phase = simulator_.scheduler().phase(slot_);
        const std::string holds = fmt::format("holds {} x {}", reason_.instances, scenario_.unitName(unit_));
        if (phase == JobPhase::Running)
            return fmt::format("is RUNNING since {} and {}", formatDuration(simulator_.runningSince(slot_)), holds);
        if (phase == JobPhase::Stopping)
            return fmt::format(
                "is {} and {} until {}", stateText(phase), holds, formatDuration(simulator_.releaseTime(slot_)));
        return fmt::format("is {} and {}", stateText(phase), holds);
    }

    const Simulator& simulator_;
    const Scenario& scenario_;
    JobIndex job_;
    JobSlot slot_;
    WaitReason reason_;
    UnitIndex unit_;
    ShareIndex share_;
};

/// The whole answer for a job that is in.
class Explanation {
public:
    Explanation(const Simulator& simulator, JobIndex job)
        : simulator_(simulator)
        , scenario_(simulator.scenario())
        , job_(job)
        , view_(simulator, job)
    {
        if (view_.reason().code == WaitCode::Behind)
            front_.emplace(simulator, view_.reason().front);
        collectHolders();
    }

    void print() const
    {
        const TextStyle style(stdout);
        fmt::print("{}\n", style.bold(wrapped(view_.sentence(), 2)));
        view_.printState();
        printAhead();
        if (front_) {
            fmt::print("  {}\n", wrapped(fmt::format("the front: {}", front_->sentence()), 4, 2));
            front_->printState();
        }
        blocked().printNumbers();
        printHolders(style);
    }

    [[nodiscard]] nlohmann::ordered_json toJson() const
    {
        nlohmann::ordered_json holders = nlohmann::ordered_json::array();
        for (const Holder& holder : holders_)
            holders.push_back({{"quotaShareName", holder.share}, {"jobId", holder.id}, {"jobName", holder.name},
                {"capacityUnit", scenario_.unitName(blocked().unit())}, {"instanceCount", holder.instances},
                {"schedulingPriority", holder.priority}, {"state", holder.state}});
        nlohmann::ordered_json ahead = nlohmann::ordered_json::array();
        for (const JobIndex other : view_.reason().ahead)
            ahead.push_back(scenario_.jobs.displayId(other));
        nlohmann::ordered_json answer = view_.toJson();
        answer["position"] = view_.reason().position;
        answer["ahead"] = ahead;
        answer["front"] = front_ ? front_->toJson() : nlohmann::ordered_json(nullptr);
        answer["holders"] = holders;
        return answer;
    }

private:
    /// The job whose reason is the one that counts: the front, for a job behind it.
    [[nodiscard]] const JobView& blocked() const { return front_ ? *front_ : view_; }

    void printAhead() const
    {
        const WaitReason& reason = view_.reason();
        if (reason.position <= 1)
            return;
        std::vector<std::string> ahead;
        for (std::size_t i = 0; i < std::min(reason.ahead.size(), kMostAhead); ++i)
            ahead.push_back(scenario_.jobs.displayId(reason.ahead[i]));
        fmt::print("  {}\n",
            wrapped(fmt::format("position {} in its queue; ahead: {}{}", reason.position, fmt::join(ahead, ", "),
                        reason.position - 1 > ahead.size() ? ", …" : ""),
                4, 2));
    }

    void printHolders(const TextStyle& style) const
    {
        if (holders_.empty())
            return;
        fmt::print("  who holds {}:\n", printable(scenario_.unitName(blocked().unit())));
        TextTable table({"quota share", "job", "state", "instances", "priority"}, 3);
        for (std::size_t i = 0; i < std::min(holders_.size(), kMostHolders); ++i) {
            const Holder& holder = holders_[i];
            table.addRow({holder.share, holder.label, holder.state + (holder.isAsked ? " (the job asked for)" : ""),
                std::to_string(holder.instances), std::to_string(holder.priority)});
        }
        table.print(stdout, style, 4);
        if (holders_.size() > kMostHolders)
            fmt::print("    … and {} more; --json has all\n", count(holders_.size() - kMostHolders));
    }

    void collectHolders()
    {
        const Scheduler& scheduler = simulator_.scheduler();
        for (std::size_t i = 0; i < scheduler.slotCount(); ++i) {
            const JobSlot slot{i};
            const JobPhase phase = scheduler.phase(slot);
            if (phase == JobPhase::Free || phase == JobPhase::Runnable || scheduler.unit(slot) != blocked().unit())
                continue;
            const JobIndex job = scheduler.job(slot);
            std::string state = stateText(phase);
            if (phase == JobPhase::Scheduled)
                state += ", takes them next";
            if (phase == JobPhase::Stopping)
                state += ", releases at " + formatDuration(simulator_.releaseTime(slot));
            holders_.push_back({scenario_.shareName(scheduler.share(slot)), scenario_.jobs.displayId(job),
                std::string{scenario_.jobs.text(scenario_.jobs[job].name)}, jobLabel(scenario_, job),
                scheduler.instances(slot), scheduler.priority(slot), std::move(state), job == job_});
        }
        // The one asked for comes first: of many the table shows only some.
        std::sort(holders_.begin(), holders_.end(), [](const Holder& a, const Holder& b) {
            if (a.isAsked != b.isAsked)
                return a.isAsked;
            return a.share != b.share ? a.share < b.share : a.id < b.id;
        });
    }

    const Simulator& simulator_;
    const Scenario& scenario_;
    JobIndex job_;
    JobView view_;
    std::optional<JobView> front_;
    std::vector<Holder> holders_;
};

Status execute(const ExplainArguments& arguments, Context& context)
{
    const std::optional<LoadedScenario> document = loadScenario(arguments.scenario, std::nullopt, context);
    if (!document)
        return {};
    const Scenario& scenario = document->scenario;
    Result<TimeMs> at = parseTime(arguments.at, "--at", scenario.startTime);
    if (!at)
        return at.error();
    const Result<JobIndex> asked = findAskedJob(scenario, arguments.job);
    if (!asked)
        return asked.error();
    const JobIndex job = asked.value();
    if (scenario.horizon && at.value() > *scenario.horizon)
        fmt::print(stderr, "quotaboard-cli: note: the run ends after {}; the answer is the one of that moment\n",
            formatDuration(*scenario.horizon));
    JobEndWatch watch(job);
    Simulator simulator(scenario, &watch);
    const Status finished = [&] {
        const ProgressLine line(context.progress, "Simulating", "jobs", 1);
        return simulator.run(&context.progress, at.value());
    }();
    if (!finished)
        return finished;
    if (simulator.isIn(job)) {
        const Explanation explanation(simulator, job);
        if (arguments.json)
            fmt::print("{}\n", explanation.toJson().dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
        else
            explanation.print();
        return {};
    }
    const nlohmann::ordered_json answer = explainAbsentJob(scenario, job, watch);
    if (arguments.json)
        fmt::print("{}\n", answer.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
    else
        fmt::print("{}\n", wrapped(answer["text"].get<std::string>(), 2));
    return {};
}

} // namespace

void addExplainCommand(CLI::App& app, Context& context)
{
    auto arguments = std::make_shared<ExplainArguments>();
    CLI::App* command = app.add_subcommand("explain",
        "Say why a job waits at a moment: reason, numbers, who is ahead, who "
        "holds the capacity");
    command->footer("\nExample:\n  quotaboard-cli explain month.scenario.json --job 4711 --at 2h30m\n\n"
                    "The state is the one after everything that happens at that moment.\n"
                    "Exit status: 0 success, 2 usage error (also an unknown job), 3 bad input, 130 interrupted.");
    command->add_option("SCENARIO", arguments->scenario, "Scenario file (*.scenario.json)")
        ->required()
        ->check(refuseEmpty);
    command
        ->add_option(
            "--job", arguments->job, "The job's jobId, its index if it has none, or a jobName that no other job has")
        ->check(refuseEmpty)
        ->type_name("ID")
        ->required();
    command->add_option("--at", arguments->at, "Moment: seconds, 1h30m, or an ISO instant")
        ->check(refuseEmpty)
        ->type_name("TIME")
        ->required();
    command->add_flag("--json", arguments->json, "Print the answer as JSON");
    command->callback([arguments, &context] {
        if (const Status status = execute(*arguments, context); !status)
            context.status = report(status.error());
    });
}

} // namespace quotaboard::cli
