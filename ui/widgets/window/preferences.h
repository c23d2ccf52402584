// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/clock_style.h"
#include "ui/logic/plot/board_layout.h"

#include <QObject>

namespace quotaboard {

class Settings;

/// How the user wants the program to behave; its looks are in Appearance.
struct Preferences {
    BoardDensity density = BoardDensity::Comfortable;
    /// Of the clock beside the scrubber.
    ClockStyle clock = ClockStyle::Utc;
    /// What a drop would do is computed while one drags.
    bool previewsDrags = true;
    /// An edit while the clock is not at the start takes effect from then on, else from the start.
    bool editsFromNow = true;
    /// Recent files that are kept, 0 to 50.
    int recentCount = 10;
    bool operator==(const Preferences&) const = default;
};

/// The preferences in force, kept in the settings at every change, by this store or by that of another window. Lives in
/// the GUI thread.
class PreferenceStore : public QObject {
    Q_OBJECT

public:
    explicit PreferenceStore(Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] const Preferences& values() const { return values_; }
    /// Takes effect at once.
    void set(const Preferences& values);

Q_SIGNALS:
    void changed();

private:
    Settings& settings_;
    Preferences values_;
};

} // namespace quotaboard
