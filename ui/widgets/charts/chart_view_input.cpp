// SPDX-License-Identifier: Apache-2.0
// Mouse, keys and the context menu of a chart.
#include "ui/widgets/charts/chart_export.h"
#include "ui/widgets/charts/chart_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QStyleHints>
#include <QToolTip>

#include <algorithm>

namespace quotaboard {

namespace {

/// Steps of the arrow keys across the whole run.
constexpr TimeMs kKeySteps = 100;

bool isKeyOfChart(const QKeyEvent& event)
{
    return event.matches(QKeySequence::Copy) || event.key() == Qt::Key_Left || event.key() == Qt::Key_Right
        || event.key() == Qt::Key_Escape;
}

bool isChartFile(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("svg") || suffix == QLatin1String("png") || suffix == QLatin1String("csv");
}

} // namespace

bool ChartView::viewportEvent(QEvent* event)
{
    // What finds no room in the title row; in the plot the values are read out.
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (help->pos().y() < scene_.plot().top())
            QToolTip::showText(help->globalPos(), scene_.content.unit, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QChartView::viewportEvent(event);
}

bool ChartView::event(QEvent* event)
{
    // Shortcuts of the window must not take the chart's keys while it has the focus.
    if (event->type() == QEvent::ShortcutOverride && isKeyOfChart(static_cast<QKeyEvent&>(*event))) {
        event->accept();
        return true;
    }
    return QChartView::event(event);
}

void ChartView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    event->accept();
    if (const auto group = scene_.groupAt(event->position())) {
        setIsolated(scene_.isolated == *group ? -1 : *group);
        return;
    }
    if (scene_.isEmpty())
        return;
    pressedAt_ = event->position();
    pressedTime_ = scene_.timeAt(event->position().x());
    isDragging_ = false;
}

void ChartView::mouseMoveEvent(QMouseEvent* event)
{
    event->accept();
    const QPointF at = event->position();
    setCursor(scene_.groupAt(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const bool isInside = !scene_.isEmpty() && scene_.plot().adjusted(-4, -8, 8, 8).contains(at);
    scene_.readsOut = isInside;
    setHover(isInside ? std::optional(scene_.timeAt(at.x())) : std::nullopt);
    Q_EMIT hovered(isInside ? scene_.timeAt(at.x()) : -1);
    if (!pressedAt_)
        return;
    if (!isDragging_ && (at - *pressedAt_).manhattanLength() < QGuiApplication::styleHints()->startDragDistance())
        return;
    isDragging_ = true;
    const TimeMs time = scene_.timeAt(at.x());
    setRange(std::pair(std::min(pressedTime_, time), std::max(pressedTime_, time)));
}

void ChartView::mouseReleaseEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() != Qt::LeftButton || !pressedAt_)
        return;
    pressedAt_.reset();
    if (isDragging_) {
        isDragging_ = false;
        return;
    }
    nowBeforeClick_ = scene_.now;
    Q_EMIT seekRequested(pressedTime_);
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() != Qt::LeftButton || scene_.isEmpty())
        return;
    // The first of the two clicks was no wish to move the clock.
    if (!scene_.groupAt(event->position()))
        Q_EMIT seekRequested(nowBeforeClick_);
    reset();
}

void ChartView::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    scene_.readsOut = false;
    setHover(std::nullopt);
    Q_EMIT hovered(-1);
}

TimeMs ChartView::neighbour(int direction) const
{
    const TimeMs step = std::max<TimeMs>(1, scene_.content.end / kKeySteps);
    return std::clamp<TimeMs>(scene_.now + direction * step, 0, scene_.content.end);
}

/// Moves the clock and that end of the range which lies at it.
void ChartView::extendRange(int direction)
{
    const TimeMs to = neighbour(direction);
    const TimeMs anchor = !scene_.range      ? scene_.now
        : scene_.range->first == scene_.now  ? scene_.range->second
        : scene_.range->second == scene_.now ? scene_.range->first
                                             : scene_.now;
    setRange(std::pair(std::min(anchor, to), std::max(anchor, to)));
    Q_EMIT seekRequested(to);
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        const int direction = event->key() == Qt::Key_Left ? -1 : 1;
        if (event->modifiers() & Qt::ShiftModifier)
            extendRange(direction);
        else
            Q_EMIT seekRequested(neighbour(direction));
    } else if (event->key() == Qt::Key_Escape) {
        // A drag that is given up leaves no range.
        pressedAt_.reset();
        isDragging_ = false;
        reset();
    } else {
        event->ignore();
    }
}

void ChartView::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    describe();
    viewport()->update();
}

void ChartView::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

void ChartView::copy()
{
    auto* data = new QMimeData;
    const QString text = asText();
    data->setText(text);
    data->setData(QStringLiteral("text/tab-separated-values"), text.toUtf8());
    data->setData(QStringLiteral("image/svg+xml"), chartAsSvg(*this));
    data->setData(QStringLiteral("image/png"), chartAsPng(*this));
    QApplication::clipboard()->setMimeData(data);
    Q_EMIT messageRaised(tr("Copied %1: data as text, and a picture").arg(scene_.content.title));
}

void ChartView::exportAs(const QString& suffix)
{
    auto* dialog = new QFileDialog(this, tr("Export %1").arg(scene_.content.title), QString(),
        tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix));
    dialog->setObjectName(QStringLiteral("chartExportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    // Asks about a file that is there already under its whole name.
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(scene_.content.title + QLatin1Char('.') + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, suffix](const QString& path) { exportTo(path, suffix); });
    dialog->open();
}

void ChartView::exportTo(const QString& chosen, const QString& suffix)
{
    QString path = chosen;
    if (!isChartFile(path)) {
        // A name with a dot in it, which the dialog takes for a whole one.
        path += QLatin1Char('.') + suffix;
        if (QFileInfo::exists(path)) {
            Q_EMIT messageRaised(tr("%1 is there already and was left as it is.").arg(path));
            return;
        }
    }
    QString why;
    if (exportChart(*this, path, &why))
        Q_EMIT messageRaised(tr("Exported %1 to %2").arg(scene_.content.title, path));
    else
        Q_EMIT messageRaised(tr("Could not write %1: %2").arg(path, why));
}

void ChartView::contextMenuEvent(QContextMenuEvent* event)
{
    popUpMenu(event->globalPos());
    event->accept();
}

void ChartView::popUpMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(actions());
    if (!actions().isEmpty())
        menu->addSeparator();
    const bool hasData = !scene_.isEmpty();
    menu->addAction(tr("&Copy data"), this, &ChartView::copy)->setEnabled(hasData);
    for (const char* suffix : {"svg", "png", "csv"}) {
        const QString name = QLatin1String(suffix);
        menu->addAction(tr("Export as %1…").arg(name.toUpper()), this, [this, name] { exportAs(name); })
            ->setEnabled(hasData);
    }
    menu->addSeparator();
    QMenu* isolate = menu->addMenu(tr("&Show only"));
    isolate->setEnabled(hasData);
    for (std::size_t g = 0; g < scene_.content.groups.size(); ++g) {
        const int group = static_cast<int>(g);
        QAction* action
            = isolate->addAction(scene_.content.groups[g].name, this, [this, group] { setIsolated(group); });
        action->setCheckable(true);
        action->setChecked(scene_.isolated == group);
    }
    menu->addAction(tr("&Reset"), this, &ChartView::reset);
    menu->popup(at);
}

} // namespace quotaboard
