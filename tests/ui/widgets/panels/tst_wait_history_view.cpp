// SPDX-License-Identifier: Apache-2.0
// The reasons of a wait, in the inspector: behind a button, newest first, the same as the core finds.
#include "tests/ui/support/window_harness.h"

#include "core/experiment/wait_history.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/panels/folded_list.h"
#include "ui/widgets/panels/wait_history_view.h"

#include <QPushButton>

using namespace quotaboard;

class TestWaitHistoryView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheReasonsOneAfterTheOther();
    void closesForAnotherJob();
};

namespace {

/// A job with at least two different reasons, and a moment at which it still waits.
std::pair<JobIndex, TimeMs> waiter(const RunResult& result)
{
    for (std::size_t i = result.log.size() / 2; i < result.log.size(); ++i) {
        if (result.log[i].kind != EventKind::Scheduled)
            continue;
        const TimeMs before = result.log.timeOf(i) - 1;
        if (waitHistory(result, result.log.jobOf(i), before).size() > 1)
            return {result.log.jobOf(i), before};
    }
    return {};
}

} // namespace

void TestWaitHistoryView::tellsTheReasonsOneAfterTheOther()
{
    WindowHarness shown;
    QVERIFY(shown.open(kTwoTeams));
    const std::shared_ptr<const RunResult> result = shown.playback->result();
    const auto [job, moment] = waiter(*result);
    QVERIFY(job.isValid());
    WaitHistoryView view;
    view.show(result, job, moment);
    view.QWidget::show();
    auto* list = view.findChild<FoldedList*>("waitHistoryList");
    QVERIFY(list->isHidden());
    QTest::mouseClick(view.findChild<QPushButton*>("waitHistoryButton"), Qt::LeftButton);
    QTRY_VERIFY(!list->isHidden());
    const std::vector<WaitStretch> expected = waitHistory(*result, job, moment);
    const QStringList lines = list->text().split('\n');
    QVERIFY(lines.front().contains(waitHeadline(expected.back().reason.code)));
    QVERIFY(lines.front().startsWith(clockText(*result->scenario, expected.back().from)));
    QVERIFY(lines.front().contains(durationText(expected.back().to - expected.back().from)));
}

void TestWaitHistoryView::closesForAnotherJob()
{
    WindowHarness shown;
    QVERIFY(shown.open(kTwoTeams));
    const std::shared_ptr<const RunResult> result = shown.playback->result();
    const auto [job, moment] = waiter(*result);
    WaitHistoryView view;
    view.show(result, job, moment);
    view.QWidget::show();
    auto* button = view.findChild<QPushButton*>("waitHistoryButton");
    auto* list = view.findChild<FoldedList*>("waitHistoryList");
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_VERIFY(!list->isHidden());
    view.show(result, JobIndex{job.value() + 1}, moment);
    QVERIFY(!button->isChecked());
    QVERIFY(list->isHidden());
    view.clear();
    QVERIFY(view.isHidden());
}

QTEST_MAIN(TestWaitHistoryView)
#include "tst_wait_history_view.moc"
