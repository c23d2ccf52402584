// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/preferences.h"

class QMainWindow;

namespace quotaboard {

class AppearanceController;
class BoardMenu;
class BoardPage;
class RecentFiles;
class ShortcutBook;
class TransportBar;

/// What the preferences of one window act on; all of it outlives them.
struct PreferenceParts {
    BoardPage& board;
    BoardMenu& boardMenu;
    TransportBar& transport;
    RecentFiles& recent;
    AppearanceController& appearance;
};

/// Brings the preferences to the parts of a window, and what is switched there to the preferences. Made once the menus
/// are filled, whose keys it gives to the actions.
class MainPreferences : public QObject {
    Q_OBJECT

public:
    MainPreferences(QMainWindow& window, Settings& settings, const PreferenceParts& parts);

    /// Opens the dialog; returns at once.
    void show();

private:
    template <class Value>
    void keep(Value Preferences::*member, Value value);
    void follow();

    QMainWindow& window_;
    PreferenceParts parts_;
    PreferenceStore store_;
    ShortcutBook* shortcuts_;
};

} // namespace quotaboard
