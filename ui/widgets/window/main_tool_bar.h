// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolBar>

class QHBoxLayout;
class QToolButton;

namespace quotaboard {

class FindField;
class MainActions;
class ScenarioDocument;
class Theme;

/// New, Open, Save, Undo, Redo, the scenario's name and the search field. Fixed at the top.
class MainToolBar : public QToolBar {
    Q_OBJECT

public:
    MainToolBar(ScenarioDocument& document, const Theme& theme, MainActions& actions, QWidget* parent);

    [[nodiscard]] FindField& findField() { return *find_; }
    /// Stands where the scenario's name is; the name is hidden while it is shown.
    void setScenarioBar(QWidget* bar);
    void showScenarioBar(bool isShown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addButton(QAction* action);
    /// Its action says what would be undone; in the bar one word is enough.
    void addButton(QAction* action, const QString& word);
    void addLine();
    void followTheme();
    /// Leaves the words of the buttons out where there is no room for them.
    void followRoom();
    void setButtonStyle(Qt::ToolButtonStyle style);

    const Theme& theme_;
    QHBoxLayout* row_;
    QWidget* name_;
    QWidget* scenarioBar_ = nullptr;
    FindField* find_;
};

} // namespace quotaboard
