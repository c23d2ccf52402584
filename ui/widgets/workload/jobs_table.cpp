// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/jobs_table.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/models/job_table_model.h"

#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>

#include <algorithm>

namespace quotaboard {

namespace {

/// Selections of more rows are not carried over when the rows are sorted again.
constexpr std::size_t kMostKept = 20'000;
constexpr std::size_t kMostLeft = 30;
constexpr std::size_t kMostCopied = 100'000;
constexpr int kRowPadding = 8;
constexpr int kCellPadding = 2;

QStringList choicesOf(const Scenario& scenario, JobColumn column)
{
    QStringList names;
    if (column == JobColumn::Share) {
        for (const QuotaShare& share : scenario.shares)
            names += toQt(share.name);
    } else if (column == JobColumn::Unit) {
        for (const CapacityUnit& unit : scenario.units)
            names += toQt(unit.name);
    }
    return names;
}

} // namespace

JobDelegate::JobDelegate(const JobTableModel& model, QObject* parent)
    : QStyledItemDelegate(parent)
    , model_(model)
{
}

QWidget* JobDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const auto column = static_cast<JobColumn>(index.column());
    const QStringList choices = choicesOf(*model_.scenario(), column);
    const QString name
        = tr("%1 of %2").arg(jobColumnTitle(column), jobText(*model_.scenario(), model_.jobAt(index.row())));
    if (choices.isEmpty()) {
        auto* line = new QLineEdit(parent);
        line->setFrame(false);
        line->setAccessibleName(name);
        return line;
    }
    auto* list = new QComboBox(parent);
    list->setFrame(false);
    list->addItems(choices);
    list->setAccessibleName(name);
    return list;
}

void JobDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // Room beside the text, as in the header; a number would touch the text of the next column.
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(kCellPadding, 1);
    const bool isRight = (option->displayAlignment & Qt::AlignRight) != 0;
    option->decorationPosition = isRight ? QStyleOptionViewItem::Right : QStyleOptionViewItem::Left;
}

void JobDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* list = qobject_cast<QComboBox*>(editor))
        list->setCurrentText(text);
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        line->setText(text);
}

void JobDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* list = qobject_cast<QComboBox*>(editor))
        model->setData(index, list->currentText());
    else if (const auto* line = qobject_cast<QLineEdit*>(editor))
        model->setData(index, line->text());
}

JobsTable::JobsTable(JobTableModel& model, QWidget* parent)
    : QTableView(parent)
    , jobs_(model)
{
    setObjectName(QStringLiteral("jobsTable"));
    setAccessibleName(tr("Jobs"));
    setModel(&model);
    setItemDelegate(new JobDelegate(model, this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setHorizontalScrollMode(ScrollPerPixel);
    setContextMenuPolicy(Qt::CustomContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowPadding);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setSortingEnabled(true);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &JobsTable::jobsSelected);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, &JobsTable::jobsSelected);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &JobsTable::rememberSelection);
    connect(&model, &QAbstractItemModel::modelReset, this, &JobsTable::restoreSelection);
    // Another scenario with as many jobs shows in the rows that are there before these are found anew.
    connect(&model, &QAbstractItemModel::dataChanged, this, [this] {
        if (jobs_.scenario() == of_)
            return;
        followScenario(present());
        put(*goal_);
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!isPutting_)
            goal_.reset();
    });
    of_ = model.scenario();
}

std::size_t JobsTable::selectedCount() const
{
    std::size_t count = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        count += static_cast<std::size_t>(range.height());
    return count;
}

std::vector<JobIndex> JobsTable::selectedJobs() const
{
    std::vector<int> rows;
    rows.reserve(selectedCount());
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::vector<JobIndex> jobs(rows.size());
    std::transform(rows.begin(), rows.end(), jobs.begin(), [this](int row) { return jobs_.jobAt(row); });
    return jobs;
}

JobIndex JobsTable::currentJob() const
{
    return currentIndex().isValid() ? jobs_.jobAt(currentIndex().row()) : JobIndex{};
}

void JobsTable::selectJob(JobIndex job)
{
    const int row = jobs_.rowOf(job);
    if (row < 0)
        return;
    const int column = std::max(0, horizontalHeader()->logicalIndexAt(0));
    selectionModel()->setCurrentIndex(
        jobs_.index(row, column), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(jobs_.index(row, column));
}

QString JobsTable::selectionAsText() const
{
    std::vector<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns.push_back(column);
    }
    QString text;
    const auto line = [&](auto cell) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            QString words = cell(columns[i]);
            text += words.replace(u'\t', u' ').replace(u'\n', u' ');
            text += i + 1 < columns.size() ? u'\t' : u'\n';
        }
    };
    line([](int column) { return jobColumnTitle(static_cast<JobColumn>(column)); });
    std::size_t copied = 0;
    for (const JobIndex job : selectedJobs()) {
        if (++copied > kMostCopied)
            break;
        const int row = jobs_.rowOf(job);
        line([&](int column) { return jobs_.index(row, column).data().toString(); });
    }
    return text;
}

void JobsTable::keyboardSearch(const QString&)
{
    // It would read all rows as texts. The filter field does better.
}

void JobsTable::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (event->matches(QKeySequence::Copy))
        Q_EMIT copyWanted();
    else if (isPlain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        // A line that was just typed hands the key on.
        if (state() != EditingState && currentIndex().isValid() && (currentIndex().flags() & Qt::ItemIsEditable))
            edit(currentIndex());
    } else if (isPlain && event->key() == Qt::Key_Delete)
        Q_EMIT removeWanted();
    else if (isPlain && event->key() == Qt::Key_N)
        Q_EMIT newJobWanted();
    else if (event->modifiers() == Qt::ControlModifier && event->key() == Qt::Key_D)
        Q_EMIT duplicateWanted();
    else if (event->modifiers() == Qt::ControlModifier && event->key() == Qt::Key_E)
        Q_EMIT editWanted();
    else
        QTableView::keyPressEvent(event);
}

JobsTable::Left JobsTable::present() const
{
    Left now;
    const std::size_t count = selectedCount();
    now.scenario = of_;
    now.current = currentJob();
    now.isAll = count > 0 && count == static_cast<std::size_t>(jobs_.rowCount());
    if (count <= kMostKept)
        now.jobs = selectedJobs();
    std::sort(now.jobs.begin(), now.jobs.end());
    return now;
}

void JobsTable::followScenario(Left before)
{
    const std::shared_ptr<const Scenario>& now = jobs_.scenario();
    std::erase_if(left_, [this](const Left& entry) {
        const std::shared_ptr<const Scenario> known = entry.scenario.lock();
        return known == nullptr || known == of_;
    });
    if (left_.size() >= kMostLeft)
        left_.erase(left_.begin());
    const bool hasSameJobs = of_ && of_->jobs.size() == now->jobs.size();
    left_.push_back(before);
    of_ = now;
    // Back at a scenario that an edit was made of: to what was selected in it.
    const auto known
        = std::find_if(left_.begin(), left_.end(), [&](const Left& e) { return e.scenario.lock() == now; });
    goal_.reset();
    if (known != left_.end())
        goal_ = *known;
    else if (hasSameJobs)
        goal_ = std::move(before);
    else // In a list of another length the numbers mean other jobs.
        goal_ = Left{};
}

void JobsTable::rememberSelection()
{
    kept_ = present();
}

void JobsTable::restoreSelection()
{
    if (jobs_.scenario() != of_)
        followScenario(kept_);
    put(goal_ ? *goal_ : kept_);
    Q_EMIT jobsSelected();
}

void JobsTable::put(const Left& selection)
{
    const QScopedValueRollback<bool> isPutting(isPutting_, true);
    const int current = selection.current.isValid() ? jobs_.rowOf(selection.current) : -1;
    if (current >= 0) {
        selectionModel()->setCurrentIndex(jobs_.index(current, 0), QItemSelectionModel::NoUpdate);
        scrollTo(jobs_.index(current, 0));
    }
    if (selection.isAll && selection.jobs.empty())
        selectAll();
    else
        select(selection.jobs);
}

/// `jobs` in ascending order; those that are not shown are left out.
void JobsTable::select(const std::vector<JobIndex>& jobs)
{
    QItemSelection selection;
    int from = -1;
    const int rows = jobs_.rowCount();
    for (int row = 0; row <= rows && !jobs.empty(); ++row) {
        const bool isKept = row < rows && std::binary_search(jobs.begin(), jobs.end(), jobs_.jobAt(row));
        if (isKept && from < 0)
            from = row;
        if (!isKept && from >= 0) {
            selection.append(QItemSelectionRange(jobs_.index(from, 0), jobs_.index(row - 1, kJobColumns - 1)));
            from = -1;
        }
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

} // namespace quotaboard
