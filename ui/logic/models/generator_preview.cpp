// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/generator_preview.h"

#include "core/model/job_edits.h"
#include "ui/logic/bridge/text_format.h"

#include <algorithm>
#include <map>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kPauseMs = 150;
constexpr TimeMs kDaysToMonday = 3; // 1970-01-01 was a Thursday.

std::int64_t floorMod(std::int64_t value, std::int64_t by)
{
    return ((value % by) + by) % by;
}

void countArrivals(GeneratorPreview& preview, const GeneratorSpec& spec, std::size_t begin, std::size_t end)
{
    const Scenario& scenario = preview.result->scenario;
    std::map<std::int32_t, std::size_t> sizes;
    for (std::size_t i = begin; i < end; ++i) {
        const Job& job = scenario.jobs[JobIndex{i}];
        const TimeMs local = scenario.startTime + job.submit + spec.arrival.utcOffset;
        ++preview.perHour[static_cast<std::size_t>(floorMod(local, kMsPerDay) / kMsPerHour)];
        const std::int64_t day = (local - floorMod(local, kMsPerDay)) / kMsPerDay;
        ++preview.perWeekday[static_cast<std::size_t>(floorMod(day + kDaysToMonday, 7))];
        ++sizes[job.instances];
    }
    const double days = std::max(1.0, static_cast<double>(preview.to - preview.from) / static_cast<double>(kMsPerDay));
    for (double& count : preview.perHour)
        count /= days;
    for (double& count : preview.perWeekday)
        count /= std::max(1.0, days / 7);
    preview.sizes.assign(sizes.begin(), sizes.end());
}

void sumLoad(GeneratorPreview& preview, const GeneratorSpec& spec, std::size_t begin, std::size_t end)
{
    const Scenario& scenario = preview.result->scenario;
    const ShareIndex share = scenario.findShare(spec.share);
    const UnitIndex unit = scenario.findUnit(spec.unit);
    const std::int32_t weight = scenario.gpuWeight(unit);
    preview.countsInstances = weight == 0 || scenario.countsInstanceHours();
    const double perInstance = preview.countsInstances ? 1 : weight;
    const double hours = std::max<double>(static_cast<double>(preview.to - preview.from), 1);
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
        const Job& job = scenario.jobs[JobIndex{i}];
        if (job.share != share || job.unit != unit || job.submit < preview.from || job.submit > preview.to)
            continue;
        const double load = static_cast<double>(job.work) * job.instances * perInstance / hours;
        preview.shareLoad += load;
        if (i >= begin && i < end)
            preview.ownLoad += load;
    }
    for (const QuotaShare& candidate : scenario.shares) {
        if (candidate.name != spec.share)
            continue;
        for (const CapacityLimit& limit : candidate.limits)
            preview.limit += limit.unit == unit ? limit.maxCapacity * perInstance : 0;
    }
}

} // namespace

std::optional<GeneratorPreview> previewOf(std::shared_ptr<const Scenario> scenario,
    const std::vector<GeneratorSpec>& present, std::vector<GeneratorSpec> wanted, int row, Progress* progress)
{
    GeneratorPreview preview;
    preview.scenario = std::move(scenario);
    preview.wanted = std::move(wanted);
    preview.row = row;
    Result<RegeneratedScenario> made = regenerate(*preview.scenario, preview.wanted, progress);
    if (!made) {
        if (made.error().code == ErrorCode::Interrupted)
            return std::nullopt;
        preview.error = made.error();
        return preview;
    }
    // Those whose share is gone have no jobs left that could have been edited.
    std::vector<GeneratorSpec> making = present;
    std::erase_if(making, [&](const GeneratorSpec& spec) { return !hasShare(*preview.scenario, spec.share); });
    preview.losesEdits = !areGeneratedBy(*preview.scenario, making);
    for (std::size_t i = 0; i < preview.wanted.size(); ++i) {
        if (!hasShare(*preview.scenario, preview.wanted[i].share))
            preview.refused.push_back(static_cast<int>(i));
    }
    if (progress != nullptr && progress->isCancelled())
        return std::nullopt;
    preview.result = std::make_shared<const RegeneratedScenario>(std::move(made.value()));
    if (row < 0 || row >= static_cast<int>(preview.wanted.size()))
        return preview;
    const auto at = static_cast<std::size_t>(row);
    const GeneratorSpec& spec = preview.result->generators[at];
    const std::size_t begin = preview.result->starts[at];
    const std::size_t end = preview.result->starts[at + 1];
    preview.jobs = end - begin;
    preview.from = spec.start;
    const TimeMs last = end > begin ? preview.result->scenario.jobs[JobIndex{end - 1}].submit : spec.start;
    // One that makes a number of jobs and no more ends with them.
    const bool endsByCount = !spec.until || (spec.count && static_cast<std::int64_t>(preview.jobs) >= *spec.count);
    preview.to = endsByCount ? last : *spec.until;
    countArrivals(preview, spec, begin, end);
    sumLoad(preview, spec, begin, end);
    return preview;
}

GeneratorPreviewer::GeneratorPreviewer(QObject* parent)
    : QObject(parent)
{
    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &GeneratorPreviewer::start);
}

void GeneratorPreviewer::request(std::shared_ptr<const Scenario> scenario, std::vector<GeneratorSpec> present,
    std::vector<GeneratorSpec> wanted, int row)
{
    ++ticket_;
    worker_.cancel();
    wish_ = {std::move(scenario), std::move(present), std::move(wanted), row};
    pause_.start();
    setBusy(true);
}

void GeneratorPreviewer::cancel()
{
    ++ticket_;
    pause_.stop();
    worker_.cancel();
    setBusy(false);
}

void GeneratorPreviewer::start()
{
    worker_.post([this, ticket = ticket_, wish = wish_](Progress& progress) {
        std::optional<GeneratorPreview> preview
            = previewOf(wish.scenario, wish.present, wish.wanted, wish.row, &progress);
        if (!preview)
            return;
        auto shared = std::make_shared<const GeneratorPreview>(std::move(*preview));
        QMetaObject::invokeMethod(
            this,
            [this, ticket, shared] {
                if (ticket != ticket_)
                    return;
                setBusy(false);
                Q_EMIT found(shared);
            },
            Qt::QueuedConnection);
    });
}

void GeneratorPreviewer::setBusy(bool isBusy)
{
    if (std::exchange(isBusy_, isBusy) != isBusy)
        Q_EMIT busyChanged();
}

QString refusalText(const GeneratorSpec& spec)
{
    return GeneratorPreviewer::tr("Generator “%1” makes no jobs: there is no share “%2” any more. Choose another share "
                                  "for it, or delete it.")
        .arg(generatorTitle(spec), toQt(spec.share));
}

QString generatorTitle(const GeneratorSpec& spec)
{
    const std::string& name = !spec.name.empty() ? spec.name : spec.jobName;
    return name.empty() ? toQt(spec.share) : QStringLiteral("%1 · %2").arg(toQt(spec.share), toQt(name));
}

} // namespace quotaboard
