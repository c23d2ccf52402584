// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/models/import_models.h"

#include <QWidget>

#include <memory>

class QFrame;
class QLabel;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace quotaboard {

class MappingTable;

/// What comes of a trace: its columns, the first rows before and after, rows used and not used by cause, what should be
/// known, and the quota shares. Keeps what it shows, dimmed, while something newer is worked out.
class ImportResults : public QWidget {
    Q_OBJECT

public:
    explicit ImportResults(QWidget* parent);

    [[nodiscard]] MappingTable& mapping() { return *mapping_; }
    /// The file's beginning was read.
    void showHead(const TraceHead& head);
    /// Null while nothing is known.
    void showPreview(std::shared_ptr<const ImportPreview> preview);
    /// What is shown is not what the settings would give any more.
    void setStale(bool isStale);

Q_SIGNALS:
    void saveRejectsWanted();

private:
    void buildMapping(QVBoxLayout* column);
    void buildRows(QVBoxLayout* column);
    void buildQuality(QVBoxLayout* column);
    void buildShares(QVBoxLayout* column);
    void showTotals(const ImportPreview& preview);
    void showNotes(const ImportPreview& preview);
    void showShares(const ImportPreview& preview);

    std::shared_ptr<const ImportPreview> preview_;
    SampleRowsModel sampleRows_;
    RejectsModel rejects_;
    ImportSharesModel shares_;

    QFrame* mappingCard_ = nullptr;
    MappingTable* mapping_ = nullptr;
    QLabel* errorCount_ = nullptr;
    QFrame* rowsCard_ = nullptr;
    QFrame* qualityCard_ = nullptr;
    QLabel* totals_ = nullptr;
    QLabel* times_ = nullptr;
    QTableView* rejectsTable_ = nullptr;
    QPushButton* saveRejects_ = nullptr;
    QFrame* warningFrame_ = nullptr;
    QLabel* merged_ = nullptr;
    QLabel* warnings_ = nullptr;
    QLabel* notes_ = nullptr;
    QFrame* sharesCard_ = nullptr;
    QLabel* capacity_ = nullptr;
};

} // namespace quotaboard
