// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/problem_list.h"

#include <QDateTime>
#include <QWidget>

class QLabel;
class QPushButton;

namespace quotaboard {

class ScenarioDocument;

/// The last line of the window: what was done last with a link that undoes it, problems of the scenario, its seed, and
/// whether it is saved.
class StatusStrip : public QWidget {
    Q_OBJECT

public:
    StatusStrip(ScenarioDocument& document, ProblemList& problems, QWidget* parent);

    /// Words without an Undo link.
    void showMessage(const QString& text);
    /// What an edit did; shown with Undo while there is something to undo.
    void showEdit(const QString& text);
    void noteSaved();

Q_SIGNALS:
    /// The list of problems is to be shown.
    void problemsWanted();

private:
    void followDocument();
    void followProblems();
    void followUndo();

    ScenarioDocument& document_;
    ProblemList& problemList_;
    QLabel* message_;
    QPushButton* undo_;
    QPushButton* problems_;
    QLabel* seed_;
    QLabel* saved_;
    QDateTime savedAt_;
    bool isEdit_ = false;
};

} // namespace quotaboard
