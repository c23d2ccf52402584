// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/panels/edit_port.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace quotaboard {

/// Several selected jobs in the inspector: how many, what they ask for, and how to change all of them at once.
class JobsView : public QWidget {
    Q_OBJECT

public:
    explicit JobsView(const ScenarioDocument& document, QWidget* parent = nullptr);

    /// Jobs of the document's scenario; those that it does not have are left out.
    void show(const std::vector<JobIndex>& jobs);
    using QWidget::show;

private:
    const ScenarioDocument& document_;
    QLabel* title_;
    QLabel* shares_;
    QLabel* instances_;
    QLabel* priorities_;
    QLabel* work_;
};

} // namespace quotaboard
