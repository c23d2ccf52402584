// SPDX-License-Identifier: Apache-2.0
// What a user of the application waits for: seeking in a long run, a full board following the clock, the charts of a
// long run. Offscreen; CPU time of the GUI's thread, so that other work on the machine counts less.
//
// usage: bench_application [jobs]
#include "core/experiment/run_result.h"
#include "core/simulation/board_state.h"
#include "tests/bench/bench_workload.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/charts/charts_panel.h"
#include "ui/widgets/style/theme.h"

#include <QApplication>
#include <QPixmap>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

using namespace quotaboard;

namespace {

double cpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void report(const char* what, std::vector<double> ms)
{
    std::sort(ms.begin(), ms.end());
    std::printf("%-46s median %7.2f ms   95 %% %7.2f ms   most %7.2f ms   (n = %zu)\n", what, ms[ms.size() / 2],
        ms[ms.size() * 95 / 100], ms.back(), ms.size());
}

void seeks(std::size_t jobs)
{
    auto scenario = std::make_shared<const Scenario>(bench::makeWorkload(jobs));
    const double before = cpuMs();
    const auto result = recordRun(scenario);
    if (!result)
        return;
    const RunResult& run = *result.value();
    std::printf("%zu jobs, %zu events, recorded in %.0f ms; %zu snapshots, %.0f MB\n", jobs, run.log.size(),
        cpuMs() - before, run.snapshots.count(), static_cast<double>(run.snapshots.memoryUse()) / 1048576);
    std::mt19937_64 random(1);
    std::vector<double> ms;
    for (int i = 0; i < 200; ++i) {
        const TimeMs time = static_cast<TimeMs>(random() % static_cast<std::uint64_t>(run.end));
        const double start = cpuMs();
        const Simulator simulator = run.snapshots.at(*scenario, time);
        const BoardState board = boardStateOf(simulator, time);
        ms.push_back(cpuMs() - start);
        if (board.lanes.empty())
            return;
    }
    report("seek to a random moment, with the board's state", std::move(ms));
}

/// 20 shares x 5 units, about 2,000 jobs running and 5,000 waiting.
Scenario fullBoard()
{
    constexpr std::int32_t kPerShareAndUnit = 20;
    Scenario scenario;
    scenario.environment.name = "environment";
    std::vector<UnitIndex> units;
    for (const char* unit : {"ml.g5.xlarge", "ml.g5.12xlarge", "ml.p4d.24xlarge", "ml.p5.48xlarge", "ml.g6.xlarge"}) {
        units.push_back(scenario.internUnit(unit));
        scenario.environment.limits.push_back({units.back(), 20 * kPerShareAndUnit});
    }
    for (int i = 0; i < 20; ++i) {
        QuotaShare share;
        share.name = "team-" + std::to_string(i + 1);
        share.sharing.strategy = i % 3 == 0 ? SharingStrategy::Lend : SharingStrategy::LendAndBorrow;
        for (const UnitIndex unit : units)
            share.limits.push_back({unit, kPerShareAndUnit});
        const ShareIndex index = scenario.internShare(share.name);
        scenario.shares.push_back(share);
        JobProfile profile;
        profile.checkpoint = CheckpointPlan{600'000, 0, false};
        for (int j = 0; j < 350; ++j) {
            Job job;
            job.name = scenario.jobs.intern("job-" + std::to_string(i) + "-" + std::to_string(j));
            job.profile = scenario.jobs.internProfile(profile);
            job.share = index;
            job.unit = units[static_cast<std::size_t>(j) % units.size()];
            job.work = 3'600'000 + j * 20'000;
            job.submit = j * 10;
            scenario.jobs.add(job);
        }
    }
    return scenario;
}

void board(const char* themeName, ThemeKind kind)
{
    ScenarioDocument document;
    Playback playback(document);
    Theme theme;
    theme.setKind(kind);
    theme.applyTo(*qApp);
    BoardPage page(document, playback, theme);
    page.resize(1440, 900);
    page.show();
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(fullBoard());
    document.open(std::move(file), {});
    if (!QTest::qWaitFor([&] { return playback.result() != nullptr; }, 60'000))
        return;
    playback.seek(10'000);
    QCoreApplication::processEvents();
    std::size_t running = 0;
    std::size_t waiting = 0;
    for (const LaneState& lane : boardStateOf(*playback.simulator(), playback.now()).lanes) {
        running += lane.runningCount;
        waiting += lane.waitingCount;
    }
    std::vector<double> follow;
    std::vector<double> paint;
    for (int i = 0; i < 100; ++i) {
        const double start = cpuMs();
        playback.seek(10'000 + i * 30'000);
        QCoreApplication::processEvents();
        follow.push_back(cpuMs() - start);
        QPixmap picture(page.size());
        const double painting = cpuMs();
        page.render(&picture);
        paint.push_back(cpuMs() - painting);
    }
    std::printf("board, %s: 20 shares x 5 units, %zu running, %zu waiting\n", themeName, running, waiting);
    report("  clock moves on, board follows and repaints", std::move(follow));
    report("  whole page painted again", std::move(paint));
}

void charts(std::size_t jobs)
{
    ScenarioDocument document;
    Playback playback(document);
    Theme theme;
    theme.applyTo(*qApp);
    ChartsPanel panel(document, playback, theme);
    panel.resize(1440, 232);
    panel.show();
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(bench::makeWorkload(jobs));
    document.open(std::move(file), {});
    if (!QTest::qWaitFor([&] { return playback.result() != nullptr && !panel.isMakingWaits(); }, 600'000))
        return;
    std::vector<double> follow;
    std::vector<double> paint;
    for (int i = 0; i < 100; ++i) {
        const double start = cpuMs();
        playback.seek(playback.end() / 100 * i);
        QCoreApplication::processEvents();
        follow.push_back(cpuMs() - start);
        QPixmap picture(panel.size());
        const double painting = cpuMs();
        panel.render(&picture);
        paint.push_back(cpuMs() - painting);
    }
    std::printf("charts of %zu jobs, %zu events\n", jobs, playback.result()->log.size());
    report("  clock moves on, charts follow and repaint", std::move(follow));
    report("  all charts painted again", std::move(paint));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const std::size_t jobs = argc > 1 ? static_cast<std::size_t>(std::stoull(argv[1])) : 170'000;
    seeks(jobs);
    board("light", ThemeKind::Light);
    board("dark", ThemeKind::Dark);
    charts(jobs);
    return 0;
}
