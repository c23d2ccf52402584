// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/metrics_view.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QFrame>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

/// While playing, numbers that change faster cannot be read.
constexpr int kMsBetweenRequests = 250;
constexpr int kCardMargin = 12;
constexpr std::uint64_t kFewest = 5;
constexpr std::uint64_t kFew = 20;

const QString& emDash()
{
    static const QString dash = QStringLiteral("—");
    return dash;
}

} // namespace

MetricsView::MetricsView(Playback& playback, QWidget* parent)
    : QWidget(parent)
    , playback_(playback)
{
    QVBoxLayout* column = makeScrolledColumn(this);
    window_ = makeLabel({}, "small", this);
    column->addWidget(window_);
    work_ = addRow(column, tr("Completed work"), tr("Useful work of succeeded jobs, of all capacity paid for"));
    waits_ = addRow(column, tr("Waits"), tr("RUNNABLE to RUNNING of the share and priority that waits longest at P95"));
    waste_ = addRow(column, tr("Preemption waste"), tr("Work lost and restarts caused by preemption"));
    fairness_ = addRow(column, tr("Fairness drift"), tr("Largest shortfall of a share against what it could claim"));
    recovery_ = addRow(column, tr("Recovery"), tr("Preempted jobs that finished within their expected window"));
    column->addStretch();
    pause_.setSingleShot(true);
    pause_.setInterval(kMsBetweenRequests);
    connect(&pause_, &QTimer::timeout, this, &MetricsView::refresh);
    connect(&service_, &MetricsService::ready, this,
        [this](const std::shared_ptr<const Scorecard>& card, qint64 moment) { showCard(*card, moment); });
    connect(&playback_, &Playback::positionChanged, this, [this] {
        if (!pause_.isActive())
            pause_.start();
    });
}

MetricsView::Row MetricsView::addRow(QVBoxLayout* column, const QString& title, const QString& meaning)
{
    auto* card = new QFrame(this);
    card->setProperty("look", "card");
    auto* inner = new QVBoxLayout(card);
    inner->setContentsMargins(kCardMargin, kCardMargin, kCardMargin, kCardMargin);
    inner->setSpacing(4);
    inner->addWidget(makeLabel(title, "secondary", card));
    QLabel* value = makeLabel(emDash(), "heading", card);
    value->setAccessibleName(title);
    inner->addWidget(value);
    QLabel* detail = makeLabel(meaning, "small", card);
    inner->addWidget(detail);
    card->setToolTip(meaning);
    column->addWidget(card);
    return {value, detail};
}

void MetricsView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void MetricsView::refresh()
{
    if (!isVisible() || playback_.result() == nullptr)
        return;
    service_.request(playback_.result(), playback_.isAtStart() ? 0 : playback_.now());
}

void MetricsView::showCard(const Scorecard& card, TimeMs moment)
{
    if (playback_.result() == nullptr)
        return;
    const Scenario& scenario = *playback_.result()->scenario;
    const QLocale locale;
    const auto count = [&locale](std::uint64_t n) { return locale.toString(static_cast<qulonglong>(n)); };
    const QString hours = gpuHourUnit(scenario);
    window_->setText(tr("From the start to %1").arg(clockText(scenario, moment)));

    work_.value->setText(percentText(card.completedOfPaid()));
    work_.detail->setText(tr("%1 of %2 %3 paid; %4 of what was allocated; %5 jobs completed")
                              .arg(gpuHoursText(card.accounting.completed), gpuHoursText(card.accounting.paid), hours,
                                  percentText(card.completedOfAllocated()), count(card.jobs.succeeded)));
    showWaits(scenario, card);
    waste_.value->setText(tr("%1 %2").arg(gpuHoursText(card.preemption.lost + card.preemption.restart), hours));
    waste_.detail->setText(tr("%1 of what was allocated; %2 preemptions; %3 lost, %4 restart")
                               .arg(percentText(card.wasteOfAllocated()), count(card.preemption.count),
                                   gpuHoursText(card.preemption.lost), gpuHoursText(card.preemption.restart)));
    const ShareFairness* worst = card.worstShortfall();
    fairness_.value->setText(worst == nullptr ? emDash() : percentText(worst->shortfallShare()));
    fairness_.detail->setText(worst == nullptr
            ? tr("No share has claimed anything yet")
            : tr("shortfall of %1: %2 of %3 %4 claimable")
                  .arg(toQt(scenario.shareName(worst->share)), gpuHoursText(worst->shortfall),
                      gpuHoursText(worst->claimable), hours));
    const std::uint64_t decided = card.recovery.good + card.recovery.bad;
    recovery_.value->setText(percentText(card.recovery.reliability()));
    recovery_.detail->setText(decided == 0 && card.recovery.undecided == 0
            ? tr("No interruptions yet")
            : tr("%1 of %2 decided, %3 undecided")
                  .arg(count(card.recovery.good), count(decided), count(card.recovery.undecided)));
}

void MetricsView::showWaits(const Scenario& scenario, const Scorecard& card)
{
    const WaitGroup* worst = nullptr;
    for (const WaitGroup& group : card.waits) {
        if (group.started + group.waiting < kFewest)
            continue;
        const double here = group.p95.value.value_or(group.p95.atLeast ? static_cast<double>(*group.p95.atLeast) : 0);
        const double there = worst == nullptr
            ? -1
            : worst->p95.value.value_or(worst->p95.atLeast ? static_cast<double>(*worst->p95.atLeast) : 0);
        if (here > there)
            worst = &group;
    }
    const QLocale locale;
    if (worst == nullptr) {
        waits_.value->setText(emDash());
        waits_.detail->setText(tr("Fewer than 5 jobs in every share and priority"));
        return;
    }
    const std::uint64_t n = worst->started + worst->waiting;
    const QString p95 = worst->p95.value ? durationText(worst->p95.value)
                                         : tr("over %1").arg(durationText(worst->p95.atLeast.value_or(0)));
    waits_.value->setText(tr("P95 %1").arg(p95));
    waits_.detail->setText(tr("%1, priority %2; P50 %3; n = %4%5")
                               .arg(toQt(scenario.shareName(worst->share)), locale.toString(worst->priority),
                                   worst->p50.value ? durationText(worst->p50.value) : emDash(),
                                   locale.toString(static_cast<qulonglong>(n)), n < kFew ? tr(" (few)") : QString()));
}

} // namespace quotaboard
