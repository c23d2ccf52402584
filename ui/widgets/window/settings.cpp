// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/settings.h"

#include <QStandardPaths>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr const char* kTheme = "appearance/theme";
constexpr const char* kFontScale = "appearance/fontScale";
constexpr const char* kReducesMotion = "appearance/reduceMotion";
constexpr const char* kGeometry = "window/geometry";
constexpr const char* kLayout = "window/layout";
constexpr const char* kRecent = "recent";

struct ThemeName {
    ThemeChoice choice;
    const char* name;
};
constexpr ThemeName kThemeNames[] = {{ThemeChoice::System, "system"}, {ThemeChoice::Light, "light"},
    {ThemeChoice::Dark, "dark"}, {ThemeChoice::HighContrast, "contrast"}};

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

QByteArray Settings::geometry() const
{
    return values_.value(kGeometry).toByteArray();
}

QByteArray Settings::layout() const
{
    return values_.value(kLayout).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout)
{
    values_.setValue(kGeometry, geometry);
    values_.setValue(kLayout, layout);
    values_.sync();
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
