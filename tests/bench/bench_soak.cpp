// SPDX-License-Identifier: Apache-2.0
// Plays a generated scenario in the real window, over and over, and says what memory it holds minute by minute and what
// it costs to stand still. Offscreen.
//
// usage: bench_soak [minutes [jobs]]
#include "tests/bench/bench_workload.h"
#include "tests/ui/support/window_harness.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <unistd.h>

using namespace quotaboard;

namespace {

constexpr double kSettledMinute = 5;
constexpr int kIdleMs = 20'000;

double residentMb()
{
    QFile file("/proc/self/statm");
    if (!file.open(QFile::ReadOnly))
        return 0;
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576;
}

double cpuSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const double minutes = argc > 1 ? std::stod(argv[1]) : 30;
    const std::size_t jobs = argc > 2 ? static_cast<std::size_t>(std::stoull(argv[2])) : 20'000;
    WindowHarness harness;
    ScenarioFile file;
    file.scenario = std::make_shared<const Scenario>(bench::makeWorkload(jobs));
    harness.document->open(std::move(file), {});
    if (!QTest::qWaitFor([&] { return harness.playback->result() != nullptr; }, 120'000))
        return 1;
    Playback& playback = *harness.playback;
    std::printf("%zu jobs, %zu events, %.1f days\n", jobs, playback.result()->log.size(),
        static_cast<double>(playback.end()) / static_cast<double>(kMsPerDay));
    playback.watch().setGuardsLoops(false);
    playback.setSpeed(6.0 * kMsPerHour);
    int rounds = 0;
    const auto goesOn = QObject::connect(&playback, &Playback::paused, &playback, [&] {
        ++rounds;
        QMetaObject::invokeMethod(&playback, &Playback::play, Qt::QueuedConnection);
    });
    playback.play();
    QElapsedTimer clock;
    clock.start();
    double settled = 0;
    for (double next = 1; next <= minutes; ++next) {
        QTest::qWait(static_cast<int>(next * 60'000 - static_cast<double>(clock.elapsed())));
        std::printf("minute %2.0f: %7.1f MB resident, %3d rounds, %.0f s of processor time\n", next, residentMb(),
            rounds, cpuSeconds());
        std::fflush(stdout);
        if (next <= kSettledMinute)
            settled = residentMb();
    }
    const double grown = residentMb() - settled;
    std::printf("grown since minute %.0f: %.1f MB\n", std::min(minutes, kSettledMinute), grown);

    QObject::disconnect(goesOn);
    playback.pause();
    QTest::qWait(2000);
    const double before = cpuSeconds();
    QTest::qWait(kIdleMs);
    std::printf("paused: %.2f %% of a core over %d s\n", (cpuSeconds() - before) / kIdleMs * 100'000, kIdleMs / 1000);
    return 0;
}
