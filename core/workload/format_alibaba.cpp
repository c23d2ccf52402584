// SPDX-License-Identifier: Apache-2.0
// Alibaba's GPU cluster traces that are one table: v2023 (openb), v2025 (recommendation), v2026 (spot).
#include "core/workload/table_format.h"

namespace quotaboard {

namespace {

/// Pods; run time is deletion - scheduled.
TableFormat openb()
{
    TableFormat format;
    format.name = "openb-pod-csv";
    format.marks
        = {"name", "num_gpu", "gpu_milli", "qos", "pod_phase", "creation_time", "deletion_time", "scheduled_time"};
    format.bindings = {
        {Field::Id, "name"},
        {Field::Size, "num_gpu"},
        {Field::MilliSize, "gpu_milli"},
        {Field::Unit, "gpu_spec"},
        {Field::Share, "qos"},
        {Field::Status, "pod_phase"},
        {Field::Submit, "creation_time", TimeUnit::Seconds},
        {Field::End, "deletion_time", TimeUnit::Seconds},
        {Field::Start, "scheduled_time", TimeUnit::Seconds},
    };
    format.durationRule = DurationRule::EndMinusStart;
    format.needsStart = true;
    return format;
}

/// Recommendation models; any time may be empty.
TableFormat dlrm()
{
    TableFormat format;
    format.name = "dlrm-v2025-csv";
    format.marks
        = {"instance_sn", "role", "app_name", "gpu_request", "creation_time", "scheduled_time", "deletion_time"};
    format.bindings = {
        {Field::Id, "instance_sn"},
        {Field::Share, "app_name"},
        {Field::WorkloadClass, "role"},
        {Field::Size, "gpu_request"},
        {Field::Submit, "creation_time", TimeUnit::Seconds},
        {Field::End, "deletion_time", TimeUnit::Seconds},
        {Field::Start, "scheduled_time", TimeUnit::Seconds},
    };
    format.durationRule = DurationRule::EndMinusStart;
    format.needsStart = true;
    return format;
}

/// High-priority and spot jobs; columns in any order.
TableFormat spot()
{
    TableFormat format;
    format.name = "spot-v2026-csv";
    format.marks = {"job_name", "organization", "gpu_request", "worker_num", "submit_time", "duration", "job_type"};
    format.bindings = {
        {Field::Id, "job_name"},
        {Field::Share, "organization"},
        {Field::Unit, "gpu_model"},
        {Field::WorkloadClass, "job_type"},
        {Field::Size, "gpu_request"},
        {Field::Workers, "worker_num"},
        {Field::Submit, "submit_time", TimeUnit::Seconds},
        {Field::Duration, "duration", TimeUnit::Seconds},
    };
    return format;
}

} // namespace

std::span<const TableFormat> alibabaTableFormats()
{
    static const std::vector<TableFormat> formats = {openb(), dlrm(), spot()};
    return formats;
}

} // namespace quotaboard
