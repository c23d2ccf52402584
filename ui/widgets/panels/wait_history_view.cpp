// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/wait_history_view.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/panels/folded_list.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace quotaboard {

WaitHistoryView::WaitHistoryView(QWidget* parent)
    : QWidget(parent)
    , button_(new QPushButton(tr("History of reasons"), this))
    , state_(makeLabel(tr("Looking through the wait…"), "secondary", this))
    , list_(new FoldedList(this))
{
    setObjectName(QStringLiteral("waitHistory"));
    button_->setObjectName(QStringLiteral("waitHistoryButton"));
    button_->setCheckable(true);
    button_->setToolTip(tr("What the job has waited for so far, one reason after the other"));
    list_->setObjectName(QStringLiteral("waitHistoryList"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(button_, 0, Qt::AlignLeft);
    column->addWidget(state_);
    column->addWidget(list_);
    connect(button_, &QPushButton::toggled, this, &WaitHistoryView::request);
    request();
}

void WaitHistoryView::show(std::shared_ptr<const RunResult> result, JobIndex job, TimeMs moment)
{
    setVisible(true);
    if (result == result_ && job == job_ && moment == moment_)
        return;
    if (job != job_)
        button_->setChecked(false);
    result_ = std::move(result);
    job_ = job;
    moment_ = moment;
    if (button_->isChecked())
        request();
}

void WaitHistoryView::clear()
{
    hide();
    button_->setChecked(false);
    result_.reset();
    job_ = {};
}

void WaitHistoryView::request()
{
    const bool isOpen = button_->isChecked() && result_ != nullptr;
    ++ticket_;
    worker_.cancel();
    state_->setVisible(isOpen && list_->isHidden());
    if (!isOpen) {
        list_->hide();
        list_->fold();
        return;
    }
    worker_.post([this, ticket = ticket_, result = result_, job = job_, moment = moment_](const Progress& progress) {
        std::vector<WaitStretch> stretches = waitHistory(*result, job, moment, &progress);
        QMetaObject::invokeMethod(
            this,
            [this, ticket, stretches = std::move(stretches)] {
                if (ticket == ticket_)
                    take(stretches);
            },
            Qt::QueuedConnection);
    });
}

void WaitHistoryView::take(const std::vector<WaitStretch>& stretches)
{
    // The newest first: that is what one compares with the reason above.
    list_->setLines(stretches.size(), [result = result_, stretches](std::size_t i) {
        const WaitStretch& stretch = stretches[stretches.size() - 1 - i];
        return tr("%1, for %2: %3")
            .arg(clockText(*result->scenario, stretch.from), durationText(stretch.to - stretch.from),
                waitHeadline(stretch.reason.code));
    });
    state_->hide();
    list_->show();
}

} // namespace quotaboard
