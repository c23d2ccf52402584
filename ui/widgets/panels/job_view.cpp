// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/job_view.h"

#include "ui/widgets/panels/panel_parts.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

constexpr int kTableHeight = 160;

} // namespace

JobView::JobView(EditPort port, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , port_(std::move(port))
    , playback_(playback)
{
    QVBoxLayout* column = makeScrolledColumn(this);
    title_ = makeLabel({}, "heading", this);
    column->addWidget(title_);
    state_ = makeLabel({}, "secondary", this);
    column->addWidget(state_);
    QFormLayout* request = makeForm(column);
    share_ = addFact(request, tr("Share"));
    size_ = addFact(request, tr("Needs"));
    work_ = addFact(request, tr("Work"));
    progress_ = addFact(request, tr("Done, kept"));
    submitted_ = addFact(request, tr("Submitted"));
    priority_ = new QSpinBox(this);
    priority_->setRange(0, kMaxPriority);
    priority_->setKeyboardTracking(false);
    priority_->setAccessibleName(tr("Priority, 0 to %1").arg(kMaxPriority));
    request->addRow(tr("Priority"), priority_);
    connect(priority_, &QSpinBox::valueChanged, this,
        [this](int value) { port_.apply(jobPriorityEdit(port_.scenario(), port_.when(), job_, value)); });

    column->addWidget(makeLabel(tr("Interruption"), "heading", this));
    QFormLayout* interruption = makeForm(column);
    checkpoint_ = addFact(interruption, tr("Checkpoint"));
    restore_ = addFact(interruption, tr("Restore"));
    retries_ = addFact(interruption, tr("Preemptions allowed"));
    deadline_ = addFact(interruption, tr("Deadline"));
    class_ = addFact(interruption, tr("Class"));

    column->addWidget(makeLabel(tr("Attempts"), "heading", this));
    attempts_ = new AttemptsModel(this);
    table_ = new QTableView(this);
    table_->setModel(attempts_);
    table_->setAccessibleName(tr("Attempts"));
    table_->verticalHeader()->hide();
    table_->setTabKeyNavigation(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setWordWrap(false);
    table_->setMinimumHeight(kTableHeight);
    table_->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(table_);
    whyPreempted_ = new QPushButton(tr("Why was it preempted?"), this);
    whyPreempted_->setObjectName(QStringLiteral("whyPreempted"));
    whyPreempted_->setToolTip(tr("Of the chosen attempt, else of the last that was preempted"));
    column->addWidget(whyPreempted_, 0, Qt::AlignLeft);
    connect(whyPreempted_, &QPushButton::clicked, this, [this] { Q_EMIT preemptionAsked(preemptedAttempt()); });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        const AttemptRecord& attempt = attempts_->attempt(index.row());
        if (attempt.outcome == AttemptRecord::End::Preempted)
            Q_EMIT preemptionAsked(attempt.number);
    });
    terminate_ = new QPushButton(tr("Terminate now"), this);
    column->addWidget(terminate_, 0, Qt::AlignLeft);
    connect(terminate_, &QPushButton::clicked, this,
        [this] { port_.apply(terminateJobEdit(port_.scenario(), playback_.now(), job_)); });
    column->addStretch();
}

void JobView::show(JobIndex job)
{
    job_ = job;
    const Scenario& scenario = port_.scenario();
    const bool exists = job.isValid() && job.value() < scenario.jobs.size();
    setEnabled(exists);
    if (!exists)
        return;
    fillRequest(scenario);
    fillState(scenario);
}

QString JobView::checkpointText(const JobProfile& profile) const
{
    if (!profile.checkpoint)
        return tr("none: a stop loses all progress");
    QString text = tr("every %1").arg(durationText(profile.checkpoint->interval));
    if (profile.checkpoint->cost > 0)
        text = tr("%1, %2 each").arg(text, durationText(profile.checkpoint->cost));
    return profile.checkpoint->onStop ? tr("%1, and at a stop").arg(text) : text;
}

void JobView::fillRequest(const Scenario& scenario)
{
    const Job& job = scenario.jobs[job_];
    const JobProfile& profile = scenario.jobs.profileOf(job_);
    const QLocale locale;
    title_->setText(jobText(scenario, job_));
    share_->setText(toQt(scenario.shareName(job.share)));
    size_->setText(tr("%1 × %2").arg(locale.toString(job.instances), toQt(scenario.unitName(job.unit))));
    work_->setText(durationText(job.work));
    submitted_->setText(clockText(scenario, job.submit));
    checkpoint_->setText(checkpointText(profile));
    restore_->setText(profile.restore > 0 ? durationText(profile.restore) : tr("takes no time"));
    retries_->setText(profile.preemptionRetries ? locale.toString(*profile.preemptionRetries) : tr("unlimited"));
    deadline_->setText(job.deadline == kNever ? QStringLiteral("—") : clockText(scenario, job.deadline));
    class_->setText(job.workloadClass.isValid() ? toQt(scenario.jobs.text(job.workloadClass)) : QStringLiteral("—"));
}

void JobView::fillState(const Scenario& scenario)
{
    const Simulator* simulator = playback_.simulator();
    const bool isIn = simulator != nullptr && job_.value() < simulator->scenario().jobs.size() && simulator->isIn(job_);
    {
        const QSignalBlocker blocker(priority_);
        priority_->setValue(
            isIn ? simulator->scheduler().priority(simulator->slot(job_)) : scenario.jobs[job_].priority);
    }
    state_->setText(stateText());
    terminate_->setVisible(isIn);
    progress_->setText(QStringLiteral("—"));
    if (isIn) {
        const Simulator::WorkDone work = simulator->workDone(simulator->slot(job_), playback_.now());
        progress_->setText(tr("%1, %2").arg(durationText(work.done), durationText(work.durable)));
    }
    const std::size_t events = playback_.eventPosition();
    if (playback_.result() == nullptr
        || (shownResult_ == playback_.result() && shownEvents_ == events && shownJob_ == job_))
        return;
    shownResult_ = playback_.result();
    shownEvents_ = events;
    shownJob_ = job_;
    attempts_->show(shownResult_->scenario, historyOf(shownResult_->log, job_, events));
    table_->resizeColumnsToContents();
    whyPreempted_->setVisible(preemptedAttempt() > 0);
}

quint32 JobView::preemptedAttempt() const
{
    const auto isPreempted
        = [this](int row) { return attempts_->attempt(row).outcome == AttemptRecord::End::Preempted; };
    const int current = table_->currentIndex().row();
    if (current >= 0 && isPreempted(current))
        return attempts_->attempt(current).number;
    for (int row = attempts_->rowCount(); row-- > 0;) {
        if (isPreempted(row))
            return attempts_->attempt(row).number;
    }
    return 0;
}

QString JobView::stateText() const
{
    const Simulator* simulator = playback_.simulator();
    if (simulator == nullptr || job_.value() >= simulator->scenario().jobs.size())
        return {};
    if (simulator->hasEnded(job_))
        return tr("ended");
    if (!simulator->isIn(job_))
        return tr("not submitted yet");
    switch (simulator->scheduler().phase(simulator->slot(job_))) {
    case JobPhase::Runnable:
        return tr("waiting in its queue");
    case JobPhase::Scheduled:
        return tr("dispatched, waits for instances");
    case JobPhase::Starting:
        return tr("starting");
    case JobPhase::Running:
        return tr("running");
    case JobPhase::Stopping:
        return tr("preempted, releasing its instances");
    case JobPhase::Free:
    case JobPhase::Detached:
        break;
    }
    return {};
}

} // namespace quotaboard
