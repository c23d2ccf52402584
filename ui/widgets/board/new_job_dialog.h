// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario_edits.h"
#include "core/model/workload_class.h"
#include "ui/widgets/board/board_content.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace quotaboard {

/// Asks for a job to submit: the few things that matter at once, the rest has its defaults. Show it with open().
class NewJobDialog : public QDialog {
    Q_OBJECT

public:
    NewJobDialog(const BoardContent& content, ShareIndex share, QWidget* parent = nullptr);

    /// Offers the classes; choosing one fills in its defaults, which the other fields may then change.
    void setClasses(std::vector<WorkloadClass> classes);

    [[nodiscard]] JobDraft draft() const;

private:
    void takeDefaults();

    std::vector<WorkloadClass> classes_;
    QFormLayout* form_;
    QComboBox* class_;
    QLineEdit* name_;
    QComboBox* share_;
    QComboBox* unit_;
    QSpinBox* instances_;
    QDoubleSpinBox* hours_;
    QSpinBox* priority_;
    QSpinBox* checkpoint_;
};

} // namespace quotaboard
