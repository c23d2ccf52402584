// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"

#include <atomic>
#include <string>
#include <thread>

namespace quotaboard::cli {

/// Shows a Progress on standard error while it lives: a bar with rate and time left, redrawn a few times a second from
/// a thread of its own, only on a terminal and only after the first second. The line is removed at the end.
class ProgressLine {
public:
    /// `label` says what is going on ("Reading"); `unit` and `perUnit` turn counts into words: 1,048,576 and "MB".
    ProgressLine(const Progress& progress, std::string label, std::string unit, double perUnit);
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine();

private:
    void run();
    void draw(double seconds) const;

    const Progress& progress_;
    std::string label_;
    std::string unit_;
    double perUnit_;
    std::atomic<bool> isOver_{false};
    std::thread thread_;
};

} // namespace quotaboard::cli
