// SPDX-License-Identifier: Apache-2.0
// Acme (Shanghai AI Laboratory): Kalos, Seren, and the five-column extract.
#include "core/workload/table_format.h"

namespace quotaboard {

namespace {

TableFormat fullFormat(std::string_view name)
{
    TableFormat format;
    format.name = name;
    format.marks = {
        "job_id", "gpu_num", "type", "state", "submit_time", "start_time", "end_time", "duration", "queue", "gpu_time"};
    format.bindings = {
        {Field::Id, "job_id"},
        {Field::User, "user"},
        {Field::Size, "gpu_num"},
        {Field::Share, "type"},
        {Field::WorkloadClass, "type"},
        {Field::Status, "state"},
        {Field::Submit, "submit_time", TimeUnit::Iso},
        {Field::Start, "start_time", TimeUnit::Iso},
        {Field::End, "end_time", TimeUnit::Iso},
        {Field::Duration, "duration", TimeUnit::Seconds},
        {Field::Wait, "queue", TimeUnit::Seconds},
    };
    return format;
}

} // namespace

std::span<const TableFormat> acmeTableFormats()
{
    static const std::vector<TableFormat> formats = [] {
        // Kalos' duration is end - submit, although its README says end - start.
        TableFormat kalos = fullFormat("acme-kalos-csv");
        kalos.marks.push_back("fail_time");
        kalos.marks.push_back("stop_time");
        kalos.durationRule = DurationRule::EndMinusStartNoWait;
        TableFormat seren = fullFormat("acme-seren-csv");
        seren.absent = {"fail_time", "stop_time"};
        seren.durationRule = DurationRule::EndMinusStart;

        TableFormat reduced;
        reduced.name = "acme-kalos-reduced-csv";
        reduced.marks = {"job_id", "gpu_num", "submit_time", "duration", "queue"};
        reduced.absent = {"start_time", "end_time", "vc"};
        reduced.bindings = seren.bindings;
        reduced.durationRule = DurationRule::EndMinusStartNoWait;
        reduced.durationIsRunTimeAtPlus8 = true;
        reduced.noteCode = "duration-includes-queue";
        reduced.noteArgument = "queue";
        return std::vector<TableFormat>{kalos, seren, reduced};
    }();
    return formats;
}

} // namespace quotaboard
