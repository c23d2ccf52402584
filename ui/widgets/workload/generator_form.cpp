// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/generator_form.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/job_cells.h"
#include "ui/widgets/panels/panel_parts.h"
#include "ui/widgets/workload/bar_chart.h"
#include "ui/widgets/workload/weighted_text.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quotaboard {

namespace {

using Process = ArrivalSpec::Process;
using Law = WorkSpec::Law;

constexpr double kLeastRate = 1e-9;
constexpr double kMostPerHour = 3'600'000;
constexpr int kMostPhases = 1000;
constexpr double kMostVariation = 1e6;
constexpr int kClassTableRows = 4;

enum ClassColumn { ClassName, ClassWeight, ClassCheckpoint, ClassRestore, ClassRetries, ClassAttempts, kClassColumns };

/// Shows no more decimals than there are.
class ShortNumberBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    [[nodiscard]] QString textFromValue(double value) const override { return locale().toString(value, 'g', 10); }
};

QStringList hourNames()
{
    QStringList names;
    for (int hour = 0; hour < 24; ++hour)
        names += QString::number(hour);
    return names;
}

QStringList weekdayNames()
{
    QStringList names;
    for (int day = 1; day <= 7; ++day)
        names += QLocale().dayName(day, QLocale::ShortFormat);
    return names;
}

std::function<QString(GeneratorSpec&, const QString&)> duration(TimeMs& (*target)(GeneratorSpec&))
{
    return [target](GeneratorSpec& spec, const QString& text) {
        const auto time = durationFromText(text);
        if (time)
            target(spec) = *time;
        return time ? QString()
                    : GeneratorForm::tr("found “%1”; allowed is a duration such as 90s, 45m, 1h30m or 2d4h").arg(text);
    };
}

std::function<QString(GeneratorSpec&, const QString&)> label(std::string& (*target)(GeneratorSpec&))
{
    return [target](GeneratorSpec& spec, const QString& text) {
        target(spec) = fromQt(text.trimmed());
        return QString();
    };
}

} // namespace

GeneratorForm::GeneratorForm(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , theme_(theme)
{
    setObjectName(QStringLiteral("generatorForm"));
    QVBoxLayout* column = makeScrolledColumn(this);
    problemLabel_ = makeLabel({}, "secondary", this);
    problemLabel_->setObjectName(QStringLiteral("generatorProblem"));
    problemLabel_->setTextFormat(Qt::PlainText);
    column->addWidget(problemLabel_);
    buildWhat(column);
    buildArrivals(column);
    buildWork(column);
    buildMixes(column);
    column->addStretch(1);
    followKinds();
}

void GeneratorForm::addRow(QFormLayout* form, const QString& title, const char* name, QWidget* field)
{
    field->setObjectName(QString::fromLatin1(name));
    field->setAccessibleName(title);
    form->addRow(title, field);
}

QLineEdit* GeneratorForm::addLine(QFormLayout* form, const QString& title, const char* name, const QString& hint,
    const std::function<QString(GeneratorSpec&, const QString&)>& read)
{
    auto* line = new QLineEdit(this);
    line->setPlaceholderText(hint);
    line->setToolTip(hint);
    addRow(form, title, name, line);
    lines_.push_back({line, title, read});
    connect(line, &QLineEdit::textChanged, this, &GeneratorForm::read);
    return line;
}

QDoubleSpinBox* GeneratorForm::addNumber(
    QFormLayout* form, const QString& title, const char* name, double least, double most, int decimals)
{
    auto* box = new ShortNumberBox(this);
    box->setDecimals(decimals);
    box->setRange(least, most);
    addRow(form, title, name, box);
    connect(box, &QDoubleSpinBox::valueChanged, this, &GeneratorForm::read);
    return box;
}

void GeneratorForm::buildWhat(QVBoxLayout* column)
{
    QFormLayout* form = makeForm(column);
    share_ = new QComboBox(this);
    addRow(form, tr("Share"), "generatorShare", share_);
    unit_ = new QComboBox(this);
    unit_->setEditable(true);
    addRow(form, tr("Unit"), "generatorUnit", unit_);
    connect(share_, &QComboBox::currentTextChanged, this, &GeneratorForm::read);
    connect(unit_, &QComboBox::currentTextChanged, this, &GeneratorForm::read);
    name_ = addLine(form, tr("Name"), "generatorName", tr("Tells the generators of one share apart"),
        label([](GeneratorSpec& s) -> std::string& { return s.name; }));
    jobName_ = addLine(form, tr("Job name"), "generatorJobName", tr("Of all its jobs; the share’s name when empty"),
        label([](GeneratorSpec& s) -> std::string& { return s.jobName; }));
    user_ = addLine(
        form, tr("User"), "generatorUser", {}, label([](GeneratorSpec& s) -> std::string& { return s.user; }));
    class_ = addLine(form, tr("Class"), "generatorClass", tr("Workload class of jobs whose kind has no name"),
        label([](GeneratorSpec& s) -> std::string& { return s.workloadClass; }));
    start_ = addLine(form, tr("From"), "generatorStart", tr("Time from the start of the run, such as 2d4h"),
        duration([](GeneratorSpec& s) -> TimeMs& { return s.start; }));
    until_ = addLine(form, tr("Until"), "generatorUntil", tr("Time from the start of the run; empty: until the count"),
        [](GeneratorSpec& spec, const QString& text) {
            spec.until = durationFromText(text);
            return text.trimmed().isEmpty() || spec.until
                ? QString()
                : tr("found “%1”; allowed is a time such as 7d, or nothing").arg(text);
        });
    count_ = addLine(form, tr("At most"), "generatorCount", tr("Number of jobs; empty: as many as arrive until then"),
        [](GeneratorSpec& spec, const QString& text) {
            bool isNumber = false;
            const qlonglong count = text.trimmed().toLongLong(&isNumber);
            const bool isGood = isNumber && count >= 0 && count <= kMaxGeneratedJobs;
            spec.count = isGood ? std::optional<std::int64_t>(count) : std::nullopt;
            return text.trimmed().isEmpty() || isGood
                ? QString()
                : tr("found “%1”; allowed is a number of jobs from 0 to %2, or nothing")
                      .arg(text, QLocale().toString(static_cast<qlonglong>(kMaxGeneratedJobs)));
        });
}

void GeneratorForm::buildArrivals(QVBoxLayout* column)
{
    column->addWidget(makeLabel(tr("Arrivals"), "heading", this));
    arrivalForm_ = makeForm(column);
    process_ = new QComboBox(this);
    process_->addItems({tr("Poisson: independent, constant rate"), tr("Daily curve: rate follows hour and weekday"),
        tr("Bursts: many at once, again and again"), tr("Deterministic: one every so often")});
    addRow(arrivalForm_, tr("Process"), "generatorProcess", process_);
    perHour_ = addNumber(arrivalForm_, tr("Jobs per hour"), "generatorPerHour", kLeastRate, kMostPerHour, 6);
    perHour_->setToolTip(tr("On average over a week"));
    every_ = addLine(arrivalForm_, tr("Every"), "generatorEvery", tr("A duration such as 6h"),
        duration([](GeneratorSpec& s) -> TimeMs& { return s.arrival.every; }));
    burst_ = new QSpinBox(this);
    burst_->setRange(1, static_cast<int>(kMaxGeneratedJobs));
    addRow(arrivalForm_, tr("Jobs in a burst"), "generatorBurst", burst_);
    connect(burst_, &QSpinBox::valueChanged, this, &GeneratorForm::read);
    spread_ = addLine(arrivalForm_, tr("Spread over"), "generatorSpread", tr("A duration, at most that between bursts"),
        duration([](GeneratorSpec& s) -> TimeMs& { return s.arrival.spread; }));
    offset_ = addNumber(arrivalForm_, tr("Clock"), "generatorOffset", -14, 14, 2);
    offset_->setPrefix(tr("UTC + "));
    offset_->setSuffix(tr(" h"));
    hours_ = new BarChart(theme_, tr("Hour of the day"), tr("relative rate"), this);
    hours_->setObjectName(QStringLiteral("generatorHours"));
    hours_->setNames(hourNames());
    hours_->setEditable(true);
    arrivalForm_->addRow(hours_);
    weekdays_ = new BarChart(theme_, tr("Day of the week"), tr("relative rate"), this);
    weekdays_->setObjectName(QStringLiteral("generatorWeekdays"));
    weekdays_->setNames(weekdayNames());
    weekdays_->setEditable(true);
    arrivalForm_->addRow(weekdays_);
    connect(process_, &QComboBox::currentIndexChanged, this, &GeneratorForm::read);
    connect(hours_, &BarChart::edited, this, &GeneratorForm::read);
    connect(weekdays_, &BarChart::edited, this, &GeneratorForm::read);
}

void GeneratorForm::buildWork(QVBoxLayout* column)
{
    column->addWidget(makeLabel(tr("Work of each job"), "heading", this));
    workForm_ = makeForm(column);
    law_ = new QComboBox(this);
    law_->addItems({tr("Exponential"), tr("Deterministic: always the mean"), tr("Erlang: less varied"),
        tr("Hyperexponential: more varied"), tr("Lognormal"), tr("Uniform between two bounds")});
    addRow(workForm_, tr("Law"), "generatorLaw", law_);
    mean_ = addLine(workForm_, tr("Mean"), "generatorMean", tr("A duration such as 2h"),
        [](GeneratorSpec& spec, const QString& text) {
            const auto time = durationFromText(text);
            if (time)
                spec.work.mean = static_cast<double>(*time);
            return time ? QString() : tr("found “%1”; allowed is a duration such as 2h").arg(text);
        });
    shape_ = new QSpinBox(this);
    shape_->setRange(1, kMostPhases);
    addRow(workForm_, tr("Phases"), "generatorShape", shape_);
    variation_ = addNumber(workForm_, tr("Squared variation"), "generatorVariation", 0, kMostVariation, 4);
    variation_->setToolTip(tr("Variance divided by the square of the mean"));
    least_ = addLine(workForm_, tr("At least"), "generatorLeast", tr("A duration"),
        duration([](GeneratorSpec& s) -> TimeMs& { return s.work.least; }));
    most_ = addLine(workForm_, tr("At most"), "generatorMost", tr("A duration; empty: no bound"),
        [](GeneratorSpec& spec, const QString& text) {
            const auto time = text.trimmed().isEmpty() ? std::optional(kMaxTimeMs) : durationFromText(text);
            if (time)
                spec.work.most = *time;
            return time ? QString() : tr("found “%1”; allowed is a duration, or nothing").arg(text);
        });
    connect(law_, &QComboBox::currentIndexChanged, this, &GeneratorForm::read);
    connect(shape_, &QSpinBox::valueChanged, this, &GeneratorForm::read);
}

void GeneratorForm::buildMixes(QVBoxLayout* column)
{
    column->addWidget(makeLabel(tr("Mix"), "heading", this));
    QFormLayout* form = makeForm(column);
    sizes_ = addLine(form, tr("Instances"), "generatorSizes", tr("Instances and weight, such as 1 × 3, 4 × 1"),
        [](GeneratorSpec& spec, const QString& text) { return readWeighted(text, 1, kMaxInstances, spec.sizes); });
    priorities_ = addLine(form, tr("Priorities"), "generatorPriorities", tr("Priority and weight, such as 50 × 9, 500"),
        [](GeneratorSpec& spec, const QString& text) { return readWeighted(text, 0, kMaxPriority, spec.priorities); });
    slack_ = addLine(form, tr("Deadline"), "generatorSlack",
        tr("After so many times its work, at least 1; empty: none"), [](GeneratorSpec& spec, const QString& text) {
            bool isNumber = false;
            double slack = QLocale().toDouble(text.trimmed(), &isNumber);
            if (!isNumber)
                slack = text.trimmed().toDouble(&isNumber);
            const bool isGood = isNumber && slack >= 1 && slack <= 1e6;
            spec.deadlineSlack = isGood ? std::optional(slack) : std::nullopt;
            return text.trimmed().isEmpty() || isGood
                ? QString()
                : tr("found “%1”; allowed is a number from 1 to 1,000,000, or nothing").arg(text);
        });
    column->addWidget(makeLabel(tr("Kinds of jobs by checkpoint"), "heading", this));
    classes_ = new QTableWidget(0, kClassColumns, this);
    classes_->setObjectName(QStringLiteral("generatorKinds"));
    classes_->setAccessibleName(tr("Kinds of jobs by checkpoint"));
    classes_->setHorizontalHeaderLabels(
        {tr("Name"), tr("Weight"), tr("Checkpoint"), tr("Restore"), tr("Retries"), tr("Attempts")});
    classes_->setTabKeyNavigation(false);
    classes_->verticalHeader()->hide();
    classes_->setEditTriggers(
        QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    classes_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    const int rowHeight = classes_->verticalHeader()->defaultSectionSize();
    classes_->setFixedHeight(rowHeight * kClassTableRows);
    column->addWidget(classes_);
    auto* row = new QHBoxLayout;
    auto* add = new QPushButton(tr("Add kind"), this);
    add->setObjectName(QStringLiteral("generatorAddKind"));
    auto* remove = new QPushButton(tr("Remove kind"), this);
    remove->setObjectName(QStringLiteral("generatorRemoveKind"));
    row->addWidget(add);
    row->addWidget(remove);
    row->addStretch(1);
    column->addLayout(row);
    connect(classes_, &QTableWidget::cellChanged, this, &GeneratorForm::read);
    connect(add, &QPushButton::clicked, this, [this] {
        isFilling_ = true;
        addClassRow({});
        isFilling_ = false;
        read();
    });
    connect(remove, &QPushButton::clicked, this, [this] {
        if (classes_->rowCount() < 2)
            return;
        classes_->removeRow(std::max(0, classes_->currentRow()));
        read();
    });
}

void GeneratorForm::show(const Scenario& scenario, const GeneratorSpec& spec)
{
    isFilling_ = true;
    spec_ = spec;
    share_->clear();
    for (const QuotaShare& share : scenario.shares)
        share_->addItem(toQt(share.name));
    if (share_->findText(toQt(spec.share)) < 0)
        share_->addItem(toQt(spec.share));
    share_->setCurrentText(toQt(spec.share));
    unit_->clear();
    for (const CapacityUnit& unit : scenario.units)
        unit_->addItem(toQt(unit.name));
    unit_->setCurrentText(toQt(spec.unit));
    name_->setText(toQt(spec.name));
    jobName_->setText(toQt(spec.jobName));
    user_->setText(toQt(spec.user));
    class_->setText(toQt(spec.workloadClass));
    start_->setText(durationEditText(spec.start));
    until_->setText(spec.until ? durationEditText(*spec.until) : QString());
    count_->setText(spec.count ? QString::number(*spec.count) : QString());
    process_->setCurrentIndex(static_cast<int>(spec.arrival.process));
    perHour_->setValue(spec.arrival.perHour);
    every_->setText(durationEditText(spec.arrival.every));
    burst_->setValue(spec.arrival.burstSize);
    spread_->setText(durationEditText(spec.arrival.spread));
    offset_->setValue(static_cast<double>(spec.arrival.utcOffset) / static_cast<double>(kMsPerHour));
    hours_->setValues({spec.arrival.hourlyWeights.begin(), spec.arrival.hourlyWeights.end()});
    weekdays_->setValues({spec.arrival.weekdayWeights.begin(), spec.arrival.weekdayWeights.end()});
    law_->setCurrentIndex(static_cast<int>(spec.work.law));
    mean_->setText(durationEditText(static_cast<TimeMs>(spec.work.mean)));
    shape_->setValue(spec.work.shape);
    variation_->setValue(spec.work.squaredVariation);
    least_->setText(durationEditText(spec.work.least));
    most_->setText(spec.work.most == kMaxTimeMs ? QString() : durationEditText(spec.work.most));
    sizes_->setText(weightedText(spec.sizes));
    priorities_->setText(weightedText(spec.priorities));
    slack_->setText(spec.deadlineSlack ? QLocale().toString(*spec.deadlineSlack, 'g', 10) : QString());
    fillClasses();
    problem_.clear();
    problemLabel_->hide();
    isFilling_ = false;
    followKinds();
}

void GeneratorForm::fillClasses()
{
    classes_->setRowCount(0);
    for (const Weighted<CheckpointClass>& item : spec_.checkpointClasses)
        addClassRow(item);
}

void GeneratorForm::addClassRow(const Weighted<CheckpointClass>& item)
{
    const int row = classes_->rowCount();
    classes_->insertRow(row);
    const JobProfile& profile = item.value.profile;
    const auto set
        = [&](int column, const QString& text) { classes_->setItem(row, column, new QTableWidgetItem(text)); };
    set(ClassName, toQt(item.value.name));
    set(ClassWeight, QLocale().toString(item.weight, 'g', 10));
    set(ClassCheckpoint,
        profile.checkpoint
            ? QStringLiteral("%1 / %2%3")
                  .arg(durationEditText(profile.checkpoint->interval), durationEditText(profile.checkpoint->cost),
                      profile.checkpoint->onStop ? QStringLiteral(", on stop") : QString())
            : tr("none"));
    set(ClassRestore, durationEditText(profile.restore));
    set(ClassRetries, profile.preemptionRetries ? QString::number(*profile.preemptionRetries) : tr("unlimited"));
    set(ClassAttempts, QString::number(profile.attempts));
}

QString GeneratorForm::readClasses(GeneratorSpec& spec) const
{
    std::vector<Weighted<CheckpointClass>> list;
    const Scenario none;
    for (int row = 0; row < classes_->rowCount(); ++row) {
        const auto text = [&](int column) {
            const QTableWidgetItem* item = classes_->item(row, column);
            return item == nullptr ? QString() : item->text();
        };
        Weighted<CheckpointClass> item;
        item.value.name = fromQt(text(ClassName).trimmed());
        const auto weight = weightFromText(text(ClassWeight));
        if (!weight)
            return tr("Weight: found “%1”; allowed is a number from 0 to 1,000,000,000").arg(text(ClassWeight));
        item.weight = *weight;
        JobProfile& profile = item.value.profile;
        const ParsedCell checkpoint = parseJobCell(none, JobColumn::Checkpoint, text(ClassCheckpoint));
        const ParsedCell restore = parseJobCell(none, JobColumn::Restore, text(ClassRestore));
        const ParsedCell retries = parseJobCell(none, JobColumn::Retries, text(ClassRetries));
        for (const ParsedCell* cell : {&checkpoint, &restore, &retries}) {
            if (!cell->problem.isEmpty())
                return cell->problem;
        }
        profile.checkpoint = *checkpoint.change.checkpoint;
        profile.restore = *restore.change.restore;
        profile.preemptionRetries = *retries.change.preemptionRetries;
        bool isNumber = false;
        profile.attempts = text(ClassAttempts).toInt(&isNumber);
        if (!isNumber || profile.attempts < 1)
            return tr("Attempts: found “%1”; allowed is a whole number from 1").arg(text(ClassAttempts));
        list.push_back(std::move(item));
    }
    spec.checkpointClasses = std::move(list);
    return {};
}

void GeneratorForm::followKinds()
{
    const auto process = static_cast<Process>(process_->currentIndex());
    const auto law = static_cast<Law>(law_->currentIndex());
    const auto setShown = [](QFormLayout* form, QWidget* field, bool isShown) { form->setRowVisible(field, isShown); };
    const bool hasRate = process == Process::Poisson || process == Process::DailyCurve;
    setShown(arrivalForm_, perHour_, hasRate);
    setShown(arrivalForm_, every_, !hasRate);
    setShown(arrivalForm_, burst_, process == Process::Burst);
    setShown(arrivalForm_, spread_, process == Process::Burst);
    for (QWidget* field : std::initializer_list<QWidget*>{offset_, hours_, weekdays_})
        setShown(arrivalForm_, field, process == Process::DailyCurve);
    setShown(workForm_, mean_, law != Law::Uniform);
    setShown(workForm_, shape_, law == Law::Erlang);
    setShown(workForm_, variation_, law == Law::Hyperexponential || law == Law::Lognormal);
}

void GeneratorForm::read()
{
    if (isFilling_)
        return;
    GeneratorSpec spec = spec_;
    spec.share = fromQt(share_->currentText());
    // Another share chosen is another workload: it draws as a new one there.
    if (spec.share != spec_.share)
        spec.drawsAs.clear();
    spec.unit = fromQt(unit_->currentText().trimmed());
    spec.arrival.process = static_cast<Process>(process_->currentIndex());
    // A field shows fewer digits than a file may hold: what was not touched stays what it is.
    const auto put = [](double& target, const QDoubleSpinBox* box) {
        if (std::abs(target - box->value()) > 0.5 * std::pow(10.0, -box->decimals()))
            target = box->value();
    };
    put(spec.arrival.perHour, perHour_);
    put(spec.work.squaredVariation, variation_);
    double offset = static_cast<double>(spec.arrival.utcOffset) / static_cast<double>(kMsPerHour);
    put(offset, offset_);
    spec.arrival.utcOffset = std::llround(offset * static_cast<double>(kMsPerHour));
    spec.arrival.burstSize = burst_->value();
    if (spec.arrival.process == Process::DailyCurve
        && std::all_of(hours_->values().begin(), hours_->values().end(), [](double v) { return v <= 0; })) {
        const bool was = std::exchange(isFilling_, true);
        hours_->setValues(std::vector<double>(24, 1.0));
        isFilling_ = was;
    }
    std::copy_n(hours_->values().begin(), 24, spec.arrival.hourlyWeights.begin());
    std::copy_n(weekdays_->values().begin(), 7, spec.arrival.weekdayWeights.begin());
    spec.work.law = static_cast<Law>(law_->currentIndex());
    spec.work.shape = shape_->value();
    problem_.clear();
    for (const Line& line : lines_) {
        if (const QString problem = line.read(spec, line.field->text()); !problem.isEmpty() && problem_.isEmpty())
            problem_ = tr("%1: %2").arg(line.title, problem);
    }
    if (const QString problem = readClasses(spec); problem_.isEmpty())
        problem_ = problem;
    spec_ = std::move(spec);
    problemLabel_->setText(problem_);
    problemLabel_->setVisible(!problem_.isEmpty());
    followKinds();
    Q_EMIT edited();
}

} // namespace quotaboard
