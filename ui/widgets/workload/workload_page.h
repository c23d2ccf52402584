// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/selection.h"

#include <QByteArray>
#include <QWidget>

class QTabWidget;

namespace quotaboard {

class ClassesTab;
class GeneratorsTab;
class JobsTab;
class Playback;
class ScenarioDocument;
class Theme;

/// The workload of the scenario: its jobs as a table, workload classes, and generators. Every edit holds from the start
/// of the run, wherever the clock stands, and can be undone. Document, playback and theme must outlive it.
class WorkloadPage : public QWidget {
    Q_OBJECT

public:
    WorkloadPage(ScenarioDocument& document, Playback& playback, const Theme& theme, QWidget* parent = nullptr);

    /// Columns of the job table as the user left them; for the settings.
    [[nodiscard]] QByteArray layoutState() const;
    void setLayoutState(const QByteArray& state);
    /// Shows a job in the table.
    void selectJob(JobIndex job);

Q_SIGNALS:
    void selectionChanged(const quotaboard::Selection& selection);
    void statusMessage(const QString& text);
    void showOnBoardRequested(const quotaboard::Selection& selection);
    void explainRequested(quotaboard::JobIndex job);

private:
    void askJob();

    ScenarioDocument& document_;
    Playback& playback_;
    QTabWidget* tabs_;
    JobsTab* jobs_;
    ClassesTab* classes_;
    GeneratorsTab* generators_;
};

} // namespace quotaboard
