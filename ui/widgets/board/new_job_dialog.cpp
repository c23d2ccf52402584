// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/board/new_job_dialog.h"

#include "ui/logic/bridge/text_format.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quotaboard {

NewJobDialog::NewJobDialog(const BoardContent& content, ShareIndex share, QWidget* parent)
    : QDialog(parent)
    , form_(new QFormLayout(this))
    , class_(new QComboBox(this))
    , name_(new QLineEdit(this))
    , share_(new QComboBox(this))
    , unit_(new QComboBox(this))
    , instances_(new QSpinBox(this))
    , hours_(new QDoubleSpinBox(this))
    , priority_(new QSpinBox(this))
    , checkpoint_(new QSpinBox(this))
{
    setObjectName(u"newJobDialog"_qs);
    setWindowTitle(tr("New job"));
    name_->setText(tr("new-job"));
    name_->setMaxLength(128);
    for (const LaneState& lane : content.state().lanes)
        share_->addItem(content.shareName(lane.share));
    share_->setCurrentText(content.shareName(share));
    const LaneState* lane = content.lane(share);
    for (const PoolState& pool : content.state().pools)
        unit_->addItem(content.unitName(pool.unit));
    if (lane != nullptr && !lane->ledger.empty())
        unit_->setCurrentText(content.unitName(lane->ledger.front().unit));
    instances_->setRange(1, kMaxInstances);
    hours_->setRange(0.01, 100'000);
    hours_->setDecimals(2);
    hours_->setValue(1);
    hours_->setSuffix(tr(" h"));
    priority_->setRange(0, kMaxPriority);
    priority_->setValue(100);
    checkpoint_->setRange(0, 100'000);
    checkpoint_->setSuffix(tr(" min"));
    checkpoint_->setSpecialValueText(tr("none"));
    QFormLayout* form = form_;
    form->addRow(tr("&Name"), name_);
    form->addRow(tr("&Share"), share_);
    form->addRow(tr("&Unit"), unit_);
    form->addRow(tr("&Instances"), instances_);
    form->addRow(tr("&Work"), hours_);
    form->addRow(tr("&Class"), class_);
    form->setRowVisible(class_, false);
    connect(class_, &QComboBox::currentIndexChanged, this, &NewJobDialog::takeDefaults);
    form->addRow(tr("&Priority"), priority_);
    form->addRow(tr("Checkpoint &every"), checkpoint_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* submit = buttons->addButton(tr("Submit"), QDialogButtonBox::AcceptRole);
    submit->setDefault(true);
    submit->setEnabled(share_->count() > 0 && unit_->count() > 0);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    name_->selectAll();
}

void NewJobDialog::setClasses(std::vector<WorkloadClass> classes)
{
    classes_ = std::move(classes);
    class_->clear();
    class_->addItem(tr("none"));
    for (const WorkloadClass& kind : classes_)
        class_->addItem(toQt(kind.name));
    form_->setRowVisible(class_, !classes_.empty());
}

void NewJobDialog::takeDefaults()
{
    if (class_->currentIndex() < 1)
        return;
    const WorkloadClass& kind = classes_[static_cast<std::size_t>(class_->currentIndex() - 1)];
    const auto& plan = kind.profile.checkpoint;
    checkpoint_->setValue(plan ? std::max(1, static_cast<int>(plan->interval / kMsPerMinute)) : 0);
    if (kind.priority)
        priority_->setValue(*kind.priority);
}

JobDraft NewJobDialog::draft() const
{
    JobDraft draft;
    draft.name = fromQt(name_->text());
    draft.share = fromQt(share_->currentText());
    draft.unit = fromQt(unit_->currentText());
    draft.instances = instances_->value();
    draft.work = std::llround(hours_->value() * static_cast<double>(kMsPerHour));
    draft.priority = priority_->value();
    if (class_->currentIndex() > 0) {
        const WorkloadClass& kind = classes_[static_cast<std::size_t>(class_->currentIndex() - 1)];
        draft.workloadClass = kind.name;
        draft.profile = kind.profile;
    }
    // The field shows whole minutes: what was not touched stays what the class says.
    auto& plan = draft.profile.checkpoint;
    const int shown = plan ? std::max(1, static_cast<int>(plan->interval / kMsPerMinute)) : 0;
    if (checkpoint_->value() == 0)
        plan.reset();
    else if (checkpoint_->value() != shown)
        plan = CheckpointPlan{checkpoint_->value() * kMsPerMinute, plan ? plan->cost : 0, plan && plan->onStop};
    return draft;
}

} // namespace quotaboard
