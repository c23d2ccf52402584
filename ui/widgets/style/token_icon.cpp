// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/style/token_icon.h"

#include "ui/widgets/style/theme.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

#include <utility>

namespace quotaboard {

TokenIconEngine::TokenIconEngine(const Theme& theme, QString name, ColorToken token)
    : theme_(theme)
    , name_(std::move(name))
    , token_(token)
{
}

void TokenIconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state)
{
    ColorToken token = token_;
    if (mode == QIcon::Disabled)
        token = ColorToken::TextDisabled;
    else if (mode == QIcon::Selected || state == QIcon::On)
        token = ColorToken::OnAccent;

    QFile file(":/icons/" + name_ + ".svg");
    if (!file.open(QIODevice::ReadOnly))
        return;
    QByteArray content = file.readAll();
    content.replace("currentColor", theme_.tokens().color(token).name().toLatin1());

    QSvgRenderer renderer(content);
    const int side = qMin(rect.width(), rect.height());
    QRect square(0, 0, side, side);
    square.moveCenter(rect.center());
    renderer.render(painter, square);
}

QPixmap TokenIconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state)
{
    return scaledPixmap(size, mode, state, 1.0);
}

QPixmap TokenIconEngine::scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal)
{
    // QIcon asks for device pixels and sets the ratio itself.
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
}

QIconEngine* TokenIconEngine::clone() const
{
    return new TokenIconEngine(*this);
}

} // namespace quotaboard
