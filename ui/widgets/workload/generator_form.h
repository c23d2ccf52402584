// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scenario.h"
#include "core/workload/generator_spec.h"

#include <QWidget>

#include <functional>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTableWidget;
class QVBoxLayout;

namespace quotaboard {

class BarChart;
class Theme;

/// Every field of one generator. What cannot be read is told beside the fields; the rest of the generator stays usable.
class GeneratorForm : public QWidget {
    Q_OBJECT

public:
    explicit GeneratorForm(const Theme& theme, QWidget* parent = nullptr);

    /// Fills the fields; edited() is not emitted.
    void show(const Scenario& scenario, const GeneratorSpec& spec);
    [[nodiscard]] const GeneratorSpec& spec() const { return spec_; }
    /// Why a field cannot be read; empty when all can.
    [[nodiscard]] const QString& problem() const { return problem_; }

Q_SIGNALS:
    /// spec() or problem() changed by the user.
    void edited();

private:
    QLineEdit* addLine(QFormLayout* form, const QString& title, const char* name, const QString& hint,
        const std::function<QString(GeneratorSpec&, const QString&)>& read);
    QDoubleSpinBox* addNumber(
        QFormLayout* form, const QString& title, const char* name, double least, double most, int decimals);
    void addRow(QFormLayout* form, const QString& title, const char* name, QWidget* field);
    void buildWhat(QVBoxLayout* column);
    void buildArrivals(QVBoxLayout* column);
    void buildWork(QVBoxLayout* column);
    void buildMixes(QVBoxLayout* column);
    void fillClasses();
    void addClassRow(const Weighted<CheckpointClass>& item);
    [[nodiscard]] QString readClasses(GeneratorSpec& spec) const;
    /// Shows the fields that process and law use.
    void followKinds();
    void read();

    struct Line {
        QLineEdit* field;
        QString title;
        std::function<QString(GeneratorSpec&, const QString&)> read;
    };
    struct Field {
        QFormLayout* form;
        QWidget* field;
    };

    const Theme& theme_;
    GeneratorSpec spec_;
    QString problem_;
    bool isFilling_ = false;
    std::vector<Line> lines_;
    QComboBox* share_;
    QComboBox* unit_;
    QLineEdit* name_;
    QLineEdit* jobName_;
    QLineEdit* user_;
    QLineEdit* class_;
    QLineEdit* start_;
    QLineEdit* until_;
    QLineEdit* count_;
    QComboBox* process_;
    QDoubleSpinBox* perHour_;
    BarChart* hours_;
    BarChart* weekdays_;
    QDoubleSpinBox* offset_;
    QLineEdit* every_;
    QSpinBox* burst_;
    QLineEdit* spread_;
    QComboBox* law_;
    QLineEdit* mean_;
    QSpinBox* shape_;
    QDoubleSpinBox* variation_;
    QLineEdit* least_;
    QLineEdit* most_;
    QLineEdit* sizes_;
    QLineEdit* priorities_;
    QLineEdit* slack_;
    QTableWidget* classes_;
    QFormLayout* arrivalForm_;
    QFormLayout* workForm_;
    QLabel* problemLabel_;
};

} // namespace quotaboard
