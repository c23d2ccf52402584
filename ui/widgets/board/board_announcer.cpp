// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/board_announcer.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/board/board_content.h"

#include <QAccessible>
#include <QLocale>

#include <algorithm>

namespace quotaboard {

namespace {

/// Preemptions of one step that are told one by one; more are told as a number.
constexpr std::size_t kMostByName = 3;
/// Steps that are read for what they did; longer ones are jumps.
constexpr std::size_t kMostEventsOfAStep = 2000;

} // namespace

BoardAnnouncer::BoardAnnouncer(const BoardContent& content, Playback& playback, QWidget* parent)
    : QWidget(parent)
    , content_(content)
    , playback_(playback)
{
    setObjectName(u"boardAnnouncer"_qs);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFixedSize(1, 1);
    timer_.setSingleShot(true);
    timer_.setInterval(kPauseMs);
    connect(&timer_, &QTimer::timeout, this, &BoardAnnouncer::summarize);
    connect(&content_, &BoardContent::changed, this, &BoardAnnouncer::follow);
    connect(&playback_, &Playback::playingChanged, this, &BoardAnnouncer::followPlaying);
    connect(&playback_, &Playback::paused, this, [this](const QString& reason) {
        say(reason.isEmpty() ? tr("Paused at %1").arg(clockText(content_.scenario(), playback_.now())) : reason);
    });
}

BoardAnnouncer::~BoardAnnouncer() = default;

void BoardAnnouncer::say(const QString& text)
{
    if (text.isEmpty())
        return;
    setAccessibleName(text);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
    Q_EMIT said(text);
}

void BoardAnnouncer::followPlaying(bool isPlaying)
{
    if (!isPlaying) {
        timer_.stop();
        return;
    }
    told_ = playback_.eventPosition();
    toldOf_ = playback_.result();
    timer_.start();
}

void BoardAnnouncer::follow()
{
    if (playback_.isPlaying())
        return;
    const std::shared_ptr<const RunResult> result = playback_.result();
    if (!result)
        return;
    const std::size_t position = playback_.eventPosition();
    // Only steps forward in the same run have just happened.
    if (toldOf_ == result && position > told_ && position - told_ <= kMostEventsOfAStep)
        sayPreemptions();
    told_ = position;
    toldOf_ = result;
}

void BoardAnnouncer::sayPreemptions()
{
    std::vector<const ReclaimedJob*> now;
    for (const ReclaimedJob& job : content_.reclaimed()) {
        if (job.at == playback_.now())
            now.push_back(&job);
    }
    if (now.empty())
        return;
    if (now.size() > kMostByName) {
        say(tr("%L1 jobs were preempted").arg(static_cast<qulonglong>(now.size())));
        return;
    }
    QStringList sentences;
    for (const ReclaimedJob* job : now)
        sentences += content_.reclaimedSentence(*job);
    say(sentences.join(u' '));
}

QString BoardAnnouncer::summary() const
{
    const std::shared_ptr<const RunResult> result = playback_.result();
    std::size_t started = 0;
    std::size_t ended = 0;
    std::size_t preempted = 0;
    const std::size_t position = playback_.eventPosition();
    const std::size_t from = result && toldOf_ == result ? std::min(told_, position) : position;
    for (std::size_t i = from; result && i < position; ++i) {
        const EventKind kind = result->log[i].kind;
        started += kind == EventKind::Running ? 1 : 0;
        ended += kind == EventKind::Succeeded || kind == EventKind::Failed ? 1 : 0;
        preempted += kind == EventKind::Preempted ? 1 : 0;
    }
    std::size_t waiting = 0;
    for (const LaneState& lane : content_.state().lanes)
        waiting += lane.waitingCount;
    const auto number = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    return tr("%1: started %2, ended %3, preempted %4, waiting now %5")
        .arg(clockText(content_.scenario(), playback_.now()), number(started), number(ended), number(preempted),
            number(waiting));
}

void BoardAnnouncer::summarize()
{
    if (!playback_.isPlaying())
        return;
    const QString text = summary();
    say(text);
    Q_EMIT summarized(text);
    told_ = playback_.eventPosition();
    toldOf_ = playback_.result();
    timer_.start();
}

} // namespace quotaboard
