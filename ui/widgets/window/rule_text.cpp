// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/rule_text.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

namespace quotaboard {

namespace {

class RuleWords {
    Q_DECLARE_TR_FUNCTIONS(RuleWords)

public:
    RuleWords(const Scenario& scenario, const RuleBreach& breach)
        : breach_(breach)
        , share_(breach.share.isValid() ? toQt(scenario.shareName(breach.share)) : QString())
        , unit_(breach.unit.isValid() ? toQt(scenario.unitName(breach.unit)) : QString())
    {
    }

    [[nodiscard]] QString text() const
    {
        switch (breach_.rule) {
        case PolicyRule::ShareName:
            return tr("“%1” is no name for a quota share in AWS Batch: 1 to 128 letters, digits, “-” and “_”.")
                .arg(share_);
        case PolicyRule::TooManyShares:
            return tr("The job queue has %1 quota shares; AWS Batch takes %2.").arg(number(0), number(1));
        case PolicyRule::ShareLimitCount:
            return tr("%1 has %2 capacity limits; AWS Batch takes 1 to %3.").arg(share_, number(0), number(1));
        case PolicyRule::ShareLimitTooLow:
            return tr("%1 has a limit of %2 %3; AWS Batch takes 1 or more.").arg(share_, number(0), unit_);
        case PolicyRule::BorrowLimitWithoutBorrow:
            return tr("%1 has a borrow limit of %2 %; only “Lend and borrow” may have one.").arg(share_, number(0));
        case PolicyRule::BorrowLimitRoundsToZero:
            return tr("%1 may borrow no %2: %3 % of its limit of %4 rounds to 0.")
                .arg(share_, unit_, number(0), number(1));
        default:
            return environmentText();
        }
    }

private:
    [[nodiscard]] QString environmentText() const
    {
        switch (breach_.rule) {
        case PolicyRule::EnvironmentLimitCount:
            return tr("The service environment has %1 capacity limits; AWS Batch takes 1 to %2.")
                .arg(number(0), number(1));
        case PolicyRule::UnitIsNoInstanceType:
            return tr("%1 is no instance type of SageMaker; those begin with “ml.”.").arg(unit_);
        case PolicyRule::QueuePriority:
            return tr("The job queue has priority %1; AWS Batch takes 0 to %2.").arg(number(0), number(1));
        case PolicyRule::TimeLimitRange:
            return tr("The job queue ends jobs after %1 s of waiting; AWS Batch takes %2 to %3 s.")
                .arg(number(0), number(1), number(2));
        case PolicyRule::QueueDisabled:
            return tr("The job queue is disabled: it takes no new jobs.");
        case PolicyRule::EnvironmentDisabled:
            return tr("The service environment is disabled: no jobs are placed.");
        default:
            return jobText();
        }
    }

    [[nodiscard]] QString jobText() const
    {
        const bool isOne = breach_.arguments[0] == "1";
        switch (breach_.rule) {
        case PolicyRule::DisabledShareHasJobs:
            return isOne ? tr("%1 is disabled and refuses 1 job.").arg(share_)
                         : tr("%1 is disabled and refuses %2 jobs.").arg(share_, number(0));
        case PolicyRule::JobPriority:
            return isOne ? tr("1 job of %1 has a priority outside 0 to %2.").arg(share_, number(1))
                         : tr("%2 jobs of %1 have a priority outside 0 to %3.").arg(share_, number(0), number(1));
        case PolicyRule::JobAttempts:
            return isOne ? tr("1 job of %1 has more attempts than the %2 that AWS Batch takes.").arg(share_, number(1))
                         : tr("%2 jobs of %1 have more attempts than the %3 that AWS Batch takes.")
                               .arg(share_, number(0), number(1));
        default:
            return isOne
                ? tr("1 job of %1 has more exit rules than the %2 that AWS Batch takes.").arg(share_, number(1))
                : tr("%2 jobs of %1 have more exit rules than the %3 that AWS Batch takes.")
                      .arg(share_, number(0), number(1));
        }
    }

    [[nodiscard]] QString number(std::size_t argument) const
    {
        return QLocale().toString(QString::fromStdString(breach_.arguments[argument]).toLongLong());
    }

    const RuleBreach& breach_;
    QString share_;
    QString unit_;
};

} // namespace

QString ruleText(const Scenario& scenario, const RuleBreach& breach)
{
    return RuleWords(scenario, breach).text();
}

} // namespace quotaboard
