// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/page_rail.h"

#include "ui/widgets/style/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QToolButton>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

constexpr int kButtonWidth = 56;
constexpr int kButtonHeight = 56;
constexpr int kIconSize = 22;

} // namespace

PageRail::PageRail(const Theme& theme, QWidget* parent)
    : QToolBar(tr("Pages"), parent)
    , theme_(theme)
    , group_(new QActionGroup(this))
{
    setObjectName("pageRail");
    setAccessibleName(tr("Pages"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);
    group_->setExclusive(true);
    // A tool bar has the margins of the style; the rail wants its own.
    auto* holder = new QWidget(this);
    column_ = new QVBoxLayout(holder);
    column_->setContentsMargins(4, 8, 4, 8);
    column_->setSpacing(4);
    column_->addStretch(1);
    addWidget(holder);
    connect(&theme_, &Theme::changed, this, &PageRail::followTheme);
}

QAction* PageRail::addPage(const QString& name, const QString& icon, const QKeySequence& key)
{
    auto* action = new QAction(theme_.icon(icon, ColorToken::TextSecondary), name, this);
    action->setCheckable(true);
    action->setShortcut(key);
    action->setToolTip(tr("%1 (%2)").arg(name, key.toString(QKeySequence::NativeText)));
    action->setIconVisibleInMenu(false);
    group_->addAction(action);

    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::TabFocus);
    column_->insertWidget(column_->count() - 1, button);
    followTheme();
    return action;
}

void PageRail::followTheme()
{
    for (auto* button : findChildren<QToolButton*>()) {
        button->setIconSize(QSize(1, 1) * theme_.scaled(kIconSize));
        button->setMinimumSize(theme_.scaled(kButtonWidth), theme_.scaled(kButtonHeight));
    }
}

} // namespace quotaboard
