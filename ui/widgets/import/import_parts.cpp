// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/import/import_parts.h"

#include "ui/widgets/panels/panel_parts.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kMargin = 16;
constexpr int kPageMargin = 24;
constexpr int kGap = 8;
/// Height of a line of text at 100 %.
constexpr int kLineHeight = 15;

class WheelGuard : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() != QEvent::Wheel || widget == nullptr || widget->hasFocus())
            return QObject::eventFilter(watched, event);
        event->ignore();
        return true;
    }
};

/// Knows how high it is with all of its rows.
class FactTable : public QTableView {
public:
    FactTable(FactTableSize size, QWidget* parent)
        : QTableView(parent)
        , size_(size)
    {
    }

    void fit()
    {
        resizeColumnsToContents();
        for (int column = 0; column < model()->columnCount(); ++column)
            setColumnWidth(
                column, std::min(columnWidth(column), size_.widestColumn * fontMetrics().height() / kLineHeight));
        const int rows = std::min(model()->rowCount(), size_.mostRows);
        int height = horizontalHeader()->sizeHint().height() + 2 * frameWidth();
        for (int row = 0; row < rows; ++row)
            height += rowHeight(row);
        setFixedHeight(height + horizontalScrollBar()->sizeHint().height());
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QTableView::changeEvent(event);
        if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
            QMetaObject::invokeMethod(
                this,
                [this] {
                    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kGap);
                    fit();
                },
                Qt::QueuedConnection);
    }

private:
    FactTableSize size_;
};

} // namespace

QFrame* makeImportCard(const QString& title, QVBoxLayout*& column, QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("look", "card");
    column = new QVBoxLayout(card);
    column->setContentsMargins(kMargin, kGap, kMargin, kMargin);
    column->setSpacing(kGap);
    QLabel* heading = makeLabel(title, "heading", card);
    column->addWidget(heading);
    return card;
}

void ignoreWheelWithoutFocus(QWidget* widget)
{
    widget->setFocusPolicy(Qt::StrongFocus);
    widget->installEventFilter(new WheelGuard(widget));
}

QComboBox* makeChoice(const char* name, const QString& accessibleName, QWidget* parent)
{
    auto* choice = new QComboBox(parent);
    choice->setObjectName(QString::fromLatin1(name));
    choice->setAccessibleName(accessibleName);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(6);
    choice->setInsertPolicy(QComboBox::NoInsert);
    ignoreWheelWithoutFocus(choice);
    return choice;
}

QLineEdit* makeField(const char* name, const QString& accessibleName, const QString& placeholder, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(QString::fromLatin1(name));
    field->setAccessibleName(accessibleName);
    field->setPlaceholderText(placeholder);
    return field;
}

QTableView* makeFactTable(
    const char* name, const QString& accessibleName, QAbstractItemModel& model, FactTableSize size, QWidget* parent)
{
    auto* table = new FactTable(size, parent);
    table->setObjectName(QString::fromLatin1(name));
    table->setAccessibleName(accessibleName);
    table->setModel(&model);
    table->setTabKeyNavigation(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + kGap);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setStyleSheet(QStringLiteral("QTableView::item { padding-left: 8px; padding-right: 8px; }"));
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QObject::connect(&model, &QAbstractItemModel::modelReset, table, [table] { table->fit(); });
    table->fit();
    return table;
}

QFrame* makeNotice(const char* look, QLabel*& text, QWidget* parent)
{
    auto* frame = new QFrame(parent);
    frame->setProperty("look", QString::fromLatin1(look));
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(kPageMargin, kGap, kPageMargin, kGap);
    text = new QLabel(frame);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    row->addWidget(text, 1);
    return frame;
}

} // namespace quotaboard
