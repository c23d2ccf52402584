// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/trace_builder.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quotaboard {

/// Collects service jobs from list and describe documents and joins those with the same jobId: what one document
/// lacks another may have, and where both say something the later state of the job wins. Pages that overlap are
/// therefore harmless.
class AwsBatchJobs {
public:
    explicit AwsBatchJobs(TraceBuilder& builder)
        : builder_(builder)
    {
    }

    /// `job` is an item of jobSummaryList or a describe-service-job document; `ordinal` its 1-based place in the file.
    void merge(const simdjson::dom::element& job, std::uint32_t ordinal);
    /// Hands all jobs to the builder, in the order in which they were first named.
    Status finish();

private:
    struct Capacity {
        StringId unit;
        std::int64_t milliSize = 0;
    };
    struct Record {
        std::uint32_t line = 0;
        std::uint16_t file = 0;
        StringId id;
        StringId name;
        StringId share;
        StringId shareIdentifier;
        StringId status;
        /// How far the job had come when its status was written; later documents of the same job may be older.
        int progress = -1;
        std::optional<TimeMs> created;
        std::optional<TimeMs> started;
        std::optional<TimeMs> stopped;
        std::optional<Capacity> capacity;
        bool hasSeveralUnits = false;
        std::optional<std::int32_t> priority;
        std::int32_t attempts = 0;
        /// The JSON, as long as the record alone could not be used.
        std::string text;
    };

    Record readRecord(const simdjson::dom::element& job);
    void readCapacity(const simdjson::dom::element& job, Record& record);
    void readPayload(std::string_view payload, Record& record);
    void addCapacity(Record& record, std::string_view unit, double quantity);
    static void combine(Record& into, const Record& from);
    const char* convert(const Record& record, TraceJob& job);

    TraceBuilder& builder_;
    std::vector<Record> records_;
    std::unordered_map<StringId, std::size_t> byId_;
    simdjson::dom::parser payloadParser_;
};

} // namespace quotaboard
