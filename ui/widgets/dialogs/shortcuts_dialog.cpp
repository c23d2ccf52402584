// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/dialogs/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

/// Keys that a part of the window hears itself stand behind a tab in the text.
QString plainText(const QAction& action)
{
    return action.text().section('\t', 0, 0).remove('&');
}

QString keysOf(const QAction& action)
{
    QStringList keys;
    if (action.text().contains('\t'))
        keys.append(action.text().section('\t', 1));
    for (const QKeySequence& key : action.shortcuts())
        keys.append(key.toString(QKeySequence::NativeText));
    return keys.join(ShortcutsDialog::tr(" or "));
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent)
{
    setObjectName("shortcutsDialog");
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* tree = new QTreeWidget(this);
    tree->setAccessibleName(tr("Keyboard shortcuts"));
    tree->setHeaderLabels({tr("Action"), tr("Keys")});
    tree->setRootIsDecorated(false);
    tree->setIndentation(12);
    for (const QAction* menu : menus.actions()) {
        auto* group = new QTreeWidgetItem({plainText(*menu), {}});
        QFont bold = tree->font();
        bold.setWeight(QFont::DemiBold);
        group->setFont(0, bold);
        // A heading has no keys; an empty cell would be a node without a name.
        group->setData(1, Qt::AccessibleTextRole, plainText(*menu));
        for (const QAction* action : menu->menu()->actions()) {
            if (!keysOf(*action).isEmpty())
                group->addChild(new QTreeWidgetItem({plainText(*action), keysOf(*action)}));
        }
        if (group->childCount() == 0) {
            delete group;
            continue;
        }
        tree->addTopLevelItem(group);
        group->setExpanded(true);
    }
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree->header()->setStretchLastSection(false);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addWidget(tree);
    column->addWidget(buttons);
    resize(520, 640);
}

} // namespace quotaboard
