// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_view.h"

#include "ui/widgets/board/board_accessible.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

/// The line editor over a lane's name. Keys that it has no use for end here and do nothing to the board behind it.
class NameField final : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        QLineEdit::keyPressEvent(event);
        event->accept();
    }
};

} // namespace

BoardView::BoardView(
    BoardContent& content, BoardActions& actions, BoardSelection& selection, const Theme& theme, QWidget* parent)
    : QGraphicsView(parent)
    , content_(content)
    , actions_(actions)
    , selection_(selection)
    , theme_(theme)
    , fonts_(theme)
    , gestures_(actions, content)
    , commands_(actions, content, selection, this)
    , preemptions_(content, theme)
    , footer_(new FooterItem(board_))
    , drag_(new DragItem(board_))
{
    // Before anybody can ask about this view: Qt keeps the first answer.
    installBoardAccessibility();
    setObjectName(u"boardView"_qs);
    setAccessibleName(tr("Capacity board"));
    board_.content = &content_;
    board_.theme = &theme_;
    board_.fonts = &fonts_;
    board_.gestures = &gestures_;
    board_.selection = &selection_;
    board_.preemptions = &preemptions_;
    scene_.setItemIndexMethod(QGraphicsScene::NoIndex);
    scene_.addItem(footer_);
    scene_.addItem(drag_);
    setScene(&scene_);
    setFrameShape(QFrame::NoFrame);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setOptimizationFlags(QGraphicsView::DontSavePainterState | QGraphicsView::DontAdjustForAntialiasing);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    scroll_.setInterval(30);
    connect(&scroll_, &QTimer::timeout, this, &BoardView::autoScroll);
    connect(&content_, &BoardContent::changed, this, &BoardView::onContentChanged);
    connect(&theme_, &Theme::changed, this, &BoardView::onThemeChanged);
    connect(&gestures_, &BoardGestures::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&commands_, &BoardCommands::renameRequested, this, &BoardView::editName);
    connect(&commands_, &BoardCommands::explainRequested, this, &BoardView::explainRequested);
    const auto nameIt = [this](const QString& name) {
        nameWhenThere_ = name;
        onContentChanged();
    };
    connect(&commands_, &BoardCommands::shareAdded, this, nameIt);
    connect(&gestures_, &BoardGestures::shareAdded, this, nameIt);
    connect(&gestures_, &BoardGestures::removalWanted, &commands_, &BoardCommands::removeShare);
    connect(&gestures_, &BoardGestures::priorityWanted, &commands_, &BoardCommands::askPriorityOf);
    connect(&gestures_, &BoardGestures::changed, this, &BoardView::tellBin);
    connect(&selection_, &BoardSelection::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&preemptions_, &PreemptionShow::stepped, this, &BoardView::updateLane);
    relayout();
}

BoardView::~BoardView()
{
    // The scene goes first and still scrolls while it does.
    drag_ = nullptr;
}

void BoardView::onThemeChanged()
{
    fonts_ = BoardFonts(theme_);
    keptRows_.clear();
    relayout();
}

void BoardView::setDensity(BoardDensity density)
{
    density_ = density;
    keptRows_.clear();
    relayout();
}

void BoardView::setHoverEffect(const QString& text)
{
    board_.effect = text;
    viewport()->update();
}

void BoardView::setAffected(const QVector<JobIndex>& jobs)
{
    board_.affected = jobs;
    viewport()->update();
}

void BoardView::onContentChanged()
{
    relayout();
    if (nameWhenThere_.isEmpty())
        return;
    for (const LaneState& lane : content_.state().lanes) {
        if (content_.shareName(lane.share) != nameWhenThere_)
            continue;
        nameWhenThere_.clear();
        BoardPart part;
        part.kind = BoardPart::Kind::Lane;
        part.share = lane.share;
        setCurrent(part);
        editName(lane.share);
        return;
    }
}

void BoardView::relayout()
{
    if (indexedBy_ != content_.sharedScenario())
        followScenario();
    BoardLayoutInput input;
    input.state = &content_.state();
    input.reclaimed = &content_.reclaimed();
    input.room = &content_.room();
    // The scroll bar's width is always left free, or it would come and go with every change of height.
    input.width = std::max(320, width() - verticalScrollBar()->sizeHint().width());
    board_.mirror = {isRightToLeft(), input.width};
    setAlignment(Qt::AlignTop | (isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft));
    input.density = density_;
    input.measure = measureOf(content_, fonts_, density_);
    input.keptRows = [this](ShareIndex share) {
        const auto it = keptRows_.find(share);
        return it == keptRows_.end() ? 0 : it->second;
    };
    input.isExpanded = [this](ShareIndex share) { return expanded_.contains(share); };
    board_.layout = layOutBoard(input);
    for (const LaneShape& lane : board_.layout.lanes) {
        if (!expanded_.contains(lane.share))
            keptRows_[lane.share] = std::max(keptRows_[lane.share], lane.bodyRows);
    }
    while (lanes_.size() > board_.layout.lanes.size()) {
        delete lanes_.back();
        lanes_.pop_back();
    }
    while (lanes_.size() < board_.layout.lanes.size()) {
        lanes_.push_back(new LaneItem(board_, lanes_.size()));
        scene_.addItem(lanes_.back());
    }
    for (std::size_t i = 0; i < lanes_.size(); ++i)
        lanes_[i]->setRect(board_.mirror(board_.layout.lanes[i].rect));
    footer_->updateRect();
    const QSizeF size = board_.layout.size;
    scene_.setSceneRect(0, 0, input.width, size.height());
    keepCurrent();
    placeNameEditor();
    drag_->setView(mapToScene(viewport()->rect()).boundingRect());
    if (gestures_.isActive())
        updateDrag();
    viewport()->update();
    Q_EMIT laidOut();
}

/// Indices mean something else in another scenario: what is current is found again by its name.
void BoardView::followScenario()
{
    const std::shared_ptr<const Scenario> before = std::exchange(indexedBy_, content_.sharedScenario());
    const bool hasSameShares = before && before->shareNames.size() == indexedBy_->shareNames.size();
    if (!hasSameShares) {
        keptRows_.clear();
        expanded_.clear();
    }
    BoardPart& current = board_.current;
    const BoardPart was = current;
    if (current.share.isValid()) {
        const ShareIndex found = indexedBy_->findShare(currentShare_);
        // Not found among as many: it has another name now.
        if (found.isValid() || !hasSameShares)
            current.share = found;
    }
    if (current.job.isValid())
        current.job = before ? sameJob(*before, current.job, *indexedBy_) : JobIndex{};
    if ((was.share.isValid() && !current.share.isValid()) || (was.job.isValid() && !current.job.isValid()))
        current = {};
    // Names of before, to be found again by.
    if (current.share.isValid() && current.share.value() < indexedBy_->shareNames.size())
        currentShare_ = indexedBy_->shareName(current.share);
    if (hasSameShares && named_.isValid() && before->shareNames != indexedBy_->shareNames) {
        const ShareIndex found = indexedBy_->findShare(before->shareName(named_));
        named_ = found.isValid() ? found : named_;
    } else if (!hasSameShares && named_.isValid()) {
        named_ = before ? indexedBy_->findShare(before->shareName(named_)) : ShareIndex{};
    }
    if (current != was)
        Q_EMIT currentChanged(current);
}

/// The current part follows its job from the queue to the instances and back, and else falls back to its lane.
void BoardView::keepCurrent()
{
    BoardPart& current = board_.current;
    if (!current.isValid() || !rectOf(board_.layout, current).isNull())
        return;
    // Its job is only not there while the run is being made.
    if (current.isJob() && content_.isProvisional())
        return;
    const BoardPart before = current;
    if (current.isJob()) {
        for (const LaneShape& lane : board_.layout.lanes) {
            for (auto kind : {BoardPart::Kind::Running, BoardPart::Kind::Waiting, BoardPart::Kind::Reclaimed}) {
                current.kind = kind;
                current.share = lane.share;
                if (!rectOf(board_.layout, current).isNull())
                    return;
            }
        }
        // No chip, but still there: it has moved to where its lane shows no more of the queue.
        if (const BoardPart hidden = content_.partOf(current.job); board_.layout.lane(hidden.share) != nullptr) {
            current = hidden;
            return;
        }
    }
    current = BoardPart{};
    if (const LaneShape* lane = board_.layout.lane(before.share)) {
        current.kind = BoardPart::Kind::Lane;
        current.share = before.share;
        for (const LedgerShape& ledger : lane->ledgers) {
            if (before.kind != BoardPart::Kind::Segment || ledger.unit != before.unit)
                continue;
            // That part of the bar is gone; the bar is still there.
            current.kind = BoardPart::Kind::Segment;
            current.unit = ledger.unit;
            current.segment = ledger.segments.front().kind;
            current.borrower = ledger.segments.front().borrower;
        }
    }
    // A job that is merely out of sight is still selected for the inspector.
    if (!before.isJob())
        Q_EMIT currentChanged(current);
}

void BoardView::setCurrent(const BoardPart& part)
{
    const bool isNew = part != board_.current;
    board_.current = part;
    const Scenario& scenario = content_.scenario();
    currentShare_ = part.share.isValid() ? scenario.shareName(part.share) : std::string();
    currentJob_ = part.job.isValid() ? scenario.jobs.displayId(part.job) : std::string();
    const QRectF rect = rectOf(board_.layout, part);
    if (!rect.isNull())
        ensureVisible(board_.mirror(rect), 0, static_cast<int>(16 * fonts_.em));
    viewport()->update();
    if (isNew)
        Q_EMIT currentChanged(part);
}

BoardPart BoardView::selectable(const BoardPart& part)
{
    using Kind = BoardPart::Kind;
    BoardPart chosen = part;
    switch (part.kind) {
    case Kind::None:
    case Kind::Lane:
    case Kind::Segment:
    case Kind::Running:
    case Kind::Waiting:
    case Kind::Reclaimed:
    case Kind::MoreRunning:
    case Kind::MoreWaiting:
    case Kind::AddShare:
        return chosen;
    case Kind::Template:
        chosen = {};
        chosen.kind = Kind::AddShare;
        return chosen;
    case Kind::LimitTick:
    case Kind::BorrowTick:
    case Kind::Handle:
    case Kind::Name:
    case Kind::Strategy:
    case Kind::InShare:
    case Kind::AddUnit:
    case Kind::Why:
        break;
    }
    chosen = {};
    chosen.kind = Kind::Lane;
    chosen.share = part.share;
    return chosen;
}

QRectF BoardView::placeOf(const BoardPart& part) const
{
    const QRectF rect = rectOf(board_.layout, part);
    const LaneShape* lane = rect.isNull() ? board_.layout.lane(part.share) : nullptr;
    return lane != nullptr ? lane->rect : rect;
}

QRect BoardView::viewportRect(const QRectF& rect) const
{
    return mapFromScene(board_.mirror(rect)).boundingRect();
}

QPointF BoardView::boardPoint(const QPoint& viewportPoint) const
{
    return board_.mirror(mapToScene(viewportPoint));
}

/// Repaints one lane only, not the whole board.
void BoardView::updateLane(ShareIndex share)
{
    if (const LaneShape* lane = board_.layout.lane(share))
        viewport()->update(viewportRect(lane->rect).adjusted(-4, -4, 4, 4));
}

QRect BoardView::screenRectOf(const BoardPart& part) const
{
    const QRect rect = viewportRect(placeOf(part));
    return {viewport()->mapToGlobal(rect.topLeft()), rect.size()};
}

QPoint BoardView::popupPoint(const BoardPart& part) const
{
    const QRect rect = screenRectOf(part);
    const QRect shown(viewport()->mapToGlobal(QPoint(0, 0)), viewport()->size());
    const QPoint at = part.kind == BoardPart::Kind::Lane ? rect.topLeft() + QPoint(40, 32) : rect.bottomLeft();
    return {std::clamp(at.x(), shown.left(), shown.right()), std::clamp(at.y(), shown.top(), shown.bottom())};
}

void BoardView::activate(const BoardPart& part)
{
    using Kind = BoardPart::Kind;
    const LaneState* lane = content_.lane(part.share);
    switch (part.kind) {
    case Kind::Strategy:
    case Kind::AddUnit:
        commands_.popupMenu(part, popupPoint(part));
        break;
    case Kind::InShare:
        if (lane != nullptr)
            actions_.commit(actions_.proposeInShare(part.share, !lane->inSharePreemption));
        break;
    case Kind::Why:
        if (lane != nullptr && !lane->waiting.empty()) {
            BoardPart first = part;
            first.kind = Kind::Waiting;
            first.job = lane->waiting.front().job;
            setCurrent(first);
            Q_EMIT explainRequested(first.job);
        }
        break;
    case Kind::MoreRunning:
    case Kind::MoreWaiting:
        if (expanded_.erase(part.share) == 0)
            expanded_.insert(part.share);
        relayout();
        break;
    case Kind::AddShare:
        commands_.run(BoardCommand::AddShare, part, popupPoint(part));
        break;
    case Kind::Template: {
        static constexpr SharingStrategy kStrategies[]{
            SharingStrategy::Reserve, SharingStrategy::Lend, SharingStrategy::LendAndBorrow};
        const QString name = actions_.freeShareName();
        if (actions_.commit(actions_.proposeShare(kStrategies[part.index], std::nullopt))) {
            nameWhenThere_ = name;
            onContentChanged();
        }
        break;
    }
    case Kind::None:
    case Kind::Lane:
    case Kind::Handle:
    case Kind::Name:
    case Kind::Segment:
    case Kind::LimitTick:
    case Kind::BorrowTick:
    case Kind::Running:
    case Kind::Reclaimed:
    case Kind::Waiting:
        break;
    }
}

void BoardView::editName(ShareIndex share)
{
    const LaneShape* lane = board_.layout.lane(share);
    if (lane == nullptr)
        return;
    if (nameEditor_ == nullptr) {
        nameEditor_ = new NameField(viewport());
        nameEditor_->setObjectName(u"shareName"_qs);
        nameEditor_->setAccessibleName(tr("Name of the share"));
        nameEditor_->setMaxLength(128);
        nameEditor_->installEventFilter(this);
        connect(nameEditor_, &QLineEdit::returnPressed, this, &BoardView::commitName);
    }
    named_ = share;
    nameEditor_->setText(content_.shareName(share));
    nameEditor_->selectAll();
    nameEditor_->show();
    placeNameEditor();
    nameEditor_->setFocus();
}

void BoardView::placeNameEditor()
{
    if (nameEditor_ == nullptr || nameEditor_->isHidden())
        return;
    const LaneShape* lane = board_.layout.lane(named_);
    if (lane == nullptr) {
        nameEditor_->hide();
        setFocus();
        return;
    }
    const QRect rect = viewportRect(lane->name);
    const int height = static_cast<int>(26 * fonts_.em);
    const int wide = std::max(rect.width() + 40, 180);
    nameEditor_->setGeometry(
        board_.mirror.isOn ? rect.right() + 4 - wide : rect.left() - 4, rect.center().y() - height / 2, wide, height);
}

void BoardView::commitName()
{
    const QString name = nameEditor_->text().trimmed();
    const bool isSame = name == content_.shareName(named_);
    if (!isSame && !actions_.commit(actions_.proposeRename(named_, name)))
        return;
    nameEditor_->hide();
    BoardPart lane;
    lane.kind = BoardPart::Kind::Lane;
    lane.share = named_;
    setCurrent(lane);
    setFocus();
}

void BoardView::drawBackground(QPainter* painter, const QRectF& rect)
{
    painter->fillRect(rect, theme_.tokens().color(ColorToken::Window));
}

} // namespace quotaboard
