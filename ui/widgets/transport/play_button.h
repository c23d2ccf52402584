// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

class QAction;

namespace quotaboard {

class Theme;

/// The round button of the transport bar. Triggers an action and looks and is named as the action says.
class PlayButton : public QAbstractButton {
    Q_OBJECT

public:
    PlayButton(const Theme& theme, QAction& action, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& position) const override;

private:
    void follow();

    const Theme& theme_;
    QAction& action_;
};

} // namespace quotaboard
