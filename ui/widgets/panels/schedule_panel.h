// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/edit.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QTableView;

namespace quotaboard {

class Playback;
class ScenarioDocument;
class ScheduleModel;

/// The policy schedule dock: every timed change with time, change, author and reason. Change, move, switch off, delete
/// and go to its time, by buttons and by keys (Enter, Space, Del); each is one undo step.
class SchedulePanel : public QWidget {
    Q_OBJECT

public:
    SchedulePanel(ScenarioDocument& document, Playback& playback, QWidget* parent = nullptr);

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    void build();
    void followSelection();
    void editCurrent();
    void moveToClock();
    void toggleSelected();
    void removeSelected();
    void goToCurrent();
    void apply(const Edit& edit);

    ScenarioDocument& document_;
    Playback& playback_;
    ScheduleModel* model_;
    QTableView* table_;
    QLabel* hint_;
    QPushButton* edit_;
    QPushButton* goTo_;
    QPushButton* move_;
    QPushButton* toggle_;
    QPushButton* remove_;
};

} // namespace quotaboard
