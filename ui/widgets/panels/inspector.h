// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario_edits.h"
#include "ui/logic/document/edit.h"
#include "ui/logic/document/selection.h"

#include <QVector>
#include <QWidget>

#include <optional>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace quotaboard {

class AssumptionsView;
class JobView;
class JobsView;
class MetricsView;
class Playback;
class ScenarioDocument;
class ScenarioView;
class ShareEditor;
class Theme;
class WhyView;

/// The right dock: what is selected, to read and to edit (Edit), the five numbers up to the clock (Metrics), why a job
/// waits and what would start it (Why), and the choices behind the results (Assumptions). Every edit goes through the
/// document. The objects handed in must outlive it.
class InspectorPanel : public QWidget {
    Q_OBJECT

public:
    InspectorPanel(ScenarioDocument& document, Playback& playback, const Theme& theme, QWidget* parent = nullptr);

    /// Whether edits made while the clock is not at the start hold from now on, or from the start.
    void setEditFromNow(bool fromNow) { editsFromNow_ = fromNow; }

public Q_SLOTS:
    void showSelection(const quotaboard::Selection& selection);
    /// To the Why tab, for F2.
    void showWhy();
    /// What the edit that editHovered() told of would put at risk; empty for nothing.
    void showRisk(const QString& text);

Q_SIGNALS:
    void statusMessage(const QString& text);
    /// Jobs of the run that an option in the Why tab would start or preempt, while one looks at it; then none.
    void affectedJobs(const QVector<quotaboard::JobIndex>& jobs);
    /// A field holds or points at a value that is not in force: the edit that it would be. Empty: none any more.
    void editHovered(const std::optional<quotaboard::Edit>& edit);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitTabs();
    [[nodiscard]] EditTime editTime() const;
    void follow();

    ScenarioDocument& document_;
    Playback& playback_;
    Selection selection_;
    bool editsFromNow_ = true;
    QTabWidget* tabs_ = nullptr;
    QStackedWidget* edit_;
    ScenarioView* scenario_;
    ShareEditor* share_;
    JobView* job_;
    JobsView* jobs_;
    MetricsView* metrics_;
    WhyView* why_;
    AssumptionsView* assumptions_;
};

} // namespace quotaboard
