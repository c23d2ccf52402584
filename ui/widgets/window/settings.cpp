// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/settings.h"

#include <QStandardPaths>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr const char* kTheme = "appearance/theme";
constexpr const char* kFontScale = "appearance/fontScale";
constexpr const char* kReducesMotion = "appearance/reduceMotion";
constexpr const char* kDensity = "board/density";
constexpr const char* kClock = "time/clock";
constexpr const char* kPreviewsDrags = "simulation/previewDrags";
constexpr const char* kEditsFromNow = "simulation/editFromNow";
constexpr const char* kRecentCount = "files/recentCount";
constexpr int kMostRecent = 50;
constexpr const char* kShortcuts = "shortcuts";
constexpr const char* kGeometry = "window/geometry";
constexpr const char* kLayout = "window/layout";
constexpr const char* kCharts = "charts";
constexpr const char* kWorkload = "workload/table";
constexpr const char* kRecent = "recent";
constexpr const char* kHints = "hints";

struct ThemeName {
    ThemeChoice choice;
    const char* name;
};
constexpr ThemeName kThemeNames[] = {{ThemeChoice::System, "system"}, {ThemeChoice::Light, "light"},
    {ThemeChoice::Dark, "dark"}, {ThemeChoice::HighContrast, "contrast"}};

struct DensityName {
    BoardDensity density;
    const char* name;
};
constexpr DensityName kDensityNames[]
    = {{BoardDensity::Comfortable, "comfortable"}, {BoardDensity::Compact, "compact"}, {BoardDensity::Dense, "dense"}};

struct ClockName {
    ClockStyle clock;
    const char* name;
};
constexpr ClockName kClockNames[]
    = {{ClockStyle::Utc, "utc"}, {ClockStyle::Local, "local"}, {ClockStyle::Elapsed, "elapsed"}};

} // namespace

Settings::Settings(const QString& file)
    : values_(file, QSettings::IniFormat)
{
}

QString Settings::defaultFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/quotaboard/quotaboard.ini";
}

Appearance Settings::appearance() const
{
    Appearance appearance;
    const QString theme = values_.value(kTheme).toString();
    for (const ThemeName& entry : kThemeNames) {
        if (theme == entry.name)
            appearance.theme = entry.choice;
    }
    bool isNumber = false;
    const int scale = values_.value(kFontScale).toInt(&isNumber);
    if (isNumber)
        appearance.fontScale = std::clamp(scale, 80, 200);
    appearance.reducesMotion = values_.value(kReducesMotion, false).toBool();
    return appearance;
}

void Settings::setAppearance(const Appearance& appearance)
{
    for (const ThemeName& entry : kThemeNames) {
        if (appearance.theme == entry.choice)
            values_.setValue(kTheme, entry.name);
    }
    values_.setValue(kFontScale, appearance.fontScale);
    values_.setValue(kReducesMotion, appearance.reducesMotion);
    values_.sync();
}

Preferences Settings::preferences() const
{
    Preferences preferences;
    const QString density = values_.value(kDensity).toString();
    for (const DensityName& entry : kDensityNames) {
        if (density == entry.name)
            preferences.density = entry.density;
    }
    const QString clock = values_.value(kClock).toString();
    for (const ClockName& entry : kClockNames) {
        if (clock == entry.name)
            preferences.clock = entry.clock;
    }
    preferences.previewsDrags = values_.value(kPreviewsDrags, preferences.previewsDrags).toBool();
    preferences.editsFromNow = values_.value(kEditsFromNow, preferences.editsFromNow).toBool();
    bool isNumber = false;
    const int recent = values_.value(kRecentCount).toInt(&isNumber);
    if (isNumber)
        preferences.recentCount = std::clamp(recent, 0, kMostRecent);
    return preferences;
}

void Settings::setPreferences(const Preferences& preferences)
{
    for (const DensityName& entry : kDensityNames) {
        if (preferences.density == entry.density)
            values_.setValue(kDensity, entry.name);
    }
    for (const ClockName& entry : kClockNames) {
        if (preferences.clock == entry.clock)
            values_.setValue(kClock, entry.name);
    }
    values_.setValue(kPreviewsDrags, preferences.previewsDrags);
    values_.setValue(kEditsFromNow, preferences.editsFromNow);
    values_.setValue(kRecentCount, preferences.recentCount);
    values_.sync();
    Q_EMIT news_.preferencesChanged();
}

std::optional<QString> Settings::shortcut(const QString& action) const
{
    const QVariant value = values_.value(kShortcuts + QString("/") + action);
    return value.isValid() ? std::optional(value.toString()) : std::nullopt;
}

void Settings::setShortcut(const QString& action, const std::optional<QString>& key)
{
    const QString name = kShortcuts + QString("/") + action;
    if (key)
        values_.setValue(name, *key);
    else
        values_.remove(name);
    values_.sync();
    Q_EMIT news_.shortcutsChanged();
}

QByteArray Settings::geometry() const
{
    return values_.value(kGeometry).toByteArray();
}

QByteArray Settings::layout() const
{
    return values_.value(kLayout).toByteArray();
}

QByteArray Settings::workload() const
{
    return values_.value(kWorkload).toByteArray();
}

void Settings::setWorkload(const QByteArray& layout)
{
    values_.setValue(kWorkload, layout);
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout)
{
    values_.setValue(kGeometry, geometry);
    values_.setValue(kLayout, layout);
    values_.sync();
}

bool Settings::isHintSeen(const QString& hint) const
{
    return values_.value(kHints + QString("/") + hint, false).toBool();
}

void Settings::setHintSeen(const QString& hint)
{
    values_.setValue(kHints + QString("/") + hint, true);
    values_.sync();
}

void Settings::forgetHints()
{
    values_.remove(kHints);
    values_.sync();
}

QVariantMap Settings::charts() const
{
    return values_.value(kCharts).toMap();
}

void Settings::setCharts(const QVariantMap& choices)
{
    values_.setValue(kCharts, choices);
}

QList<RecentFile> Settings::recentFiles() const
{
    // Reading an array changes the object's notion of where it is, hence not through values_.
    QSettings values(values_.fileName(), QSettings::IniFormat);
    QList<RecentFile> files;
    const int count = values.beginReadArray(kRecent);
    for (int i = 0; i < count; ++i) {
        values.setArrayIndex(i);
        RecentFile file{values.value("path").toString(), values.value("opened").toDateTime()};
        if (!file.path.isEmpty())
            files.append(file);
    }
    return files;
}

void Settings::setRecentFiles(const QList<RecentFile>& files)
{
    values_.remove(kRecent);
    values_.beginWriteArray(kRecent, static_cast<int>(files.size()));
    for (int i = 0; i < files.size(); ++i) {
        values_.setArrayIndex(i);
        values_.setValue("path", files[i].path);
        values_.setValue("opened", files[i].opened);
    }
    values_.endArray();
    values_.sync();
}

} // namespace quotaboard
