// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/board/board_content.h"
#include "ui/widgets/board/board_fonts.h"
#include "ui/widgets/board/board_glyphs.h"
#include "ui/widgets/style/tokens.h"

#include <functional>

class QPainter;

namespace quotaboard {

class BoardSelection;

/// What a drag makes of a lane.
enum class DropState { None, Legal, Illegal };

/// What, besides the state of the lanes, decides how they are painted.
struct LaneHighlights {
    BoardPart current;
    bool hasFocus = false;
    BoardPart hovered;
    DropState drop = DropState::None;
    /// Jobs that are selected together; may be null.
    const BoardSelection* selection = nullptr;
    /// How strong a preemption that has just happened is marked, 0 to 1; may be empty.
    std::function<double(JobIndex)> flash;
};

/// Paints one lane from its geometry and content; keeps nothing.
class LanePainter {
public:
    LanePainter(QPainter& painter, const BoardContent& content, const Tokens& tokens, const BoardFonts& fonts,
        const LaneShape& shape, BoardDensity density, const BoardMirror& mirror);

    void paint(const LaneHighlights& highlights);

private:
    void paintGround(const LaneHighlights& highlights);
    void paintHeader(const LaneHighlights& highlights);
    void paintHeaderChip(const HeaderChipShape& chip, bool isHovered);
    void paintWaits();
    void paintLedger(const LedgerShape& ledger, const LaneHighlights& highlights);
    void paintTicks(const LedgerShape& ledger, const LaneHighlights& highlights);
    void paintRunning(const ChipShape& chip, const RunningJob& job);
    void paintChipText(const QRectF& rect, const RunningJob& job, BoardGlyph glyph);
    void paintProgress(const QRectF& rect, const RunningJob& job);
    void paintReclaimed(const ChipShape& chip, const ReclaimedJob& job, double flash);
    void paintSelected(const BoardSelection& selection);
    void paintMore(const QRectF& rect, const QString& text);
    void paintQueue();
    void paintQueueTitle();
    void paintWaitingChip(const ChipShape& chip, const WaitingJob& job);
    void paintReason();
    void paintCounts();
    void paintFocus(const LaneHighlights& highlights);
    /// Draws as much of the text as fits and gives the x after it.
    double paintText(double x, const QRectF& row, double right, const QString& text, const QFont& font,
        const QFontMetricsF& metrics, ColorToken color);

    [[nodiscard]] double px(double length) const { return length * fonts_.em; }
    /// Where something of the layout is painted.
    template <class Shape>
    [[nodiscard]] Shape m(const Shape& shape) const
    {
        return mirror_(shape);
    }
    /// Alignment at the side where lines begin, or where they end.
    [[nodiscard]] Qt::Alignment atStart() const
    {
        return (mirror_.isOn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute;
    }
    [[nodiscard]] Qt::Alignment atEnd() const
    {
        return (mirror_.isOn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignAbsolute;
    }

    QPainter& painter_;
    const BoardContent& content_;
    const Tokens& tokens_;
    const BoardFonts& fonts_;
    const LaneShape& shape_;
    const LaneState* state_;
    BoardDensity density_;
    const BoardMirror& mirror_;
};

/// How wide the texts of the board are in these fonts; for the layout.
[[nodiscard]] BoardMeasure measureOf(const BoardContent& content, const BoardFonts& fonts, BoardDensity density);

/// "1 h 05 min": the wait so far as it stands in a chip of the queue.
[[nodiscard]] QString waitSoFar(const BoardContent& content, const WaitingJob& job);

} // namespace quotaboard
