// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/style/appearance.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QSettings>
#include <QString>

namespace quotaboard {

struct RecentFile {
    QString path;
    QDateTime opened;
    bool operator==(const RecentFile&) const = default;
};

/// What the application remembers between two starts: one INI file in the user's configuration folder. Values that make
/// no sense are taken for their defaults. Lives in the GUI thread.
class Settings {
public:
    /// `file` must be absolute; defaultFile() for the application, a temporary one for tests.
    explicit Settings(const QString& file);

    /// `$XDG_CONFIG_HOME/quotaboard/quotaboard.ini`.
    [[nodiscard]] static QString defaultFile();

    [[nodiscard]] Appearance appearance() const;
    void setAppearance(const Appearance& appearance);

    /// Of the main window; empty on the first start.
    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QByteArray layout() const;
    void setWindow(const QByteArray& geometry, const QByteArray& layout);

    /// Newest first.
    [[nodiscard]] QList<RecentFile> recentFiles() const;
    void setRecentFiles(const QList<RecentFile>& files);

private:
    QSettings values_;
};

} // namespace quotaboard
