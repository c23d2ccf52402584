// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/coach_mark.h"

#include "ui/widgets/style/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kWidth = 264;
constexpr int kTipHeight = 10;
constexpr int kTipHalf = 10;
constexpr int kRadius = 8;
constexpr int kEdge = 8;

} // namespace

CoachMark::CoachMark(const Theme& theme, QWidget& window)
    : QFrame(&window)
    , theme_(theme)
    , window_(window)
    , text_(new QLabel(this))
{
    setObjectName("coachMark");
    setAccessibleName(tr("Hint"));
    text_->setObjectName("coachMarkText");
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    auto* done = new QPushButton(tr("Got it"), this);
    done->setObjectName("coachMarkDone");
    done->setFocusPolicy(Qt::TabFocus);
    done->setAutoDefault(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12 + kTipHeight);
    column->setSpacing(8);
    column->addWidget(text_);
    column->addWidget(done, 0, Qt::AlignRight);
    connect(done, &QPushButton::clicked, this, &CoachMark::dismiss);
    connect(&theme_, &Theme::changed, this, &CoachMark::place);
    hide();
}

void CoachMark::point(QWidget* target, const QString& text)
{
    target_ = target;
    text_->setText(text);
    setAccessibleDescription(text);
    qApp->installEventFilter(this);
    place();
    show();
    raise();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void CoachMark::dismiss()
{
    qApp->removeEventFilter(this);
    hide();
}

bool CoachMark::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && window_.isActiveWindow() && !QApplication::activePopupWidget()) {
        // Whoever has the keyboard gets the key, too: it may be in the middle of something.
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
            dismiss();
    } else if (watched == &window_ && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)) {
        QMetaObject::invokeMethod(this, &CoachMark::place, Qt::QueuedConnection);
    } else if (watched == target_ && (event->type() == QEvent::Move || event->type() == QEvent::Resize)) {
        QMetaObject::invokeMethod(this, &CoachMark::place, Qt::QueuedConnection);
    } else if (watched == target_ && event->type() == QEvent::Hide) {
        dismiss();
    }
    return false;
}

void CoachMark::place()
{
    if (!target_)
        return;
    const int width = std::min(theme_.scaled(kWidth), window_.width() - 2 * kEdge);
    const int height = layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height();
    const QPoint top = target_->mapTo(&window_, QPoint(target_->width() / 2, 0));
    const int left = std::clamp(top.x() - width / 4, kEdge, std::max(kEdge, window_.width() - width - kEdge));
    tip_ = std::clamp(top.x() - left, kRadius + kTipHalf, width - kRadius - kTipHalf);
    setGeometry(left, std::max(kEdge, top.y() - height), width, height);
    raise();
    update();
}

void CoachMark::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1 - kTipHeight);
    QPainterPath bubble;
    bubble.addRoundedRect(box, kRadius, kRadius);
    QPainterPath tip;
    tip.moveTo(tip_ - kTipHalf, box.bottom() - 1);
    tip.lineTo(tip_, box.bottom() + kTipHeight);
    tip.lineTo(tip_ + kTipHalf, box.bottom() - 1);
    tip.closeSubpath();
    painter.setPen(QPen(theme_.tokens().color(ColorToken::Focus), 2));
    painter.setBrush(theme_.tokens().color(ColorToken::Surface));
    painter.drawPath(bubble.united(tip));
}

void CoachMark::mousePressEvent(QMouseEvent*)
{
    dismiss();
}

} // namespace quotaboard
