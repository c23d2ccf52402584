// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/panels/panel_parts.h"

#include <QFormLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace quotaboard {

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

} // namespace quotaboard
