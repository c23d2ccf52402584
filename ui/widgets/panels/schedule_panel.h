// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace quotaboard {

class Playback;
class ScenarioDocument;
class ScheduleModel;

/// The policy schedule dock: every timed change with time, change, author and reason; move, delete, and go to its time.
class SchedulePanel : public QWidget {
    Q_OBJECT

public:
    SchedulePanel(ScenarioDocument& document, Playback& playback, QWidget* parent = nullptr);

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    [[nodiscard]] int currentRow() const;
    void followSelection();
    void moveToClock();
    void removeCurrent();
    void goToCurrent();

    ScenarioDocument& document_;
    Playback& playback_;
    ScheduleModel* model_;
    QTableView* table_;
    QLabel* hint_;
    QPushButton* goTo_;
    QPushButton* move_;
    QPushButton* remove_;
};

} // namespace quotaboard
