// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/metrics_service.h"
#include "ui/logic/playback/playback.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace quotaboard {

/// The five numbers of the scorecard from the start to the clock, each with unit, count and what it means. Asks for
/// them only while it can be seen.
class MetricsView : public QWidget {
    Q_OBJECT

public:
    explicit MetricsView(Playback& playback, QWidget* parent = nullptr);

    void refresh();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Row {
        QLabel* value;
        QLabel* detail;
    };
    Row addRow(QVBoxLayout* column, const QString& title, const QString& meaning);
    void showCard(const Scorecard& card, TimeMs moment);
    void showWaits(const Scenario& scenario, const Scorecard& card);

    Playback& playback_;
    MetricsService service_;
    QTimer pause_;
    QLabel* window_;
    Row work_;
    Row waits_;
    Row waste_;
    Row fairness_;
    Row recovery_;
};

} // namespace quotaboard
