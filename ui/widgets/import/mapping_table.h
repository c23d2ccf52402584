// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/table_format.h"
#include "ui/logic/bridge/import_service.h"

#include <QWidget>

#include <array>
#include <map>
#include <memory>
#include <string>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace quotaboard {

/// Our field, their column, the unit of times, the first values and how many rows went wrong for it: one line a field,
/// for files with columns. The quota share's column is shown here and chosen elsewhere.
class MappingTable : public QWidget {
    Q_OBJECT

public:
    explicit MappingTable(QWidget* parent);

    /// Forgets what was chosen.
    void clearChoices();
    /// What the file has. Choices whose column it does not have are forgotten.
    void showHead(const TraceHead& head);
    /// How many rows went wrong for each field; null while that is not known.
    void showProblems(const ImportPreview* preview);

    /// What was chosen by hand, as TraceReadOptions::mapping.
    [[nodiscard]] std::map<std::string, std::string> mapping() const;

Q_SIGNALS:
    void changed();

private:
    struct Line {
        QLabel* label = nullptr;
        /// Null for the quota share.
        QComboBox* column = nullptr;
        QLabel* columnText = nullptr;
        /// Null for fields that hold no time.
        QComboBox* unit = nullptr;
        QLabel* samples = nullptr;
        QLabel* problems = nullptr;
    };

    void addLine(Field field, int row);
    void fillColumns(Line& line, const FieldColumn& field, const TraceHead& head);
    void fillUnits(Line& line, const FieldColumn& field);
    void showSamples(Line& line, const FieldColumn& field, const TraceHead& head);
    void showMore(bool shows);
    [[nodiscard]] std::string chosenColumn(const Line& line, bool& isChosen) const;

    QGridLayout* grid_;
    QPushButton* more_;
    std::array<Line, kFieldCount> lines_;
    /// Of each field as recognised, for a unit that is chosen without a column.
    std::array<std::string, kFieldCount> recognised_;
};

} // namespace quotaboard
