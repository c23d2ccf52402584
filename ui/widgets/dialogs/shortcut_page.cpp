// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/dialogs/shortcut_page.h"

#include "ui/widgets/window/shortcut_book.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts())
        keys.append(key.toString(QKeySequence::NativeText));
    return keys.join(ShortcutPage::tr(" or "));
}

QPushButton* addButton(QHBoxLayout& row, const QString& text, const char* name)
{
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    row.addWidget(button);
    return button;
}

} // namespace

ShortcutPage::ShortcutPage(ShortcutBook& book, QWidget* parent)
    : QWidget(parent)
    , book_(book)
    , tree_(new QTreeWidget(this))
    , key_(new QKeySequenceEdit(this))
    , problem_(new QLabel(this))
{
    tree_->setObjectName("prefShortcuts");
    tree_->setAccessibleName(tr("Actions and their keys"));
    tree_->setHeaderLabels({tr("Menu"), tr("Action"), tr("Keys")});
    tree_->setRootIsDecorated(false);
    tree_->setUniformRowHeights(true);
    tree_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    key_->setObjectName("prefShortcutKey");
    key_->setAccessibleName(tr("New key"));
    if (auto* line = key_->findChild<QLineEdit*>())
        line->setAccessibleName(tr("New key"));
    // A dialog that swallowed Tab would be a trap for the keyboard; one key is enough for every action.
    key_->setFocusPolicy(Qt::StrongFocus);
    problem_->setObjectName("prefShortcutProblem");
    problem_->setWordWrap(true);
    problem_->setTextFormat(Qt::PlainText);

    auto* row = new QHBoxLayout;
    auto* label = new QLabel(tr("&New key:"), this);
    label->setBuddy(key_);
    row->addWidget(label);
    row->addWidget(key_, 1);
    none_ = addButton(*row, tr("No key"), "prefShortcutNone");
    reset_ = addButton(*row, tr("Reset"), "prefShortcutReset");
    QPushButton* resetAll = addButton(*row, tr("Reset all"), "prefShortcutResetAll");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(tree_, 1);
    column->addLayout(row);
    column->addWidget(problem_);

    fill();
    connect(tree_, &QTreeWidget::currentItemChanged, this, &ShortcutPage::followCurrent);
    connect(key_, &QKeySequenceEdit::editingFinished, this, &ShortcutPage::take);
    connect(none_, &QPushButton::clicked, this, [this] {
        if (QAction* action = current())
            book_.assign(*action, {});
    });
    connect(reset_, &QPushButton::clicked, this, [this] {
        QAction* action = current();
        if (action && !book_.reset(*action))
            problem_->setText(tr("Another action has that key by now."));
    });
    connect(resetAll, &QPushButton::clicked, &book_, &ShortcutBook::resetAll);
    connect(&book_, &ShortcutBook::changed, this, &ShortcutPage::follow);
    tree_->setCurrentItem(tree_->topLevelItem(0));
}

void ShortcutPage::fill()
{
    for (const QAction* action : book_.actions())
        tree_->addTopLevelItem(new QTreeWidgetItem({book_.menuOf(*action), ShortcutBook::nameOf(*action)}));
    follow();
}

void ShortcutPage::follow()
{
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        const QString keys = keysOf(*book_.actions()[i]);
        tree_->topLevelItem(i)->setText(2, keys);
        // An empty cell would be silent.
        tree_->topLevelItem(i)->setData(2, Qt::AccessibleTextRole, keys.isEmpty() ? tr("no key") : keys);
    }
    followCurrent();
}

void ShortcutPage::followCurrent()
{
    const QAction* action = current();
    problem_->clear();
    key_->setKeySequence(action ? action->shortcut() : QKeySequence());
    none_->setEnabled(action && !action->shortcuts().isEmpty());
    reset_->setEnabled(action && !book_.isDefault(*action));
}

void ShortcutPage::take()
{
    QAction* action = current();
    // The field takes up to four keys in a row; the first is the one.
    const QKeySequence key = key_->keySequence().isEmpty() ? QKeySequence() : QKeySequence(key_->keySequence()[0]);
    if (!action || key == action->shortcut())
        return;
    const QAction* owner = book_.ownerOf(key);
    if (owner && owner != action) {
        followCurrent();
        problem_->setText(tr("%1 is the key of “%2” already.")
                              .arg(key.toString(QKeySequence::NativeText), ShortcutBook::nameOf(*owner)));
        return;
    }
    book_.assign(*action, key);
}

QAction* ShortcutPage::current() const
{
    const int row = tree_->indexOfTopLevelItem(tree_->currentItem());
    return row < 0 ? nullptr : book_.actions()[row];
}

} // namespace quotaboard
