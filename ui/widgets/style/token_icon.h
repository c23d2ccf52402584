// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/style/tokens.h"

#include <QIconEngine>
#include <QString>

namespace quotaboard {

class Theme;

/// Draws a stroke icon of the resources with `currentColor` replaced by a token's colour, at paint time, so that a
/// change of theme or scale needs no new icons. Disabled icons use the colour of disabled text, selected ones that of
/// text on the accent. The theme must outlive it.
class TokenIconEngine : public QIconEngine {
public:
    TokenIconEngine(const Theme& theme, QString name, ColorToken token);

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    [[nodiscard]] QIconEngine* clone() const override;

private:
    const Theme& theme_;
    QString name_;
    ColorToken token_;
};

} // namespace quotaboard
