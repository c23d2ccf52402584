// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/import/import_form.h"

#include "core/model/catalogue.h"
#include "core/workload/job_selection.h"
#include "ui/logic/bridge/import_text.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/import/import_parts.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimeZone>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kGap = 8;
constexpr int kMostPercent = 1'000'000'000;
constexpr const char* kFileRule = "file";

QString formatTitle(const TraceFormatInfo& info)
{
    return toQt(info.title);
}

/// What is typed into an editable choice: the data of the item that was chosen, else the text.
QString valueOf(const QComboBox& choice)
{
    const int at = choice.currentIndex();
    const QString text = choice.currentText().trimmed();
    return at >= 0 && choice.itemText(at) == text ? choice.itemData(at).toString() : text;
}

std::optional<TimeMs> durationOf(const QLineEdit& field)
{
    return parseDuration(fromQt(field.text().trimmed()));
}

} // namespace

ImportForm::ImportForm(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap * 2);
    buildReading(column);
    buildCapacity(column);
    buildSharing(column);
    buildJobs(column);
    column->addStretch(1);
    reset();
}

void ImportForm::addRow(QFormLayout* form, const QString& label, QWidget* field)
{
    form->addRow(label, field);
    if (auto* text = qobject_cast<QLabel*>(form->labelForField(field)))
        text->setWordWrap(true);
}

QLabel* ImportForm::addHint(QFormLayout* form, const char* name)
{
    QLabel* hint = makeLabel({}, "small", this);
    hint->setObjectName(QString::fromLatin1(name));
    hint->setTextFormat(Qt::PlainText);
    hint->hide();
    form->addRow(hint);
    return hint;
}

void ImportForm::setProblem(QLabel* hint, const QString& text)
{
    hint->setText(text);
    hint->setVisible(!text.isEmpty());
}

void ImportForm::watch(QComboBox* choice)
{
    connect(choice, &QComboBox::activated, this, &ImportForm::changed);
    if (choice->isEditable())
        connect(choice->lineEdit(), &QLineEdit::editingFinished, this, &ImportForm::changed);
}

void ImportForm::watch(QLineEdit* field)
{
    connect(field, &QLineEdit::textEdited, this, &ImportForm::changed);
}

void ImportForm::buildReading(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    column->addWidget(makeImportCard(tr("Reading"), inner, this));
    QFormLayout* form = makeForm(inner);
    format_ = makeChoice("importFormat", tr("Recognised as"), this);
    addRow(form, tr("&Recognised as"), format_);
    why_ = addHint(form, "importWhy");
    share_ = makeChoice("importShareColumn", tr("Column that becomes the quota share"), this);
    share_->setEditable(true);
    addRow(form, tr("&Share column"), share_);
    zone_ = makeChoice("importTimezone", tr("Time zone of time stamps that state none"), this);
    zone_->setEditable(true);
    zone_->addItem(tr("UTC, unless stated"), QString());
    for (const QByteArray& id : QTimeZone::availableTimeZoneIds())
        zone_->addItem(QString::fromLatin1(id), QString::fromLatin1(id));
    zone_->completer()->setFilterMode(Qt::MatchContains);
    zone_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    addRow(form, tr("Time &zone"), zone_);
    zoneHint_ = addHint(form, "importZoneHint");
    decimal_ = makeChoice("importDecimal", tr("Decimal separator"), this);
    addRow(form, tr("&Decimal separator"), decimal_);
    for (QComboBox* choice : {format_, share_, zone_, decimal_})
        watch(choice);
}

void ImportForm::buildCapacity(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    column->addWidget(makeImportCard(tr("Capacity"), inner, this));
    QFormLayout* form = makeForm(inner);
    unit_ = makeChoice("importUnit", tr("Capacity unit of jobs whose trace names none"), this);
    unit_->setEditable(true);
    for (const char* plain : {"gpu", "cpu"})
        unit_->addItem(QString::fromLatin1(plain), QString::fromLatin1(plain));
    for (const CatalogueEntry& entry : catalogue()) {
        unit_->addItem(toQt(entry.unit), toQt(entry.unit));
        unit_->setItemData(
            unit_->count() - 1, tr("%1 × %2").arg(entry.gpus).arg(toQt(entry.accelerator)), Qt::ToolTipRole);
    }
    addRow(form, tr("&Unit"), unit_);
    unitHint_ = addHint(form, "importUnitHint");
    limits_ = makeChoice("importLimits", tr("Limits of the quota shares"), this);
    limits_->addItem(tr("of the export, else peak"), QString());
    limits_->addItem(tr("peak demand"), "peak");
    limits_->addItem(tr("equal parts"), "equal");
    limits_->addItem(tr("mean demand"), "mean-demand");
    limits_->addItem(tr("from a file"), kFileRule);
    addRow(form, tr("&Limits"), limits_);
    limitsRow_ = new QWidget(this);
    auto* row = new QHBoxLayout(limitsRow_);
    row->setContentsMargins(0, 0, 0, 0);
    limitsFile_ = makeField("importLimitsFile", tr("Limits file"), tr("share,unit,limit lines"), limitsRow_);
    auto* choose = new QPushButton(tr("C&hoose…"), limitsRow_);
    choose->setObjectName("importChooseLimits");
    row->addWidget(limitsFile_, 1);
    row->addWidget(choose);
    form->addRow(limitsRow_);
    limitsHint_ = addHint(form, "importLimitsHint");
    capacity_ = makeField("importCapacity", tr("Capacity, in instances"), tr("sum of the limits"), this);
    addRow(form, tr("Ca&pacity"), capacity_);
    capacityHint_ = addHint(form, "importCapacityHint");
    impossible_ = new QCheckBox(tr("Limits may be below a share's &widest job"), this);
    impossible_->setObjectName("importAllowImpossible");
    form->addRow(impossible_);
    for (QComboBox* choice : {unit_, limits_})
        watch(choice);
    for (QLineEdit* field : {limitsFile_, capacity_})
        watch(field);
    connect(impossible_, &QCheckBox::toggled, this, &ImportForm::changed);
    connect(limits_, &QComboBox::currentIndexChanged, this, &ImportForm::followLimits);
    connect(choose, &QPushButton::clicked, this, &ImportForm::chooseLimitsFile);
}

void ImportForm::buildSharing(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    column->addWidget(makeImportCard(tr("Lending and checkpoints"), inner, this));
    QFormLayout* form = makeForm(inner);
    strategy_ = makeChoice("importStrategy", tr("Strategy of all shares"), this);
    strategy_->addItem(tr("of the export, else Reserve"), -1);
    strategy_->addItem(tr("Reserve"), static_cast<int>(SharingStrategy::Reserve));
    strategy_->addItem(tr("Lend"), static_cast<int>(SharingStrategy::Lend));
    strategy_->addItem(tr("Lend and borrow"), static_cast<int>(SharingStrategy::LendAndBorrow));
    addRow(form, tr("S&trategy"), strategy_);
    borrow_ = new QSpinBox(this);
    borrow_->setObjectName("importBorrowLimit");
    borrow_->setRange(-1, kMostPercent);
    borrow_->setSpecialValueText(tr("unlimited"));
    borrow_->setSuffix(tr(" % of the limit"));
    borrow_->setSingleStep(10);
    borrow_->setAccessibleName(tr("Borrow limit, percent of the share's own limit"));
    ignoreWheelWithoutFocus(borrow_);
    addRow(form, tr("B&orrow limit"), borrow_);
    checkpoint_ = makeField("importCheckpoint", tr("Time between checkpoints"), tr("no checkpoints"), this);
    addRow(form, tr("Chec&kpoint every"), checkpoint_);
    checkpointCost_ = makeField("importCheckpointCost", tr("Time to write a checkpoint"), tr("no time"), this);
    addRow(form, tr("Writing one takes"), checkpointCost_);
    restore_ = makeField("importRestore", tr("Time to restore from a checkpoint"), tr("no time"), this);
    addRow(form, tr("Restoring takes"), restore_);
    checkpointOnStop_ = new QCheckBox(tr("One more checkpoint when preempted"), this);
    checkpointOnStop_->setObjectName("importCheckpointOnStop");
    form->addRow(checkpointOnStop_);
    checkpointHint_ = addHint(form, "importCheckpointHint");
    watch(strategy_);
    for (QLineEdit* field : {checkpoint_, checkpointCost_, restore_})
        watch(field);
    connect(strategy_, &QComboBox::currentIndexChanged, this, &ImportForm::followStrategy);
    connect(borrow_, &QSpinBox::valueChanged, this, &ImportForm::changed);
    connect(checkpointOnStop_, &QCheckBox::toggled, this, &ImportForm::changed);
}

void ImportForm::buildJobs(QVBoxLayout* column)
{
    QVBoxLayout* inner = nullptr;
    column->addWidget(makeImportCard(tr("Jobs"), inner, this));
    QFormLayout* form = makeForm(inner);
    zeroGpu_ = makeChoice("importZeroGpu", tr("Jobs without a GPU"), this);
    zeroGpu_->addItem(tr("leave out"), false);
    zeroGpu_->addItem(tr("keep with one instance each"), true);
    addRow(form, tr("&Jobs without a GPU"), zeroGpu_);
    fractional_ = makeChoice("importFractional", tr("Fractions of a GPU"), this);
    fractional_->addItem(tr("round up"), false);
    fractional_->addItem(tr("leave out"), true);
    addRow(form, tr("&Fractions of a GPU"), fractional_);
    const QString bound = tr("no bound");
    from_ = makeField("importFrom", tr("Submitted from"), bound, this);
    addRow(form, tr("Submitted fro&m"), from_);
    to_ = makeField("importTo", tr("Submitted before"), bound, this);
    addRow(form, tr("Submitted before"), to_);
    QLabel* hint = addHint(form, "importWindowHint");
    setProblem(hint, tr("A date such as 2017-10-01, or 1d12h since the first submit."));
    name_ = makeField("importName", tr("Name of the scenario"), tr("the file's name"), this);
    addRow(form, tr("&Name"), name_);
    for (QComboBox* choice : {zeroGpu_, fractional_})
        watch(choice);
    for (QLineEdit* field : {from_, to_, name_})
        watch(field);
}

void ImportForm::reset()
{
    const QSignalBlocker blocker(this);
    format_->clear();
    format_->addItem(tr("found out"), QString());
    for (const TraceFormatInfo& info : traceFormats())
        format_->addItem(formatTitle(info), toQt(info.name));
    share_->clear();
    share_->addItem(tr("the format's"), QString());
    decimal_->clear();
    decimal_->addItem(tr("found out"), QString());
    decimal_->addItem(tr("point: 1.5"), ".");
    decimal_->addItem(tr("comma: 1,5"), ",");
    for (QComboBox* choice : {format_, share_, zone_, decimal_, unit_, limits_, strategy_, zeroGpu_, fractional_})
        choice->setCurrentIndex(0);
    for (QLineEdit* field : {limitsFile_, capacity_, checkpoint_, checkpointCost_, restore_, from_, to_, name_})
        field->clear();
    for (QCheckBox* box : {impossible_, checkpointOnStop_})
        box->setChecked(false);
    borrow_->setValue(-1);
    for (QLabel* hint : {why_, zoneHint_, limitsHint_, capacityHint_, checkpointHint_})
        setProblem(hint, {});
    followLimits();
    followStrategy();
    followUnit();
}

void ImportForm::showHead(const TraceHead& head)
{
    const TraceFormatInfo* info = findTraceFormat(head.format);
    const bool isChosen = !format_->currentData().toString().isEmpty();
    if (!isChosen)
        format_->setItemText(0, info != nullptr ? formatTitle(*info) : tr("not recognised"));
    else
        format_->setItemText(0, tr("found out"));
    const QString why = isChosen ? tr("As chosen.")
        : info != nullptr        ? tr("By %1.").arg(toQt(head.recognisedBy))
                                 : QString();
    setProblem(why_, why);

    const QString chosen = valueOf(*share_);
    const bool isTyping = share_->lineEdit()->hasFocus() && share_->lineEdit()->isModified();
    if (!isTyping) {
        const QSignalBlocker blocker(share_);
        share_->clear();
        const QString usual = info == nullptr || info->defaultShare.empty() ? QString() : toQt(info->defaultShare);
        const auto bound = std::find_if(head.fields.begin(), head.fields.end(),
            [](const FieldColumn& field) { return field.field == Field::Share && field.column >= 0; });
        QString found = usual;
        if (head.isTable)
            found
                = bound == head.fields.end() ? QString() : toQt(head.columns[static_cast<std::size_t>(bound->column)]);
        share_->addItem(!chosen.isEmpty() || found.isEmpty()
                ? (chosen.isEmpty() ? tr("none: one share for all") : tr("the format's"))
                : tr("%1 (found)").arg(found),
            QString());
        for (const std::string& name : head.shareChoices)
            share_->addItem(toQt(name), toQt(name));
        const int at = share_->findData(chosen);
        if (at >= 0)
            share_->setCurrentIndex(at);
        else
            share_->setEditText(chosen);
    }
    if (decimal_->currentData().toString().isEmpty() && head.isTable)
        decimal_->setItemText(0, head.decimalSeparator == ',' ? tr("comma (found)") : tr("point (found)"));
    decimal_->setEnabled(head.isTable);
}

void ImportForm::showPreview(const ImportPreview& preview)
{
    // Formats without columns say only after reading what became the share.
    const bool isFound = preview.trace && !preview.trace->shareColumn.empty() && preview.settings.read.shareBy.empty();
    if (isFound)
        share_->setItemText(0, tr("%1 (found)").arg(toQt(preview.trace->shareColumn)));
    const auto zoneless = std::find_if(preview.notes.begin(), preview.notes.end(),
        [](const TraceNote& note) { return note.code == "timestamps-without-zone"; });
    // The warning itself, with its number, stands among what comes of the file.
    setProblem(zoneHint_, zoneless == preview.notes.end() ? QString() : tr("Choose the zone of stamps without one."));
}

void ImportForm::focusFirst()
{
    format_->setFocus(Qt::OtherFocusReason);
}

bool ImportForm::writeTo(ImportSettings& settings)
{
    settings.read.format = fromQt(format_->currentData().toString());
    settings.read.shareBy = fromQt(valueOf(*share_));
    settings.read.timezone = fromQt(valueOf(*zone_));
    const QString decimal = decimal_->currentData().toString();
    settings.read.decimalSeparator = decimal.isEmpty() ? '\0' : decimal.front().toLatin1();
    JobRules& rules = settings.options.jobs;
    rules.zeroGpu = zeroGpu_->currentData().toBool() ? ZeroGpuRule::Keep : ZeroGpuRule::Reject;
    rules.fractional = fractional_->currentData().toBool() ? FractionRule::Reject : FractionRule::RoundUp;
    settings.from = fromQt(from_->text().trimmed());
    settings.to = fromQt(to_->text().trimmed());
    settings.options.scenarioName = fromQt(name_->text().trimmed());
    settings.options.allowImpossible = impossible_->isChecked();
    // All of them, so that each says what is wrong with it.
    const bool isUnderstood[] = {readUnit(settings), readLimits(settings), readCapacity(settings),
        readSharing(settings), readCheckpoints(settings)};
    const std::pair<QString, const QLabel*> fields[] = {{tr("Unit"), unitHint_}, {tr("Limits"), limitsHint_},
        {tr("Capacity"), capacityHint_}, {tr("Strategy"), nullptr}, {tr("Checkpoints"), checkpointHint_}};
    firstProblem_.clear();
    for (std::size_t i = 0; i < std::size(isUnderstood) && firstProblem_.isEmpty(); ++i) {
        if (!isUnderstood[i] && fields[i].second != nullptr)
            firstProblem_ = tr("%1: %2", "field, what is wrong with it").arg(fields[i].first, fields[i].second->text());
    }
    return std::all_of(std::begin(isUnderstood), std::end(isUnderstood), [](bool is) { return is; });
}

QString ImportForm::firstProblem() const
{
    return firstProblem_;
}

bool ImportForm::readUnit(ImportSettings& settings)
{
    settings.options.jobs.unit = fromQt(valueOf(*unit_));
    followUnit();
    return !settings.options.jobs.unit.empty();
}

void ImportForm::followUnit()
{
    const std::string unit = fromQt(valueOf(*unit_));
    const std::optional<CatalogueEntry> entry = findInCatalogue(unit);
    QString text;
    if (unit.empty())
        text = tr("Name a capacity unit.");
    else if (entry)
        text = tr("The sizes of the trace count as instances of %1: %2 × %3 each.")
                   .arg(toQt(unit), QString::number(entry->gpus), toQt(entry->accelerator));
    else if (unit == kProcessorUnit)
        text = tr("The sizes of the trace count as processors, without GPUs.");
    else if (unit.starts_with("ml."))
        text = tr("%1 is not in the catalogue: each instance counts as 1 GPU.").arg(toQt(unit));
    else
        text = tr("One GPU of the trace is one instance of %1.").arg(toQt(unit));
    setProblem(unitHint_, text);
}

bool ImportForm::readLimits(ImportSettings& settings)
{
    const QString rule = limits_->currentData().toString();
    settings.limitsFile.clear();
    settings.options.limits = rule == "peak" ? LimitRule::Peak
        : rule == "equal"                    ? LimitRule::Equal
        : rule == "mean-demand"              ? LimitRule::MeanDemand
                                             : LimitRule::Given;
    if (rule != kFileRule) {
        setProblem(limitsHint_, {});
        return true;
    }
    const QString path = limitsFile_->text().trimmed();
    const bool isFile = QFileInfo(path).isFile();
    setProblem(limitsHint_,
        path.isEmpty() ? tr("Choose a file with lines share,unit,limit, or JSON.")
            : isFile   ? QString()
                       : tr("There is no file %1.").arg(path));
    settings.limitsFile = fromQt(path);
    return isFile;
}

bool ImportForm::readCapacity(ImportSettings& settings)
{
    settings.options.capacity.clear();
    QString problem;
    for (const QString& item : capacity_->text().split(',', Qt::SkipEmptyParts)) {
        const qsizetype equals = item.lastIndexOf('=');
        bool isNumber = false;
        const int count = item.mid(equals + 1).trimmed().toInt(&isNumber);
        const std::string unit = equals < 0 ? settings.options.jobs.unit : fromQt(item.left(equals).trimmed());
        if (!isNumber || count < 0 || count > kMaxInstances)
            problem = tr("A capacity is a number of instances, or UNIT=NUMBER for each unit.");
        for (const GivenCapacity& given : settings.options.capacity) {
            if (given.unit == unit)
                problem = tr("The capacity of %1 is given twice.").arg(toQt(unit));
        }
        settings.options.capacity.push_back({unit, count});
    }
    setProblem(capacityHint_, problem);
    return problem.isEmpty();
}

bool ImportForm::readSharing(ImportSettings& settings)
{
    const int strategy = strategy_->currentData().toInt();
    settings.options.sharing.all.reset();
    if (strategy < 0)
        return true;
    ResourceSharing sharing;
    sharing.strategy = static_cast<SharingStrategy>(strategy);
    if (sharing.strategy == SharingStrategy::LendAndBorrow && borrow_->value() >= 0)
        sharing.borrowLimit = borrow_->value();
    settings.options.sharing.all = sharing;
    return true;
}

bool ImportForm::readCheckpoints(ImportSettings& settings)
{
    JobRules& rules = settings.options.jobs;
    rules.checkpoint.all.reset();
    rules.restore.all = 0;
    bool isUnderstood = true;
    const auto read = [&](const QLineEdit& field, TimeMs least) {
        const std::optional<TimeMs> time = durationOf(field);
        const bool isEmpty = field.text().trimmed().isEmpty();
        isUnderstood = isUnderstood && (isEmpty || (time && *time >= least));
        return isEmpty ? TimeMs{0} : time.value_or(0);
    };
    const TimeMs interval = read(*checkpoint_, 1);
    const TimeMs cost = read(*checkpointCost_, 0);
    const TimeMs restore = read(*restore_, 0);
    if (interval > 0)
        rules.checkpoint.all = CheckpointPlan{interval, cost, checkpointOnStop_->isChecked()};
    rules.restore.all = restore;
    setProblem(checkpointHint_,
        isUnderstood ? QString() : tr("Durations are written as 30m, 45s or 1h30m; a plain number is seconds."));
    checkpointCost_->setEnabled(interval > 0);
    checkpointOnStop_->setEnabled(interval > 0);
    return isUnderstood;
}

void ImportForm::followLimits()
{
    limitsRow_->setVisible(limits_->currentData().toString() == kFileRule);
}

void ImportForm::followStrategy()
{
    borrow_->setEnabled(strategy_->currentData().toInt() == static_cast<int>(SharingStrategy::LendAndBorrow));
}

void ImportForm::chooseLimitsFile()
{
    auto* dialog = new QFileDialog(this, tr("Choose limits"), QFileInfo(limitsFile_->text()).absolutePath(),
        tr("Limits (*.csv *.json);;All files (*)"));
    dialog->setObjectName("importLimitsDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        limitsFile_->setText(path);
        Q_EMIT changed();
    });
    dialog->open();
}

} // namespace quotaboard
