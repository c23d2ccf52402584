// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/dialogs/go_to_time_dialog.h"

#include "core/base/time.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace quotaboard {

GoToTimeDialog::GoToTimeDialog(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QDialog(parent)
    , document_(document)
    , playback_(playback)
    , field_(new QLineEdit(this))
    , meaning_(new QLabel(this))
{
    setObjectName("goToTimeDialog");
    setWindowTitle(tr("Go to time"));
    field_->setObjectName("goToTimeField");
    field_->setPlaceholderText(tr("for example 3h, 1d4h30m, 90m"));
    field_->setMinimumWidth(280);
    meaning_->setProperty("role", "secondary");
    auto* label = new QLabel(tr("&Time since the start"), this);
    label->setBuddy(field_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    go_ = buttons->addButton(tr("Go"), QDialogButtonBox::AcceptRole);
    go_->setDefault(true);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    column->addWidget(label);
    column->addWidget(field_);
    column->addWidget(meaning_);
    column->addSpacing(8);
    column->addWidget(buttons);
    connect(field_, &QLineEdit::textChanged, this, &GoToTimeDialog::follow);
    connect(buttons, &QDialogButtonBox::accepted, this, &GoToTimeDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    follow();
}

void GoToTimeDialog::follow()
{
    const std::optional<TimeMs> time = parseDuration(fromQt(field_->text().trimmed()));
    const bool isPossible = time && *time >= 0 && *time <= playback_.end();
    go_->setEnabled(isPossible);
    if (isPossible)
        meaning_->setText(clockText(document_.value(), *time));
    else if (time)
        meaning_->setText(tr("The run ends after %1.").arg(durationText(playback_.end())));
    else
        meaning_->setText(tr("Days, hours, minutes and seconds as d, h, m and s."));
}

void GoToTimeDialog::accept()
{
    const std::optional<TimeMs> time = parseDuration(fromQt(field_->text().trimmed()));
    if (!time || *time < 0 || *time > playback_.end())
        return;
    playback_.pause();
    playback_.seek(*time);
    QDialog::accept();
}

} // namespace quotaboard
