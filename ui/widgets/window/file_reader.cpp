// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/file_reader.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPointer>

#include <optional>
#include <utility>

namespace quotaboard {

namespace {

/// What takes less is not worth a word.
constexpr int kProgressDelayMs = 300;
constexpr int kProgressStepMs = 100;

Result<ScenarioFile> readAny(const QString& path, Progress& progress)
{
    if (!path.startsWith(":/")) {
        // A pipe would hold the thread for as long as nobody writes to it.
        const QFileInfo info(path);
        if (info.exists() && !info.isFile())
            return Error{ErrorCode::FileUnreadable, fromQt(path), {fromQt(FileReader::tr("it is not a regular file"))}};
        return readScenarioFile(fromQt(path), &progress);
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::FileNotFound, fromQt(path), {fromQt(file.errorString())}};
    return readScenarioFileText(file.readAll().toStdString(), fromQt(path), {}, &progress);
}

} // namespace

struct FileReader::Task {
    Progress progress;
    Done done;
    std::optional<Result<ScenarioFile>> result;
};

FileReader::FileReader(QObject* parent)
    : QObject(parent)
{
    connect(&progressTimer_, &QTimer::timeout, this, &FileReader::reportProgress);
}

FileReader::~FileReader()
{
    cancel();
}

void FileReader::read(const QString& path, Done done)
{
    cancel();
    task_ = std::make_shared<Task>();
    task_->done = std::move(done);
    progressTimer_.start(kProgressDelayMs);
    thread_ = std::thread([path, task = task_, reader = QPointer(this)] {
        task->result = readAny(path, task->progress);
        QMetaObject::invokeMethod(
            qApp,
            [task, reader] {
                if (reader)
                    reader->finish(task);
            },
            Qt::QueuedConnection);
    });
}

void FileReader::cancel()
{
    progressTimer_.stop();
    if (task_)
        task_->progress.cancel();
    task_.reset();
    if (thread_.joinable())
        thread_.join();
}

void FileReader::finish(const std::shared_ptr<Task>& task)
{
    if (task != task_)
        return;
    progressTimer_.stop();
    thread_.join();
    task_.reset();
    task->done(std::move(*task->result));
}

void FileReader::reportProgress()
{
    if (!task_)
        return;
    progressTimer_.setInterval(kProgressStepMs);
    const std::uint64_t total = task_->progress.total();
    const auto done = static_cast<double>(task_->progress.done());
    Q_EMIT progressed(total == 0 ? -1.0 : done / static_cast<double>(total));
}

} // namespace quotaboard
