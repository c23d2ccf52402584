// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/plot/chart_builders.h"
#include "ui/logic/plot/chart_table_model.h"

#include <QVariantMap>
#include <QWidget>

#include <array>
#include <memory>

QT_BEGIN_NAMESPACE
class QAction;
class QActionGroup;
class QCheckBox;
class QComboBox;
class QScrollArea;
class QStackedWidget;
class QTableView;
class QToolButton;
QT_END_NAMESPACE

namespace quotaboard {

class ChartView;
class Playback;
class ScenarioDocument;
class Theme;
struct RunResult;

/// The charts dock: waits, preemption waste, fairness drift, utilisation and queue of the run that the playback moves
/// in, side by side with one time cursor; or one of them as a table. Where they find no room side by side they are
/// scrolled, and what does not fit into the row of tools stands in a menu. Rolling waits of large runs are made in the
/// background.
class ChartsPanel : public QWidget {
    Q_OBJECT

public:
    ChartsPanel(ScenarioDocument& document, Playback& playback, const Theme& theme, QWidget* parent = nullptr);
    ~ChartsPanel() override;

    static constexpr std::size_t kCharts = 5;
    [[nodiscard]] ChartView& chart(ChartKind kind) { return *charts_[static_cast<std::size_t>(kind)]; }
    void setChartVisible(ChartKind kind, bool visible);
    /// Rolling window of the waits, ms: 1 h, 6 h, 24 h or 7 d.
    void setWaitWindow(TimeMs window);
    void setShowsTable(bool shows);
    /// Rolling waits are being made.
    [[nodiscard]] bool isMakingWaits() const { return isMakingWaits_; }

    /// Which charts are shown, and how: for the next start. Restoring takes defaults for what makes no sense.
    [[nodiscard]] QVariantMap choices() const;
    void restoreChoices(const QVariantMap& choices);

Q_SIGNALS:
    /// choices() are others.
    void choicesChanged();
    /// For the window's status strip.
    void messageRaised(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildBar();
    void buildMenu();
    void buildWaitTools();
    void buildSplit();
    void buildQueueTools();
    void buildOptions();
    /// One of several ways to show a chart, in its menu.
    QActionGroup* addMeasures(ChartKind kind, const QStringList& texts);
    [[nodiscard]] static int chosen(const QActionGroup& group);
    void buildTableTools();
    void buildCharts();
    void buildTable();
    void connectChart(ChartView& view);
    /// Shows the tools that belong to what is shown, as far as they fit.
    void arrangeBar();
    void restyle();
    void setContent(ChartKind kind, ChartContent content);
    void onResult();
    void onPosition();
    void makeWaits();
    void takeWaits(std::shared_ptr<const RunResult> result, std::shared_ptr<const WaitCurves> curves);
    [[nodiscard]] ChartSplit split() const;
    void showWaits();
    void showWaste();
    void showDrift();
    void showQueue();
    void showTable();
    /// The selected rows, or all.
    void copyTable();
    void showEmpty();

    ScenarioDocument& document_;
    Playback& playback_;
    const Theme& theme_;
    std::shared_ptr<const RunResult> result_;
    std::array<ChartView*, kCharts> charts_{};
    std::array<QToolButton*, kCharts> toggles_{};
    QWidget* bar_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QWidget* row_ = nullptr;
    QToolButton* menuButton_ = nullptr;
    QComboBox* window_ = nullptr;
    QCheckBox* log_ = nullptr;
    QComboBox* split_ = nullptr;
    QComboBox* measure_ = nullptr;
    QActionGroup* wasteMeasure_ = nullptr;
    QActionGroup* driftMeasure_ = nullptr;
    QToolButton* tableButton_ = nullptr;
    QComboBox* tableChart_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QTableView* table_ = nullptr;
    ChartTableModel* tableModel_ = nullptr;
    TimeMs waitWindow_ = kMsPerDay;
    bool isMakingWaits_ = false;
    /// Of result_, once they are made.
    std::shared_ptr<const WaitCurves> waits_;
};

} // namespace quotaboard
