// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/style/theme.h"

#include <QFont>
#include <QFontMetricsF>

namespace quotaboard {

/// The four text sizes of the board, all derived from the theme's text size.
struct BoardFonts {
    explicit BoardFonts(const Theme& theme)
        : em(theme.fontScale() / 100.0)
        , base(theme.font())
        , bold(base)
        , small(base)
        , smallBold(base)
        , title(base)
        , baseMetrics(base)
        , boldMetrics(base)
        , smallMetrics(base)
        , smallBoldMetrics(base)
        , titleMetrics(base)
    {
        bold.setWeight(QFont::DemiBold);
        small.setPixelSize(qMax(8, qRound(11.5 * em)));
        smallBold = small;
        smallBold.setWeight(QFont::DemiBold);
        title.setPixelSize(qRound(15 * em));
        title.setWeight(QFont::DemiBold);
        boldMetrics = QFontMetricsF(bold);
        smallMetrics = QFontMetricsF(small);
        smallBoldMetrics = QFontMetricsF(smallBold);
        titleMetrics = QFontMetricsF(title);
    }

    double em;
    QFont base;
    QFont bold;
    QFont small;
    QFont smallBold;
    QFont title;
    QFontMetricsF baseMetrics;
    QFontMetricsF boldMetrics;
    QFontMetricsF smallMetrics;
    QFontMetricsF smallBoldMetrics;
    QFontMetricsF titleMetrics;
};

} // namespace quotaboard
