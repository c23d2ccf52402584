// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/style/theme.h"

#include <QAbstractButton>

namespace quotaboard {

class BoardPage;

/// Where shares and jobs of the board are dropped to end; click and Enter end what is selected.
class PaletteBin final : public QAbstractButton {
    Q_OBJECT

public:
    PaletteBin(BoardPage& board, const Theme& theme, QWidget* parent);

    /// What the bin says, which is more while something is over it.
    [[nodiscard]] QString caption() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    BoardPage& board_;
    const Theme& theme_;
    bool isDragged_ = false;
    bool isOver_ = false;
    QString effect_;
};

} // namespace quotaboard
