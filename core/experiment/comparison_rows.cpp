// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/comparison_rows.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace quotaboard {

namespace {

/// No percentile of fewer jobs (metrics.md section 2).
constexpr std::uint64_t kFewestForPercentiles = 5;
/// A pair must be there in at least this part of the runs.
constexpr double kLeastDefined = 0.8;

MetricValue known(double value)
{
    return {value, MissingReason::None};
}

MetricValue none(MissingReason reason)
{
    return {std::nullopt, reason};
}

MetricValue orNone(std::optional<double> value, MissingReason reason)
{
    return value ? known(*value) : none(reason);
}

double number(GpuMs value)
{
    return static_cast<double>(value);
}

std::optional<ShareIndex> findShare(const RunFigures& run, const std::string& name)
{
    const auto found = std::find(run.shareNames->begin(), run.shareNames->end(), name);
    if (found == run.shareNames->end())
        return std::nullopt;
    return ShareIndex{static_cast<std::size_t>(found - run.shareNames->begin())};
}

const WaitGroup* findGroup(const RunFigures& run, const WaitPair& pair)
{
    const auto share = findShare(run, pair.share);
    const auto found = std::find_if(run.card->waits.begin(), run.card->waits.end(),
        [&](const WaitGroup& g) { return share && g.share == *share && g.priority == pair.priority; });
    return found == run.card->waits.end() ? nullptr : &*found;
}

bool hasPercentiles(const WaitGroup& group)
{
    return group.started + group.waiting >= kFewestForPercentiles;
}

MetricValue quantileOf(const WaitGroup* group, CensoredQuantile WaitGroup::*which)
{
    if (group == nullptr || !hasPercentiles(*group))
        return none(MissingReason::NoSuchJobs);
    return orNone((group->*which).value, MissingReason::OpenQuantile);
}

const ShareFairness* findFairness(const RunFigures& run, const std::string& name)
{
    const auto share = findShare(run, name);
    const auto found = std::find_if(run.card->fairness.begin(), run.card->fairness.end(),
        [&](const ShareFairness& f) { return share && f.share == *share; });
    return found == run.card->fairness.end() ? nullptr : &*found;
}

class RowMaker {
public:
    RowMaker(std::span<const RunFigures> runs, const std::optional<WaitPair>& waitPair)
        : runs_(runs)
        , waitPair_(waitPair)
    {
    }

    std::vector<RowSpec> make()
    {
        addScorecard();
        addProcurement();
        addCosts();
        addAccounting();
        addPairs();
        addShares();
        addWaits();
        return std::move(rows_);
    }

private:
    using Read = std::function<MetricValue(const RunFigures&)>;

    MetricRow& add(
        MetricSection section, const char* key, MetricUnit unit, std::optional<GoodDirection> good, Read read)
    {
        RowSpec& spec = rows_.emplace_back();
        spec.row.section = section;
        spec.row.key = key;
        spec.row.unit = unit;
        spec.row.good = good;
        spec.row.usesBootstrap = unit == MetricUnit::Ratio;
        spec.read = std::move(read);
        return spec.row;
    }

    void addQuantile(MetricSection section, const char* key, const WaitPair& pair, CensoredQuantile WaitGroup::*which)
    {
        MetricRow& row = add(section, key, MetricUnit::Milliseconds, GoodDirection::Lower,
            [pair, which](const RunFigures& run) { return quantileOf(findGroup(run, pair), which); });
        row.usesBootstrap = true;
        row.share = pair.share;
        row.priority = pair.priority;
    }

    void addScorecard()
    {
        constexpr auto kSection = MetricSection::Scorecard;
        add(kSection, "completedOfPaid", MetricUnit::Ratio, GoodDirection::Higher,
            [](const RunFigures& r) { return orNone(r.card->completedOfPaid(), MissingReason::NothingPaid); });
        add(kSection, "completedOfAllocated", MetricUnit::Ratio, GoodDirection::Higher, [](const RunFigures& r) {
            return orNone(r.card->completedOfAllocated(), MissingReason::NothingAllocated);
        });
        if (waitPair_) {
            addQuantile(kSection, "waitP50", *waitPair_, &WaitGroup::p50);
            addQuantile(kSection, "waitP95", *waitPair_, &WaitGroup::p95);
        }
        add(kSection, "waste", MetricUnit::GpuMilliseconds, GoodDirection::Lower,
            [](const RunFigures& r) { return known(number(r.card->preemption.lost + r.card->preemption.restart)); });
        add(kSection, "wasteOfAllocated", MetricUnit::Ratio, GoodDirection::Lower,
            [](const RunFigures& r) { return orNone(r.card->wasteOfAllocated(), MissingReason::NothingAllocated); });
        add(kSection, "worstShortfall", MetricUnit::Ratio, GoodDirection::Lower, [](const RunFigures& r) {
            const ShareFairness* worst = r.card->worstShortfall();
            return worst != nullptr ? orNone(worst->shortfallShare(), MissingReason::NoClaim)
                                    : none(MissingReason::NoClaim);
        });
        add(kSection, "recoveryReliability", MetricUnit::Ratio, GoodDirection::Higher, [](const RunFigures& r) {
            return orNone(r.card->recovery.reliability(), MissingReason::NothingToRecover);
        });
    }

    void addProcurement()
    {
        constexpr auto kSection = MetricSection::Procurement;
        add(kSection, "completedJobs", MetricUnit::Count, GoodDirection::Higher,
            [](const RunFigures& r) { return known(static_cast<double>(r.card->jobs.succeeded)); });
        add(kSection, "missedDeadlines", MetricUnit::Count, GoodDirection::Lower,
            [](const RunFigures& r) { return known(static_cast<double>(r.card->missedDeadlines)); });
        add(kSection, "restartOverhead", MetricUnit::GpuMilliseconds, GoodDirection::Lower,
            [](const RunFigures& r) { return known(number(r.card->accounting.restart)); });
        add(kSection, "queueDelayP95", MetricUnit::Milliseconds, GoodDirection::Lower,
            [](const RunFigures& r) { return quantileOf(&r.card->allWaits, &WaitGroup::p95); })
            .usesBootstrap
            = true;
    }

    void addCosts()
    {
        std::set<std::string> currencies;
        for (const RunFigures& run : runs_) {
            for (const CostSummary& cost : run.card->costs)
                currencies.insert(cost.currency);
        }
        // Without any cost the rows say so.
        if (currencies.empty())
            currencies.insert(std::string{});
        for (const std::string& currency : currencies) {
            addCost("cost", currency, [](const CostSummary& c) { return known(c.total); });
            addCost("costPerCompletedJob", currency,
                [](const CostSummary& c) { return orNone(c.perCompletedJob, MissingReason::NoCompletedJobs); });
        }
    }

    template <class Pick>
    void addCost(const char* key, const std::string& currency, Pick pick)
    {
        add(MetricSection::Procurement, key, MetricUnit::Money, GoodDirection::Lower,
            [currency, pick](const RunFigures& run) {
                for (const CostSummary& cost : run.card->costs) {
                    if (cost.currency == currency)
                        return pick(cost);
                }
                return none(MissingReason::NoCost);
            })
            .other
            = currency;
    }

    void addLabel(const char* key, std::optional<GoodDirection> good, GpuMs Accounting::*label)
    {
        add(MetricSection::Accounting, key, MetricUnit::GpuMilliseconds, good,
            [label](const RunFigures& r) { return known(number(r.card->accounting.*label)); });
    }

    /// Neither paying nor idling is good or bad in itself, and unfinished work is not known to be either.
    void addAccounting()
    {
        addLabel("paid", std::nullopt, &Accounting::paid);
        addLabel("overcommitted", std::nullopt, &Accounting::overcommitted);
        addLabel("completed", GoodDirection::Higher, &Accounting::completed);
        addLabel("inProgress", std::nullopt, &Accounting::inProgress);
        addLabel("discarded", GoodDirection::Lower, &Accounting::discarded);
        addLabel("lost", GoodDirection::Lower, &Accounting::lost);
        addLabel("restart", GoodDirection::Lower, &Accounting::restart);
        addLabel("checkpoint", GoodDirection::Lower, &Accounting::checkpoint);
        addLabel("hold", GoodDirection::Lower, &Accounting::hold);
        addLabel("idle", std::nullopt, &Accounting::idle);
    }

    void addPairs()
    {
        std::set<std::pair<std::string, std::string>> pairs;
        for (const RunFigures& run : runs_) {
            for (const WastePair& pair : run.card->wasteByPair)
                pairs.emplace((*run.shareNames)[pair.by.value()], (*run.shareNames)[pair.from.value()]);
        }
        for (const auto& [by, from] : pairs) {
            MetricRow& row = add(MetricSection::WasteByPair, "wasteOfPair", MetricUnit::GpuMilliseconds,
                GoodDirection::Lower, [by = by, from = from](const RunFigures& run) {
                    for (const WastePair& pair : run.card->wasteByPair) {
                        if ((*run.shareNames)[pair.by.value()] == by && (*run.shareNames)[pair.from.value()] == from)
                            return known(number(pair.lost + pair.restart));
                    }
                    return known(0);
                });
            row.share = from;
            row.other = by;
        }
    }

    template <class Pick>
    void addShare(
        const char* key, const std::string& name, MetricUnit unit, std::optional<GoodDirection> good, Pick pick)
    {
        add(MetricSection::Shares, key, unit, good,
            [name, pick](const RunFigures& run) {
                const ShareFairness* fairness = findFairness(run, name);
                return fairness != nullptr ? pick(*fairness) : none(MissingReason::NoSuchShare);
            })
            .share
            = name;
    }

    void addShares()
    {
        std::vector<std::string> names;
        for (const RunFigures& run : runs_) {
            for (const ShareFairness& fairness : run.card->fairness) {
                const std::string& name = (*run.shareNames)[fairness.share.value()];
                if (std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(name);
            }
        }
        for (const std::string& name : names) {
            addShare("delivered", name, MetricUnit::GpuMilliseconds, std::nullopt,
                [](const ShareFairness& f) { return known(number(f.delivered)); });
            addShare("shortfall", name, MetricUnit::Ratio, GoodDirection::Lower,
                [](const ShareFairness& f) { return orNone(f.shortfallShare(), MissingReason::NoClaim); });
            addShare("drift", name, MetricUnit::Ratio, std::nullopt,
                [](const ShareFairness& f) { return orNone(f.drift(), MissingReason::NoClaim); });
        }
    }

    void addWaits()
    {
        std::set<std::pair<std::string, std::int32_t>> pairs;
        for (const RunFigures& run : runs_) {
            for (const WaitGroup& group : run.card->waits)
                pairs.emplace((*run.shareNames)[group.share.value()], group.priority);
        }
        for (const auto& [share, priority] : pairs) {
            const WaitPair pair{share, priority};
            addQuantile(MetricSection::Waits, "waitP50", pair, &WaitGroup::p50);
            addQuantile(MetricSection::Waits, "waitP95", pair, &WaitGroup::p95);
            MetricRow& row = add(MetricSection::Waits, "notStarted", MetricUnit::Count, GoodDirection::Lower,
                [pair](const RunFigures& run) {
                    const WaitGroup* group = findGroup(run, pair);
                    return group != nullptr ? known(static_cast<double>(group->waiting + group->impossible))
                                            : none(MissingReason::NoSuchJobs);
                });
            row.share = share;
            row.priority = priority;
        }
    }

    std::span<const RunFigures> runs_;
    const std::optional<WaitPair>& waitPair_;
    std::vector<RowSpec> rows_;
};

using PairKey = std::pair<std::string, std::int32_t>;

/// Pairs that are there often enough in one scenario, with the mean of their P95 (of the bound where it is open).
std::map<PairKey, double> usualPairs(const std::vector<RunFigures>& runs)
{
    std::map<PairKey, std::pair<std::size_t, double>> found;
    for (const RunFigures& run : runs) {
        for (const WaitGroup& group : run.card->waits) {
            if (!hasPercentiles(group))
                continue;
            auto& [count, sum] = found[{(*run.shareNames)[group.share.value()], group.priority}];
            ++count;
            sum += group.p95.value.value_or(static_cast<double>(group.p95.atLeast.value_or(0)));
        }
    }
    std::map<PairKey, double> usual;
    for (const auto& [key, value] : found) {
        const auto count = static_cast<double>(value.first);
        if (count >= kLeastDefined * static_cast<double>(runs.size()))
            usual[key] = value.second / count;
    }
    return usual;
}

} // namespace

std::vector<RowSpec> comparisonRows(std::span<const RunFigures> runs, const std::optional<WaitPair>& waitPair)
{
    return RowMaker(runs, waitPair).make();
}

std::optional<WaitPair> chooseWaitPair(const std::vector<std::vector<RunFigures>>& scenarios, std::size_t baseline)
{
    std::map<PairKey, double> candidates = usualPairs(scenarios[baseline]);
    for (const std::vector<RunFigures>& runs : scenarios) {
        const std::map<PairKey, double> usual = usualPairs(runs);
        std::erase_if(candidates, [&](const auto& candidate) { return !usual.contains(candidate.first); });
    }
    std::optional<WaitPair> worst;
    double longest = -1;
    for (const auto& [key, p95] : candidates) {
        if (p95 <= longest)
            continue;
        longest = p95;
        worst = WaitPair{key.first, key.second};
    }
    return worst;
}

} // namespace quotaboard
