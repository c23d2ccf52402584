// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/chart_content.h"
#include "ui/widgets/style/tokens.h"

namespace quotaboard {

// What the curves of a chart look like in a theme. Asked whenever something is painted; nothing is kept.

[[nodiscard]] QColor chartColor(const Tokens& tokens, const ChartGroup& group);
/// Of an area or a legend swatch; patterns tell layers apart that colours alone would not.
[[nodiscard]] QBrush chartBrush(const Tokens& tokens, const ChartGroup& group);
/// Solid and cosmetic: dashes are slow on many points.
[[nodiscard]] QPen chartPen(const Tokens& tokens, const ChartGroup& group, ChartRole role);

} // namespace quotaboard
