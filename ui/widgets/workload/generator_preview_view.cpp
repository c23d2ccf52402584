// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/generator_preview_view.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/generator_preview.h"
#include "ui/widgets/panels/panel_parts.h"
#include "ui/widgets/workload/bar_chart.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace quotaboard {

namespace {

/// So many timed changes are named, the rest counted.
constexpr std::size_t kMostNamed = 5;
constexpr std::size_t kMostSizes = 12;

QString dash()
{
    return QStringLiteral("—");
}

QString loadText(const GeneratorPreview& preview, double load)
{
    const QString number = QLocale().toString(load, 'f', load < 10 ? 2 : 1);
    return preview.countsInstances ? GeneratorPreviewView::tr("%1 instance-h per hour").arg(number)
                                   : GeneratorPreviewView::tr("%1 GPU-h per hour").arg(number);
}

QString withPercent(const GeneratorPreview& preview, double load)
{
    if (!(preview.limit > 0))
        return loadText(preview, load);
    return GeneratorPreviewView::tr("%1, %2 of the limit")
        .arg(loadText(preview, load), percentText(load / preview.limit));
}

} // namespace

GeneratorPreviewView::GeneratorPreviewView(const Theme& theme, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("generatorPreview"));
    setAccessibleName(tr("Preview of the generator"));
    QVBoxLayout* column = makeScrolledColumn(this);
    column->addWidget(makeLabel(tr("Preview"), "heading", this));
    state_ = makeLabel({}, "secondary", this);
    state_->setObjectName(QStringLiteral("generatorPreviewState"));
    state_->setTextFormat(Qt::PlainText);
    column->addWidget(state_);
    QFormLayout* form = makeForm(column);
    jobs_ = addFact(form, tr("Jobs"));
    jobs_->setObjectName(QStringLiteral("generatorPreviewJobs"));
    span_ = addFact(form, tr("Arriving"));
    own_ = addFact(form, tr("Its load"));
    own_->setObjectName(QStringLiteral("generatorPreviewLoad"));
    share_ = addFact(form, tr("Load of the share"));
    share_->setToolTip(tr("All jobs of the share on this unit that arrive in the same time"));
    limit_ = addFact(form, tr("Limit of the share"));
    for (QLabel* label : {jobs_, span_, own_, share_, limit_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    hours_ = new BarChart(theme, tr("Arrivals by hour of the day"), tr("jobs per hour, mean"), this);
    QStringList names;
    for (int hour = 0; hour < 24; ++hour)
        names += QString::number(hour);
    hours_->setNames(names);
    column->addWidget(hours_);
    weekdays_ = new BarChart(theme, tr("Arrivals by day of the week"), tr("jobs per day, mean"), this);
    QStringList days;
    for (int day = 1; day <= 7; ++day)
        days += QLocale().dayName(day, QLocale::ShortFormat);
    weekdays_->setNames(days);
    column->addWidget(weekdays_);
    sizes_ = new BarChart(theme, tr("Jobs by size"), tr("jobs, by instances"), this);
    column->addWidget(sizes_);
    warnings_ = makeLabel({}, "secondary", this);
    warnings_->setObjectName(QStringLiteral("generatorWarnings"));
    warnings_->setTextFormat(Qt::PlainText);
    column->addWidget(warnings_);
    column->addStretch(1);
    show({});
}

void GeneratorPreviewView::setBusy(bool isBusy)
{
    if (isBusy)
        state_->setText(tr("Working it out…"));
    else if (!hasState_)
        state_->clear();
    state_->setVisible(!state_->text().isEmpty());
}

void GeneratorPreviewView::show(std::shared_ptr<const GeneratorPreview> preview)
{
    const bool hasError = preview == nullptr || preview->error.has_value();
    const bool hasNumbers = !hasError && preview->row >= 0 && !preview->isRefused(preview->row);
    if (preview == nullptr)
        state_->setText(tr("Choose a generator to see what it makes."));
    else if (preview->isRefused(preview->row))
        state_->setText(refusalText(preview->wanted[static_cast<std::size_t>(preview->row)]));
    else
        state_->setText(preview->error ? errorText(*preview->error) : QString());
    hasState_ = !state_->text().isEmpty();
    state_->setVisible(!state_->text().isEmpty());
    for (BarChart* chart : {hours_, weekdays_, sizes_})
        chart->setEmptyText(hasNumbers && preview->jobs > 0 ? QString() : tr("No jobs"));
    if (hasNumbers) {
        showNumbers(*preview);
    } else {
        for (QLabel* label : {jobs_, span_, own_, share_, limit_})
            label->setText(dash());
    }
    warnings_->clear();
    if (!hasError)
        showWarnings(*preview);
    warnings_->setVisible(!warnings_->text().isEmpty());
}

void GeneratorPreviewView::showNumbers(const GeneratorPreview& preview)
{
    const Scenario& scenario = preview.result->scenario;
    const QLocale locale;
    jobs_->setText(locale.toString(static_cast<qulonglong>(preview.jobs)));
    span_->setText(tr("%1 to %2").arg(clockText(scenario, preview.from), clockText(scenario, preview.to)));
    // Over no time at all there is no rate.
    const bool hasRate = preview.to > preview.from;
    own_->setText(hasRate ? withPercent(preview, preview.ownLoad) : dash());
    share_->setText(hasRate ? withPercent(preview, preview.shareLoad) : dash());
    if (preview.limit > 0) {
        const QString number = locale.toString(preview.limit, 'f', 0);
        limit_->setText(preview.countsInstances ? tr("%1 instances").arg(number) : tr("%1 GPUs").arg(number));
    } else {
        limit_->setText(tr("none on this unit: its jobs run only on what they may borrow"));
    }
    hours_->setValues({preview.perHour.begin(), preview.perHour.end()});
    weekdays_->setValues({preview.perWeekday.begin(), preview.perWeekday.end()});
    QStringList names;
    std::vector<double> counts;
    for (std::size_t i = 0; i < std::min(preview.sizes.size(), kMostSizes); ++i) {
        names += locale.toString(preview.sizes[i].first);
        counts.push_back(static_cast<double>(preview.sizes[i].second));
    }
    sizes_->setNames(names);
    sizes_->setValues(counts);
}

void GeneratorPreviewView::showWarnings(const GeneratorPreview& preview)
{
    const Scenario& before = *preview.scenario;
    QStringList lines;
    for (const int row : preview.refused) {
        if (row != preview.row)
            lines += refusalText(preview.wanted[static_cast<std::size_t>(row)]);
    }
    if (preview.losesEdits)
        lines += tr("Generated jobs were edited by hand. Applying makes them anew, without those edits.");
    std::size_t gone = 0;
    QStringList named;
    for (const MovedReference& reference : preview.result->references) {
        if (reference.now.isValid())
            continue;
        if (++gone <= kMostNamed) {
            named += tr("%1 at %2")
                         .arg(jobText(before, reference.job),
                             clockText(before, before.interventions[reference.intervention.value()].at));
        }
    }
    if (gone > 0) {
        if (gone > kMostNamed)
            named += tr("and %Ln more", nullptr, static_cast<int>(gone - kMostNamed));
        lines += tr("Timed changes that go when this is applied, because the jobs they name do: %1")
                     .arg(named.join(QStringLiteral("; ")));
    }
    warnings_->setText(lines.join(u'\n'));
}

} // namespace quotaboard
