// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/job_table_model.h"

#include "core/experiment/run_result.h"
#include "core/simulation/simulator.h"
#include "ui/logic/bridge/text_format.h"

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

/// As many jobs are filtered and sorted within a frame.
constexpr std::size_t kAtOnce = 10'000;

JobState stateOfPhase(JobPhase phase)
{
    switch (phase) {
    case JobPhase::Scheduled:
    case JobPhase::Starting:
        return JobState::Starting;
    case JobPhase::Running:
        return JobState::Running;
    case JobPhase::Stopping:
        return JobState::Stopping;
    case JobPhase::Free:
    case JobPhase::Detached:
    case JobPhase::Runnable:
        break;
    }
    return JobState::Waiting;
}

bool isNumber(JobColumn column)
{
    return column == JobColumn::Instances || column == JobColumn::Priority || column == JobColumn::Work
        || column == JobColumn::Restore || column == JobColumn::Retries || column == JobColumn::Wait;
}

} // namespace

JobTableModel::JobTableModel(QObject* parent)
    : QAbstractTableModel(parent)
    , wanted_(std::make_shared<const Scenario>())
    , shown_(wanted_)
{
}

JobTableModel::~JobTableModel() = default;

void JobTableModel::setScenario(std::shared_ptr<const Scenario> scenario)
{
    wanted_ = std::move(scenario);
    simulator_ = nullptr;
    failedOf_ = nullptr;
    if (wanted_->jobs.size() == shown_->jobs.size() && !rows_.empty()) {
        // The same rows with other values, at once; sorting them again may take longer.
        shown_ = wanted_;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kJobColumns - 1));
        if (isPlain_)
            return;
    }
    reorder();
}

void JobTableModel::setMoment(const RunResult* result, const Simulator* simulator, TimeMs now)
{
    // States are told of the jobs shown only while both are of one scenario.
    const bool isOurs = result != nullptr && simulator != nullptr && result->scenario == shown_;
    const bool wasOurs = simulator_ != nullptr;
    simulator_ = isOurs ? simulator : nullptr;
    now_ = now;
    if (isOurs && failedOf_ != result) {
        failed_.assign(shown_->jobs.size(), false);
        for (std::size_t i = 0; i < result->log.size(); ++i) {
            if (const JobEvent event = result->log[i]; event.kind == EventKind::Failed && event.job.isValid())
                failed_[event.job.value()] = true;
        }
    }
    failedOf_ = isOurs ? result : nullptr;
    if (rows_.empty() || (!isOurs && !wasOurs))
        return;
    Q_EMIT dataChanged(index(0, static_cast<int>(JobColumn::State)), index(rowCount() - 1, kJobColumns - 1));
}

void JobTableModel::setFilter(const JobFilter& filter)
{
    filter_ = filter;
    reorder();
}

void JobTableModel::sort(int column, Qt::SortOrder order)
{
    column_ = column < 0 ? std::nullopt : std::optional(static_cast<JobColumn>(column));
    isDescending_ = order == Qt::DescendingOrder;
    reorder();
}

void JobTableModel::cancel()
{
    ++ticket_;
    worker_.cancel();
    setBusy(false);
}

bool JobTableModel::needsStates() const
{
    return filter_.needsStates() || column_ == JobColumn::State || column_ == JobColumn::Wait;
}

void JobTableModel::reorder()
{
    JobOrderRequest request{wanted_, filter_, column_, isDescending_, {}, {}};
    if (needsStates() && shown_ == wanted_) {
        auto states = std::make_shared<std::vector<JobState>>(wanted_->jobs.size());
        auto waits = std::make_shared<std::vector<TimeMs>>(wanted_->jobs.size());
        for (std::size_t i = 0; i < states->size(); ++i) {
            (*states)[i] = stateOf(JobIndex{i});
            (*waits)[i] = waitOf(JobIndex{i});
        }
        request.states = std::move(states);
        request.waits = std::move(waits);
    }
    const std::uint64_t ticket = ++ticket_;
    const bool isQuick = (filter_.isEmpty() && !column_) || wanted_->jobs.size() <= kAtOnce;
    if (isQuick) {
        worker_.cancel();
        take(wanted_, *orderedJobs(request));
        setBusy(false);
        return;
    }
    setBusy(true);
    worker_.post([this, ticket, request = std::move(request)](Progress& progress) {
        std::optional<std::vector<JobIndex>> rows = orderedJobs(request, &progress);
        if (!rows)
            return;
        auto result = std::make_shared<std::vector<JobIndex>>(std::move(*rows));
        QMetaObject::invokeMethod(
            this,
            [this, ticket, scenario = request.scenario, result] {
                if (ticket != ticket_)
                    return;
                take(scenario, std::move(*result));
                setBusy(false);
            },
            Qt::QueuedConnection);
    });
}

void JobTableModel::take(const std::shared_ptr<const Scenario>& scenario, std::vector<JobIndex> rows)
{
    if (shown_ == scenario && rows == rows_)
        return;
    beginResetModel();
    shown_ = scenario;
    rows_ = std::move(rows);
    isPlain_ = filter_.isEmpty() && !column_;
    endResetModel();
}

void JobTableModel::setBusy(bool isBusy)
{
    if (std::exchange(isBusy_, isBusy) != isBusy)
        Q_EMIT busyChanged();
}

int JobTableModel::rowOf(JobIndex job) const
{
    if (isPlain_)
        return job.isValid() && job.value() < rows_.size() ? static_cast<int>(job.value()) : -1;
    const auto found = std::find(rows_.begin(), rows_.end(), job);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

JobState JobTableModel::stateOf(JobIndex job) const
{
    if (simulator_ == nullptr)
        return JobState::Unknown;
    if (simulator_->isIn(job))
        return stateOfPhase(simulator_->scheduler().phase(simulator_->slot(job)));
    if (!simulator_->hasEnded(job))
        return JobState::NotSubmitted;
    return failed_[job.value()] ? JobState::Failed : JobState::Succeeded;
}

TimeMs JobTableModel::waitOf(JobIndex job) const
{
    return stateOf(job) == JobState::Waiting
        ? std::max<TimeMs>(0, now_ - simulator_->waitingSince(simulator_->slot(job)))
        : kNever;
}

int JobTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int JobTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kJobColumns;
}

QVariant JobTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const JobIndex job = jobAt(index.row());
    const auto column = static_cast<JobColumn>(index.column());
    if (role == Qt::EditRole)
        return jobCellEditText(*shown_, job, column);
    if (role == Qt::TextAlignmentRole && isNumber(column))
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (column == JobColumn::State)
        return jobStateText(stateOf(job));
    if (column == JobColumn::Wait) {
        const TimeMs wait = waitOf(job);
        return wait == kNever ? QStringLiteral("—") : durationText(wait);
    }
    return jobCellText(*shown_, job, column);
}

QVariant JobTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && isNumber(static_cast<JobColumn>(section)))
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation == Qt::Vertical || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return QAbstractTableModel::headerData(section, orientation, role);
    const auto column = static_cast<JobColumn>(section);
    if (role == Qt::ToolTipRole) {
        if (column == JobColumn::State)
            return tr("Where the job stands at the clock’s position");
        if (column == JobColumn::Wait)
            return tr("How long a waiting job has waited in its queue by now; a dash for jobs that do not wait");
        return {};
    }
    return jobColumnTitle(column);
}

Qt::ItemFlags JobTableModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (isEditable(static_cast<JobColumn>(index.column())))
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool JobTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !isEditable(static_cast<JobColumn>(index.column())))
        return false;
    const auto column = static_cast<JobColumn>(index.column());
    const JobIndex job = jobAt(index.row());
    if (value.toString() == jobCellEditText(*shown_, job, column))
        return true;
    const ParsedCell cell = parseJobCell(*shown_, column, value.toString());
    if (!cell.problem.isEmpty()) {
        Q_EMIT textRefused(tr("%1 of %2: %3").arg(jobColumnTitle(column), jobText(*shown_, job), cell.problem));
        return false;
    }
    Q_EMIT changeWanted(job, cell.change);
    return true;
}

} // namespace quotaboard
