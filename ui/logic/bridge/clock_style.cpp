// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/clock_style.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

namespace quotaboard {

namespace {

class ClockWords {
    Q_DECLARE_TR_FUNCTIONS(ClockWords)
};

QString number(qint64 value)
{
    return QLocale().toString(value);
}

} // namespace

QString clockText(const Scenario& scenario, TimeMs time, ClockStyle style)
{
    const qint64 day = time / kMsPerDay;
    if (style == ClockStyle::Elapsed) {
        const QTime clock = QTime::fromMSecsSinceStartOfDay(static_cast<int>(time % kMsPerDay));
        return ClockWords::tr("%1 d %2 since the start").arg(number(day), clock.toString(QStringLiteral("HH:mm:ss")));
    }
    if (style == ClockStyle::Utc || scenario.startTime == 0)
        return clockText(scenario, time);
    const QDateTime moment
        = QDateTime::fromMSecsSinceEpoch(scenario.startTime + time, QTimeZone(QTimeZone::systemTimeZoneId()));
    return ClockWords::tr("Day %1 · %2 %3", "day, moment, zone")
        .arg(number(day + 1), moment.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")), moment.timeZoneAbbreviation());
}

} // namespace quotaboard
