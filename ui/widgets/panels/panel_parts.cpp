// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/panel_parts.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

class TableKeys : public QObject {
public:
    TableKeys(QTableView& table, QHash<int, std::function<void()>> actions)
        : QObject(&table)
        , actions_(std::move(actions))
    {
        table.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress)
            return QObject::eventFilter(watched, event);
        const int key = static_cast<QKeyEvent*>(event)->key();
        const auto action = actions_.constFind(key == Qt::Key_Return ? int{Qt::Key_Enter} : key);
        if (action == actions_.constEnd())
            return QObject::eventFilter(watched, event);
        (*action)();
        return true;
    }

private:
    QHash<int, std::function<void()>> actions_;
};

} // namespace

namespace {

constexpr int kMargin = 16;
constexpr int kGap = 8;

} // namespace

QLabel* makeLabel(const QString& text, const char* role, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("role", QString::fromLatin1(role));
    label->setWordWrap(true);
    if (qstrcmp(role, "heading") == 0)
        label->setContentsMargins(0, kGap, 0, 0);
    return label;
}

QVBoxLayout* makeScrolledColumn(QWidget* panel)
{
    auto* outer = new QVBoxLayout(panel);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(panel);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    outer->addWidget(area);
    auto* content = new QWidget(area);
    content->setObjectName(QStringLiteral("scrolled"));
    area->setWidget(content);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(kGap);
    return column;
}

QFormLayout* makeForm(QVBoxLayout* column)
{
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(kGap * 2);
    form->setVerticalSpacing(kGap);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(form);
    return form;
}

QLabel* addFact(QFormLayout* form, const QString& name)
{
    auto* label = makeLabel(name, "secondary", nullptr);
    label->setWordWrap(false);
    auto* value = new QLabel;
    value->setWordWrap(true);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleName(name);
    form->addRow(label, value);
    return value;
}

QPushButton* makePanelButton(const char* name, const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(toolTip);
    return button;
}

void dressRowTable(QTableView& table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setTabKeyNavigation(false);
    table.setWordWrap(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table.horizontalHeader()->setHighlightSections(false);
}

void takeTableKeys(QTableView& table, QHash<int, std::function<void()>> actions)
{
    new TableKeys(table, std::move(actions));
}

void selectRowAt(QTableView& table, int row)
{
    if (const int count = table.model()->rowCount(); count > 0)
        table.selectRow(std::min(row, count - 1));
}

void showTableOrHint(QTableView& table, QLabel& hint)
{
    const bool isEmpty = table.model()->rowCount() == 0;
    hint.setVisible(isEmpty);
    table.setVisible(!isEmpty);
}

QList<int> selectedRows(const QTableView& table)
{
    QList<int> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedRows())
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void layOutTablePanel(QWidget* panel, QTableView* table, QLabel* hint, std::initializer_list<QPushButton*> buttons)
{
    constexpr int kTableMargin = 12;
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(kTableMargin, kTableMargin, kTableMargin, kTableMargin);
    column->addWidget(table);
    column->addWidget(hint);
    auto* row = new QHBoxLayout;
    for (QPushButton* button : buttons)
        row->addWidget(button);
    row->addStretch();
    column->addLayout(row);
}

} // namespace quotaboard
