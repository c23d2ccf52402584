// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/board_layout.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <unordered_map>
#include <vector>

namespace quotaboard {

class BoardContent;
class Theme;

/// Makes preemptions seen as they happen: the victim's chip is lit in the colour of waste for a moment, then moves to
/// its queue. Nothing moves where the theme reduces motion, and nothing is shown at full speed, where nobody could
/// follow. A timer runs only while something is lit or moves.
class PreemptionShow : public QObject {
    Q_OBJECT

public:
    /// ms of the wall clock.
    static constexpr int kFlashMs = 600;
    static constexpr int kSlideMs = 350;

    PreemptionShow(const BoardContent& content, const Theme& theme, QObject* parent = nullptr);

    [[nodiscard]] bool isActive() const { return !victims_.empty(); }
    /// 1 at the moment of the preemption, 0 when the flash is over; 0 for all other jobs.
    [[nodiscard]] double flash(JobIndex job) const;
    /// How far the victim has moved to its queue, 0 to 1; negative while it does not move.
    [[nodiscard]] double slide(JobIndex job) const;
    /// Victims that are lit or move, and the lane each is in.
    struct Victim {
        JobIndex job;
        ShareIndex share;
    };
    [[nodiscard]] std::vector<Victim> victims() const;

Q_SIGNALS:
    /// The lane must be painted again.
    void stepped(quotaboard::ShareIndex share);

private:
    void follow();
    void onTick();
    [[nodiscard]] int lifeMs() const;

    struct Entry {
        ShareIndex share;
        qint64 since = 0;
    };

    const BoardContent& content_;
    const Theme& theme_;
    QTimer timer_;
    QElapsedTimer clock_;
    std::unordered_map<JobIndex, Entry> victims_;
    /// The moment shown before, ms of simulation time; events after it are new.
    TimeMs shown_ = 0;
};

} // namespace quotaboard
