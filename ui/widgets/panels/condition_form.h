// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/breakpoint.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace quotaboard {

class ScenarioDocument;

/// Fields for one condition of the clock (a breakpoint, or where to run to), and a line that says what they mean or
/// what is wrong with them.
class ConditionForm : public QWidget {
    Q_OBJECT

public:
    /// What the fields start with, where the user has shown what it is about.
    struct Suggestion {
        TimeMs at = 0;
        /// Names; empty for none.
        std::string share;
        std::string job;
    };

    ConditionForm(ScenarioDocument& document, const Suggestion& suggestion, QWidget* parent);

    /// One more choice in front of or behind the kinds, for which condition() is empty.
    void addChoice(const QString& text);
    [[nodiscard]] bool isChoice() const;

    void setCondition(const Breakpoint& point);
    /// Empty while something is wrong; name and enabled are the defaults.
    [[nodiscard]] std::optional<Breakpoint> condition() const;
    /// Replaces what the last line says of a condition that is right; empty: it says what it is.
    void setRemark(const QString& text);
    [[nodiscard]] QLineEdit& timeField() { return *time_; }
    [[nodiscard]] QLabel& meaning() { return *meaning_; }
    [[nodiscard]] QComboBox& kinds() { return *kind_; }

Q_SIGNALS:
    /// Another condition, or none.
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// No share was asked for: of those that may be of any, it is of any.
    bool wasAny_ = true;

    /// A line that wraps is as high as it needs at this width.
    void fitMeaning();
    void follow();
    void offerAnyShare();
    void showFields();

    [[nodiscard]] Breakpoint::Kind kind() const;
    [[nodiscard]] QString problem() const;

    ScenarioDocument& document_;
    QFormLayout* form_;
    QComboBox* kind_;
    QLineEdit* time_;
    QComboBox* share_;
    QLineEdit* longerThan_;
    QLineEdit* job_;
    QLabel* meaning_;
    QString remark_;
};

} // namespace quotaboard
