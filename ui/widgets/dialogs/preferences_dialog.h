// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QButtonGroup;
class QCheckBox;
class QLabel;
class QSlider;

namespace quotaboard {

class AppearanceController;

/// Theme, text size and motion. What is chosen takes effect at once; there is nothing to confirm.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    PreferencesDialog(AppearanceController& appearance, QWidget* parent);

private:
    QWidget* buildThemes();
    QWidget* buildFontScale();
    void follow();
    void apply();

    AppearanceController& appearance_;
    QButtonGroup* themes_;
    QSlider* fontScale_;
    QLabel* fontScaleText_;
    QCheckBox* reduceMotion_;
};

} // namespace quotaboard
