// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload_class.h"
#include "ui/logic/document/edit.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace quotaboard {

class ScenarioDocument;
class WorkloadClassModel;

/// The workload classes of the scenario: defaults for checkpoint, restore and retries, to be taken by new jobs and
/// applied to those there are.
class ClassesTab : public QWidget {
    Q_OBJECT

public:
    explicit ClassesTab(ScenarioDocument& document, QWidget* parent = nullptr);

Q_SIGNALS:
    void statusMessage(const QString& text);

private:
    QWidget* makeTablePart();
    QWidget* makeEmptyPart();
    void follow();
    void followCurrent();
    void addClass();
    /// Makes a class of a name that jobs use.
    void defineClass();
    void add(const std::string& name);
    void removeClass();
    void applyToJobs();
    void apply(const Edit& edit);
    [[nodiscard]] int row() const;
    [[nodiscard]] std::string newName() const;

    ScenarioDocument& document_;
    WorkloadClassModel* model_;
    QStackedWidget* stack_;
    QTableView* table_;
    QLabel* problem_;
    QPushButton* define_;
    QPushButton* remove_;
    QPushButton* apply_;
};

} // namespace quotaboard
