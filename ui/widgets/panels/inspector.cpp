// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/inspector.h"

#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/panels/assumptions_view.h"
#include "ui/widgets/panels/job_view.h"
#include "ui/widgets/panels/jobs_view.h"
#include "ui/widgets/panels/metrics_view.h"
#include "ui/widgets/panels/scenario_view.h"
#include "ui/widgets/panels/share_editor.h"
#include "ui/widgets/panels/why_view.h"

#include <QEvent>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kNarrowest = 260;
constexpr int kWidestNeeded = 520;
// As the style sheet has them: beside the row of tabs, and padding and margin of one.
constexpr int kTabMargin = 12;
constexpr int kAroundWord = 28;

} // namespace

InspectorPanel::InspectorPanel(ScenarioDocument& document, Playback& playback, const Theme&, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
{
    setObjectName(QStringLiteral("inspector"));
    setMinimumWidth(kNarrowest);
    const EditPort port{
        document_, [this] { return editTime(); }, [this](const QString& text) { Q_EMIT statusMessage(text); }};
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    tabs_ = new QTabWidget(this);
    tabs_->setDocumentMode(true);
    column->addWidget(tabs_);
    edit_ = new QStackedWidget(tabs_);
    scenario_ = new ScenarioView(port, edit_);
    share_ = new ShareEditor(port, edit_);
    job_ = new JobView(port, playback_, edit_);
    edit_->addWidget(scenario_);
    edit_->addWidget(share_);
    edit_->addWidget(job_);
    jobs_ = new JobsView(document_, edit_);
    edit_->addWidget(jobs_);
    metrics_ = new MetricsView(playback_, tabs_);
    why_ = new WhyView(port, playback_, tabs_);
    why_->setObjectName(QStringLiteral("tabWhy"));
    assumptions_ = new AssumptionsView(port, tabs_);
    tabs_->addTab(edit_, tr("Edit"));
    tabs_->addTab(metrics_, tr("Metrics"));
    tabs_->addTab(why_, tr("Why"));
    tabs_->addTab(assumptions_, tr("Assumptions"));
    tabs_->setAccessibleName(tr("Inspector"));
    // Large text: the words are shortened rather than out of reach.
    tabs_->setElideMode(Qt::ElideRight);
    tabs_->setUsesScrollButtons(false);
    for (int i = 0; i < tabs_->count(); ++i)
        tabs_->setTabToolTip(i, tabs_->tabText(i));
    connect(share_, &ShareEditor::editHovered, this, &InspectorPanel::editHovered);
    connect(why_, &WhyView::affectedJobs, this, &InspectorPanel::affectedJobs);
    connect(job_, &JobView::preemptionAsked, this, [this](quint32 attempt) {
        showWhy();
        why_->showPreemptionOf(attempt);
    });
    connect(&document_, &ScenarioDocument::opened, this, [this] { showSelection({}); });
    connect(&document_, &ScenarioDocument::changed, this, &InspectorPanel::follow);
    connect(&playback_, &Playback::positionChanged, this, &InspectorPanel::follow);
    connect(&playback_, &Playback::playingChanged, this, &InspectorPanel::follow);
    connect(tabs_, &QTabWidget::currentChanged, this, &InspectorPanel::follow);
    fitTabs();
    follow();
}

/// So wide that the words of all tabs can be read, unless the text is so large that the panel would take the window.
void InspectorPanel::fitTabs()
{
    tabs_->ensurePolished();
    const QTabBar* bar = tabs_->tabBar();
    int needed = 2 * kTabMargin;
    for (int i = 0; i < bar->count(); ++i)
        needed += bar->fontMetrics().horizontalAdvance(bar->tabText(i)) + kAroundWord;
    setMinimumWidth(std::clamp(needed, kNarrowest, kWidestNeeded));
}

void InspectorPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (tabs_ != nullptr && (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange))
        fitTabs();
}

void InspectorPanel::showRisk(const QString& text)
{
    share_->showRisk(text);
}

EditTime InspectorPanel::editTime() const
{
    if (playback_.isAtStart() || !editsFromNow_)
        return EditTime::fromStart();
    return EditTime::from(playback_.now());
}

void InspectorPanel::showSelection(const Selection& selection)
{
    selection_ = selection;
    follow();
}

void InspectorPanel::showWhy()
{
    tabs_->setCurrentWidget(why_);
    why_->setFocus();
}

void InspectorPanel::follow()
{
    if (!document_.isOpen())
        return;
    // Only what can be seen is kept up to date: playing moves the clock thirty times a second.
    if (tabs_->currentWidget() == edit_) {
        if (selection_.kind == Selection::Kind::Job && selection_.job.isValid()) {
            edit_->setCurrentWidget(job_);
            job_->show(selection_.job);
        } else if (selection_.kind == Selection::Kind::Jobs) {
            edit_->setCurrentWidget(jobs_);
            jobs_->show(selection_.jobs);
        } else if (selection_.share.isValid() && selection_.share.value() < document_.value().shareNames.size()) {
            edit_->setCurrentWidget(share_);
            share_->show(selection_.share);
        } else {
            edit_->setCurrentWidget(scenario_);
            scenario_->refresh();
        }
    } else if (tabs_->currentWidget() == why_) {
        why_->show(selection_.kind == Selection::Kind::Job ? selection_.job : JobIndex{}, selection_.share);
    } else if (tabs_->currentWidget() == assumptions_) {
        assumptions_->refresh();
    } else {
        metrics_->refresh();
    }
}

} // namespace quotaboard
