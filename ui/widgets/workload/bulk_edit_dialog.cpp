// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/bulk_edit_dialog.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/job_cells.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <set>

namespace quotaboard {

namespace {

constexpr double kMostFactor = 1e6;
constexpr int kLeastWidth = 520;
constexpr int kUsualStep = 100;

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

/// A number that is not there yet is replaced by the first digit that is typed.
class NumberField final : public QSpinBox {
public:
    explicit NumberField(QWidget* parent)
        : QSpinBox(parent)
    {
        lineEdit()->installEventFilter(this);
    }

protected:
    void focusInEvent(QFocusEvent* event) override
    {
        QSpinBox::focusInEvent(event);
        selectWords();
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::MouseButtonRelease)
            selectWords();
        return QSpinBox::eventFilter(watched, event);
    }

private:
    /// Once a click has set its cursor.
    void selectWords()
    {
        if (text() == specialValueText())
            QMetaObject::invokeMethod(this, &QSpinBox::selectAll, Qt::QueuedConnection);
    }
};

/// What all the jobs have in that column, in the words of its cells; none where they differ. O(jobs).
std::optional<QString> commonText(const Scenario& scenario, const std::vector<JobIndex>& jobs, JobColumn column)
{
    if (jobs.empty())
        return std::nullopt;
    const JobTable& table = scenario.jobs;
    const auto isSame = [&](JobIndex a, JobIndex b) {
        const Job& one = table[a];
        const Job& other = table[b];
        switch (column) {
        case JobColumn::Share:
            return one.share == other.share;
        case JobColumn::Unit:
            return one.unit == other.unit;
        case JobColumn::Instances:
            return one.instances == other.instances;
        case JobColumn::Priority:
            return one.priority == other.priority;
        case JobColumn::Deadline:
            return one.deadline == other.deadline;
        case JobColumn::Class:
            return one.workloadClass == other.workloadClass;
        case JobColumn::Checkpoint:
            return one.profile == other.profile || table.profileOf(a).checkpoint == table.profileOf(b).checkpoint;
        case JobColumn::Restore:
            return one.profile == other.profile || table.profileOf(a).restore == table.profileOf(b).restore;
        default:
            return one.profile == other.profile
                || table.profileOf(a).preemptionRetries == table.profileOf(b).preemptionRetries;
        }
    };
    const auto differs = [&](JobIndex job) { return !isSame(jobs.front(), job); };
    if (std::any_of(jobs.begin(), jobs.end(), differs))
        return std::nullopt;
    return jobCellEditText(scenario, jobs.front(), column);
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
        if (!isOn)
            return;
        field->setFocus(Qt::TabFocusReason);
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
        const std::optional<QString> common = commonText(*scenario_, jobs_, column);
        list->setPlaceholderText(severalValues());
        if (isFree) {
            list->lineEdit()->setPlaceholderText(severalValues());
            list->setCurrentText(common.value_or(QString()));
        } else {
            list->setCurrentIndex(common ? list->findText(*common) : -1);
        }
        connect(list, &QComboBox::currentTextChanged, this, &BulkEditDialog::refresh);
        rows_.back().read = [this, list, column, isFree](JobChange& change) {
            if (!isFree && list->currentIndex() < 0)
                return tr("%1: choose a value.").arg(jobColumnTitle(column));
            return ofText(change, *scenario_, column, list->currentText());
        };
    };
    const auto addLine = [this](JobColumn column, const QString& hint) {
        const std::optional<QString> common = commonText(*scenario_, jobs_, column);
        auto* line = addRow(jobColumnTitle(column), hint, new QLineEdit(common.value_or(QString()), this));
        line->setObjectName(QStringLiteral("bulk_") + jobColumnKey(column));
        line->setPlaceholderText(common ? hint : severalValues());
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
    auto* instances = addRow(jobColumnTitle(JobColumn::Instances), {}, static_cast<QSpinBox*>(new NumberField(this)));
    instances->setObjectName(QStringLiteral("bulk_instances"));
    fillNumber(instances, JobColumn::Instances, 1, kMaxInstances);
    connect(instances, &QSpinBox::valueChanged, this, &BulkEditDialog::refresh);
    rows_.back().read = [instances](JobChange& change) {
        if (instances->text() == instances->specialValueText())
            return tr("%1: write a number.").arg(jobColumnTitle(JobColumn::Instances));
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
    addLine(JobColumn::Checkpoint, tr("Interval / cost, such as 30m / 20s; or none"));
    addLine(JobColumn::Restore, tr("A duration such as 90s or 5m"));
    addLine(JobColumn::Retries, tr("A number, or unlimited"));
    addLine(JobColumn::Deadline, tr("Time from the start of the run, such as 2d4h; or none"));
    addList(JobColumn::Class, classNames(*scenario_), true);
}

QString BulkEditDialog::severalValues()
{
    return tr("several values");
}

/// One below the least number stands for "several values"; typing or stepping leaves it.
void BulkEditDialog::fillNumber(QSpinBox* field, JobColumn column, int least, int most)
{
    const std::optional<QString> common = commonText(*scenario_, jobs_, column);
    field->setRange(common ? least : least - 1, most);
    if (!common)
        field->setSpecialValueText(severalValues());
    field->setValue(common ? common->toInt() : least - 1);
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
    auto* value = new NumberField(field);
    value->setObjectName(QStringLiteral("bulk_priority"));
    fillNumber(value, JobColumn::Priority, 0, kMaxPriority);
    value->setAccessibleName(tr("Priority"));
    row->addWidget(mode);
    row->addWidget(value, 1);
    field->setFocusProxy(value);
    addRow(jobColumnTitle(JobColumn::Priority), {}, field);
    connect(mode, &QComboBox::currentIndexChanged, this, [this, value](int index) {
        // A step up or down is no priority of theirs.
        if (index != 0 && value->text() == value->specialValueText())
            value->setValue(kUsualStep);
        refresh();
    });
    connect(value, &QSpinBox::valueChanged, this, &BulkEditDialog::refresh);
    rows_.back().read = [mode, value](JobChange& change) {
        if (value->text() == value->specialValueText())
            return tr("%1: write a number.").arg(jobColumnTitle(JobColumn::Priority));
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
