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

constexpr int kIconSize = 16;
constexpr int kButtonSize = 24;

QToolButton* addButton(QHBoxLayout& row, const QIcon& icon, const QString& name)
{
    auto* button = new QToolButton;
    button->setIcon(icon);
    button->setAutoRaise(true);
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
    connect(&dock, &QDockWidget::featuresChanged, floating, [floating](QDockWidget::DockWidgetFeatures features) {
        floating->setVisible(features & QDockWidget::DockWidgetFloatable);
    });
    QToolButton* close = addButton(*row, theme.icon("close", ColorToken::TextSecondary), tr("Hide"));
    close->setAccessibleName(tr("Hide: %1").arg(dock.windowTitle()));
    connect(close, &QToolButton::clicked, &dock, &QDockWidget::close);
    const auto followTheme = [this] {
        for (auto* button : findChildren<QToolButton*>()) {
            button->setIconSize(QSize(1, 1) * theme_.scaled(kIconSize));
            button->setFixedSize(QSize(1, 1) * theme_.scaled(kButtonSize));
        }
        update();
    };
    connect(&theme_, &Theme::changed, this, followTheme);
    followTheme();
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_.tokens().color(ColorToken::SurfaceRaised));
}

} // namespace quotaboard
