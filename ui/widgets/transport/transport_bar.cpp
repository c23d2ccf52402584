// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/transport/transport_bar.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/style/theme.h"
#include "ui/widgets/transport/play_button.h"
#include "ui/widgets/transport/run_marks.h"
#include "ui/widgets/transport/scrubber.h"
#include "ui/widgets/transport/speed_text.h"
#include "ui/widgets/transport/transport_actions.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QSlider>
#include <QThreadPool>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quotaboard {

namespace {

constexpr std::size_t kDensityBins = 2000;
constexpr int kComputingDelayMs = 300;
constexpr int kRealSpeedMs = 500;
/// Slower than this part of what was asked is said.
constexpr double kKeepsUp = 0.8;

int nearestStep(double speed)
{
    const std::vector<double>& steps = Playback::speedSteps();
    const auto next = std::lower_bound(steps.begin(), steps.end(), speed);
    if (next == steps.end())
        return static_cast<int>(steps.size()) - 1;
    return static_cast<int>(next - steps.begin());
}

} // namespace

TransportBar::TransportBar(
    ScenarioDocument& document, Playback& playback, const Theme& theme, TransportActions& actions, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , playback_(playback)
    , theme_(theme)
    , actions_(actions)
{
    setObjectName("transportBar");
    build();
    computingDelay_.setSingleShot(true);
    computingDelay_.setInterval(kComputingDelayMs);
    realSpeedTimer_.setInterval(kRealSpeedMs);
    seekTimer_.setSingleShot(true);
    seekTimer_.setInterval(0);
    connect(&computingDelay_, &QTimer::timeout, this, &TransportBar::followComputing);
    connect(&realSpeedTimer_, &QTimer::timeout, this, &TransportBar::followRealSpeed);
    connect(&seekTimer_, &QTimer::timeout, this, [this] {
        if (wantedSeek_)
            playback_.seek(*std::exchange(wantedSeek_, std::nullopt));
    });

    connect(&playback_, &Playback::positionChanged, this, &TransportBar::followPosition);
    connect(&playback_, &Playback::resultChanged, this, &TransportBar::followResult);
    connect(&playback_, &Playback::speedChanged, this, &TransportBar::followSpeed);
    connect(&playback_, &Playback::computingChanged, this, &TransportBar::followComputing);
    connect(&playback_, &Playback::playingChanged, this, [this](bool playing) {
        playing ? realSpeedTimer_.start() : realSpeedTimer_.stop();
        followSpeed();
    });
    connect(&document_, &ScenarioDocument::changed, this, &TransportBar::followResult);
    connect(&theme_, &Theme::changed, this, &TransportBar::followTheme);
    connect(speed_, &QSlider::valueChanged, this,
        [this](int step) { playback_.setSpeed(Playback::speedSteps()[static_cast<std::size_t>(step)]); });
    connect(scrubber_, &Scrubber::seekRequested, this, &TransportBar::requestSeek);
    connect(scrubber_, &Scrubber::draggingChanged, this, &TransportBar::followDragging);
    followTheme();
    followResult();
    followSpeed();
    followComputing();
}

QToolButton* TransportBar::addButton(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setIconSize({20, 20});
    button->setObjectName(action->objectName());
    button->setAccessibleName(action->iconText());
    // A click leaves the keys with the board.
    button->setFocusPolicy(Qt::TabFocus);
    layout()->addWidget(button);
    return button;
}

void TransportBar::build()
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 2, 16, 2);
    row->setSpacing(4);
    addButton(actions_.toStart);
    addButton(actions_.previousEvent);
    auto* play = new PlayButton(theme_, *actions_.play, this);
    play->setObjectName(actions_.play->objectName());
    row->addWidget(play);
    addButton(actions_.nextEvent);
    addButton(actions_.nextDecision);

    row->addSpacing(12);
    speedLabel_ = new QLabel(this);
    speedLabel_->setObjectName("speedLabel");
    speedLabel_->setProperty("role", "secondary");
    row->addWidget(speedLabel_);
    row->addSpacing(4);
    speed_ = new QSlider(Qt::Horizontal, this);
    speed_->setObjectName("sldSpeed");
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Speed (%1 slower, %2 faster)")
                           .arg(actions_.slower->shortcut().toString(), actions_.faster->shortcut().toString()));
    speed_->setRange(0, static_cast<int>(Playback::speedSteps().size()) - 1);
    speed_->setPageStep(1);
    speed_->setFixedWidth(112);
    row->addWidget(speed_);

    row->addSpacing(16);
    clock_ = new QLabel(this);
    clock_->setObjectName("clockLabel");
    row->addWidget(clock_);
    row->addSpacing(8);
    scrubber_ = new Scrubber(
        theme_, [this](TimeMs time) { return clockText(document_.value(), time); }, this);
    row->addWidget(scrubber_, 1);
    computingLabel_ = new QLabel(tr("computing…"), this);
    computingLabel_->setProperty("role", "secondary");
    computingBar_ = new QProgressBar(this);
    computingBar_->setObjectName("computingBar");
    computingBar_->setRange(0, 1000);
    computingBar_->setTextVisible(false);
    computingBar_->setFixedSize(64, 4);
    computingBar_->setAccessibleName(tr("Computing"));
    row->addWidget(computingLabel_);
    row->addWidget(computingBar_);
    row->addSpacing(8);
    endLabel_ = new QLabel(this);
    endLabel_->setObjectName("endLabel");
    endLabel_->setProperty("role", "secondary");
    row->addWidget(endLabel_);
}

void TransportBar::followPosition()
{
    clock_->setText(clockText(document_.value(), playback_.now()));
    scrubber_->setTime(playback_.now());
}

void TransportBar::followResult()
{
    const bool hasRun = playback_.result() != nullptr;
    const TimeMs end = hasRun ? playback_.end() : 0;
    scrubber_->setEnabled(hasRun);
    scrubber_->setEnd(end);
    scrubber_->setFlags(interventionTimes(document_.value()));
    endLabel_->setText(hasRun ? durationText(end) : QString());
    endLabel_->setToolTip(hasRun ? tr("The run ends at %1").arg(clockText(document_.value(), end)) : QString());
    // The scrubber beside it must not jump while the clock runs.
    clock_->setMinimumWidth(clock_->fontMetrics().horizontalAdvance(clockText(document_.value(), end) + "00"));
    countPreemptions();
    followPosition();
}

void TransportBar::countPreemptions()
{
    const int round = ++countRound_;
    const std::shared_ptr<const RunResult> result = playback_.result();
    if (!result) {
        scrubber_->setDensity({});
        return;
    }
    // A long log takes more than a frame to read; the run itself never changes.
    QThreadPool::globalInstance()->start([result, round, bar = QPointer(this)] {
        auto density = preemptionDensity(result->log, result->end, kDensityBins);
        QMetaObject::invokeMethod(
            qApp,
            [bar, round, density = std::move(density)]() mutable {
                if (bar && bar->countRound_ == round)
                    bar->scrubber_->setDensity(std::move(density));
            },
            Qt::QueuedConnection);
    });
}

void TransportBar::followSpeed()
{
    const QSignalBlocker blocker(speed_);
    speed_->setValue(nearestStep(playback_.speed()));
    speedLabel_->setText(speedText(playback_.speed()));
}

void TransportBar::followRealSpeed()
{
    const double asked = playback_.speed();
    const double real = playback_.actualSpeed();
    if (asked >= Playback::kMaxSpeed || real <= 0 || real >= kKeepsUp * asked)
        speedLabel_->setText(speedText(asked));
    else
        speedLabel_->setText(tr("asked %1, running %2").arg(speedText(asked), speedText(real)));
}

void TransportBar::followComputing()
{
    const bool computing = playback_.isComputing();
    if (computing && !computingBar_->isVisibleTo(this) && sender() != &computingDelay_) {
        if (!computingDelay_.isActive())
            computingDelay_.start();
    } else if (!computing) {
        computingDelay_.stop();
    }
    const bool shown = computing && !computingDelay_.isActive();
    computingLabel_->setVisible(shown);
    computingBar_->setVisible(shown);
    computingBar_->setValue(static_cast<int>(std::lround(playback_.computingFraction() * 1000)));
}

void TransportBar::followTheme()
{
    QFont bold = theme_.font();
    bold.setWeight(QFont::DemiBold);
    clock_->setFont(bold);
    // As wide as the widest step, so that the slider beside it stays where it is.
    int widest = 0;
    for (const double speed : Playback::speedSteps())
        widest = std::max(widest, speedLabel_->fontMetrics().horizontalAdvance(speedText(speed)));
    speedLabel_->setMinimumWidth(widest);
    speedLabel_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void TransportBar::requestSeek(TimeMs time)
{
    wantedSeek_ = time;
    seekTimer_.start();
}

void TransportBar::followDragging(bool isDragging)
{
    if (isDragging) {
        wasPlaying_ = playback_.isPlaying();
        playback_.pause();
        return;
    }
    // Not after play: that would start from where the clock was before.
    seekTimer_.stop();
    if (wantedSeek_)
        playback_.seek(*std::exchange(wantedSeek_, std::nullopt));
    if (wasPlaying_)
        playback_.play();
}

} // namespace quotaboard
