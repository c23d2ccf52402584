// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/edit.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;
class QTableView;

namespace quotaboard {

class BookmarkModel;
class Playback;
class ScenarioDocument;

/// Moments that the user marked, or that breakpoints marked. Add, name, go to and delete by buttons and by keys (Ins,
/// N, Enter, Del); each but going there is one undo step.
class BookmarksPanel : public QWidget {
    Q_OBJECT

public:
    BookmarksPanel(ScenarioDocument& document, Playback& playback, QWidget* parent = nullptr);

    /// A bookmark at the clock's time; for the menu.
    [[nodiscard]] QAction* hereAction() const { return here_; }

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    void follow();
    void addHere();
    void rename();
    void goTo();
    void removeSelected();
    void apply(const Edit& edit);

    ScenarioDocument& document_;
    Playback& playback_;
    BookmarkModel* model_;
    QTableView* table_;
    QLabel* hint_;
    QAction* here_;
    QPushButton* add_;
    QPushButton* rename_;
    QPushButton* goTo_;
    QPushButton* remove_;
};

} // namespace quotaboard
