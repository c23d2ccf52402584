// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/shortcut_book.h"

#include "ui/widgets/window/settings.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QScopedValueRollback>

#include <utility>

namespace quotaboard {

namespace {

QString keyText(const QKeySequence& key)
{
    return key.toString(QKeySequence::PortableText);
}

/// A tool tip that ends in the key ends in the new one.
void setKeys(QAction& action, const QList<QKeySequence>& keys)
{
    const QString old = QStringLiteral(" (%1)").arg(action.shortcut().toString(QKeySequence::NativeText));
    action.setShortcuts(keys);
    QString tip = action.toolTip();
    if (!tip.endsWith(old))
        return;
    tip.chop(old.size());
    if (!keys.isEmpty())
        tip += QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action.setToolTip(tip);
}

} // namespace

ShortcutBook::ShortcutBook(QMenuBar& menus, Settings& settings)
    : QObject(&menus)
    , settings_(settings)
{
    for (QAction* menu : menus.actions()) {
        if (menu->menu())
            collect(menu->menu()->actions(), nameOf(*menu));
    }
    follow();
    // Another window may have changed them.
    connect(&settings_.news(), &SettingsNews::shortcutsChanged, this, [this] {
        if (isKeeping_)
            return;
        for (QAction* action : std::as_const(actions_)) {
            if (!isDefault(*action))
                setKeys(*action, defaults_.value(action));
        }
        follow();
        Q_EMIT changed();
    });
}

/// The keys that the settings hold, to actions that have those they come with.
void ShortcutBook::follow()
{
    // First those that give a key up, so that others may have it.
    for (const bool isForKeys : {false, true}) {
        for (QAction* action : std::as_const(actions_)) {
            const auto wanted = settings_.shortcut(action->objectName());
            if (!wanted)
                continue;
            const QKeySequence key = QKeySequence::fromString(*wanted, QKeySequence::PortableText);
            const QAction* owner = ownerOf(key);
            if (!isForKeys)
                setKeys(*action, {});
            else if (!key.isEmpty() && !owner)
                setKeys(*action, {key});
            else if (!key.isEmpty() && !ownerOf(defaults_.value(action).value(0)))
                setKeys(*action, defaults_.value(action));
        }
    }
}

void ShortcutBook::collect(const QList<QAction*>& actions, const QString& menu)
{
    for (QAction* action : actions) {
        if (action->menu()) {
            collect(action->menu()->actions(), menu);
        } else if (action->text().contains('\t')) {
            const auto key = QKeySequence::fromString(action->text().section('\t', 1), QKeySequence::NativeText);
            fixed_.insert(keyText(key), action);
        } else if (!action->objectName().isEmpty() && !actions_.contains(action)) {
            actions_.append(action);
            menus_.insert(action, menu);
            defaults_.insert(action, action->shortcuts());
        }
    }
}

QString ShortcutBook::nameOf(const QAction& action)
{
    return action.text().section('\t', 0, 0).remove('&');
}

QString ShortcutBook::menuOf(const QAction& action) const
{
    return menus_.value(&action);
}

const QAction* ShortcutBook::ownerOf(const QKeySequence& key) const
{
    if (key.isEmpty())
        return nullptr;
    if (const QAction* fixed = fixed_.value(keyText(key)))
        return fixed;
    for (const QAction* action : actions_) {
        if (action->shortcuts().contains(key))
            return action;
    }
    return nullptr;
}

bool ShortcutBook::assign(QAction& action, const QKeySequence& key)
{
    const QAction* owner = ownerOf(key);
    if (owner && owner != &action)
        return false;
    setKeys(action, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key});
    keep(action);
    Q_EMIT changed();
    return true;
}

bool ShortcutBook::isDefault(const QAction& action) const
{
    return action.shortcuts() == defaults_.value(&action);
}

bool ShortcutBook::reset(QAction& action)
{
    const QList<QKeySequence> keys = defaults_.value(&action);
    for (const QKeySequence& key : keys) {
        const QAction* owner = ownerOf(key);
        if (owner && owner != &action)
            return false;
    }
    setKeys(action, keys);
    keep(action);
    Q_EMIT changed();
    return true;
}

void ShortcutBook::resetAll()
{
    for (QAction* action : std::as_const(actions_)) {
        setKeys(*action, defaults_.value(action));
        keep(*action);
    }
    Q_EMIT changed();
}

void ShortcutBook::keep(const QAction& action)
{
    const QScopedValueRollback<bool> isMine(isKeeping_, true);
    if (isDefault(action))
        settings_.setShortcut(action.objectName(), std::nullopt);
    else
        settings_.setShortcut(action.objectName(), keyText(action.shortcut()));
}

} // namespace quotaboard
