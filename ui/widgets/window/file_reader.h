// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_file.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <thread>

namespace quotaboard {

/// Reads scenario files on a thread of its own, one at a time: a new one cancels the one before. Lives in the GUI
/// thread; destroying it cancels and waits.
class FileReader : public QObject {
    Q_OBJECT

public:
    using Done = std::function<void(Result<ScenarioFile>)>;

    explicit FileReader(QObject* parent = nullptr);
    ~FileReader() override;

    /// `path` may be a resource (":/samples/…"). `done` is called in the GUI thread, not at all when cancelled.
    void read(const QString& path, Done done);
    void cancel();
    [[nodiscard]] bool isReading() const { return task_ != nullptr; }

Q_SIGNALS:
    /// 0 to 1, below 0 when unknown. Comes first when a file has taken long enough to say so.
    void progressed(double part);

private:
    struct Task;
    void finish(const std::shared_ptr<Task>& task);
    void reportProgress();

    std::shared_ptr<Task> task_;
    std::thread thread_;
    QTimer progressTimer_;
};

} // namespace quotaboard
