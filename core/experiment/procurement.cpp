// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/procurement.h"

#include "core/base/int128.h"

#include <algorithm>
#include <set>
#include <variant>

namespace quotaboard {

namespace {

/// What one share becomes.
struct Wanted {
    SharingStrategy strategy{};
    bool forbidsPreemption = false;
};

/// Makes one scenario and keeps account of it.
class Maker {
public:
    Maker(ProcurementKind kind, const Scenario& current, const std::set<std::string>& safe)
        : safe_(safe)
    {
        made_.kind = kind;
        made_.scenario = current;
        made_.scenario.name = nameOf(kind);
        for (const QuotaShare& share : current.shares)
            noteProtection(share);
        for (const Intervention& intervention : current.interventions) {
            if (const auto* create = std::get_if<CreateQuotaShare>(&intervention.edit))
                noteProtection(create->share);
        }
    }

    ProcurementScenario make()
    {
        for (QuotaShare& share : made_.scenario.shares)
            change(share, {});
        for (std::size_t i = 0; i < made_.scenario.interventions.size(); ++i) {
            PolicyEdit& edit = made_.scenario.interventions[i].edit;
            if (auto* create = std::get_if<CreateQuotaShare>(&edit))
                change(create->share, InterventionIndex{i});
            else if (auto* update = std::get_if<UpdateQuotaShare>(&edit))
                change(*update, InterventionIndex{i});
        }
        return std::move(made_);
    }

private:
    static const char* nameOf(ProcurementKind kind)
    {
        switch (kind) {
        case ProcurementKind::Isolated:
            return "Isolated";
        case ProcurementKind::LendCheckpointSafe:
            return "Lend checkpoint-safe";
        case ProcurementKind::LendProtected:
            return "Lend with protected priority";
        }
        return "";
    }

    void noteProtection(const QuotaShare& share)
    {
        if (share.isProtected)
            protected_.insert(share.name);
    }

    [[nodiscard]] Wanted wantedOf(const std::string& share) const
    {
        if (made_.kind == ProcurementKind::Isolated)
            return {SharingStrategy::Reserve, false};
        if (made_.kind == ProcurementKind::LendProtected && protected_.contains(share))
            return {SharingStrategy::Reserve, true};
        return {safe_.contains(share) ? SharingStrategy::LendAndBorrow : SharingStrategy::Lend, false};
    }

    void change(QuotaShare& share, InterventionIndex intervention)
    {
        std::optional<ResourceSharing> sharing = share.sharing;
        std::optional<bool> preemption = share.inSharePreemption;
        change(share.name, sharing, preemption, intervention);
        share.sharing = *sharing;
        share.inSharePreemption = *preemption;
    }

    void change(UpdateQuotaShare& update, InterventionIndex intervention)
    {
        change(update.name, update.sharing, update.inSharePreemption, intervention);
    }

    void change(const std::string& name, std::optional<ResourceSharing>& sharing, std::optional<bool>& preemption,
        InterventionIndex intervention)
    {
        const Wanted wanted = wantedOf(name);
        ProcurementChange done{name, intervention, {}, {}, false};
        if (sharing) {
            ResourceSharing now = *sharing;
            now.strategy = wanted.strategy;
            if (now.strategy != SharingStrategy::LendAndBorrow)
                now.borrowLimit.reset();
            if (now != *sharing) {
                done.sharingBefore = sharing;
                done.sharingNow = now;
                sharing = now;
            }
        }
        if (wanted.forbidsPreemption && preemption.value_or(false)) {
            done.turnedPreemptionOff = true;
            preemption = false;
        }
        if (done.sharingNow || done.turnedPreemptionOff)
            made_.changes.push_back(std::move(done));
    }

    const std::set<std::string>& safe_;
    std::set<std::string> protected_;
    ProcurementScenario made_;
};

} // namespace

std::vector<std::string> checkpointSafeShares(const Scenario& scenario)
{
    struct Requested {
        Int128 all = 0;
        Int128 withCheckpoint = 0;
    };
    std::vector<Requested> requested(scenario.shareNames.size());
    for (const Job& job : scenario.jobs.jobs()) {
        const Int128 gpuMs = Int128{job.work} * job.instances * scenario.gpuWeight(job.unit);
        Requested& share = requested[job.share.value()];
        share.all += gpuMs;
        if (scenario.jobs.profile(job.profile).checkpoint)
            share.withCheckpoint += gpuMs;
    }
    std::vector<std::string> safe;
    for (std::size_t i = 0; i < requested.size(); ++i) {
        if (requested[i].all > 0 && 5 * requested[i].withCheckpoint >= 4 * requested[i].all)
            safe.push_back(scenario.shareNames[i]);
    }
    return safe;
}

std::array<ProcurementScenario, 3> procurementScenarios(const Scenario& current)
{
    const std::vector<std::string> list = checkpointSafeShares(current);
    const std::set<std::string> safe(list.begin(), list.end());
    const auto make = [&](ProcurementKind kind) { return Maker(kind, current, safe).make(); };
    return {make(ProcurementKind::Isolated), make(ProcurementKind::LendCheckpointSafe),
        make(ProcurementKind::LendProtected)};
}

} // namespace quotaboard
