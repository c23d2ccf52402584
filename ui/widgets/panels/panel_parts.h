// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QLayout>
#include <QString>

class QFormLayout;
class QScrollArea;
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

} // namespace quotaboard
