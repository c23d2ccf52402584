// SPDX-License-Identifier: Apache-2.0
// Clock, speed and scrubber on the real window, by mouse and by keys.
#include "tests/ui/support/window_harness.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/transport/run_marks.h"
#include "ui/widgets/transport/scrubber.h"
#include "ui/widgets/transport/speed_text.h"

#include <QAccessible>
#include <QSlider>

#include <numeric>

using namespace quotaboard;

class TestTransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void speedsAreWords();
    void countsPreemptionsByTime();
    void clockFollows();
    void saysWhereTheJobsComeFrom();
    void scrubsByMouse();
    void scrubsByKeys();
    void draggingPausesAndGoesOn();
    void showsPreemptionsAndEdits();
    void sliderSetsTheSpeed();
    void isASliderToScreenReaders();
    void drawsInEveryTheme();
};

void TestTransport::speedsAreWords()
{
    QCOMPARE(speedText(10'000.0), QString("10 s/s"));
    QCOMPARE(speedText(60'000.0), QString("1 min/s"));
    QCOMPARE(speedText(3'600'000.0), QString("1 h/s"));
    QCOMPARE(speedText(2.1 * 3'600'000.0), QString("2.1 h/s"));
    QCOMPARE(speedText(86'400'000.0), QString("1 d/s"));
    QCOMPARE(speedText(Playback::kMaxSpeed), QString("Max"));
}

void TestTransport::countsPreemptionsByTime()
{
    EventLog log;
    for (const TimeMs time : {0, 499, 500, 999, 1000}) {
        JobEvent event;
        event.kind = EventKind::Preempted;
        event.time = time;
        event.job = JobIndex(0);
        event.by = JobIndex(1);
        log.append(event);
    }
    JobEvent other;
    other.kind = EventKind::Succeeded;
    other.time = 1000;
    other.job = JobIndex(0);
    log.append(other);
    QCOMPARE(preemptionDensity(log, 1000, 2), (std::vector<std::uint32_t>{2, 3}));
    QCOMPARE(preemptionDensity(log, 0, 2), (std::vector<std::uint32_t>{0, 0}));
    QVERIFY(preemptionDensity(log, 1000, 0).empty());
}

void TestTransport::clockFollows()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.playback->seek(3 * kMsPerHour);
    QCOMPARE(harness.textOf("clockLabel"), clockText(harness.document->value(), 3 * kMsPerHour));
    QCOMPARE(harness.find<Scrubber>("scrubber")->time(), 3 * kMsPerHour);
    QCOMPARE(harness.textOf("endLabel"), durationText(harness.playback->end()));
}

void TestTransport::saysWhereTheJobsComeFrom()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    QCOMPARE(harness.textOf("modeBadge"), QString("Simulate"));
    QVERIFY(harness.open(":/samples/month-end-rush.scenario.json"));
    QCOMPARE(harness.textOf("modeBadge"), QString("Sandbox"));
}

void TestTransport::scrubsByMouse()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* scrubber = harness.find<Scrubber>("scrubber");
    const int middle = scrubber->height() / 2;
    const int x = scrubber->width() / 3;
    const TimeMs wanted = scrubber->timeAt(x);
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, {x, middle});
    QTRY_COMPARE(harness.playback->now(), wanted);
    QVERIFY(std::abs(scrubber->positionOf(harness.playback->now()) - x) < 1);

    QTest::mousePress(scrubber, Qt::LeftButton, {}, {x, middle});
    QTest::mouseMove(scrubber, {x + 40, middle});
    QTest::mouseMove(scrubber, {x - 60, middle});
    QTRY_COMPARE(harness.playback->now(), scrubber->timeAt(x - 60));
    QTest::mouseMove(scrubber, {-50, middle});
    QTest::mouseRelease(scrubber, Qt::LeftButton, {}, {-50, middle});
    QTRY_COMPARE(harness.playback->now(), TimeMs{0});
}

void TestTransport::scrubsByKeys()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* scrubber = harness.find<Scrubber>("scrubber");
    scrubber->setFocus();
    harness.press(Qt::Key_Right);
    QTRY_COMPARE(harness.playback->now(), scrubber->smallStep());
    harness.press(Qt::Key_PageUp);
    QTRY_COMPARE(harness.playback->now(), scrubber->smallStep() + scrubber->largeStep());
    harness.press(Qt::Key_Left);
    QTRY_COMPARE(harness.playback->now(), scrubber->largeStep());
    harness.press(Qt::Key_PageDown);
    QTRY_COMPARE(harness.playback->now(), TimeMs{0});
    harness.press(Qt::Key_End);
    QTRY_COMPARE(harness.playback->now(), harness.playback->end());
    harness.press(Qt::Key_Home);
    QTRY_COMPARE(harness.playback->now(), TimeMs{0});
    harness.press(Qt::Key_Space);
    QVERIFY(harness.playback->isPlaying());
    harness.playback->pause();
}

void TestTransport::draggingPausesAndGoesOn()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.playback->setBreakpoints({});
    harness.playback->setSpeed(10'000.0);
    harness.playback->play();
    auto* scrubber = harness.find<Scrubber>("scrubber");
    const QPoint place(scrubber->width() / 2, scrubber->height() / 2);
    QTest::mousePress(scrubber, Qt::LeftButton, {}, place);
    QVERIFY(!harness.playback->isPlaying());
    QTest::mouseRelease(scrubber, Qt::LeftButton, {}, place);
    QVERIFY(harness.playback->isPlaying());
    QTRY_VERIFY(harness.playback->now() >= scrubber->timeAt(place.x()));
    harness.playback->pause();
}

void TestTransport::showsPreemptionsAndEdits()
{
    WindowHarness harness;
    QVERIFY(harness.open(":/samples/three-projects.scenario.json"));
    auto* scrubber = harness.find<Scrubber>("scrubber");
    QTRY_VERIFY(!scrubber->density().empty());
    const auto& density = scrubber->density();
    // One across shares at 20 minutes, one within a share at 30.
    QTRY_COMPARE(std::accumulate(scrubber->density().begin(), scrubber->density().end(), 0u), 2u);
    const auto binOf = [&](TimeMs time) {
        return static_cast<std::size_t>(
            static_cast<double>(time) / static_cast<double>(scrubber->end()) * static_cast<double>(density.size()));
    };
    QCOMPARE(density[binOf(20 * kMsPerMinute)], 1u);
    QCOMPARE(density[binOf(30 * kMsPerMinute)], 1u);
    QCOMPARE(scrubber->flags(), interventionTimes(harness.document->value()));
    QVERIFY(!scrubber->flags().empty());
}

void TestTransport::sliderSetsTheSpeed()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* slider = harness.find<QSlider>("sldSpeed");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Home);
    QCOMPARE(harness.playback->speed(), Playback::speedSteps().front());
    QCOMPARE(harness.textOf("speedLabel"), speedText(Playback::speedSteps().front()));
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(harness.playback->speed(), Playback::speedSteps()[1]);
    QVERIFY(harness.playback->isAtStart());
    harness.playback->setSpeed(Playback::kMaxSpeed);
    QCOMPARE(slider->value(), slider->maximum());
    QCOMPARE(harness.textOf("speedLabel"), QString("Max"));
}

void TestTransport::isASliderToScreenReaders()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    harness.playback->seek(2 * kMsPerHour);
    QAccessibleInterface* node = QAccessible::queryAccessibleInterface(harness.find<Scrubber>("scrubber"));
    QVERIFY(node);
    QCOMPARE(node->role(), QAccessible::Slider);
    QCOMPARE(node->text(QAccessible::Value), clockText(harness.document->value(), 2 * kMsPerHour));
    QVERIFY(node->valueInterface());
    QCOMPARE(node->valueInterface()->currentValue().toDouble(), 120.0);
    node->valueInterface()->setCurrentValue(180.0);
    QTRY_COMPARE(harness.playback->now(), 3 * kMsPerHour);
}

void TestTransport::drawsInEveryTheme()
{
    WindowHarness harness;
    QVERIFY(harness.open(kTwoTeams));
    auto* scrubber = harness.find<Scrubber>("scrubber");
    QTRY_VERIFY(!scrubber->density().empty());
    harness.playback->seek(12 * kMsPerHour);
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
        harness.appearance.setAppearance({choice, 100, false});
        const QImage image = scrubber->grab().toImage();
        const QRgb waste = harness.theme.tokens().color(ColorToken::Waste).rgb();
        int ticks = 0;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < image.height() / 2; ++y)
                ticks += image.pixel(x, y) == waste ? 1 : 0;
        }
        QVERIFY(ticks > 0);
    }
}

QTEST_MAIN(TestTransport)
#include "tst_transport.moc"
