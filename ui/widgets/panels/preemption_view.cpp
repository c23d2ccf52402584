// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/preemption_view.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/candidates_model.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QComboBox>
#include <QFrame>
#include <QHeaderView>
#include <QLocale>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kCardMargin = 12;
constexpr int kTableHeight = 176;

} // namespace

PreemptionView::PreemptionView(Playback& playback, QWidget* parent)
    : QWidget(parent)
    , playback_(playback)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeLabel(tr("Why it was preempted"), "heading", this));
    choice_ = new QComboBox(this);
    choice_->setObjectName(QStringLiteral("preemptionChoice"));
    choice_->setAccessibleName(tr("Which preemption"));
    column->addWidget(choice_);
    card_ = new QFrame(this);
    card_->setProperty("look", "card");
    auto* inner = new QVBoxLayout(card_);
    inner->setContentsMargins(kCardMargin, kCardMargin, kCardMargin, kCardMargin);
    headline_ = makeLabel({}, "heading", card_);
    headline_->setContentsMargins(0, 0, 0, 0);
    headline_->setObjectName(QStringLiteral("preemptionHeadline"));
    sentence_ = makeLabel({}, "", card_);
    sentence_->setObjectName(QStringLiteral("preemptionSentence"));
    inner->addWidget(headline_);
    inner->addWidget(sentence_);
    column->addWidget(card_);
    rule_ = makeLabel({}, "small", this);
    rule_->setObjectName(QStringLiteral("preemptionRule"));
    column->addWidget(rule_);
    candidates_ = new CandidatesModel(this);
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("preemptionCandidates"));
    table_->setAccessibleName(tr("Candidates in victim order"));
    table_->setModel(candidates_);
    table_->setTabKeyNavigation(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setWordWrap(false);
    table_->setMinimumHeight(kTableHeight);
    table_->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(table_);
    connect(&service_, &PreemptionService::found, this,
        [this](const std::shared_ptr<const PreemptionAnswer>& answer) { take(*answer); });
    connect(choice_, &QComboBox::activated, this, [this](int row) {
        chosen_ = static_cast<std::size_t>(row);
        ask(events_[*chosen_].index);
    });
    hide();
}

void PreemptionView::show(JobIndex job)
{
    if (job_ != job || result_ != playback_.result()) {
        job_ = job;
        result_ = playback_.result();
        chosen_.reset();
        asked_.reset();
        findEvents();
    }
    const std::size_t position = playback_.eventPosition();
    const auto end = std::find_if(
        events_.begin(), events_.end(), [position](const Event& event) { return event.index >= position; });
    const auto count = static_cast<std::size_t>(end - events_.begin());
    setVisible(count > 0);
    if (count == 0) {
        service_.cancel();
        asked_.reset();
        known_ = 0;
        return;
    }
    if (chosen_ && *chosen_ >= count)
        chosen_.reset();
    fillChoice(count);
    ask(events_[chosen_.value_or(count - 1)].index);
}

void PreemptionView::findEvents()
{
    events_.clear();
    known_ = 0;
    if (!result_ || !job_.isValid())
        return;
    const EventLog& log = result_->log;
    for (std::size_t i = 0; i < log.size(); ++i) {
        if (log.jobOf(i) != job_)
            continue;
        const JobEvent event = log[i];
        if (event.kind == EventKind::Preempted)
            events_.push_back({i, event.attempt, event.time});
    }
}

void PreemptionView::fillChoice(std::size_t count)
{
    const QSignalBlocker blocker(choice_);
    if (count != known_) {
        known_ = count;
        choice_->clear();
        for (std::size_t i = 0; i < count; ++i) {
            choice_->addItem(
                tr("Attempt %1, after %2").arg(QLocale().toString(events_[i].attempt), durationText(events_[i].time)));
            choice_->setItemData(static_cast<int>(i), clockText(*result_->scenario, events_[i].time), Qt::ToolTipRole);
        }
    }
    choice_->setCurrentIndex(static_cast<int>(chosen_.value_or(count - 1)));
}

void PreemptionView::choose(std::uint32_t attempt)
{
    for (std::size_t i = 0; i < known_; ++i) {
        if (events_[i].attempt != attempt)
            continue;
        chosen_ = i;
        fillChoice(known_);
        ask(events_[i].index);
    }
}

void PreemptionView::ask(std::size_t index)
{
    if (asked_ == index)
        return;
    asked_ = index;
    headline_->setText(tr("Looking it up …"));
    sentence_->clear();
    rule_->clear();
    table_->hide();
    service_.request(result_, index);
}

void PreemptionView::take(const PreemptionAnswer& answer)
{
    if (answer.result != result_ || asked_ != answer.index)
        return;
    if (!answer.reason) {
        headline_->setText(tr("This decision could not be found in the run again."));
        return;
    }
    const PreemptionReason& reason = *answer.reason;
    const Scenario& scenario = *result_->scenario;
    headline_->setText(preemptionHeadline(reason.kind));
    sentence_->setText(
        preemptionSentence(scenario, reason) + QLatin1Char('\n') + preemptionConsequence(scenario, reason));
    rule_->setText(
        tr("Candidates: %1. Gone through in this order: %2. Taken until %3 fitted; whoever could then stay was spared.")
            .arg(QLocale().toString(static_cast<qulonglong>(reason.candidates.size())), victimOrderText(reason.order),
                jobText(scenario, reason.claimant)));
    candidates_->show(result_->scenario, reason.time, reason.candidates);
    table_->show();
    table_->resizeColumnsToContents();
}

QString PreemptionView::asText() const
{
    if (isHidden() || table_->isHidden())
        return {};
    QStringList lines{headline_->text(), sentence_->text(), rule_->text()};
    for (int row = 0; row < candidates_->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < candidates_->columnCount(); ++column)
            cells.append(candidates_->index(row, column).data().toString());
        lines.append(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace quotaboard
