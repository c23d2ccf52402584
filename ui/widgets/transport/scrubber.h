// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <QWidget>

#include <cstdint>
#include <functional>
#include <vector>

namespace quotaboard {

class Theme;

/// A breakpoint or a bookmark on the line of time.
struct ScrubberMark {
    TimeMs at = 0;
    /// What it is, for its tool tip.
    QString text;
    bool isOn = true;
    bool isBookmark = false;
    bool operator==(const ScrubberMark&) const = default;
};

/// The line of a run from 0 to its end: where the clock is, where jobs were preempted, where policy edits take effect,
/// where breakpoints are. Mouse and keys ask for another time with seekRequested(); the owner answers with setTime().
/// Time runs from left to right in every language. Screen readers see a slider whose value is the clock's text.
class Scrubber : public QWidget {
    Q_OBJECT

public:
    using TimeText = std::function<QString(TimeMs)>;

    Scrubber(const Theme& theme, TimeText timeText, QWidget* parent);

    [[nodiscard]] TimeMs time() const { return time_; }
    [[nodiscard]] TimeMs end() const { return end_; }
    void setTime(TimeMs time);
    void setEnd(TimeMs end);
    /// Preemptions in equal parts of the run.
    void setDensity(std::vector<std::uint32_t> density);
    /// Times of policy edits.
    void setFlags(std::vector<TimeMs> flags);
    /// Breakpoints at a time and bookmarks, in any order. A click on one, and Ctrl with an arrow, goes exactly there.
    void setMarks(std::vector<ScrubberMark> marks);
    [[nodiscard]] const std::vector<ScrubberMark>& marks() const { return marks_; }
    [[nodiscard]] const std::vector<std::uint32_t>& density() const { return density_; }
    [[nodiscard]] const std::vector<TimeMs>& flags() const { return flags_; }

    /// The clock's text at `time`.
    [[nodiscard]] QString textOf(TimeMs time) const { return timeText_(time); }
    /// Where a time is drawn, and back.
    [[nodiscard]] qreal positionOf(TimeMs time) const;
    [[nodiscard]] TimeMs timeAt(qreal x) const;
    /// One key press of an arrow, and of Page Up.
    [[nodiscard]] TimeMs smallStep() const;
    [[nodiscard]] TimeMs largeStep() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void seekRequested(qint64 time);
    /// The knob is held by the mouse, or let go.
    void draggingChanged(bool isDragging);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void requestSeek(TimeMs time);
    void paintTicks(QPainter& painter, qreal track) const;
    void paintFlags(QPainter& painter, qreal track) const;
    void paintMarks(QPainter& painter, qreal middle) const;
    /// The breakpoint that is drawn at `x`; null for none.
    [[nodiscard]] const ScrubberMark* markAt(qreal x) const;
    /// The breakpoint or flag next to the clock, 1 = after it; the clock's time when there is none.
    [[nodiscard]] TimeMs neighbour(int direction) const;

    const Theme& theme_;
    TimeText timeText_;
    TimeMs time_ = 0;
    TimeMs end_ = 0;
    std::vector<std::uint32_t> density_;
    std::vector<TimeMs> flags_;
    std::vector<ScrubberMark> marks_;
    bool isDragging_ = false;
};

} // namespace quotaboard
