// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/scenario_label.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"

#include <QPainter>

namespace quotaboard {

namespace {

constexpr int kMargin = 8;

} // namespace

ScenarioLabel::ScenarioLabel(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
{
    setObjectName("scenarioName");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&document_, &ScenarioDocument::titleChanged, this, &ScenarioLabel::follow);
    connect(&document_, &ScenarioDocument::changed, this, &ScenarioLabel::follow);
    follow();
}

QSize ScenarioLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(name_) + 2 * kMargin, fontMetrics().height() + kMargin};
}

void ScenarioLabel::follow()
{
    name_ = document_.displayName();
    setAccessibleName(tr("Scenario: %1").arg(name_));
    setToolTip(toQt(document_.value().description));
    updateGeometry();
    update();
}

void ScenarioLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect line = rect().adjusted(kMargin, 0, -kMargin, 0);
    painter.drawText(
        line, Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(name_, Qt::ElideMiddle, line.width()));
}

} // namespace quotaboard
