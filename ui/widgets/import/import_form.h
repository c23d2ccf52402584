// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/import_service.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace quotaboard {

/// Everything that an import can be told besides the columns: format, share column, times and numbers, unit, limits,
/// capacity, strategy, checkpoints, which rows. Says changed() when something was chosen.
class ImportForm : public QWidget {
    Q_OBJECT

public:
    explicit ImportForm(QWidget* parent);

    /// Back to what `import` does when it is told nothing.
    void reset();
    /// What was recognised, and what may be the share column.
    void showHead(const TraceHead& head);
    /// What became of it: units, stamps without a zone.
    void showPreview(const ImportPreview& preview);

    /// Writes what was chosen into `settings` (not files and mapping). False when something cannot be understood, which
    /// is then said below the field.
    bool writeTo(ImportSettings& settings);
    /// What is wrong with which field, the first from above; empty when writeTo() understood all.
    [[nodiscard]] QString firstProblem() const;
    /// Puts the keyboard on the first field.
    void focusFirst();

Q_SIGNALS:
    void changed();

private:
    void buildReading(QVBoxLayout* column);
    void buildCapacity(QVBoxLayout* column);
    void buildSharing(QVBoxLayout* column);
    void buildJobs(QVBoxLayout* column);
    void addRow(QFormLayout* form, const QString& label, QWidget* field);
    QLabel* addHint(QFormLayout* form, const char* name);
    void watch(QComboBox* choice);
    void watch(QLineEdit* field);
    void followLimits();
    void followStrategy();
    void followUnit();
    void chooseLimitsFile();
    void setProblem(QLabel* hint, const QString& text);
    QString firstProblem_;

    bool readUnit(ImportSettings& settings);
    bool readLimits(ImportSettings& settings);
    bool readCapacity(ImportSettings& settings);
    bool readSharing(ImportSettings& settings);
    bool readCheckpoints(ImportSettings& settings);

    QComboBox* format_ = nullptr;
    QLabel* why_ = nullptr;
    QComboBox* share_ = nullptr;
    QComboBox* zone_ = nullptr;
    QLabel* zoneHint_ = nullptr;
    QComboBox* decimal_ = nullptr;

    QComboBox* unit_ = nullptr;
    QLabel* unitHint_ = nullptr;
    QComboBox* limits_ = nullptr;
    QWidget* limitsRow_ = nullptr;
    QLineEdit* limitsFile_ = nullptr;
    QLabel* limitsHint_ = nullptr;
    QCheckBox* impossible_ = nullptr;
    QLineEdit* capacity_ = nullptr;
    QLabel* capacityHint_ = nullptr;

    QComboBox* strategy_ = nullptr;
    QSpinBox* borrow_ = nullptr;
    QLineEdit* checkpoint_ = nullptr;
    QLineEdit* checkpointCost_ = nullptr;
    QCheckBox* checkpointOnStop_ = nullptr;
    QLineEdit* restore_ = nullptr;
    QLabel* checkpointHint_ = nullptr;

    QComboBox* zeroGpu_ = nullptr;
    QComboBox* fractional_ = nullptr;
    QLineEdit* from_ = nullptr;
    QLineEdit* to_ = nullptr;
    QLineEdit* name_ = nullptr;
};

} // namespace quotaboard
