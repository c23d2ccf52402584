// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/settings.h"

#include <QObject>

namespace quotaboard {

/// The files opened or saved lately, newest first; kept in the settings at every change.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    explicit RecentFiles(Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] const QList<RecentFile>& files() const { return files_; }
    /// Puts an absolute path at the front.
    void add(const QString& path);
    /// Keeps the newest `count` only, from now on.
    void setMost(int count);
    void clear();

Q_SIGNALS:
    void changed();

private:
    Settings& settings_;
    QList<RecentFile> files_;
    qsizetype most_;
};

} // namespace quotaboard
