// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// Asks for a time since the start ("3h", "1d4h30m") and moves the clock there.
class GoToTimeDialog : public QDialog {
    Q_OBJECT

public:
    GoToTimeDialog(ScenarioDocument& document, Playback& playback, QWidget* parent);

    void accept() override;

private:
    void follow();

    ScenarioDocument& document_;
    Playback& playback_;
    QLineEdit* field_;
    QLabel* meaning_;
    QPushButton* go_;
};

} // namespace quotaboard
