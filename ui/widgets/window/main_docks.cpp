// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/main_docks.h"

#include "ui/widgets/style/theme.h"
#include "ui/widgets/window/dock_overlay.h"
#include "ui/widgets/window/dock_title.h"

#include <QAction>
#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QEvent>
#include <QIODevice>
#include <QMainWindow>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr const char* kIsOnTop = "isOnTop";
constexpr int kSideWidth = 300;
constexpr int kBottomHeight = 232;
/// Below this width of the window the docks at the right would leave the page too little.
constexpr int kNarrow = 1280;
/// Levels of layouts from a bar to the window.
constexpr int kLayoutRounds = 4;
/// Raise when a dock changes its name or a tool bar is added, so that older layouts are not applied to it.
constexpr int kLayoutVersion = 3;
/// First in what layout() gives, before the version.
constexpr quint32 kLayoutMark = 0x51424c59;

} // namespace

MainDocks::MainDocks(QMainWindow& window, const Theme& theme)
    : QObject(&window)
    , window_(window)
    , theme_(theme)
    , textSize_(theme.fontScale())
    , overlay_(new DockOverlay(window, theme))
{
    // The window's own filters come after its layout, which has made the docks narrow by then.
    qApp->installEventFilter(this);
    connect(overlay_, &DockOverlay::dismissed, this, &MainDocks::overlayDismissed);
    connect(&theme_, &Theme::changed, this, &MainDocks::followTextSize);
}

QDockWidget* MainDocks::add(const DockPlan& plan, QWidget* content)
{
    auto* dock = new QDockWidget(plan.title, &window_);
    dock->setObjectName(plan.name);
    dock->setTitleBarWidget(new DockTitle(theme_, *dock));
    dock->setWidget(content);
    dock->toggleViewAction()->setShortcut(plan.key);
    dock->toggleViewAction()->setObjectName(plan.name + "Toggle");
    // Among docks on top of each other the one that was asked for; the one on top goes, one below comes up. Queued, so
    // that it is known at the action how things stood before it.
    connect(
        dock, &QDockWidget::visibilityChanged, dock, [dock](bool isOnTop) { dock->setProperty(kIsOnTop, isOnTop); },
        Qt::QueuedConnection);
    connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool shows) {
        const bool wasBelow = !shows && !dock->isFloating() && !dock->property(kIsOnTop).toBool();
        if (wasBelow)
            dock->show();
        if (shows || wasBelow) {
            dock->raise();
            dock->setProperty(kIsOnTop, true);
        }
    });
    window_.addDockWidget(plan.area, dock);
    const auto below = std::find_if(
        entries_.cbegin(), entries_.cend(), [&plan](const Entry& entry) { return entry.plan.area == plan.area; });
    if (below != entries_.cend())
        window_.tabifyDockWidget(below->dock, dock);
    dock->hide();
    entries_.append({plan, dock});
    return dock;
}

QList<QAction*> MainDocks::toggleActions() const
{
    QList<QAction*> actions;
    for (const Entry& entry : entries_)
        actions.append(entry.dock->toggleViewAction());
    return actions;
}

QList<QWidget*> MainDocks::panes() const
{
    QList<QWidget*> panes;
    for (const Entry& entry : entries_)
        panes.append(entry.dock);
    return panes;
}

void MainDocks::showFor(const QString& page)
{
    if (page == page_)
        return;
    if (firstState_.isEmpty())
        firstState_ = window_.saveState(kLayoutVersion);
    remember();
    page_ = page;
    restore();
}

void MainDocks::reset()
{
    if (page_.isEmpty())
        return;
    leaveOverlay();
    window_.restoreState(firstState_, kLayoutVersion);
    QStringList shown;
    for (const Entry& entry : std::as_const(entries_)) {
        if (entry.plan.shownOn.contains(page_))
            shown.append(entry.plan.name);
    }
    showOnly(shown);
    makeRoom();
    if (isNarrow())
        enterOverlay();
}

QByteArray MainDocks::layout()
{
    remember();
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << kLayoutMark << qint32{kLayoutVersion} << static_cast<qint32>(layouts_.size());
    for (auto it = layouts_.cbegin(); it != layouts_.cend(); ++it)
        stream << it.key() << it->state << it->shown;
    return bytes;
}

void MainDocks::setLayout(const QByteArray& layout)
{
    QDataStream stream(layout);
    quint32 mark = 0;
    qint32 version = 0;
    qint32 count = 0;
    stream >> mark >> version >> count;
    if (mark != kLayoutMark || version != kLayoutVersion)
        return;
    QHash<QString, PageLayout> layouts;
    for (qint32 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
        QString page;
        PageLayout one;
        stream >> page >> one.state >> one.shown;
        layouts.insert(page, one);
    }
    if (stream.status() == QDataStream::Ok)
        layouts_ = layouts;
}

bool MainDocks::belongs(const Entry& entry, const QString& page)
{
    return !page.isEmpty() && (entry.plan.onlyOn.isEmpty() || entry.plan.onlyOn.contains(page));
}

void MainDocks::remember()
{
    if (page_.isEmpty())
        return;
    PageLayout& layout = layouts_[page_];
    layout.shown = shownNow();
    if (isOverlaid_)
        layout.shown += shownBeside_;
    else
        layout.state = window_.saveState(kLayoutVersion);
}

void MainDocks::restore()
{
    leaveOverlay();
    const PageLayout layout = layouts_.value(page_);
    if (page_.isEmpty()) {
        showOnly({});
    } else if (layout.state.isEmpty() || !window_.restoreState(layout.state, kLayoutVersion)) {
        reset();
    } else {
        showOnly(layout.shown);
        if (isNarrow())
            enterOverlay();
    }
    for (const Entry& entry : std::as_const(entries_)) {
        QAction* toggle = entry.dock->toggleViewAction();
        toggle->setEnabled(belongs(entry, page_));
        toggle->setVisible(page_.isEmpty() || belongs(entry, page_));
    }
}

void MainDocks::showOnly(const QStringList& names)
{
    for (const Entry& entry : std::as_const(entries_))
        entry.dock->setVisible(belongs(entry, page_) && names.contains(entry.plan.name));
}

/// Those in the overlay do not count.
QStringList MainDocks::shownNow() const
{
    QStringList names;
    for (const Entry& entry : entries_) {
        if (!entry.dock->isHidden() && !overlay_->docks().contains(entry.dock))
            names.append(entry.plan.name);
    }
    return names;
}

void MainDocks::makeRoom()
{
    // The page keeps most of the window, at every text size.
    const int wide = std::min(theme_.scaled(kSideWidth), window_.width() * 3 / 10);
    const int high = std::min(theme_.scaled(kBottomHeight), window_.height() * 2 / 5);
    for (const Entry& entry : std::as_const(entries_)) {
        const Qt::DockWidgetArea area = window_.dockWidgetArea(entry.dock);
        if (entry.dock->isHidden() || entry.dock->isFloating())
            continue;
        if (area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea)
            window_.resizeDocks({entry.dock}, {high}, Qt::Vertical);
        else if (area != Qt::NoDockWidgetArea)
            window_.resizeDocks({entry.dock}, {wide}, Qt::Horizontal);
    }
}

void MainDocks::followTextSize()
{
    if (std::exchange(textSize_, theme_.fontScale()) != theme_.fontScale() && !page_.isEmpty())
        makeRoom();
}

bool MainDocks::isNarrow() const
{
    return window_.width() < kNarrow;
}

bool MainDocks::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &window_ && event->type() == QEvent::Resize)
        followWidth();
    return false;
}

void MainDocks::followWidth()
{
    if (page_.isEmpty() || isNarrow() == isOverlaid_)
        return;
    if (isNarrow()) {
        // The sizes that they have before the window lays them out anew.
        remember();
        enterOverlay();
        return;
    }
    // Once the window has the room for them.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (page_.isEmpty() || isNarrow() || !isOverlaid_)
                return;
            // Bars that take fewer lines now give their room back first.
            for (int i = 0; i < kLayoutRounds; ++i)
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            remember();
            PageLayout& layout = layouts_[page_];
            for (const QDockWidget* dock : overlay_->docks()) {
                if (!dock->isHidden())
                    layout.shown.append(dock->objectName());
            }
            restore();
        },
        Qt::QueuedConnection);
}

void MainDocks::enterOverlay()
{
    shownBeside_.clear();
    for (const Entry& entry : std::as_const(entries_)) {
        if (entry.dock->isFloating() || window_.dockWidgetArea(entry.dock) != Qt::RightDockWidgetArea)
            continue;
        if (!entry.dock->isHidden())
            shownBeside_.append(entry.plan.name);
        overlay_->take(entry.dock);
    }
    isOverlaid_ = true;
}

void MainDocks::leaveOverlay()
{
    if (!std::exchange(isOverlaid_, false))
        return;
    overlay_->release();
    shownBeside_.clear();
}

} // namespace quotaboard
