// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace quotaboard {

class ScenarioDocument;

/// The scenario's name in the tool bar; takes the room there is and shortens the name when it is not enough.
class ScenarioLabel : public QWidget {
    Q_OBJECT

public:
    ScenarioLabel(ScenarioDocument& document, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();

    ScenarioDocument& document_;
    QString name_;
};

} // namespace quotaboard
