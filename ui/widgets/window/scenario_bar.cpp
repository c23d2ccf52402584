// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/scenario_bar.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/project/project_session.h"
#include "ui/widgets/window/project_actions.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

namespace quotaboard {

namespace {

/// Letters of a name that are always seen; the rest of the room is used when there is some.
constexpr int kLeastLetters = 14;

} // namespace

ScenarioBar::ScenarioBar(ProjectSession& session, ProjectActions& actions, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , names_(new QComboBox(this))
{
    setObjectName("scenarioBar");
    names_->setObjectName("scenarioCombo");
    names_->setAccessibleName(tr("Scenario of the project"));
    names_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    names_->setMinimumContentsLength(kLeastLetters);
    names_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    names_->setMaximumWidth(420);
    auto* label = new QLabel(tr("Scena&rio:"), this);
    label->setBuddy(names_);
    auto* copy = new QToolButton(this);
    copy->setObjectName("scenarioDuplicate");
    copy->setDefaultAction(actions.duplicate);
    copy->setText(tr("Duplicate"));
    copy->setToolButtonStyle(Qt::ToolButtonTextOnly);
    copy->setFocusPolicy(Qt::TabFocus);
    auto* more = new QToolButton(this);
    more->setObjectName("scenarioMore");
    more->setText(tr("More ▾"));
    more->setAccessibleName(tr("More about the scenarios of the project"));
    more->setToolTip(tr("Add, rename, remove and order the scenarios of the project"));
    more->setToolButtonStyle(Qt::ToolButtonTextOnly);
    more->setPopupMode(QToolButton::InstantPopup);
    more->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(more);
    menu->setObjectName("scenarioMoreMenu");
    actions.addTo(*menu);
    more->setMenu(menu);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 0);
    row->setSpacing(6);
    row->addWidget(label);
    row->addWidget(names_, 1);
    row->addWidget(copy);
    row->addWidget(more);
    row->addStretch(1);
    connect(actions.duplicate, &QAction::changed, copy, [copy] { copy->setText(tr("Duplicate")); });
    connect(names_, &QComboBox::activated, this,
        [this](int index) { session_.switchTo(names_->itemData(index).toLongLong()); });
    connect(&session_, &ProjectSession::scenariosChanged, this, &ScenarioBar::fill);
    fill();
}

void ScenarioBar::fill()
{
    const QSignalBlocker quiet(names_);
    names_->clear();
    int shown = -1;
    for (const ScenarioEntry& entry : session_.scenarios()) {
        const QString name = toQt(entry.name);
        names_->addItem(entry.isBaseline ? tr("%1 · baseline", "name of a scenario").arg(name) : name,
            static_cast<qlonglong>(entry.id));
        if (entry.id == session_.active())
            shown = names_->count() - 1;
    }
    names_->setCurrentIndex(shown);
    names_->setToolTip(names_->currentText());
}

} // namespace quotaboard
