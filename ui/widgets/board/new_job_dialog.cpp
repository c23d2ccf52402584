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

namespace quotaboard {

NewJobDialog::NewJobDialog(const BoardContent& content, ShareIndex share, QWidget* parent)
    : QDialog(parent)
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
    auto* form = new QFormLayout(this);
    form->addRow(tr("&Name"), name_);
    form->addRow(tr("&Share"), share_);
    form->addRow(tr("&Unit"), unit_);
    form->addRow(tr("&Instances"), instances_);
    form->addRow(tr("&Work"), hours_);
    form->addRow(tr("&Priority"), priority_);
    form->addRow(tr("&Checkpoint every"), checkpoint_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* submit = buttons->addButton(tr("Submit"), QDialogButtonBox::AcceptRole);
    submit->setDefault(true);
    submit->setEnabled(share_->count() > 0 && unit_->count() > 0);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    name_->selectAll();
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
    if (checkpoint_->value() > 0)
        draft.profile.checkpoint = CheckpointPlan{checkpoint_->value() * kMsPerMinute, 0, false};
    return draft;
}

} // namespace quotaboard
