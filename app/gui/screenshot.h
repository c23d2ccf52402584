// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/gui/options.h"

class QWidget;

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// Ends the application with exit code 3 and a word on the terminal as soon as a file cannot be opened or run. Returns
/// at once; call it before opening one.
void giveUpOnFailure(QWidget& window, Playback& playback);

/// When the file asked for is open and run, moves the clock, writes a picture of `window` and ends the application:
/// exit code 0, or 3 when there is nothing to show within half a minute or the picture cannot be written. Returns at
/// once.
void takeScreenshot(QWidget& window, ScenarioDocument& document, Playback& playback, const Options& options);

} // namespace quotaboard
