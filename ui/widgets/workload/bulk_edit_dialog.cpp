// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/bulk_edit_dialog.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/job_cells.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <set>

namespace quotaboard {

namespace {

constexpr double kMostFactor = 1e6;
constexpr int kLeastWidth = 520;

QString ofText(JobChange& change, const Scenario& scenario, JobColumn column, const QString& text)
{
    const ParsedCell cell = parseJobCell(scenario, column, text);
    if (!cell.problem.isEmpty())
        return QStringLiteral("%1: %2").arg(jobColumnTitle(column), cell.problem);
    switch (column) {
    case JobColumn::Share:
        change.share = cell.change.share;
        break;
    case JobColumn::Unit:
        change.unit = cell.change.unit;
        break;
    case JobColumn::Checkpoint:
        change.checkpoint = cell.change.checkpoint;
        break;
    case JobColumn::Restore:
        change.restore = cell.change.restore;
        break;
    case JobColumn::Retries:
        change.preemptionRetries = cell.change.preemptionRetries;
        break;
    case JobColumn::Deadline:
        change.deadline = cell.change.deadline;
        break;
    default:
        change.workloadClass = cell.change.workloadClass;
        break;
    }
    return {};
}

QStringList classNames(const Scenario& scenario)
{
    std::set<StringId> ids;
    for (const Job& job : scenario.jobs.jobs()) {
        if (job.workloadClass.isValid())
            ids.insert(job.workloadClass);
    }
    QStringList names;
    for (const StringId id : ids)
        names += toQt(scenario.jobs.text(id));
    names.sort();
    return names;
}

} // namespace

BulkEditDialog::BulkEditDialog(std::shared_ptr<const Scenario> scenario, std::vector<JobIndex> jobs, QWidget* parent)
    : QDialog(parent)
    , scenario_(std::move(scenario))
    , jobs_(std::move(jobs))
{
    setObjectName(QStringLiteral("bulkEdit"));
    const auto count = static_cast<int>(jobs_.size());
    setWindowTitle(count == 1 ? tr("Edit job") : tr("Edit %Ln jobs", nullptr, count));
    setMinimumWidth(kLeastWidth);
    auto* column = new QVBoxLayout(this);
    auto* intro = new QLabel(tr("What is ticked changes in all of them, from the start of the run."), this);
    intro->setProperty("role", "secondary");
    intro->setWordWrap(true);
    column->addWidget(intro);
    form_ = new QFormLayout;
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(form_);
    preview_ = new QLabel(this);
    preview_->setObjectName(QStringLiteral("bulkEditPreview"));
    preview_->setTextFormat(Qt::PlainText);
    preview_->setWordWrap(true);
    preview_->setMinimumHeight(3 * preview_->fontMetrics().height());
    preview_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    apply_ = buttons->addButton(tr("Change"), QDialogButtonBox::AcceptRole);
    apply_->setObjectName(QStringLiteral("bulkEditApply"));
    apply_->setDefault(true);
    buildFields();
    column->addWidget(preview_);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

template <class Field>
Field* BulkEditDialog::addRow(const QString& title, const QString& hint, Field* field)
{
    auto* box = new QCheckBox(title, this);
    box->setAccessibleName(tr("Change %1").arg(title));
    field->setAccessibleName(title);
    field->setEnabled(false);
    if (!hint.isEmpty())
        field->setToolTip(hint);
    connect(box, &QCheckBox::toggled, field, &QWidget::setEnabled);
    connect(box, &QCheckBox::toggled, this, [field](bool isOn) {
        if (isOn)
            field->setFocus(Qt::OtherFocusReason);
    });
    connect(box, &QCheckBox::toggled, this, &BulkEditDialog::refresh);
    form_->addRow(box, field);
    rows_.push_back({box, {}});
    return field;
}

void BulkEditDialog::buildFields()
{
    const auto addList = [this](JobColumn column, const QStringList& choices, bool isFree) {
        auto* list = addRow(jobColumnTitle(column), {}, new QComboBox(this));
        list->setObjectName(QStringLiteral("bulk_") + jobColumnKey(column));
        list->setEditable(isFree);
        list->addItems(choices);
        connect(list, &QComboBox::currentTextChanged, this, &BulkEditDialog::refresh);
        rows_.back().read = [this, list, column](
                                JobChange& change) { return ofText(change, *scenario_, column, list->currentText()); };
    };
    const auto addLine = [this](JobColumn column, const QString& text, const QString& hint) {
        auto* line = addRow(jobColumnTitle(column), hint, new QLineEdit(text, this));
        line->setObjectName(QStringLiteral("bulk_") + jobColumnKey(column));
        line->setPlaceholderText(hint);
        connect(line, &QLineEdit::textChanged, this, &BulkEditDialog::refresh);
        rows_.back().read
            = [this, line, column](JobChange& change) { return ofText(change, *scenario_, column, line->text()); };
    };
    QStringList shares;
    for (const QuotaShare& share : scenario_->shares)
        shares += toQt(share.name);
    QStringList units;
    for (const CapacityUnit& unit : scenario_->units)
        units += toQt(unit.name);
    addList(JobColumn::Share, shares, false);
    addList(JobColumn::Unit, units, true);
    auto* instances = addRow(jobColumnTitle(JobColumn::Instances), {}, new QSpinBox(this));
    instances->setObjectName(QStringLiteral("bulk_instances"));
    instances->setRange(1, kMaxInstances);
    connect(instances, &QSpinBox::valueChanged, this, &BulkEditDialog::refresh);
    rows_.back().read = [instances](JobChange& change) {
        change.instances = instances->value();
        return QString();
    };
    addPriority();
    auto* factor = addRow(tr("Scale work by"), tr("2 doubles the work of each job"), new QDoubleSpinBox(this));
    factor->setObjectName(QStringLiteral("bulk_work"));
    factor->setDecimals(3);
    factor->setRange(0.001, kMostFactor);
    factor->setValue(1);
    factor->setPrefix(QStringLiteral("× "));
    connect(factor, &QDoubleSpinBox::valueChanged, this, &BulkEditDialog::refresh);
    rows_.back().read = [factor](JobChange& change) {
        change.workFactor = factor->value();
        return QString();
    };
    addLine(JobColumn::Checkpoint, QStringLiteral("30m / 0s"), tr("Interval / cost, such as 30m / 20s; or none"));
    addLine(JobColumn::Restore, QStringLiteral("0s"), tr("A duration such as 90s or 5m"));
    addLine(JobColumn::Retries, tr("unlimited"), tr("A number, or unlimited"));
    addLine(JobColumn::Deadline, tr("none"), tr("Time from the start of the run, such as 2d4h; or none"));
    addList(JobColumn::Class, classNames(*scenario_), true);
}

void BulkEditDialog::addPriority()
{
    auto* field = new QWidget(this);
    auto* row = new QHBoxLayout(field);
    row->setContentsMargins(0, 0, 0, 0);
    auto* mode = new QComboBox(field);
    mode->setObjectName(QStringLiteral("bulk_priorityMode"));
    mode->addItems({tr("set to"), tr("raise by"), tr("lower by")});
    mode->setAccessibleName(tr("How to change the priority"));
    auto* value = new QSpinBox(field);
    value->setObjectName(QStringLiteral("bulk_priority"));
    value->setRange(0, kMaxPriority);
    value->setValue(100);
    value->setAccessibleName(tr("Priority"));
    row->addWidget(mode);
    row->addWidget(value, 1);
    field->setFocusProxy(mode);
    addRow(jobColumnTitle(JobColumn::Priority), {}, field);
    connect(mode, &QComboBox::currentIndexChanged, this, &BulkEditDialog::refresh);
    connect(value, &QSpinBox::valueChanged, this, &BulkEditDialog::refresh);
    rows_.back().read = [mode, value](JobChange& change) {
        if (mode->currentIndex() == 0)
            change.priority = value->value();
        else
            change.raisePriority = mode->currentIndex() == 1 ? value->value() : -value->value();
        return QString();
    };
}

QString BulkEditDialog::readFields()
{
    change_ = {};
    bool isAny = false;
    for (const Row& row : rows_) {
        if (!row.box->isChecked())
            continue;
        isAny = true;
        if (const QString problem = row.read(change_); !problem.isEmpty())
            return problem;
    }
    return isAny ? QString() : tr("Tick what is to change.");
}

void BulkEditDialog::refresh()
{
    QString text = readFields();
    bool mayApply = false;
    if (text.isEmpty()) {
        const Result<JobChangeCount> count = countJobChange(*scenario_, jobs_, change_);
        mayApply = count.ok() && count.value().changed > 0;
        text = count ? countText(count.value()) : errorText(count.error());
        const auto changed = mayApply ? static_cast<int>(count.value().changed) : 0;
        apply_->setText(changed > 1 ? tr("Change %Ln jobs", nullptr, changed) : tr("Change"));
    }
    preview_->setText(text);
    apply_->setEnabled(mayApply);
}

QString BulkEditDialog::countText(const JobChangeCount& count) const
{
    const auto number = [](std::size_t value) { return QLocale().toString(static_cast<qulonglong>(value)); };
    QStringList lines{tr("Jobs that change: %1").arg(number(count.changed))};
    if (count.same > 0)
        lines += tr("Have these values already: %1").arg(number(count.same));
    if (count.priorityOutOfRange > 0) {
        lines += tr("Stay as they are, because the priority would not be within 0 to %1: %2")
                     .arg(number(kMaxPriority), number(count.priorityOutOfRange));
    }
    if (count.workOutOfRange > 0)
        lines += tr("Stay as they are, because the work would be too long: %1").arg(number(count.workOutOfRange));
    if (count.attemptTooLong > 0) {
        lines += tr("Stay as they are, because so many checkpoint writes would take too long: %1")
                     .arg(number(count.attemptTooLong));
    }
    if (count.referred > 0) {
        lines += tr(
            "From traces or generators: %1. Saving then writes all of their jobs out as jobs, and the file refers "
            "to traces and generators no longer.")
                     .arg(number(count.referred));
    }
    return lines.join(u'\n');
}

} // namespace quotaboard
