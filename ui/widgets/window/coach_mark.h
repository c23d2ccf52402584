// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QPointer>

class QLabel;

namespace quotaboard {

class Theme;

/// A hint that points at a widget of the window: over everything, but in nobody's way. It takes neither the keyboard
/// nor a key; Esc, its button and a click on it send it away.
class CoachMark : public QFrame {
    Q_OBJECT

public:
    CoachMark(const Theme& theme, QWidget& window);

    /// Shows `text` above `target`, a widget of the window, until dismiss().
    void point(QWidget* target, const QString& text);

public Q_SLOTS:
    void dismiss();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void place();

    const Theme& theme_;
    QWidget& window_;
    QPointer<QWidget> target_;
    QLabel* text_;
    /// Where the tip is, px from the left.
    int tip_ = 0;
};

} // namespace quotaboard
