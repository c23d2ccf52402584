// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/transport/speed_text.h"

#include "core/base/time.h"
#include "ui/logic/playback/playback.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace quotaboard {

namespace {

/// Whole numbers without decimals, others with one.
QString numberText(double value)
{
    const bool isWhole = std::abs(value - std::round(value)) < 0.05;
    return QLocale().toString(value, 'f', isWhole ? 0 : 1);
}

} // namespace

QString speedText(double speed)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("quotaboard::speedText", text); };
    if (speed >= Playback::kMaxSpeed)
        return tr("Max");
    if (speed >= static_cast<double>(kMsPerDay))
        return tr("%1 d/s").arg(numberText(speed / static_cast<double>(kMsPerDay)));
    if (speed >= static_cast<double>(kMsPerHour))
        return tr("%1 h/s").arg(numberText(speed / static_cast<double>(kMsPerHour)));
    if (speed >= static_cast<double>(kMsPerMinute))
        return tr("%1 min/s").arg(numberText(speed / static_cast<double>(kMsPerMinute)));
    return tr("%1 s/s").arg(numberText(speed / static_cast<double>(kMsPerSecond)));
}

} // namespace quotaboard
