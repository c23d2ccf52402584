// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/transport/play_button.h"

#include "ui/widgets/style/theme.h"

#include <QAction>
#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kDiameter = 36;
constexpr int kSymbol = 20;
/// Room for the focus ring around the disc.
constexpr int kRing = 4;

} // namespace

PlayButton::PlayButton(const Theme& theme, QAction& action, QWidget* parent)
    : QAbstractButton(parent)
    , theme_(theme)
    , action_(action)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setFixedSize(sizeHint());
    connect(this, &QAbstractButton::clicked, &action_, &QAction::trigger);
    connect(&action_, &QAction::changed, this, &PlayButton::follow);
    connect(&theme_, &Theme::changed, this, [this] {
        setFixedSize(sizeHint());
        update();
    });
    follow();
}

QSize PlayButton::sizeHint() const
{
    const int diameter = std::max(kDiameter, theme_.scaled(kDiameter));
    return {diameter + 2 * kRing, diameter + 2 * kRing};
}

void PlayButton::follow()
{
    setEnabled(action_.isEnabled());
    setAccessibleName(action_.iconText());
    setToolTip(action_.toolTip());
    update();
}

void PlayButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = theme_.tokens();
    const QRectF disc = QRectF(rect()).adjusted(kRing, kRing, -kRing, -kRing);

    QColor fill = tokens.color(isEnabled() ? ColorToken::Accent : ColorToken::Border);
    if (isDown())
        fill = fill.darker(120);
    else if (underMouse() && isEnabled())
        fill = fill.lighter(112);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawEllipse(disc);

    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(tokens.color(ColorToken::Focus), 2));
        painter.drawEllipse(disc.adjusted(-3, -3, 3, 3));
    }
    const QRect symbol(QPoint(0, 0), QSize(1, 1) * std::max(kSymbol, theme_.scaled(kSymbol)));
    action_.icon().paint(&painter, symbol.translated(rect().center() - symbol.center()), Qt::AlignCenter,
        isEnabled() ? QIcon::Normal : QIcon::Disabled);
}

bool PlayButton::hitButton(const QPoint& position) const
{
    return rect().contains(position);
}

} // namespace quotaboard
