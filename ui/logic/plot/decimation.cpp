// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/decimation.h"

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

constexpr std::ptrdiff_t kPointsPerColumn = 4;

/// Extremes of the points that share a pixel column.
struct Column {
    std::size_t first = 0;
    std::size_t low = 0;
    std::size_t high = 0;
    std::size_t last = 0;

    void appendTo(QList<QPointF>& result, std::span<const QPointF> points) const
    {
        result.append(points[first]);
        for (const std::size_t i : {std::min(low, high), std::max(low, high)}) {
            if (i != first && i != last)
                result.append(points[i]);
        }
        if (last != first)
            result.append(points[last]);
    }
};

} // namespace

QList<QPointF> decimate(std::span<const QPointF> points, double from, double to, int columns)
{
    if (columns < 1 || std::ssize(points) <= kPointsPerColumn * columns || !(to > from))
        return {points.begin(), points.end()};
    QList<QPointF> result;
    result.reserve(kPointsPerColumn * (columns + 2));
    const double scale = columns / (to - from);
    Column column;
    double current = std::floor((points[0].x() - from) * scale);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double at = std::floor((points[i].x() - from) * scale);
        if (at != current) {
            column.appendTo(result, points);
            column = {i, i, i, i};
            current = at;
            continue;
        }
        column.last = i;
        if (points[i].y() < points[column.low].y())
            column.low = i;
        if (points[i].y() > points[column.high].y())
            column.high = i;
    }
    column.appendTo(result, points);
    return result;
}

} // namespace quotaboard
