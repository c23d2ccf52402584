// SPDX-License-Identifier: Apache-2.0
// Delimited job lists of research simulators. They share column names and differ in their units.
#include "core/workload/table_format.h"

namespace quotaboard {

namespace {

TableFormat jobList(std::string_view name, TimeUnit unit)
{
    TableFormat format;
    format.name = name;
    format.marks = {"job_id", "num_gpu", "submit_time", "duration"};
    format.bindings = {
        {Field::Id, "job_id"},
        {Field::Size, "num_gpu"},
        {Field::Submit, "submit_time", unit},
        {Field::Duration, "duration", unit},
        {Field::WorkloadClass, "model_name"},
        {Field::Priority, "priority"},
    };
    return format;
}

} // namespace

std::span<const TableFormat> simulatorTableFormats()
{
    static const std::vector<TableFormat> formats = [] {
        TableFormat chronus = jobList("chronus-csv", TimeUnit::Minutes);
        chronus.marks.push_back("expect_time_list");
        chronus.marks.push_back("user");
        chronus.bindings.push_back({Field::Share, "user"});
        chronus.bindings.push_back({Field::User, "user"});
        chronus.noteCode = "unit-not-documented";
        chronus.noteArgument = "min";

        TableFormat muri = jobList("muri-csv", TimeUnit::Milliseconds);
        muri.marks.push_back("iteration_time");
        muri.marks.push_back("interval");

        TableFormat tiresias = jobList("tiresias-csv", TimeUnit::Seconds);
        tiresias.marks.push_back("model_name");

        TableFormat batsim;
        batsim.name = "batsim-jobs-csv";
        batsim.marks = {"jobID", "submission_time", "success", "starting_time", "execution_time", "finish_time"};
        batsim.bindings = {
            {Field::Id, "jobID"},
            {Field::Size, "requested_number_of_processors"},
            {Field::Size, "requested_number_of_resources"},
            {Field::Share, "workload_name"},
            {Field::Submit, "submission_time", TimeUnit::Seconds},
            {Field::Start, "starting_time", TimeUnit::Seconds},
            {Field::End, "finish_time", TimeUnit::Seconds},
            {Field::Duration, "execution_time", TimeUnit::Seconds},
            {Field::Status, "success"},
        };
        return std::vector<TableFormat>{chronus, muri, tiresias, batsim};
    }();
    return formats;
}

} // namespace quotaboard
