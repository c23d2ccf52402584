// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/breakpoint.h"
#include "ui/logic/document/edit.h"
#include "ui/logic/document/selection.h"

#include <QWidget>

#include <functional>

class QAction;
class QLabel;
class QPushButton;
class QTableView;

namespace quotaboard {

class BreakpointModel;
class Playback;
class ScenarioDocument;

/// The breakpoints dock: where playing stops by itself. Add, change, switch off and delete by buttons and by keys (Ins,
/// Enter, Space, Del); each is one undo step.
class BreakpointsPanel : public QWidget {
    Q_OBJECT

public:
    BreakpointsPanel(ScenarioDocument& document, Playback& playback, QWidget* parent = nullptr);

    /// A breakpoint at the clock's time; for the menu.
    [[nodiscard]] QAction* hereAction() const { return here_; }
    /// What a new breakpoint is about at first.
    void suggest(const Selection& selection) { selection_ = selection; }

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    void build();
    void follow();
    void addHere();
    void add();
    void editCurrent();
    void toggleSelected();
    void removeSelected();
    void goToCurrent();
    void apply(const Edit& edit);
    /// Asks for a breakpoint; `accept` gets it.
    void ask(const QString& title, const Breakpoint& start, const std::function<void(const Breakpoint&)>& accept);

    ScenarioDocument& document_;
    Playback& playback_;
    BreakpointModel* model_;
    QTableView* table_;
    QLabel* hint_;
    QAction* here_;
    QPushButton* add_;
    QPushButton* edit_;
    QPushButton* goTo_;
    QPushButton* remove_;
    Selection selection_;
};

} // namespace quotaboard
