// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/models/board_tree_model.h"

#include "core/model/policy_state.h"
#include "ui/logic/bridge/text_format.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <unordered_set>

namespace quotaboard {

namespace {

// Ids say where a row hangs: 0 for shares, lane + 1 for what is below a share, and the same with a mark for jobs.
constexpr quintptr kRunningMark = quintptr{1} << 16;
constexpr quintptr kWaitingMark = quintptr{2} << 16;
constexpr quintptr kLaneMask = kRunningMark - 1;

QString number(std::int64_t value)
{
    return QLocale().toString(static_cast<qlonglong>(value));
}

template <class Job>
std::vector<JobIndex> jobsIn(const std::vector<Job>& jobs)
{
    std::vector<JobIndex> indices;
    indices.reserve(jobs.size());
    for (const Job& job : jobs)
        indices.push_back(job.job);
    return indices;
}

/// Whether `part` occurs in `whole` in the same order.
bool isSubsequence(const std::vector<JobIndex>& part, const std::vector<JobIndex>& whole)
{
    auto at = whole.begin();
    for (JobIndex job : part) {
        at = std::find(at, whole.end(), job);
        if (at == whole.end())
            return false;
        ++at;
    }
    return true;
}

} // namespace

BoardTreeModel::BoardTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

BoardTreeModel::Level BoardTreeModel::levelOf(const QModelIndex& index)
{
    if (index.internalId() == 0)
        return Level::Share;
    return (index.internalId() & ~kLaneMask) == 0 ? Level::Group : Level::Job;
}

int BoardTreeModel::laneOf(const QModelIndex& index)
{
    return levelOf(index) == Level::Share ? index.row() : static_cast<int>(index.internalId() & kLaneMask) - 1;
}

BoardTreeModel::Jobs BoardTreeModel::jobsOf(const QModelIndex& index)
{
    return (index.internalId() & kWaitingMark) != 0 ? Jobs::Waiting : Jobs::Running;
}

QModelIndex BoardTreeModel::groupIndex(int lane, Jobs jobs) const
{
    const int row = lanes_[static_cast<std::size_t>(lane)].units() + (jobs == Jobs::Waiting ? 1 : 0);
    return createIndex(row, 0, static_cast<quintptr>(lane) + 1);
}

QModelIndex BoardTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, quintptr{0});
    const auto lane = static_cast<quintptr>(laneOf(parent)) + 1;
    if (levelOf(parent) == Level::Share)
        return createIndex(row, column, lane);
    const bool isRunning = parent.row() == lanes_[static_cast<std::size_t>(laneOf(parent))].units();
    return createIndex(row, column, lane | (isRunning ? kRunningMark : kWaitingMark));
}

QModelIndex BoardTreeModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || levelOf(index) == Level::Share)
        return {};
    if (levelOf(index) == Level::Group)
        return createIndex(laneOf(index), 0, quintptr{0});
    return groupIndex(laneOf(index), jobsOf(index));
}

int BoardTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(lanes_.size());
    if (parent.column() != 0 || levelOf(parent) == Level::Job)
        return 0;
    const Lane& lane = lanes_[static_cast<std::size_t>(laneOf(parent))];
    if (levelOf(parent) == Level::Share)
        return lane.units() + 2;
    if (parent.row() < lane.units())
        return 0;
    return static_cast<int>(parent.row() == lane.units() ? lane.running.size() : lane.waiting.size());
}

int BoardTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

bool BoardTreeModel::hasSameRows(const Scenario* scenario, const BoardState& state) const
{
    return scenario_.get() == scenario && state.lanes.size() == lanes_.size()
        && std::equal(lanes_.begin(), lanes_.end(), state.lanes.begin(), [](const Lane& lane, const LaneState& other) {
               return lane.state.share == other.share && lane.state.ledger.size() == other.ledger.size();
           });
}

void BoardTreeModel::setBoard(std::shared_ptr<const Scenario> scenario, const BoardState& state)
{
    now_ = state.now;
    if (hasSameRows(scenario.get(), state)) {
        for (std::size_t i = 0; i < state.lanes.size(); ++i)
            update(static_cast<int>(i), state.lanes[i]);
        return;
    }
    beginResetModel();
    scenario_ = std::move(scenario);
    lanes_.clear();
    for (const LaneState& lane : state.lanes)
        lanes_.push_back({lane, jobsIn(lane.running), jobsIn(lane.waiting)});
    endResetModel();
}

void BoardTreeModel::update(int lane, const LaneState& state)
{
    // Rows follow the lists of jobs; the texts are read from the state, which is exchanged when both agree again.
    sync(lane, Jobs::Running, jobsIn(state.running));
    sync(lane, Jobs::Waiting, jobsIn(state.waiting));
    Lane& entry = lanes_[static_cast<std::size_t>(lane)];
    entry.state = state;
    const QModelIndex share = index(lane, 0);
    Q_EMIT dataChanged(share, index(lane, ColumnCount - 1));
    Q_EMIT dataChanged(index(0, 0, share), index(entry.units() + 1, ColumnCount - 1, share));
    for (Jobs jobs : {Jobs::Running, Jobs::Waiting}) {
        const QModelIndex group = groupIndex(lane, jobs);
        const int rows = rowCount(group);
        if (rows > 0)
            Q_EMIT dataChanged(index(0, 0, group), index(rows - 1, ColumnCount - 1, group));
    }
}

void BoardTreeModel::sync(int lane, Jobs jobs, const std::vector<JobIndex>& wanted)
{
    Lane& entry = lanes_[static_cast<std::size_t>(lane)];
    std::vector<JobIndex>& rows = jobs == Jobs::Running ? entry.running : entry.waiting;
    const QModelIndex group = groupIndex(lane, jobs);
    const std::unordered_set<JobIndex> stays(wanted.begin(), wanted.end());
    std::vector<JobIndex> left;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(left), [&](JobIndex job) { return stays.contains(job); });
    // A queue that changed its order is listed anew; everything else keeps its rows.
    const bool keepsOrder = isSubsequence(left, wanted);
    for (auto i = static_cast<std::ptrdiff_t>(rows.size()) - 1; i >= 0; --i) {
        if (keepsOrder && stays.contains(rows[static_cast<std::size_t>(i)]))
            continue;
        beginRemoveRows(group, static_cast<int>(i), static_cast<int>(i));
        rows.erase(rows.begin() + i);
        endRemoveRows();
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (i < rows.size() && rows[i] == wanted[i])
            continue;
        beginInsertRows(group, static_cast<int>(i), static_cast<int>(i));
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(i), wanted[i]);
        endInsertRows();
    }
}

BoardPart BoardTreeModel::partOf(const QModelIndex& index) const
{
    BoardPart part;
    if (!index.isValid())
        return part;
    const Lane& lane = lanes_[static_cast<std::size_t>(laneOf(index))];
    part.kind = BoardPart::Kind::Lane;
    part.share = lane.state.share;
    const auto row = static_cast<std::size_t>(index.row());
    if (levelOf(index) == Level::Group && index.row() < lane.units()) {
        part.kind = BoardPart::Kind::Segment;
        part.unit = lane.state.ledger[row].unit;
    } else if (levelOf(index) == Level::Job) {
        const bool isRunning = jobsOf(index) == Jobs::Running;
        part.kind = isRunning ? BoardPart::Kind::Running : BoardPart::Kind::Waiting;
        part.job = isRunning ? lane.running[row] : lane.waiting[row];
    }
    return part;
}

QModelIndex BoardTreeModel::indexOf(const BoardPart& part) const
{
    for (int i = 0; i < static_cast<int>(lanes_.size()); ++i) {
        const Lane& lane = lanes_[static_cast<std::size_t>(i)];
        if (lane.state.share != part.share)
            continue;
        if (part.kind == BoardPart::Kind::Segment) {
            for (int row = 0; row < lane.units(); ++row) {
                if (lane.state.ledger[static_cast<std::size_t>(row)].unit == part.unit)
                    return index(row, 0, index(i, 0));
            }
        }
        if (!part.isJob())
            return index(i, 0);
        for (Jobs jobs : {Jobs::Running, Jobs::Waiting}) {
            const std::vector<JobIndex>& rows = jobs == Jobs::Running ? lane.running : lane.waiting;
            const auto it = std::find(rows.begin(), rows.end(), part.job);
            if (it != rows.end())
                return index(static_cast<int>(it - rows.begin()), 0, groupIndex(i, jobs));
        }
    }
    return {};
}

Qt::ItemFlags BoardTreeModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (index.isValid() && isTicked_ && index.column() == Name && levelOf(index) == Level::Job)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool BoardTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    Q_EMIT tickWanted(partOf(index).job, value.toInt() == Qt::Checked);
    return true;
}

void BoardTreeModel::ticksChanged()
{
    for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane) {
        for (Jobs jobs : {Jobs::Running, Jobs::Waiting}) {
            const QModelIndex group = groupIndex(lane, jobs);
            const int rows = rowCount(group);
            if (rows > 0)
                Q_EMIT dataChanged(index(0, Name, group), index(rows - 1, Name, group), {Qt::CheckStateRole});
        }
    }
}

QVariant BoardTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Share, unit or job");
    case Capacity:
        return tr("Capacity");
    case Priority:
        return tr("Priority");
    case Time:
        return tr("Waits, or done");
    case Waits:
        return tr("P95 wait");
    case State:
        return tr("State");
    default:
        return {};
    }
}

QVariant BoardTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const bool isWaits = index.column() == Waits && levelOf(index) == Level::Share && waitsSentence_;
    if (isWaits && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return waitsSentence_(lanes_[static_cast<std::size_t>(index.row())].state.share);
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return text(index);
    if (role == Qt::CheckStateRole && flags(index).testFlag(Qt::ItemIsUserCheckable))
        return isTicked_(partOf(index).job) ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::TextAlignmentRole
        && (index.column() == Priority || index.column() == Time || index.column() == Waits))
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::AccessibleTextRole && index.column() == Name) {
        // One sentence for the row, so that nothing has to be found by going through the columns.
        QStringList parts;
        for (int column = 0; column < ColumnCount; ++column) {
            const QModelIndex cell = index.siblingAtColumn(column);
            const QString part = column == Waits ? cell.data(Qt::AccessibleTextRole).toString() : text(cell);
            if (!part.isEmpty())
                parts += part;
        }
        return parts.join(u", ");
    }
    return {};
}

QString BoardTreeModel::text(const QModelIndex& index) const
{
    const Lane& lane = lanes_[static_cast<std::size_t>(laneOf(index))];
    const auto row = static_cast<std::size_t>(index.row());
    if (levelOf(index) == Level::Share)
        return shareText(lane, index.column());
    if (levelOf(index) == Level::Group) {
        if (index.row() < lane.units())
            return unitText(lane.state.ledger[row], lane, index.column());
        return groupText(lane, index.row() == lane.units() ? Jobs::Running : Jobs::Waiting, index.column());
    }
    return jobsOf(index) == Jobs::Running ? runningText(lane, row, index.column())
                                          : waitingText(lane, row, index.column());
}

QString BoardTreeModel::shareText(const Lane& lane, int column) const
{
    switch (column) {
    case Name:
        return toQt(scenario_->shareName(lane.state.share));
    case Capacity:
        return strategyText(lane.state.sharing);
    case Waits:
        return waitsText_ ? waitsText_(lane.state.share) : QString();
    case State: {
        const QString counts = tr("%1 running, %2 waiting")
                                   .arg(number(static_cast<std::int64_t>(lane.state.runningCount)),
                                       number(static_cast<std::int64_t>(lane.state.waitingCount)));
        return lane.state.isEnabled ? counts : tr("disabled, %1").arg(counts);
    }
    default:
        return {};
    }
}

QString BoardTreeModel::unitText(const LedgerSegments& ledger, const Lane& lane, int column) const
{
    if (column == Name)
        return toQt(scenario_->unitName(ledger.unit));
    if (column == State && lane.state.sharing.strategy == SharingStrategy::LendAndBorrow) {
        return ledger.borrowMax >= kUnlimited
            ? tr("may borrow %1 more, no borrow limit").arg(number(ledger.mayBorrow))
            : tr("may borrow %1 more of %2").arg(number(ledger.mayBorrow), number(ledger.borrowMax));
    }
    if (column != Capacity)
        return {};
    QStringList parts{tr("%1 own in use").arg(number(ledger.own))};
    for (const LentPart& part : ledger.lent)
        parts += tr("%1 lent to %2").arg(number(part.instances), toQt(scenario_->shareName(part.borrower)));
    if (ledger.idle > 0)
        parts += tr("%1 idle").arg(number(ledger.idle));
    if (ledger.reservedIdle > 0)
        parts += tr("%1 idle and reserved").arg(number(ledger.reservedIdle));
    if (ledger.borrowed > 0)
        parts += tr("%1 borrowed").arg(number(ledger.borrowed));
    if (ledger.over > 0)
        parts += tr("%1 over the limit").arg(number(ledger.over));
    parts += tr("limit %1").arg(number(ledger.limit));
    return parts.join(u", ");
}

QString BoardTreeModel::groupText(const Lane& lane, Jobs jobs, int column) const
{
    const bool isRunning = jobs == Jobs::Running;
    const std::size_t count = isRunning ? lane.state.runningCount : lane.state.waitingCount;
    const std::size_t listed = isRunning ? lane.state.running.size() : lane.state.waiting.size();
    if (column == Name)
        return (isRunning ? tr("Running (%1)") : tr("Waiting (%1)")).arg(number(static_cast<std::int64_t>(count)));
    if (column == State && listed < count)
        return tr("the first %1 are listed").arg(number(static_cast<std::int64_t>(listed)));
    return {};
}

QString BoardTreeModel::runningText(const Lane& lane, std::size_t row, int column) const
{
    // While rows are being exchanged the state may not hold the job yet.
    const auto it = std::find_if(lane.state.running.begin(), lane.state.running.end(),
        [&](const RunningJob& job) { return job.job == lane.running[row]; });
    if (column == Name)
        return jobText(*scenario_, lane.running[row]);
    if (it == lane.state.running.end())
        return {};
    switch (column) {
    case Capacity: {
        const QString size = tr("%1 × %2").arg(number(it->instances), toQt(scenario_->unitName(it->unit)));
        return it->borrowed > 0 ? tr("%1, %2 borrowed").arg(size, number(it->borrowed)) : size;
    }
    case Priority:
        return QString::number(it->priority);
    case Time:
        return it->work > 0 ? percentText(static_cast<double>(it->done) / static_cast<double>(it->work)) : QString();
    default:
        break;
    }
    switch (it->phase) {
    case JobPhase::Scheduled:
        return tr("scheduled, waits for instances");
    case JobPhase::Starting:
        return tr("starting");
    case JobPhase::Stopping:
        return tr("preempted, stopping");
    case JobPhase::Free:
    case JobPhase::Detached:
    case JobPhase::Runnable:
    case JobPhase::Running:
        break;
    }
    return tr("running");
}

QString BoardTreeModel::waitingText(const Lane& lane, std::size_t row, int column) const
{
    const auto it = std::find_if(lane.state.waiting.begin(), lane.state.waiting.end(),
        [&](const WaitingJob& job) { return job.job == lane.waiting[row]; });
    if (column == Name)
        return jobText(*scenario_, lane.waiting[row]);
    if (it == lane.state.waiting.end())
        return {};
    switch (column) {
    case Capacity:
        return tr("%1 × %2").arg(number(it->instances), toQt(scenario_->unitName(it->unit)));
    case Priority:
        return QString::number(it->priority);
    case Time:
        return durationText(std::max<TimeMs>(0, now_ - it->waitingSince));
    default:
        break;
    }
    if (row > 0 || lane.state.frontReason.code == WaitCode::None)
        return tr("position %1").arg(row + 1);
    return tr("position 1. %1: %2")
        .arg(waitHeadline(lane.state.frontReason.code), waitSentence(*scenario_, lane.state.frontReason));
}

} // namespace quotaboard
