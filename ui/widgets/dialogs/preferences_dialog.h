// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QButtonGroup;
class QCheckBox;
class QFormLayout;
class QLabel;
class QSlider;
class QSpinBox;
class QTabWidget;

namespace quotaboard {

class AppearanceController;
class PreferenceStore;
class ShortcutBook;

/// Looks, clock, edits, keys and files. What is chosen takes effect at once; there is nothing to confirm.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    PreferencesDialog(
        AppearanceController& appearance, PreferenceStore& preferences, ShortcutBook& shortcuts, QWidget* parent);

private:
    struct Choice {
        int value;
        QString text;
        const char* name;
    };
    QFormLayout* addPage(const QString& title);
    /// Radio buttons one below the other; their group says which is chosen.
    QWidget* buildChoices(QButtonGroup& group, const QList<Choice>& choices);
    QWidget* buildFontScale();
    void buildAppearance();
    void buildTime();
    void buildSimulation();
    void buildFiles();
    void followAppearance();
    void followPreferences();
    void applyAppearance();
    void applyPreferences();
    /// As large as the largest page, as far as the screen has it.
    void fit();

    AppearanceController& appearance_;
    PreferenceStore& preferences_;
    QTabWidget* tabs_;
    QButtonGroup* themes_;
    QButtonGroup* densities_;
    QButtonGroup* clocks_;
    QSlider* fontScale_;
    QLabel* fontScaleText_;
    QCheckBox* reduceMotion_;
    QCheckBox* previewDrags_;
    QCheckBox* editFromNow_;
    QSpinBox* recentCount_;
};

} // namespace quotaboard
