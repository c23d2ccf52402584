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
#include <QRegularExpression>
#include <QTime>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

/// So that the window's title and what the text means can be read.
constexpr int kNarrowest = 420;

} // namespace

GoToTimeDialog::GoToTimeDialog(ScenarioDocument& document, Playback& playback, QWidget* parent)
    : QDialog(parent)
    , document_(document)
    , playback_(playback)
    , field_(new QLineEdit(this))
    , meaning_(new QLabel(this))
{
    setObjectName("goToTimeDialog");
    setWindowTitle(tr("Go to time"));
    setMinimumWidth(kNarrowest);
    meaning_->setObjectName("goToTimeMeaning");
    meaning_->setWordWrap(true);
    field_->setObjectName("goToTimeField");
    field_->setPlaceholderText(tr("for example 3h, 1d4h30m, %1").arg(example()));
    meaning_->setProperty("role", "secondary");
    auto* label = new QLabel(tr("&Time since the start, or date and time"), this);
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

std::optional<TimeMs> GoToTimeDialog::time() const
{
    QString text = field_->text().trimmed();
    if (const std::optional<TimeMs> duration = parseDuration(fromQt(text)))
        return duration;
    // The clock's own words: "Day 1 · 2026-11-02 03:00:00 UTC", without a date "Day 2 · 03:00:00".
    static const QRegularExpression dayPattern(R"(^Day\s+(\d{1,5})\s*·\s*)", QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch day = dayPattern.match(text);
    text.remove(0, day.capturedLength());
    const QTime ofDay = QTime::fromString(text, QStringLiteral("H:mm:ss"));
    if (day.hasMatch() && ofDay.isValid())
        return (day.captured(1).toLongLong() - 1) * kMsPerDay + ofDay.msecsSinceStartOfDay();
    if (text.endsWith(QLatin1String("UTC"), Qt::CaseInsensitive))
        text = text.chopped(3).trimmed() + 'Z';
    const std::optional<TimeMs> instant = parseIsoInstant(fromQt(text));
    return instant ? std::optional(*instant - document_.value().startTime) : std::nullopt;
}

bool GoToTimeDialog::isWithinRun(std::optional<TimeMs> time) const
{
    return time && *time >= 0 && *time <= playback_.end();
}

void GoToTimeDialog::follow()
{
    const std::optional<TimeMs> wanted = time();
    go_->setEnabled(isWithinRun(wanted));
    const QString text = field_->text().trimmed();
    if (isWithinRun(wanted))
        meaning_->setText(clockText(document_.value(), *wanted));
    else if (wanted && *wanted < 0)
        meaning_->setText(tr("That is before the run starts, %1.").arg(clockText(document_.value(), 0)));
    else if (wanted)
        meaning_->setText(tr("The run ends after %1.").arg(durationText(playback_.end())));
    else if (text.isEmpty())
        meaning_->setText(tr("Days, hours, minutes and seconds as d, h, m and s, or a date and time."));
    else
        meaning_->setText(tr("This is no time. Write 1d4h30m, or %1.").arg(example()));
}

/// A moment of this run, as it may be written here.
QString GoToTimeDialog::example() const
{
    return clockText(document_.value(), 0).section(QStringLiteral(" · "), document_.value().startTime == 0 ? 0 : 1);
}

void GoToTimeDialog::accept()
{
    const std::optional<TimeMs> wanted = time();
    if (!isWithinRun(wanted))
        return;
    playback_.pause();
    playback_.seek(*wanted);
    QDialog::accept();
}

} // namespace quotaboard
