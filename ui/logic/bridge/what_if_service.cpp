// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/what_if_service.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <QCoreApplication>
#include <QStringList>

namespace quotaboard {

namespace {

constexpr int kRestMs = 150;
/// Less than this is shown as 0.0 and says nothing.
constexpr GpuMs kSmallest = kMsPerHour / 20;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::WhatIf)
};

QString waitText(const CensoredQuantile& quantile)
{
    if (quantile.value)
        return durationText(quantile.value);
    return quantile.atLeast ? Texts::tr("over %1").arg(durationText(*quantile.atLeast)) : QStringLiteral("—");
}

QString signedHours(GpuMs value)
{
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + gpuHoursText(value < 0 ? -value : value);
}

} // namespace

WhatIfService::WhatIfService(ScenarioDocument& document, Playback& playback, QObject* parent)
    : QObject(parent)
    , document_(document)
    , playback_(playback)
{
    rest_.setSingleShot(true);
    rest_.setInterval(kRestMs);
    connect(&rest_, &QTimer::timeout, this, &WhatIfService::tryOut);
    // An edit belongs to the scenario it was made for.
    connect(&document_, &ScenarioDocument::changed, this, [this] { hover(std::nullopt); });
}

void WhatIfService::setEnabled(bool enabled)
{
    isEnabled_ = enabled;
    if (!enabled)
        hover(std::nullopt);
}

void WhatIfService::hover(const std::optional<Edit>& edit)
{
    ++ticket_;
    worker_.cancel();
    edit_ = edit;
    if (edit && isEnabled_ && document_.value().jobs.size() <= kMostJobs)
        rest_.start();
    else
        rest_.stop();
}

void WhatIfService::tryOut()
{
    Result<std::shared_ptr<const Scenario>> edited = document_.preview(*edit_);
    if (!edited)
        return;
    const TimeMs until = playback_.now() + kAhead;
    worker_.post([this, ticket = ticket_, until, before = document_.scenario(), after = edited.value()](
                     const Progress& progress) {
        const Result<Scorecard> cardBefore = scorecardUntil(*before, until, &progress);
        const Result<Scorecard> cardAfter = scorecardUntil(*after, until, &progress);
        if (!cardBefore || !cardAfter)
            return;
        const QString text = whatIfText(*before, compareScorecards(cardBefore.value(), cardAfter.value()));
        QMetaObject::invokeMethod(
            this,
            [this, ticket, text] {
                if (ticket == ticket_)
                    Q_EMIT effectFound(text);
            },
            Qt::QueuedConnection);
    });
}

QString whatIfText(const Scenario& scenario, const WhatIfEffect& effect)
{
    QStringList parts;
    if (effect.share.isValid()) {
        parts.append(
            Texts::tr("P95 wait of %1 %2 → %3")
                .arg(toQt(scenario.shareName(effect.share)), waitText(effect.p95Before), waitText(effect.p95After)));
    }
    if (effect.completed >= kSmallest || effect.completed <= -kSmallest) {
        parts.append(Texts::tr("completed %1 %2").arg(signedHours(effect.completed), gpuHourUnit(scenario)));
    }
    if (effect.waste >= kSmallest || effect.waste <= -kSmallest)
        parts.append(Texts::tr("waste %1 %2").arg(signedHours(effect.waste), gpuHourUnit(scenario)));
    const QString hours = durationText(WhatIfService::kAhead);
    return parts.isEmpty() ? Texts::tr("No difference within %1").arg(hours)
                           : Texts::tr("%1 (within %2)").arg(parts.join(Texts::tr(", ")), hours);
}

} // namespace quotaboard
