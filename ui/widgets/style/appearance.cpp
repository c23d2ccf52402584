// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/style/appearance.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QScopedValueRollback>

namespace quotaboard {

namespace {

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

ThemeKind kindOf(ThemeChoice choice, bool systemIsDark)
{
    switch (choice) {
    case ThemeChoice::Light:
        return ThemeKind::Light;
    case ThemeChoice::Dark:
        return ThemeKind::Dark;
    case ThemeChoice::HighContrast:
        return ThemeKind::HighContrast;
    case ThemeChoice::System:
        break;
    }
    return systemIsDark ? ThemeKind::Dark : ThemeKind::Light;
}

} // namespace

AppearanceController::AppearanceController(Theme& theme, QObject* parent)
    : QObject(parent)
    , theme_(theme)
    , systemIsDark_(isDark(QApplication::palette()))
{
    qApp->installEventFilter(this);
    apply();
}

void AppearanceController::setAppearance(const Appearance& appearance)
{
    if (appearance == appearance_)
        return;
    appearance_ = appearance;
    apply();
    Q_EMIT changed();
}

bool AppearanceController::eventFilter(QObject* watched, QEvent* event)
{
    if (isApplying_ || watched != qApp)
        return false;
    if (event->type() == QEvent::ApplicationPaletteChange) {
        // Somebody else set it: the desktop, or a platform plug-in on its behalf.
        systemIsDark_ = isDark(QApplication::palette());
        apply();
    } else if (event->type() == QEvent::ThemeChange) {
        // Ours covers the system's; without it the system's shows.
        const QScopedValueRollback applying(isApplying_, true);
        QApplication::setPalette(QPalette());
        systemIsDark_ = isDark(QApplication::palette());
        apply();
    }
    return false;
}

void AppearanceController::apply()
{
    const QScopedValueRollback applying(isApplying_, true);
    theme_.blockSignals(true);
    theme_.setKind(kindOf(appearance_.theme, systemIsDark_));
    theme_.setFontScale(appearance_.fontScale);
    theme_.setReducesMotion(appearance_.reducesMotion);
    theme_.blockSignals(false);
    // The application first, so that whoever hears of the change already finds the new fonts and colours.
    theme_.applyTo(*qApp);
    Q_EMIT theme_.changed();
}

} // namespace quotaboard
