// SPDX-License-Identifier: Apache-2.0
//
// Command line of the reference model, for people: run the cases, look at a scenario, judge the generator.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "random_scenario.h"
#include "reference_model.h"
#include "reference_statistics.h"

using namespace quotaboard::reference;
using Json = nlohmann::json;
namespace fs = std::filesystem;

static Json readJson(const fs::path& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path.string());
    return Json::parse(file);
}

static std::vector<Json> readLines(const fs::path& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path.string());
    std::vector<Json> lines;
    std::string line;
    while (std::getline(file, line))
        if (!line.empty())
            lines.push_back(Json::parse(line));
    return lines;
}

static std::optional<std::string> runCase(const fs::path& folder, const std::string& name, const RunOptions& options)
{
    Outcome want;
    want.events = readLines(folder / (name + ".events.jsonl"));
    if (fs::exists(folder / (name + ".summary.json")))
        want.summary = readJson(folder / (name + ".summary.json"));
    if (want.summary.is_null())
        want.summary = Json::object();
    const Outcome got = run(readJson(folder / (name + ".scenario.json")), options);
    if (auto d = compareOutcomes(want, got.events, got.summary))
        return d;
    if (!got.violations.empty())
        return "violation: " + got.violations.front();
    return std::nullopt;
}

static int runCases(const fs::path& folder, const std::string& only, const RunOptions& options)
{
    const std::string suffix = ".scenario.json";
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string file = entry.path().filename().string();
        if (file.size() > suffix.size() && file.ends_with(suffix) && file.find(only) != std::string::npos)
            names.push_back(file.substr(0, file.size() - suffix.size()));
    }
    std::sort(names.begin(), names.end());
    int failed = 0;
    for (const std::string& name : names)
        if (auto d = runCase(folder, name, options)) {
            ++failed;
            std::cout << "FAIL " << name << "\n    " << *d << "\n";
        }
    std::cout << static_cast<int>(names.size()) - failed << " passed, " << failed << " failed\n";
    return failed == 0 && !names.empty() ? 0 : 1;
}

static int runOne(const fs::path& path, const RunOptions& options)
{
    const Outcome outcome = run(readJson(path), options);
    for (const Json& event : outcome.events)
        std::cout << event.dump() << "\n";
    std::cout << outcome.summary.dump(1) << "\n";
    for (const std::string& violation : outcome.violations)
        std::cerr << violation << "\n";
    return outcome.violations.empty() ? 0 : 1;
}

// FNV-1a over everything that a run gives; to see quickly in which seeds two builds differ.
static std::uint64_t digestOf(const Outcome& outcome)
{
    std::uint64_t digest = 0xCBF29CE484222325ULL;
    const auto add = [&digest](const std::string& text) {
        for (const char c : text)
            digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    };
    for (const Json& event : outcome.events)
        add(event.dump());
    add(outcome.summary.dump());
    for (const Json& waiting : outcome.waiting)
        add(waiting.dump());
    return digest;
}

static int printDigests(std::uint64_t first, std::uint64_t count)
{
    RunOptions options;
    options.recordWaiting = true;
    for (std::uint64_t seed = first; seed < first + count; ++seed)
        std::cout << seed << " " << std::hex << digestOf(run(randomScenario(seed), options)) << std::dec << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    std::vector<std::string> args(argv + 1, argv + argc);
    RunOptions options;
    const auto catalogue = std::find(args.begin(), args.end(), "--catalogue");
    if (catalogue != args.end() && catalogue + 1 != args.end()) {
        options.catalogue = readCatalogue(*(catalogue + 1));
        args.erase(catalogue, catalogue + 2);
    }
    const std::string command = args.empty() ? "" : args[0];
    const auto number = [&args](std::size_t i, std::uint64_t otherwise) {
        return i < args.size() ? std::stoull(args[i]) : otherwise;
    };
    if (command == "cases" && args.size() >= 2)
        return runCases(args[1], args.size() > 2 ? args[2] : "", options);
    if (command == "run" && args.size() == 2)
        return runOne(args[1], options);
    if (command == "statistics")
        return printStatistics(number(2, 1), number(1, 1000), std::cout);
    if (command == "digest")
        return printDigests(number(2, 1), number(1, 1000));
    if (command == "scenario" && args.size() == 2) {
        std::cout << randomScenario(number(1, 1)).dump(1) << "\n";
        return 0;
    }
    std::cerr << "usage: reference_main cases FOLDER [TEXT]      compare with a folder of cases\n"
                 "       reference_main run SCENARIO             events, then the summary\n"
                 "       reference_main scenario SEED            a random scenario\n"
                 "       reference_main statistics [N [FIRST]]   what N random scenarios reach\n"
                 "       reference_main digest [N [FIRST]]       one hash of the outcome per seed\n"
                 "       with --catalogue FILE: GPUs per unit (capacity-units.csv)\n";
    return 2;
}
