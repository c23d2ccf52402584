// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QTabWidget;

namespace quotaboard {

class BookmarksPanel;
class BreakpointsPanel;
class Playback;
class ScenarioDocument;

/// What the user marked on the line of time, in tabs: breakpoints, bookmarks, and what breakpoints told.
class MarksPanel : public QWidget {
    Q_OBJECT

public:
    MarksPanel(ScenarioDocument& document, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] BreakpointsPanel& breakpoints() const { return *breakpoints_; }
    [[nodiscard]] BookmarksPanel& bookmarks() const { return *bookmarks_; }

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    [[nodiscard]] QWidget* makeLog(ScenarioDocument& document, Playback& playback);

    BreakpointsPanel* breakpoints_;
    BookmarksPanel* bookmarks_;
    QTabWidget* tabs_;
};

} // namespace quotaboard
