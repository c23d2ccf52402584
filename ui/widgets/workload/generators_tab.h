// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/generator_spec.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QListView;
class QPushButton;
class QStackedWidget;

namespace quotaboard {

class GeneratorForm;
class GeneratorListModel;
class GeneratorPreviewer;
class GeneratorPreviewView;
class ScenarioDocument;
class Theme;
struct GeneratorPreview;

/// The generators of the scenario: a list, a form for one, and what it would make. Changes stand here until they are
/// applied; applying makes the generated jobs anew as one undo step.
class GeneratorsTab : public QWidget {
    Q_OBJECT

public:
    GeneratorsTab(ScenarioDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// A new one for the first share, not applied yet.
    void addGenerator();

Q_SIGNALS:
    void statusMessage(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeListPart();
    QWidget* makeEmptyPart();
    void followDocument();
    void followCurrent();
    void followEdit();
    void requestPreview();
    void takePreview(std::shared_ptr<const GeneratorPreview> preview);
    void followState();
    void duplicateGenerator();
    void removeGenerator();
    void apply();
    void applyPreview();
    void revert();
    [[nodiscard]] int row() const;
    [[nodiscard]] bool isChanged() const;
    [[nodiscard]] QString changeText() const;
    [[nodiscard]] std::string freeName(const std::string& share) const;

    ScenarioDocument& document_;
    GeneratorListModel* model_;
    GeneratorPreviewer* previewer_;
    QStackedWidget* stack_;
    QListView* list_;
    GeneratorForm* form_;
    GeneratorPreviewView* view_;
    QLabel* state_;
    QPushButton* remove_;
    QPushButton* duplicate_;
    QPushButton* apply_;
    QPushButton* revert_;
    std::shared_ptr<const GeneratorPreview> preview_;
    /// What the drafts started from.
    std::vector<GeneratorSpec> applied_;
    /// Apply was asked for while the preview was being worked out.
    bool appliesSoon_ = false;
};

} // namespace quotaboard
