// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/board/board_content.h"
#include "ui/widgets/board/board_fonts.h"
#include "ui/widgets/style/theme.h"

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace quotaboard {

/// One unit of the pool: who uses it, to scale over the whole of the environment's capacity, and how much is free.
class PoolBar : public QAbstractButton {
    Q_OBJECT

public:
    PoolBar(const BoardContent& content, const Theme& theme, QWidget* parent);

    void setUnit(UnitIndex unit);
    [[nodiscard]] UnitIndex unit() const { return unit_; }
    void setLabelWidth(double width) { label_ = width; }
    /// Room for the numbers, the same for all bars, so that they end in one place.
    void setNumbersWidth(double width) { numbers_ = width; }
    /// Pixels of one instance in the lanes below; 0: nothing is to scale there.
    void setScale(double scale);
    [[nodiscard]] double scale() const { return scale_; }
    /// How many instances the measure on this bar stands for; 0 where none is shown.
    [[nodiscard]] std::int64_t measuredInstances() const;
    [[nodiscard]] QSize sizeHint() const override;
    /// Whether name, bar and numbers have room beside each other at this width.
    [[nodiscard]] bool isWholeAt(int width) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Gives the x that the bar may reach to.
    double paintNumbers(QPainter& painter, const PoolState& pool, const BoardFonts& fonts, const QRectF& row) const;
    /// A measure of some instances as wide as they are in the lanes, left of `right`.
    double paintScale(QPainter& painter, const BoardFonts& fonts, double right, const QRectF& row) const;
    void paintBar(QPainter& painter, const PoolState& pool, const QRectF& bar) const;
    /// Lengths are measured from where lines begin.
    [[nodiscard]] BoardMirror mirror() const;

    const BoardContent& content_;
    const Theme& theme_;
    UnitIndex unit_;
    double label_ = 100;
    double numbers_ = 100;
    double scale_ = 0;
};

/// The strip above the board with one bar per capacity unit.
class PoolBars : public QWidget {
    Q_OBJECT

public:
    PoolBars(const BoardContent& content, const Theme& theme, QWidget* parent = nullptr);

    /// By UnitIndex, pixels of one instance on the board; empty while nothing is to scale.
    void setScales(const std::vector<double>& scales);

Q_SIGNALS:
    void poolClicked(quotaboard::UnitIndex unit);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    const BoardContent& content_;
    const Theme& theme_;
    QVBoxLayout* rows_;
    std::vector<PoolBar*> bars_;
    std::vector<double> scales_;
};

} // namespace quotaboard
