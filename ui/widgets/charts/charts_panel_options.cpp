// SPDX-License-Identifier: Apache-2.0
// How the charts are shown: the ways that stand in a chart's own menu, and what is kept for the next start. Also what
// the table copies.
#include "ui/logic/plot/chart_text.h"
#include "ui/widgets/charts/chart_view.h"
#include "ui/widgets/charts/charts_panel.h"

#include <QActionGroup>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QLocale>
#include <QMimeData>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace quotaboard {

namespace {

/// Names in the settings, by ChartKind.
constexpr std::array<const char*, ChartsPanel::kCharts> kKinds{"waits", "waste", "drift", "utilisation", "queue"};

void choose(QComboBox& box, const QVariant& index)
{
    bool isNumber = false;
    const int value = index.toInt(&isNumber);
    if (isNumber && value >= 0 && value < box.count())
        box.setCurrentIndex(value);
}

void choose(QActionGroup& group, const QVariant& index)
{
    bool isNumber = false;
    const int value = index.toInt(&isNumber);
    if (isNumber && value >= 0 && value < group.actions().size())
        group.actions().at(value)->trigger();
}

} // namespace

int ChartsPanel::chosen(const QActionGroup& group)
{
    return static_cast<int>(group.actions().indexOf(group.checkedAction()));
}

QActionGroup* ChartsPanel::addMeasures(ChartKind kind, const QStringList& texts)
{
    auto* group = new QActionGroup(this);
    for (const QString& text : texts) {
        auto* action = new QAction(text, group);
        action->setCheckable(true);
        action->setChecked(group->actions().size() == 1);
        chart(kind).addAction(action);
    }
    connect(group, &QActionGroup::triggered, this, &ChartsPanel::choicesChanged);
    return group;
}

void ChartsPanel::buildOptions()
{
    wasteMeasure_ = addMeasures(ChartKind::Waste, {tr("Waste so far"), tr("Waste per hour")});
    connect(wasteMeasure_, &QActionGroup::triggered, this, &ChartsPanel::showWaste);
    driftMeasure_ = addMeasures(ChartKind::Drift,
        {tr("Delivered against claimable, so far"), tr("Shortfall of the last 24 h"),
            tr("P50 wait against that of all jobs")});
    connect(driftMeasure_, &QActionGroup::triggered, this, &ChartsPanel::showDrift);
}

QVariantMap ChartsPanel::choices() const
{
    QStringList shown;
    for (std::size_t i = 0; i < kCharts; ++i) {
        if (toggles_[i]->isChecked())
            shown.append(QLatin1String(kKinds[i]));
    }
    return {{QStringLiteral("shown"), shown}, {QStringLiteral("window"), window_->currentIndex()},
        {QStringLiteral("split"), split_->currentIndex()}, {QStringLiteral("logScale"), log_->isChecked()},
        {QStringLiteral("queue"), measure_->currentIndex()}, {QStringLiteral("waste"), chosen(*wasteMeasure_)},
        {QStringLiteral("drift"), chosen(*driftMeasure_)}};
}

void ChartsPanel::restoreChoices(const QVariantMap& choices)
{
    if (choices.contains(QStringLiteral("shown"))) {
        const QStringList shown = choices.value(QStringLiteral("shown")).toStringList();
        for (std::size_t i = 0; i < kCharts; ++i)
            toggles_[i]->setChecked(shown.contains(QLatin1String(kKinds[i])));
    }
    choose(*window_, choices.value(QStringLiteral("window")));
    choose(*split_, choices.value(QStringLiteral("split")));
    log_->setChecked(choices.value(QStringLiteral("logScale")).toBool());
    choose(*measure_, choices.value(QStringLiteral("queue")));
    choose(*wasteMeasure_, choices.value(QStringLiteral("waste")));
    choose(*driftMeasure_, choices.value(QStringLiteral("drift")));
}

bool ChartsPanel::eventFilter(QObject* watched, QEvent* event)
{
    // Of the table: rows instead of the one cell that it would copy by itself.
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched != table_ || !isKey || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        copyTable();
    return true;
}

void ChartsPanel::copyTable()
{
    const ChartContent& content = tableModel_->content();
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QString text;
    if (rows.isEmpty()) {
        text = chartAsTabs(content, 0, content.end);
    } else {
        QStringList lines{chartHeadingTabs(content)};
        for (const QModelIndex& row : rows)
            lines.append(chartRowTabs(content, static_cast<std::size_t>(row.row())));
        text = lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
    }
    auto* data = new QMimeData;
    data->setText(text);
    data->setData(QStringLiteral("text/tab-separated-values"), text.toUtf8());
    QApplication::clipboard()->setMimeData(data);
    const qsizetype count = rows.isEmpty() ? table_->model()->rowCount() : rows.size();
    Q_EMIT messageRaised(tr("Copied from %1, rows: %2").arg(content.title, QLocale().toString(count)));
}

} // namespace quotaboard
