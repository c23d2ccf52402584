// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/sample.h"

#include <QAbstractButton>

class QLabel;

namespace quotaboard {

class Theme;

/// A sample as a card one clicks: its shares drawn to scale, title, what it teaches, and its size. The size and the
/// drawing come when the scenario has been read.
class SampleCard : public QAbstractButton {
    Q_OBJECT

public:
    SampleCard(const Theme& theme, const Sample& sample, QWidget* parent);

    void setScenario(const std::shared_ptr<const Scenario>& scenario);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintShares(QPainter& painter, const QRectF& area) const;

    const Theme& theme_;
    Sample sample_;
    std::shared_ptr<const Scenario> scenario_;
    QLabel* facts_;
};

} // namespace quotaboard
