// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/comparison.h"
#include "core/experiment/procurement.h"

#include <string>

namespace quotaboard::cli {

// Words of a comparison for people and for files.

/// "better", "worse", "no clear difference", "not enough data" (metrics.md section 4).
[[nodiscard]] const char* wordOf(Verdict verdict);
/// Why there is no number: a few words.
[[nodiscard]] const char* wordsOf(MissingReason reason);
/// "nothingPaid", for files; empty for None.
[[nodiscard]] const char* codeOf(MissingReason reason);
[[nodiscard]] const char* codeOf(MetricSection section);
/// "ratio", "ms", "GPU-ms" …
[[nodiscard]] const char* codeOf(MetricUnit unit);
/// "update", and "quota share".
[[nodiscard]] const char* wordOf(PolicyCall::Kind kind);
[[nodiscard]] const char* wordOf(PolicyCall::Object object);
/// "update quota share research".
[[nodiscard]] std::string describe(const PolicyCall& call);
/// "RESERVE", "LEND_AND_BORROW with borrow limit 50 %".
[[nodiscard]] std::string describe(const ResourceSharing& sharing);
/// One line for a change of a procurement scenario.
[[nodiscard]] std::string describe(const ProcurementChange& change, const Scenario& scenario);

} // namespace quotaboard::cli
