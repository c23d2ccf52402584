// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/import_models.h"

#include "ui/logic/bridge/import_text.h"
#include "ui/logic/bridge/text_format.h"

#include <QLocale>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr qsizetype kMostShownText = 400;

QString number(std::uint64_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

/// One line, whatever the file has.
QString oneLine(const std::string& text)
{
    const QString line = toQt(text).simplified();
    return line.size() > kMostShownText ? line.left(kMostShownText) + QChar(0x2026) : line;
}

QString strategyOf(const ImportPreview& preview, const std::string& share)
{
    const auto found = std::find_if(preview.shares.begin(), preview.shares.end(),
        [&](const QuotaShare& candidate) { return candidate.name == share; });
    return found == preview.shares.end() ? QString() : strategyText(found->sharing);
}

} // namespace

int ImportTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ImportTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant ImportTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto column = static_cast<std::size_t>(index.column());
    const QString& text = rows_[static_cast<std::size_t>(index.row())][index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return text;
    case Qt::ToolTipRole:
        // Escaped, because a text that looks like HTML would be shown as such.
        return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (columns_[column].isNumber ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(columns_[column].title, text);
    default:
        return {};
    }
}

QVariant ImportTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return column.title;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft)));
    return {};
}

void ImportTableModel::show(std::shared_ptr<const ImportPreview> preview)
{
    beginResetModel();
    columns_.clear();
    rows_.clear();
    if (preview) {
        columns_ = columns(*preview);
        rows_ = rows(*preview);
    }
    endResetModel();
}

std::vector<ImportTableModel::Column> SampleRowsModel::columns(const ImportPreview& preview) const
{
    const bool hasRecords = preview.trace && preview.trace->format.find("json") != std::string::npos;
    return {{hasRecords ? tr("Record") : tr("Line"), true}, {tr("In the file"), false}, {tr("Becomes"), false},
        {tr("Submitted"), false}, {tr("Waited"), true}, {tr("Runs for"), true}, {tr("Size → instances"), true},
        {tr("Quota share"), false}, {tr("Unit"), false}};
}

std::vector<QStringList> SampleRowsModel::rows(const ImportPreview& preview) const
{
    const QString dash = QStringLiteral("—");
    const ImportReport* report = preview.report ? &*preview.report : nullptr;
    std::vector<QStringList> rows;
    for (const PreviewRow& row : preview.firstRows) {
        const bool isJob = row.cause.empty();
        const bool isRead = isJob || row.submit || row.duration;
        QString size = isRead ? milliSizeText(row.milliSize) : dash;
        if (isJob)
            size = tr("%1 → %2").arg(size, number(static_cast<std::uint64_t>(row.instances)));
        QStringList cells{number(row.place.line), oneLine(row.text),
            isJob ? tr("a job") : tr("nothing: %1").arg(rejectCauseText(row.cause)),
            traceTimeText(row.submit, report, preview.trace->timesAreAbsolute),
            row.submit && row.start ? durationText(*row.start - *row.submit) : dash,
            row.duration ? durationText(*row.duration) : dash, size, isRead ? toQt(row.share) : dash,
            isRead ? toQt(row.unit) : dash};
        rows.push_back(std::move(cells));
    }
    return rows;
}

std::vector<ImportTableModel::Column> RejectsModel::columns(const ImportPreview&) const
{
    return {{tr("Not used because"), false}, {tr("Rows"), true}, {tr("Where"), false}};
}

std::vector<QStringList> RejectsModel::rows(const ImportPreview& preview) const
{
    std::vector<QStringList> rows;
    for (const RejectGroup& group : preview.rejects)
        rows.push_back(
            {rejectCauseText(group.cause, group.sample), number(group.rows), rejectPlacesText(group, *preview.trace)});
    return rows;
}

std::vector<ImportTableModel::Column> ImportSharesModel::columns(const ImportPreview& preview) const
{
    return {{tr("Quota share"), false}, {tr("Unit"), false}, {tr("Jobs"), true},
        {preview.countsInstanceHours ? tr("Instance-h") : tr("GPU-h"), true}, {tr("Peak"), true},
        {tr("Widest job"), true}, {tr("Limit"), true}, {tr("Strategy"), false}};
}

std::vector<QStringList> ImportSharesModel::rows(const ImportPreview& preview) const
{
    std::vector<QStringList> rows;
    if (!preview.report)
        return rows;
    for (const ShareDemand& line : preview.report->shares) {
        const auto count = [](std::int32_t value) { return number(static_cast<std::uint64_t>(value)); };
        rows.push_back({toQt(line.share), toQt(line.unit), number(line.jobs), gpuHoursText(line.gpuTime),
            count(line.peak), count(line.widest), count(line.limit), strategyOf(preview, line.share)});
    }
    return rows;
}

} // namespace quotaboard
