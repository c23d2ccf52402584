// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace quotaboard {

class ScenarioDocument;

/// "name — file.scenario.json", so that a copy can be told from its original; the name alone while there is no file.
[[nodiscard]] QString titleWithFile(const ScenarioDocument& document);

/// The scenario's name and file in the tool bar; takes the room there is and shortens the name when it is not enough.
class ScenarioLabel : public QWidget {
    Q_OBJECT

public:
    ScenarioLabel(ScenarioDocument& document, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    [[nodiscard]] QString shortened(const QFontMetrics& metrics, int room) const;

    ScenarioDocument& document_;
    QString name_;
};

} // namespace quotaboard
