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
/// that are known by their number keep it as an id where they move up. `off` are those that are switched off already:
/// of several changes at one moment each keeps its place (key `place`, absent for the last), since their order counts.
/// Errors: EditRefused (a createQuotaShare whose share has jobs); nothing has changed then.
Result<std::vector<DisabledIntervention>> takeOutInterventions(
    Scenario& scenario, const std::vector<DisabledIntervention>& off, const std::vector<InterventionIndex>& indexes);

/// Reads a kept intervention in the scenario's context and puts it back into its place among those of its moment, of
/// which `off` stay away; gives where it stands now. The job of a submitServiceJob gets the id it had; a submission
/// goes behind the others of its moment where its job would not stand in order otherwise. Errors: what the reader says
/// of the words, with `place` inside of them; UnknownReference {name, what} for a share or job that is no more;
/// Duplicate {id} for a job whose id another one has. Nothing has changed then.
Result<InterventionIndex> putBackIntervention(
    Scenario& scenario, const DisabledIntervention& disabled, const std::vector<DisabledIntervention>& off = {});

/// For saving: gives those of `after` that were switched off since `before` the words that the file has for them under
/// `interventions`, so that keys of other programs stay. `original` is the scenario that the file holds.
void keepWordsOfFile(std::vector<DisabledIntervention>& after, const std::vector<DisabledIntervention>& before,
    const Scenario& original, const nlohmann::ordered_json& interventions);

/// For saving: the same the other way for those that were switched on since; `interventions` are those of `edited`.
void keepWordsOfDisabled(nlohmann::ordered_json& interventions, const Scenario& edited,
    const std::vector<DisabledIntervention>& before, const std::vector<DisabledIntervention>& after);

} // namespace quotaboard
