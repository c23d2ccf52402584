// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/time_axis.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::TimeAxis)
};

constexpr std::array<TimeMs, 25> kSteps{1, 5, 10, 50, 100, 500, kMsPerSecond, 5 * kMsPerSecond, 10 * kMsPerSecond,
    30 * kMsPerSecond, kMsPerMinute, 2 * kMsPerMinute, 5 * kMsPerMinute, 10 * kMsPerMinute, 15 * kMsPerMinute,
    30 * kMsPerMinute, kMsPerHour, 2 * kMsPerHour, 3 * kMsPerHour, 6 * kMsPerHour, 12 * kMsPerHour, kMsPerDay,
    2 * kMsPerDay, 4 * kMsPerDay, 7 * kMsPerDay};

TimeMs stepFor(TimeMs span, int most)
{
    for (const TimeMs step : kSteps) {
        if (span / step < most)
            return step;
    }
    TimeMs step = 14 * kMsPerDay;
    while (span / step >= most)
        step *= 2;
    return step;
}

QString dayText(TimeMs epoch, bool hasDates)
{
    if (!hasDates)
        return Texts::tr("Day %1").arg(QLocale().toString(epoch / kMsPerDay + 1));
    const QDate date = QDateTime::fromMSecsSinceEpoch(epoch, QTimeZone::utc()).date();
    return QLocale().toString(date, Texts::tr("d MMM", "day and month on a time axis"));
}

QString clockLabel(TimeMs epoch, TimeMs step)
{
    const QTime time = QTime::fromMSecsSinceStartOfDay(static_cast<int>(epoch % kMsPerDay));
    if (step >= kMsPerMinute)
        return time.toString(QStringLiteral("HH:mm"));
    return time.toString(step >= kMsPerSecond ? QStringLiteral("HH:mm:ss") : QStringLiteral("mm:ss.zzz"));
}

} // namespace

std::vector<TimeTick> timeTicks(TimeMs from, TimeMs to, TimeMs startTime, int most)
{
    std::vector<TimeTick> ticks;
    if (to <= from)
        return ticks;
    const TimeMs step = stepFor(to - from, std::max(2, most));
    const bool hasDates = startTime != 0;
    const TimeMs first = from + startTime;
    // Several days are counted from the first midnight; anything else from a round time.
    const TimeMs grid = std::min(step, kMsPerDay);
    for (TimeMs epoch = (first + grid - 1) / grid * grid; epoch <= to + startTime; epoch += step) {
        const bool isDay = epoch % kMsPerDay == 0;
        // The first day of a count from the start is no news.
        const bool namesDay = step >= kMsPerDay || (isDay && (hasDates || epoch > 0));
        ticks.push_back({epoch - startTime, namesDay ? dayText(epoch, hasDates) : clockLabel(epoch, step), namesDay});
    }
    return ticks;
}

QString timeAxisUnit(TimeMs startTime)
{
    return startTime != 0 ? Texts::tr("UTC") : Texts::tr("from the start");
}

} // namespace quotaboard
