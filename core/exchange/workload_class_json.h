// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload_class.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace quotaboard {

/// One entry of `workloadClasses`; empty when it is not of our shape (it may be another program's).
[[nodiscard]] std::optional<WorkloadClass> workloadClassFromJson(const nlohmann::ordered_json& entry);
/// Defaults omitted; reads back to the same.
[[nodiscard]] nlohmann::ordered_json workloadClassToJson(const WorkloadClass& kind);

} // namespace quotaboard
