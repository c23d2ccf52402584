// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/bar_chart.h"

#include "ui/widgets/style/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace quotaboard {

namespace {

constexpr int kHeight = 148;
constexpr int kLeastWidth = 260;
constexpr double kStep = 0.1;
constexpr double kLargeStep = 1;
constexpr double kMostWeight = 1e9;
constexpr double kHeadroom = 1.2;
constexpr qreal kSmall = 0.92;
constexpr qreal kGap = 6;
constexpr qreal kHeadGap = 12;

/// A round number at or above the value.
double roundUp(double value)
{
    if (!(value > 0))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
        if (step * power >= value * (1 - 1e-9))
            return step * power;
    }
    return 10 * power;
}

QString numberText(double value)
{
    return QLocale().toString(value, 'g', 4);
}

} // namespace

BarChart::BarChart(const Theme& theme, const QString& title, const QString& unit, QWidget* parent)
    : QWidget(parent)
    , theme_(theme)
    , title_(title)
    , unit_(unit)
{
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme_, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void BarChart::setNames(const QStringList& names)
{
    names_ = names;
    values_.resize(static_cast<std::size_t>(names.size()));
    describe();
    update();
}

void BarChart::setValues(const std::vector<double>& values)
{
    if (values == values_)
        return;
    values_ = values;
    current_ = std::clamp(current_, 0, std::max(0, static_cast<int>(values_.size()) - 1));
    describe();
    update();
}

void BarChart::setEmptyText(const QString& text)
{
    emptyText_ = text;
    describe();
    update();
}

void BarChart::setEditable(bool isEditable)
{
    isEditable_ = isEditable;
    setFocusPolicy(isEditable ? Qt::StrongFocus : Qt::NoFocus);
    setToolTip(
        isEditable ? tr("Drag a bar, or choose one with Left and Right and change it with Up and Down") : QString());
    describe();
}

QSize BarChart::sizeHint() const
{
    return {theme_.scaled(kLeastWidth), theme_.scaled(kHeight)};
}

QSize BarChart::minimumSizeHint() const
{
    return {kLeastWidth, theme_.scaled(kHeight)};
}

QFont BarChart::smallFont() const
{
    QFont font = theme_.font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * kSmall))));
    return font;
}

QRectF BarChart::plot() const
{
    const QFontMetricsF metrics(smallFont());
    const qreal left = metrics.horizontalAdvance(numberText(top())) + kGap + 2;
    // The highest value is written half above the plot.
    const qreal head = metrics.height() * (isHeadSplit() ? 2.5 : 1.5) + 2;
    return QRectF(rect()).adjusted(left, head, -4, -metrics.height() - 4);
}

bool BarChart::isHeadSplit() const
{
    const QFontMetricsF metrics(smallFont());
    return metrics.horizontalAdvance(title_) + metrics.horizontalAdvance(unit_) + kHeadGap > width() - 4;
}

double BarChart::top() const
{
    if (heldTop_ > 0)
        return heldTop_;
    const auto highest = std::max_element(values_.begin(), values_.end());
    const double most = highest == values_.end() ? 0 : *highest;
    // Room to drag a bar higher.
    return roundUp(isEditable_ ? most * kHeadroom : most);
}

QRectF BarChart::barRect(std::size_t bar) const
{
    const QRectF area = plot();
    const qreal width = area.width() / static_cast<qreal>(std::max<std::size_t>(1, values_.size()));
    const qreal height = std::min(1.0, values_[bar] / top()) * area.height();
    const qreal gap = std::min(2.0, width / 4);
    return {area.left() + width * static_cast<qreal>(bar) + gap / 2, area.bottom() - height, width - gap, height};
}

int BarChart::barAt(qreal x) const
{
    const QRectF area = plot();
    const auto bar = static_cast<int>((x - area.left()) / area.width() * static_cast<qreal>(values_.size()));
    return std::clamp(bar, 0, static_cast<int>(values_.size()) - 1);
}

QString BarChart::textOf(std::size_t bar) const
{
    return tr("%1: %2 %3").arg(names_.value(static_cast<qsizetype>(bar)), numberText(values_[bar]), unit_);
}

void BarChart::describe()
{
    if (!emptyText_.isEmpty() || values_.empty())
        setAccessibleDescription(emptyText_);
    else if (isEditable_)
        setAccessibleDescription(textOf(static_cast<std::size_t>(current_)));
    else {
        QStringList all;
        for (std::size_t i = 0; i < values_.size(); ++i)
            all += textOf(i);
        setAccessibleDescription(all.join(QStringLiteral("; ")));
    }
}

bool BarChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && emptyText_.isEmpty() && !values_.empty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (plot().contains(help->pos())) {
            QToolTip::showText(help->globalPos(), textOf(static_cast<std::size_t>(barAt(help->pos().x()))), this);
            return true;
        }
    }
    return QWidget::event(event);
}

void BarChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = theme_.tokens();
    painter.setFont(smallFont());
    const QFontMetricsF metrics(smallFont());
    const QRectF head(2, 0, width() - 4, metrics.height() + 2);
    painter.setPen(tokens.color(ColorToken::Text));
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, title_);
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    if (isHeadSplit())
        painter.drawText(head.translated(0, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, unit_);
    else
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, unit_);
    if (!emptyText_.isEmpty() || values_.empty()) {
        painter.drawText(plot(), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    drawBars(painter);
    drawNames(painter);
    if (hasFocus()) {
        painter.setPen(QPen(tokens.color(ColorToken::Focus), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void BarChart::drawBars(QPainter& painter) const
{
    const Tokens& tokens = theme_.tokens();
    const QRectF area = plot();
    painter.setPen(tokens.pen(ColorToken::Grid));
    for (const qreal part : {0.0, 0.5, 1.0}) {
        const qreal y = area.bottom() - part * area.height();
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    const QFontMetricsF metrics(smallFont());
    painter.setPen(tokens.color(ColorToken::TextSecondary));
    for (const qreal part : {0.0, 1.0}) {
        const QRectF place(
            0, area.bottom() - part * area.height() - metrics.height() / 2, area.left() - kGap, metrics.height());
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, numberText(part * top()));
    }
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const bool isCurrent = hasFocus() && static_cast<int>(i) == current_;
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.color(isCurrent ? ColorToken::Focus : ColorToken::Own));
        painter.drawRect(barRect(i));
        if (isCurrent) {
            painter.setPen(tokens.color(ColorToken::Text));
            const QString text = numberText(values_[i]);
            const qreal width = metrics.horizontalAdvance(text) + 2;
            const qreal x = std::clamp(barRect(i).center().x() - width / 2, area.left(), area.right() - width);
            const qreal y = std::max(area.top(), barRect(i).top() - metrics.height());
            painter.drawText(QRectF(x, y, width, metrics.height()), Qt::AlignCenter, text);
        }
    }
}

void BarChart::drawNames(QPainter& painter) const
{
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    painter.setPen(theme_.tokens().color(ColorToken::TextSecondary));
    const qreal slot = area.width() / static_cast<qreal>(values_.size());
    qreal widest = 0;
    for (const QString& name : names_)
        widest = std::max(widest, metrics.horizontalAdvance(name));
    auto every = std::max<qsizetype>(1, static_cast<qsizetype>(std::ceil((widest + kGap) / slot)));
    // Hours are named in even steps.
    while (values_.size() == 24 && every < 24 && 24 % every != 0)
        ++every;
    for (qsizetype i = 0; i < names_.size(); i += every) {
        const qreal x = area.left() + slot * (static_cast<qreal>(i) + 0.5);
        painter.drawText(
            QRectF(x - widest, area.bottom() + 2, 2 * widest, metrics.height()), Qt::AlignCenter, names_[i]);
    }
}

void BarChart::mousePressEvent(QMouseEvent* event)
{
    if (!isEditable_ || event->button() != Qt::LeftButton || values_.empty())
        return QWidget::mousePressEvent(event);
    heldTop_ = top();
    setFromMouse(event->position());
}

void BarChart::mouseReleaseEvent(QMouseEvent* event)
{
    heldTop_ = 0;
    update();
    QWidget::mouseReleaseEvent(event);
}

void BarChart::mouseMoveEvent(QMouseEvent* event)
{
    if (isEditable_ && (event->buttons() & Qt::LeftButton) && !values_.empty())
        setFromMouse(event->position());
}

void BarChart::setFromMouse(const QPointF& point)
{
    const QRectF area = plot();
    current_ = barAt(point.x());
    const double part = std::clamp((area.bottom() - point.y()) / area.height(), 0.0, 1.0);
    // Two digits are all that a hand can aim at.
    const double grain = top() / 100;
    setValue(static_cast<std::size_t>(current_), std::round(part * top() / grain) * grain);
}

void BarChart::setValue(std::size_t bar, double value)
{
    value = std::clamp(std::round(value * 1e6) / 1e6, 0.0, kMostWeight);
    std::vector<double> wanted = values_;
    wanted[bar] = value;
    // Where all are 0 nothing would ever arrive.
    if (std::all_of(wanted.begin(), wanted.end(), [](double v) { return v <= 0; }))
        return;
    const bool isOther = wanted != values_;
    values_ = std::move(wanted);
    describe();
    update();
    if (isOther)
        Q_EMIT edited();
}

void BarChart::keyPressEvent(QKeyEvent* event)
{
    if (!isEditable_ || values_.empty())
        return QWidget::keyPressEvent(event);
    const auto bar = static_cast<std::size_t>(current_);
    const int last = static_cast<int>(values_.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        current_ = std::max(0, current_ - 1);
        break;
    case Qt::Key_Right:
        current_ = std::min(last, current_ + 1);
        break;
    case Qt::Key_Up:
        setValue(bar, values_[bar] + kStep);
        break;
    case Qt::Key_Down:
        setValue(bar, values_[bar] - kStep);
        break;
    case Qt::Key_PageUp:
        setValue(bar, values_[bar] + kLargeStep);
        break;
    case Qt::Key_PageDown:
        setValue(bar, values_[bar] - kLargeStep);
        break;
    case Qt::Key_Home:
        setValue(bar, 0);
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    describe();
    update();
}

void BarChart::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

} // namespace quotaboard
