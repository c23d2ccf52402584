// SPDX-License-Identifier: Apache-2.0
#include "app/cli/import_settings.h"

#include "core/exchange/limits_file.h"
#include "core/workload/job_selection.h"
#include "core/workload/table_format.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

namespace quotaboard::cli {

namespace {

Error usage(const std::string& option, const std::string& explanation)
{
    return {ErrorCode::Usage, option, {explanation}};
}

/// The largest borrow limit that a scenario may hold.
constexpr std::int32_t kMostPercent = 1'000'000'000;

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::size_t start = 0;
    for (;;) {
        const std::size_t end = text.find(separator, start);
        parts.push_back(text.substr(start, end - start));
        if (end == std::string::npos)
            return parts;
        start = end + 1;
    }
}

std::optional<std::int32_t> wholeNumber(std::string_view text)
{
    std::int32_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

/// "VALUE" or "SHARE=VALUE", several separated by commas. Values hold no "=", share names may.
template <class T, class Parse>
Status readPerShare(const std::vector<std::string>& given, const char* option, PerShare<T>& setting, Parse parse)
{
    std::set<std::string> named;
    for (const std::string& text : given) {
        for (const std::string& item : split(text, ',')) {
            const std::size_t equals = item.rfind('=');
            const std::string value = equals == std::string::npos ? item : item.substr(equals + 1);
            const Result<T> parsed = parse(value);
            if (!parsed)
                return usage(option, parsed.error().arguments.front());
            if (equals == std::string::npos)
                setting.all = parsed.value();
            else
                setting.byShare[item.substr(0, equals)] = parsed.value();
            const std::string share = equals == std::string::npos ? "" : item.substr(0, equals);
            if (!named.insert(share).second)
                return usage(option,
                    "is given twice for " + (share.empty() ? "all shares" : "\"" + share + "\"") + "; once is enough");
        }
    }
    return {};
}

Result<std::optional<ResourceSharing>> parseSharing(const std::string& text)
{
    const std::vector<std::string> parts = split(text, ':');
    ResourceSharing sharing;
    if (parts[0] == "RESERVE")
        sharing.strategy = SharingStrategy::Reserve;
    else if (parts[0] == "LEND")
        sharing.strategy = SharingStrategy::Lend;
    else if (parts[0] == "LEND_AND_BORROW")
        sharing.strategy = SharingStrategy::LendAndBorrow;
    else
        return usage("", "\"" + text + "\" is no strategy; RESERVE, LEND, LEND_AND_BORROW or LEND_AND_BORROW:PERCENT");
    if (parts.size() == 1)
        return std::optional{sharing};
    if (sharing.strategy != SharingStrategy::LendAndBorrow)
        return usage(
            "", "\"" + text + "\": only LEND_AND_BORROW takes a borrow limit, in percent of the share's limit");
    const auto percent = wholeNumber(parts[1]);
    if (parts.size() > 2 || !percent || *percent < -1 || *percent > kMostPercent)
        return usage("",
            "\"" + text
                + "\": the borrow limit must be a whole number of percent of the share's limit from 0 to 1000000000, "
                  "or -1 for no limit (LEND_AND_BORROW:50)");
    sharing.borrowLimit = *percent;
    return std::optional{sharing};
}

Result<std::optional<CheckpointPlan>> parseCheckpoint(const std::string& text)
{
    if (text == "none")
        return std::optional<CheckpointPlan>{};
    const std::vector<std::string> parts = split(text, ':');
    const std::string wanted
        = "\"" + text + "\" is not INTERVAL[:COST[:onStop]] (30m, 30m:45s, 30m:45s:onStop) or none";
    CheckpointPlan plan;
    const auto interval = parseDuration(parts[0]);
    if (!interval || *interval < 1 || parts.size() > 3)
        return usage("", wanted);
    plan.interval = *interval;
    if (parts.size() > 1) {
        const auto cost = parseDuration(parts[1]);
        if (!cost || *cost < 0)
            return usage("", wanted);
        plan.cost = *cost;
    }
    if (parts.size() == 3 && parts[2] != "onStop")
        return usage("", wanted);
    plan.onStop = parts.size() == 3;
    return std::optional{plan};
}

Result<TimeMs> parseRestore(const std::string& text)
{
    const auto time = parseDuration(text);
    if (!time || *time < 0)
        return usage("", "\"" + text + "\" is no duration (90, 2m, 1h30m)");
    return *time;
}

Status readCapacity(const ImportArguments& arguments, ImportOptions& options)
{
    for (const std::string& text : arguments.capacity) {
        for (const std::string& item : split(text, ',')) {
            const std::size_t equals = item.rfind('=');
            const auto count = wholeNumber(equals == std::string::npos ? item : item.substr(equals + 1));
            if (!count || *count < 0 || *count > kMaxInstances)
                return usage("--capacity", "\"" + item + "\" is not UNIT=N with N from 0 to 10000000");
            const std::string unit = equals == std::string::npos ? arguments.unit : item.substr(0, equals);
            const bool isKnown = std::any_of(options.capacity.begin(), options.capacity.end(),
                [&](const GivenCapacity& given) { return given.unit == unit; });
            if (isKnown)
                return usage("--capacity", "is given twice for \"" + unit + "\"; once is enough");
            options.capacity.push_back({unit, *count});
        }
    }
    return {};
}

Status readLimits(const ImportArguments& arguments, ImportOptions& options)
{
    const std::string& rule = arguments.limits;
    if (rule.empty())
        options.limits = LimitRule::Given;
    else if (rule == "peak")
        options.limits = LimitRule::Peak;
    else if (rule == "equal")
        options.limits = LimitRule::Equal;
    else if (rule == "mean-demand")
        options.limits = LimitRule::MeanDemand;
    else {
        Result<std::vector<GivenLimit>> limits = readLimitsFile(rule);
        const bool isWord = rule.find_first_of("./") == std::string::npos;
        if (!limits && limits.error().code == ErrorCode::FileNotFound && isWord)
            return usage("--limits",
                "\"" + rule
                    + "\" is neither peak, equal or mean-demand nor a file; a limits file has lines share,unit,limit");
        if (!limits)
            return limits.error();
        options.givenLimits = std::move(limits).value();
    }
    return {};
}

Status readTime(const std::string& text, const char* option, const Trace& trace, std::optional<TimeMs>& time)
{
    const auto bound = readWindowBound(text, option, trace);
    if (bound) {
        time = bound.value();
        return {};
    }
    if (bound.error().arguments.size() > 1)
        return usage(option,
            "the trace counts its times from an unknown zero, so an instant selects nothing; give seconds "
            "or a duration since its first submit");
    return usage(option, "\"" + text + "\" is no time; 86400, 1d12h or 2026-11-30T14:20:00Z");
}

Status checkUnits(const ImportOptions& options, const Trace& trace)
{
    const Status status = checkLimitUnits(options, trace);
    if (status)
        return {};
    const std::vector<std::string>& names = status.error().arguments;
    return Error{status.error().code, status.error().place,
        {names[0], "a capacity unit of the trace, or the one given with --unit (" + names[1] + ")"}};
}

} // namespace

Result<TraceReadOptions> readOptionsFrom(const ImportArguments& arguments)
{
    TraceReadOptions options;
    options.format = arguments.format;
    options.shareBy = arguments.shareBy;
    options.timezone = arguments.timezone;
    if (!arguments.decimal.empty())
        options.decimalSeparator = arguments.decimal.front();
    for (const std::string& item : arguments.map) {
        const std::size_t equals = item.find('=');
        if (equals == std::string::npos || equals == 0)
            return usage("--map", "\"" + item + "\" is not FIELD=COLUMN (gpus=num_gpu, submit:ms=arrival)");
        if (equals + 1 == item.size())
            return usage("--map", "\"" + item + "\" names no column");
        if (const Status known = checkMappingKey(item.substr(0, equals), {}); !known)
            return usage(
                "--map", "\"" + known.error().arguments[0] + "\" is not known; allowed: " + known.error().arguments[1]);
        const std::string field = item.substr(0, item.find_first_of(":="));
        const auto isSame = [&](const auto& entry) {
            return fieldFromName(entry.first.substr(0, entry.first.find(':'))) == fieldFromName(field);
        };
        if (fieldFromName(field) && std::any_of(options.mapping.begin(), options.mapping.end(), isSame))
            return usage("--map", "is given twice for \"" + field + "\"; a field has one column");
        options.mapping[item.substr(0, equals)] = item.substr(equals + 1);
    }
    return options;
}

Result<ImportOptions> importOptionsFrom(const ImportArguments& arguments, const Trace& trace)
{
    ImportOptions options;
    options.jobs.unit = arguments.unit;
    options.jobs.zeroGpu = arguments.zeroGpu == "keep" ? ZeroGpuRule::Keep : ZeroGpuRule::Reject;
    options.jobs.fractional = arguments.fractional == "reject" ? FractionRule::Reject : FractionRule::RoundUp;
    options.allowImpossible = arguments.allowImpossible;
    options.scenarioName = arguments.name.empty() && !arguments.files.empty()
        ? std::filesystem::path(arguments.files.front()).filename().string()
        : arguments.name;
    for (const Status& status : {
             readTime(arguments.from, "--from", trace, options.jobs.from),
             readTime(arguments.to, "--to", trace, options.jobs.to),
             readCapacity(arguments, options),
             readLimits(arguments, options),
             readPerShare(arguments.strategy, "--strategy", options.sharing, parseSharing),
             readPerShare(arguments.checkpoint, "--checkpoint", options.jobs.checkpoint, parseCheckpoint),
             readPerShare(arguments.restore, "--restore", options.jobs.restore, parseRestore),
         }) {
        if (!status)
            return status.error();
    }
    if (options.jobs.from && options.jobs.to && *options.jobs.from >= *options.jobs.to)
        return usage("--to", "\"" + arguments.to + "\" does not lie after --from, so no job can be left");
    if (const Status status = checkUnits(options, trace); !status)
        return status.error();
    return options;
}

} // namespace quotaboard::cli
