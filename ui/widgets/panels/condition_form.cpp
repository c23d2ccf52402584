// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/condition_form.h"

#include "core/base/time.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/bridge/time_input.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/breakpoint_watch.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kChoice = -1;
constexpr TimeMs kUsualWait = kMsPerHour;

bool asksForShare(Breakpoint::Kind kind)
{
    return kind == Breakpoint::Kind::Preemption || kind == Breakpoint::Kind::Wait
        || kind == Breakpoint::Kind::QueueEmpty;
}

bool asksForJob(Breakpoint::Kind kind)
{
    return kind == Breakpoint::Kind::JobStarts || kind == Breakpoint::Kind::JobPreempted;
}

/// A job as a person writes it: its id, or its number with or without the sign that stands before it on the board.
JobIndex jobFromText(const Scenario& scenario, const QString& text)
{
    const QString id = text.trimmed();
    const JobIndex job = scenario.jobs.find(fromQt(id));
    return job.isValid() || !id.startsWith('#') ? job : scenario.jobs.find(fromQt(id.mid(1)));
}

} // namespace

ConditionForm::ConditionForm(ScenarioDocument& document, const Suggestion& suggestion, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , form_(new QFormLayout(this))
    , kind_(new QComboBox(this))
    , time_(new QLineEdit(this))
    , share_(new QComboBox(this))
    , longerThan_(new QLineEdit(momentToText(kUsualWait), this))
    , job_(new QLineEdit(toQt(suggestion.job), this))
    , meaning_(new QLabel(this))
{
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setRowWrapPolicy(QFormLayout::WrapLongRows);
    for (const auto kind : {Breakpoint::Kind::Time, Breakpoint::Kind::Preemption, Breakpoint::Kind::Wait,
             Breakpoint::Kind::JobStarts, Breakpoint::Kind::JobPreempted, Breakpoint::Kind::QueueEmpty})
        kind_->addItem(breakpointKindText(kind), static_cast<int>(kind));
    kind_->setObjectName("conditionKind");
    kind_->setAccessibleName(tr("Kind"));
    share_->setObjectName("conditionShare");
    for (const std::string& name : document_.value().shareNames)
        share_->addItem(toQt(name), toQt(name));
    share_->setCurrentIndex(std::max(0, share_->findData(toQt(suggestion.share))));
    wasAny_ = suggestion.share.empty();
    offerAnyShare();
    longerThan_->setObjectName("conditionLongerThan");
    longerThan_->setPlaceholderText(tr("for example 90m, 2h"));
    job_->setObjectName("conditionJob");
    job_->setPlaceholderText(tr("Id of a job, or its number"));
    time_->setObjectName("conditionTime");
    time_->setPlaceholderText(tr("for example 3h, 1d4h30m, %1").arg(momentExample(document_.value())));
    meaning_->setObjectName("conditionMeaning");
    meaning_->setProperty("role", "secondary");
    meaning_->setWordWrap(true);
    meaning_->setTextFormat(Qt::PlainText);
    form_->addRow(tr("&Stop when"), kind_);
    form_->addRow(tr("&Time since the start, or date and time"), time_);
    form_->addRow(tr("S&hare"), share_);
    form_->addRow(tr("&Longer than"), longerThan_);
    form_->addRow(tr("&Job"), job_);
    form_->addRow(meaning_);
    connect(kind_, &QComboBox::currentIndexChanged, this, &ConditionForm::showFields);
    connect(share_, &QComboBox::currentIndexChanged, this, &ConditionForm::follow);
    for (QLineEdit* field : {time_, longerThan_, job_})
        connect(field, &QLineEdit::textChanged, this, &ConditionForm::follow);
    if (suggestion.at > 0)
        time_->setText(momentToText(suggestion.at));
    showFields();
}

void ConditionForm::addChoice(const QString& text)
{
    kind_->addItem(text, kChoice);
}

bool ConditionForm::isChoice() const
{
    return kind_->currentData().toInt() == kChoice;
}

Breakpoint::Kind ConditionForm::kind() const
{
    return static_cast<Breakpoint::Kind>(kind_->currentData().toInt());
}

void ConditionForm::setCondition(const Breakpoint& point)
{
    kind_->setCurrentIndex(kind_->findData(static_cast<int>(point.kind)));
    if (point.kind == Breakpoint::Kind::Time)
        time_->setText(momentToText(point.at));
    if (point.kind == Breakpoint::Kind::Wait)
        longerThan_->setText(momentToText(point.longerThan));
    if (asksForJob(point.kind))
        job_->setText(toQt(point.job));
    if (asksForShare(point.kind)) {
        offerAnyShare();
        // A share that is no more stays what was asked for.
        if (!point.share.empty() && share_->findData(toQt(point.share)) < 0)
            share_->addItem(toQt(point.share), toQt(point.share));
        if (const int at = share_->findData(toQt(point.share)); at >= 0)
            share_->setCurrentIndex(at);
    }
    follow();
}

std::optional<Breakpoint> ConditionForm::condition() const
{
    if (isChoice() || !problem().isEmpty())
        return std::nullopt;
    Breakpoint point;
    point.kind = kind();
    if (point.kind == Breakpoint::Kind::Time)
        point.at = *momentFromText(document_.value(), time_->text());
    if (asksForShare(point.kind))
        point.share = fromQt(share_->currentData().toString());
    if (point.kind == Breakpoint::Kind::Wait)
        point.longerThan = *parseDuration(fromQt(longerThan_->text().trimmed()));
    if (asksForJob(point.kind))
        point.job = document_.value().jobs.displayId(jobFromText(document_.value(), job_->text()));
    return point;
}

void ConditionForm::setRemark(const QString& text)
{
    remark_ = text;
    if (problem().isEmpty() && !text.isEmpty())
        meaning_->setText(text);
    fitMeaning();
}

void ConditionForm::fitMeaning()
{
    meaning_->setMinimumHeight(meaning_->heightForWidth(std::max(1, width())));
}

void ConditionForm::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitMeaning();
}

void ConditionForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitMeaning();
}

QString ConditionForm::problem() const
{
    if (isChoice())
        return {};
    const Scenario& scenario = document_.value();
    if (kind() == Breakpoint::Kind::Time) {
        const std::optional<TimeMs> moment = momentFromText(scenario, time_->text());
        if (time_->text().trimmed().isEmpty())
            return tr("Days, hours, minutes and seconds as d, h, m and s, or a date and time.");
        if (!moment)
            return tr("This is no time. Write 1d4h30m, or %1.").arg(momentExample(scenario));
        if (*moment < 0)
            return tr("That is before the run starts, %1.").arg(clockText(scenario, 0));
    }
    if (asksForShare(kind()) && kind() != Breakpoint::Kind::Preemption && share_->currentData().toString().isEmpty())
        return tr("Choose a share.");
    if (kind() == Breakpoint::Kind::Wait && !parseDuration(fromQt(longerThan_->text().trimmed())))
        return tr("This is no duration. Write 90m, or 2h30m.");
    if (asksForJob(kind()) && !jobFromText(scenario, job_->text()).isValid())
        return job_->text().trimmed().isEmpty() ? tr("Write the id of a job, or its number.")
                                                : tr("No job of this scenario has this id.");
    return {};
}

/// Only a preemption may be one of any share: whose queue is empty, or whose jobs wait, must be said.
void ConditionForm::offerAnyShare()
{
    const int any = share_->findData(QString());
    const bool isOffered = !isChoice() && kind() == Breakpoint::Kind::Preemption;
    if (isOffered == (any >= 0))
        return;
    const QSignalBlocker blocker(share_);
    if (!isOffered) {
        wasAny_ = share_->currentIndex() == any;
        share_->removeItem(any);
        return;
    }
    share_->insertItem(0, tr("Any share"), QString());
    if (wasAny_)
        share_->setCurrentIndex(0);
}

void ConditionForm::showFields()
{
    const bool isKind = !isChoice();
    offerAnyShare();
    const auto showRow = [this](QWidget* field, bool isShown) {
        field->setVisible(isShown);
        form_->labelForField(field)->setVisible(isShown);
    };
    showRow(time_, isKind && kind() == Breakpoint::Kind::Time);
    showRow(share_, isKind && asksForShare(kind()));
    showRow(longerThan_, isKind && kind() == Breakpoint::Kind::Wait);
    showRow(job_, isKind && asksForJob(kind()));
    follow();
}

void ConditionForm::follow()
{
    remark_.clear();
    const QString wrong = problem();
    const std::optional<Breakpoint> now = condition();
    meaning_->setText(wrong.isEmpty() && now ? breakpointText(document_.value(), *now) : wrong);
    fitMeaning();
    Q_EMIT changed();
}

} // namespace quotaboard
