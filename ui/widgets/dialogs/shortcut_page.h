// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace quotaboard {

class ShortcutBook;

/// The keys of the menus' actions in a list, and a field for the key of the current one. A key that another action has
/// is not taken; the page says whose it is.
class ShortcutPage : public QWidget {
    Q_OBJECT

public:
    ShortcutPage(ShortcutBook& book, QWidget* parent);

private:
    void fill();
    void follow();
    void followCurrent();
    void take();
    [[nodiscard]] QAction* current() const;

    ShortcutBook& book_;
    QTreeWidget* tree_;
    QKeySequenceEdit* key_;
    QPushButton* reset_;
    QPushButton* none_;
    QLabel* problem_;
};

} // namespace quotaboard
