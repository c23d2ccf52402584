// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/random.h"
#include "core/simulation/event_queue.h"

#include <map>
#include <utility>
#endif

using namespace quotaboard;

class TestEventQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void laneGivesEventsByTimeThenOrderEvenWhenDelaysShrink();
    void poppingAsksAnewWhetherTheHeadIsMeant();
};

void TestEventQueue::laneGivesEventsByTimeThenOrderEvenWhenDelaysShrink()
{
    EventLane lane;
    std::map<std::pair<TimeMs, std::uint64_t>, std::uint32_t> expected;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        // The delay is a constant for a while; a shorter one overtakes what was pushed before it.
        const TimeMs time = static_cast<TimeMs>(i / 3) + (i / 500 % 2 == 0 ? 60 : 5);
        const std::uint64_t order = mixBits(i);
        lane.push({time, i, JobSlot{i}}, order);
        expected.emplace(std::pair{time, order}, i);
        if (i % 5 >= 2) {
            QCOMPARE(lane.front().ticket, expected.begin()->second);
            QCOMPARE(lane.nextTime(), expected.begin()->first.first);
            lane.pop();
            expected.erase(expected.begin());
        }
    }
    for (const auto& [key, ticket] : expected) {
        QCOMPARE(lane.front().ticket, ticket);
        lane.pop();
    }
    QVERIFY(lane.empty());
    QCOMPARE(lane.nextTime(), kNever);
}

void TestEventQueue::poppingAsksAnewWhetherTheHeadIsMeant()
{
    EventHeap ends;
    ends.push({20, 0, JobSlot{0}});
    ends.push({10, 0, JobSlot{1}});
    ends.setHeadChecked(true);
    ends.push({5, 0, JobSlot{2}});
    QVERIFY2(ends.isHeadChecked(), "a new event is meant");
    ends.pop();
    QVERIFY(!ends.isHeadChecked());
    QCOMPARE(ends.nextTime(), TimeMs{10});
}

QTEST_APPLESS_MAIN(TestEventQueue)
#include "tst_event_queue.moc"
