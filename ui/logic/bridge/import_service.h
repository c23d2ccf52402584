// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_file.h"
#include "core/workload/trace_preview.h"
#include "ui/logic/bridge/latest_worker.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

/// Everything that an import can be told. What depends on the trace is kept as typed until the trace is read.
struct ImportSettings {
    std::vector<std::string> files;
    TraceReadOptions read;
    /// Without window and given limits, which follow.
    ImportOptions options;
    /// An ISO instant, or a duration since the trace's first submit ("1d12h"); empty = no bound.
    std::string from;
    std::string to;
    /// Limits by share; empty = none.
    std::string limitsFile;
};

/// Whether both say the same about the same files.
[[nodiscard]] bool isSameImport(const ImportSettings& a, const ImportSettings& b);

/// What an import with `settings` would make, and all that a person should know before. Immutable once shared.
struct ImportPreview {
    ImportSettings settings;
    TraceHead head;
    /// Null when the files cannot be read so.
    std::shared_ptr<const Trace> trace;
    /// Why no scenario can be made; the other values are as far as they go.
    std::optional<Error> error;
    std::optional<ImportReport> report;
    /// Rows that a scenario would not get although they were read.
    std::vector<SkippedJob> skipped;
    std::uint64_t rows = 0;
    std::uint64_t rejectedRows = 0;
    std::vector<RejectGroup> rejects;
    std::vector<PreviewRow> firstRows;
    /// Of the readers, the importer and findTraceWarnings, in this order.
    std::vector<TraceNote> notes;
    /// Of the scenario's shares, by name.
    std::vector<QuotaShare> shares;
    /// No unit has GPUs, so that instance-hours are counted.
    bool countsInstanceHours = false;
};

/// An import that was made.
struct ImportedScenario {
    ScenarioFile file;
    ImportReport report;
};

enum class ImportPhase { Idle, Reading, Checking, Making, SavingRejects };

/// How far the work is.
struct ImportProgress {
    ImportPhase phase = ImportPhase::Idle;
    /// Rows read so far, and per second.
    std::uint64_t rows = 0;
    std::optional<std::uint64_t> rowsPerSecond;
    /// 0 to 1; below 0 when it cannot be told.
    double part = -1;
    std::optional<qint64> msLeft;
};

/// Looks at traces and imports them on a thread of its own, the latest asked for only. What was read is kept, so that
/// another choice that does not change the reading costs no second reading. Answers come in the GUI thread, in which it
/// lives; cancel() is answered at once, whatever the thread still does. Destroying it cancels and waits.
class ImportService : public QObject {
    Q_OBJECT

public:
    explicit ImportService(QObject* parent = nullptr);
    ~ImportService() override;

    /// headRead() (unless the file has no readable beginning) and previewed() follow.
    void preview(const ImportSettings& settings);
    /// imported() or failed() follows.
    void startImport(const ImportSettings& settings);
    /// rejectsSaved() or failed() follows.
    void saveRejects(std::shared_ptr<const ImportPreview> preview, const QString& path);
    /// Nothing more is told of what was asked for.
    void cancel();
    /// Cancels and lets go of the trace that was read.
    void forget();

    [[nodiscard]] bool isBusy() const { return phase_ != ImportPhase::Idle; }
    [[nodiscard]] ImportProgress progress() const;

Q_SIGNALS:
    void headRead(std::shared_ptr<const quotaboard::TraceHead> head);
    void previewed(std::shared_ptr<const quotaboard::ImportPreview> preview);
    void imported(std::shared_ptr<quotaboard::ImportedScenario> result);
    void rejectsSaved(const QString& path);
    void failed(const quotaboard::Error& error);
    /// Something changed about progress(): first when it takes long enough to say so, then ten times a second, and at
    /// the end.
    void progressed();

private:
    /// The trace that was read last; belongs to the worker's thread.
    struct Cache;
    using Rows = std::shared_ptr<std::atomic<std::uint64_t>>;

    [[nodiscard]] std::uint64_t begin(ImportPhase phase);
    void end();
    /// From the worker's thread: has `answer` done in the GUI thread unless something else was asked for since.
    void deliver(std::uint64_t ticket, std::function<void()> answer);
    void deliverPhase(std::uint64_t ticket, ImportPhase phase);
    Result<std::shared_ptr<const Trace>> read(const ImportSettings& settings, const Rows& rows, Progress& progress);
    [[nodiscard]] std::shared_ptr<ImportPreview> makePreview(
        std::uint64_t ticket, const ImportSettings& settings, const Rows& rows, Progress& progress);
    Result<std::shared_ptr<ImportedScenario>> makeScenario(
        std::uint64_t ticket, const ImportSettings& settings, const Rows& rows, Progress& progress);

    std::uint64_t ticket_ = 0;
    ImportPhase phase_ = ImportPhase::Idle;
    QElapsedTimer since_;
    QTimer timer_;
    /// Of the latest reading; each has its own, so that one that was cancelled counts for nobody.
    Rows rows_;
    std::unique_ptr<Cache> cache_;
    LatestWorker worker_;
};

} // namespace quotaboard
