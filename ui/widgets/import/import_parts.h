// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QString>

class QAbstractItemModel;
class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QVBoxLayout;
class QWidget;

namespace quotaboard {

// Small pieces of the import page.

/// A card with a heading; `column` is its layout below the heading.
[[nodiscard]] QFrame* makeImportCard(const QString& title, QVBoxLayout*& column, QWidget* parent);

/// A combo box that takes no more room than it is given, and no wheel while it has no focus.
[[nodiscard]] QComboBox* makeChoice(const char* name, const QString& accessibleName, QWidget* parent);
/// Likewise a line of text with what stands there while it is empty.
[[nodiscard]] QLineEdit* makeField(
    const char* name, const QString& accessibleName, const QString& placeholder, QWidget* parent);
/// The wheel scrolls the page instead of changing `widget`, unless that has the focus.
void ignoreWheelWithoutFocus(QWidget* widget);

/// How large a table of facts may get: rows before it scrolls, and the width of one column (px at 100 % text).
struct FactTableSize {
    int mostRows = 8;
    int widestColumn = 280;
};

/// A read-only table that is as high as its rows and lets Tab pass.
[[nodiscard]] QTableView* makeFactTable(
    const char* name, const QString& accessibleName, QAbstractItemModel& model, FactTableSize size, QWidget* parent);

/// A line in the colours of a warning or an error (the `look` of the style sheet); other widgets may follow the text.
[[nodiscard]] QFrame* makeNotice(const char* look, QLabel*& text, QWidget* parent);

} // namespace quotaboard
