// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QStyledItemDelegate>
#include <QTableView>

#include <memory>
#include <optional>
#include <vector>

namespace quotaboard {

class JobTableModel;
struct Scenario;

/// Edits the cells of a job table: shares and units are chosen from a list, all else is text.
class JobDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit JobDelegate(const JobTableModel& model, QObject* parent = nullptr);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    const JobTableModel& model_;
};

/// The view of a job table of any length: rows of one height, no search by typing, whole rows are selected. Keeps the
/// selection when the rows are sorted again, and restores it when an edit is undone.
class JobsTable : public QTableView {
    Q_OBJECT

public:
    explicit JobsTable(JobTableModel& model, QWidget* parent = nullptr);

    /// From the top down.
    [[nodiscard]] std::vector<JobIndex> selectedJobs() const;
    [[nodiscard]] std::size_t selectedCount() const;
    /// Invalid when there is none.
    [[nodiscard]] JobIndex currentJob() const;
    /// Makes it the current and only selected one and scrolls there; nothing when it is not shown.
    void selectJob(JobIndex job);
    /// The shown columns of the selected rows, tab-separated, with titles; at most 100,000 rows.
    [[nodiscard]] QString selectionAsText() const;

    void keyboardSearch(const QString& search) override;

Q_SIGNALS:
    /// Current job or selected rows are others.
    void jobsSelected();
    void editWanted();
    void removeWanted();
    void duplicateWanted();
    void newJobWanted();
    void copyWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rememberSelection();
    void restoreSelection();

    /// What was selected when a scenario was left; undo and redo come back to it.
    struct Left {
        std::weak_ptr<const Scenario> scenario;
        std::vector<JobIndex> jobs;
        bool isAll = false;
        JobIndex current;
    };
    [[nodiscard]] Left present() const;
    /// The model shows another scenario: `before` is what was selected in the one before.
    void followScenario(Left before);
    void put(const Left& selection);
    void select(const std::vector<JobIndex>& jobs);

    JobTableModel& jobs_;
    std::vector<Left> left_;
    std::shared_ptr<const Scenario> of_;
    /// To be selected once the rows of the scenario are there; a selection by hand ends it.
    std::optional<Left> goal_;
    bool isPutting_ = false;
    Left kept_;
};

} // namespace quotaboard
