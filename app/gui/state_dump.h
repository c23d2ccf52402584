// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>

class QWidget;

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// What the program shows and holds, for test scripts: document, clock, run, policy, board at the clock, words of the
/// window, and where the keyboard is. Times in seconds, quantities in instances. "places" has the middle of every named
/// widget that is shown, and of the limit tick of every lane ("limitTick NAME"), in pixels of the screen.
[[nodiscard]] QJsonObject stateOf(const QWidget& window, ScenarioDocument& document, const Playback& playback);

} // namespace quotaboard
