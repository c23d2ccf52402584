// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/import_service.h"

#include "core/exchange/imported_scenario.h"
#include "core/exchange/limits_file.h"
#include "core/workload/job_selection.h"
#include "ui/logic/bridge/text_format.h"

#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

namespace quotaboard {

namespace {

/// What takes less is not worth a word.
constexpr int kProgressDelayMs = 300;
constexpr int kProgressStepMs = 100;
/// Below this a rate is a guess.
constexpr qint64 kRateAfterMs = 200;
constexpr std::size_t kPreviewRows = 5;
constexpr std::size_t kPlacesPerCause = 8;

/// Two readings with the same key give the same trace.
std::string keyOf(const ImportSettings& settings)
{
    std::string key;
    const auto add = [&key](const std::string& part) { key += part + '\0'; };
    for (const std::string& file : settings.files) {
        std::error_code error;
        add(file);
        add(std::to_string(std::filesystem::file_size(file, error)));
        const auto written = std::filesystem::last_write_time(file, error);
        add(error ? std::string() : std::to_string(written.time_since_epoch().count()));
    }
    const TraceReadOptions& read = settings.read;
    add(read.format);
    for (const auto& [field, column] : read.mapping) {
        add(field);
        add(column);
    }
    add("|" + read.shareBy);
    add(read.timezone);
    add(std::string(1, read.decimalSeparator));
    return key;
}

/// The options with what depends on the trace and on the limits file.
Result<ImportOptions> completeOptions(const ImportSettings& settings, const Trace& trace)
{
    ImportOptions options = settings.options;
    const auto from = readWindowBound(settings.from, "--from", trace);
    if (!from)
        return from.error();
    const auto to = readWindowBound(settings.to, "--to", trace);
    if (!to)
        return to.error();
    options.jobs.from = from.value();
    options.jobs.to = to.value();
    if (options.jobs.from && options.jobs.to && *options.jobs.from >= *options.jobs.to)
        return Error{ErrorCode::NotAllowed, "--to", {settings.to, "before"}};
    if (!settings.limitsFile.empty()) {
        Result<std::vector<GivenLimit>> limits = readLimitsFile(settings.limitsFile);
        if (!limits)
            return limits.error();
        options.givenLimits = std::move(limits).value();
    }
    if (const Status status = checkLimitUnits(options, trace); !status)
        return status.error();
    if (options.scenarioName.empty() && !settings.files.empty())
        options.scenarioName = std::filesystem::path(settings.files.front()).filename().string();
    return options;
}

void countRejects(ImportPreview& preview)
{
    preview.rows = preview.trace->rows;
    preview.rejects = groupRejects(*preview.trace, preview.skipped, kPlacesPerCause);
    for (const RejectGroup& group : preview.rejects)
        preview.rejectedRows += group.rows;
}

/// What can be said although no scenario can be made.
void describeFailure(ImportPreview& preview, const JobRules& rules, const Error& error)
{
    preview.error = error;
    preview.skipped = selectJobs(*preview.trace, rules).skipped;
    preview.notes = preview.trace->notes;
    countRejects(preview);
    preview.firstRows = previewRows(*preview.trace, preview.head, rules, preview.skipped, nullptr, kPreviewRows);
}

void describeResult(ImportPreview& preview, const ImportOptions& options, ImportResult& result)
{
    preview.skipped = result.report.skipped;
    countRejects(preview);
    preview.firstRows = previewRows(*preview.trace, preview.head, options.jobs, preview.skipped, &result, kPreviewRows);
    preview.notes = preview.trace->notes;
    preview.notes.insert(preview.notes.end(), result.report.notes.begin(), result.report.notes.end());
    const std::vector<TraceNote> odd = findTraceWarnings(*preview.trace, options, result);
    preview.notes.insert(preview.notes.end(), odd.begin(), odd.end());
    preview.shares = result.scenario.shares;
    preview.countsInstanceHours = result.scenario.countsInstanceHours();
    preview.report = std::move(result.report);
}

} // namespace

bool isSameImport(const ImportSettings& a, const ImportSettings& b)
{
    const auto reading = [](const ImportSettings& s) {
        return std::tie(
            s.files, s.read.format, s.read.mapping, s.read.shareBy, s.read.timezone, s.read.decimalSeparator);
    };
    const auto making = [](const ImportSettings& s) {
        const JobRules& jobs = s.options.jobs;
        return std::tie(jobs.unit, jobs.zeroGpu, jobs.fractional, jobs.checkpoint, jobs.restore, s.options.limits,
            s.options.sharing, s.options.allowImpossible, s.options.scenarioName, s.from, s.to, s.limitsFile);
    };
    const auto isSameCapacity = [](const GivenCapacity& x, const GivenCapacity& y) {
        return x.unit == y.unit && x.maxCapacity == y.maxCapacity;
    };
    return reading(a) == reading(b) && making(a) == making(b)
        && std::equal(a.options.capacity.begin(), a.options.capacity.end(), b.options.capacity.begin(),
            b.options.capacity.end(), isSameCapacity);
}

struct ImportService::Cache {
    std::string key;
    std::shared_ptr<const Trace> trace;
};

ImportService::ImportService(QObject* parent)
    : QObject(parent)
    , rows_(std::make_shared<std::atomic<std::uint64_t>>(0))
    , cache_(std::make_unique<Cache>())
{
    connect(&timer_, &QTimer::timeout, this, [this] {
        timer_.setInterval(kProgressStepMs);
        Q_EMIT progressed();
    });
}

ImportService::~ImportService() = default;

void ImportService::preview(const ImportSettings& settings)
{
    worker_.post([this, ticket = begin(ImportPhase::Reading), settings, rows = rows_](Progress& progress) {
        const std::shared_ptr<const ImportPreview> preview = makePreview(ticket, settings, rows, progress);
        if (progress.isCancelled())
            return;
        deliver(ticket, [this, preview] {
            end();
            Q_EMIT previewed(preview);
        });
    });
}

void ImportService::startImport(const ImportSettings& settings)
{
    worker_.post([this, ticket = begin(ImportPhase::Reading), settings, rows = rows_](Progress& progress) {
        Result<std::shared_ptr<ImportedScenario>> result = makeScenario(ticket, settings, rows, progress);
        if (progress.isCancelled())
            return;
        deliver(ticket, [this, result = std::move(result)] {
            end();
            if (result)
                Q_EMIT imported(result.value());
            else
                Q_EMIT failed(result.error());
        });
    });
}

void ImportService::saveRejects(std::shared_ptr<const ImportPreview> preview, const QString& path)
{
    worker_.post(
        [this, ticket = begin(ImportPhase::SavingRejects), preview = std::move(preview), path](Progress& progress) {
            const Status status = writeTraceRejects(path.toStdString(), *preview->trace, preview->skipped, &progress);
            deliver(ticket, [this, status, path] {
                end();
                if (status)
                    Q_EMIT rejectsSaved(path);
                else
                    Q_EMIT failed(status.error());
            });
        });
}

void ImportService::cancel()
{
    ++ticket_;
    worker_.cancel();
    if (isBusy()) {
        end();
        Q_EMIT progressed();
    }
}

void ImportService::forget()
{
    cancel();
    worker_.post([this](Progress&) { *cache_ = {}; });
}

ImportProgress ImportService::progress() const
{
    ImportProgress progress;
    progress.phase = phase_;
    if (phase_ == ImportPhase::Idle)
        return progress;
    progress.rows = rows_->load(std::memory_order_relaxed);
    const qint64 elapsed = since_.elapsed();
    if (phase_ != ImportPhase::Reading || progress.rows == 0 || elapsed < kRateAfterMs)
        return progress;
    progress.rowsPerSecond = progress.rows * 1000 / static_cast<std::uint64_t>(elapsed);
    const double part = worker_.fraction();
    if (part > 0 && part <= 1) {
        progress.part = part;
        progress.msLeft = static_cast<qint64>(static_cast<double>(elapsed) * (1 - part) / part);
    }
    return progress;
}

std::uint64_t ImportService::begin(ImportPhase phase)
{
    phase_ = phase;
    rows_ = std::make_shared<std::atomic<std::uint64_t>>(0);
    since_.start();
    timer_.start(kProgressDelayMs);
    return ++ticket_;
}

void ImportService::end()
{
    phase_ = ImportPhase::Idle;
    timer_.stop();
}

void ImportService::deliver(std::uint64_t ticket, std::function<void()> answer)
{
    QMetaObject::invokeMethod(
        this,
        [this, ticket, answer = std::move(answer)] {
            if (ticket == ticket_)
                answer();
        },
        Qt::QueuedConnection);
}

void ImportService::deliverPhase(std::uint64_t ticket, ImportPhase phase)
{
    deliver(ticket, [this, phase] { phase_ = phase; });
}

Result<std::shared_ptr<const Trace>> ImportService::read(
    const ImportSettings& settings, const Rows& rows, Progress& progress)
{
    const std::string key = keyOf(settings);
    if (!cache_->trace || cache_->key != key) {
        *cache_ = {};
        Result<Trace> trace = readTrace(settings.files, settings.read, &progress, rows.get());
        if (!trace)
            return trace.error();
        *cache_ = {key, std::make_shared<const Trace>(std::move(trace).value())};
    }
    return cache_->trace;
}

std::shared_ptr<ImportPreview> ImportService::makePreview(
    std::uint64_t ticket, const ImportSettings& settings, const Rows& rows, Progress& progress)
{
    auto preview = std::make_shared<ImportPreview>();
    preview->settings = settings;
    for (const std::string& path : settings.files) {
        // A pipe would hold the thread for as long as nobody writes to it.
        const QFileInfo info(toQt(path));
        if (info.exists() && !info.isFile()) {
            preview->error = Error{ErrorCode::FileUnreadable, path, {fromQt(tr("it is not a regular file"))}};
            return preview;
        }
    }
    Result<TraceHead> head = settings.files.empty()
        ? Result<TraceHead>(Error{ErrorCode::Usage, {}, {}})
        : readTraceHead(settings.files.front(), settings.read, kPreviewRows);
    if (!head) {
        preview->error = head.error();
        return preview;
    }
    preview->head = std::move(head).value();
    deliver(ticket, [this, shared = std::make_shared<const TraceHead>(preview->head)] { Q_EMIT headRead(shared); });
    const Result<std::shared_ptr<const Trace>> trace = read(settings, rows, progress);
    if (!trace) {
        preview->error = trace.error();
        return preview;
    }
    deliverPhase(ticket, ImportPhase::Checking);
    preview->trace = trace.value();
    const Result<ImportOptions> options = completeOptions(settings, *preview->trace);
    if (!options) {
        describeFailure(*preview, settings.options.jobs, options.error());
        return preview;
    }
    Result<ImportResult> result = importTrace(*preview->trace, options.value(), &progress);
    if (result) {
        if (const Status status = checkImportedCheckpoints(result.value().scenario); !status)
            result = status.error();
    }
    if (result)
        describeResult(*preview, options.value(), result.value());
    else
        describeFailure(*preview, options.value().jobs, result.error());
    return preview;
}

Result<std::shared_ptr<ImportedScenario>> ImportService::makeScenario(
    std::uint64_t ticket, const ImportSettings& settings, const Rows& rows, Progress& progress)
{
    const Result<std::shared_ptr<const Trace>> trace = read(settings, rows, progress);
    if (!trace)
        return trace.error();
    deliverPhase(ticket, ImportPhase::Making);
    const Result<ImportOptions> options = completeOptions(settings, *trace.value());
    if (!options)
        return options.error();
    Result<ImportResult> result = importTrace(*trace.value(), options.value(), &progress);
    if (!result)
        return result.error();
    if (const Status status = checkImportedCheckpoints(result.value().scenario); !status)
        return status.error();
    auto imported = std::make_shared<ImportedScenario>();
    imported->report = result.value().report;
    imported->file = makeImportedFile(
        std::move(result).value(), settings.files, *trace.value(), settings.read, options.value().jobs);
    return imported;
}

} // namespace quotaboard
