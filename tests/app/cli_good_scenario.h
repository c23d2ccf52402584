// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quotaboard::test {

/// A scenario that uses every key of the format; damaged in tst_cli_bad_scenarios.cpp.
inline constexpr const char* kGoodScenario = R"({
 "format": "quotaboard-scenario", "version": 1, "name": "good", "description": "all keys",
 "startTime": "2026-11-02T00:00:00Z", "horizonSeconds": 100000,
 "capacityUnits": {"gpu": {"gpus": 4, "hourlyCost": 2.5, "currency": "USD"}},
 "serviceEnvironments": [{"serviceEnvironmentName": "pool", "state": "ENABLED",
  "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 12}]}],
 "schedulingPolicy": {"name": "policy", "quotaSharePolicy": {"idleResourceAssignmentStrategy": "FIFO"}},
 "jobQueue": {"jobQueueName": "queue", "state": "ENABLED", "priority": 2, "jobStateTimeLimitActions": [
  {"reason": "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY", "maxTimeSeconds": 86400, "state": "RUNNABLE", "action": "TERMINATE"}]},
 "quotaShares": [
  {"quotaShareName": "a", "state": "ENABLED", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 6}],
   "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": 50},
   "preemptionConfiguration": {"inSharePreemption": "ENABLED"}, "owner": "o", "color": "#ff0000", "notes": "n",
   "protected": false, "interruptionBudget": {"preemptionsPerJob": 3, "lostGpuHoursPerWeek": 10}},
  {"quotaShareName": "b", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 6}],
   "resourceSharingConfiguration": {"strategy": "LEND"}}],
 "platform": {"startupSeconds": 30, "stopGraceSeconds": 20, "victimOrder": "youngest", "unassignedCapacity": "borrowable",
  "queueFront": "capacityUnit", "requeue": "back", "resumeSuccessProbability": 0.9, "seed": 7},
 "jobs": [
  {"jobName": "j", "jobId": "one", "quotaShareName": "a", "capacityUnit": "gpu", "instanceCount": 2, "submitSeconds": 1.5,
   "workSeconds": 600, "schedulingPriority": 10, "checkpoint": {"intervalSeconds": 60, "costSeconds": 1, "onStop": true},
   "restoreSeconds": 5, "preemptionConfiguration": {"preemptionRetriesBeforeTermination": 2},
   "retryStrategy": {"attempts": 3, "evaluateOnExit": [{"action": "RETRY", "onStatusReason": "*"}]},
   "timeoutConfig": {"attemptDurationSeconds": 5000}, "outcome": "SUCCEEDED", "deadlineSeconds": 9000,
   "user": "u", "workloadClass": "w",
   "recorded": {"startSeconds": 2, "endSeconds": 600, "status": "Pass", "attempts": 1}},
  {"jobName": "j", "jobId": "two", "quotaShareName": "b", "capacityUnit": "gpu", "instanceCount": 1, "submitSeconds": 0,
   "workSeconds": 60}],
 "generators": [{"quotaShareName": "b", "capacityUnit": "gpu", "name": "g", "jobName": "s", "user": "u", "workloadClass": "c",
  "startSeconds": 0, "untilSeconds": 90000, "count": 5,
  "arrival": {"process": "dailyCurve", "perHour": 10, "utcOffsetHours": 1,
   "hourlyWeights": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1], "weekdayWeights": [1,1,1,1,1,0,0]},
  "work": {"law": "lognormal", "meanSeconds": 60, "squaredVariation": 2, "leastSeconds": 1, "mostSeconds": 9000},
  "sizes": [{"instanceCount": 1, "weight": 1}], "priorities": [{"schedulingPriority": 1, "weight": 2}],
  "checkpointClasses": [{"name": "k", "weight": 1, "checkpoint": {"intervalSeconds": 60, "costSeconds": 1, "onStop": false},
   "restoreSeconds": 1, "preemptionConfiguration": {"preemptionRetriesBeforeTermination": 1}, "retryStrategy": {"attempts": 2}}],
  "deadlineSlack": 4}],
 "interventions": [
  {"atSeconds": 10, "author": "x", "reason": "y", "updateQuotaShare": {"quotaShareName": "a", "state": "ENABLED",
   "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 5}],
   "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": -1},
   "preemptionConfiguration": {"inSharePreemption": "DISABLED"}}},
  {"atSeconds": 20, "updateServiceEnvironment": {"serviceEnvironmentName": "pool", "state": "ENABLED",
   "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 11}]}},
  {"atSeconds": 30, "updateServiceJob": {"jobId": "one", "schedulingPriority": 5}},
  {"atSeconds": 40, "terminateServiceJob": {"jobId": "two", "reason": "r"}},
  {"atSeconds": 50, "createQuotaShare": {"quotaShareName": "c", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 1}],
   "resourceSharingConfiguration": {"strategy": "RESERVE"}}},
  {"atSeconds": 60, "deleteQuotaShare": {"quotaShareName": "zz"}},
  {"atSeconds": 70, "submitServiceJob": {"jobName": "j", "quotaShareName": "c", "capacityUnit": "gpu", "instanceCount": 1,
   "workSeconds": 5}},
  {"atSeconds": 80, "moveServiceJob": {"jobId": "one", "quotaShareName": "b"}},
  {"atSeconds": 90, "updatePlatform": {"victimOrder": "oldest", "startupSeconds": 10}},
  {"atSeconds": 95, "updateJobQueue": {"jobQueue": "queue", "state": "ENABLED", "jobStateTimeLimitActions": []}},
  {"atSeconds": 99, "reorderQuotaShares": ["b", "a"]}]
})";

} // namespace quotaboard::test
