// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/panels/edit_port.h"

#include <QHash>
#include <QWidget>

#include <array>
#include <optional>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace quotaboard {

/// The fields of one quota share. Shows what holds at the edit time; each change is one edit of the document.
class ShareEditor : public QWidget {
    Q_OBJECT

public:
    explicit ShareEditor(EditPort port, QWidget* parent = nullptr);

    /// Fills the fields for a share; keeps the focus and what is being typed.
    void show(ShareIndex share);
    /// What the edit that editHovered() told of would put at risk; empty for nothing.
    void showRisk(const QString& text);

Q_SIGNALS:
    /// A value is being typed or pointed at that is not in force: the edit that it would be. Empty: none any more.
    void editHovered(const std::optional<quotaboard::Edit>& edit);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildSharing(QVBoxLayout* column);
    void buildLimits(QVBoxLayout* column);
    void buildDetails(QVBoxLayout* column);
    void fillSharing(const PolicyState& policy);
    void fillLimits(const PolicyState& policy);
    void fillDetails();
    void addLimitRow(UnitIndex unit);
    void hoverLimit(UnitIndex unit, const QString& typed);
    /// What a click on the button would do; empty when nothing.
    [[nodiscard]] std::optional<Edit> editOf(const QObject* button) const;
    void changeDetails();
    void changeBorrowLimit();

    EditPort port_;
    ShareIndex share_;
    QLineEdit* name_;
    QButtonGroup* strategies_;
    QSpinBox* borrow_;
    QCheckBox* isUnlimited_;
    QCheckBox* inShare_;
    QGridLayout* limits_;
    QHash<int, QSpinBox*> limitFields_;
    QWidget* limitRows_;
    QLabel* risk_;
    QComboBox* newUnit_;
    QPushButton* addUnit_;
    QLineEdit* owner_;
    QCheckBox* isProtected_;
    QSpinBox* preemptionBudget_;
    QDoubleSpinBox* lossBudget_;
    QPlainTextEdit* notes_;
};

} // namespace quotaboard
