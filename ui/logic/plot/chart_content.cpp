// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/chart_content.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

/// Appends a point; of a level stretch only the ends are kept, since joints show in thin lines.
void extend(std::vector<QPointF>& points, const QPointF& point)
{
    const std::size_t n = points.size();
    if (n >= 2 && points[n - 1].y() == point.y() && points[n - 2].y() == point.y())
        points.back() = point;
    else
        points.push_back(point);
}

bool flag(const std::vector<bool>& flags, std::size_t row)
{
    return row < flags.size() && flags[row];
}

} // namespace

QString chartNumber(std::optional<double> value)
{
    if (!value || std::isnan(*value))
        return QStringLiteral("—");
    const double size = std::abs(*value);
    const bool isWhole = size == std::floor(size) && size < 1e15;
    const int decimals = isWhole || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    QString text = QLocale().toString(size, 'f', decimals);
    if (*value < 0)
        text.prepend(QChar(0x2212));
    return text;
}

QString ChartColumn::text(std::size_t row) const
{
    const QString number = chartNumber(values[row]);
    return flag(isAtLeast, row) && !std::isnan(values[row]) ? Texts::tr("> %1").arg(number) : number;
}

std::size_t ChartStrip::rowAt(TimeMs time) const
{
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    return after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
}

std::optional<std::size_t> ChartContent::rowAt(TimeMs time) const
{
    if (times.empty() || time < 0)
        return std::nullopt;
    if (shape == Shape::HeldBefore) {
        const auto at = std::lower_bound(times.begin(), times.end(), time);
        return static_cast<std::size_t>(std::min(at, times.end() - 1) - times.begin());
    }
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    if (after == times.begin())
        return std::nullopt;
    return static_cast<std::size_t>(after - times.begin()) - 1;
}

std::pair<std::size_t, std::size_t> ChartContent::rowsBetween(TimeMs from, TimeMs to) const
{
    const auto first = std::lower_bound(times.begin(), times.end(), from);
    const auto last = std::upper_bound(first, times.end(), to);
    return {static_cast<std::size_t>(first - times.begin()), static_cast<std::size_t>(last - times.begin())};
}

std::optional<double> ChartContent::summaryOf(const ChartColumn& column, TimeMs from, TimeMs to) const
{
    if (summary == RangeSummary::Difference) {
        const auto first = rowAt(from);
        const auto last = rowAt(to);
        if (!first || !last || std::isnan(column.values[*first]) || std::isnan(column.values[*last]))
            return std::nullopt;
        return column.values[*last] - column.values[*first];
    }
    const auto [begin, end] = rowsBetween(from, to);
    double sum = 0;
    double most = 0;
    int count = 0;
    for (std::size_t row = begin; row < end; ++row) {
        const double value
            = column.peaks.empty() ? column.values[row] : std::max(column.values[row], column.peaks[row]);
        if (std::isnan(value))
            continue;
        sum += value;
        most = count == 0 ? value : std::max(most, value);
        ++count;
    }
    if (count == 0)
        return std::nullopt;
    return summary == RangeSummary::Mean ? sum / count : most;
}

std::vector<QPointF> ChartContent::outline(const std::vector<double>& values) const
{
    std::vector<QPointF> points;
    points.reserve(2 * values.size());
    for (std::size_t row = 0; row < values.size(); ++row) {
        const auto x = static_cast<double>(times[row]);
        if (shape == Shape::HeldBefore)
            extend(points, {row == 0 ? 0.0 : static_cast<double>(times[row - 1]), values[row]});
        else if (shape == Shape::HoldsAfter && row > 0)
            extend(points, {x, values[row - 1]});
        extend(points, {x, values[row]});
    }
    return points;
}

std::vector<std::vector<QPointF>> ChartContent::pieces(const ChartColumn& column) const
{
    std::vector<std::vector<QPointF>> result;
    bool joins = false;
    for (std::size_t row = 0; row < times.size(); ++row) {
        if (std::isnan(column.values[row]) || flag(column.isFew, row)) {
            joins = false;
            continue;
        }
        if (!joins)
            result.emplace_back();
        std::vector<QPointF>& piece = result.back();
        const auto x = static_cast<double>(times[row]);
        const double before = joins ? column.values[row - 1] : column.values[row];
        if (shape == Shape::HeldBefore)
            extend(piece, {row == 0 ? 0.0 : static_cast<double>(times[row - 1]), column.values[row]});
        if (shape == Shape::HoldsAfter && joins) {
            // A peak between the samples stands half-way.
            if (!column.peaks.empty() && column.peaks[row] > std::max(before, column.values[row])) {
                const double middle = (static_cast<double>(times[row - 1]) + x) / 2;
                for (const double value : {before, column.peaks[row], before})
                    extend(piece, {middle, value});
            }
            extend(piece, {x, before});
        }
        extend(piece, {x, column.values[row]});
        joins = true;
    }
    return result;
}

ChartContent::Bounds ChartContent::bounds(int group) const
{
    Bounds bounds;
    std::vector<double> stack(times.size(), 0.0);
    for (const ChartColumn& column : columns) {
        if (column.role == ChartRole::Hidden || column.role == ChartRole::RightLine
            || (group >= 0 && column.group != group))
            continue;
        for (std::size_t row = 0; row < times.size(); ++row) {
            double value = column.values[row];
            if (std::isnan(value))
                continue;
            if (row < column.peaks.size())
                value = std::max(value, column.peaks[row]);
            if (column.role == ChartRole::Area)
                value = stack[row] += value;
            bounds.low = std::min(bounds.low, value);
            bounds.high = std::max(bounds.high, value);
            if (value > 0 && (bounds.leastPositive == 0 || value < bounds.leastPositive))
                bounds.leastPositive = value;
        }
    }
    return bounds;
}

double ChartContent::rightHigh() const
{
    double high = 0;
    for (const ChartColumn& column : columns) {
        if (column.role != ChartRole::RightLine)
            continue;
        for (const double value : column.values)
            high = std::isnan(value) ? high : std::max(high, value);
    }
    return high;
}

bool ChartContent::hasFew() const
{
    return std::any_of(columns.begin(), columns.end(), [](const ChartColumn& column) {
        return std::find(column.isFew.begin(), column.isFew.end(), true) != column.isFew.end();
    });
}

bool ChartContent::hasLowerBounds() const
{
    return std::any_of(columns.begin(), columns.end(), [](const ChartColumn& column) {
        return std::find(column.isAtLeast.begin(), column.isAtLeast.end(), true) != column.isAtLeast.end();
    });
}

} // namespace quotaboard
