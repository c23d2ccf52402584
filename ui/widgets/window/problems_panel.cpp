// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/problems_panel.h"

#include <QLabel>
#include <QListWidget>
#include <QStackedLayout>

#include <algorithm>

namespace quotaboard {

ProblemsPanel::ProblemsPanel(ProblemList& problems, QWidget* parent)
    : QWidget(parent)
    , problems_(problems)
    , list_(new QListWidget(this))
    , none_(new QLabel(tr("No problems. The rules of AWS Batch are checked while you edit."), this))
{
    setFocusProxy(list_);
    list_->setObjectName("problemsList");
    list_->setAccessibleName(tr("Problems of this scenario"));
    list_->setWordWrap(true);
    list_->setUniformItemSizes(false);
    list_->setSpacing(2);
    list_->setTextElideMode(Qt::ElideNone);
    none_->setObjectName("problemsNone");
    none_->setProperty("role", "secondary");
    none_->setAlignment(Qt::AlignCenter);
    none_->setWordWrap(true);
    auto* stack = new QStackedLayout(this);
    stack->addWidget(list_);
    stack->addWidget(none_);
    // Activated comes with a click or a double click, as the desktop says; this list is a list of links.
    connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { choose(list_->row(item)); });
    connect(list_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) { choose(list_->row(item)); });
    connect(&problems_, &ProblemList::changed, this, &ProblemsPanel::fill);
    fill();
}

void ProblemsPanel::fill()
{
    const std::vector<PolicyProblem>& problems = problems_.problems();
    const int row = list_->currentRow();
    list_->clear();
    for (const PolicyProblem& problem : problems) {
        auto* item = new QListWidgetItem(problem.text, list_);
        if (problem.about.kind != Selection::Kind::None)
            item->setToolTip(tr("Click to go there"));
    }
    list_->setCurrentRow(std::min(row, list_->count() - 1));
    static_cast<QStackedLayout*>(layout())->setCurrentWidget(
        problems.empty() ? static_cast<QWidget*>(none_) : static_cast<QWidget*>(list_));
}

void ProblemsPanel::choose(int row)
{
    const std::vector<PolicyProblem>& problems = problems_.problems();
    if (row < 0 || static_cast<std::size_t>(row) >= problems.size())
        return;
    const Selection about = problems[static_cast<std::size_t>(row)].about;
    if (about.kind != Selection::Kind::None)
        Q_EMIT chosen(about);
}

} // namespace quotaboard
