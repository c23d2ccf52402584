// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <QTimer>
#include <QWidget>

#include <memory>

namespace quotaboard {

class BoardContent;
class Playback;
struct RunResult;

/// Tells screen readers what happens on the board: results of drags and commands, pauses, preemptions while the clock
/// stands, and while it runs one summary every five seconds at most. Nothing to look at; what is said is its accessible
/// name, raised as an alert.
class BoardAnnouncer : public QWidget {
    Q_OBJECT

public:
    /// Between two summaries, ms of the wall clock.
    static constexpr int kPauseMs = 5000;

    BoardAnnouncer(const BoardContent& content, Playback& playback, QWidget* parent);
    ~BoardAnnouncer() override;

    [[nodiscard]] QString lastSaid() const { return accessibleName(); }

public Q_SLOTS:
    void say(const QString& text);

Q_SIGNALS:
    /// Every time, whether anybody listens or not.
    void said(const QString& text);
    /// A summary was said; for the status strip.
    void summarized(const QString& text);

private:
    void follow();
    void followPlaying(bool isPlaying);
    void summarize();
    void sayPreemptions();
    [[nodiscard]] QString summary() const;

    const BoardContent& content_;
    Playback& playback_;
    QTimer timer_;
    /// How far the log has been told, and of which run.
    std::size_t told_ = 0;
    std::shared_ptr<const RunResult> toldOf_;
};

} // namespace quotaboard
