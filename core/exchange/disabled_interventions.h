// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/exchange/scenario_extras.h"
#include "core/model/scenario.h"

#include <vector>

namespace quotaboard {

// Timed changes that are switched off: they leave the scenario and are kept as words, so that no reader of the file
// applies them.

/// Takes interventions out and gives what is to be kept of them, and of those that go along: a submitServiceJob takes
/// its job with it, and with the job the changes that name it. The job is kept with an id, be it its number, and jobs
/// that are known by their number keep it as an id where they move up. Errors: EditRefused (a createQuotaShare whose
/// share has jobs); nothing has changed then.
Result<std::vector<DisabledIntervention>> takeOutInterventions(
    Scenario& scenario, const std::vector<InterventionIndex>& indexes);

/// Reads a kept intervention in the scenario's context and appends it; the job of a submitServiceJob gets the id it
/// had. Errors: what the reader says of the words, with `place` inside of them; UnknownReference {name, what} for a
/// share or job that is no more; Duplicate {id} for a job whose id another one has. Nothing has changed then.
Status putBackIntervention(Scenario& scenario, const DisabledIntervention& disabled);

} // namespace quotaboard
