// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/board/board_fonts.h"
#include "ui/widgets/board/board_gestures.h"
#include "ui/widgets/board/lane_painter.h"

#include <QGraphicsItem>
#include <QVector>

namespace quotaboard {

class PreemptionShow;

/// What the items of the board read when they paint. Owned by the view, which changes it and asks for repaints; the
/// items keep nothing but the number of their lane, so that a new position of the clock moves no item and makes none.
struct BoardScene {
    const BoardContent* content = nullptr;
    const Theme* theme = nullptr;
    const BoardFonts* fonts = nullptr;
    BoardLayout layout;
    BoardMirror mirror;
    const BoardSelection* selection = nullptr;
    const PreemptionShow* preemptions = nullptr;
    /// The rubber band while one is drawn; of the layout.
    std::optional<QRectF> band;
    BoardPart current;
    BoardPart hovered;
    bool hasFocus = false;
    const BoardGestures* gestures = nullptr;
    /// Jobs that somebody points at elsewhere: they are outlined.
    QVector<JobIndex> affected;
    /// Words beside the badge, from a preview of the edit; may be empty.
    QString effect;
};

class LaneItem final : public QGraphicsItem {
public:
    LaneItem(const BoardScene& scene, std::size_t index);
    void setRect(const QRectF& rect);
    [[nodiscard]] QRectF boundingRect() const override { return rect_.adjusted(-3, -3, 3, 3); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const BoardScene& scene_;
    std::size_t index_;
    QRectF rect_;
};

/// "Add share" with its templates, and the words of an empty board.
class FooterItem final : public QGraphicsItem {
public:
    explicit FooterItem(const BoardScene& scene);
    void updateRect();
    [[nodiscard]] QRectF boundingRect() const override { return rect_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const BoardScene& scene_;
    QRectF rect_;
};

/// Above everything: ghost, badge and marks of a drag; else, while the pointer is on lent or borrowed capacity, lines
/// between lender and borrower.
class DragItem final : public QGraphicsItem {
public:
    explicit DragItem(const BoardScene& scene);
    /// The part of the board that is in view: the badge stays inside.
    void setView(const QRectF& view);
    [[nodiscard]] QRectF boundingRect() const override { return view_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintLending(QPainter& painter) const;
    void paintBand(QPainter& painter) const;
    void paintSlides(QPainter& painter) const;
    void paintAffected(QPainter& painter) const;
    void paintNewLane(QPainter& painter, const DragPicture& picture) const;
    void paintGhost(QPainter& painter, const DragPicture& picture, const QRectF& ghost) const;
    void paintBadge(QPainter& painter, const DragPicture& picture, const QPointF& at) const;

    const BoardScene& scene_;
    QRectF view_;
};

} // namespace quotaboard
