// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_preferences.h"

#include "ui/widgets/board/board_page.h"
#include "ui/widgets/dialogs/preferences_dialog.h"
#include "ui/widgets/transport/transport_bar.h"
#include "ui/widgets/window/board_menu.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/shortcut_book.h"

#include <QMainWindow>
#include <QMenuBar>

namespace quotaboard {

MainPreferences::MainPreferences(QMainWindow& window, Settings& settings, const PreferenceParts& parts)
    : QObject(&window)
    , window_(window)
    , parts_(parts)
    , store_(settings)
    , shortcuts_(new ShortcutBook(*window.menuBar(), settings))
{
    connect(&store_, &PreferenceStore::changed, this, &MainPreferences::follow);
    // Menu and transport bar have switches for some of them.
    connect(parts_.boardMenu.previewsDrags, &QAction::toggled, this,
        [this](bool on) { keep(&Preferences::previewsDrags, on); });
    connect(
        parts_.boardMenu.fromNow, &QAction::toggled, this, [this](bool on) { keep(&Preferences::editsFromNow, on); });
    connect(&parts_.boardMenu, &BoardMenu::densityWanted, this,
        [this](BoardDensity density) { keep(&Preferences::density, density); });
    connect(&parts_.transport, &TransportBar::clockStyleWanted, this,
        [this](ClockStyle style) { keep(&Preferences::clock, style); });
    follow();
}

template <class Value>
void MainPreferences::keep(Value Preferences::*member, Value value)
{
    Preferences wanted = store_.values();
    wanted.*member = value;
    store_.set(wanted);
}

void MainPreferences::follow()
{
    const Preferences& now = store_.values();
    parts_.board.setDensity(now.density);
    parts_.boardMenu.showDensity(now.density);
    parts_.boardMenu.previewsDrags->setChecked(now.previewsDrags);
    parts_.boardMenu.fromNow->setChecked(now.editsFromNow);
    parts_.transport.setClockStyle(now.clock);
    parts_.recent.setMost(now.recentCount);
}

void MainPreferences::show()
{
    auto* dialog = new PreferencesDialog(parts_.appearance, store_, *shortcuts_, &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace quotaboard
