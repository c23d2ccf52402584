// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>

class QWidget;

namespace quotaboard {

/// Moves the keyboard from the pane that has it to the next (`step` 1) or previous (-1) one that is shown, round and
/// round; to the first one when none has it.
void moveFocusToPane(const QList<QWidget*>& panes, int step);

} // namespace quotaboard
