// SPDX-License-Identifier: Apache-2.0
// Delimited text of no known format: what common column names mean.
#include "core/workload/table_format.h"

#include <algorithm>

namespace quotaboard {

namespace {

struct Synonyms {
    Field field;
    /// Normalised names without unit, the likeliest first.
    std::vector<std::string_view> names;
};

const std::vector<Synonyms>& synonyms()
{
    static const std::vector<Synonyms> all = {
        {Field::Submit,
            {"submittime", "submit", "submitted", "submittedat", "submittedtime", "submissiontime", "submitat",
                "arrivaltime", "arrival", "arrivedat", "arrives", "createdat", "creationtime", "created", "queuedat",
                "enqueuetime", "requesttime", "gmtcreate", "timestamp", "datetime", "time"}},
        {Field::Start,
            {"starttime", "start", "started", "startedat", "startingtime", "startat", "begintime", "begin",
                "scheduledtime"}},
        {Field::End,
            {"endtime", "end", "ended", "endedat", "finishtime", "finish", "finished", "finishedat", "stoptime", "stop",
                "stopped", "stoppedat", "completiontime", "completedat", "deletiontime"}},
        {Field::Duration,
            {"duration", "runtime", "run", "elapsed", "elapsedtime", "service", "servicetime", "executiontime",
                "exectime", "work", "worktime", "runduration", "jobduration"}},
        {Field::Wait,
            {"waittime", "wait", "queuetime", "queuewait", "queueingtime", "queuingtime", "queuedelay", "waitingtime"}},
        {Field::Size,
            {"gpus", "gpu", "numgpus", "numgpu", "gpunum", "gpucount", "ngpus", "ngpu", "gpurequest", "requestedgpus",
                "gpusrequested", "instances", "instancecount", "numinstances", "ninstances", "size", "numreplicas",
                "accelerators", "nodes", "nodecount", "numnodes", "nnodes", "procs", "processors",
                "requestednumberofprocessors", "requestednumberofresources"}},
        {Field::Workers, {"workernum", "numworkers", "workers"}},
        {Field::Share,
            {"quotasharename", "quotashare", "share", "sharename", "team", "project", "vc", "virtualcluster", "account",
                "organization", "organisation", "department", "tenant", "namespace", "group", "queue", "partition",
                "cluster"}},
        {Field::User, {"user", "username", "userid", "owner", "submitter"}},
        {Field::Id, {"jobid", "id", "taskid"}},
        {Field::Name, {"jobname", "name", "taskname"}},
        {Field::Priority, {"priority", "schedulingpriority"}},
        {Field::Unit, {"capacityunit", "unit", "instancetype", "gputype", "gpumodel", "gpuspec", "accelerator"}},
        {Field::Status, {"status", "state", "jobstate", "jobstatus"}},
        {Field::WorkloadClass, {"workloadclass", "class", "jobclass", "workload", "jobtype", "tasktype", "type"}},
        {Field::Attempts, {"attempts", "numattempts", "attemptcount"}},
    };
    return all;
}

/// "duration_min" becomes "duration": a unit at the end is read apart (timeUnitOfColumn).
std::string nameWithoutUnit(std::string_view column)
{
    if (timeUnitOfColumn(column) == TimeUnit::Detect) {
        return normalisedName(column);
    }
    return normalisedName(column.substr(0, column.find_last_of("_ (-")));
}

} // namespace

std::vector<ColumnBinding> guessBindings(const std::vector<std::string>& columns)
{
    std::vector<std::string> names;
    std::vector<std::string> bareNames;
    for (const std::string& column : columns) {
        names.push_back(normalisedName(column));
        bareNames.push_back(nameWithoutUnit(column));
    }
    std::vector<ColumnBinding> bindings;
    std::vector<bool> isUsed(columns.size());
    for (const Synonyms& entry : synonyms()) {
        const bool isTime = entry.field <= Field::Wait;
        for (const std::string_view name : entry.names) {
            const std::vector<std::string>& candidates = isTime ? bareNames : names;
            const auto found = std::find(candidates.begin(), candidates.end(), name);
            const auto index = static_cast<std::size_t>(found - candidates.begin());
            if (found != candidates.end() && !isUsed[index]) {
                isUsed[index] = true;
                bindings.push_back({entry.field, columns[index]});
                break;
            }
        }
    }
    return bindings;
}

std::string missingFields(std::span<const Field> bound, bool needsSize)
{
    const auto has = [bound](Field field) { return std::find(bound.begin(), bound.end(), field) != bound.end(); };
    std::vector<std::string> missing;
    if (!has(Field::Submit) && !has(Field::Start)) {
        missing.emplace_back(fieldName(Field::Submit));
    }
    if (!has(Field::Duration) && !(has(Field::Start) && has(Field::End))) {
        missing.emplace_back("duration (or start and end)");
    }
    if (needsSize && !has(Field::Size)) {
        missing.emplace_back(fieldName(Field::Size));
    }
    return joined(missing);
}

} // namespace quotaboard
