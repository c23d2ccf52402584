// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/panels/edit_port.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace quotaboard {

/// What the inspector shows when nothing is selected: the scenario in short, and the capacity of the environment.
class ScenarioView : public QWidget {
    Q_OBJECT

public:
    explicit ScenarioView(EditPort port, QWidget* parent = nullptr);

    void refresh();

private:
    void addCapacityRow(UnitIndex unit);

    EditPort port_;
    QLabel* title_;
    QLabel* description_;
    QLabel* shares_;
    QLabel* jobs_;
    QLabel* interventions_;
    QLabel* horizon_;
    QWidget* rows_;
    QGridLayout* capacities_;
    QHash<int, QSpinBox*> fields_;
    QComboBox* newUnit_;
    QPushButton* add_;
};

} // namespace quotaboard
