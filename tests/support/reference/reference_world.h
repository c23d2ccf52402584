// SPDX-License-Identifier: Apache-2.0
//
// Internal to the reference model: the whole state of a run, and the functions on it, grouped by the
// section of scheduling.md that they follow.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quotaboard::reference {

using Ms = std::int64_t;
using Count = std::int64_t;
using Json = nlohmann::json;
using Limits = std::map<std::string, Count>;

enum class Strategy { Reserve, Lend, LendAndBorrow };
enum class JobState { NotSubmitted, Runnable, Scheduled, Starting, Running, Stopping, Succeeded, Failed };
enum class AttemptEnd { None, Succeeded, OwnFailure, Preempted, Ended }; // Ended: terminated, share deleted

struct Share {
    std::string name;
    bool enabled = true;
    Limits limits;
    Strategy strategy = Strategy::Reserve;
    std::optional<Count> borrowLimit;
    bool inSharePreemption = false;
};

struct Platform {
    Ms startup = 0;
    Ms stopGrace = 0;
    std::string victimOrder = "priority";
    std::string unassignedCapacity = "idle";
    std::string queueFront = "share";
    std::string requeue = "original";
    double resumeSuccessProbability = 1.0;
    std::uint64_t seed = 1;
};

struct TimeLimit {
    std::string reason;
    Ms maxTime = 0;
};

struct Checkpoint {
    Ms interval = 0;
    Ms cost = 0;
    bool onStop = false;
};

struct ExitRule {
    std::string action;
    std::string pattern;
};

struct Attempt {
    Ms scheduledAt = 0;
    std::optional<Ms> startingAt, runningAt;
    Ms startup = 0; // platform value at the start
    Ms resumedFrom = 0; // p0
    Ms restore = 0; // time this attempt spends restoring
    Ms thrownAwayAtRestore = 0; // durable progress lost because the restore failed
    bool restoreFailed = false;
    std::optional<Ms> preemptedAt; // the decision
    std::optional<Ms> endedAt; // instances released (or the return from SCHEDULED)
    AttemptEnd end = AttemptEnd::None;
    Ms lost = 0; // at a preemption
    Ms durableAfter = 0; // after a preemption
    bool crossShare = false;
    int byJob = 0;
};

struct Clock {
    std::string awsReason;
    Ms since = 0;
};

// A victim of a dispatch: it is still in the way while that attempt is stopping.
struct VictimRef {
    int job = 0;
    std::size_t attempt = 0;
};

struct Job {
    int index = 0;
    Json id;
    std::string share, unit;
    Count count = 1;
    Ms submitAt = 0, work = 0;
    Count priority = 0;
    std::optional<Checkpoint> checkpoint;
    Ms restore = 0;
    std::optional<Count> preemptionRetries;
    Count maxAttempts = 1;
    std::vector<ExitRule> exitRules;
    std::optional<Ms> attemptDuration;
    bool outcomeFailed = false;
    std::optional<Ms> deadline;

    JobState state = JobState::NotSubmitted;
    Ms queueTime = 0;
    Ms durable = 0;
    Count preemptions = 0, ownFailures = 0;
    std::vector<Attempt> attempts;
    std::int64_t dispatchSeq = 0;
    std::vector<VictimRef> victims;
    Ms stopsAt = 0;
    std::optional<Clock> clock;

    std::optional<Ms> firstRunnable, firstRunning, finishedAt;
    Count priorityAtFirstStart = 0;
    bool triggeredReclaim = false;
    Ms discardedByFailures = 0; // work thrown away by own failures (work ms)
    Ms workAtEnd = 0; // useful work held when the job ended (work ms)
};

struct Intervention {
    int index = 0;
    Ms at = 0;
    Json body;
    bool applied = false;
};

struct FairnessSums {
    Ms claimable = 0, delivered = 0, shortfall = 0, surplus = 0;
};

struct World {
    std::string name;
    std::map<std::string, Count> gpus; // per unit, as counted
    Limits environmentLimits;
    bool environmentEnabled = true;
    bool queueEnabled = true;
    std::vector<TimeLimit> timeLimits;
    std::vector<Share> shares; // share order
    Platform platform;
    std::vector<Job> jobs; // merged list order
    std::vector<Intervention> interventions;
    std::optional<Ms> horizon;

    Ms now = 0;
    std::int64_t lastDispatchSeq = 0;
    std::vector<Json> events;
    std::vector<std::string> violations;
    std::map<std::string, std::int64_t> waitingReasons;
    std::map<std::string, std::int64_t> rules;
    std::vector<Json> waiting;
    bool recordWaiting = false;
    bool limitsOrStrategiesChanged = false;
    bool capacityLowered = false;

    Ms paid = 0, idle = 0, overcommitted = 0; // GPU-ms
    std::vector<std::string> sharesEver; // order of creation
    std::map<std::string, FairnessSums> fairness;
};

using Gone = std::set<int>; // job indices that are treated as preempted

// --- reading (reference_load.cpp)
Ms toMs(const Json& seconds);
Share readShare(const Json& json);
void updateShare(const Json& json, Share& share); // the keys given replace the old ones whole
void readPlatform(const Json& json, Platform& into); // the keys given
Limits readLimits(const Json& capacityLimits);
std::vector<TimeLimit> readTimeLimits(const Json& actions);
World load(const Json& scenario, const std::map<std::string, int>& catalogue);

// --- section 1 (reference_capacity.cpp); `gone` jobs do not count in U
bool isDispatched(const Job& job);
bool isOccupying(const Job& job);
bool isEnded(const Job& job);
const Share* findShare(const World& w, const std::string& name);
Count capacity(const World& w, const std::string& unit);
Count limitOf(const Share& share, const std::string& unit);
Count limitSum(const World& w, const std::string& unit);
Count used(const World& w, const std::string& share, const std::string& unit, const Gone& gone = {});
Count total(const World& w, const std::string& unit, const Gone& gone = {});
Count overLimit(const World& w, const Share& share, const std::string& unit, const Gone& gone = {});
Count idleOf(const World& w, const Share& share, const std::string& unit, const Gone& gone = {});
Count ceilingOf(const World& w, const std::string& unit);
Count held(const World& w, const std::string& share, const std::string& unit, const Gone& gone = {});
std::optional<Count> borrowMax(const Share& share, const std::string& unit); // nothing = unlimited
bool withinBorrowMax(const Share& share, const std::string& unit, Count instances);
bool oversubscribed(const World& w, const std::string& unit);
Count occupied(const World& w, const std::string& unit);
Count occupiedBy(const World& w, const std::string& share, const std::string& unit);
std::set<std::string> allUnits(const World& w);

// --- section 2 (reference_capacity.cpp)
bool queuesBefore(const Job& a, const Job& b);
std::vector<int> queueOf(const World& w, const Job& job); // the queue that a RUNNABLE job stands in
std::vector<int> frontsOf(const World& w, const std::string& share);
bool isFront(const World& w, const Job& job);

// --- section 3 (reference_pass.cpp)
void schedulingPass(World& w);
void startScheduledJobs(World& w); // section 5, first paragraph

// --- section 4 (reference_victims.cpp)
std::vector<int> inVictimOrder(const World& w, std::vector<int> candidates);
bool fitsBesideReserves(const World& w, const Job& h, const Gone& gone); // A1, also the second of phase B
bool fitsCeiling(const World& w, const Job& h, const Gone& gone); // A3
std::optional<std::vector<int>> reclaimVictims(
    const World& w, const Job& h, const Gone& gone, bool (*rule)(const World&, const Job&, const Gone&));

// --- section 5 (reference_attempts.cpp)
struct RunPosition {
    Ms restored = 0, worked = 0, written = 0, writing = 0; // writing: of an unfinished checkpoint
    Ms durable = 0;
};
Ms runLength(const Job& job, const Attempt& attempt);
RunPosition positionAfter(const Job& job, const Attempt& attempt, Ms elapsed);
Ms lossIfPreempted(const World& w, const Job& job);
double uniformDraw(std::uint64_t seed, int jobIndex, std::size_t attempt);
void dispatch(World& w, int job, const std::vector<int>& inShareVictims, const std::vector<int>& reclaimed);
void beginRunning(World& w, Job& job);
void endAttempt(World& w, Job& job);
void releaseStopped(World& w, Job& job);
void becomeRunnable(World& w, Job& job, bool again);
void failJob(World& w, Job& job, const std::string& reason);
Ms attemptEndsAt(const Job& job);
Json& logEvent(World& w, const std::string& event, const Job* job);

// --- section 6 (reference_simulator.cpp, reference_interventions.cpp)
void simulate(World& w);
void applyIntervention(World& w, const Intervention& intervention);

// --- section 7 (reference_reasons.cpp)
std::string waitingReasonAsFront(const World& w, const Job& job);
std::string waitingReason(const World& w, const Job& job);
std::string awsReasonOf(const std::string& code); // "" when the code maps to none
bool isImpossible(const World& w, const Job& job); // as if it were the front
void updateClocks(World& w);
void recordWaiting(World& w);

// --- section 8 (reference_invariants.cpp)
void checkAfterDispatch(World& w, const Job& job);
void checkAfterTimestamp(World& w);
void checkAtEnd(World& w, Ms windowEnd);

// --- metrics.md (reference_metrics.cpp, reference_accounting.cpp)
struct JobAccount { // instance-ms x GPUs
    Ms completed = 0, inProgress = 0, discarded = 0, lost = 0, restart = 0, checkpoint = 0, hold = 0;
    Ms heldTime = 0; // instances held x GPUs, independently of the labels
    Ms restartByPreemption = 0; // part of restart, metrics.md M3
};
struct PairWaste {
    Ms lost = 0, restart = 0;
};
using PairKey = std::pair<std::string, std::string>;
JobAccount accountOf(const World& w, const Job& job, Ms windowEnd, std::map<PairKey, PairWaste>* pairs);
void integrate(World& w, Ms from, Ms to);
Ms windowEndOf(const World& w);
Json summarise(const World& w);

} // namespace quotaboard::reference
