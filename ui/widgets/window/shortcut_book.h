// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>

class QAction;
class QMenuBar;

namespace quotaboard {

class Settings;

/// The keys of the menus' actions: as the program comes, or as the user has changed them. Knows the actions that have a
/// name; keys that a part of the window hears itself stand behind a tab in an action's text and stay what they are.
/// Lives as long as the menu bar.
class ShortcutBook : public QObject {
    Q_OBJECT

public:
    /// Reads the menus as they are now, and gives the actions the keys that the user wants.
    ShortcutBook(QMenuBar& menus, Settings& settings);

    /// In the order of the menus.
    [[nodiscard]] const QList<QAction*>& actions() const { return actions_; }
    /// The words of an action, and of the menu that it is in, without marks.
    [[nodiscard]] static QString nameOf(const QAction& action);
    [[nodiscard]] QString menuOf(const QAction& action) const;

    /// The action that has the key already, also one whose key stays what it is; null when it is free.
    [[nodiscard]] const QAction* ownerOf(const QKeySequence& key) const;
    /// Gives the action this key and no other (an empty one: none) and keeps it. False when another action has it.
    bool assign(QAction& action, const QKeySequence& key);
    [[nodiscard]] bool isDefault(const QAction& action) const;
    /// False when another action has one of the keys by now.
    bool reset(QAction& action);
    void resetAll();

Q_SIGNALS:
    void changed();

private:
    void collect(const QList<QAction*>& actions, const QString& menu);
    void keep(const QAction& action);
    void follow();

    Settings& settings_;
    bool isKeeping_ = false;
    QList<QAction*> actions_;
    QHash<const QAction*, QString> menus_;
    QHash<const QAction*, QList<QKeySequence>> defaults_;
    /// Keys that stay what they are.
    QHash<QString, const QAction*> fixed_;
};

} // namespace quotaboard
