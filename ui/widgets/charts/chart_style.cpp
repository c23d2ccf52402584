// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/chart_style.h"

namespace quotaboard {

namespace {

ColorToken tokenOf(ChartPaint paint)
{
    switch (paint) {
    case ChartPaint::Completed:
        return ColorToken::Ok;
    case ChartPaint::InProgress:
        return ColorToken::Own;
    case ChartPaint::Checkpoint:
        return ColorToken::LentStroke;
    case ChartPaint::Hold:
        return ColorToken::IdleStroke;
    case ChartPaint::Restart:
        return ColorToken::Restart;
    case ChartPaint::Discarded:
        return ColorToken::BorrowedStroke;
    case ChartPaint::Lost:
        return ColorToken::Waste;
    case ChartPaint::Idle:
        return ColorToken::Grid;
    case ChartPaint::Share:
    case ChartPaint::Total:
    case ChartPaint::Capacity:
        break;
    }
    return ColorToken::Text;
}

Qt::BrushStyle patternOf(ChartPaint paint)
{
    switch (paint) {
    case ChartPaint::Checkpoint:
        return Qt::Dense4Pattern;
    case ChartPaint::Hold:
        return Qt::BDiagPattern;
    case ChartPaint::Discarded:
        return Qt::DiagCrossPattern;
    default:
        return Qt::SolidPattern;
    }
}

constexpr int kThinAlpha = 150;

} // namespace

QColor chartColor(const Tokens& tokens, const ChartGroup& group)
{
    return group.paint == ChartPaint::Share ? tokens.share(group.share) : tokens.color(tokenOf(group.paint));
}

QBrush chartBrush(const Tokens& tokens, const ChartGroup& group)
{
    return QBrush(chartColor(tokens, group), patternOf(group.paint));
}

QPen chartPen(const Tokens& tokens, const ChartGroup& group, ChartRole role)
{
    QColor color = chartColor(tokens, group);
    const bool isThin
        = role == ChartRole::ThinLine || role == ChartRole::RightLine || group.paint == ChartPaint::Capacity;
    if (role == ChartRole::ThinLine)
        color.setAlpha(kThinAlpha);
    QPen pen(color, isThin ? 1 : 2);
    pen.setCosmetic(true);
    return pen;
}

} // namespace quotaboard
