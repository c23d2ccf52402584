// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/import/import_results.h"

#include "ui/logic/bridge/import_text.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/import/import_parts.h"
#include "ui/widgets/import/mapping_table.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QFrame>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace quotaboard {

namespace {

constexpr int kGap = 8;
constexpr int kMostRejectRows = 8;
constexpr int kMostShareRows = 20;
/// Widest columns: of a row's text, and of a cause.
constexpr int kTextColumn = 200;
constexpr int kCauseColumn = 420;
constexpr std::size_t kNamedImpossible = 5;
/// Dimmed by a fifth.
constexpr double kStaleOpacity = 0.8;

QString number(std::uint64_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

QLabel* makeFacts(const char* name, const char* role, QWidget* parent)
{
    QLabel* label = makeLabel({}, role, parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void setLines(QLabel* label, const QStringList& lines)
{
    label->setText(lines.join(QStringLiteral("\n")));
    label->setVisible(!lines.isEmpty());
}

} // namespace

ImportResults::ImportResults(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap * 2);
    // What an import gives first, then how its rows were read.
    buildQuality(column);
    buildShares(column);
    buildRows(column);
    buildMapping(column);
    column->addStretch(1);
    showPreview(nullptr);
}

void ImportResults::buildMapping(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    mappingCard_ = makeImportCard(tr("Columns"), inner, this);
    column->addWidget(mappingCard_);
    errorCount_ = makeFacts("importErrorCount", "secondary", mappingCard_);
    inner->addWidget(errorCount_);
    mapping_ = new MappingTable(mappingCard_);
    mapping_->setObjectName("importMapping");
    inner->addWidget(mapping_);
    mappingCard_->hide();
}

void ImportResults::buildRows(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    rowsCard_ = makeImportCard(tr("First rows, before and after"), inner, this);
    column->addWidget(rowsCard_);
    inner->addWidget(
        makeFactTable("importRows", tr("First rows, before and after"), sampleRows_, {5, kTextColumn}, rowsCard_));
}

void ImportResults::buildQuality(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    qualityCard_ = makeImportCard(tr("What comes of it"), inner, this);
    column->addWidget(qualityCard_);
    totals_ = makeFacts("importTotals", "", qualityCard_);
    inner->addWidget(totals_);
    times_ = makeFacts("importTimes", "secondary", qualityCard_);
    inner->addWidget(times_);
    rejectsTable_ = makeFactTable("importRejects", tr("Rows that are not used, by cause"), rejects_,
        {kMostRejectRows, kCauseColumn}, qualityCard_);
    inner->addWidget(rejectsTable_);
    saveRejects_ = new QPushButton(tr("Save re&jects…"), qualityCard_);
    saveRejects_->setObjectName("importSaveRejects");
    inner->addWidget(saveRejects_, 0, Qt::AlignLeft);
    connect(saveRejects_, &QPushButton::clicked, this, &ImportResults::saveRejectsWanted);
    warningFrame_ = new QFrame(qualityCard_);
    warningFrame_->setProperty("look", "warning");
    auto* warnings = new QVBoxLayout(warningFrame_);
    warnings->setContentsMargins(kGap * 3 / 2, kGap, kGap * 3 / 2, kGap);
    warnings->setSpacing(kGap);
    inner->addWidget(warningFrame_);
    merged_ = makeFacts("importMerged", "", warningFrame_);
    warnings->addWidget(merged_);
    warnings_ = makeFacts("importWarnings", "", warningFrame_);
    warnings->addWidget(warnings_);
    notes_ = makeFacts("importNotes", "secondary", qualityCard_);
    inner->addWidget(notes_);
}

void ImportResults::buildShares(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    sharesCard_ = makeImportCard(tr("Quota shares"), inner, this);
    column->addWidget(sharesCard_);
    capacity_ = makeFacts("importCapacities", "secondary", sharesCard_);
    inner->addWidget(
        makeFactTable("importShares", tr("Quota shares"), shares_, {kMostShareRows, kCauseColumn}, sharesCard_));
    inner->addWidget(capacity_);
}

void ImportResults::showHead(const TraceHead& head)
{
    mappingCard_->setVisible(head.isTable);
    if (head.isTable)
        mapping_->showHead(head);
}

void ImportResults::showPreview(std::shared_ptr<const ImportPreview> preview)
{
    preview_ = std::move(preview);
    const bool hasRows = preview_ && preview_->trace;
    rowsCard_->setVisible(hasRows);
    qualityCard_->setVisible(hasRows);
    sharesCard_->setVisible(hasRows && preview_->report.has_value());
    errorCount_->setVisible(hasRows);
    // The tables fit themselves to what they show, so they are filled once they are shown.
    const std::shared_ptr<const ImportPreview> shown = hasRows ? preview_ : nullptr;
    sampleRows_.show(shown);
    rejects_.show(shown);
    shares_.show(shown);
    mapping_->showProblems(preview_.get());
    if (shown) {
        showTotals(*shown);
        showNotes(*shown);
        showShares(*shown);
    }
    setStale(false);
}

void ImportResults::showTotals(const ImportPreview& preview)
{
    const bool hasRejects = preview.rejectedRows > 0;
    rejectsTable_->setVisible(hasRejects);
    saveRejects_->setVisible(hasRejects);
    errorCount_->setText(
        tr("Rows that cannot be used: %1 of %2").arg(number(preview.rejectedRows), number(preview.rows)));
    if (!preview.report) {
        totals_->setText(tr("Rows read: %1 · not used: %2").arg(number(preview.rows), number(preview.rejectedRows)));
        times_->hide();
        return;
    }
    const ImportReport& report = *preview.report;
    QString totals
        = tr("Rows read: %1 · jobs: %2 · rows not used: %3 · %4 %5")
              .arg(number(report.rows), number(report.jobs), number(preview.rejectedRows), gpuHoursText(report.gpuTime),
                  preview.countsInstanceHours ? tr("instance-h") : tr("GPU-h"));
    if (report.outsideWindow > 0)
        totals = tr("%1 · outside the window: %2").arg(totals, number(report.outsideWindow));
    totals_->setText(totals);
    const auto time = [&](TimeMs at) { return traceTimeText(at, &report, report.timesAreAbsolute); };
    QString times = tr("First submit %1, last submit %2, last end if every job ran at submit %3.")
                        .arg(time(report.firstSubmit), time(report.lastSubmit), time(report.lastEnd));
    if (!report.timesAreAbsolute)
        times = tr("%1 The trace counts from an unknown zero; these times count from its first submit.").arg(times);
    times_->setText(times);
    times_->show();
}

void ImportResults::showNotes(const ImportPreview& preview)
{
    const ImportReport* report = preview.report ? &*preview.report : nullptr;
    QStringList warnings;
    QStringList notes;
    for (const TraceNote& note : preview.notes) {
        const ImportNote text = importNote(note, report);
        QStringList& list = text.isWarning ? warnings : notes;
        list.append(text.isWarning ? tr("Warning: %1").arg(text.text) : text.text);
        if (note.code != "impossible-jobs" || report == nullptr)
            continue;
        for (std::size_t i = 0; i < report->impossible.size() && i < kNamedImpossible; ++i) {
            const ImpossibleJob& job = report->impossible[i];
            list.append(tr("%1 of %2 wants %3 %4, at most %5 are possible")
                            .arg(toQt(job.job), toQt(job.share), QLocale().toString(job.instances), toQt(job.unit),
                                QLocale().toString(job.allowed)));
        }
    }
    QStringList merged;
    if (report != nullptr)
        merged = mergedNamesTexts(*report);
    for (QString& text : merged)
        text = tr("Warning: %1").arg(text);
    warningFrame_->setVisible(!merged.isEmpty() || !warnings.isEmpty());
    setLines(merged_, merged);
    setLines(warnings_, warnings);
    setLines(notes_, notes);
}

void ImportResults::showShares(const ImportPreview& preview)
{
    if (!preview.report)
        return;
    const ImportReport& report = *preview.report;
    QStringList lines;
    for (const UnitDemand& unit : report.units) {
        QString line = unit.capacityGiven
            ? tr("Capacity of %1: %2, as given.").arg(toQt(unit.unit), QLocale().toString(unit.capacity))
            : tr("Capacity of %1: %2, the sum of the limits.").arg(toQt(unit.unit), QLocale().toString(unit.capacity));
        if (unit.jobs > 0)
            line = tr("%1 If every job ran at submit, at most %2 would be in use at once, first at %3.")
                       .arg(line, QLocale().toString(static_cast<qlonglong>(unit.peak)),
                           traceTimeText(unit.peakAt, &report, report.timesAreAbsolute));
        lines.append(line);
    }
    setLines(capacity_, lines);
}

void ImportResults::setStale(bool isStale)
{
    for (QFrame* card : {rowsCard_, qualityCard_, sharesCard_}) {
        if (isStale && card->graphicsEffect() == nullptr) {
            auto* effect = new QGraphicsOpacityEffect(card);
            effect->setOpacity(kStaleOpacity);
            card->setGraphicsEffect(effect);
        } else if (!isStale) {
            card->setGraphicsEffect(nullptr);
        }
    }
    saveRejects_->setEnabled(!isStale);
}

} // namespace quotaboard
