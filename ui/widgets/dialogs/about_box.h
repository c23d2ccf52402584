// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace quotaboard {

class Theme;

/// Name, version and licence in a box that is modal to `window` only; returns at once.
void openAboutBox(const Theme& theme, QWidget* window);

} // namespace quotaboard
