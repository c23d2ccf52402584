// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/board/board_gestures.h"
#include "ui/widgets/board/board_glyphs.h"
#include "ui/widgets/style/theme.h"

#include <QAbstractButton>

#include <optional>

namespace quotaboard {

class BoardPage;

/// One thing that can be put on the board: dragged there, or added to what is selected by click and Enter. The drag
/// keeps the mouse with the card and tells the board where the pointer is.
class PaletteCard final : public QAbstractButton {
    Q_OBJECT

public:
    PaletteCard(BoardPage& board, const Theme& theme, QWidget* parent);

    /// `detail`: the second line. Not while it is dragged.
    void setThing(NewThing thing, const QString& title, const QString& detail, std::optional<BoardGlyph> glyph);
    [[nodiscard]] const NewThing& thing() const { return thing_; }
    [[nodiscard]] const QString& detail() const { return detail_; }
    [[nodiscard]] bool isDragged() const { return isDragged_; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void endDrag(bool commits);

    BoardPage& board_;
    const Theme& theme_;
    NewThing thing_;
    QString detail_;
    std::optional<BoardGlyph> glyph_;
    QPoint pressedAt_;
    bool isDragged_ = false;
};

} // namespace quotaboard
