// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/text_format.h"

#include "core/base/rounding.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <cmath>
#include <vector>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Text)
};

QString tr(const char* text)
{
    return Texts::tr(text);
}

const QString& emDash()
{
    static const QString dash = QStringLiteral("—");
    return dash;
}

QString number(qint64 value)
{
    return QLocale().toString(value);
}

/// "1 h 05 min": the larger unit, and the smaller one in two digits where there is any.
QString twoUnits(qint64 large, const char* largeUnit, qint64 small, const char* smallUnit)
{
    return tr("%1 %2 %3 %4")
        .arg(number(large), tr(largeUnit), QStringLiteral("%1").arg(small, 2, 10, QLatin1Char('0')), tr(smallUnit));
}

// Named for lupdate, which finds them here.
[[maybe_unused]] constexpr const char* kUnits[]
    = {QT_TRANSLATE_NOOP("quotaboard::Text", "d"), QT_TRANSLATE_NOOP("quotaboard::Text", "h"),
        QT_TRANSLATE_NOOP("quotaboard::Text", "min"), QT_TRANSLATE_NOOP("quotaboard::Text", "s")};

} // namespace

QString toQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string fromQt(const QString& text)
{
    return text.toStdString();
}

QString durationText(TimeMs duration)
{
    if (duration < 0)
        return tr("−%1").arg(durationText(-duration));
    if (duration == 0)
        return tr("0 min");
    if (duration < kMsPerSecond)
        return tr("%1 ms").arg(number(duration));
    if (duration < kMsPerMinute) {
        const double seconds = static_cast<double>(duration) / kMsPerSecond;
        return tr("%1 s").arg(QLocale().toString(seconds, 'f', duration % kMsPerSecond == 0 ? 0 : 1));
    }
    // Rounded as on the command line (formatDuration), so that both show one number; one unit alone is exact.
    const qint64 seconds = (duration + kMsPerSecond / 2) / kMsPerSecond;
    if (seconds < 3600) {
        if (duration % kMsPerMinute == 0)
            return tr("%1 min").arg(number(seconds / 60));
        return twoUnits(seconds / 60, "min", seconds % 60, "s");
    }
    const qint64 minutes = (seconds + 30) / 60;
    if (minutes < kMsPerDay / kMsPerMinute) {
        if (duration % kMsPerHour == 0)
            return tr("%1 h").arg(number(minutes / 60));
        return twoUnits(minutes / 60, "h", minutes % 60, "min");
    }
    const qint64 hours = (minutes + 30) / 60;
    if (duration % kMsPerDay == 0)
        return tr("%1 d").arg(number(hours / 24));
    return twoUnits(hours / 24, "d", hours % 24, "h");
}

QString durationText(std::optional<double> duration)
{
    return duration ? durationText(static_cast<TimeMs>(std::llround(*duration))) : emDash();
}

QString clockText(const Scenario& scenario, TimeMs time)
{
    const qint64 day = time / kMsPerDay;
    if (scenario.startTime == 0) {
        const QTime clock = QTime::fromMSecsSinceStartOfDay(static_cast<int>(time % kMsPerDay));
        return tr("Day %1 · %2").arg(number(day + 1), clock.toString(QStringLiteral("HH:mm:ss")));
    }
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(scenario.startTime + time, QTimeZone::utc());
    return tr("Day %1 · %2 UTC").arg(number(day + 1), moment.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
}

QString gpuHoursText(Int128 gpuMs)
{
    const double hours = static_cast<double>(gpuMs) / static_cast<double>(kMsPerHour);
    return QLocale().toString(roundedTo(hours, 1), 'f', 1);
}

QString percentText(std::optional<double> ratio)
{
    return ratio ? tr("%1 %").arg(QLocale().toString(roundedTo(*ratio * 100, 1), 'f', 1)) : emDash();
}

QString gpuHourUnit(const Scenario& scenario)
{
    return scenario.countsInstanceHours() ? tr("instance-h") : tr("GPU-h");
}

QString strategyText(const ResourceSharing& sharing)
{
    switch (sharing.strategy) {
    case SharingStrategy::Reserve:
        return tr("Reserve");
    case SharingStrategy::Lend:
        return tr("Lend");
    case SharingStrategy::LendAndBorrow:
        break;
    }
    if (sharing.borrowsWithoutLimit())
        return tr("Lend and borrow · unlimited");
    return tr("Lend and borrow · %1 %").arg(number(*sharing.borrowLimit));
}

QString jobText(const Scenario& scenario, JobIndex job)
{
    const Job& value = scenario.jobs[job];
    const QString name = toQt(scenario.jobs.text(value.name));
    const QString id = value.id.isValid() ? toQt(scenario.jobs.text(value.id)) : QStringLiteral("#%1").arg(job.value());
    return name.isEmpty() || name == id ? id : tr("%1 %2").arg(id, name);
}

QString waitHeadline(WaitCode code)
{
    switch (code) {
    case WaitCode::None:
        return {};
    case WaitCode::WaitingForInstances:
        return tr("Waiting for instances");
    case WaitCode::EnvironmentDisabled:
        return tr("Environment disabled");
    case WaitCode::Behind:
        return tr("Behind others");
    case WaitCode::EnvironmentMax:
        return tr("Larger than the environment");
    case WaitCode::ShareLimit:
        return tr("Larger than the share's limit");
    case WaitCode::BorrowLimitMax:
        return tr("Larger than limit and borrow limit");
    case WaitCode::BorrowableMax:
        return tr("Larger than all that could be borrowed");
    case WaitCode::ShareFull:
        return tr("Share full");
    case WaitCode::BorrowLimit:
        return tr("Borrow limit reached");
    case WaitCode::NothingToBorrow:
        return tr("Nothing to borrow");
    case WaitCode::Oversubscribed:
        return tr("Environment full");
    }
    return {};
}

QString waitSentence(const Scenario& scenario, const WaitReason& reason)
{
    const auto job = [&](JobIndex index) { return jobText(scenario, index); };
    const QString needs = number(reason.instances);
    const qint64 idle = std::max<qint64>(0, reason.ceiling - reason.totalDispatched - reason.held);
    switch (reason.code) {
    case WaitCode::None:
        return {};
    case WaitCode::WaitingForInstances: {
        QStringList victims;
        for (const JobIndex victim : reason.victims)
            victims.append(job(victim));
        return victims.isEmpty() ? tr("Dispatched; waits until %1 instances are released.").arg(needs)
                                 : tr("Dispatched; waits until %1 released its instances.").arg(victims.join(tr(", ")));
    }
    case WaitCode::EnvironmentDisabled:
        return tr("The service environment is disabled, so nothing is dispatched.");
    case WaitCode::Behind:
        return tr("Place %1 in its queue; %2 is first.")
            .arg(number(static_cast<qint64>(reason.position)), job(reason.front));
    case WaitCode::EnvironmentMax:
        return tr("Needs %1 at once; the environment has %2.").arg(needs, number(reason.capacity));
    case WaitCode::ShareLimit:
        return tr("Needs %1 at once; the share's limit is %2 and it may not borrow.").arg(needs, number(reason.limit));
    case WaitCode::BorrowLimitMax:
        return tr("Needs %1 at once; limit %2 and borrow limit %3 make %4 at most.")
            .arg(needs, number(reason.limit), number(reason.borrowMax), number(reason.limit + reason.borrowMax));
    case WaitCode::BorrowableMax:
        return tr("Needs %1 at once; with all that others could ever lend the share reaches fewer.").arg(needs);
    case WaitCode::ShareFull:
        return tr("Needs %1; %2 of %3 are used by the share's own jobs and it may not borrow.")
            .arg(needs, number(reason.dispatched), number(reason.limit));
    case WaitCode::BorrowLimit:
        return tr("Needs %1; uses %2 and may reach %3 (limit %4, borrow limit %5).")
            .arg(needs, number(reason.dispatched), number(reason.limit + reason.borrowMax), number(reason.limit),
                number(reason.borrowMax));
    case WaitCode::NothingToBorrow:
        return reason.held > 0 ? tr("Needs %1 together; %2 idle and lendable, %3 more are held in reserve.")
                                     .arg(needs, number(idle), number(reason.held))
                               : tr("Needs %1 together; %2 idle and lendable.").arg(needs, number(idle));
    case WaitCode::Oversubscribed:
        return tr("Needs %1 within its limit of %2, but the limits together exceed the environment, which is full.")
            .arg(needs, number(reason.limit));
    }
    return {};
}

} // namespace quotaboard
