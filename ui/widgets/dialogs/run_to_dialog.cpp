// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/dialogs/run_to_dialog.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

/// So that the window's title and what the text means can be read.
constexpr int kNarrowest = 420;

} // namespace

RunToDialog::RunToDialog(
    ScenarioDocument& document, Playback& playback, const ConditionForm::Suggestion& suggestion, QWidget* parent)
    : QDialog(parent)
    , document_(document)
    , playback_(playback)
    , form_(new ConditionForm(document, suggestion, this))
{
    setObjectName("runToDialog");
    setWindowTitle(tr("Run to"));
    setMinimumWidth(kNarrowest);
    form_->addChoice(tr("End of the run"));
    form_->timeField().setObjectName("goToTimeField");
    form_->meaning().setObjectName("goToTimeMeaning");
    form_->kinds().setObjectName("runToKind");
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    go_ = buttons->addButton(tr("Go"), QDialogButtonBox::AcceptRole);
    go_->setDefault(true);
    // Enter means Go wherever the keyboard is; a field that is no longer shown may have passed it on.
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    go_->setObjectName("runToGo");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    column->addWidget(form_);
    column->addStretch();
    column->addWidget(buttons);
    connect(form_, &ConditionForm::changed, this, &RunToDialog::look);
    // The clock may go on, and the run may be made anew, while the dialog is open.
    connect(&playback_, &Playback::resultChanged, this, &RunToDialog::look);
    connect(buttons, &QDialogButtonBox::accepted, this, &RunToDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form_->timeField().setFocus();
    look();
}

void RunToDialog::look()
{
    ++ticket_;
    worker_.cancel();
    isWanted_ = false;
    const std::shared_ptr<const RunResult> run = playback_.result();
    if (!run)
        return showMoment(std::nullopt, tr("The run is being computed."));
    if (form_->isChoice())
        return showMoment(playback_.end(), clockText(document_.value(), playback_.end()));
    const std::optional<Breakpoint> condition = form_->condition();
    if (!condition)
        return showMoment(std::nullopt, {});
    if (condition->kind == Breakpoint::Kind::Time) {
        if (condition->at > playback_.end())
            return showMoment(std::nullopt, tr("The run ends after %1.").arg(durationText(playback_.end())));
        return showMoment(condition->at, clockText(document_.value(), condition->at));
    }
    showMoment(std::nullopt, tr("Looking…"));
    worker_.post([this, ticket = ticket_, run, condition = *condition](const Progress& progress) {
        auto hits = findBreakpointHits(*run, {condition}, &progress);
        QMetaObject::invokeMethod(
            this,
            [this, ticket, hits = std::move(hits.front())] {
                if (ticket == ticket_)
                    take(hits);
            },
            Qt::QueuedConnection);
    });
}

void RunToDialog::take(const std::vector<BreakpointHit>& hits)
{
    const auto next = std::upper_bound(
        hits.begin(), hits.end(), playback_.now(), [](TimeMs time, const BreakpointHit& hit) { return time < hit.at; });
    const bool wasWanted = isWanted_;
    if (next != hits.end()) {
        showMoment(next->at, clockText(document_.value(), next->at));
        if (wasWanted)
            accept();
    } else if (hits.empty()) {
        showMoment(std::nullopt, tr("This never happens in this run."));
    } else {
        showMoment(std::nullopt,
            tr("This never happens after the clock; the last time was %1.")
                .arg(clockText(document_.value(), hits.back().at)));
    }
}

void RunToDialog::showMoment(std::optional<TimeMs> moment, const QString& remark)
{
    moment_ = moment;
    go_->setEnabled(moment.has_value());
    form_->setRemark(remark);
}

void RunToDialog::accept()
{
    if (!moment_) {
        isWanted_ = true;
        return;
    }
    playback_.pause();
    playback_.seek(*moment_);
    QDialog::accept();
}

} // namespace quotaboard
