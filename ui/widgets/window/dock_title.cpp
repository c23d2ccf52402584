// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/dock_title.h"

#include "ui/widgets/style/theme.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace quotaboard {

namespace {

QToolButton* addButton(QHBoxLayout& row, const QIcon& icon, const QString& name)
{
    auto* button = new QToolButton;
    button->setIcon(icon);
    button->setIconSize({16, 16});
    button->setAutoRaise(true);
    button->setFixedSize(24, 24);
    button->setProperty("look", "icon");
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setFocusPolicy(Qt::TabFocus);
    row.addWidget(button);
    return button;
}

} // namespace

DockTitle::DockTitle(const Theme& theme, QDockWidget& dock)
    : QWidget(&dock)
    , theme_(theme)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 2, 8, 2);
    row->setSpacing(2);
    auto* label = new QLabel(dock.windowTitle());
    label->setProperty("role", "small");
    row->addWidget(label);
    row->addStretch(1);
    QToolButton* floating = addButton(*row, theme.icon("float", ColorToken::TextSecondary), tr("Float or dock"));
    floating->setAccessibleName(tr("Float or dock: %1").arg(dock.windowTitle()));
    connect(floating, &QToolButton::clicked, &dock, [&dock] { dock.setFloating(!dock.isFloating()); });
    QToolButton* close = addButton(*row, theme.icon("close", ColorToken::TextSecondary), tr("Hide"));
    close->setAccessibleName(tr("Hide: %1").arg(dock.windowTitle()));
    connect(close, &QToolButton::clicked, &dock, &QDockWidget::close);
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_.tokens().color(ColorToken::SurfaceRaised));
}

} // namespace quotaboard
