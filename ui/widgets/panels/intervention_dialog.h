// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <QDialog>

#include <functional>
#include <memory>
#include <vector>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace quotaboard {

/// Asks for time, author and reason of a timed change, and for its values where it has ones that are numbers or
/// choices.
class InterventionDialog : public QDialog {
    Q_OBJECT

public:
    /// `hasValues`: false leaves the values alone and says how to get at them.
    InterventionDialog(
        std::shared_ptr<const Scenario> scenario, const Intervention& intervention, bool hasValues, QWidget* parent);

    [[nodiscard]] const std::shared_ptr<const Scenario>& scenario() const { return scenario_; }
    /// What the fields say. Only once accepted.
    [[nodiscard]] Intervention intervention() const;

private:
    void follow();
    void addFields(UpdateQuotaShare& edit);
    void addFields(UpdateServiceEnvironment& edit);
    void addFields(UpdateServiceJob& edit);
    void addFields(MoveServiceJob& edit);
    template <class Edit>
    void addFields(Edit& edit);
    void addLimits(CapacityLimits& limits, int least);

    std::shared_ptr<const Scenario> scenario_;
    Intervention intervention_;
    QFormLayout* form_;
    QLineEdit* time_;
    QLineEdit* author_;
    QLineEdit* reason_;
    QLabel* meaning_;
    QPushButton* ok_;
    /// Each carries a field over into intervention_.
    std::vector<std::function<void()>> takers_;
};

} // namespace quotaboard
