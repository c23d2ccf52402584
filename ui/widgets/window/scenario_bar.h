// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QComboBox;
class QToolButton;

namespace quotaboard {

class ProjectActions;
class ProjectSession;

/// "Scenario: [name v] [Duplicate] [More v]" in the tool bar, while a project is open.
class ScenarioBar : public QWidget {
    Q_OBJECT

public:
    ScenarioBar(ProjectSession& session, ProjectActions& actions, QWidget* parent);

private:
    void fill();

    ProjectSession& session_;
    QComboBox* names_;
};

} // namespace quotaboard
