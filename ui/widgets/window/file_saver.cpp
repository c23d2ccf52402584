// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/file_saver.h"

#include "ui/logic/bridge/text_format.h"

#include <utility>

namespace quotaboard {

namespace {

/// So many are written within a frame or two.
constexpr std::size_t kMostJobsAtOnce = 50'000;
/// What takes less is not worth a word.
constexpr int kProgressDelayMs = 300;
constexpr int kProgressStepMs = 100;

} // namespace

FileSaver::FileSaver(QObject* parent)
    : QObject(parent)
{
    connect(&tick_, &QTimer::timeout, this, &FileSaver::reportProgress);
}

FileSaver::~FileSaver()
{
    cancel();
}

bool FileSaver::takesLong(const Scenario& scenario)
{
    return scenario.jobs.size() > kMostJobsAtOnce;
}

void FileSaver::save(const ScenarioDocument::Snapshot& snapshot, const QString& path, Done done)
{
    progress_ = std::make_shared<Progress>();
    tick_.start(kProgressDelayMs);
    worker_.post([this, snapshot, path = fromQt(path), done = std::move(done), progress = progress_](Progress&) {
        SaveReport report;
        const Status status = writeScenarioFile(
            *snapshot.scenario, *snapshot.extras, snapshot.source.get(), path, progress.get(), &report);
        QMetaObject::invokeMethod(
            this,
            [this, status, report, done] {
                tick_.stop();
                progress_.reset();
                done(status, report);
            },
            Qt::QueuedConnection);
    });
}

void FileSaver::cancel()
{
    if (progress_)
        progress_->cancel();
}

void FileSaver::reportProgress()
{
    tick_.setInterval(kProgressStepMs);
    const std::uint64_t total = progress_ ? progress_->total() : 0;
    Q_EMIT progressed(total == 0 ? -1.0 : static_cast<double>(progress_->done()) / static_cast<double>(total));
}

} // namespace quotaboard
