// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_words.h"

#include "core/exchange/names.h"

#include <fmt/format.h>

namespace quotaboard::cli {

const char* wordOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Better:
        return "better";
    case Verdict::Worse:
        return "worse";
    case Verdict::NoClearDifference:
        return "no clear difference";
    case Verdict::NotEnoughData:
        return "not enough data";
    }
    return "";
}

const char* wordsOf(MissingReason reason)
{
    switch (reason) {
    case MissingReason::None:
        return "";
    case MissingReason::NothingPaid:
        return "nothing paid";
    case MissingReason::NothingAllocated:
        return "nothing allocated";
    case MissingReason::NoSuchJobs:
        return "fewer than 5 jobs";
    case MissingReason::OpenQuantile:
        return "too many still wait";
    case MissingReason::NothingToRecover:
        return "no interruptions";
    case MissingReason::NoClaim:
        return "no claim";
    case MissingReason::NoSuchShare:
        return "no such share";
    case MissingReason::NoCost:
        return "no hourly cost given";
    case MissingReason::NoCompletedJobs:
        return "no job completed";
    case MissingReason::RunFailed:
        return "the run failed";
    }
    return "";
}

const char* codeOf(MissingReason reason)
{
    switch (reason) {
    case MissingReason::None:
        return "";
    case MissingReason::NothingPaid:
        return "nothingPaid";
    case MissingReason::NothingAllocated:
        return "nothingAllocated";
    case MissingReason::NoSuchJobs:
        return "tooFewJobs";
    case MissingReason::OpenQuantile:
        return "openQuantile";
    case MissingReason::NothingToRecover:
        return "nothingToRecover";
    case MissingReason::NoClaim:
        return "noClaim";
    case MissingReason::NoSuchShare:
        return "noSuchShare";
    case MissingReason::NoCost:
        return "noCost";
    case MissingReason::NoCompletedJobs:
        return "noCompletedJobs";
    case MissingReason::RunFailed:
        return "runFailed";
    }
    return "";
}

const char* codeOf(MetricSection section)
{
    switch (section) {
    case MetricSection::Scorecard:
        return "scorecard";
    case MetricSection::Procurement:
        return "procurement";
    case MetricSection::Accounting:
        return "accounting";
    case MetricSection::WasteByPair:
        return "wasteByPair";
    case MetricSection::Shares:
        return "shares";
    case MetricSection::Waits:
        return "waits";
    }
    return "";
}

const char* codeOf(MetricUnit unit)
{
    switch (unit) {
    case MetricUnit::Ratio:
        return "ratio";
    case MetricUnit::Milliseconds:
        return "ms";
    case MetricUnit::GpuMilliseconds:
        return "GPU-ms";
    case MetricUnit::Count:
        return "count";
    case MetricUnit::Money:
        return "money";
    }
    return "";
}

const char* wordOf(PolicyCall::Kind kind)
{
    switch (kind) {
    case PolicyCall::Kind::Create:
        return "create";
    case PolicyCall::Kind::Update:
        return "update";
    case PolicyCall::Kind::Replace:
        return "replace";
    case PolicyCall::Kind::Delete:
        return "delete";
    }
    return "";
}

const char* wordOf(PolicyCall::Object object)
{
    switch (object) {
    case PolicyCall::Object::Environment:
        return "service environment";
    case PolicyCall::Object::SchedulingPolicy:
        return "scheduling policy";
    case PolicyCall::Object::Queue:
        return "job queue";
    case PolicyCall::Object::Share:
        return "quota share";
    }
    return "";
}

std::string describe(const PolicyCall& call)
{
    return fmt::format("{} {} {}", wordOf(call.kind), wordOf(call.object), call.name);
}

std::string describe(const ResourceSharing& sharing)
{
    const std::string strategy{quotaboard::nameOf(sharing.strategy)};
    return sharing.borrowLimit ? fmt::format("{} with borrow limit {} %", strategy, *sharing.borrowLimit) : strategy;
}

std::string describe(const ProcurementChange& change, const Scenario& scenario)
{
    std::string what;
    if (change.sharingNow)
        what = fmt::format("{} to {}", describe(*change.sharingBefore), describe(*change.sharingNow));
    if (change.turnedPreemptionOff)
        what += fmt::format("{}in-share preemption off", what.empty() ? "" : ", ");
    const std::string when = change.intervention.isValid()
        ? fmt::format(" (timed change at {})", formatDuration(scenario.interventions[change.intervention.value()].at))
        : std::string{};
    return fmt::format("{}{}: {}", change.share, when, what);
}

} // namespace quotaboard::cli
