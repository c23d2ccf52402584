// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace quotaboard {

/// Small pictures drawn as paths, so that they are crisp at every scale and take the colour of their text.
enum class BoardGlyph { Running, Starting, Scheduled, Lock, Preempted, Reserve, Lend, LendAndBorrow, Handle, Plus };

void paintGlyph(QPainter& painter, BoardGlyph glyph, const QRectF& rect, const QColor& color);

} // namespace quotaboard
