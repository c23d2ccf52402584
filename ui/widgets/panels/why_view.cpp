// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/why_view.h"

#include "core/experiment/wait_facts.h"
#include "ui/logic/bridge/wait_fact_text.h"
#include "ui/widgets/panels/folded_list.h"
#include "ui/widgets/panels/panel_parts.h"
#include "ui/widgets/panels/preemption_view.h"
#include "ui/widgets/panels/wait_history_view.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFormLayout>
#include <QFrame>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

constexpr int kCardMargin = 12;
constexpr int kFewRemedies = 3;

QString number(std::int64_t value)
{
    return QLocale().toString(static_cast<qlonglong>(value));
}

} // namespace

WhyView::WhyView(EditPort port, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , port_(std::move(port))
    , playback_(playback)
{
    QVBoxLayout* column = makeScrolledColumn(this);
    title_ = makeLabel({}, "heading", this);
    place_ = makeLabel({}, "secondary", this);
    column->addWidget(title_);
    column->addWidget(place_);
    card_ = new QFrame(this);
    card_->setProperty("look", "card");
    auto* cardColumn = new QVBoxLayout(card_);
    cardColumn->setContentsMargins(kCardMargin, kCardMargin, kCardMargin, kCardMargin);
    headline_ = makeLabel({}, "heading", card_);
    headline_->setObjectName(QStringLiteral("whyHeadline"));
    sentence_ = makeLabel({}, "", card_);
    sentence_->setObjectName(QStringLiteral("whySentence"));
    cardColumn->addWidget(headline_);
    cardColumn->addWidget(sentence_);
    column->addWidget(card_);
    remediesTitle_ = makeLabel(tr("What would start it now"), "heading", this);
    remediesHint_ = makeLabel({}, "small", this);
    remedies_ = new QWidget(this);
    remedies_->setObjectName(QStringLiteral("remedies"));
    remedyColumn_ = new QVBoxLayout(remedies_);
    remedyColumn_->setContentsMargins(0, 0, 0, 0);
    column->addWidget(remediesTitle_);
    column->addWidget(remediesHint_);
    column->addWidget(remedies_);
    moreRemedies_ = new QPushButton(this);
    moreRemedies_->setObjectName(QStringLiteral("moreRemedies"));
    moreRemedies_->setProperty("look", "link");
    column->addWidget(moreRemedies_, 0, Qt::AlignLeft);
    connect(moreRemedies_, &QPushButton::clicked, this, &WhyView::unfoldRemedies);
    numbers_ = new QWidget(this);
    auto* inner = new QVBoxLayout(numbers_);
    inner->setContentsMargins(0, 0, 0, 0);
    QFormLayout* form = makeForm(inner);
    needs_ = addFact(form, tr("Needs at once"));
    own_ = addFact(form, tr("Own limit"));
    borrow_ = addFact(form, tr("May borrow"));
    idle_ = addFact(form, tr("Idle and lendable"));
    reserve_ = addFact(form, tr("Held in reserve"));
    column->addWidget(numbers_);
    facts_ = makeLabel({}, "", this);
    facts_->setObjectName(QStringLiteral("whyFacts"));
    column->addWidget(facts_);
    checked_ = makeLabel({}, "small", this);
    column->addWidget(checked_);
    history_ = new WaitHistoryView(this);
    column->addWidget(history_);
    copy_ = new QPushButton(tr("Copy explanation"), this);
    copy_->setObjectName(QStringLiteral("copyExplanation"));
    column->addWidget(copy_, 0, Qt::AlignLeft);
    connect(copy_, &QPushButton::clicked, this, &WhyView::copyExplanation);
    connect(&service_, &RemedyService::found, this,
        [this](const std::shared_ptr<const RemedyList>& list) { showRemedies(*list); });
    aheadTitle_ = makeLabel(tr("Ahead of it"), "heading", this);
    ahead_ = new FoldedList(this);
    ahead_->setObjectName(QStringLiteral("whyAhead"));
    column->addWidget(aheadTitle_);
    column->addWidget(ahead_);
    holdersTitle_ = makeLabel({}, "heading", this);
    holders_ = new FoldedList(this);
    holders_->setObjectName(QStringLiteral("whyHolders"));
    column->addWidget(holdersTitle_);
    column->addWidget(holders_);
    preemption_ = new PreemptionView(playback, this);
    column->addWidget(preemption_);
    column->addStretch();
    showNothing(tr("Select a job or share."));
}

void WhyView::showNothing(const QString& hint)
{
    title_->setText(hint);
    for (QWidget* part : std::initializer_list<QWidget*>{place_, numbers_, card_, aheadTitle_, ahead_, holdersTitle_,
             holders_, facts_, checked_, copy_, preemption_, remediesTitle_, remediesHint_, remedies_, moreRemedies_})
        part->hide();
    history_->clear();
    service_.cancel();
    askedJob_ = {};
    if (!affected_.isEmpty())
        Q_EMIT affectedJobs({});
}

void WhyView::show(JobIndex job, ShareIndex share)
{
    const Simulator* simulator = playback_.simulator();
    if (simulator == nullptr) {
        showNothing(tr("The run is being computed."));
        return;
    }
    const Scenario& scenario = simulator->scenario();
    // The document may be ahead of the run that the simulator belongs to: exists() is false for what it does not know.
    if (!job.isValid() && simulator->policy().exists(share)) {
        const std::vector<JobSlot> first = simulator->scheduler().waitingOf(share, 1);
        if (first.empty()) {
            showNothing(tr("Nothing waits in %1.").arg(toQt(scenario.shareName(share))));
            return;
        }
        job = simulator->scheduler().job(first.front());
    }
    if (!job.isValid() || job.value() >= scenario.jobs.size()) {
        showNothing(tr("Select a job or share."));
        preemption_->show({});
        return;
    }
    if (!simulator->isIn(job)) {
        showNothing(simulator->hasEnded(job) ? tr("%1 has ended.").arg(jobText(scenario, job))
                                             : tr("%1 is not submitted yet.").arg(jobText(scenario, job)));
        preemption_->show(job);
        copy_->setVisible(!preemption_->isHidden());
        return;
    }
    const WaitReason reason = simulator->scheduler().explain(simulator->slot(job));
    if (reason.code == WaitCode::None) {
        showNothing(tr("%1 does not wait.").arg(jobText(scenario, job)));
        preemption_->show(job);
        copy_->setVisible(!preemption_->isHidden());
        return;
    }
    showWaiting(*simulator, job);
    preemption_->show(job);
    askForRemedies(job);
}

void WhyView::showWaiting(const Simulator& simulator, JobIndex job)
{
    const Scenario& scenario = simulator.scenario();
    const JobSlot slot = simulator.slot(job);
    const WaitReason reason = simulator.scheduler().explain(slot);
    const QString share = toQt(scenario.shareName(simulator.scheduler().share(slot)));
    const TimeMs waited = playback_.now() - simulator.waitingSince(slot);
    title_->setText(tr("%1 waits %2").arg(jobText(scenario, job), durationText(waited)));
    place_->setText(tr("place %1 of %2 in %3")
                        .arg(number(static_cast<std::int64_t>(std::max<std::size_t>(1, reason.position))),
                            number(static_cast<std::int64_t>(
                                simulator.scheduler().waitingCount(simulator.scheduler().share(slot)))),
                            share));
    place_->setVisible(reason.code != WaitCode::WaitingForInstances);
    showNumbers(scenario, simulator, slot, reason);
    headline_->setText(waitHeadline(reason.code));
    QString sentence = waitSentence(scenario, reason);
    if (reason.code == WaitCode::Behind && reason.front.isValid() && simulator.isIn(reason.front)) {
        const WaitReason front = simulator.scheduler().explain(simulator.slot(reason.front));
        sentence += QLatin1Char('\n')
            + tr("%1 waits: %2. %3")
                  .arg(jobText(scenario, reason.front), waitHeadline(front.code), waitSentence(scenario, front));
    }
    sentence_->setText(sentence);
    card_->show();
    showFacts(simulator, slot);
    if (shownJob_ != job) {
        ahead_->fold();
        holders_->fold();
        shownJob_ = job;
    }
    heldScenario_ = playback_.result()->scenario;
    std::vector<std::pair<JobIndex, std::int32_t>> jobsAhead;
    for (const JobIndex other : reason.ahead)
        jobsAhead.emplace_back(other, simulator.scheduler().priority(simulator.slot(other)));
    ahead_->setLines(jobsAhead.size(), [known = heldScenario_, jobsAhead](std::size_t i) {
        return tr("%1 · priority %2").arg(jobText(*known, jobsAhead[i].first), number(jobsAhead[i].second));
    });
    aheadTitle_->setVisible(!reason.ahead.empty());
    ahead_->setVisible(!reason.ahead.empty());
    showHolders(scenario, simulator, simulator.scheduler().unit(slot));
}

void WhyView::showNumbers(const Scenario& scenario, const Simulator& simulator, JobSlot slot, const WaitReason& reason)
{
    const std::int64_t borrowed = std::max<std::int64_t>(0, reason.dispatched - reason.limit);
    needs_->setText(
        tr("%1 × %2").arg(number(reason.instances), toQt(scenario.unitName(simulator.scheduler().unit(slot)))));
    own_->setText(tr("%1 of %2 used").arg(number(std::min(reason.dispatched, reason.limit)), number(reason.limit)));
    borrow_->setText(reason.borrowMax >= kUnlimited
            ? tr("unlimited, %1 used").arg(number(borrowed))
            : tr("%1, %2 used").arg(number(reason.borrowMax), number(borrowed)));
    idle_->setText(number(std::max<std::int64_t>(0, reason.ceiling - reason.totalDispatched - reason.held)));
    reserve_->setText(number(reason.held));
    numbers_->show();
}

void WhyView::showHolders(const Scenario& scenario, const Simulator& simulator, UnitIndex unit)
{
    struct Holder {
        JobIndex job;
        ShareIndex share;
        std::int32_t instances;
    };
    std::vector<Holder> jobs;
    for (const JobSlot holder : simulator.scheduler().dispatchedOn(unit))
        jobs.push_back({simulator.scheduler().job(holder), simulator.scheduler().share(holder),
            simulator.scheduler().instances(holder)});
    const bool isNobody = jobs.empty();
    const std::size_t count = jobs.size();
    holdersTitle_->setText(tr("Who uses %1").arg(toQt(scenario.unitName(unit))));
    holders_->setLines(isNobody ? 1 : count, [known = heldScenario_, jobs = std::move(jobs)](std::size_t i) {
        return jobs.empty()
            ? tr("Nobody.")
            : tr("%1 · %2 · %3 ×")
                  .arg(jobText(*known, jobs[i].job), toQt(known->shareName(jobs[i].share)), number(jobs[i].instances));
    });
    holdersTitle_->show();
    holders_->show();
}

void WhyView::showFacts(const Simulator& simulator, JobSlot slot)
{
    QStringList lines;
    for (const WaitFact& fact : waitFacts(simulator, slot)) {
        lines.append(tr("• %1", "an item of a list")
                         .arg(waitFactText(simulator.scenario(), simulator.scheduler().share(slot),
                             simulator.scheduler().unit(slot), fact)));
    }
    facts_->setText(lines.join(QLatin1Char('\n')));
    facts_->setVisible(!lines.isEmpty());
    checked_->setText(tr("Checked at %1, the last moment at which anything happened.")
                          .arg(clockText(simulator.scenario(), simulator.now())));
    checked_->show();
    if (simulator.scheduler().phase(slot) == JobPhase::Runnable)
        history_->show(playback_.result(), simulator.scheduler().job(slot), playback_.now());
    else
        history_->clear();
    copy_->show();
}

void WhyView::showPreemptionOf(std::uint32_t attempt)
{
    preemption_->choose(attempt);
    // Asked for by name: it stands below what makes the job wait now.
    if (auto* area = findChild<QScrollArea*>(); area != nullptr && !preemption_->isHidden()) {
        area->widget()->layout()->activate();
        area->verticalScrollBar()->setValue(preemption_->y());
    }
}

void WhyView::copyExplanation()
{
    QStringList parts;
    for (const QLabel* label : {title_, place_, headline_, sentence_, facts_, checked_}) {
        if (label->isVisibleTo(this) && !label->text().isEmpty())
            parts.append(label->text());
    }
    if (const QString preemption = preemption_->asText(); !preemption.isEmpty())
        parts.append(preemption);
    QApplication::clipboard()->setText(parts.join(QLatin1Char('\n')) + QLatin1Char('\n'));
    port_.report(tr("Copied the explanation."));
}

bool WhyView::eventFilter(QObject* watched, QEvent* event)
{
    // What an option would do to others glows on the board while one looks at it.
    const auto found = affected_.constFind(watched);
    if (found != affected_.constEnd()) {
        if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)
            Q_EMIT affectedJobs(*found);
        else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut)
            Q_EMIT affectedJobs({});
    }
    return QWidget::eventFilter(watched, event);
}

void WhyView::clearRemedies(const QString& hint)
{
    if (!affected_.isEmpty())
        Q_EMIT affectedJobs({});
    affected_.clear();
    while (QLayoutItem* item = remedyColumn_->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    moreRemedies_->hide();
    remediesHint_->setText(hint);
    remediesTitle_->show();
    remediesHint_->show();
    remedies_->show();
}

void WhyView::askForRemedies(JobIndex job)
{
    // Answers for a moment that is gone at once would only flicker.
    if (playback_.isPlaying() || playback_.isAtStart()) {
        askedJob_ = {};
        service_.cancel();
        clearRemedies(tr("Pause the clock to have remedies tried."));
        return;
    }
    if (askedResult_ == playback_.result() && askedJob_ == job && askedMoment_ == playback_.now())
        return;
    askedResult_ = playback_.result();
    askedJob_ = job;
    askedMoment_ = playback_.now();
    clearRemedies(tr("Trying on a copy…"));
    service_.request(askedResult_, job, askedMoment_);
}

void WhyView::showRemedies(const RemedyList& list)
{
    if (list.result != askedResult_ || list.job != askedJob_ || list.moment != askedMoment_)
        return;
    const Scenario& scenario = *list.result->scenario;
    const QString otherwise = list.startsAnyway == kNever
        ? tr("Left alone, it does not start in this run.")
        : tr("Left alone, it starts at %1 in this run.").arg(clockText(scenario, list.startsAnyway));
    clearRemedies((list.remedies.empty() ? tr("No single change starts it now. %1") : tr("Each tried on a copy. %1"))
                      .arg(otherwise));
    for (const Remedy& remedy : list.remedies)
        addRemedy(scenario, remedy);
    foldRemedies(static_cast<int>(list.remedies.size()));
}

/// The first few, and all of them at the press of a button, so that what follows is not out of sight.
void WhyView::foldRemedies(int count)
{
    moreRemedies_->setVisible(count > kFewRemedies);
    moreRemedies_->setText(tr("Show all %Ln", nullptr, count));
    moreRemedies_->setAccessibleName(tr("Show all %Ln changes that would start it", nullptr, count));
    for (int i = kFewRemedies; i < count; ++i)
        remedyColumn_->itemAt(i)->widget()->hide();
}

void WhyView::unfoldRemedies()
{
    moreRemedies_->hide();
    for (int i = kFewRemedies; i < remedyColumn_->count(); ++i)
        remedyColumn_->itemAt(i)->widget()->show();
    // The keyboard goes on where the list was cut.
    if (remedyColumn_->count() <= kFewRemedies)
        return;
    if (auto* apply = remedyColumn_->itemAt(kFewRemedies)->widget()->findChild<QPushButton*>())
        apply->setFocus(Qt::OtherFocusReason);
}

void WhyView::addRemedy(const Scenario& scenario, const Remedy& remedy)
{
    Edit edit = remedyEdit(scenario, remedy);
    // Found for the run on show; a document that has moved on is asked again.
    edit.change = [this, change = edit.change, result = askedResult_](Scenario& s) {
        if (result->scenario != port_.document.scenario())
            return Status{};
        return change(s);
    };
    auto* card = new QFrame(remedies_);
    card->setProperty("look", "card");
    auto* inner = new QVBoxLayout(card);
    inner->setContentsMargins(kCardMargin, kCardMargin, kCardMargin, kCardMargin);
    inner->setSpacing(4);
    inner->addWidget(makeLabel(edit.text, "", card));
    const QString consequence = tr("Starts now. %1").arg(remedyConsequence(scenario, remedy));
    inner->addWidget(makeLabel(consequence, "small", card));
    auto* apply = new QPushButton(tr("Apply"), card);
    apply->setAccessibleName(tr("Apply: %1").arg(edit.text));
    apply->setAccessibleDescription(consequence);
    inner->addWidget(apply, 0, Qt::AlignLeft);
    remedyColumn_->addWidget(card);
    QVector<JobIndex> affected{remedy.job};
    for (const RemedyVictim& victim : remedy.victims)
        affected.append(victim.job);
    for (QWidget* part : {static_cast<QWidget*>(card), static_cast<QWidget*>(apply)}) {
        affected_.insert(part, affected);
        part->installEventFilter(this);
    }
    // Queued, because the card is gone when the edit is done.
    connect(
        apply, &QPushButton::clicked, this, [this, edit] { port_.apply(edit); }, Qt::QueuedConnection);
}

} // namespace quotaboard
