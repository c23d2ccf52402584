// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QLabel>
#include <QLayout>
#include <QList>
#include <QString>

#include <functional>
#include <initializer_list>

class QFormLayout;
class QPushButton;
class QScrollArea;
class QTableView;
class QVBoxLayout;

namespace quotaboard {

// Small pieces that all panels are made of, so that margins and headings are the same everywhere.

/// A label in a role of the style sheet: "title", "heading", "secondary", "small"; wraps.
[[nodiscard]] QLabel* makeLabel(const QString& text, const char* role, QWidget* parent);
/// A vertical layout with the panel's margins, inside a scroll area that fills `panel`.
[[nodiscard]] QVBoxLayout* makeScrolledColumn(QWidget* panel);
/// A form whose labels stand left and wrap above their fields where it is narrow.
[[nodiscard]] QFormLayout* makeForm(QVBoxLayout* column);
/// Adds a line "name … value" to a form; the value label, to be changed later, carries the name for screen readers.
QLabel* addFact(QFormLayout* form, const QString& name);
[[nodiscard]] QPushButton* makePanelButton(
    const char* name, const QString& text, const QString& toolTip, QWidget* parent);
/// A table of whole rows that are acted upon, not typed into; Tab leaves it.
void dressRowTable(QTableView& table);
/// Presses of these keys in the table are taken to mean the actions; Return means Enter, too. Qt::Key.
void takeTableKeys(QTableView& table, QHash<int, std::function<void()>> actions);
/// After rows are gone the selection stays at the same place of the table.
void selectRowAt(QTableView& table, int row);
/// An empty table makes room for the hint that says why.
void showTableOrHint(QTableView& table, QLabel& hint);
/// In ascending order.
[[nodiscard]] QList<int> selectedRows(const QTableView& table);
/// The panel around such a table: what is said while it is empty, and below it the buttons.
void layOutTablePanel(QWidget* panel, QTableView* table, QLabel* hint, std::initializer_list<QPushButton*> buttons);

} // namespace quotaboard
