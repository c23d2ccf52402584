// SPDX-License-Identifier: Apache-2.0
// Sentences for errors and warnings. The core hands over codes and arguments; words are made here.
#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <charconv>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Error)
};

QString tr(const char* text)
{
    return Texts::tr(text);
}

QString argument(const std::vector<std::string>& arguments, std::size_t index)
{
    return index < arguments.size() ? toQt(arguments[index]) : QString();
}

/// Why an edit is not possible; the first argument says which problem it is.
QString editText(const Error& error)
{
    const std::string problem = error.arguments.empty() ? std::string{} : error.arguments.front();
    const auto a = [&](std::size_t index) { return argument(error.arguments, index); };
    const auto is = [&](EditProblem candidate) { return problem == nameOf(candidate); };
    if (is(EditProblem::NoSuchShare))
        return tr("Share %1 does not exist then").arg(a(1));
    if (is(EditProblem::NoSuchUnit))
        return a(2).isEmpty() ? tr("No such unit: %1").arg(a(1)) : tr("%2 has no %1").arg(a(1), a(2));
    if (is(EditProblem::LimitOutOfRange))
        return tr("%1 %2: %3 to %4 are allowed").arg(a(3), a(2), a(4), a(5));
    if (is(EditProblem::LastLimit))
        return tr("%1 keeps at least one limit").arg(a(1));
    if (is(EditProblem::TooManyLimits))
        return tr("%1 already has %2 units, which is the most").arg(a(1), a(2));
    if (is(EditProblem::NotEnoughToGive))
        return tr("%1 has %3 %2 and keeps at least 1").arg(a(1), a(2), a(3));
    if (is(EditProblem::SameShare))
        return tr("It is in %1 already").arg(a(1));
    if (is(EditProblem::CannotBorrow))
        return tr("%1 may not borrow; only Lend and borrow has a borrow limit").arg(a(1));
    if (is(EditProblem::BorrowLimitOutOfRange))
        return tr("A borrow limit is 0 % or more, or unlimited");
    if (is(EditProblem::NameTaken))
        return tr("The name %1 is taken").arg(a(1));
    if (is(EditProblem::NameInvalid))
        return tr("A name has 1 to 128 letters, digits, - and _");
    if (is(EditProblem::TooManyShares))
        return tr("At most %1 shares").arg(a(1));
    if (is(EditProblem::LastShare))
        return tr("A scenario keeps at least one share");
    if (is(EditProblem::ShareHasJobs))
        return tr("%1 still has jobs (%2)").arg(a(1), a(2));
    if (is(EditProblem::ShareIsDisabled))
        return tr("%1 is disabled and accepts no jobs").arg(a(1));
    if (is(EditProblem::PriorityOutOfRange))
        return tr("A priority is 0 to %1").arg(a(2));
    if (is(EditProblem::JobNotSubmitted))
        return tr("%1 is not submitted yet").arg(a(1));
    if (is(EditProblem::WorkOutOfRange))
        return tr("The duration or time is out of range");
    return tr("The value is out of range");
}

QString fileText(const Error& error)
{
    const auto a = [&](std::size_t index) { return argument(error.arguments, index); };
    switch (error.code) {
    case ErrorCode::FileNotFound:
        return tr("cannot be opened: %1").arg(a(0));
    case ErrorCode::FileUnreadable:
        return tr("cannot be read: %1").arg(a(0));
    case ErrorCode::CannotWrite:
        return tr("cannot be written: %1; nothing was changed there").arg(a(0));
    case ErrorCode::FileEmpty:
        return tr("is empty");
    case ErrorCode::FileIsLfsPointer:
        return tr("is a Git LFS pointer, not the data itself");
    case ErrorCode::FileIsHtml:
        return tr("is a web page, not the data itself");
    case ErrorCode::FileIsBinary:
        return tr("is not a text file");
    case ErrorCode::FileIsArchive:
        return tr("is an archive (%1); unpack it first").arg(a(0));
    case ErrorCode::GzipDamaged:
        return tr("cannot be unpacked: %1").arg(a(0));
    case ErrorCode::FileTooLarge:
        return tr("is too large: %1 bytes, at most %2 are read").arg(a(0), a(1));
    case ErrorCode::TextEncoding:
        return tr("is not valid %1 text").arg(a(0));
    default:
        return {};
    }
}

QString documentText(const Error& error)
{
    const auto a = [&](std::size_t index) { return argument(error.arguments, index); };
    switch (error.code) {
    case ErrorCode::JsonSyntax:
        return tr("not valid JSON: %1").arg(a(0).section(QStringLiteral("] "), -1));
    case ErrorCode::WrongFormat:
        return tr("found %1, wanted %2").arg(a(0), a(1));
    case ErrorCode::UnsupportedVersion:
        return tr("version %1 was written by a newer program; this one reads up to version %2").arg(a(0), a(1));
    case ErrorCode::MissingKey:
        return tr("the key \"%1\" is missing").arg(a(0));
    case ErrorCode::WrongType:
        return tr("found %1, must be %2").arg(a(0), a(1));
    case ErrorCode::OutOfRange:
    case ErrorCode::NotAllowed:
    case ErrorCode::TooMany:
        return tr("found %1, allowed: %2").arg(a(0), a(1));
    case ErrorCode::Duplicate:
        return tr("\"%1\" was given before and must be unique").arg(a(0));
    case ErrorCode::UnknownReference:
        return tr("\"%1\" does not name %2 of this file").arg(a(0), a(1));
    default:
        return {};
    }
}

QString projectText(const Error& error)
{
    const auto a = [&](std::size_t index) { return argument(error.arguments, index); };
    switch (error.code) {
    case ErrorCode::DatabaseFailed:
        return tr("the database reports: %1").arg(a(0));
    case ErrorCode::DamagedFile:
        return tr("is damaged and was left as it is: %1").arg(a(0));
    case ErrorCode::NewerFormat:
        return tr("was written by a newer program (version %1 of the project format, this one knows up to %2) and can "
                  "be read, not changed")
            .arg(a(0), a(1));
    case ErrorCode::ReadOnlyProject:
        return tr("is open for reading only");
    case ErrorCode::DiskFull:
        return tr("cannot be written: the disk is full; nothing was changed there");
    case ErrorCode::ReadOnlyPlace:
        return tr("cannot be written where it is: %1; nothing was changed there").arg(a(0));
    case ErrorCode::LockedByOther:
        return a(3) == QStringLiteral("1")
            ? tr("is open in another program on this computer (process %1, since %2)").arg(a(0), a(2))
            : tr("is open in another program on %2 (process %1, since %3)").arg(a(0), a(1), a(2));
    default:
        return {};
    }
}

QString restText(const Error& error)
{
    const auto a = [&](std::size_t index) { return argument(error.arguments, index); };
    switch (error.code) {
    case ErrorCode::TraceNotRecognised:
        return tr("is none of the known trace formats (%1)").arg(a(0));
    case ErrorCode::TraceColumnMissing:
        return tr("has no column for %1; there are: %2").arg(a(0), a(1));
    case ErrorCode::TraceNoUsableJobs:
        return tr("has no job that can be used (%1 rows read)").arg(a(0));
    case ErrorCode::TraceFormatUnknown:
        return tr("\"%1\" is no trace format; known: %2").arg(a(0), a(1));
    case ErrorCode::TimezoneUnknown:
        return tr("\"%1\" is no time zone; use a name such as Europe/Berlin or UTC").arg(a(0));
    case ErrorCode::Interrupted:
        return tr("interrupted; nothing was left half done");
    case ErrorCode::TooManyRounds:
        return tr("the simulation does not get past %1: more than 1,000,000 rounds at that moment")
            .arg(durationText(static_cast<TimeMs>(a(0).toLongLong())));
    default:
        return a(0);
    }
}

} // namespace

QString errorText(const Error& error)
{
    if (error.code == ErrorCode::EditRefused)
        return editText(error);
    QString sentence = fileText(error);
    if (sentence.isEmpty())
        sentence = projectText(error);
    const bool isAboutFile = !sentence.isEmpty();
    if (sentence.isEmpty())
        sentence = documentText(error);
    if (sentence.isEmpty())
        sentence = restText(error);
    if (error.place.empty())
        return sentence;
    return isAboutFile ? tr("%1 %2").arg(toQt(error.place), sentence) : tr("%1: %2").arg(toQt(error.place), sentence);
}

QString warningText(const PolicyWarning& warning)
{
    const auto a = [&](std::size_t index) { return argument(warning.arguments, index); };
    switch (warning.code) {
    case PolicyWarning::Code::UnassignedCapacity:
        return tr("%2 of %3 %1 belong to no share and are not lent").arg(a(0), a(1), a(2));
    case PolicyWarning::Code::Oversubscribed:
        return tr("The limits for %1 add up to %2, the environment has %3").arg(a(0), a(1), a(2));
    case PolicyWarning::Code::UnitNotInEnvironment:
        return tr("%2 has a limit for %1, which the environment does not have").arg(a(0), a(1));
    case PolicyWarning::Code::ImpossibleJobs:
        return tr("%1 jobs of %2 can never start on %3: %4 needs %5, the share can get %6 at most")
            .arg(a(0), a(1), a(2), a(3), a(4), a(5));
    case PolicyWarning::Code::FrontBlocksOwnQuota:
        return tr(
            "%3 jobs of %1 need more %2 than its limit of %4; while one waits to borrow, the share's own capacity "
            "stays unused")
            .arg(a(0), a(1), a(2), a(3));
    case PolicyWarning::Code::WideFrontMayStarve:
        return tr("Limits for %2 exceed the environment: a wide job of %1 (%3) may wait without end")
            .arg(a(0), a(1), a(2));
    case PolicyWarning::Code::WideVictims:
        return tr("%1 runs wide jobs on %2 (%3): reclaiming one can free more than is needed").arg(a(0), a(1), a(2));
    case PolicyWarning::Code::PrioritiesAllRaised:
        return tr("All jobs of %1 have priority %2, so none is urgent among them").arg(a(0), a(1));
    case PolicyWarning::Code::BorrowersUncheckpointed:
        return tr("%2 of %3 jobs of %1 that may borrow %4 have no checkpoint: what is reclaimed is lost whole")
            .arg(a(0), a(1), a(2), a(3));
    case PolicyWarning::Code::GuessedUnit:
        return tr("%1 is not in the catalogue and counts as 1 GPU").arg(a(0));
    }
    return {};
}

} // namespace quotaboard
