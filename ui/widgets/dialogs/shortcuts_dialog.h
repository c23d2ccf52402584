// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QMenuBar;

namespace quotaboard {

/// Every action of the menus with its keys, by menu. Reads the menus when made.
class ShortcutsDialog : public QDialog {
    Q_OBJECT

public:
    ShortcutsDialog(const QMenuBar& menus, QWidget* parent);
};

} // namespace quotaboard
