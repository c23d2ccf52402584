// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle_workload.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace quotaboard::test {

double erlangC(int servers, double load)
{
    // Erlang B by its stable recursion, then C from B.
    double blocking = 1;
    for (int k = 1; k <= servers; ++k)
        blocking = load * blocking / (k + load * blocking);
    return servers * blocking / (servers - load * (1 - blocking));
}

QueueValues mmc(int servers, double load)
{
    QueueValues values;
    values.waitProbability = erlangC(servers, load);
    values.wait = values.waitProbability / (servers - load);
    values.queue = load * values.wait;
    values.inSystem = values.queue + load;
    return values;
}

double mmcWaitQuantile(int servers, double load, double p)
{
    const double waitProbability = erlangC(servers, load);
    return waitProbability <= 1 - p ? 0 : std::log(waitProbability / (1 - p)) / (servers - load);
}

double mg1Wait(double load, double squaredVariation)
{
    return load * (1 + squaredVariation) / (2 * (1 - load));
}

PriorityValues cobham(int servers, double high, double low)
{
    const double load = high + low;
    // Mean wait of a top-priority customer that finds all servers busy, scaled by the chance of that.
    const double base = erlangC(servers, load) / servers;
    const double rhoHigh = high / servers;
    const double rho = load / servers;
    return {base / (1 - rhoHigh), base / ((1 - rhoHigh) * (1 - rho))};
}

PriorityValues preemptiveResume(int servers, double high, double low)
{
    // The upper class sees itself alone; with equal exponential work the total number is that of M/M/c.
    const double inSystemHigh = mmc(servers, high).inSystem;
    const double inSystemLow = mmc(servers, high + low).inSystem - inSystemHigh;
    return {mmc(servers, high).wait, inSystemLow / low - 1};
}

Estimate estimate(const std::vector<double>& replications)
{
    const auto n = static_cast<double>(replications.size());
    Estimate result;
    for (const double value : replications)
        result.mean += value / n;
    double squares = 0;
    for (const double value : replications)
        squares += (value - result.mean) * (value - result.mean);
    result.standardError = std::sqrt(squares / (n - 1) / n);
    return result;
}

std::string compareWithValue(const char* what, double value, const std::vector<double>& replications)
{
    constexpr double kStandardErrors = 3;
    constexpr double kRelativeError = 0.04;
    const Estimate got = estimate(replications);
    const double away = std::abs(got.mean - value);
    const bool isClose = away <= kStandardErrors * got.standardError || away <= 1e-9;
    const bool isPrecise = got.standardError <= kRelativeError * std::abs(value);
    if (isClose && isPrecise)
        return {};
    char text[200];
    std::snprintf(text, sizeof text, "%s: want %.6f, got %.6f +- %.6f (%.2f standard errors away, error %.2f %%)", what,
        value, got.mean, got.standardError, away / got.standardError, 100 * got.standardError / value);
    return text;
}

std::string reproduce(
    const OracleSetup& setup, const std::vector<OracleQuantity>& quantities, std::uint64_t seed, int replications)
{
    std::vector<std::vector<double>> columns(quantities.size());
    for (int r = 0; r < replications; ++r) {
        const OracleMeasure run = measure(makeOracleScenario(setup, seed + static_cast<std::uint64_t>(r)));
        if (!run.error.empty())
            return run.error;
        for (std::size_t q = 0; q < quantities.size(); ++q)
            columns[q].push_back(quantities[q].get(run));
    }
    std::string failures;
    for (std::size_t q = 0; q < quantities.size(); ++q) {
        const std::string failure = compareWithValue(quantities[q].name, quantities[q].value, columns[q]);
        if (!failure.empty())
            failures += "\n    " + failure;
    }
    return failures;
}

bool wantsAllOracles()
{
    const char* wanted = std::getenv("QUOTABOARD_ALL_ORACLES");
    return wanted != nullptr && std::string_view{wanted} == "1";
}

} // namespace quotaboard::test
