// SPDX-License-Identifier: Apache-2.0
// The order of waiting jobs is that of scheduling.md section 2, whatever is pushed, popped and removed.
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/scheduler/ready_queue.h"

#include <algorithm>
#include <limits>
#include <random>
#include <tuple>
#endif

using namespace quotaboard;

namespace {

struct Waiting {
    std::int32_t priority = 0;
    TimeMs queueTime = 0;
    std::size_t job = 0;
};

ReadyQueue::Item itemOf(const Waiting& waiting)
{
    return {waiting.priority, JobSlot{waiting.job}, waiting.queueTime, JobIndex{waiting.job}, 1};
}

/// The words of the specification.
bool isBefore(const Waiting& a, const Waiting& b)
{
    return std::tuple(-std::int64_t{a.priority}, a.queueTime, a.job)
        < std::tuple(-std::int64_t{b.priority}, b.queueTime, b.job);
}

} // namespace

class TestReadyQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void priorityThenTimeThenIndex();
    void extremesKeepTheirOrder();
    void randomPushesPopsAndRemovals();
};

void TestReadyQueue::priorityThenTimeThenIndex()
{
    ReadyQueue queue;
    for (const Waiting& waiting : {Waiting{5, 10, 3}, Waiting{5, 10, 1}, Waiting{5, 9, 4}, Waiting{9, 99, 2}})
        queue.push(itemOf(waiting));
    std::vector<std::size_t> order;
    while (!queue.empty()) {
        order.push_back(queue.front().job().value());
        queue.pop();
    }
    QCOMPARE(order, (std::vector<std::size_t>{2, 4, 1, 3}));
}

void TestReadyQueue::extremesKeepTheirOrder()
{
    using Priority = std::numeric_limits<std::int32_t>;
    std::vector<Waiting> jobs;
    for (const std::int32_t priority : {Priority::min(), -1, 0, 1, Priority::max()}) {
        for (const TimeMs time : {std::numeric_limits<TimeMs>::min(), TimeMs{-1}, TimeMs{0}, TimeMs{1} << 40, kNever})
            jobs.push_back({priority, time, jobs.size()});
    }
    for (const Waiting& a : jobs) {
        QCOMPARE(itemOf(a).priority(), a.priority);
        QCOMPARE(itemOf(a).job().value(), static_cast<std::uint32_t>(a.job));
        for (const Waiting& b : jobs)
            QCOMPARE(itemOf(a).before(itemOf(b)), isBefore(a, b));
    }
}

void TestReadyQueue::randomPushesPopsAndRemovals()
{
    std::mt19937_64 random(7);
    const auto upTo = [&random](std::uint64_t n) { return random() % n; };
    for (int round = 0; round < 200; ++round) {
        ReadyQueue queue;
        std::vector<Waiting> model;
        for (std::size_t step = 0; step < 200; ++step) {
            if (upTo(3) != 0 || model.empty()) {
                model.push_back({static_cast<std::int32_t>(upTo(4)), static_cast<TimeMs>(upTo(5)), step});
                queue.push(itemOf(model.back()));
            } else if (upTo(2) == 0) {
                const auto gone = model.begin() + static_cast<std::ptrdiff_t>(upTo(model.size()));
                queue.remove(JobSlot{gone->job});
                model.erase(gone);
            } else {
                queue.pop();
                model.erase(std::min_element(model.begin(), model.end(), isBefore));
            }
            QCOMPARE(queue.size(), model.size());
            if (!model.empty()) {
                const auto first = std::min_element(model.begin(), model.end(), isBefore);
                QCOMPARE(queue.front().job().value(), static_cast<std::uint32_t>(first->job));
            }
        }
        const std::size_t before = queue.size();
        queue.remove(JobSlot{100'000});
        QCOMPARE(queue.size(), before);
    }
}

QTEST_APPLESS_MAIN(TestReadyQueue)
#include "tst_ready_queue.moc"
