// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_line.h"

#include "app/cli/text_output.h"
#include "core/base/time.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace quotaboard::cli {

namespace {

constexpr auto kTick = std::chrono::milliseconds(100);
constexpr double kSilentSeconds = 1.0;
constexpr int kBarCells = 24;

} // namespace

ProgressLine::ProgressLine(const Progress& progress, std::string label, std::string unit, double perUnit)
    : progress_(progress)
    , label_(std::move(label))
    , unit_(std::move(unit))
    , perUnit_(perUnit)
{
    if (isatty(STDERR_FILENO) == 0)
        return;
    // Signals are for the thread that works: it may wait for a pipe.
    sigset_t blocked;
    sigset_t before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    thread_ = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ProgressLine::~ProgressLine()
{
    isOver_ = true;
    if (thread_.joinable())
        thread_.join();
}

void ProgressLine::run()
{
    const auto begin = std::chrono::steady_clock::now();
    bool isShown = false;
    while (!isOver_) {
        std::this_thread::sleep_for(kTick);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (seconds < kSilentSeconds || isOver_)
            continue;
        draw(seconds);
        isShown = true;
    }
    if (isShown)
        std::fputs("\r\033[K", stderr);
}

void ProgressLine::draw(double seconds) const
{
    const auto done = static_cast<double>(progress_.done());
    const auto total = static_cast<double>(progress_.total());
    std::string line = label_;
    if (done > 0)
        line += fmt::format(" {} {}, {} {}/s", count(static_cast<std::uint64_t>(done / perUnit_)), unit_,
            count(static_cast<std::uint64_t>(done / perUnit_ / seconds)), unit_);
    else
        line += fmt::format(" for {}", formatDuration(static_cast<TimeMs>(seconds) * kMsPerSecond));
    if (total > 0) {
        const double part = std::min(1.0, done / total);
        const int cells = static_cast<int>(part * kBarCells);
        line = fmt::format("[{:#<{}}{:-<{}}] {:3.0f} % {}", "", cells, "", kBarCells - cells, part * 100, line);
        if (part > 0.01) {
            const auto left = static_cast<TimeMs>(seconds * (1 - part) / part) * kMsPerSecond;
            line += fmt::format(", {} left", formatDuration(left));
        }
    }
    // Not fmt::print, which throws when the terminal is gone.
    std::fputs(fmt::format("\r{}\033[K", line).c_str(), stderr);
    std::fflush(stderr);
}

} // namespace quotaboard::cli
