// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/gui/options.h"

class QWidget;

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// When the file asked for is open and run, moves the clock, writes a picture of `window` and ends the application:
/// exit code 0, or 1 when there is nothing to show within half a minute. Returns at once.
void takeScreenshot(QWidget& window, ScenarioDocument& document, Playback& playback, const Options& options);

} // namespace quotaboard
