// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/problem_list.h"

#include <QWidget>

class QLabel;
class QListWidget;

namespace quotaboard {

/// The problems of the open scenario, one a line; a click or Enter tells where it is. Says so when there are none.
class ProblemsPanel : public QWidget {
    Q_OBJECT

public:
    ProblemsPanel(ProblemList& problems, QWidget* parent);

Q_SIGNALS:
    /// What the problem is about is to be shown. Never an empty selection.
    void chosen(const quotaboard::Selection& selection);

private:
    void fill();
    void choose(int row);

    ProblemList& problems_;
    QListWidget* list_;
    QLabel* none_;
};

} // namespace quotaboard
