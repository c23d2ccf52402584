// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/style/theme.h"

#include <QObject>

namespace quotaboard {

enum class ThemeChoice { System, Light, Dark, HighContrast };

/// What the user chose for the looks of the application.
struct Appearance {
    ThemeChoice theme = ThemeChoice::System;
    /// Percent, 80 to 200.
    int fontScale = 100;
    bool reducesMotion = false;
    bool operator==(const Appearance&) const = default;
};

/// Turns the user's choice into the theme in force and the application's style, and follows the system's light or dark
/// palette where the choice says so. There must be a QApplication for as long as it lives.
class AppearanceController : public QObject {
    Q_OBJECT

public:
    explicit AppearanceController(Theme& theme, QObject* parent = nullptr);

    [[nodiscard]] const Appearance& appearance() const { return appearance_; }
    /// Takes effect at once.
    void setAppearance(const Appearance& appearance);

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();

    Theme& theme_;
    Appearance appearance_;
    bool systemIsDark_ = false;
    /// Our own palette makes the application tell of a palette change, too.
    bool isApplying_ = false;
};

} // namespace quotaboard
