// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/job_edits.h"
#include "ui/logic/models/job_cells.h"

#include <QDialog>

#include <functional>
#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace quotaboard {

/// Asks what to change in many jobs at once: what is ticked changes, all else stays. Fields begin with what all of the
/// jobs have. Says how many jobs will change
/// and why others will not. Show it with open().
class BulkEditDialog : public QDialog {
    Q_OBJECT

public:
    BulkEditDialog(std::shared_ptr<const Scenario> scenario, std::vector<JobIndex> jobs, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<JobIndex>& jobs() const { return jobs_; }
    /// What the jobs belong to.
    [[nodiscard]] const std::shared_ptr<const Scenario>& scenario() const { return scenario_; }
    [[nodiscard]] const JobChange& change() const { return change_; }

private:
    template <class Field>
    Field* addRow(const QString& title, const QString& hint, Field* field);
    void buildFields();
    void addPriority();
    [[nodiscard]] static QString severalValues();
    void fillNumber(QSpinBox* field, JobColumn column, int least, int most);
    void refresh();
    [[nodiscard]] QString readFields();
    [[nodiscard]] QString countText(const JobChangeCount& count) const;

    struct Row {
        QCheckBox* box;
        /// Puts the field into the change; says what is wrong with it.
        std::function<QString(JobChange&)> read;
    };

    std::shared_ptr<const Scenario> scenario_;
    std::vector<JobIndex> jobs_;
    JobChange change_;
    QFormLayout* form_;
    std::vector<Row> rows_;
    QLabel* preview_;
    QPushButton* apply_;
};

} // namespace quotaboard
