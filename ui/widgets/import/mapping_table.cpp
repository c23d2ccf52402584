// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/import/mapping_table.h"

#include "ui/logic/bridge/import_text.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/import/import_parts.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace quotaboard {

namespace {

constexpr int kGap = 8;
constexpr std::size_t kSamples = 3;

enum GridColumn { kField, kColumn, kUnit, kSample };

/// What a job cannot do without stands first; the rest shows on demand.
constexpr Field kFirstFields[] = {Field::Submit, Field::Start, Field::End, Field::Duration, Field::Size, Field::Share};
constexpr Field kMoreFields[] = {Field::Wait, Field::Workers, Field::MilliSize, Field::User, Field::Id, Field::Name,
    Field::Priority, Field::Unit, Field::Status, Field::WorkloadClass, Field::Attempts};

/// The field that a cause of rejecting is about.
std::optional<Field> fieldOfCause(std::string_view cause)
{
    constexpr std::pair<std::string_view, Field> kEnds[]
        = {{"submit-time", Field::Submit}, {"start-time", Field::Start}, {"end-time", Field::End},
            {"duration", Field::Duration}, {"still-running", Field::Duration}, {"size", Field::Size},
            {"zero-gpu", Field::Size}, {"size-out-of-range", Field::Size}, {"priority", Field::Priority},
            {"attempts", Field::Attempts}, {"wait", Field::Wait}, {"never-started", Field::Start}};
    for (const auto& [end, field] : kEnds) {
        if (cause.ends_with(end))
            return field;
    }
    return std::nullopt;
}

/// What a table lacks to tell jobs; the core lists it as text.
std::set<Field> missingFieldsOf(const std::optional<Error>& error)
{
    std::string text;
    if (error && error->code == ErrorCode::TraceNotRecognised && error->arguments.size() > 3)
        text = error->arguments[1];
    else if (error && error->code == ErrorCode::TraceColumnMissing && error->arguments.size() > 2)
        text = error->arguments[0];
    std::set<Field> fields;
    for (const QString& part : toQt(text).split(QStringLiteral(", "))) {
        if (const auto field = fieldFromName(fromQt(part.section(' ', 0, 0))))
            fields.insert(*field);
    }
    return fields;
}

/// The column's name; its number where several have that name.
QString columnKey(const TraceHead& head, std::size_t index)
{
    const std::string& name = head.columns[index];
    const bool isPlain
        = !name.empty() && name.front() != '#' && std::count(head.columns.begin(), head.columns.end(), name) == 1;
    return isPlain ? toQt(name) : QStringLiteral("#%1").arg(index + 1);
}

QString elided(QLabel& label, const QString& text)
{
    return label.fontMetrics().elidedText(text, Qt::ElideRight, 36 * label.fontMetrics().averageCharWidth());
}

} // namespace

MappingTable::MappingTable(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap);
    grid_ = new QGridLayout;
    grid_->setHorizontalSpacing(kGap * 2);
    grid_->setVerticalSpacing(kGap / 2);
    grid_->setColumnStretch(kColumn, 3);
    grid_->setColumnStretch(kUnit, 2);
    grid_->setColumnStretch(kSample, 4);
    column->addLayout(grid_);
    int row = 0;
    for (const auto& [at, title] : std::initializer_list<std::pair<int, QString>>{{kField, tr("Field")},
             {kColumn, tr("Column of the file")}, {kUnit, tr("Unit of time")}, {kSample, tr("First values")}})
        grid_->addWidget(makeLabel(title, "small", this), row, at);
    for (const Field field : kFirstFields)
        addLine(field, ++row);
    for (const Field field : kMoreFields)
        addLine(field, ++row);
    more_ = new QPushButton(tr("&More fields"), this);
    more_->setObjectName("importMoreFields");
    more_->setCheckable(true);
    more_->setProperty("look", "link");
    column->addWidget(more_, 0, Qt::AlignLeft);
    connect(more_, &QPushButton::toggled, this, &MappingTable::showMore);
    showMore(false);
}

void MappingTable::addLine(Field field, int row)
{
    Line& line = lines_[static_cast<std::size_t>(field)];
    const QString name = fieldText(field);
    const QString key = toQt(fieldName(field));
    line.label = new QLabel(name, this);
    line.samples = makeLabel({}, "secondary", this);
    line.samples->setTextFormat(Qt::PlainText);
    line.samples->setWordWrap(false);
    line.samples->setObjectName("importSamples_" + key);
    line.problems = makeLabel({}, "small", this);
    line.problems->setTextFormat(Qt::PlainText);
    line.problems->setObjectName("importProblems_" + key);
    grid_->addWidget(line.label, row, kField);
    if (field == Field::Share) {
        line.columnText = new QLabel(this);
        line.columnText->setTextFormat(Qt::PlainText);
        grid_->addWidget(line.columnText, row, kColumn);
    } else {
        line.column = makeChoice("", tr("Column for %1").arg(name), this);
        line.column->setObjectName("importMap_" + key);
        line.column->setEditable(true);
        line.label->setBuddy(line.column);
        grid_->addWidget(line.column, row, kColumn);
        connect(line.column, &QComboBox::activated, this, &MappingTable::changed);
        connect(line.column->lineEdit(), &QLineEdit::editingFinished, this, &MappingTable::changed);
    }
    if (field <= Field::Wait) {
        line.unit = makeChoice("", tr("Unit of %1").arg(name), this);
        line.unit->setObjectName("importUnit_" + key);
        grid_->addWidget(line.unit, row, kUnit);
        connect(line.unit, &QComboBox::activated, this, &MappingTable::changed);
    }
    auto* last = new QVBoxLayout;
    last->setSpacing(0);
    last->addWidget(line.samples);
    last->addWidget(line.problems);
    line.problems->hide();
    grid_->addLayout(last, row, kSample);
}

void MappingTable::showMore(bool shows)
{
    for (const Field field : kMoreFields) {
        const Line& line = lines_[static_cast<std::size_t>(field)];
        for (QWidget* widget : std::initializer_list<QWidget*>{line.label, line.column, line.unit, line.samples}) {
            if (widget != nullptr)
                widget->setVisible(shows);
        }
        line.problems->setVisible(shows && !line.problems->text().isEmpty());
    }
    more_->setText(shows ? tr("F&ewer fields") : tr("&More fields"));
}

void MappingTable::clearChoices()
{
    for (Line& line : lines_) {
        if (line.column != nullptr)
            line.column->clear();
        if (line.unit != nullptr)
            line.unit->clear();
    }
}

void MappingTable::showHead(const TraceHead& head)
{
    for (const FieldColumn& field : head.fields) {
        Line& line = lines_[static_cast<std::size_t>(field.field)];
        if (line.column != nullptr)
            fillColumns(line, field, head);
        else
            line.columnText->setText(
                field.column < 0 ? tr("none") : toQt(head.columns[static_cast<std::size_t>(field.column)]));
        if (line.unit != nullptr)
            fillUnits(line, field);
        showSamples(line, field, head);
    }
    showProblems(nullptr);
}

void MappingTable::fillColumns(Line& line, const FieldColumn& field, const TraceHead& head)
{
    // Nothing changes under the hands of somebody who is choosing.
    const bool isTyping = line.column->lineEdit()->hasFocus() && line.column->lineEdit()->isModified();
    if (isTyping || line.column->view()->isVisible())
        return;
    bool isChosen = false;
    const QString chosen = toQt(chosenColumn(line, isChosen));
    const QString found = field.column < 0 ? QString() : columnKey(head, static_cast<std::size_t>(field.column));
    std::string& recognised = recognised_[static_cast<std::size_t>(field.field)];
    if (!isChosen)
        recognised = fromQt(found);
    const QSignalBlocker blocker(line.column);
    line.column->clear();
    line.column->addItem(recognised.empty() ? tr("not in this file") : tr("%1 (found)").arg(toQt(recognised)));
    if (!recognised.empty())
        line.column->addItem(tr("not in this file"), QString());
    for (std::size_t i = 0; i < head.columns.size(); ++i) {
        const QString key = columnKey(head, i);
        line.column->addItem(key, key);
        line.column->setItemData(line.column->count() - 1, toQt(head.columns[i]).toHtmlEscaped(), Qt::ToolTipRole);
    }
    const int at = isChosen ? line.column->findData(chosen) : 0;
    line.column->setCurrentIndex(std::max(at, 0));
    line.column->lineEdit()->setCursorPosition(0);
}

void MappingTable::fillUnits(Line& line, const FieldColumn& field)
{
    if (line.unit->view()->isVisible())
        return;
    const QString chosen = line.unit->currentData().toString();
    const QSignalBlocker blocker(line.unit);
    line.unit->clear();
    const QString unit = timeUnitText(field.unit);
    line.unit->addItem(unit.isEmpty() || !chosen.isEmpty() ? tr("found out")
            : field.isUnitGuessed                          ? tr("%1 (guessed)").arg(unit)
                                                           : unit,
        QString());
    for (const TimeUnit candidate : {TimeUnit::Iso, TimeUnit::EpochSeconds, TimeUnit::EpochMilliseconds,
             TimeUnit::Microseconds, TimeUnit::Milliseconds, TimeUnit::Seconds, TimeUnit::Minutes, TimeUnit::Hours,
             TimeUnit::Days, TimeUnit::Clock})
        line.unit->addItem(timeUnitText(candidate), timeUnitCode(candidate));
    line.unit->setCurrentIndex(chosen.isEmpty() ? 0 : std::max(0, line.unit->findData(chosen)));
    line.unit->setEnabled(field.column >= 0);
}

void MappingTable::showSamples(Line& line, const FieldColumn& field, const TraceHead& head)
{
    QStringList values;
    for (const auto& row : head.cells) {
        if (field.column >= 0 && values.size() < static_cast<qsizetype>(kSamples))
            values.append(toQt(row[static_cast<std::size_t>(field.column)]).simplified());
    }
    const QString text = values.join(QStringLiteral(" · "));
    line.samples->setText(elided(*line.samples, text));
    line.samples->setToolTip(QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()));
}

void MappingTable::showProblems(const ImportPreview* preview)
{
    std::map<Field, std::uint64_t> rows;
    std::set<Field> missing;
    if (preview != nullptr) {
        missing = missingFieldsOf(preview->error);
        for (const RejectGroup& group : preview->rejects) {
            if (const auto field = fieldOfCause(group.cause))
                rows[*field] += group.rows;
        }
    }
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        const auto field = static_cast<Field>(i);
        QString text = missing.contains(field) ? tr("Needed: choose a column") : QString();
        if (rows.contains(field))
            text = tr("Rows not used for this: %1").arg(QLocale().toString(static_cast<qulonglong>(rows[field])));
        lines_[i].problems->setText(text);
        lines_[i].problems->setVisible(!text.isEmpty() && lines_[i].label->isVisibleTo(this));
    }
}

std::string MappingTable::chosenColumn(const Line& line, bool& isChosen) const
{
    isChosen = false;
    const int at = line.column->currentIndex();
    const QString text = line.column->currentText().trimmed();
    if (line.column->count() == 0 || text.isEmpty() || text == line.column->itemText(0))
        return {};
    isChosen = true;
    // Typed text that is no item stands for itself.
    return fromQt(at > 0 && line.column->itemText(at) == text ? line.column->itemData(at).toString() : text);
}

std::map<std::string, std::string> MappingTable::mapping() const
{
    std::map<std::string, std::string> mapping;
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        const Line& line = lines_[i];
        if (line.column == nullptr)
            continue;
        bool isChosen = false;
        const std::string column = chosenColumn(line, isChosen);
        const std::string unit = line.unit == nullptr ? std::string() : fromQt(line.unit->currentData().toString());
        std::string key(fieldName(static_cast<Field>(i)));
        const std::string& wanted = isChosen ? column : recognised_[i];
        if (!isChosen && (unit.empty() || wanted.empty()))
            continue;
        if (!unit.empty() && !wanted.empty())
            key += ":" + unit;
        mapping[key] = wanted;
    }
    return mapping;
}

} // namespace quotaboard
