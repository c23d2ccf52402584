// SPDX-License-Identifier: Apache-2.0
// Microsoft Philly, the flat CSV of the simulators. The job log of the original release is in format_philly_json.cpp.
#include "core/workload/table_format.h"

namespace quotaboard {

std::span<const TableFormat> phillyTableFormats()
{
    static const std::vector<TableFormat> formats = [] {
        TableFormat flat;
        flat.name = "philly-flat-csv";
        flat.marks = {"timestamp", "duration", "num_gpus", "gpu_time", "cluster"};
        flat.bindings = {
            {Field::Submit, "timestamp", TimeUnit::Iso},
            {Field::Duration, "duration", TimeUnit::Seconds},
            {Field::Size, "num_gpus"},
            {Field::Share, "cluster"},
        };
        return std::vector<TableFormat>{flat};
    }();
    return formats;
}

} // namespace quotaboard
