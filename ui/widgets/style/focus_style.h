// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace quotaboard {

/// Fusion with a focus ring that is seen (two pixels in the link colour instead of a dotted line) and with boxes and
/// buttons to tick that are seen in dark themes, too. Dialogs are wide enough for their titles;
/// boxes and icons grow with the text.
class FocusStyle : public QProxyStyle {
    Q_OBJECT

public:
    FocusStyle();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    void drawPrimitive(
        PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(
        StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returnData) const override;

private:
    static void drawIndicator(bool isRound, const QStyleOption& option, QPainter& painter);
};

} // namespace quotaboard
