// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/workload_page.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/workload_edits.h"
#include "ui/widgets/board/board_content.h"
#include "ui/widgets/board/new_job_dialog.h"
#include "ui/widgets/panels/panel_parts.h"
#include "ui/widgets/workload/classes_tab.h"
#include "ui/widgets/workload/generators_tab.h"
#include "ui/widgets/workload/jobs_tab.h"

#include <QHBoxLayout>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

constexpr int kMargin = 12;

} // namespace

WorkloadPage::WorkloadPage(ScenarioDocument& document, Playback& playback, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
    , tabs_(new QTabWidget(this))
    , jobs_(new JobsTab(document, playback, this))
    , classes_(new ClassesTab(document, this))
    , generators_(new GeneratorsTab(document, theme, this))
{
    setObjectName(QStringLiteral("workloadPage"));
    setAccessibleName(tr("Workload"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, kMargin, 0, 0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kMargin, 0, kMargin, 0);
    auto* title = makeLabel(tr("Workload"), "heading", this);
    title->setContentsMargins(0, 0, 0, 0);
    title->setWordWrap(false);
    head->addWidget(title);
    auto* note
        = makeLabel(tr("Edits here hold from the start of the run, wherever the clock stands."), "secondary", this);
    head->addWidget(note, 1);
    column->addLayout(head);
    tabs_->setObjectName(QStringLiteral("workloadTabs"));
    // The bar is as wide as the page, so that the bold title of the current tab finds room.
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setDrawBase(false);
    tabs_->setAccessibleName(tr("Workload"));
    tabs_->tabBar()->setAccessibleName(tr("Parts of the workload"));
    tabs_->addTab(jobs_, tr("Jobs"));
    tabs_->addTab(classes_, tr("Classes"));
    tabs_->addTab(generators_, tr("Generators"));
    column->addWidget(tabs_, 1);
    setFocusProxy(jobs_);

    connect(jobs_, &JobsTab::selectionChanged, this, &WorkloadPage::selectionChanged);
    connect(jobs_, &JobsTab::statusMessage, this, &WorkloadPage::statusMessage);
    connect(jobs_, &JobsTab::showOnBoardRequested, this, &WorkloadPage::showOnBoardRequested);
    connect(jobs_, &JobsTab::explainRequested, this, &WorkloadPage::explainRequested);
    connect(jobs_, &JobsTab::newJobWanted, this, &WorkloadPage::askJob);
    connect(jobs_, &JobsTab::newGeneratorWanted, this, [this] {
        tabs_->setCurrentWidget(generators_);
        generators_->addGenerator();
    });
    connect(classes_, &ClassesTab::statusMessage, this, &WorkloadPage::statusMessage);
    connect(generators_, &GeneratorsTab::statusMessage, this, &WorkloadPage::statusMessage);
}

QByteArray WorkloadPage::layoutState() const
{
    return jobs_->columns();
}

void WorkloadPage::setLayoutState(const QByteArray& state)
{
    jobs_->setColumns(state);
}

void WorkloadPage::selectJob(JobIndex job)
{
    tabs_->setCurrentWidget(jobs_);
    jobs_->selectJob(job);
}

void WorkloadPage::askJob()
{
    if (document_.value().shares.empty())
        return void(Q_EMIT statusMessage(tr("Add a share first: a job belongs to one.")));
    // The board's dialog asks about what the board shows; it lives as long as the question.
    auto* content = new BoardContent(document_, playback_, this);
    auto* dialog = new NewJobDialog(*content, document_.value().findShare(document_.value().shares.front().name), this);
    content->setParent(dialog);
    dialog->setClasses(document_.extras().workloadClasses);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const Status status = document_.apply(submitJobEdit(EditTime::fromStart(), dialog->draft()));
        if (!status)
            return void(Q_EMIT statusMessage(errorText(status.error())));
        // The new job is the last one of the list.
        jobs_->selectJob(JobIndex{document_.value().jobs.size() - 1});
    });
    dialog->open();
}

} // namespace quotaboard
