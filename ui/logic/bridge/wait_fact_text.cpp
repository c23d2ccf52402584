// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/bridge/wait_fact_text.h"

#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::WaitFact)
};

} // namespace

QString waitFactText(const Scenario& scenario, ShareIndex share, UnitIndex unit, const WaitFact& fact)
{
    const QString name = toQt(scenario.shareName(share));
    const QString type = toQt(scenario.unitName(unit));
    const QString first = QLocale().toString(static_cast<qlonglong>(fact.first));
    const QString second = QLocale().toString(static_cast<qlonglong>(fact.second));
    switch (fact.kind) {
    case WaitFact::Kind::UnitNotInShare:
        return Texts::tr("%1 has no limit for %2.").arg(name, type);
    case WaitFact::Kind::BorrowLimitRoundsToZero:
        return Texts::tr("Its borrow limit rounds to 0: %1 % of %2 is less than one instance.").arg(first, second);
    case WaitFact::Kind::NobodyToDisplace:
        return Texts::tr("No job of a lower priority runs in %1, so in-share preemption helps nobody.").arg(name);
    case WaitFact::Kind::InSharePreemptionOff:
        return fact.first == 1
            ? Texts::tr("A job of a lower priority runs in %1, but its in-share preemption is off.").arg(name)
            : Texts::tr("%1 jobs of a lower priority run in %2, but its in-share preemption is off.").arg(first, name);
    case WaitFact::Kind::SomeFree:
        return Texts::tr("%1 of the %2 instances that it needs at once are free for it now.").arg(first, second);
    case WaitFact::Kind::LimitsExceedEnvironment:
        return Texts::tr("The limits for %1 add up to %2, the environment has %3.").arg(type, first, second);
    case WaitFact::Kind::UnclaimedCapacity:
        return Texts::tr("Capacity of %1 that no share claims, and that therefore stays idle: %2.").arg(type, first);
    }
    return {};
}

} // namespace quotaboard
