// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/style/tokens.h"

#include <array>

namespace quotaboard {

namespace {

struct TokenValues {
    ColorToken token;
    QRgb light;
    QRgb dark;
    QRgb highContrast;
};

// clang-format off
constexpr std::array<TokenValues, kColorTokens> kValues{{
    {ColorToken::Window,         0xFFEBEFF2, 0xFF14171A, 0xFF000000},
    {ColorToken::Surface,        0xFFFFFFFF, 0xFF1B1E20, 0xFF000000},
    {ColorToken::SurfaceRaised,  0xFFF3F5F7, 0xFF262A2E, 0xFF000000},
    {ColorToken::Border,         0xFFD5DAE0, 0xFF3A4046, 0xFFFFFFFF},
    {ColorToken::Text,           0xFF1B1F23, 0xFFECEFF1, 0xFFFFFFFF},
    {ColorToken::TextSecondary,  0xFF4D5761, 0xFFAEB6BD, 0xFFFFFFFF},
    {ColorToken::TextDisabled,   0xFF6E7781, 0xFF848D95, 0xFFB8C0C8},
    {ColorToken::Grid,           0xFFD5DAE0, 0xFF3A4046, 0xFF7C868F},
    {ColorToken::Focus,          0xFF0A4C86, 0xFF8EC5FF, 0xFFFFFF00},
    {ColorToken::Accent,         0xFF0A4C86, 0xFF2B74DE, 0xFF8EC5FF},
    {ColorToken::OnAccent,       0xFFFFFFFF, 0xFFFFFFFF, 0xFF000000},
    {ColorToken::Own,            0xFF0A4C86, 0xFF2B74DE, 0xFF2B74DE},
    {ColorToken::OnOwn,          0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF},
    {ColorToken::Borrowed,       0xFFE8A317, 0xFFFFB937, 0xFFFFB937},
    {ColorToken::BorrowedStroke, 0xFF7A5200, 0xFFFFB937, 0xFFFFFFFF},
    {ColorToken::OnBorrowed,     0xFF1B1F23, 0xFF1B1F23, 0xFF000000},
    {ColorToken::Lent,           0xFFB5DCF5, 0xFFC3DDF0, 0xFFC3DDF0},
    {ColorToken::LentStroke,     0xFF2B6C99, 0xFFC3DDF0, 0xFFFFFFFF},
    {ColorToken::OnLent,         0xFF1B1F23, 0xFF1B1F23, 0xFF000000},
    {ColorToken::IdleStroke,     0xFF6E7781, 0xFF7C868F, 0xFFFFFFFF},
    {ColorToken::Waste,          0xFF8F1D00, 0xFFCE4210, 0xFFCE4210},
    {ColorToken::OnWaste,        0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF},
    {ColorToken::WasteSurface,   0xFFFDECE7, 0xFF3D1A10, 0xFF000000},
    {ColorToken::Ok,             0xFF128A63, 0xFF1FD6A0, 0xFF1FD6A0},
    {ColorToken::Restart,        0xFFC45BB0, 0xFF9A6480, 0xFFC45BB0},
    {ColorToken::WarnText,       0xFF7A5200, 0xFFFFD27A, 0xFFFFD27A},
    {ColorToken::WarnSurface,    0xFFFFF4DC, 0xFF3A2E12, 0xFF000000},
    {ColorToken::ErrorText,      0xFF8F1D00, 0xFFFFB7A3, 0xFFFFB7A3},
    {ColorToken::ErrorSurface,   0xFFFDECE7, 0xFF3D1A10, 0xFF000000},
}};
// clang-format on

constexpr std::array<QRgb, 8> kShareColors{
    0xFF0072B2, 0xFFE69F00, 0xFF009E73, 0xFFCC79A7, 0xFF56B4E9, 0xFFD55E00, 0xFFF0E442, 0xFF7C868F};

constexpr bool isInOrder()
{
    for (std::size_t i = 0; i < kValues.size(); ++i) {
        if (static_cast<std::size_t>(kValues[i].token) != i)
            return false;
    }
    return true;
}
static_assert(isInOrder());

} // namespace

Tokens::Tokens(ThemeKind kind)
    : kind_(kind)
{
}

QColor Tokens::color(ColorToken token) const
{
    const TokenValues& values = kValues[static_cast<std::size_t>(token)];
    switch (kind_) {
    case ThemeKind::Light:
        return QColor::fromRgba(values.light);
    case ThemeKind::Dark:
        return QColor::fromRgba(values.dark);
    case ThemeKind::HighContrast:
        break;
    }
    return QColor::fromRgba(values.highContrast);
}

QPen Tokens::pen(ColorToken token, Qt::PenStyle style) const
{
    QPen pen(color(token), kind_ == ThemeKind::HighContrast ? 2.0 : 1.0, style);
    pen.setCosmetic(true);
    return pen;
}

QBrush Tokens::fill(SegmentFill segment) const
{
    switch (segment) {
    case SegmentFill::Own:
        return color(ColorToken::Own);
    case SegmentFill::Borrowed:
        return color(ColorToken::Borrowed);
    case SegmentFill::Lent:
        return color(ColorToken::Lent);
    case SegmentFill::Waste:
        return color(ColorToken::Waste);
    case SegmentFill::Restart:
        return color(ColorToken::Restart);
    case SegmentFill::Completed:
        return color(ColorToken::Ok);
    case SegmentFill::OverLimit:
        return color(ColorToken::WasteSurface);
    case SegmentFill::Idle:
    case SegmentFill::ReservedIdle:
    case SegmentFill::MayBorrow:
        break;
    }
    return Qt::NoBrush;
}

QBrush Tokens::pattern(SegmentFill segment) const
{
    switch (segment) {
    case SegmentFill::Borrowed:
        return QBrush(color(ColorToken::OnBorrowed), Qt::FDiagPattern);
    case SegmentFill::Lent:
        return QBrush(color(ColorToken::OnLent), Qt::Dense6Pattern);
    case SegmentFill::ReservedIdle:
        return QBrush(color(ColorToken::IdleStroke), Qt::VerPattern);
    case SegmentFill::OverLimit:
    case SegmentFill::Waste:
        return QBrush(
            color(segment == SegmentFill::Waste ? ColorToken::OnWaste : ColorToken::Waste), Qt::DiagCrossPattern);
    case SegmentFill::Restart:
        return QBrush(color(ColorToken::Surface), Qt::BDiagPattern);
    case SegmentFill::Own:
    case SegmentFill::Idle:
    case SegmentFill::MayBorrow:
    case SegmentFill::Completed:
        break;
    }
    return Qt::NoBrush;
}

QPen Tokens::outline(SegmentFill segment) const
{
    switch (segment) {
    case SegmentFill::Own:
        return pen(ColorToken::Own);
    case SegmentFill::Borrowed:
        return pen(ColorToken::BorrowedStroke);
    case SegmentFill::Lent:
        return pen(ColorToken::LentStroke);
    case SegmentFill::MayBorrow:
        return pen(ColorToken::IdleStroke, Qt::DashLine);
    case SegmentFill::OverLimit:
    case SegmentFill::Waste:
        return pen(ColorToken::Waste);
    case SegmentFill::Restart:
        return pen(ColorToken::Restart);
    case SegmentFill::Completed:
        return pen(ColorToken::Ok);
    case SegmentFill::Idle:
    case SegmentFill::ReservedIdle:
        break;
    }
    return pen(ColorToken::IdleStroke);
}

QColor Tokens::textOn(SegmentFill segment) const
{
    switch (segment) {
    case SegmentFill::Own:
        return color(ColorToken::OnOwn);
    case SegmentFill::Borrowed:
        return color(ColorToken::OnBorrowed);
    case SegmentFill::Lent:
        return color(ColorToken::OnLent);
    case SegmentFill::Waste:
        return color(ColorToken::OnWaste);
    case SegmentFill::Idle:
    case SegmentFill::ReservedIdle:
    case SegmentFill::MayBorrow:
    case SegmentFill::OverLimit:
    case SegmentFill::Restart:
    case SegmentFill::Completed:
        break;
    }
    return color(ColorToken::Text);
}

QColor Tokens::share(int position) const
{
    return QColor::fromRgba(kShareColors[static_cast<std::size_t>(position) % kShareColors.size()]);
}

} // namespace quotaboard
