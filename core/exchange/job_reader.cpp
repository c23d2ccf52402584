// SPDX-License-Identifier: Apache-2.0
// Jobs and interventions of a scenario document.
#include "core/exchange/job_check.h"
#include "core/exchange/policy_reader.h"

#include <algorithm>
#include <cctype>

namespace quotaboard {

namespace {

constexpr std::int64_t kMostRetries = 1'000'000;
constexpr std::int64_t kMostAttempts = 1'000'000;

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return std::toupper(static_cast<unsigned char>(x)) == std::toupper(static_cast<unsigned char>(y));
    });
}

void readRetryStrategy(const JsonCursor& item, JobProfile& profile)
{
    profile.attempts = static_cast<std::int32_t>(item.integer("attempts", 1, kMostAttempts).value_or(1));
    item.array("evaluateOnExit", 0, 5, false, [&](const JsonCursor& entry) {
        if (!entry.expectObject())
            return;
        const auto action = entry.text("action", true);
        const auto pattern = entry.text("onStatusReason");
        entry.warnUnknownKeys();
        if (!action)
            return;
        const bool retries = equalsIgnoringCase(*action, "RETRY");
        if (!retries && !equalsIgnoringCase(*action, "EXIT"))
            entry.fail(ErrorCode::NotAllowed, "action", {*action, "RETRY, EXIT"});
        profile.exitRules.push_back({retries, pattern.value_or("*")});
    });
    item.warnUnknownKeys();
}

JobProfile readProfile(const JsonCursor& cursor)
{
    JobProfile profile;
    cursor.object("checkpoint", [&](const JsonCursor& item) { profile.checkpoint = readCheckpointPlan(item); });
    profile.restore = cursor.seconds("restoreSeconds", 0).value_or(0);
    cursor.object("preemptionConfiguration", [&](const JsonCursor& item) {
        if (const auto retries = item.integer("preemptionRetriesBeforeTermination", 0, kMostRetries))
            profile.preemptionRetries = static_cast<std::int32_t>(*retries);
        item.warnUnknownKeys();
    });
    cursor.object("retryStrategy", [&](const JsonCursor& item) { readRetryStrategy(item, profile); });
    cursor.object("timeoutConfig", [&](const JsonCursor& item) {
        profile.attemptDuration = item.seconds("attemptDurationSeconds", 0).value_or(kNever);
        item.warnUnknownKeys();
    });
    if (const auto outcome = cursor.text("outcome")) {
        profile.outcomeFails = *outcome == "FAILED";
        if (!profile.outcomeFails && *outcome != "SUCCEEDED")
            cursor.fail(ErrorCode::NotAllowed, "outcome", {*outcome, "SUCCEEDED, FAILED"});
    }
    return profile;
}

void readRecorded(const JsonCursor& cursor, Scenario& scenario, RecordedRun& run, bool& isGiven)
{
    cursor.object("recorded", [&](const JsonCursor& item) {
        isGiven = true;
        run.start = item.seconds("startSeconds", -kMaxTimeMs);
        run.end = item.seconds("endSeconds", -kMaxTimeMs);
        if (const auto status = item.text("status"))
            run.status = scenario.jobs.intern(*status);
        run.attempts = static_cast<std::int32_t>(item.integer("attempts", 0, kMostAttempts).value_or(0));
        item.warnUnknownKeys();
    });
}

/// `jobId` as a text: ids are texts, and a job without one is meant by its index.
std::string readJobReference(const JsonCursor& cursor)
{
    if (cursor.context().failed())
        return {};
    if (!cursor.has("jobId")) {
        cursor.context().fail(ErrorCode::MissingKey, cursor.pointer(), {"jobId"});
        return {};
    }
    const nlohmann::json& id = cursor.value().at("jobId");
    if (id.is_string())
        return id.get<std::string>();
    if (!id.is_number_unsigned())
        cursor.fail(ErrorCode::WrongType, "jobId", {excerpt(id), "a text, or the index of a job"});
    return id.dump();
}

} // namespace

CheckpointPlan readCheckpointPlan(const JsonCursor& cursor)
{
    CheckpointPlan plan;
    plan.interval = cursor.seconds("intervalSeconds", 1, true).value_or(1);
    plan.cost = cursor.seconds("costSeconds", 0).value_or(0);
    plan.onStop = cursor.boolean("onStop").value_or(false);
    cursor.warnUnknownKeys();
    return plan;
}

JobIndex readJob(const JsonCursor& cursor, Scenario& scenario, std::optional<TimeMs> submit)
{
    if (!cursor.expectObject())
        return {};
    Job job;
    const auto name = cursor.text("jobName", true);
    const auto share = cursor.text("quotaShareName", true);
    const auto unit = cursor.text("capacityUnit", true);
    job.instances = static_cast<std::int32_t>(cursor.integer("instanceCount", 1, kMaxInstances, true).value_or(1));
    job.submit = submit ? *submit : cursor.seconds("submitSeconds", 0, true).value_or(0);
    job.work = cursor.seconds("workSeconds", 0, true).value_or(0);
    job.priority = static_cast<std::int32_t>(cursor.integer("schedulingPriority", 0, kMaxPriority).value_or(0));
    job.deadline = cursor.seconds("deadlineSeconds", 0).value_or(kNever);
    const auto id = cursor.text("jobId");
    const auto user = cursor.text("user");
    const auto workloadClass = cursor.text("workloadClass");
    const JobProfile profile = readProfile(cursor);
    RecordedRun run;
    bool isRecorded = false;
    readRecorded(cursor, scenario, run, isRecorded);
    cursor.warnUnknownKeys();
    if (cursor.context().failed())
        return {};

    checkAttemptLength(job, profile, cursor, "checkpoint");
    job.share = scenario.findShare(*share);
    if (!job.share.isValid()) {
        if (!submit) {
            cursor.fail(ErrorCode::UnknownReference, "quotaShareName", {*share, "a quota share"});
            return {};
        }
        cursor.context().warn(ReadWarning::Code::UnknownShare, cursor.pointerTo("quotaShareName"), {*share});
        job.share = internShare(cursor, "quotaShareName", scenario, *share);
    }
    job.unit = internUnit(cursor, "capacityUnit", scenario, *unit);
    if (cursor.context().failed())
        return {};
    job.name = scenario.jobs.intern(*name);
    if (id) {
        job.id = scenario.jobs.intern(*id);
        if (const JobIndex same = scenario.jobs.find(*id); same.isValid() && scenario.jobs[same].id == job.id)
            cursor.fail(ErrorCode::Duplicate, "jobId", {*id});
    }
    if (user)
        job.user = scenario.jobs.intern(*user);
    if (workloadClass)
        job.workloadClass = scenario.jobs.intern(*workloadClass);
    job.profile = scenario.jobs.internProfile(profile);
    const JobIndex index = scenario.jobs.add(job);
    if (isRecorded)
        scenario.jobs.setRecorded(index, run);
    return index;
}

namespace {

struct EditReader {
    const JsonCursor& item;
    Scenario& scenario;
    TimeMs at;

    UpdateQuotaShare updateQuotaShare() const
    {
        UpdateQuotaShare edit;
        edit.name = item.text("quotaShareName", true).value_or("");
        edit.share = scenario.findShare(edit.name);
        if (item.has("capacityLimits"))
            edit.limits = readCapacityLimits(item, scenario, 1, true);
        edit.sharing = readResourceSharing(item);
        edit.inSharePreemption = readInSharePreemption(item);
        edit.isEnabled = item.enabled("state");
        return edit;
    }
    UpdateServiceEnvironment updateServiceEnvironment() const
    {
        UpdateServiceEnvironment edit;
        edit.name = item.textOr("serviceEnvironmentName", item.textOr("serviceEnvironment", ""));
        if (item.has("capacityLimits"))
            edit.limits = readCapacityLimits(item, scenario, 0, true);
        edit.isEnabled = item.enabled("state");
        return edit;
    }
    UpdateServiceJob updateServiceJob() const
    {
        UpdateServiceJob edit;
        edit.jobId = readJobReference(item);
        edit.priority
            = static_cast<std::int32_t>(item.integer("schedulingPriority", 0, kMaxPriority, true).value_or(0));
        return edit;
    }
    TerminateServiceJob terminateServiceJob() const
    {
        return {JobIndex{}, readJobReference(item), item.textOr("reason", "")};
    }
    CreateQuotaShare createQuotaShare() const
    {
        CreateQuotaShare edit;
        edit.share = readQuotaShare(item, scenario);
        edit.index = internShare(item, "quotaShareName", scenario, edit.share.name);
        return edit;
    }
    DeleteQuotaShare deleteQuotaShare() const
    {
        const std::string name = item.text("quotaShareName", true).value_or("");
        return {scenario.findShare(name), name};
    }
    SubmitServiceJob submitServiceJob() const { return {readJob(item, scenario, at)}; }
    MoveServiceJob moveServiceJob() const
    {
        const std::string name = item.text("quotaShareName", true).value_or("");
        return {JobIndex{}, readJobReference(item), scenario.findShare(name), name};
    }
    UpdateJobQueue updateJobQueue() const
    {
        (void)item.textOr("jobQueue", item.textOr("jobQueueName", ""));
        return {item.enabled("state"), readTimeLimits(item)};
    }
};

ReorderQuotaShares readReorder(const JsonCursor& cursor, Scenario& scenario)
{
    ReorderQuotaShares edit;
    cursor.array("reorderQuotaShares", 0, 1000, false, [&](const JsonCursor& item) {
        if (!item.value().is_string()) {
            item.fail(ErrorCode::WrongType, {}, {excerpt(item.value()), "a share name"});
            return;
        }
        edit.names.push_back(item.value().get<std::string>());
        edit.order.push_back(scenario.findShare(edit.names.back()));
    });
    return edit;
}

PolicyEdit readEdit(const JsonCursor& cursor, std::string_view kind, Scenario& scenario, TimeMs at)
{
    if (kind == "reorderQuotaShares")
        return readReorder(cursor, scenario);
    PolicyEdit edit;
    cursor.object(kind, [&](const JsonCursor& item) {
        const EditReader reader{item, scenario, at};
        if (kind == "updateQuotaShare")
            edit = reader.updateQuotaShare();
        else if (kind == "updateServiceEnvironment")
            edit = reader.updateServiceEnvironment();
        else if (kind == "updateServiceJob")
            edit = reader.updateServiceJob();
        else if (kind == "terminateServiceJob")
            edit = reader.terminateServiceJob();
        else if (kind == "createQuotaShare")
            edit = reader.createQuotaShare();
        else if (kind == "deleteQuotaShare")
            edit = reader.deleteQuotaShare();
        else if (kind == "submitServiceJob")
            edit = reader.submitServiceJob();
        else if (kind == "moveServiceJob")
            edit = reader.moveServiceJob();
        else if (kind == "updatePlatform")
            edit = readPlatformKeys(item);
        else
            edit = reader.updateJobQueue();
        item.warnUnknownKeys();
    });
    return edit;
}

constexpr std::array<std::string_view, 11> kEditKinds{"updateQuotaShare", "updateServiceEnvironment",
    "updateServiceJob", "terminateServiceJob", "createQuotaShare", "deleteQuotaShare", "submitServiceJob",
    "moveServiceJob", "updatePlatform", "updateJobQueue", "reorderQuotaShares"};

} // namespace

void readIntervention(const JsonCursor& cursor, Scenario& scenario)
{
    if (!cursor.expectObject())
        return;
    Intervention intervention;
    intervention.at = cursor.seconds("atSeconds", 0, true).value_or(0);
    intervention.author = cursor.textOr("author", "");
    intervention.reason = cursor.textOr("reason", "");
    std::vector<std::string_view> given;
    for (const std::string_view kind : kEditKinds) {
        if (cursor.has(kind))
            given.push_back(kind);
    }
    if (cursor.context().failed())
        return;
    if (given.size() != 1) {
        cursor.fail(ErrorCode::NotAllowed, {},
            {given.empty() ? "no edit" : fmt::format("{}", fmt::join(given, " and ")),
                fmt::format("exactly one of {}", fmt::join(kEditKinds, ", "))});
        return;
    }
    intervention.edit = readEdit(cursor, given.front(), scenario, intervention.at);
    cursor.warnUnknownKeys();
    scenario.interventions.push_back(std::move(intervention));
}

} // namespace quotaboard
