// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_page.h"

#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/board/board_actions.h"
#include "ui/widgets/board/board_announcer.h"
#include "ui/widgets/board/board_content.h"
#include "ui/widgets/board/board_list.h"
#include "ui/widgets/board/board_selection.h"
#include "ui/widgets/board/board_view.h"
#include "ui/widgets/board/pool_bars.h"

#include <QAccessible>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

BoardPage::BoardPage(ScenarioDocument& document, Playback& playback, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , content_(std::make_unique<BoardContent>(document, playback))
    , actions_(std::make_unique<BoardActions>(document, playback, *content_))
    , jobs_(std::make_unique<BoardSelection>(*content_))
    , pools_(new PoolBars(*content_, theme, this))
    , stack_(new QStackedWidget(this))
    , view_(new BoardView(*content_, *actions_, *jobs_, theme, stack_))
    , list_(new BoardList(*content_, *actions_, *jobs_, stack_))
    , announcer_(new BoardAnnouncer(*content_, playback, this))
{
    setObjectName(u"boardPage"_qs);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(pools_);
    rows->addWidget(stack_, 1);
    stack_->addWidget(view_);
    stack_->addWidget(list_);
    setFocusProxy(view_);
    connect(pools_, &PoolBars::poolClicked, this,
        [this](UnitIndex unit) { setSelection(Selection::ofPool(content_->toDocument(unit))); });
    connect(view_, &BoardView::currentChanged, this, &BoardPage::onCurrentChanged);
    connect(list_, &BoardList::currentChangedTo, this, &BoardPage::onCurrentChanged);
    connect(view_, &BoardView::laidOut, this, &BoardPage::showScales);
    connect(jobs_.get(), &BoardSelection::changed, this, &BoardPage::onJobsChanged);
    connect(actions_.get(), &BoardActions::statusMessage, this, &BoardPage::statusMessage);
    connect(view_, &BoardView::statusMessage, this, &BoardPage::statusMessage);
    connect(this, &BoardPage::statusMessage, announcer_, &BoardAnnouncer::say);
    connect(announcer_, &BoardAnnouncer::summarized, this, [this](const QString& text) {
        // Those who see the board need no running text below it.
        if (QAccessible::isActive())
            Q_EMIT summarized(text);
    });
    for (BoardCommands* commands : {&view_->commands(), &list_->commands()})
        connect(commands, &BoardCommands::statusMessage, this, &BoardPage::statusMessage);
    const auto explain = [this](JobIndex job) {
        const JobIndex known = content_->toDocument(job);
        if (known.isValid())
            Q_EMIT explainRequested(known);
    };
    connect(view_, &BoardView::explainRequested, this, explain);
    connect(&list_->commands(), &BoardCommands::explainRequested, this, explain);
    connect(&view_->gestures(), &BoardGestures::editHovered, this, &BoardPage::editHovered);
    connect(&document, &ScenarioDocument::opened, this, [this] {
        // What is dragged or cut belongs to the scenario before.
        view_->gestures().cancel();
        view_->commands().forgetCut();
        list_->commands().forgetCut();
        jobs_->clear();
        view_->setCurrent({});
    });
}

BoardPage::~BoardPage()
{
    // The views read content and actions until they are gone.
    delete stack_;
    delete pools_;
    delete announcer_;
}

void BoardPage::showScales()
{
    std::vector<double> scales;
    for (const PoolState& pool : content_->state().pools) {
        const std::size_t unit = pool.unit.value();
        scales.resize(std::max(scales.size(), unit + 1), 0);
        scales[unit] = isListView() ? 0 : view_->boardLayout().scale(pool.unit);
    }
    pools_->setScales(scales);
}

bool BoardPage::isListView() const
{
    return stack_->currentWidget() == list_;
}

BoardDensity BoardPage::density() const
{
    return view_->density();
}

void BoardPage::setListView(bool asList)
{
    if (asList == isListView())
        return;
    const bool hadFocus = stack_->currentWidget()->hasFocus();
    const BoardPart part = asList ? view_->current() : list_->current();
    if (asList) {
        stack_->setCurrentWidget(list_);
        list_->refresh();
        list_->setCurrent(part);
        setFocusProxy(list_);
    } else {
        stack_->setCurrentWidget(view_);
        BoardPart shown = part;
        // A row of the list stands for the whole bar: its first segment here.
        const LedgerSegments* ledger = content_->ledger(part.share, part.unit);
        if (part.kind == BoardPart::Kind::Segment && ledger != nullptr && ledger->own == 0)
            shown.kind = BoardPart::Kind::Lane;
        view_->setCurrent(shown);
        setFocusProxy(view_);
    }
    if (hadFocus)
        stack_->currentWidget()->setFocus();
    showScales();
}

void BoardPage::setDensity(BoardDensity density)
{
    view_->setDensity(density);
}

void BoardPage::setEditFromNow(bool fromNow)
{
    actions_->setEditFromNow(fromNow);
}

void BoardPage::setHoverEffect(const QString& text)
{
    view_->setHoverEffect(text);
}

void BoardPage::showAffected(const QVector<JobIndex>& jobs)
{
    view_->setAffected(jobs);
}

BoardPart BoardPage::current() const
{
    return isListView() ? list_->current() : view_->current();
}

void BoardPage::addNew(const NewThing& thing)
{
    BoardCommands& commands = isListView() ? list_->commands() : view_->commands();
    commands.addNew(thing, current());
}

void BoardPage::removeSelected()
{
    if (isListView())
        list_->commands().run(BoardCommand::Delete, list_->current(), {});
    else
        view_->commands().run(BoardCommand::Delete, view_->current(), {});
}

void BoardPage::onJobsChanged()
{
    if (jobs_->jobs().size() < 2) {
        onCurrentChanged(current());
        return;
    }
    std::vector<JobIndex> known;
    for (const JobIndex job : jobs_->jobs())
        known.push_back(content_->toDocument(job));
    announcer_->say(tr("%L1 jobs selected").arg(static_cast<qulonglong>(known.size())));
    setSelection(Selection::ofJobs(std::move(known)));
}

JobIndex BoardPage::jobToExplain() const
{
    const BoardPart part = current();
    if (part.isJob())
        return content_->toDocument(part.job);
    const LaneState* lane = content_->lane(part.share);
    return lane == nullptr || lane->waiting.empty() ? JobIndex{} : content_->toDocument(lane->waiting.front().job);
}

void BoardPage::setSelection(const Selection& selection)
{
    if (selection == selection_)
        return;
    selection_ = selection;
    Q_EMIT selectionChanged(selection);
}

void BoardPage::onCurrentChanged(const BoardPart& part)
{
    using Kind = BoardPart::Kind;
    if (jobs_->jobs().size() > 1)
        return;
    const ShareIndex share = content_->toDocument(part.share);
    switch (part.kind) {
    case Kind::Lane:
    case Kind::MoreRunning:
    case Kind::MoreWaiting:
        setSelection(Selection::ofShare(share));
        break;
    case Kind::Segment:
        setSelection(Selection::ofSegment(share, content_->toDocument(part.unit)));
        break;
    case Kind::Running:
    case Kind::Waiting:
    case Kind::Reclaimed:
        setSelection(Selection::ofJob(content_->toDocument(part.job), share));
        break;
    default:
        setSelection({});
        break;
    }
}

void BoardPage::select(const Selection& selection)
{
    if (selection == selection_)
        return;
    if (selection.kind == Selection::Kind::Jobs)
        return;
    jobs_->clear();
    BoardPart part;
    part.share = selection.share;
    part.unit = selection.unit;
    part.job = selection.job;
    switch (selection.kind) {
    case Selection::Kind::None:
    case Selection::Kind::Pool:
        part = {};
        break;
    case Selection::Kind::Share:
        part.kind = BoardPart::Kind::Lane;
        break;
    case Selection::Kind::Segment:
        part.kind = BoardPart::Kind::Segment;
        break;
    case Selection::Kind::Job:
        part.kind = BoardPart::Kind::Running;
        break;
    case Selection::Kind::Jobs:
        break;
    }
    if (isListView())
        list_->setCurrent(part);
    else
        view_->setCurrent(part);
    setSelection(selection);
}

} // namespace quotaboard
