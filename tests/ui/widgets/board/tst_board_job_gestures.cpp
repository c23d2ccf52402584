// SPDX-License-Identifier: Apache-2.0
// The board's gestures with jobs on the real page: by mouse, by keyboard, and given up with Esc.
#include "tests/ui/widgets/board/board_fixture.h"

#include <QDialog>
#include <QInputDialog>

#include <algorithm>

using namespace quotaboard;
using Kind = BoardPart::Kind;

namespace {

constexpr TimeMs kLater = 30 * kMsPerMinute;

} // namespace

class TestBoardJobGestures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jobToShareByMouse();
    void jobToShareByKeyboard();
    void jobToShareByMenuOfKeyM();
    void runningJobsStay();
    void jobUpInItsQueueByMouse();
    void jobUpInItsQueueByKeyboard();
    void priorityByHundreds();
    void newJobByKeyboard();
    void newJobWithoutSelection();
    void equalNeighboursAskForANumber();
    void foldedJobsByMouseAndKeyboard();
    void movedJobsKeepTheirProgress();
};

void TestBoardJobGestures::jobToShareByMouse()
{
    BoardFixture board(kLater);
    const QPointF from = board.rect(board.waiting("J5")).center();
    const QPointF to = board.rect(board.lanePart("alpha")).center();
    QVERIFY(!from.isNull());
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QVERIFY2(board.badge.startsWith("Move J5"), qPrintable(board.badge));
    QVERIFY(board.isUntouched());

    const QString text = moveJobEdit(board.value(), EditTime::from(kLater), board.job("J5"), board.share("alpha")).text;
    board.drag(from, to);
    const auto* edit = lastEdit<MoveServiceJob>(board.value());
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->job, board.job("J5"));
    QCOMPARE(edit->share, board.share("alpha"));
    QCOMPARE(board.value().interventions.back().at, kLater);
    QCOMPARE(board.undoText(), text);
    QCOMPARE(board.message, text);
    board.settle();
    // It fits there and runs at once.
    BoardPart part = board.lanePart("alpha");
    part.kind = Kind::Running;
    part.job = board.job("J5");
    QVERIFY(!board.rect(part).isNull());
}

void TestBoardJobGestures::jobToShareByKeyboard()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J5"));
    board.key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(board.isUntouched());
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_V, Qt::ControlModifier);
    const auto* edit = lastEdit<MoveServiceJob>(board.value());
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->share, board.share("alpha"));
}

void TestBoardJobGestures::jobToShareByMenuOfKeyM()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J5"));
    board.key(Qt::Key_M);
    QVERIFY(BoardFixture::chooseFirst());
    const auto* edit = lastEdit<MoveServiceJob>(board.value());
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->share, board.share("alpha"));
}

void TestBoardJobGestures::runningJobsStay()
{
    BoardFixture board(kLater);
    BoardPart running = board.lanePart("beta");
    running.kind = Kind::Running;
    running.job = board.job("J1");
    const QPointF from = board.rect(running).center();
    board.press(from);
    board.moveTo(board.rect(board.lanePart("alpha")).center());
    QVERIFY(!board.view().gestures().picture().isLegal);
    QVERIFY2(board.view().gestures().picture().badge.contains("running"),
        qPrintable(board.view().gestures().picture().badge));
    board.release(board.rect(board.lanePart("alpha")).center());
    QVERIFY(board.isUntouched());
    QVERIFY(board.message.isEmpty() || board.message.contains("running"));
}

void TestBoardJobGestures::jobUpInItsQueueByMouse()
{
    BoardFixture board(kLater);
    const QRectF first = board.rect(board.waiting("J4"));
    const QPointF from = board.rect(board.waiting("J5")).center();
    const QPointF to(first.left() + 3, first.center().y());
    board.dragAndEscape(from, to);
    QVERIFY(board.wasActive);
    QVERIFY(board.isUntouched());
    board.drag(from, to);
    const auto* edit = lastEdit<UpdateServiceJob>(board.value());
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->job, board.job("J5"));
    QCOMPARE(edit->priority, 501);
    QVERIFY2(board.undoText().contains("J5") && board.undoText().contains("501"), qPrintable(board.undoText()));
}

void TestBoardJobGestures::jobUpInItsQueueByKeyboard()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J6"));
    board.key(Qt::Key_Up, Qt::AltModifier);
    const auto* edit = lastEdit<UpdateServiceJob>(board.value());
    QVERIFY(edit != nullptr);
    // Between its neighbours of 500 and 400.
    QCOMPARE(edit->priority, 450);
    board.settle();
    board.view().setCurrent(board.waiting("J6"));
    board.key(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(lastEdit<UpdateServiceJob>(board.value())->priority, 399);
}

void TestBoardJobGestures::priorityByHundreds()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.waiting("J5"));
    board.key(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(lastEdit<UpdateServiceJob>(board.value())->priority, 500);
}

void TestBoardJobGestures::newJobByKeyboard()
{
    BoardFixture board(kLater);
    board.view().setCurrent(board.lanePart("alpha"));
    board.key(Qt::Key_N);
    auto* dialog = board.view().findChild<QDialog*>("newJobDialog");
    QVERIFY(dialog != nullptr);
    dialog->reject();
    QVERIFY(board.isUntouched());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    board.key(Qt::Key_N);
    dialog = board.view().findChild<QDialog*>("newJobDialog");
    QVERIFY(dialog != nullptr);
    dialog->accept();
    QCOMPARE(board.value().jobs.size(), std::size_t{7});
    QVERIFY(lastEdit<SubmitServiceJob>(board.value()) != nullptr);
    QCOMPARE(board.value().interventions.back().at, kLater);
}

void TestBoardJobGestures::newJobWithoutSelection()
{
    BoardFixture board(kLater);
    board.view().setCurrent({});
    board.key(Qt::Key_N);
    auto* dialog = board.view().findChild<QDialog*>("newJobDialog");
    QVERIFY(dialog != nullptr);
    dialog->accept();
    const auto* edit = lastEdit<SubmitServiceJob>(board.value());
    QVERIFY(edit != nullptr);
    QCOMPARE(board.value().jobs.size(), std::size_t{7});
    QCOMPARE(board.value().jobs[JobIndex(6)].share, board.share("alpha"));
    // Without any share there is nothing it could belong to, and the board says so.
    board.document.close();
    board.message.clear();
    board.view().commands().run(BoardCommand::NewJob, {}, {});
    QVERIFY2(board.message.startsWith("Add a share first"), qPrintable(board.message));
}

void TestBoardJobGestures::equalNeighboursAskForANumber()
{
    // J5 and J6 are equal, and J4 has a later queue time than both of them.
    std::string text = boardScenario();
    const auto put = [&](const std::string& from, const std::string& to) {
        const auto at = text.find(from);
        QVERIFY(at != std::string::npos);
        text.replace(at, from.size(), to);
    };
    put("\"schedulingPriority\": 400", "\"schedulingPriority\": 300");
    put("\"submitSeconds\": 10,", "\"submitSeconds\": 13,");
    BoardFixture board(kLater, text);
    QCOMPARE(board.view().content().lane(board.share("beta"))->waiting.at(1).job, board.job("J5"));
    const QRectF last = board.rect(board.waiting("J6"));
    const QPointF from = board.rect(board.waiting("J4")).center();
    const QPointF to(last.left() + 2, last.center().y());
    board.dragAndEscape(from, to);
    QVERIFY2(board.badge.contains("asks for a number"), qPrintable(board.badge));
    QVERIFY(board.view().findChild<QInputDialog*>("boardNumber") == nullptr);
    QVERIFY(board.isUntouched());
    board.drag(from, to);
    auto* dialog = board.view().findChild<QInputDialog*>("boardNumber");
    QVERIFY(dialog != nullptr);
    QVERIFY(board.isUntouched());
    dialog->setIntValue(299);
    dialog->accept();
    QCOMPARE(lastEdit<UpdateServiceJob>(board.value())->priority, 299);
    // The keys ask in the same way.
    board.document.undoStack().undo();
    board.settle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    board.view().setCurrent(board.waiting("J4"));
    board.key(Qt::Key_Down, Qt::AltModifier);
    QVERIFY(board.view().findChild<QInputDialog*>("boardNumber") != nullptr);
}

void TestBoardJobGestures::foldedJobsByMouseAndKeyboard()
{
    std::string text = boardScenario();
    std::string more;
    for (int i = 0; i < 40; ++i)
        more += R"({"jobId": "Q)" + std::to_string(i)
            + R"(", "jobName": "queue", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 1, )"
              R"("submitSeconds": 20, "workSeconds": 3600, "schedulingPriority": 250},)";
    text.insert(text.find("\"jobs\": [") + 9, more);
    BoardFixture board(kLater, text);
    const auto shown = [&] { return board.view().boardLayout().lane(board.share("beta"))->waiting.size(); };
    const std::size_t few = shown();
    BoardPart fold = board.part(Kind::MoreWaiting, "beta");
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, board.at(board.rect(fold).center()));
    const std::size_t many = shown();
    QVERIFY(many > few);
    QVERIFY(!board.rect(fold).isNull());
    QTest::mouseClick(board.view().viewport(), Qt::LeftButton, {}, board.at(board.rect(fold).center()));
    QCOMPARE(shown(), few);
    // By arrows and Enter.
    board.view().setCurrent(board.waiting("J4"));
    for (int i = 0; i < 30 && board.view().current().kind != Kind::MoreWaiting; ++i) {
        const BoardPart before = board.view().current();
        board.key(Qt::Key_Right);
        if (board.view().current() == before)
            board.key(Qt::Key_Down);
    }
    QCOMPARE(board.view().current().kind, Kind::MoreWaiting);
    board.key(Qt::Key_Return);
    QCOMPARE(shown(), many);
    QCOMPARE(board.view().current().kind, Kind::MoreWaiting);
    board.key(Qt::Key_Return);
    QCOMPARE(shown(), few);
    QVERIFY(board.isUntouched());
}

void TestBoardJobGestures::movedJobsKeepTheirProgress()
{
    // The model of the core (scheduling.md, section 6): a moved job keeps what it has done, and the badge says so.
    std::string text = boardScenario();
    const std::string back
        = R"({"jobId": "A1", "jobName": "back", "schedulingPriority": 1, "quotaShareName": "alpha", "capacityUnit": "ml.g5.xlarge", )"
          R"("instanceCount": 4, "submitSeconds": 1200, "workSeconds": 36000},)";
    text.insert(text.find("\"jobs\": [") + 9, back);
    const std::string third = "\"submitSeconds\": 2,";
    text.insert(text.find(third), "\"checkpoint\": {\"intervalSeconds\": 600}, ");
    BoardFixture board(kLater, text);
    const LaneState* beta = board.view().content().lane(board.share("beta"));
    const auto victim = std::find_if(
        beta->waiting.begin(), beta->waiting.end(), [](const WaitingJob& job) { return job.durable > 0; });
    QVERIFY(victim != beta->waiting.end());
    QCOMPARE(victim->job, board.job("J3"));
    const Proposal move = board.page->boardActions().proposeMove(victim->job, board.share("gamma"));
    QVERIFY2(move.text.contains("keeps"), qPrintable(move.text));
}

QTEST_MAIN(TestBoardJobGestures)
#include "tst_board_job_gestures.moc"
