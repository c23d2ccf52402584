// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/assumptions_view.h"

#include "ui/widgets/panels/panel_parts.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <cmath>

namespace quotaboard {

namespace {

constexpr double kMostSeconds = static_cast<double>(kMaxTimeMs / kMsPerSecond);
constexpr double kMsPerSecondF = 1000;
constexpr double kPercent = 100;

} // namespace

AssumptionsView::AssumptionsView(EditPort port, QWidget* parent)
    : QWidget(parent)
    , port_(std::move(port))
{
    QVBoxLayout* column = makeScrolledColumn(this);
    column->addWidget(makeLabel(
        tr("AWS does not publish these. Results rest on what is chosen here, so try how much they depend on it."),
        "secondary", this));
    victims_ = addChoice(column, tr("Which job is preempted first"),
        tr("Affects lost work and whose jobs are interrupted. AWS weighs borrowed instances, priorities and "
           "durations."),
        {tr("lowest priority, then youngest"), tr("youngest"), tr("oldest"), tr("least work lost"),
            tr("most borrowed")});
    unassigned_ = addChoice(column, tr("Capacity that no share claims"), tr("Affects how much borrowers can get."),
        {tr("stays idle"), tr("may be borrowed")});
    front_ = addChoice(column, tr("Who is first in line"),
        tr("Affects waits of shares with several units: a wide job blocks all that stand behind it."),
        {tr("one job per share"), tr("one job per share and unit")});
    requeue_ = addChoice(column, tr("Place of a preempted job"), tr("Affects how soon it starts again."),
        {tr("keeps its queue time"), tr("joins the end of its priority")});
    startup_ = addNumber(column, tr("Start-up"), tr("Capacity held before work begins, each attempt."));
    grace_ = addNumber(
        column, tr("Stop grace"), tr("How long a preempted job goes on holding its instances; SageMaker: 120 s."));
    resume_ = addNumber(column, tr("A resumed job finds its checkpoint"),
        tr("Below 100 % some resumed attempts start over; affects lost work and recovery."));
    startup_->setSuffix(tr(" s"));
    grace_->setSuffix(tr(" s"));
    resume_->setRange(0, kPercent);
    resume_->setSuffix(tr(" %"));
    column->addStretch();
}

QComboBox* AssumptionsView::addChoice(
    QVBoxLayout* column, const QString& title, const QString& affects, const QStringList& words)
{
    column->addWidget(makeLabel(title, "secondary", this));
    auto* field = new QComboBox(this);
    field->addItems(words);
    field->setAccessibleName(title);
    field->setAccessibleDescription(affects);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    column->addWidget(field);
    column->addWidget(makeLabel(affects, "small", this));
    column->addSpacing(8);
    connect(field, &QComboBox::currentIndexChanged, this, &AssumptionsView::change);
    // Large text: what is cut can be read all the same.
    connect(field, &QComboBox::currentTextChanged, field, &QComboBox::setToolTip);
    field->setToolTip(field->currentText());
    return field;
}

QDoubleSpinBox* AssumptionsView::addNumber(QVBoxLayout* column, const QString& title, const QString& affects)
{
    column->addWidget(makeLabel(title, "secondary", this));
    auto* field = new QDoubleSpinBox(this);
    field->setRange(0, kMostSeconds);
    field->setDecimals(1);
    field->setKeyboardTracking(false);
    field->setAccessibleName(title);
    field->setAccessibleDescription(affects);
    column->addWidget(field);
    column->addWidget(makeLabel(affects, "small", this));
    column->addSpacing(8);
    connect(field, &QDoubleSpinBox::valueChanged, this, &AssumptionsView::change);
    return field;
}

void AssumptionsView::refresh()
{
    const Platform platform = port_.policy().platform();
    const QSignalBlocker blockers[]{QSignalBlocker(victims_), QSignalBlocker(unassigned_), QSignalBlocker(front_),
        QSignalBlocker(requeue_), QSignalBlocker(startup_), QSignalBlocker(grace_), QSignalBlocker(resume_)};
    victims_->setCurrentIndex(static_cast<int>(platform.victimOrder));
    unassigned_->setCurrentIndex(static_cast<int>(platform.unassignedCapacity));
    front_->setCurrentIndex(static_cast<int>(platform.queueFront));
    requeue_->setCurrentIndex(static_cast<int>(platform.requeue));
    startup_->setValue(static_cast<double>(platform.startup) / kMsPerSecondF);
    grace_->setValue(static_cast<double>(platform.stopGrace) / kMsPerSecondF);
    resume_->setValue(platform.resumeSuccessProbability * kPercent);
}

void AssumptionsView::change()
{
    const Platform before = port_.policy().platform();
    Platform platform = before;
    platform.victimOrder = static_cast<VictimOrder>(victims_->currentIndex());
    platform.unassignedCapacity = static_cast<UnassignedCapacity>(unassigned_->currentIndex());
    platform.queueFront = static_cast<QueueFront>(front_->currentIndex());
    platform.requeue = static_cast<Requeue>(requeue_->currentIndex());
    // A field shows fewer digits than a file may hold, so what was not touched stays what it was.
    const auto changed
        = [](const QDoubleSpinBox* field, double shown) { return std::abs(field->value() - shown) >= 0.05; };
    if (changed(startup_, static_cast<double>(before.startup) / kMsPerSecondF))
        platform.startup = std::llround(startup_->value() * kMsPerSecondF);
    if (changed(grace_, static_cast<double>(before.stopGrace) / kMsPerSecondF))
        platform.stopGrace = std::llround(grace_->value() * kMsPerSecondF);
    if (changed(resume_, before.resumeSuccessProbability * kPercent))
        platform.resumeSuccessProbability = resume_->value() / kPercent;
    port_.apply(platformEdit(port_.scenario(), port_.when(), platform));
}

} // namespace quotaboard
