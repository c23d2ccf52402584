// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_tool_bar.h"

#include "ui/widgets/style/theme.h"
#include "ui/widgets/window/find_field.h"
#include "ui/widgets/window/main_actions.h"
#include "ui/widgets/window/scenario_label.h"

#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QToolButton>

namespace quotaboard {

namespace {

constexpr int kFindWidth = 232;
constexpr int kIconSize = 18;
/// What the name of the scenario keeps at least.
constexpr int kNameWidth = 160;

} // namespace

MainToolBar::MainToolBar(ScenarioDocument& document, const Theme& theme, MainActions& actions, QWidget* parent)
    : QToolBar(tr("Tools"), parent)
    , theme_(theme)
{
    setObjectName("mainToolBar");
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);
    // A tool bar has the margins of the style; this one wants its own.
    auto* holder = new QWidget(this);
    row_ = new QHBoxLayout(holder);
    row_->setContentsMargins(10, 4, 12, 8);
    row_->setSpacing(4);
    for (QAction* action : {actions.newBoard, actions.open, actions.save})
        addButton(action);
    addLine();
    addButton(actions.undo, tr("Undo"));
    addButton(actions.redo, tr("Redo"));
    addLine();
    name_ = new ScenarioLabel(document, holder);
    row_->addWidget(name_, 1);
    find_ = new FindField(document, theme, actions.find->shortcut().toString(QKeySequence::NativeText), holder);
    row_->addWidget(find_);
    connect(actions.find, &QAction::changed, find_,
        [this, find = actions.find] { find_->setKeyHint(find->shortcut().toString(QKeySequence::NativeText)); });
    addWidget(holder);
    connect(&theme_, &Theme::changed, this, &MainToolBar::followTheme);
    followTheme();
}

void MainToolBar::setScenarioBar(QWidget* bar)
{
    scenarioBar_ = bar;
    row_->insertWidget(row_->indexOf(name_), bar, 1);
    showScenarioBar(false);
}

void MainToolBar::showScenarioBar(bool isShown)
{
    scenarioBar_->setVisible(isShown);
    name_->setVisible(!isShown);
    followRoom();
}

QToolButton* MainToolBar::addButton(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAccessibleName(action->iconText());
    // A click leaves the keys with the board.
    button->setFocusPolicy(Qt::TabFocus);
    row_->addWidget(button);
    return button;
}

void MainToolBar::addButton(QAction* action, const QString& word)
{
    QToolButton* button = addButton(action);
    const auto keepWord = [button, action, word] {
        button->setText(word);
        button->setAccessibleName(word);
        button->setToolTip(toolTipOf(action->text().remove('&'), action->shortcut()));
    };
    connect(action, &QAction::changed, button, keepWord);
    keepWord();
}

void MainToolBar::addLine()
{
    auto* line = new QFrame(this);
    line->setProperty("look", "line");
    line->setFixedWidth(1);
    row_->addSpacing(6);
    row_->addWidget(line);
    row_->addSpacing(6);
}

void MainToolBar::followTheme()
{
    find_->setFixedWidth(theme_.scaled(kFindWidth));
    for (auto* button : findChildren<QToolButton*>())
        button->setIconSize(QSize(1, 1) * theme_.scaled(kIconSize));
    followRoom();
}

void MainToolBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    followRoom();
}

void MainToolBar::followRoom()
{
    setButtonStyle(Qt::ToolButtonTextBesideIcon);
    const int needed = row_->minimumSize().width() + theme_.scaled(kNameWidth);
    if (needed > width())
        setButtonStyle(Qt::ToolButtonIconOnly);
}

void MainToolBar::setButtonStyle(Qt::ToolButtonStyle style)
{
    for (int i = 0; i < row_->count(); ++i) {
        if (auto* button = qobject_cast<QToolButton*>(row_->itemAt(i)->widget()))
            button->setToolButtonStyle(style);
    }
    row_->invalidate();
}

} // namespace quotaboard
