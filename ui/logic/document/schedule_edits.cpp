// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/document/schedule_edits.h"

#include "core/exchange/disabled_interventions.h"
#include "core/exchange/json_numbers.h"
#include "ui/logic/bridge/text_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Schedule)
};

/// Those at `places`, which are erased from the list from behind.
void erasePlaces(std::vector<DisabledIntervention>& list, std::vector<std::size_t> places)
{
    std::sort(places.begin(), places.end(), std::greater<>());
    for (const std::size_t place : places) {
        if (place < list.size())
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
    }
}

std::vector<DisabledIntervention> at(const ScenarioExtras& extras, const std::vector<std::size_t>& places)
{
    std::vector<DisabledIntervention> chosen;
    for (const std::size_t place : places) {
        if (place < extras.disabledInterventions.size())
            chosen.push_back(extras.disabledInterventions[place]);
    }
    return chosen;
}

} // namespace

Edit switchOffEdit(
    const Scenario& scenario, const ScenarioExtras& extras, const std::vector<InterventionIndex>& indexes)
{
    Edit edit;
    edit.text = indexes.size() == 1 ? Texts::tr("Timed change at %1 off")
                                          .arg(clockText(scenario, scenario.interventions[indexes.front().value()].at))
                                    : Texts::tr("%n timed changes off", nullptr, static_cast<int>(indexes.size()));
    // The words are those of before; the same scenario is changed when the edit is done.
    Scenario before = scenario;
    const auto out = takeOutInterventions(before, extras.disabledInterventions, indexes);
    edit.change = [indexes](Scenario& s) {
        const auto taken = takeOutInterventions(s, {}, indexes);
        return taken ? Status{} : Status{taken.error()};
    };
    if (out) {
        edit.changeExtras = [kept = out.value()](const Scenario&, ScenarioExtras& e) {
            e.disabledInterventions.insert(e.disabledInterventions.end(), kept.begin(), kept.end());
            return Status{};
        };
    }
    return edit;
}

Edit switchOnEdit(const Scenario& scenario, const ScenarioExtras& extras, const std::vector<std::size_t>& places)
{
    Edit edit;
    const std::vector<DisabledIntervention> chosen = at(extras, places);
    edit.text = chosen.size() == 1 ? Texts::tr("Timed change at %1 on").arg(clockText(scenario, chosen.front().at))
                                   : Texts::tr("%n timed changes on", nullptr, static_cast<int>(chosen.size()));
    edit.change = [chosen, off = extras.disabledInterventions](Scenario& s) {
        std::vector<DisabledIntervention> left = off;
        for (const DisabledIntervention& disabled : chosen) {
            left.erase(std::find(left.begin(), left.end(), disabled));
            if (const auto index = putBackIntervention(s, disabled, left); !index)
                return Status{index.error()};
        }
        return Status{};
    };
    edit.changeExtras = [places](const Scenario&, ScenarioExtras& e) {
        erasePlaces(e.disabledInterventions, places);
        return Status{};
    };
    return edit;
}

Edit removeTimedChangesEdit(const Scenario& scenario, const ScenarioExtras& extras,
    const std::vector<InterventionIndex>& indexes, const std::vector<std::size_t>& places)
{
    const std::size_t count = indexes.size() + places.size();
    if (count == 1 && places.empty())
        return removeInterventionEdit(scenario, indexes.front());
    Edit edit;
    edit.text = count == 1 && places.front() < extras.disabledInterventions.size()
        ? Texts::tr("Delete timed change at %1")
              .arg(clockText(scenario, extras.disabledInterventions[places.front()].at))
        : Texts::tr("Delete %n timed changes", nullptr, static_cast<int>(count));
    if (!indexes.empty()) {
        edit.change = [indexes](Scenario& s) {
            const auto taken = takeOutInterventions(s, {}, indexes);
            return taken ? Status{} : Status{taken.error()};
        };
    }
    if (!places.empty()) {
        edit.changeExtras = [places](const Scenario&, ScenarioExtras& e) {
            erasePlaces(e.disabledInterventions, places);
            return Status{};
        };
    }
    return edit;
}

Edit changeInterventionEdit(const Scenario& scenario, InterventionIndex index, const Intervention& changed)
{
    Edit edit;
    edit.text
        = Texts::tr("Change timed change at %1").arg(clockText(scenario, scenario.interventions[index.value()].at));
    edit.change = [index, changed](Scenario& s) {
        if (Status status = moveIntervention(s, index, changed.at); !status)
            return status;
        s.interventions[index.value()] = changed;
        return Status{};
    };
    return edit;
}

Edit changeSwitchedOffEdit(const Scenario& scenario, const ScenarioExtras& extras, std::size_t place, TimeMs at,
    const std::string& author, const std::string& reason)
{
    Edit edit;
    edit.text = Texts::tr("Change timed change at %1").arg(clockText(scenario, extras.disabledInterventions[place].at));
    edit.changeExtras = [=](const Scenario&, ScenarioExtras& e) {
        if (place >= e.disabledInterventions.size())
            return Status{};
        DisabledIntervention& disabled = e.disabledInterventions[place];
        // Its place was among the changes of another moment.
        if (disabled.at != at)
            disabled.words.erase("place");
        disabled.at = at;
        disabled.words["atSeconds"] = secondsToJson(at);
        const auto put = [&](const char* key, const std::string& text) {
            if (text.empty())
                disabled.words.erase(key);
            else
                disabled.words[key] = text;
        };
        put("author", author);
        put("reason", reason);
        return Status{};
    };
    return edit;
}

} // namespace quotaboard
