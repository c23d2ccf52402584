// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/project/project_session.h"
#include "ui/widgets/window/file_reader.h"
#include "ui/widgets/window/file_saver.h"

#include <QAction>
#include <QObject>

#include <functional>

class QMenu;
class QWidget;

namespace quotaboard {

class ProjectFiles;

/// What one does with the scenarios of the open project, as actions with words and keys, and the dialogs they need.
/// They are enabled while they can do something.
class ProjectActions : public QObject {
    Q_OBJECT

public:
    ProjectActions(ProjectSession& session, ScenarioDocument& document, ProjectFiles& files, QWidget* window);

    QAction* const newProject;
    QAction* const importScenario;
    QAction* const exportScenario;
    QAction* const addScenario;
    QAction* const duplicate;
    QAction* const rename;
    QAction* const remove;
    QAction* const earlier;
    QAction* const later;
    QAction* const baseline;
    QAction* const next;
    QAction* const previous;

    /// Those about scenarios.
    void addTo(QMenu& menu) const;

Q_SIGNALS:
    /// A sentence.
    void failed(const QString& text);
    void statusMessage(const QString& text);

private:
    QAction* make(const char* name, const QString& text, const QKeySequence& key);
    void follow();
    [[nodiscard]] QString activeName() const;
    [[nodiscard]] std::ptrdiff_t activePosition() const;
    void step(int by);
    void askForName(
        const char* objectName, const QString& title, const QString& name, const std::function<void(QString)>& then);
    void askToRemove();
    void move(int by);
    void chooseImport();
    void chooseExport();

    ProjectSession& session_;
    ScenarioDocument& document_;
    QWidget* window_;
    FileReader reader_;
    FileSaver saver_;
};

} // namespace quotaboard
