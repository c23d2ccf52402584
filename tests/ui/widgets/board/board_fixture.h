// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/scenario_file.h"
#include "core/model/scenario_edits.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/board/board_list.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_view.h"
#include "ui/widgets/style/theme.h"

#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <string>

namespace quotaboard {

/// The board page over a small scenario: alpha lends 4 and uses none, beta owns 4 and borrows 2 more with a queue
/// behind, gamma reserves 2 and has a second unit.
inline const char* boardScenario()
{
    return R"({"format": "quotaboard-scenario", "version": 1, "name": "board", "horizonSeconds": 86400,
 "serviceEnvironments": [{"serviceEnvironmentName": "pool", "capacityLimits": [
   {"capacityUnit": "ml.g5.xlarge", "maxCapacity": 12}, {"capacityUnit": "ml.p5.48xlarge", "maxCapacity": 4}]}],
 "quotaShares": [
  {"quotaShareName": "alpha", "capacityLimits": [{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 4}],
   "resourceSharingConfiguration": {"strategy": "LEND"}, "preemptionConfiguration": {"inSharePreemption": "DISABLED"}},
  {"quotaShareName": "beta", "capacityLimits": [{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 4}],
   "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": 50},
   "preemptionConfiguration": {"inSharePreemption": "DISABLED"}},
  {"quotaShareName": "gamma", "capacityLimits": [{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 2},
    {"capacityUnit": "ml.p5.48xlarge", "maxCapacity": 4}],
   "resourceSharingConfiguration": {"strategy": "RESERVE"},
   "preemptionConfiguration": {"inSharePreemption": "DISABLED"}}],
 "jobs": [
  {"jobId": "J1", "jobName": "run", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 2, "submitSeconds": 0, "workSeconds": 36000, "schedulingPriority": 900},
  {"jobId": "J2", "jobName": "run", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 2, "submitSeconds": 1, "workSeconds": 36000, "schedulingPriority": 900, "checkpoint": {"intervalSeconds": 600}},
  {"jobId": "J3", "jobName": "run", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 2, "submitSeconds": 2, "workSeconds": 36000, "schedulingPriority": 900},
  {"jobId": "J4", "jobName": "wait", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 1, "submitSeconds": 10, "workSeconds": 3600, "schedulingPriority": 500},
  {"jobId": "J5", "jobName": "wait", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 1, "submitSeconds": 11, "workSeconds": 3600, "schedulingPriority": 400},
  {"jobId": "J6", "jobName": "wait", "quotaShareName": "beta", "capacityUnit": "ml.g5.xlarge", "instanceCount": 1, "submitSeconds": 12, "workSeconds": 3600, "schedulingPriority": 300}
 ]})";
}

/// The last timed change when it is of that kind, else null.
template <class Edit>
const Edit* lastEdit(const Scenario& scenario)
{
    return scenario.interventions.empty() ? nullptr : std::get_if<Edit>(&scenario.interventions.back().edit);
}

class BoardFixture {
public:
    explicit BoardFixture(TimeMs time = -1, const std::string& text = boardScenario())
    {
        Result<ScenarioFile> file = readScenarioFileText(text, "board", {});
        if (!file.ok())
            qFatal("the scenario of the test does not read");
        document.open(std::move(file).value(), {});
        page = std::make_unique<BoardPage>(document, playback, theme);
        page->resize(1300, 800);
        page->show();
        page->view().setFocus();
        QObject::connect(page.get(), &BoardPage::statusMessage, page.get(), [this](const QString& t) { message = t; });
        settle();
        if (time >= 0)
            playback.seek(time);
        before = document.scenario();
    }

    /// Waits until the run of the present scenario is there.
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            playback.result() && !playback.isComputing() && playback.result()->scenario == document.scenario(), 20'000);
        QCoreApplication::processEvents();
    }

    BoardView& view() { return page->view(); }
    [[nodiscard]] const Scenario& value() const { return document.value(); }
    [[nodiscard]] ShareIndex share(const char* name) const { return value().findShare(name); }
    [[nodiscard]] UnitIndex unit(const char* name = "ml.g5.xlarge") const { return value().findUnit(name); }
    [[nodiscard]] JobIndex job(const char* id) const { return value().jobs.find(id); }
    [[nodiscard]] PolicyState policy() const
    {
        return policyAt(value(), playback.isAtStart() ? TimeMs{-1} : playback.now());
    }
    [[nodiscard]] std::int64_t limit(const char* name) const { return policy().limit(share(name), unit()); }
    [[nodiscard]] QString undoText() { return document.undoStack().undoText(); }
    [[nodiscard]] bool isUntouched() { return document.scenario() == before && document.undoStack().count() == 0; }

    [[nodiscard]] BoardPart lanePart(const char* name) const
    {
        BoardPart part;
        part.kind = BoardPart::Kind::Lane;
        part.share = share(name);
        return part;
    }
    [[nodiscard]] BoardPart part(BoardPart::Kind kind, const char* name) const
    {
        BoardPart part = lanePart(name);
        part.kind = kind;
        if (kind == BoardPart::Kind::LimitTick || kind == BoardPart::Kind::BorrowTick)
            part.unit = unit();
        return part;
    }
    [[nodiscard]] BoardPart segment(const char* name, SegmentKind kind) const
    {
        BoardPart part = lanePart(name);
        part.kind = BoardPart::Kind::Segment;
        part.unit = unit();
        part.segment = kind;
        return part;
    }
    [[nodiscard]] BoardPart waiting(const char* id) const
    {
        BoardPart part = lanePart("beta");
        part.kind = BoardPart::Kind::Waiting;
        part.job = job(id);
        return part;
    }
    QRectF rect(const BoardPart& part) { return rectOf(view().boardLayout(), part); }
    const LedgerShape& ledger(const char* name) { return view().boardLayout().lane(share(name))->ledgers.front(); }
    QPoint at(const QPointF& board) { return view().mapFromScene(board); }

    void press(const QPointF& from) { QTest::mousePress(view().viewport(), Qt::LeftButton, {}, at(from)); }
    void moveTo(const QPointF& to)
    {
        // The first move only passes the threshold at which a drag begins.
        QTest::mouseMove(view().viewport(), at(to) - QPoint(0, 1));
        QTest::mouseMove(view().viewport(), at(to));
    }
    void release(const QPointF& to) { QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, at(to)); }
    void drag(const QPointF& from, const QPointF& to)
    {
        press(from);
        moveTo(to);
        release(to);
    }
    /// The same, given up with Esc before the button is let go.
    void dragAndEscape(const QPointF& from, const QPointF& to)
    {
        press(from);
        moveTo(to);
        wasActive = view().gestures().isActive();
        badge = view().gestures().picture().badge;
        QTest::keyClick(&view(), Qt::Key_Escape);
        release(to);
    }
    void key(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&view(), static_cast<Qt::Key>(key), modifiers);
    }
    /// For looking at: QUOTABOARD_PICTURES names a folder.
    void picture(const QString& name, QWidget* of = nullptr)
    {
        const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
        if (folder.isEmpty())
            return;
        for (ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            theme.setKind(kind);
            theme.applyTo(*qApp);
            const QString look = kind == ThemeKind::Light ? "light" : "dark";
            (of != nullptr ? of : page.get())->grab().save(folder + "/" + name + "-" + look + ".png");
        }
        theme.setKind(ThemeKind::Light);
        theme.applyTo(*qApp);
    }
    /// Chooses the first entry of the menu that is open.
    static bool chooseFirst()
    {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr || menu->actions().isEmpty())
            return false;
        menu->setActiveAction(menu->actions().constFirst());
        QTest::keyClick(menu, Qt::Key_Return);
        return true;
    }

    Theme theme;
    ScenarioDocument document;
    Playback playback{document};
    std::unique_ptr<BoardPage> page;
    std::shared_ptr<const Scenario> before;
    QString message;
    QString badge;
    bool wasActive = false;
};

} // namespace quotaboard
