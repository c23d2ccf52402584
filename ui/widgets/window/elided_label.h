// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace quotaboard {

/// One line of plain text that gives way: where it does not fit it ends in an ellipsis, and the tool tip has it whole.
/// text() is always the whole.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace quotaboard
