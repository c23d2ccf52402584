// SPDX-License-Identifier: Apache-2.0
// What people are told about the formats, and the status words of all of them.
#include "core/workload/cell_parse.h"
#include "core/workload/trace_reader.h"

#include <algorithm>
#include <array>

namespace quotaboard {

namespace {

constexpr TraceFormatInfo kFormats[] = {
    {"aws-batch-json", "aws",
        "AWS Batch: list-service-jobs, describe-service-job, list-quota-shares, describe-service-environments",
        "jobSummaryList, quotaShares, serviceEnvironments, or objects with jobId and createdAt", "quotaShareName",
        "--share-by KEY or tags.KEY",
        "Pages and kinds of documents may be mixed; jobs are joined by jobId. Times are epoch ms. Size and unit "
        "come from capacityUsage, else from ResourceConfig in serviceRequestPayload."},
    {"philly-job-log-json", "philly-json", "Microsoft Philly, cluster_job_log",
        "JSON objects with submitted_time and attempts", "vc", "--timezone, --share-by user",
        "Missing times are null, \"\" or \"None\". The duration runs from the first start to the last end, gaps "
        "between attempts included. Jobs without attempts never started."},
    {"sacct-pipe", "sacct slurm", "Slurm accounting, sacct -p or -P",
        "header row with JobID, or 26 fields in XDMoD's order without one", "account",
        "--timezone, --share-by partition|qos|user|COLUMN",
        "Job steps are rejected, array ids become one job per task. Size: GPUs of AllocTRES, else of ReqTRES, "
        "else processors (unit \"cpu\" where the file has GPU jobs too)."},
    {"swf", "", "Standard Workload Format and variants", "rows of 18 numbers, or a header row with SWF's names",
        "group, else queue, partition or user: the first that differs between jobs",
        "--share-by user|group|queue|partition",
        "-1 is unknown. Size: allocated processors, else requested; each counts as one GPU unless --unit names another "
        "unit. Rows with fewer than 18 fields (or than the header row has) are rejected as cut. Lines of partial "
        "executions are rejected "
        "where the job has a summary line. Times are absolute with UnixStartTime or an epoch submit time."},
    {"philly-flat-csv", "philly", "Microsoft Philly, flat CSV",
        "columns timestamp, duration, num_gpus, gpu_time, cluster", "cluster", "--timezone, --share-by, --map",
        "Not sorted; exact duplicates are kept and counted; no id, user or status."},
    {"acme-kalos-csv", "kalos acme", "Acme, cluster Kalos", "columns of Acme with fail_time and stop_time", "type",
        "--share-by user", "Its duration column includes the queue time; end - start is used."},
    {"acme-seren-csv", "seren", "Acme, cluster Seren", "columns of Acme without fail_time and stop_time", "type",
        "--share-by user", "Stamps carry +08:00. Statuses include PREEMPTED."},
    {"acme-kalos-reduced-csv", "acme-reduced", "Acme, five columns",
        "columns job_id, gpu_num, submit_time, duration, queue", "", "--share-by",
        "Its duration includes the queue time, which is subtracted (not where stamps carry +08:00: Seren)."},
    {"helios-cluster_log-csv", "helios", "SenseTime Helios, cluster_log",
        "columns vc, gpu_num, state, submit_time, start_time, end_time", "vc", "--timezone, --share-by",
        "About half of the jobs have no GPU."},
    {"reduced-arrival-csv", "reduced", "Arrival, service time and GPUs",
        "columns job_id, arrival_s, service_sec, gpu_count", "", "--share-by",
        "Seconds from the first job; durations may have been clamped by its makers."},
    {"openb-pod-csv", "openb alibaba-v2023", "Alibaba GPU v2023, pod list",
        "columns num_gpu, gpu_milli, pod_phase, creation_time, scheduled_time", "qos", "--share-by",
        "Run time is deletion - scheduled. Pods without scheduled_time never started. gpu_milli makes fractions "
        "of one GPU."},
    {"dlrm-v2025-csv", "alibaba-v2025", "Alibaba GPU v2025, recommendation",
        "columns instance_sn, role, app_name, gpu_request", "app_name", "--share-by",
        "Any time may be empty: the instance existed before, or outlived, the window."},
    {"spot-v2026-csv", "alibaba-v2026", "Alibaba GPU v2026, spot",
        "columns job_name, organization, gpu_request, worker_num, job_type", "organization", "--share-by",
        "Size is gpu_request x worker_num; column order differs between exports."},
    {"chronus-csv", "chronus", "Chronus simulator", "columns num_gpu, submit_time, duration, expect_time_list", "user",
        "--map submit:s=submit_time", "The unit of its times is not documented; minutes are assumed."},
    {"muri-csv", "muri", "Muri simulator", "columns num_gpu, submit_time, duration, iteration_time", "", "--share-by",
        "Milliseconds, although the columns are named like those of Tiresias."},
    {"tiresias-csv", "tiresias elasticflow", "Tiresias, ElasticFlow simulators",
        "columns num_gpu, submit_time, duration, model_name", "", "--share-by", "Seconds. Ids may repeat."},
    {"batsim-jobs-csv", "batsim", "Batsim, result CSV", "columns jobID, submission_time, starting_time, execution_time",
        "workload_name", "--share-by", "In order of completion."},
    {"csv", "tsv generic", "Any CSV or TSV with a header row",
        "columns that can be taken for submit, duration (or start and end) and size",
        "the first of quotaShareName, share, team, project, vc, account, … ",
        "--map FIELD[:UNIT]=COLUMN, --share-by, --timezone",
        "Fields: submit start end duration wait gpus workers share user id name priority unit status "
        "workloadClass attempts. Units: us ms s min h d iso epoch epoch-ms clock. Dates begin with the year "
        "(2025-12-31 or 2025/12/31); 31/12/2025 and 12/31/2025 are ambiguous and rejected."},
};

struct StatusWord {
    std::string_view word;
    RecordedOutcome outcome;
};

constexpr StatusWord kWords[] = {
    {"pass", RecordedOutcome::Succeeded},
    {"completed", RecordedOutcome::Succeeded},
    {"succeeded", RecordedOutcome::Succeeded},
    {"succeed", RecordedOutcome::Succeeded},
    {"success", RecordedOutcome::Succeeded},
    {"terminated", RecordedOutcome::Succeeded},
    {"failed", RecordedOutcome::Failed},
    {"fail", RecordedOutcome::Failed},
    {"timeout", RecordedOutcome::Failed},
    {"node_fail", RecordedOutcome::Failed},
    {"boot_fail", RecordedOutcome::Failed},
    {"out_of_memory", RecordedOutcome::Failed},
    {"deadline", RecordedOutcome::Failed},
    {"cancelled", RecordedOutcome::Cancelled},
    {"canceled", RecordedOutcome::Cancelled},
    {"killed", RecordedOutcome::Cancelled},
    {"revoked", RecordedOutcome::Cancelled},
    {"preempted", RecordedOutcome::Cancelled},
    {"running", RecordedOutcome::Unfinished},
    {"pending", RecordedOutcome::Unfinished},
    {"suspended", RecordedOutcome::Unfinished},
    {"requeued", RecordedOutcome::Unfinished},
    {"configuring", RecordedOutcome::Unfinished},
    {"completing", RecordedOutcome::Unfinished},
    {"resizing", RecordedOutcome::Unfinished},
    {"submitted", RecordedOutcome::Unfinished},
    {"runnable", RecordedOutcome::Unfinished},
    {"scheduled", RecordedOutcome::Unfinished},
    {"starting", RecordedOutcome::Unfinished},
    {"waiting", RecordedOutcome::Unfinished},
};

RecordedOutcome swfOutcome(std::string_view status)
{
    if (status == "1") {
        return RecordedOutcome::Succeeded;
    }
    if (status == "0") {
        return RecordedOutcome::Failed;
    }
    return status == "5" ? RecordedOutcome::Cancelled : RecordedOutcome::Unknown;
}

} // namespace

std::span<const TraceFormatInfo> traceFormats()
{
    return kFormats;
}

const TraceFormatInfo* findTraceFormat(std::string_view nameOrAlias)
{
    const auto isMeant = [nameOrAlias](const TraceFormatInfo& info) {
        if (equalsIgnoringCase(info.name, nameOrAlias)) {
            return true;
        }
        for (std::string_view rest = info.aliases; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            if (equalsIgnoringCase(rest.substr(0, end), nameOrAlias)) {
                return true;
            }
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return false;
    };
    const auto found = std::find_if(std::begin(kFormats), std::end(kFormats), isMeant);
    return found == std::end(kFormats) ? nullptr : found;
}

RecordedOutcome recordedOutcome(std::string_view format, std::string_view status)
{
    if (format == "swf" || format == "batsim-jobs-csv") {
        return swfOutcome(status);
    }
    const auto found = std::find_if(std::begin(kWords), std::end(kWords),
        [status](const StatusWord& word) { return equalsIgnoringCase(word.word, status); });
    return found == std::end(kWords) ? RecordedOutcome::Unknown : found->outcome;
}

} // namespace quotaboard
