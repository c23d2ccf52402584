// SPDX-License-Identifier: Apache-2.0
// Preemptions as they happen, and what is said to those who do not see them.
#include "tests/ui/widgets/board/board_fixture.h"

#include "ui/widgets/board/board_announcer.h"
#include "ui/widgets/board/preemption_show.h"

#include <algorithm>

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

constexpr TimeMs kReturn = 20 * kMsPerMinute;

/// Alpha comes back at 20 minutes and takes what beta has borrowed.
std::string reclaimScenario()
{
    std::string text = boardScenario();
    const std::string job
        = R"({"jobId": "A1", "jobName": "back", "schedulingPriority": 1, "quotaShareName": "alpha", "capacityUnit": "ml.g5.xlarge", )"
          R"("instanceCount": 4, "submitSeconds": 1200, "workSeconds": 3600},)";
    text.insert(text.find("\"jobs\": [") + 9, job);
    return text;
}

/// What is told to screen readers, newest last. (Without a display Qt delivers no accessible events to listen to.)
class Spoken {
public:
    explicit Spoken(BoardFixture& board)
    {
        QObject::connect(&board.page->announcer(), &BoardAnnouncer::said, board.page.get(),
            [this](const QString& text) { texts += text; });
    }
    QStringList texts;
};

/// Counts how often a widget is painted, and how much of it at most.
class PaintCounter : public QObject {
public:
    explicit PaintCounter(QWidget& widget)
        : widget_(widget)
    {
        widget.installEventFilter(this);
    }
    int count = 0;
    int highest = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &widget_ && event->type() == QEvent::Paint) {
            ++count;
            highest = std::max(highest, static_cast<QPaintEvent*>(event)->region().boundingRect().height());
        }
        return false;
    }

private:
    QWidget& widget_;
};

} // namespace

class TestBoardMotion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void victimIsLitAndMoves();
    void onlyItsLaneIsPainted();
    void nothingMovesWithReducedMotion();
    void nothingIsShownAtFullSpeed();
    void jumpsShowNothing();
    void labelStaysForThreeSeconds_data();
    void labelStaysForThreeSeconds();
    void connectorSaysWhoHoldsWhat();
    void resultsArePutIntoWords();
    void preemptionsArePutIntoWordsWhilePaused();
    void playingIsSummedUp();
    void impossibleJobsAreLeftOutOfWaits();
    void budgetFillsLikeAGauge();
};

void TestBoardMotion::victimIsLitAndMoves()
{
    BoardFixture board(kReturn - kMsPerSecond, reclaimScenario());
    PreemptionShow show(board.view().content(), board.theme);
    QVERIFY(!show.isActive());
    const QImage calm = board.view().viewport()->grab().toImage();
    board.playback.nextEvent();
    QCOMPARE(board.playback.now(), kReturn);
    QVERIFY(show.isActive());
    QCOMPARE(show.victims().size(), std::size_t{1});
    const JobIndex victim = show.victims().front().job;
    QCOMPARE(show.victims().front().share, board.share("beta"));
    QVERIFY(show.flash(victim) > 0.5);
    if (qEnvironmentVariableIsSet("QUOTABOARD_PICTURES"))
        board.page->grab().save(qEnvironmentVariable("QUOTABOARD_PICTURES") + "/flash.png");
    QVERIFY(show.slide(victim) < 0);
    QCOMPARE(show.flash(board.job("A1")), 0.0);
    // Its chip is painted with the colour of waste.
    const QRectF chip = board.view().boardLayout().lane(board.share("beta"))->reclaimed.front().rect;
    const QImage lit = board.view().viewport()->grab().toImage();
    const QPoint at = board.at(chip.center()) * lit.devicePixelRatio();
    const auto near = [&](const QImage& image) {
        const QColor a = image.pixelColor(QPoint(board.at(chip.topLeft()).x() + 4, at.y()));
        const QColor b = board.theme.tokens().color(ColorToken::Waste);
        return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
    };
    QVERIFY2(near(lit) < 160, qPrintable(QString::number(near(lit))));
    QTRY_VERIFY(show.slide(victim) >= 0);
    QCOMPARE(show.flash(victim), 0.0);
    QTRY_VERIFY(!show.isActive());
    QVERIFY(near(board.view().viewport()->grab().toImage()) > 160);
    QVERIFY(calm != lit);
    board.picture("reclaimed");
}

void TestBoardMotion::onlyItsLaneIsPainted()
{
    BoardFixture board(kReturn - kMsPerSecond, reclaimScenario());
    QVERIFY(QTest::qWaitForWindowExposed(board.page.get()));
    board.playback.nextEvent();
    QCoreApplication::processEvents();
    PaintCounter paints(*board.view().viewport());
    QTest::qWait(200);
    QVERIFY(paints.count > 0);
    const QRectF lane = board.rect(board.lanePart("beta"));
    QVERIFY2(paints.highest <= static_cast<int>(lane.height()) + 12, qPrintable(QString::number(paints.highest)));
    // When it is over, nothing is painted any more.
    QTest::qWait(PreemptionShow::kFlashMs + PreemptionShow::kSlideMs + 100);
    paints.count = 0;
    QTest::qWait(200);
    QCOMPARE(paints.count, 0);
}

void TestBoardMotion::nothingMovesWithReducedMotion()
{
    BoardFixture board(kReturn - kMsPerSecond, reclaimScenario());
    board.theme.setReducesMotion(true);
    PreemptionShow show(board.view().content(), board.theme);
    board.playback.nextEvent();
    QVERIFY(show.isActive());
    const JobIndex victim = show.victims().front().job;
    QCOMPARE(show.flash(victim), 1.0);
    while (show.isActive()) {
        QVERIFY(show.slide(victim) < 0);
        QTest::qWait(20);
    }
    // The label is still there.
    QCOMPARE(board.view().boardLayout().lane(board.share("beta"))->reclaimed.size(), std::size_t{1});
}

void TestBoardMotion::nothingIsShownAtFullSpeed()
{
    BoardFixture board(kReturn - kMsPerSecond, reclaimScenario());
    PreemptionShow show(board.view().content(), board.theme);
    bool wasActive = false;
    connect(&board.playback, &Playback::positionChanged, &show, [&] { wasActive = wasActive || show.isActive(); });
    board.playback.setSpeed(Playback::kMaxSpeed);
    board.playback.play();
    QTRY_VERIFY(board.playback.now() > kReturn);
    board.playback.pause();
    QVERIFY(!wasActive && !show.isActive());
    // At a speed one can follow, it is.
    board.playback.seek(kReturn - kMsPerSecond);
    board.playback.setSpeed(10.0 * kMsPerMinute);
    board.playback.play();
    QTRY_VERIFY(show.isActive());
    board.playback.pause();
}

void TestBoardMotion::jumpsShowNothing()
{
    BoardFixture board(kReturn - kMsPerSecond, reclaimScenario());
    PreemptionShow show(board.view().content(), board.theme);
    board.playback.seek(kReturn + 2 * kMsPerMinute);
    QCOMPARE(board.view().content().reclaimed().size(), std::size_t{1});
    QVERIFY(!show.isActive());
    board.playback.seek(kReturn);
    QVERIFY(!show.isActive());
}

void TestBoardMotion::labelStaysForThreeSeconds_data()
{
    QTest::addColumn<double>("speed");
    for (double speed : Playback::speedSteps()) {
        if (speed < Playback::kMaxSpeed)
            QTest::addRow("%.0f s per second", speed / kMsPerSecond) << speed;
    }
}

void TestBoardMotion::labelStaysForThreeSeconds()
{
    QFETCH(double, speed);
    BoardFixture board(kReturn, reclaimScenario());
    board.playback.setSpeed(speed);
    board.playback.play();
    // Just under three seconds of this speed later, unless the victim runs again by then.
    const auto later = static_cast<TimeMs>(std::min(2.9 * speed, 55.0 * kMsPerMinute));
    board.playback.seek(kReturn + later);
    QVERIFY(board.playback.isPlaying());
    QCOMPARE(board.view().content().reclaimed().size(), std::size_t{1});
    board.playback.pause();
}

void TestBoardMotion::connectorSaysWhoHoldsWhat()
{
    BoardFixture board(10 * kMsPerMinute);
    BoardPart lent = board.segment("alpha", SegmentKind::Lent);
    lent.borrower = board.share("beta");
    const QString words = board.view().content().partSentence(lent);
    QVERIFY2(words.startsWith("beta holds 2 of the 4 of alpha; the first of the jobs that borrow runs since"),
        qPrintable(words));
    const QString borrowed = board.view().content().partSentence(board.segment("beta", SegmentKind::Borrowed));
    QCOMPARE(borrowed.section('\n', 0, 0), words.section('\n', 0, 0));
    // Lines join the two while the pointer is on one of them.
    const QImage without = board.view().viewport()->grab().toImage();
    QTest::mouseMove(board.view().viewport(), board.at(board.rect(lent).center()));
    QVERIFY(board.view().viewport()->grab().toImage() != without);
}

void TestBoardMotion::resultsArePutIntoWords()
{
    BoardFixture board(10 * kMsPerMinute);
    const Spoken spoken(board);
    board.drag(board.rect(board.waiting("J5")).center(), board.rect(board.lanePart("alpha")).center());
    QCOMPARE(spoken.texts, QStringList{board.undoText()});
    board.view().setCurrent(board.segment("alpha", SegmentKind::Idle));
    board.key(Qt::Key_9);
    board.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(spoken.texts.last().contains("at least 1"), qPrintable(spoken.texts.last()));
    board.playback.play();
    board.playback.pause();
    QVERIFY2(spoken.texts.last().startsWith("Paused at"), qPrintable(spoken.texts.last()));
    board.playback.play();
    board.playback.pause("Owner returns");
    QCOMPARE(spoken.texts.last(), QString("Owner returns"));
}

void TestBoardMotion::preemptionsArePutIntoWordsWhilePaused()
{
    BoardFixture board(kReturn - kMsPerSecond, reclaimScenario());
    const Spoken spoken(board);
    board.playback.nextEvent();
    QCOMPARE(spoken.texts.size(), 1);
    QVERIFY2(spoken.texts.last().contains("reclaimed by alpha"), qPrintable(spoken.texts.last()));
    board.playback.previousEvent();
    QCOMPARE(spoken.texts.size(), 1);
}

void TestBoardMotion::playingIsSummedUp()
{
    BoardFixture board(kReturn - kMsPerSecond, reclaimScenario());
    const Spoken spoken(board);
    QSignalSpy summaries(&board.page->announcer(), &BoardAnnouncer::summarized);
    board.playback.setSpeed(1.0 * kMsPerMinute);
    board.playback.play();
    QTest::qWait(BoardAnnouncer::kPauseMs - 1000);
    // The preemption is no news of its own while it plays.
    QVERIFY(board.playback.now() > kReturn);
    QVERIFY(spoken.texts.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(summaries.size(), 1, 3000);
    QCOMPARE(spoken.texts.size(), 1);
    QVERIFY2(spoken.texts.last().contains("started 1, ended 0, preempted 1"), qPrintable(spoken.texts.last()));
    board.playback.pause();
}

void TestBoardMotion::impossibleJobsAreLeftOutOfWaits()
{
    std::string text = boardScenario();
    const std::string job
        = R"({"jobId": "X1", "jobName": "huge", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", )"
          R"("instanceCount": 9, "submitSeconds": 5, "workSeconds": 3600, "schedulingPriority": 1},)";
    text.insert(text.find("\"jobs\": [") + 9, job);
    BoardFixture board(10 * kMsPerMinute, text);
    // 4 of its own and 2 borrowed at most: 9 can never be.
    const BoardHistory::Waits waits = board.view().content().waits(board.share("beta"));
    QCOMPARE(waits.impossible, std::size_t{1});
    QCOMPARE(waits.count(), std::size_t{6});
    QCOMPARE(waits.p95.atLeast.value_or(0), 590 * kMsPerSecond);
    QVERIFY2(board.view().content().laneSentence(board.share("beta")).contains("1 job that could never start left out"),
        qPrintable(board.view().content().laneSentence(board.share("beta"))));
    // With a higher limit from now on it can, and it counts.
    QVERIFY(board.document
                .apply(shareLimitEdit(
                    board.value(), EditTime::from(10 * kMsPerMinute), board.share("beta"), board.unit(), 9))
                .ok());
    board.settle();
    QCOMPARE(board.view().content().waits(board.share("beta")).impossible, std::size_t{0});
    QCOMPARE(board.view().content().waits(board.share("beta")).count(), std::size_t{7});
}

void TestBoardMotion::budgetFillsLikeAGauge()
{
    BoardFixture board(kReturn, reclaimScenario());
    QVERIFY(!board.view().content().budgetUsed(board.share("beta")).has_value());
    Scenario with = board.value();
    for (QuotaShare& share : with.shares) {
        if (share.name == "beta")
            share.budget = InterruptionBudget{4, std::nullopt};
    }
    const auto budgeted = std::make_shared<const Scenario>(with);
    QVERIFY(board.document
                .apply({"budget", {},
                    [budgeted](Scenario& scenario) -> Status {
                        scenario = *budgeted;
                        return {};
                    }})
                .ok());
    board.settle();
    QCOMPARE(board.view().content().budgetUsed(board.share("beta")).value_or(-1), 0.25);
    const LaneShape* lane = board.view().boardLayout().lane(board.share("beta"));
    const auto chip = std::find_if(lane->chips.begin(), lane->chips.end(),
        [](const HeaderChipShape& shape) { return shape.kind == HeaderChip::Budget; });
    QVERIFY(chip != lane->chips.end());
    const QImage image = board.view().viewport()->grab().toImage();
    const auto colorAt = [&](double part) {
        return image.pixelColor(board.at(QPointF(chip->rect.left() + chip->rect.width() * part, chip->rect.top() + 3)));
    };
    QCOMPARE(colorAt(0.2), board.theme.tokens().color(ColorToken::WarnSurface));
    QCOMPARE(colorAt(0.4), board.theme.tokens().color(ColorToken::Surface));
}

QTEST_MAIN(TestBoardMotion)
#include "tst_board_motion.moc"
