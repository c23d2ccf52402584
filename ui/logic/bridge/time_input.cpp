// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/time_input.h"

#include "core/base/time.h"
#include "ui/logic/bridge/text_format.h"

#include <QRegularExpression>
#include <QTime>

#include <array>
#include <utility>

namespace quotaboard {

std::optional<TimeMs> momentFromText(const Scenario& scenario, const QString& written)
{
    QString text = written.trimmed();
    if (const std::optional<TimeMs> duration = parseDuration(fromQt(text)))
        return duration;
    // The clock's own words: "Day 1 · 2026-11-02 03:00:00 UTC", without a date "Day 2 · 03:00:00".
    static const QRegularExpression dayPattern(R"(^Day\s+(\d{1,5})\s*·\s*)", QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch day = dayPattern.match(text);
    text.remove(0, day.capturedLength());
    const QTime ofDay = QTime::fromString(text, QStringLiteral("H:mm:ss"));
    if (day.hasMatch() && ofDay.isValid())
        return (day.captured(1).toLongLong() - 1) * kMsPerDay + ofDay.msecsSinceStartOfDay();
    if (text.endsWith(QLatin1String("UTC"), Qt::CaseInsensitive))
        text = text.chopped(3).trimmed() + 'Z';
    const std::optional<TimeMs> instant = parseIsoInstant(fromQt(text));
    return instant ? std::optional(*instant - scenario.startTime) : std::nullopt;
}

QString momentExample(const Scenario& scenario)
{
    return clockText(scenario, 0).section(QStringLiteral(" · "), scenario.startTime == 0 ? 0 : 1);
}

QString momentToText(TimeMs time)
{
    constexpr std::array<std::pair<TimeMs, const char*>, 4> kUnits{
        {{kMsPerDay, "d"}, {kMsPerHour, "h"}, {kMsPerMinute, "m"}, {kMsPerSecond, "s"}}};
    QString text;
    for (const auto& [length, letter] : kUnits) {
        if (time >= length)
            text += QString::number(time / length) + QLatin1String(letter);
        time %= length;
    }
    if (time > 0)
        text += QString::number(time) + QStringLiteral("ms");
    return text.isEmpty() ? QStringLiteral("0s") : text;
}

} // namespace quotaboard
