// SPDX-License-Identifier: Apache-2.0
#include "app/gui/state_dump.h"

#include "core/exchange/names.h"
#include "core/simulation/board_state.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/logic/project/project_session.h"
#include "ui/widgets/board/board_view.h"
#include "ui/widgets/window/main_pages.h"
#include "ui/widgets/window/problem_list.h"
#include "ui/widgets/window/project_banner.h"
#include "ui/widgets/window/recovered_list.h"

#include <QApplication>
#include <QJsonArray>
#include <QLabel>

namespace quotaboard {

namespace {

constexpr double kMsPerSecondReal = 1000.0;

QString word(std::string_view text)
{
    return toQt(text);
}

QJsonObject limitsOf(const Scenario& scenario, const CapacityLimits& limits)
{
    QJsonObject object;
    for (const CapacityLimit& limit : limits)
        object.insert(toQt(scenario.unitName(limit.unit)), limit.maxCapacity);
    return object;
}

QJsonObject policyOf(const Scenario& scenario)
{
    QJsonArray shares;
    for (const QuotaShare& share : scenario.shares) {
        QJsonObject one{{"name", toQt(share.name)}, {"enabled", share.isEnabled},
            {"strategy", word(nameOf(share.sharing.strategy))}, {"inSharePreemption", share.inSharePreemption},
            {"limits", limitsOf(scenario, share.limits)}};
        if (share.sharing.borrowLimit)
            one.insert("borrowLimit", *share.sharing.borrowLimit);
        shares.append(one);
    }
    return {{"shares", shares}, {"environment", limitsOf(scenario, scenario.environment.limits)},
        {"jobs", static_cast<qint64>(scenario.jobs.size())},
        {"interventions", static_cast<qint64>(scenario.interventions.size())}};
}

QJsonObject laneOf(const Scenario& scenario, const LaneState& lane)
{
    QJsonObject ledger;
    for (const LedgerSegments& segments : lane.ledger) {
        ledger.insert(toQt(scenario.unitName(segments.unit)),
            QJsonObject{{"limit", static_cast<qint64>(segments.limit)}, {"own", static_cast<qint64>(segments.own)},
                {"idle", static_cast<qint64>(segments.idle + segments.reservedIdle)},
                {"lent", static_cast<qint64>(segments.lentTotal)}, {"borrowed", static_cast<qint64>(segments.borrowed)},
                {"over", static_cast<qint64>(segments.over)}});
    }
    QJsonArray running;
    for (const RunningJob& job : lane.running)
        running.append(jobText(scenario, job.job));
    QJsonArray waiting;
    for (const WaitingJob& job : lane.waiting)
        waiting.append(jobText(scenario, job.job));
    return {{"name", toQt(scenario.shareName(lane.share))}, {"ledger", ledger}, {"running", running},
        {"runningCount", static_cast<qint64>(lane.runningCount)}, {"waiting", waiting},
        {"waitingCount", static_cast<qint64>(lane.waitingCount)}, {"reason", word(nameOf(lane.frontReason.code))}};
}

QJsonArray boardOf(const Playback& playback)
{
    QJsonArray lanes;
    if (!playback.simulator() || !playback.result())
        return lanes;
    const BoardState state = boardStateOf(*playback.simulator(), playback.now());
    for (const LaneState& lane : state.lanes)
        lanes.append(laneOf(*playback.result()->scenario, lane));
    return lanes;
}

QJsonObject clockOf(const Playback& playback)
{
    return {{"seconds", static_cast<double>(playback.now()) / kMsPerSecondReal},
        {"endSeconds", static_cast<double>(playback.end()) / kMsPerSecondReal}, {"playing", playback.isPlaying()},
        {"computing", playback.isComputing()}, {"events", static_cast<qint64>(playback.eventPosition())},
        {"failure", playback.failure() ? errorText(*playback.failure()) : QString()}};
}

QString shownText(const QWidget& window, const QString& label)
{
    const auto* found = window.findChild<QLabel*>(label);
    return found && found->isVisible() ? found->text() : QString();
}

/// The widget with the keyboard, or the nearest one around it that has a name.
QString focusName()
{
    const QWidget* widget = QApplication::focusWidget();
    while (widget && (widget->objectName().isEmpty() || widget->objectName().startsWith("qt_")))
        widget = widget->parentWidget();
    return widget ? widget->objectName() : QString();
}

/// The project, and what was left by a process before.
QJsonObject projectOf(const QWidget& window)
{
    const auto* session = window.findChild<ProjectSession*>();
    const auto* banner = window.findChild<ProjectBanner*>();
    const auto* recovered = window.findChild<RecoveredList*>();
    if (!session || !banner || !recovered)
        return {};
    QJsonArray names;
    for (const ScenarioEntry& entry : session->scenarios())
        names.append(toQt(entry.name));
    const ScenarioEntry* active = session->entryOf(session->active());
    return {{"open", session->isOpen()}, {"path", session->path()}, {"readOnly", session->isReadOnly()},
        {"scenarios", names}, {"active", active ? toQt(active->name) : QString()}, {"banner", banner->text()},
        {"hasBanner", banner->isVisibleTo(&window)}, {"recovered", recovered->count()}};
}

QJsonArray middleOf(const QRect& screenRect)
{
    return {screenRect.center().x(), screenRect.center().y()};
}

QJsonObject placesOf(const QWidget& window, const Scenario& scenario)
{
    QJsonObject places;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const QString name = widget->objectName();
        if (!name.isEmpty() && !name.startsWith("qt_") && widget->isVisible() && !widget->visibleRegion().isEmpty())
            places.insert(name, middleOf(QRect(widget->mapToGlobal(QPoint()), widget->size())));
    }
    const auto* board = window.findChild<BoardView*>();
    if (!board || !board->isVisible())
        return places;
    for (const LaneShape& lane : board->boardLayout().lanes) {
        if (lane.ledgers.empty() || lane.share.value() >= scenario.shareNames.size())
            continue;
        BoardPart tick;
        tick.kind = BoardPart::Kind::LimitTick;
        tick.share = lane.share;
        tick.unit = lane.ledgers.front().unit;
        places.insert("limitTick " + toQt(scenario.shareName(lane.share)), middleOf(board->screenRectOf(tick)));
    }
    return places;
}

} // namespace

QJsonObject stateOf(const QWidget& window, ScenarioDocument& document, const Playback& playback)
{
    QJsonObject state;
    const auto* pages = window.findChild<MainPages*>();
    state.insert("page", pages && !pages->currentKey().isEmpty() ? pages->currentKey() : QStringLiteral("start"));
    state.insert("title", window.windowTitle());
    state.insert("open", document.isOpen());
    state.insert("project", projectOf(window));
    if (document.isOpen()) {
        state.insert("document",
            QJsonObject{{"name", document.displayName()}, {"path", document.path()},
                {"modified", document.isModified()}, {"undo", document.undoStack().undoText()},
                {"redo", document.undoStack().redoText()}});
        state.insert("policy", policyOf(document.value()));
        state.insert("clock", clockOf(playback));
        state.insert("board", boardOf(playback));
    }
    QJsonArray problems;
    if (const auto* list = window.findChild<ProblemList*>()) {
        for (const PolicyProblem& problem : list->problems())
            problems.append(problem.text);
    }
    state.insert("problems", problems);
    state.insert("places", placesOf(window, document.value()));
    state.insert("status", shownText(window, "statusMessage"));
    state.insert("message", shownText(window, "messageText"));
    state.insert("clockText", shownText(window, "clockLabel"));
    state.insert("focus", focusName());
    return state;
}

} // namespace quotaboard
