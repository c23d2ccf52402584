// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/min_heap.h"
#include "core/base/random.h"

#include <algorithm>
#include <set>
#include <vector>
#endif

using namespace quotaboard;

namespace {

struct Number {
    std::uint64_t value = 0;
    [[nodiscard]] bool before(const Number& other) const { return value < other.value; }
};

} // namespace

class TestMinHeap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void frontIsAlwaysTheLeastWhateverIsPushedPoppedAndErased();
    void popsEverySizeInOrder();
};

void TestMinHeap::frontIsAlwaysTheLeastWhateverIsPushedPoppedAndErased()
{
    MinHeap<Number> heap;
    std::multiset<std::uint64_t> expected;
    for (std::uint64_t step = 0; step < 20'000; ++step) {
        const std::uint64_t draw = mixBits(step);
        // Grows to some hundreds, then shrinks again; few distinct values, so that many are equal.
        const bool grows = draw % 100 < (step / 2000 % 2 == 0 ? 60U : 40U);
        if (grows || heap.empty()) {
            heap.push({draw >> 32 & 0xFF});
            expected.insert(draw >> 32 & 0xFF);
        } else if (draw >> 40 & 1) {
            expected.erase(expected.find(heap.front().value));
            heap.pop();
        } else {
            const std::size_t place = (draw >> 20) % heap.size();
            expected.erase(expected.find(heap.items()[place].value));
            heap.erase(place);
        }
        QCOMPARE(heap.size(), expected.size());
        if (!expected.empty())
            QCOMPARE(heap.front().value, *expected.begin());
    }
}

void TestMinHeap::popsEverySizeInOrder()
{
    for (std::size_t size = 0; size < 100; ++size) {
        MinHeap<Number> heap;
        std::vector<std::uint64_t> values;
        for (std::size_t i = 0; i < size; ++i) {
            values.push_back(mixBits(i * 101 + size));
            heap.push({values.back()});
        }
        std::sort(values.begin(), values.end());
        for (const std::uint64_t value : values) {
            QCOMPARE(heap.front().value, value);
            heap.pop();
        }
        QVERIFY(heap.empty());
    }
}

QTEST_APPLESS_MAIN(TestMinHeap)
#include "tst_min_heap.moc"
