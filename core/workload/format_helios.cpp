// SPDX-License-Identifier: Apache-2.0
// SenseTime Helios: the cluster log, and the extract with arrival seconds that simulators use.
#include "core/workload/table_format.h"

namespace quotaboard {

std::span<const TableFormat> heliosTableFormats()
{
    static const std::vector<TableFormat> formats = [] {
        TableFormat log;
        log.name = "helios-cluster_log-csv";
        log.marks = {"job_id", "user", "vc", "gpu_num", "state", "submit_time", "start_time", "end_time", "duration"};
        log.bindings = {
            {Field::Id, "job_id"},
            {Field::User, "user"},
            {Field::Share, "vc"},
            {Field::Size, "gpu_num"},
            {Field::Status, "state"},
            {Field::Submit, "submit_time", TimeUnit::Iso},
            {Field::Start, "start_time", TimeUnit::Iso},
            {Field::End, "end_time", TimeUnit::Iso},
            {Field::Duration, "duration", TimeUnit::Seconds},
            {Field::Wait, "queue", TimeUnit::Seconds},
        };

        TableFormat reduced;
        reduced.name = "reduced-arrival-csv";
        reduced.marks = {"job_id", "arrival_s", "service_sec", "gpu_count"};
        reduced.bindings = {
            {Field::Id, "job_id"},
            {Field::Submit, "arrival_s", TimeUnit::Seconds},
            {Field::Duration, "service_sec", TimeUnit::Seconds},
            {Field::Size, "gpu_count"},
        };
        return std::vector<TableFormat>{log, reduced};
    }();
    return formats;
}

} // namespace quotaboard
