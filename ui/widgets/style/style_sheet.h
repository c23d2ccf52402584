// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace quotaboard {

class Tokens;

/// The application's style sheet in the colours of `tokens`, with text sizes scaled by `fontScale` percent.
///
/// Widgets choose among its looks by dynamic properties: `role` of a QLabel is "title", "heading", "secondary" or
/// "number"; `look` of a button is "primary" or "link"; `look` of a QFrame is "card".
[[nodiscard]] QString styleSheetFor(const Tokens& tokens, int fontScale);

} // namespace quotaboard
