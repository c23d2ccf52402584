// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <QDialog>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// Asks for a time, since the start ("3h", "1d4h30m") or as the clock shows it, and moves the clock there.
class GoToTimeDialog : public QDialog {
    Q_OBJECT

public:
    GoToTimeDialog(ScenarioDocument& document, Playback& playback, QWidget* parent);

    void accept() override;

private:
    void follow();
    /// What was typed, since the start; empty when it is no time.
    [[nodiscard]] std::optional<TimeMs> time() const;
    [[nodiscard]] QString example() const;
    [[nodiscard]] bool isWithinRun(std::optional<TimeMs> time) const;

    ScenarioDocument& document_;
    Playback& playback_;
    QLineEdit* field_;
    QLabel* meaning_;
    QPushButton* go_;
};

} // namespace quotaboard
