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
    [[nodiscard]] QSize sizeHint() const override;
    /// Whether name, bar and numbers have room beside each other at this width.
    [[nodiscard]] bool isWholeAt(int width) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Gives the x that the bar may reach to.
    double paintNumbers(QPainter& painter, const PoolState& pool, const BoardFonts& fonts, const QRectF& row) const;
    void paintBar(QPainter& painter, const PoolState& pool, const QRectF& bar) const;
    /// Lengths are measured from where lines begin.
    [[nodiscard]] BoardMirror mirror() const;

    const BoardContent& content_;
    const Theme& theme_;
    UnitIndex unit_;
    double label_ = 100;
    double numbers_ = 100;
};

/// The strip above the board with one bar per capacity unit.
class PoolBars : public QWidget {
    Q_OBJECT

public:
    PoolBars(const BoardContent& content, const Theme& theme, QWidget* parent = nullptr);

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
};

} // namespace quotaboard
