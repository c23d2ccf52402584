// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QObject>

namespace quotaboard {

class Playback;
class Theme;

/// What the transport can do, as actions for menu, bar and keys. Enabled while there is a run to move in. The owner
/// adds them to the window whose keys they hear.
class TransportActions : public QObject {
    Q_OBJECT

public:
    TransportActions(Playback& playback, const Theme& theme, QObject* parent);

    /// In menu order.
    [[nodiscard]] QList<QAction*> all() const;

    QAction* const play;
    QAction* const nextEvent;
    QAction* const previousEvent;
    QAction* const nextDecision;
    QAction* const previousDecision;
    QAction* const toStart;
    QAction* const toEnd;
    /// Asks for a moment to go to; the owner answers.
    QAction* const runTo;
    QAction* const slower;
    QAction* const faster;

private:
    QAction* make(const QString& name, const QString& text, const QString& iconText, const QString& icon,
        const QKeySequence& key, const Theme& theme);
    void follow();

    Playback& playback_;
    const Theme& theme_;
};

} // namespace quotaboard
