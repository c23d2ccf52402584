// SPDX-License-Identifier: Apache-2.0
// AWS Batch as JSON: list-service-jobs and describe-service-job joined by jobId, list-quota-shares (also
// describe-quota-share) and describe-service-environments. Field names: spec aws-batch.md sections A2 to A7.
#include "core/workload/aws_batch_jobs.h"
#include "core/workload/cell_parse.h"
#include "core/workload/format_reader.h"
#include "core/workload/json_input.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;

constexpr std::uint32_t kRecordsPerProgress = 1024;

class AwsBatchReader final : public FormatReader {
public:
    explicit AwsBatchReader(TraceBuilder& builder)
        : builder_(builder)
        , jobs_(builder)
    {
    }

    Status read(const TextInput& input) override;
    Status finish() override { return jobs_.finish(); }

private:
    Status readDocument(const element& document);
    Status readObject(const element& object);
    void readQuotaShare(const element& object);
    void readEnvironment(const element& object);
    [[nodiscard]] CapacityLimits readLimits(const element& object);
    UnitIndex unitIndex(std::string_view name);

    TraceBuilder& builder_;
    AwsBatchJobs jobs_;
    std::uint32_t ordinal_ = 0;
};

Status AwsBatchReader::read(const TextInput& input)
{
    ordinal_ = 0;
    builder_.trace().timesAreAbsolute = true;
    return forEachDocument(input, builder_.place(), [this](const element& document) { return readDocument(document); });
}

/// A list under one of AWS's keys, an array of such objects or of jobs, or a single object.
Status AwsBatchReader::readDocument(const element& document)
{
    constexpr std::string_view kLists[]
        = {"jobSummaryList", "jobs", "serviceJobs", "quotaShares", "serviceEnvironments"};
    bool hasList = false;
    for (const std::string_view key : kLists) {
        if (const std::optional<array> list = arrayMember(document, key)) {
            hasList = true;
            for (const element item : *list) {
                if (Status status = readObject(item); !status) {
                    return status;
                }
            }
        }
    }
    if (hasList) {
        return {};
    }
    array items;
    if (document.get_array().get(items)) {
        return readObject(document);
    }
    for (const element item : items) {
        // Pages collected into one array, or objects themselves.
        const bool isPage = std::any_of(std::begin(kLists), std::end(kLists),
            [&item](std::string_view key) { return arrayMember(item, key).has_value(); });
        if (Status status = isPage ? readDocument(item) : readObject(item); !status) {
            return status;
        }
    }
    return {};
}

Status AwsBatchReader::readObject(const element& object)
{
    ++ordinal_;
    if (ordinal_ % kRecordsPerProgress == 0 && !builder_.advance(0)) {
        return Error{ErrorCode::Interrupted, {}, {}};
    }
    if (member(object, "jobId")) {
        jobs_.merge(object, ordinal_);
    } else if (member(object, "serviceEnvironmentName")) {
        readEnvironment(object);
    } else if (member(object, "quotaShareName") && member(object, "capacityLimits")) {
        readQuotaShare(object);
    } else {
        builder_.reject(ordinal_, "not-a-job", compactJson(object));
    }
    return {};
}

UnitIndex AwsBatchReader::unitIndex(std::string_view name)
{
    std::vector<std::string>& names = builder_.trace().unitNames;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        names.emplace_back(name);
        return UnitIndex(names.size() - 1);
    }
    return UnitIndex(static_cast<std::size_t>(found - names.begin()));
}

CapacityLimits AwsBatchReader::readLimits(const element& object)
{
    CapacityLimits limits;
    forEachItem(object, "capacityLimits", [&](const element& item) {
        const std::optional<std::string_view> unit = stringMember(item, "capacityUnit");
        const std::optional<double> most = numberMember(item, "maxCapacity");
        const bool isUsable = unit && most && *most >= 0 && *most <= kMaxInstances && *most == std::trunc(*most);
        if (!isUsable || limits.size() >= kMaxLimits) {
            builder_.count("limits-ignored");
            return;
        }
        limits.push_back({unitIndex(*unit), static_cast<std::int32_t>(*most)});
    });
    return limits;
}

void AwsBatchReader::readQuotaShare(const element& object)
{
    QuotaShare share;
    share.name = stringMember(object, "quotaShareName").value_or("");
    share.isEnabled = stringMember(object, "state").value_or("ENABLED") != "DISABLED";
    share.limits = readLimits(object);
    if (const std::optional<element> sharing = member(object, "resourceSharingConfiguration")) {
        const std::string_view strategy = stringMember(*sharing, "strategy").value_or("RESERVE");
        share.sharing.strategy = strategy == "LEND_AND_BORROW" ? SharingStrategy::LendAndBorrow
            : strategy == "LEND"                               ? SharingStrategy::Lend
                                                               : SharingStrategy::Reserve;
        const std::optional<double> limit = numberMember(*sharing, "borrowLimit");
        if (limit && *limit >= -1 && *limit <= 1e9) {
            share.sharing.borrowLimit = static_cast<std::int32_t>(*limit);
        }
    }
    if (const std::optional<element> preemption = member(object, "preemptionConfiguration")) {
        share.inSharePreemption = stringMember(*preemption, "inSharePreemption").value_or("") == "ENABLED";
    }
    std::vector<QuotaShare>& shares = builder_.trace().quotaShares;
    const auto known
        = std::find_if(shares.begin(), shares.end(), [&](const QuotaShare& s) { return s.name == share.name; });
    if (known == shares.end()) {
        shares.push_back(std::move(share));
    } else {
        *known = std::move(share); // the same share in a later page or a describe: the newer word
    }
}

void AwsBatchReader::readEnvironment(const element& object)
{
    ServiceEnvironment environment;
    environment.name = stringMember(object, "serviceEnvironmentName").value_or("");
    environment.isEnabled = stringMember(object, "state").value_or("ENABLED") != "DISABLED";
    environment.limits = readLimits(object);
    std::optional<ServiceEnvironment>& known = builder_.trace().environment;
    if (known && known->name != environment.name) {
        builder_.count("environments-ignored");
        return;
    }
    known = std::move(environment);
}

} // namespace

std::unique_ptr<FormatReader> makeAwsBatchReader(TraceBuilder& builder)
{
    return std::make_unique<AwsBatchReader>(builder);
}

} // namespace quotaboard
