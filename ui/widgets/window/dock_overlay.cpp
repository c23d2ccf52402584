// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/dock_overlay.h"

#include "ui/widgets/style/theme.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kWidth = 320;
/// So that some of the page stays in sight, percent of the window.
constexpr int kMostPart = 60;

} // namespace

DockOverlay::DockOverlay(QMainWindow& window, const Theme& theme)
    : QFrame(&window)
    , window_(window)
    , theme_(theme)
    , column_(new QVBoxLayout(this))
{
    setObjectName("dockOverlay");
    setProperty("look", "overlay");
    setAutoFillBackground(true);
    column_->setContentsMargins(1, 0, 0, 0);
    column_->setSpacing(0);
    hide();
    window_.installEventFilter(this);
    window_.centralWidget()->installEventFilter(this);
    connect(&theme_, &Theme::changed, this, &DockOverlay::place);
}

void DockOverlay::take(QDockWidget* dock)
{
    window_.removeDockWidget(dock);
    dock->setFeatures(QDockWidget::DockWidgetClosable);
    dock->setParent(this);
    dock->hide();
    column_->addWidget(dock);
    dock->installEventFilter(this);
    docks_.append(dock);
}

void DockOverlay::release()
{
    for (QDockWidget* dock : std::exchange(docks_, {})) {
        dock->removeEventFilter(this);
        dock->hide();
        column_->removeWidget(dock);
        dock->setFeatures(
            QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
        window_.addDockWidget(Qt::RightDockWidgetArea, dock);
        dock->hide();
    }
    hide();
}

bool DockOverlay::eventFilter(QObject* watched, QEvent* event)
{
    auto* dock = qobject_cast<QDockWidget*>(watched);
    if (dock && docks_.contains(dock)) {
        if (event->type() == QEvent::ShowToParent) {
            for (QDockWidget* other : std::as_const(docks_))
                other->setVisible(other == dock);
        }
        if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
            followDocks();
    } else if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        place();
    }
    return false;
}

void DockOverlay::followDocks()
{
    const bool isWanted
        = std::any_of(docks_.cbegin(), docks_.cend(), [](const QDockWidget* dock) { return !dock->isHidden(); });
    if (isWanted)
        place();
    setVisible(isWanted);
    if (isWanted)
        raise();
}

void DockOverlay::place()
{
    if (docks_.isEmpty())
        return;
    // From the top of the page down to what is fixed below it, over docks at the bottom, too.
    QRect area = window_.centralWidget()->geometry();
    for (const QDockWidget* dock : window_.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        if (dock->isVisible() && !dock->isFloating()
            && window_.dockWidgetArea(const_cast<QDockWidget*>(dock)) == Qt::BottomDockWidgetArea)
            area.setBottom(std::max(area.bottom(), dock->geometry().bottom()));
    }
    const int wanted = std::max(theme_.scaled(kWidth), minimumSizeHint().width());
    const int width = std::min(wanted, window_.width() * kMostPart / 100);
    setGeometry(area.right() + 1 - width, area.top(), width, area.height());
}

void DockOverlay::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        return QFrame::keyPressEvent(event);
    for (QDockWidget* dock : std::as_const(docks_))
        dock->hide();
    Q_EMIT dismissed();
}

} // namespace quotaboard
