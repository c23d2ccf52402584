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
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPointer>
#include <QProgressBar>
#include <QSlider>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quotaboard {

namespace {

/// At text of 13 px.
constexpr int kIconSize = 20;
constexpr int kSliderWidth = 112;

constexpr std::size_t kDensityBins = 2000;
constexpr int kComputingDelayMs = 300;
/// Below this width one cannot aim on the scrubber.
constexpr int kLeastScrubber = 160;
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
    connect(&document_, &ScenarioDocument::extrasChanged, this, &TransportBar::followExtras);
    connect(&theme_, &Theme::changed, this, &TransportBar::followTheme);
    connect(speed_, &QSlider::valueChanged, this,
        [this](int step) { playback_.setSpeed(Playback::speedSteps()[static_cast<std::size_t>(step)]); });
    connect(scrubber_, &Scrubber::seekRequested, this, &TransportBar::requestSeek);
    connect(scrubber_, &Scrubber::draggingChanged, this, &TransportBar::followDragging);
    followTheme();
    followResult();
    followExtras();
    followSpeed();
    followComputing();
}

QToolButton* TransportBar::addButton(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setObjectName(action->objectName());
    button->setAccessibleName(action->iconText());
    // A click leaves the keys with the board.
    button->setFocusPolicy(Qt::TabFocus);
    first_->addWidget(button);
    return button;
}

void TransportBar::build()
{
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(16, 2, 16, 2);
    lines->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    lines->addLayout(row);
    first_ = row;
    second_ = new QHBoxLayout;
    lines->addLayout(second_);
    addButton(actions_.toStart);
    addButton(actions_.previousEvent);
    auto* play = new PlayButton(theme_, *actions_.play, this);
    play->setObjectName(actions_.play->objectName());
    row->addWidget(play);
    addButton(actions_.nextEvent);
    addButton(actions_.nextDecision);
    addButton(actions_.runTo);

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
    row->addWidget(speed_);

    row->addSpacing(16);
    time_ = new QWidget(this);
    auto* time = new QHBoxLayout(time_);
    time->setContentsMargins(0, 0, 0, 0);
    time->setSpacing(12);
    mode_ = new QLabel(time_);
    mode_->setObjectName("modeBadge");
    mode_->setProperty("role", "badge");
    time->addWidget(mode_, 0, Qt::AlignVCenter);
    clock_ = new QLabel(time_);
    clock_->setObjectName("clockLabel");
    clock_->setCursor(Qt::PointingHandCursor);
    clock_->setToolTip(tr("Click: time since the start, UTC, or the zone of this computer"));
    clock_->installEventFilter(this);
    time->addWidget(clock_);
    scrubber_ = new Scrubber(
        theme_, [this](TimeMs time) { return clockText(document_.value(), time, clockStyle_); }, time_);
    time->addWidget(scrubber_, 1);
    timeIndex_ = row->count();
    row->addWidget(time_, 1);
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

void TransportBar::setClockStyle(ClockStyle style)
{
    clockStyle_ = style;
    followResult();
}

int TransportBar::widthOfControls() const
{
    int width = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (int i = 0; i < first_->count(); ++i) {
        QLayoutItem* item = first_->itemAt(i);
        if (item->widget() != time_ && (item->spacerItem() || !item->isEmpty()))
            width += item->sizeHint().width() + first_->spacing();
    }
    return width;
}

QSize TransportBar::minimumSizeHint() const
{
    return {widthOfControls(), QWidget::minimumSizeHint().height()};
}

bool TransportBar::event(QEvent* event)
{
    const bool isHandled = QWidget::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        followRoom();
    return isHandled;
}

bool TransportBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != clock_ || event->type() != QEvent::MouseButtonRelease
        || static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return QWidget::eventFilter(watched, event);
    // Without a date there is no zone to change.
    const bool hasZone = document_.value().startTime != 0;
    if (clockStyle_ == ClockStyle::Elapsed)
        Q_EMIT clockStyleWanted(ClockStyle::Utc);
    else
        Q_EMIT clockStyleWanted(clockStyle_ == ClockStyle::Utc && hasZone ? ClockStyle::Local : ClockStyle::Elapsed);
    return true;
}

void TransportBar::followRoom()
{
    const int wanted = widthOfControls() + mode_->sizeHint().width()
        + std::max(clock_->sizeHint().width(), clock_->minimumWidth()) + kLeastScrubber;
    const bool hasOwnLine = second_->indexOf(time_) >= 0;
    if ((wanted > width()) == hasOwnLine)
        return;
    if (hasOwnLine) {
        delete first_->takeAt(timeIndex_);
        first_->insertWidget(timeIndex_, time_, 1);
    } else {
        second_->addWidget(time_);
        // What comes behind it stays at the right.
        first_->insertStretch(timeIndex_, 1);
    }
    updateGeometry();
}

void TransportBar::followPosition()
{
    clock_->setText(clockText(document_.value(), playback_.now(), clockStyle_));
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
    endLabel_->setToolTip(
        hasRun ? tr("The run ends at %1").arg(clockText(document_.value(), end, clockStyle_)) : QString());
    // The scrubber beside it must not jump while the clock runs.
    clock_->setMinimumWidth(
        clock_->fontMetrics().horizontalAdvance(clockText(document_.value(), end, clockStyle_) + "00"));
    countPreemptions();
    followPosition();
}

void TransportBar::followExtras()
{
    scrubber_->setMarks(marksOf(document_.value(), document_.extras()));
    const bool isSandbox = !document_.extras().generators.empty();
    mode_->setText(isSandbox ? tr("Sandbox") : tr("Simulate"));
    mode_->setToolTip(isSandbox ? tr("Generated arrivals, decided by this policy. Further jobs can be submitted.")
                                : tr("The jobs of the scenario, decided by this policy."));
    mode_->setVisible(document_.isOpen());
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
    const int icon = std::max(kIconSize, theme_.scaled(kIconSize));
    for (auto* button : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
        button->setIconSize({icon, icon});
    speed_->setFixedWidth(std::max(kSliderWidth, theme_.scaled(kSliderWidth)));
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
