// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBrush>
#include <QColor>
#include <QPen>

namespace quotaboard {

/// Every colour of the application has a name here; nothing else may hold a colour literal (a test checks it).
/// Values: design, colour tokens, checked numerically for contrast and colour-vision deficiencies.
enum class ColorToken {
    Window, ///< behind lanes and cards
    Surface, ///< of lanes, cards, fields
    SurfaceRaised, ///< tool bars, docks, chips
    Border, ///< of surfaces, decorative
    Text,
    TextSecondary,
    TextDisabled,
    Grid,
    Focus,
    Accent, ///< primary buttons, current page, links
    OnAccent,
    Own,
    OnOwn,
    Borrowed,
    BorrowedStroke,
    OnBorrowed,
    Lent,
    LentStroke,
    OnLent,
    IdleStroke,
    Waste, ///< preempted, lost, error
    OnWaste,
    WasteSurface, ///< behind a reclaimed chip, with Text on it
    Ok,
    Restart, ///< restart and other overhead
    WarnText,
    WarnSurface,
    ErrorText,
    ErrorSurface,
};
inline constexpr int kColorTokens = static_cast<int>(ColorToken::ErrorSurface) + 1;

enum class ThemeKind { Light, Dark, HighContrast };

/// What a ledger segment is filled with besides its colour, so that colour never carries meaning alone.
enum class SegmentFill { Own, Borrowed, Lent, Idle, ReservedIdle, MayBorrow, OverLimit, Waste, Restart, Completed };

/// The colours and patterns of one theme. Ask at paint time, keep no QColor.
class Tokens {
public:
    explicit Tokens(ThemeKind kind = ThemeKind::Light);

    [[nodiscard]] ThemeKind kind() const { return kind_; }
    [[nodiscard]] bool isDark() const { return kind_ != ThemeKind::Light; }
    [[nodiscard]] QColor color(ColorToken token) const;
    /// A one-pixel (two in high contrast) cosmetic pen.
    [[nodiscard]] QPen pen(ColorToken token, Qt::PenStyle style = Qt::SolidLine) const;
    /// The base colour under the pattern; NoBrush where a segment has none.
    [[nodiscard]] QBrush fill(SegmentFill segment) const;
    /// Drawn over fill(); NoBrush for solid ones.
    [[nodiscard]] QBrush pattern(SegmentFill segment) const;
    [[nodiscard]] QPen outline(SegmentFill segment) const;
    /// For text on a segment.
    [[nodiscard]] QColor textOn(SegmentFill segment) const;
    /// Identity colour of a share by its position (Okabe-Ito, repeated after eight).
    [[nodiscard]] QColor share(int position) const;
    /// Whether the identity colour of a position repeats one before it: its stripe is then hatched.
    [[nodiscard]] static bool shareRepeats(int position) { return position >= 8; }

private:
    ThemeKind kind_;
};

} // namespace quotaboard
