// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario_edits.h"
#include "ui/logic/document/selection.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace quotaboard {

class AssumptionsView;
class JobView;
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

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    [[nodiscard]] EditTime editTime() const;
    void follow();

    ScenarioDocument& document_;
    Playback& playback_;
    Selection selection_;
    bool editsFromNow_ = true;
    QTabWidget* tabs_;
    QStackedWidget* edit_;
    ScenarioView* scenario_;
    ShareEditor* share_;
    JobView* job_;
    MetricsView* metrics_;
    WhyView* why_;
    AssumptionsView* assumptions_;
};

} // namespace quotaboard
