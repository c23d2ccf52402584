// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/folded_list.h"

#include "ui/widgets/panels/panel_parts.h"

#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::size_t kFew = 6;
/// Longer lists belong into a table; a label of all of them would not follow the clock.
constexpr std::size_t kMost = 400;

} // namespace

FoldedList::FoldedList(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    lines_ = makeLabel({}, "", this);
    more_ = new QPushButton(this);
    more_->setProperty("look", "link");
    column->addWidget(lines_);
    column->addWidget(more_, 0, Qt::AlignLeft);
    connect(more_, &QPushButton::clicked, this, [this] {
        isUnfolded_ = !isUnfolded_;
        refresh();
    });
    more_->hide();
}

void FoldedList::setLines(std::size_t count, std::function<QString(std::size_t)> lineOf)
{
    count_ = count;
    lineOf_ = std::move(lineOf);
    refresh();
}

void FoldedList::fold()
{
    isUnfolded_ = false;
}

QString FoldedList::text() const
{
    return lines_->text();
}

void FoldedList::refresh()
{
    const std::size_t shown = std::min(count_, isUnfolded_ ? kMost : kFew);
    QStringList lines;
    for (std::size_t i = 0; i < shown; ++i)
        lines.append(lineOf_(i));
    if (isUnfolded_ && shown < count_)
        lines.append(tr("and %Ln more", nullptr, static_cast<int>(count_ - shown)));
    lines_->setText(lines.join(QLatin1Char('\n')));
    more_->setVisible(count_ > kFew);
    more_->setText(isUnfolded_ ? tr("Show fewer") : tr("Show all %Ln", nullptr, static_cast<int>(count_)));
}

} // namespace quotaboard
