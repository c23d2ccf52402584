// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_accessible.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <map>
#include <tuple>

namespace quotaboard {

namespace {

/// Most nodes kept at a time; all are made anew after that.
constexpr std::size_t kMostNodes = 5000;

enum class NodeKind { Lane, Ledger, Segment, Running, Queue, Job };

/// What a node stands for; the part's members that matter depend on the kind.
struct NodeId {
    NodeKind kind = NodeKind::Lane;
    BoardPart part;
    bool operator<(const NodeId& other) const
    {
        const auto key = [](const NodeId& id) {
            return std::make_tuple(id.kind, id.part.kind, id.part.share.value(), id.part.unit.value(), id.part.segment,
                id.part.borrower.value(), id.part.job.value());
        };
        return key(*this) < key(other);
    }
};

BoardPart partOf(BoardPart::Kind kind, ShareIndex share)
{
    BoardPart part;
    part.kind = kind;
    part.share = share;
    return part;
}

/// Besides the actions that Qt knows: asks for the share to move a job or capacity to.
QString moveToAction()
{
    return BoardContent::tr("Move to…");
}

class BoardAccessible;

/// A node below the board. Reads everything from the view when asked, so it never tells of the past.
class BoardNode final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    BoardNode(BoardAccessible& board, BoardView& view, const NodeId& id)
        : board_(board)
        , view_(&view)
        , id_(id)
    {
    }

    [[nodiscard]] bool isValid() const override
    {
        return view_ != nullptr && view_->content().lane(id_.part.share) != nullptr;
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int childCount() const override { return static_cast<int>(children().size()); }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QString text(QAccessible::Text type) const override;
    void setText(QAccessible::Text, const QString&) override { }
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::Role role() const override;
    [[nodiscard]] QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }

    [[nodiscard]] QStringList actionNames() const override;
    void doAction(const QString& name) override;
    [[nodiscard]] QStringList keyBindingsForAction(const QString&) const override { return {}; }

    [[nodiscard]] const NodeId& id() const { return id_; }
    [[nodiscard]] std::vector<NodeId> children() const;

private:
    [[nodiscard]] bool isFocusable() const
    {
        return id_.kind == NodeKind::Lane || id_.kind == NodeKind::Segment || id_.kind == NodeKind::Job;
    }
    [[nodiscard]] std::vector<NodeId> laneChildren() const;
    [[nodiscard]] std::vector<NodeId> segments() const;
    [[nodiscard]] std::vector<NodeId> jobs() const;

    BoardAccessible& board_;
    QPointer<BoardView> view_;
    NodeId id_;
};

class BoardAccessible final : public QAccessibleWidget {
public:
    explicit BoardAccessible(BoardView* view)
        : QAccessibleWidget(view, QAccessible::Table, QString())
        , view_(view)
    {
        focus_ = QObject::connect(view, &BoardView::currentChanged, view, [this](const BoardPart&) { tellFocus(); });
    }
    ~BoardAccessible() override
    {
        QObject::disconnect(focus_);
        forget();
    }

    [[nodiscard]] int childCount() const override { return static_cast<int>(view_->content().state().lanes.size()); }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        const ShareIndex share = view_->content().state().lanes[static_cast<std::size_t>(index)].share;
        return node({NodeKind::Lane, partOf(BoardPart::Kind::Lane, share)});
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (this->child(i) == child)
                return i;
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint at = view_->viewport()->mapFromGlobal(QPoint(x, y));
        return nodeOf(partAt(view_->boardLayout(), view_->mapToScene(at)));
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        return view_->hasFocus() ? nodeOf(view_->current()) : nullptr;
    }

    /// The node, made when it is asked for the first time; owned by Qt's registry and forgotten with the board.
    [[nodiscard]] QAccessibleInterface* node(const NodeId& id) const
    {
        const auto it = nodes_.find(id);
        if (it != nodes_.end())
            return QAccessible::accessibleInterface(it->second);
        if (nodes_.size() >= kMostNodes)
            forget();
        auto* made = new BoardNode(*const_cast<BoardAccessible*>(this), *view_, id);
        nodes_.emplace(id, QAccessible::registerAccessibleInterface(made));
        return made;
    }
    [[nodiscard]] QAccessibleInterface* nodeOf(const BoardPart& part) const
    {
        if (part.isJob())
            return node({NodeKind::Job, part});
        if (part.kind == BoardPart::Kind::Segment)
            return node({NodeKind::Segment, part});
        if (part.share.isValid() && view_->content().lane(part.share) != nullptr)
            return node({NodeKind::Lane, partOf(BoardPart::Kind::Lane, part.share)});
        return nullptr;
    }

private:
    void tellFocus() const
    {
        QAccessibleInterface* focus = focusChild();
        if (focus == nullptr)
            return;
        QAccessibleEvent event(focus, QAccessible::Focus);
        QAccessible::updateAccessibility(&event);
    }
    void forget() const
    {
        for (const auto& [id, registered] : nodes_)
            QAccessible::deleteAccessibleInterface(registered);
        nodes_.clear();
    }

    BoardView* view_;
    QMetaObject::Connection focus_;
    mutable std::map<NodeId, QAccessible::Id> nodes_;
};

QAccessibleInterface* BoardNode::parent() const
{
    const ShareIndex share = id_.part.share;
    switch (id_.kind) {
    case NodeKind::Lane:
        return &board_;
    case NodeKind::Ledger:
    case NodeKind::Running:
    case NodeKind::Queue:
        break;
    case NodeKind::Segment: {
        BoardPart part = partOf(BoardPart::Kind::Lane, share);
        part.unit = id_.part.unit;
        return board_.node({NodeKind::Ledger, part});
    }
    case NodeKind::Job:
        return board_.node({id_.part.kind == BoardPart::Kind::Waiting ? NodeKind::Queue : NodeKind::Running,
            partOf(BoardPart::Kind::Lane, share)});
    }
    return board_.node({NodeKind::Lane, partOf(BoardPart::Kind::Lane, share)});
}

std::vector<NodeId> BoardNode::laneChildren() const
{
    std::vector<NodeId> nodes;
    for (const LedgerSegments& ledger : view_->content().lane(id_.part.share)->ledger) {
        BoardPart part = partOf(BoardPart::Kind::Lane, id_.part.share);
        part.unit = ledger.unit;
        nodes.push_back({NodeKind::Ledger, part});
    }
    nodes.push_back({NodeKind::Running, partOf(BoardPart::Kind::Lane, id_.part.share)});
    nodes.push_back({NodeKind::Queue, partOf(BoardPart::Kind::Lane, id_.part.share)});
    return nodes;
}

std::vector<NodeId> BoardNode::segments() const
{
    std::vector<NodeId> nodes;
    const LaneShape* lane = view_->boardLayout().lane(id_.part.share);
    if (lane == nullptr)
        return nodes;
    for (const LedgerShape& ledger : lane->ledgers) {
        if (ledger.unit != id_.part.unit)
            continue;
        for (const SegmentShape& segment : ledger.segments) {
            BoardPart part = partOf(BoardPart::Kind::Segment, id_.part.share);
            part.unit = ledger.unit;
            part.segment = segment.kind;
            part.borrower = segment.borrower;
            nodes.push_back({NodeKind::Segment, part});
        }
    }
    return nodes;
}

std::vector<NodeId> BoardNode::jobs() const
{
    std::vector<NodeId> nodes;
    const BoardContent& content = view_->content();
    const LaneState& lane = *content.lane(id_.part.share);
    const auto add = [&](BoardPart::Kind kind, JobIndex job) {
        BoardPart part = partOf(kind, id_.part.share);
        part.job = job;
        nodes.push_back({NodeKind::Job, part});
    };
    if (id_.kind == NodeKind::Queue) {
        for (const WaitingJob& job : lane.waiting)
            add(BoardPart::Kind::Waiting, job.job);
        return nodes;
    }
    for (const RunningJob& job : lane.running)
        add(BoardPart::Kind::Running, job.job);
    for (const ReclaimedJob& job : content.reclaimed()) {
        if (job.share == id_.part.share)
            add(BoardPart::Kind::Reclaimed, job.job);
    }
    return nodes;
}

std::vector<NodeId> BoardNode::children() const
{
    if (!isValid())
        return {};
    switch (id_.kind) {
    case NodeKind::Lane:
        return laneChildren();
    case NodeKind::Ledger:
        return segments();
    case NodeKind::Running:
    case NodeKind::Queue:
        return jobs();
    case NodeKind::Segment:
    case NodeKind::Job:
        break;
    }
    return {};
}

QAccessibleInterface* BoardNode::child(int index) const
{
    const std::vector<NodeId> nodes = children();
    if (index < 0 || index >= static_cast<int>(nodes.size()))
        return nullptr;
    return board_.node(nodes[static_cast<std::size_t>(index)]);
}

int BoardNode::indexOfChild(const QAccessibleInterface* child) const
{
    const std::vector<NodeId> nodes = children();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (board_.node(nodes[i]) == child)
            return static_cast<int>(i);
    }
    return -1;
}

QString BoardNode::text(QAccessible::Text type) const
{
    if (!isValid())
        return {};
    const BoardContent& content = view_->content();
    const LaneState& lane = *content.lane(id_.part.share);
    if (type == QAccessible::Description && id_.kind == NodeKind::Queue && lane.waitingCount > 0)
        return waitSentence(content.scenario(), lane.frontReason);
    if (type == QAccessible::Description && id_.kind == NodeKind::Segment)
        return content.ledgerSentence(id_.part.share, id_.part.unit);
    if (type != QAccessible::Name)
        return {};
    switch (id_.kind) {
    case NodeKind::Lane:
        return content.laneSentence(id_.part.share);
    case NodeKind::Ledger:
        return content.ledgerSentence(id_.part.share, id_.part.unit);
    case NodeKind::Segment:
        return content.segmentSentence(id_.part.share, id_.part.unit, id_.part.segment, id_.part.borrower);
    case NodeKind::Running:
        return BoardContent::tr("Running jobs of %1, %n", nullptr, static_cast<int>(lane.runningCount))
            .arg(content.shareName(id_.part.share));
    case NodeKind::Queue:
        return BoardContent::tr("Queue of %1, %n waiting", nullptr, static_cast<int>(lane.waitingCount))
            .arg(content.shareName(id_.part.share));
    case NodeKind::Job:
        break;
    }
    const QString sentence = content.partSentence(id_.part);
    return sentence.isEmpty() ? jobText(content.scenario(), id_.part.job) : sentence;
}

QRect BoardNode::rect() const
{
    if (!isValid())
        return {};
    const LaneShape* lane = view_->boardLayout().lane(id_.part.share);
    if (lane == nullptr)
        return {};
    if (id_.kind == NodeKind::Ledger || id_.kind == NodeKind::Queue || id_.kind == NodeKind::Running) {
        QRectF area = id_.kind == NodeKind::Queue ? lane->queue : QRectF();
        for (const LedgerShape& ledger : lane->ledgers)
            area = id_.kind == NodeKind::Ledger && ledger.unit == id_.part.unit ? ledger.area : area;
        for (const ChipShape& chip : lane->running)
            area = id_.kind == NodeKind::Running ? area.united(chip.rect) : area;
        const QRect shown = view_->mapFromScene(area).boundingRect();
        return {view_->viewport()->mapToGlobal(shown.topLeft()), shown.size()};
    }
    return view_->screenRectOf(id_.part);
}

QAccessible::Role BoardNode::role() const
{
    switch (id_.kind) {
    case NodeKind::Lane:
        return QAccessible::Row;
    case NodeKind::Ledger:
    case NodeKind::Running:
    case NodeKind::Queue:
        return QAccessible::List;
    case NodeKind::Segment:
    case NodeKind::Job:
        break;
    }
    return QAccessible::ListItem;
}

QAccessible::State BoardNode::state() const
{
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    state.focusable = isFocusable();
    state.selectable = isFocusable();
    const bool isCurrent = isFocusable() && view_->current() == id_.part;
    const bool isJob = id_.kind == NodeKind::Job;
    state.selected = isCurrent || (isJob && view_->jobSelection().contains(id_.part.job));
    state.focused = isCurrent && view_->hasFocus();
    state.offscreen
        = !view_->viewport()->rect().translated(view_->viewport()->mapToGlobal(QPoint())).intersects(rect());
    return state;
}

QStringList BoardNode::actionNames() const
{
    if (!isFocusable())
        return {};
    QStringList names{pressAction(), showMenuAction(), setFocusAction()};
    const bool canGrow = id_.kind == NodeKind::Segment || id_.part.kind == BoardPart::Kind::Waiting;
    if (canGrow)
        names += {increaseAction(), decreaseAction()};
    if (appliesTo(BoardCommand::MoveTo, id_.part))
        names += moveToAction();
    return names;
}

void BoardNode::doAction(const QString& name)
{
    if (!isValid() || !isFocusable())
        return;
    view_->setCurrent(id_.part);
    const QPoint at = rect().bottomLeft();
    const bool grows = name == increaseAction();
    if (name == setFocusAction())
        view_->setFocus();
    else if (name == pressAction())
        view_->activate(id_.part);
    else if (name == showMenuAction())
        view_->commands().popupMenu(id_.part, at);
    else if (name == moveToAction())
        view_->commands().run(BoardCommand::MoveTo, id_.part, at);
    else if ((grows || name == decreaseAction()) && id_.kind == NodeKind::Segment)
        view_->commands().run(grows ? BoardCommand::LimitUp : BoardCommand::LimitDown, id_.part, at);
    else if ((grows || name == decreaseAction()) && id_.part.kind == BoardPart::Kind::Waiting)
        view_->commands().run(grows ? BoardCommand::PriorityUp : BoardCommand::PriorityDown, id_.part, at);
}

QAccessibleInterface* makeBoardAccessible(const QString&, QObject* object)
{
    auto* view = qobject_cast<BoardView*>(object);
    return view != nullptr ? new BoardAccessible(view) : nullptr;
}

} // namespace

void installBoardAccessibility()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeBoardAccessible);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

} // namespace quotaboard
