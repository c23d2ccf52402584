// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/plot/chart_text.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>
#include <QTimeZone>

#include <cmath>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Chart)
};

QString quoted(QString text)
{
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')))
        return text;
    text.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QString exact(const ChartColumn& column, std::size_t row)
{
    if (std::isnan(column.values[row]))
        return {};
    const QString number = QString::number(column.values[row], 'g', QLocale::FloatingPointShortest);
    return row < column.isAtLeast.size() && column.isAtLeast[row] ? QLatin1Char('>') + number : number;
}

} // namespace

QString chartHeading(const ChartColumn& column)
{
    return column.unit.isEmpty() ? column.name : Texts::tr("%1 (%2)", "name and unit").arg(column.name, column.unit);
}

QString chartTimeText(const ChartContent& content, TimeMs time)
{
    Scenario clock;
    clock.startTime = content.startTime;
    return clockText(clock, time);
}

QString chartShortTime(const ChartContent& content, TimeMs time)
{
    constexpr TimeMs shortRun = 2 * kMsPerHour;
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(content.startTime + time, QTimeZone::utc());
    const QString clock
        = moment.time().toString(content.end < shortRun ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
    if (content.startTime == 0)
        return Texts::tr("Day %1 %2", "number of a day, time of day")
            .arg(QLocale().toString(time / kMsPerDay + 1), clock);
    const QString date = QLocale().toString(moment.date(), Texts::tr("d MMM", "day and month"));
    return Texts::tr("%1 %2 UTC", "date, time of day").arg(date, clock);
}

QString chartHeadingTabs(const ChartContent& content)
{
    QStringList cells{Texts::tr("Time")};
    for (const ChartColumn& column : content.columns)
        cells.append(chartHeading(column));
    return cells.join(QLatin1Char('\t'));
}

QString chartRowTabs(const ChartContent& content, std::size_t row)
{
    QStringList cells{chartTimeText(content, content.times[row])};
    for (const ChartColumn& column : content.columns)
        cells.append(column.text(row));
    return cells.join(QLatin1Char('\t'));
}

QString chartAsTabs(const ChartContent& content, TimeMs from, TimeMs to)
{
    QStringList lines{chartHeadingTabs(content)};
    const auto [begin, end] = content.rowsBetween(from, to);
    for (std::size_t row = begin; row < end; ++row)
        lines.append(chartRowTabs(content, row));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QByteArray chartAsCsv(const ChartContent& content)
{
    const bool hasDates = content.startTime != 0;
    QStringList cells{QStringLiteral("time_ms")};
    if (hasDates)
        cells.append(QStringLiteral("time"));
    for (const ChartColumn& column : content.columns)
        cells.append(quoted(chartHeading(column)));
    QString text = cells.join(QLatin1Char(',')) + QLatin1String("\r\n");
    for (std::size_t row = 0; row < content.times.size(); ++row) {
        cells = QStringList{QString::number(content.times[row])};
        if (hasDates)
            cells.append(toQt(formatIsoInstant(content.startTime + content.times[row])));
        for (const ChartColumn& column : content.columns)
            cells.append(exact(column, row));
        text += cells.join(QLatin1Char(',')) + QLatin1String("\r\n");
    }
    return text.toUtf8();
}

QString chartDescription(const ChartContent& content, TimeMs time)
{
    if (!content.emptyText.isEmpty())
        return content.emptyText;
    const auto row = content.rowAt(time);
    if (!row)
        return Texts::tr("Nothing yet.");
    QStringList values;
    for (const ChartColumn& column : content.columns) {
        if (column.role != ChartRole::Hidden)
            values.append(Texts::tr("%1 %2 %3", "name, value, unit").arg(column.name, column.text(*row), column.unit));
    }
    return Texts::tr("%1. At %2: %3.")
        .arg(content.unit, chartTimeText(content, time), values.join(Texts::tr(", ", "between values")));
}

QString chartWindowText(TimeMs window)
{
    // A day is chosen as 24 h, beside 1 h and 6 h.
    return window == kMsPerDay ? Texts::tr("24 h") : durationText(window);
}

} // namespace quotaboard
