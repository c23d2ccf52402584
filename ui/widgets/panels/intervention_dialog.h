// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"

#include <QDialog>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace quotaboard {

/// Asks for time, author and reason of a timed change, and for its values where it has ones that are numbers, durations
/// or choices; of the others it says where they are changed.
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
    void addFields(CreateQuotaShare& edit);
    void addFields(DeleteQuotaShare& edit);
    void addFields(SubmitServiceJob& edit);
    void addFields(TerminateServiceJob& edit);
    void addFields(UpdatePlatform& edit);
    void addFields(UpdateJobQueue& edit);
    void addFields(ReorderQuotaShares& edit);
    void addLimits(CapacityLimits& limits, int least);
    void addSharing(ResourceSharing& sharing);
    /// A bool, or an optional one that is there.
    template <class Value>
    void addSwitch(const QString& text, const char* name, Value& value);
    /// `words` in the order of the enumeration's values; nothing where the change does not have it.
    template <class Choice>
    void addChoice(const QString& text, const char* name, const QStringList& words, std::optional<Choice>& value);
    void addDuration(const QString& text, const char* name, std::optional<TimeMs>& value);
    /// What is changed elsewhere, and where.
    void addNote(const QString& text);

    std::shared_ptr<const Scenario> scenario_;
    Intervention intervention_;
    QFormLayout* form_;
    QLineEdit* time_;
    QLineEdit* author_;
    QLineEdit* reason_;
    QLabel* meaning_;
    QLabel* problem_;
    QPushButton* ok_;
    /// Each carries a field over into intervention_.
    std::vector<std::function<void()>> takers_;
    /// What is wrong with a field; empty when nothing is.
    std::vector<std::function<QString()>> checks_;
};

} // namespace quotaboard
