// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace quotaboard {

class Theme;

/// A few bars with a title, a value axis and names below, in the style of the charts. When it is editable, bars are
/// dragged with the mouse, or chosen with Left and Right and changed with Up and Down (Page keys: ten steps, Home: 0).
class BarChart : public QWidget {
    Q_OBJECT

public:
    /// `unit` names what the values are.
    BarChart(const Theme& theme, const QString& title, const QString& unit, QWidget* parent = nullptr);

    /// Of each bar; shown below those that have room.
    void setNames(const QStringList& names);
    void setValues(const std::vector<double>& values);
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    /// Shown instead of bars; empty: bars.
    void setEmptyText(const QString& text);
    void setEditable(bool isEditable);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user changed a value.
    void edited();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] QFont smallFont() const;
    [[nodiscard]] QRectF plot() const;
    /// Title and unit beside each other, or below each other where there is no room.
    [[nodiscard]] bool isHeadSplit() const;
    [[nodiscard]] QRectF barRect(std::size_t bar) const;
    [[nodiscard]] int barAt(qreal x) const;
    /// Highest value of the axis.
    [[nodiscard]] double top() const;
    void setFromMouse(const QPointF& point);
    void setValue(std::size_t bar, double value);
    void describe();
    [[nodiscard]] QString textOf(std::size_t bar) const;
    void drawBars(QPainter& painter) const;
    void drawNames(QPainter& painter) const;

    const Theme& theme_;
    QString title_;
    QString unit_;
    QStringList names_;
    std::vector<double> values_;
    QString emptyText_;
    bool isEditable_ = false;
    int current_ = 0;
    /// The axis stays as it is while a bar is dragged.
    double heldTop_ = 0;
};

} // namespace quotaboard
