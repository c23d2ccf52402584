// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/import_service.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace quotaboard {

// What readers and importer tell, in sentences. Names from the trace stand in them as plain text.

/// Something noticed about a trace.
struct ImportNote {
    bool isWarning = false;
    QString text;
};
/// `report` says whether times are instants; may be null.
[[nodiscard]] ImportNote importNote(const TraceNote& note, const ImportReport* report);

/// Why rows gave no job: "no GPU is asked for". `sample`, when not empty, is a value that was to blame.
[[nodiscard]] QString rejectCauseText(std::string_view cause, std::string_view sample = {});
/// "line 3, line 17 of b.csv and 4 more"; "record" instead of "line" for JSON.
[[nodiscard]] QString rejectPlacesText(const RejectGroup& group, const Trace& trace);

/// Errors of reading and importing with what to do about them; all others as errorText.
[[nodiscard]] QString importErrorText(const Error& error);

/// What had to become `other` because a queue has at most 20 shares and 5 units; empty when nothing did.
[[nodiscard]] QStringList mergedNamesTexts(const ImportReport& report);

/// A time of the trace: an instant, or a duration since the first submit. Em dash when empty.
[[nodiscard]] QString traceTimeText(std::optional<TimeMs> time, const ImportReport* report, bool isAbsolute);
/// "ISO date and time", "seconds since 1970" …
[[nodiscard]] QString timeUnitText(TimeUnit unit);
/// The unit as a mapping writes it; empty for Detect.
[[nodiscard]] QString timeUnitCode(TimeUnit unit);
/// What a field of a mapping is for: "Submit time".
[[nodiscard]] QString fieldText(Field field);
/// "0.5" of 500 thousandths.
[[nodiscard]] QString milliSizeText(std::int64_t milliSize);

/// "Reading jobs.csv: 312,000 rows, 120,000 rows/s, 21 s left".
[[nodiscard]] QString importProgressText(const ImportProgress& progress, const QString& name);

} // namespace quotaboard
