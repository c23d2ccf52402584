// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/job_edits.h"
#include "ui/logic/document/edit.h"
#include "ui/logic/document/selection.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace quotaboard {

class JobsTable;
class JobTableModel;
class Playback;
class ScenarioDocument;

/// The jobs of the scenario as a table to filter, sort and edit, one by one or many at once. Every edit holds from the
/// start of the run and is one undo step.
class JobsTab : public QWidget {
    Q_OBJECT

public:
    JobsTab(ScenarioDocument& document, Playback& playback, QWidget* parent = nullptr);

    /// Which columns are shown, in which order and how wide; for the settings.
    [[nodiscard]] QByteArray columns() const;
    /// Ignores what does not come from columns().
    void setColumns(const QByteArray& columns);
    void selectJob(JobIndex job);
    [[nodiscard]] JobsTable& table() { return *table_; }

Q_SIGNALS:
    void selectionChanged(const quotaboard::Selection& selection);
    void statusMessage(const QString& text);
    void showOnBoardRequested(const quotaboard::Selection& selection);
    void explainRequested(quotaboard::JobIndex job);
    void newJobWanted();
    void newGeneratorWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeEmptyPart();
    QWidget* makeNoMatchPart();
    void buildHead();
    void buildActions();
    void followScenario();
    void followMoment();
    void followRows();
    void followSelection();
    void followBusy();
    void applyFilter();
    void apply(const Edit& edit);
    void change(std::vector<JobIndex> jobs, const JobChange& change);
    void editSelected();
    void removeSelected();
    void duplicateSelected();
    void copySelected();
    void popupMenu(const QPoint& at);
    void fillColumns(QMenu& menu);
    [[nodiscard]] bool isCurrent();

    ScenarioDocument& document_;
    Playback& playback_;
    JobTableModel* model_;
    JobsTable* table_;
    QStackedWidget* stack_;
    QLineEdit* filter_;
    QLabel* count_;
    QLabel* problem_;
    QPushButton* clear_;
    QPushButton* edit_;
    QPushButton* remove_;
    QPushButton* duplicate_;
    QLabel* noMatch_;
    QWidget* busy_;
    QProgressBar* progress_;
    QTimer busyPause_;
    QTimer busyTick_;
    QTimer filterPause_;
    QTimer statePause_;
};

} // namespace quotaboard
