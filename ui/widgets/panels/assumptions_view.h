// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/panels/edit_port.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QVBoxLayout;

namespace quotaboard {

/// Every choice that the rules leave open, with what it affects; what is chosen here is part of the scenario.
class AssumptionsView : public QWidget {
    Q_OBJECT

public:
    explicit AssumptionsView(EditPort port, QWidget* parent = nullptr);

    void refresh();

private:
    QComboBox* addChoice(QVBoxLayout* column, const QString& title, const QString& affects, const QStringList& words);
    QDoubleSpinBox* addNumber(QVBoxLayout* column, const QString& title, const QString& affects);
    void change();

    EditPort port_;
    QComboBox* victims_;
    QComboBox* unassigned_;
    QComboBox* front_;
    QComboBox* requeue_;
    QDoubleSpinBox* startup_;
    QDoubleSpinBox* grace_;
    QDoubleSpinBox* resume_;
};

} // namespace quotaboard
