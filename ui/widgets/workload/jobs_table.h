// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QStyledItemDelegate>
#include <QTableView>

#include <vector>

namespace quotaboard {

class JobTableModel;

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
/// selection when the rows are sorted again.
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

    JobTableModel& jobs_;
    std::vector<JobIndex> kept_;
    JobIndex keptCurrent_;
    std::size_t keptOf_ = 0;
};

} // namespace quotaboard
