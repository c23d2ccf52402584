// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QPointF>

#include <span>

namespace quotaboard {

/// Points that look like `points` (ascending in x) when `from` to `to` is drawn on `columns` pixels: of each column the
/// first, lowest, highest and last, so that no peak is lost. Points that are few enough are returned as they are.
[[nodiscard]] QList<QPointF> decimate(std::span<const QPointF> points, double from, double to, int columns);

} // namespace quotaboard
