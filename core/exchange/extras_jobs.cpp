// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/extras_jobs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quotaboard {

using Json = nlohmann::ordered_json;

namespace {

/// No job has such an id: it is no text that a file can hold.
std::string markOf(JobIndex job)
{
    std::string mark(1, '\xff');
    mark += std::to_string(job.value());
    return mark;
}

/// The job id that a change of a job names, in its words; null for others and for submissions.
Json* jobNamedBy(Json& words)
{
    if (!words.is_object())
        return nullptr;
    for (auto& [key, value] : words.items()) {
        if (key == "submitServiceJob" || !value.is_object())
            continue;
        if (const auto id = value.find("jobId"); id != value.end())
            return &*id;
    }
    return nullptr;
}

std::string textOf(const Json& id)
{
    return id.is_string() ? id.get<std::string>() : id.dump();
}

/// What became of the jobs that were known by their number.
class Renumbering {
public:
    Renumbering(const Scenario& before, const Scenario& after)
        : before_(before)
        , after_(after)
    {
    }

    void note(const std::string& id)
    {
        if (const JobIndex job = before_.jobs.findByIndex(id); job.isValid())
            ids_[id] = job;
    }
    [[nodiscard]] bool isEmpty() const { return ids_.empty(); }

    /// By doing the edit again with marks instead of ids.
    void run(const std::function<Status(Scenario&)>& edit)
    {
        Scenario marked = before_;
        for (const auto& [id, job] : ids_)
            marked.jobs.setId(job, marked.jobs.intern(markOf(job)));
        if (edit(marked))
            resolve([&marked](JobIndex job) { return marked.jobs.find(markOf(job)); });
    }

    void resolve(const std::function<JobIndex(JobIndex)>& jobNow)
    {
        for (const auto& [id, job] : ids_) {
            const JobIndex now = jobNow(job);
            found_[id] = now.isValid() && now.value() < after_.jobs.size() ? after_.jobs.displayId(now) : std::string();
        }
    }

    /// False when it should go. `id` changes where its job is known by another number or id now.
    bool follow(std::string& id) const
    {
        const auto now = found_.find(id);
        if (now == found_.end())
            return true;
        if (now->second.empty())
            return !after_.jobs.find(id).isValid();
        id = now->second;
        return true;
    }

private:
    const Scenario& before_;
    const Scenario& after_;
    std::map<std::string, JobIndex> ids_;
    std::map<std::string, std::string> found_;
};

template <class Find>
void follow(ScenarioExtras& extras, const Scenario& before, const Scenario& after, const Find& find)
{
    if (before.jobs.isSameAs(after.jobs))
        return;
    Renumbering renumbering(before, after);
    for (const Breakpoint& point : extras.breakpoints)
        renumbering.note(point.job);
    for (DisabledIntervention& disabled : extras.disabledInterventions) {
        if (const Json* id = jobNamedBy(disabled.words))
            renumbering.note(textOf(*id));
    }
    if (renumbering.isEmpty())
        return;
    find(renumbering);
    std::erase_if(extras.breakpoints, [&](Breakpoint& point) { return !renumbering.follow(point.job); });
    std::erase_if(extras.disabledInterventions, [&](DisabledIntervention& disabled) {
        Json* id = jobNamedBy(disabled.words);
        if (id == nullptr)
            return false;
        std::string text = textOf(*id);
        if (!renumbering.follow(text))
            return true;
        if (text != textOf(*id))
            *id = text;
        return false;
    });
}

} // namespace

void followJobs(
    ScenarioExtras& extras, const Scenario& before, const Scenario& after, const std::function<Status(Scenario&)>& edit)
{
    follow(extras, before, after, [&](Renumbering& renumbering) { renumbering.run(edit); });
}

void followJobs(ScenarioExtras& extras, const Scenario& before, const Scenario& after,
    const std::function<JobIndex(JobIndex)>& jobNow)
{
    follow(extras, before, after, [&](Renumbering& renumbering) { renumbering.resolve(jobNow); });
}

} // namespace quotaboard
