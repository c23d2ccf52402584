// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/style/tokens.h"

#include <QString>

class QFont;
class QFontMetricsF;
class QPainter;

namespace quotaboard {

[[nodiscard]] SegmentFill fillOf(SegmentKind kind);

/// Fill, pattern and outline of one segment, in one look wherever segments are drawn.
void paintSegment(QPainter& painter, const Tokens& tokens, SegmentFill fill, const QRectF& rect);

/// Text in the middle of a segment, on a plate where the segment has a pattern; nothing where it does not fit.
void paintSegmentText(QPainter& painter, const Tokens& tokens, SegmentFill fill, const QRectF& rect,
    const QString& text, const QFont& font, const QFontMetricsF& metrics);

} // namespace quotaboard
