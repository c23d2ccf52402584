// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/apply_preview_service.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kRestMs = 60;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::ApplyPreview)
};

/// "1 running job of research (J31 resnet)", "3 running jobs of research", "3 running jobs" of several shares.
QString whoText(const Scenario& scenario, const std::vector<JobAtRisk>& jobs)
{
    if (jobs.size() == 1) {
        return Texts::tr("1 running job of %1 (%2)")
            .arg(toQt(scenario.shareName(jobs.front().share)), jobText(scenario, jobs.front().job));
    }
    const bool isOneShare
        = std::all_of(jobs.begin(), jobs.end(), [&](const JobAtRisk& job) { return job.share == jobs.front().share; });
    const QString count = QLocale().toString(static_cast<qulonglong>(jobs.size()));
    return isOneShare ? Texts::tr("%1 running jobs of %2").arg(count, toQt(scenario.shareName(jobs.front().share)))
                      : Texts::tr("%1 running jobs").arg(count);
}

} // namespace

ApplyPreviewService::ApplyPreviewService(ScenarioDocument& document, Playback& playback, QObject* parent)
    : QObject(parent)
    , document_(document)
    , playback_(playback)
{
    rest_.setSingleShot(true);
    rest_.setInterval(kRestMs);
    connect(&rest_, &QTimer::timeout, this, &ApplyPreviewService::tryOut);
    // An edit belongs to the scenario it was made for.
    connect(&document_, &ScenarioDocument::changed, this, [this] { hover(std::nullopt); });
    connect(&document_, &ScenarioDocument::edited, this, &ApplyPreviewService::onEdited);
}

void ApplyPreviewService::hover(const std::optional<Edit>& edit)
{
    ++hoverTicket_;
    hoverWorker_.cancel();
    edit_ = edit;
    risk_.clear();
    effect_.clear();
    tell();
    if (edit && edit->change && !playback_.isAtStart() && playback_.result())
        rest_.start();
    else
        rest_.stop();
}

void ApplyPreviewService::addEffect(const QString& text)
{
    effect_ = text;
    tell();
}

void ApplyPreviewService::tell()
{
    QStringList lines{risk_, effect_};
    lines.removeAll({});
    Q_EMIT effectFound(lines.join('\n'));
    Q_EMIT riskFound(risk_);
}

void ApplyPreviewService::tryOut()
{
    const Result<std::shared_ptr<const Scenario>> edited = document_.preview(*edit_);
    if (!edited)
        return;
    hoverWorker_.post([this, ticket = hoverTicket_, run = playback_.result(), now = playback_.now(),
                          scenario = edited.value()](const Progress&) {
        const std::optional<ApplyPreview> preview = previewOfApplying(*run, *scenario, now);
        if (!preview || preview->isEmpty())
            return;
        const QString text = applyPreviewTexts(*scenario, *preview).join('\n');
        QMetaObject::invokeMethod(
            this,
            [this, ticket, text] {
                if (ticket != hoverTicket_)
                    return;
                risk_ = text;
                tell();
            },
            Qt::QueuedConnection);
    });
}

void ApplyPreviewService::onEdited(const QString& text)
{
    ++editTicket_;
    editWorker_.cancel();
    // The run is still the one before the edit.
    const std::shared_ptr<const RunResult> run = playback_.result();
    if (!run || playback_.isAtStart() || run->scenario == document_.scenario())
        return;
    editWorker_.post([this, ticket = editTicket_, run, now = playback_.now(), scenario = document_.scenario(), text](
                         const Progress&) {
        const std::optional<ApplyPreview> preview = previewOfApplying(*run, *scenario, now);
        if (!preview || preview->isEmpty())
            return;
        QStringList parts = applyPreviewTexts(*scenario, *preview);
        parts.prepend(text);
        const QString whole = parts.join(Texts::tr(" · "));
        QMetaObject::invokeMethod(
            this,
            [this, ticket, whole] {
                if (ticket == editTicket_)
                    Q_EMIT editAtRisk(whole);
            },
            Qt::QueuedConnection);
    });
}

QStringList applyPreviewTexts(const Scenario& scenario, const ApplyPreview& preview)
{
    QStringList texts;
    const QString unit = gpuHourUnit(scenario);
    if (!preview.preempted.empty()) {
        texts.append(Texts::tr("%1 preempted at once; %2 %3 of work lost")
                         .arg(whoText(scenario, preview.preempted), gpuHoursText(preview.preemptedLoss), unit));
    }
    if (preview.atRisk.size() == 1) {
        texts.append(Texts::tr("%1 becomes preemptable; %2 %3 since its last durable checkpoint at risk")
                         .arg(whoText(scenario, preview.atRisk), gpuHoursText(preview.riskedLoss), unit));
    } else if (!preview.atRisk.empty()) {
        texts.append(Texts::tr("%1 become preemptable; %2 %3 since their last durable checkpoints at risk")
                         .arg(whoText(scenario, preview.atRisk), gpuHoursText(preview.riskedLoss), unit));
    }
    return texts;
}

} // namespace quotaboard
