// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/transport/transport_actions.h"

#include "ui/logic/playback/playback.h"
#include "ui/widgets/style/theme.h"

namespace quotaboard {

TransportActions::TransportActions(Playback& playback, const Theme& theme, QObject* parent)
    : QObject(parent)
    , play(make("actPlay", tr("&Play"), tr("Play"), "play", Qt::Key_Space, theme))
    , nextEvent(make("actStepEvent", tr("&Next event"), tr("Next event"), "next-event", Qt::Key_Period, theme))
    , previousEvent(
          make("actPreviousEvent", tr("P&revious event"), tr("Previous event"), "previous-event", Qt::Key_Comma, theme))
    , nextDecision(make("actStepDecision", tr("Next &decision"), tr("Next decision"), "next-decision",
          Qt::SHIFT | Qt::Key_Period, theme))
    , previousDecision(make("actPreviousDecision", tr("Pre&vious decision"), tr("Previous decision"), {},
          Qt::SHIFT | Qt::Key_Comma, theme))
    , toStart(make("actToStart", tr("To the &start"), tr("To the start"), "to-start", Qt::Key_Home, theme))
    , toEnd(make("actToEnd", tr("To the &end"), tr("To the end"), {}, Qt::Key_End, theme))
    , runTo(make("actRunTo", tr("Run t&o…"), tr("Run to…"), "run-to", Qt::CTRL | Qt::Key_G, theme))
    , slower(make("actSlower", tr("S&lower"), tr("Slower"), {}, Qt::Key_BracketLeft, theme))
    , faster(make("actFaster", tr("&Faster"), tr("Faster"), {}, Qt::Key_BracketRight, theme))
    , playback_(playback)
    , theme_(theme)
{
    connect(play, &QAction::triggered, &playback, &Playback::togglePlaying);
    connect(nextEvent, &QAction::triggered, &playback, &Playback::nextEvent);
    connect(previousEvent, &QAction::triggered, &playback, &Playback::previousEvent);
    connect(nextDecision, &QAction::triggered, &playback, &Playback::nextDecision);
    connect(previousDecision, &QAction::triggered, &playback, &Playback::previousDecision);
    connect(toStart, &QAction::triggered, &playback, &Playback::toStart);
    connect(toEnd, &QAction::triggered, &playback, &Playback::toEnd);
    connect(slower, &QAction::triggered, &playback, &Playback::slower);
    connect(faster, &QAction::triggered, &playback, &Playback::faster);
    for (QAction* action : {slower, faster, nextEvent, previousEvent, nextDecision, previousDecision})
        action->setAutoRepeat(true);
    play->setAutoRepeat(false);

    connect(&playback, &Playback::playingChanged, this, &TransportActions::follow);
    connect(&playback, &Playback::resultChanged, this, &TransportActions::follow);
    connect(&playback, &Playback::positionChanged, this, &TransportActions::follow);
    connect(&playback, &Playback::speedChanged, this, &TransportActions::follow);
    follow();
}

QList<QAction*> TransportActions::all() const
{
    return {play, nextEvent, previousEvent, nextDecision, previousDecision, toStart, toEnd, runTo, slower, faster};
}

QAction* TransportActions::make(const QString& name, const QString& text, const QString& iconText, const QString& icon,
    const QKeySequence& key, const Theme& theme)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setIconText(iconText);
    action->setShortcut(key);
    action->setToolTip(tr("%1 (%2)").arg(iconText, key.toString(QKeySequence::NativeText)));
    if (!icon.isEmpty())
        action->setIcon(theme.icon(icon));
    action->setIconVisibleInMenu(false);
    return action;
}

void TransportActions::follow()
{
    const bool hasRun = playback_.result() != nullptr;
    const bool atStart = playback_.isAtStart();
    const bool atEnd = !atStart && playback_.now() >= playback_.end();
    for (QAction* action : {nextEvent, nextDecision, toEnd})
        action->setEnabled(hasRun && !atEnd);
    for (QAction* action : {previousEvent, previousDecision, toStart})
        action->setEnabled(hasRun && !atStart);
    play->setEnabled(hasRun);
    runTo->setEnabled(hasRun);
    slower->setEnabled(playback_.speed() > Playback::speedSteps().front());
    faster->setEnabled(playback_.speed() < Playback::speedSteps().back());

    const bool playing = playback_.isPlaying();
    const QString text = playing ? tr("Pause") : tr("Play");
    if (play->iconText() == text && !play->icon().isNull() && play->property("shown").isValid())
        return;
    play->setProperty("shown", true);
    play->setText(playing ? tr("&Pause") : tr("&Play"));
    play->setIconText(text);
    play->setToolTip(tr("%1 (%2)").arg(text, play->shortcut().toString(QKeySequence::NativeText)));
    play->setIcon(theme_.icon(playing ? "pause" : "play", ColorToken::OnAccent));
}

} // namespace quotaboard
