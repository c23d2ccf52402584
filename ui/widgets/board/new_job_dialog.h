// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario_edits.h"
#include "ui/widgets/board/board_content.h"

#include <QDialog>

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

namespace quotaboard {

/// Asks for a job to submit: the few things that matter at once, the rest has its defaults. Show it with open().
class NewJobDialog : public QDialog {
    Q_OBJECT

public:
    NewJobDialog(const BoardContent& content, ShareIndex share, QWidget* parent = nullptr);

    [[nodiscard]] JobDraft draft() const;

private:
    QLineEdit* name_;
    QComboBox* share_;
    QComboBox* unit_;
    QSpinBox* instances_;
    QDoubleSpinBox* hours_;
    QSpinBox* priority_;
    QSpinBox* checkpoint_;
};

} // namespace quotaboard
