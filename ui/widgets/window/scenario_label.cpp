// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/scenario_label.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"

#include <QFileInfo>
#include <QPainter>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kMargin = 8;

} // namespace

QString titleWithFile(const ScenarioDocument& document)
{
    const QString name = document.displayName();
    const QString file = QFileInfo(document.path()).fileName();
    return file.isEmpty() || file == name ? name : ScenarioLabel::tr("%1 — %2", "scenario, file").arg(name, file);
}

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
    name_ = titleWithFile(document_);
    setAccessibleName(tr("Scenario: %1").arg(name_));
    const QString description = toQt(document_.value().description);
    setToolTip(description.isEmpty() ? name_ : name_ + "\n" + description);
    updateGeometry();
    update();
}

/// Neither the name nor the file loses all its room to the other.
QString ScenarioLabel::shortened(const QFontMetrics& metrics, int room) const
{
    const QString name = document_.displayName();
    const QString rest = name_.mid(name.size());
    if (rest.isEmpty() || metrics.horizontalAdvance(name_) <= room)
        return metrics.elidedText(name_, Qt::ElideMiddle, room);
    const QString end
        = metrics.elidedText(rest, Qt::ElideMiddle, std::max(room / 2, room - metrics.horizontalAdvance(name)));
    return metrics.elidedText(name, Qt::ElideRight, room - metrics.horizontalAdvance(end)) + end;
}

void ScenarioLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect line = rect().adjusted(kMargin, 0, -kMargin, 0);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, shortened(painter.fontMetrics(), line.width()));
}

} // namespace quotaboard
