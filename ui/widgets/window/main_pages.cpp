// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_pages.h"

#include "ui/widgets/window/page_rail.h"

#include <QAction>

#include <algorithm>

namespace quotaboard {

MainPages::MainPages(PageRail& rail, QWidget* parent)
    : QStackedWidget(parent)
    , rail_(rail)
{
    setObjectName("pages");
}

QAction* MainPages::add(const PagePlan& plan, QWidget* page)
{
    const auto digit = static_cast<Qt::Key>(Qt::Key_0 + plan.number);
    QAction* action = rail_.addPage(plan.title, plan.icon, Qt::CTRL | digit);
    action->setObjectName("actPage" + plan.key.left(1).toUpper() + plan.key.mid(1));
    action->setEnabled(isScenarioOpen_);
    connect(action, &QAction::triggered, this, [this, page] { open(page); });
    addWidget(page);
    entries_.append({plan.key, page, action, plan.number});
    return action;
}

void MainPages::addAlone(QWidget* page)
{
    addWidget(page);
    entries_.append({{}, page, nullptr, 0});
}

const MainPages::Entry* MainPages::entryOf(const QWidget* page) const
{
    const auto found
        = std::find_if(entries_.cbegin(), entries_.cend(), [page](const Entry& entry) { return entry.page == page; });
    return found == entries_.cend() ? nullptr : &*found;
}

QWidget* MainPages::firstPage(bool ofScenario) const
{
    const auto found = std::find_if(entries_.cbegin(), entries_.cend(),
        [ofScenario](const Entry& entry) { return (entry.action != nullptr) == ofScenario; });
    return found == entries_.cend() ? nullptr : found->page;
}

void MainPages::open(QWidget* page)
{
    const Entry* entry = entryOf(page);
    if (!entry || (entry->action && !isScenarioOpen_))
        return;
    if (entry->action) {
        entry->action->setChecked(true);
        last_ = page;
    }
    const bool isOther = currentWidget() != page;
    setCurrentWidget(page);
    if (isOther)
        Q_EMIT pageChanged();
}

void MainPages::back()
{
    if (!currentKey().isEmpty())
        return;
    open(isScenarioOpen_ ? (last_ ? last_ : firstPage(true)) : firstPage(false));
}

void MainPages::setScenarioOpen(bool isOpen)
{
    isScenarioOpen_ = isOpen;
    for (const Entry& entry : entries_) {
        if (entry.action)
            entry.action->setEnabled(isOpen);
    }
    last_ = nullptr;
    open(firstPage(isOpen));
}

QString MainPages::currentKey() const
{
    const Entry* entry = entryOf(currentWidget());
    return entry ? entry->key : QString();
}

QList<QAction*> MainPages::pageActions() const
{
    QList<Entry> sorted = entries_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) { return a.number < b.number; });
    QList<QAction*> actions;
    for (const Entry& entry : sorted) {
        if (entry.action)
            actions.append(entry.action);
    }
    return actions;
}

} // namespace quotaboard
