// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/style/appearance.h"
#include "ui/widgets/window/preferences.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QVariantMap>

namespace quotaboard {

struct RecentFile {
    QString path;
    QDateTime opened;
    bool operator==(const RecentFile&) const = default;
};

/// Says when something that all windows show was changed in one of them.
class SettingsNews : public QObject {
    Q_OBJECT

Q_SIGNALS:
    void preferencesChanged();
    void shortcutsChanged();
};

/// What the application remembers between two starts: one INI file in the user's configuration folder. Values that make
/// no sense are taken for their defaults. Lives in the GUI thread.
class Settings {
public:
    /// `file` must be absolute; defaultFile() for the application, a temporary one for tests.
    explicit Settings(const QString& file);

    /// `$XDG_CONFIG_HOME/quotaboard/quotaboard.ini`.
    [[nodiscard]] static QString defaultFile();

    [[nodiscard]] const SettingsNews& news() const { return news_; }

    [[nodiscard]] Appearance appearance() const;
    void setAppearance(const Appearance& appearance);

    [[nodiscard]] Preferences preferences() const;
    void setPreferences(const Preferences& preferences);

    /// The key that the user wants for an action, in portable text ("" = none); empty where it is as the program comes.
    [[nodiscard]] std::optional<QString> shortcut(const QString& action) const;
    void setShortcut(const QString& action, const std::optional<QString>& key);

    /// Of the main window; empty on the first start.
    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QByteArray layout() const;
    void setWindow(const QByteArray& geometry, const QByteArray& layout);

    /// Whether a hint has been shown; each is shown once.
    [[nodiscard]] bool isHintSeen(const QString& hint) const;
    void setHintSeen(const QString& hint);
    /// All are shown once more.
    void forgetHints();

    /// ChartsPanel::choices(); empty on the first start.
    [[nodiscard]] QVariantMap charts() const;
    void setCharts(const QVariantMap& choices);

    /// WorkloadPage::layoutState(); empty on the first start.
    [[nodiscard]] QByteArray workload() const;
    void setWorkload(const QByteArray& layout);

    /// Newest first.
    [[nodiscard]] QList<RecentFile> recentFiles() const;
    void setRecentFiles(const QList<RecentFile>& files);

private:
    QSettings values_;
    SettingsNews news_;
};

} // namespace quotaboard
