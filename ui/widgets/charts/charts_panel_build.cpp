// SPDX-License-Identifier: Apache-2.0
// The parts of the charts dock: bar, charts and table.
#include "ui/logic/playback/playback.h"
#include "ui/widgets/charts/chart_view.h"
#include "ui/widgets/charts/charts_panel.h"
#include "ui/widgets/style/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace quotaboard {

namespace {

constexpr std::array<const char*, ChartsPanel::kCharts> kNames{
    "chartWaits", "chartWaste", "chartDrift", "chartUtilisation", "chartQueue"};
/// Shown at first: what the board is about.
constexpr std::size_t kShownAtFirst = 3;
constexpr int kBarMargin = 8;
constexpr int kBarSpacing = 2;
/// Neither row asks for more room than this: what is wider is scrolled or stands in the menu.
constexpr QSize kSmallest(200, 100);
constexpr int kNarrowestBox = 48;

QString titleOf(std::size_t index)
{
    return emptyContent(static_cast<ChartKind>(index), {}).title;
}

} // namespace

void ChartsPanel::buildCharts()
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    stack_ = new QStackedWidget(this);
    outer->addWidget(stack_, 1);
    scroll_ = new QScrollArea(stack_);
    scroll_->setObjectName(QStringLiteral("chartScroll"));
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setMinimumSize(kSmallest);
    row_ = new QWidget;
    row_->setObjectName(QStringLiteral("chartRow"));
    row_->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(row_);
    layout->setContentsMargins(0, 0, 0, 0);
    // The row's background shows between the charts as a line.
    layout->setSpacing(1);
    for (std::size_t i = 0; i < kCharts; ++i) {
        charts_[i] = new ChartView(theme_, row_);
        charts_[i]->setObjectName(QLatin1String(kNames[i]));
        charts_[i]->setVisible(i < kShownAtFirst);
        layout->addWidget(charts_[i], 1);
        connectChart(*charts_[i]);
    }
    scroll_->setWidget(row_);
    stack_->addWidget(scroll_);
}

void ChartsPanel::buildTable()
{
    tableModel_ = new ChartTableModel(this);
    table_ = new QTableView(stack_);
    table_->setObjectName(QStringLiteral("chartTable"));
    table_->setModel(tableModel_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setMinimumSize(kSmallest);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setResizeContentsPrecision(20);
    table_->installEventFilter(this);
    stack_->addWidget(table_);
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        const auto time = tableModel_->index(index.row(), 0).data(Qt::EditRole).toLongLong();
        playback_.seek(time);
    });
}

void ChartsPanel::buildBar()
{
    bar_ = new QWidget(this);
    bar_->setObjectName(QStringLiteral("chartsBar"));
    bar_->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(bar_);
    bar_->setMinimumWidth(kSmallest.width());
    layout->setContentsMargins(kBarMargin, 2, kBarMargin, 2);
    layout->setSpacing(kBarSpacing);
    for (std::size_t i = 0; i < kCharts; ++i) {
        auto* toggle = new QToolButton(bar_);
        toggle->setObjectName(QLatin1String(kNames[i]) + QLatin1String("Toggle"));
        toggle->setText(titleOf(i));
        toggle->setCheckable(true);
        toggle->setChecked(i < kShownAtFirst);
        toggle->setToolTip(tr("Show or hide this chart"));
        toggle->setAccessibleName(tr("Show %1").arg(titleOf(i)));
        connect(toggle, &QToolButton::toggled, charts_[i], &QWidget::setVisible);
        connect(toggle, &QToolButton::toggled, this, &ChartsPanel::arrangeBar);
        connect(toggle, &QToolButton::toggled, this, &ChartsPanel::choicesChanged);
        layout->addWidget(toggle);
        toggles_[i] = toggle;
    }
    buildWaitTools();
    buildSplit();
    buildQueueTools();
    buildTableTools();
    buildMenu();
    layout->addWidget(menuButton_);
    layout->addStretch(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{window_, split_, log_, measure_, tableChart_, tableButton_})
        layout->addWidget(widget);
    for (QComboBox* box : {window_, split_, measure_, tableChart_})
        box->setMinimumWidth(kNarrowestBox);
    static_cast<QVBoxLayout*>(this->layout())->insertWidget(0, bar_);
    // By Tab as by eye: the bar first.
    std::vector<QWidget*> order(toggles_.begin(), toggles_.end());
    order.insert(order.end(), {menuButton_, window_, split_, log_, measure_, tableChart_, tableButton_});
    order.insert(order.end(), charts_.begin(), charts_.end());
    order.push_back(table_);
    for (std::size_t i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
}

void ChartsPanel::buildWaitTools()
{
    window_ = new QComboBox(bar_);
    window_->setObjectName(QStringLiteral("waitWindow"));
    window_->setAccessibleName(tr("Window of the rolling waits"));
    window_->setToolTip(tr("Waits are those of starts within this time before each moment"));
    window_->addItem(tr("Waits: last 1 h"), QVariant::fromValue<qlonglong>(kMsPerHour));
    window_->addItem(tr("Waits: last 6 h"), QVariant::fromValue<qlonglong>(6 * kMsPerHour));
    window_->addItem(tr("Waits: last 24 h"), QVariant::fromValue<qlonglong>(kMsPerDay));
    window_->addItem(tr("Waits: last 7 d"), QVariant::fromValue<qlonglong>(7 * kMsPerDay));
    window_->setCurrentIndex(2);
    connect(window_, &QComboBox::currentIndexChanged, this, [this] {
        waitWindow_ = window_->currentData().toLongLong();
        makeWaits();
        Q_EMIT choicesChanged();
    });
    log_ = new QCheckBox(tr("Log scale"), bar_);
    log_->setObjectName(QStringLiteral("waitLog"));
    log_->setAccessibleName(tr("Logarithmic scale of the waits"));
    connect(log_, &QCheckBox::toggled, this, [this](bool on) {
        chart(ChartKind::Waits).setLog(on);
        Q_EMIT choicesChanged();
    });
}

void ChartsPanel::buildSplit()
{
    split_ = new QComboBox(bar_);
    split_->setObjectName(QStringLiteral("chartSplit"));
    split_->setAccessibleName(tr("Curves of waits and queue"));
    split_->setToolTip(tr("Waits and queue: one curve a share, or one for all shares together"));
    split_->addItems({tr("By share"), tr("All shares")});
    connect(split_, &QComboBox::currentIndexChanged, this, [this] {
        showWaits();
        showQueue();
        Q_EMIT choicesChanged();
    });
}

void ChartsPanel::buildQueueTools()
{
    measure_ = new QComboBox(bar_);
    measure_->setObjectName(QStringLiteral("queueMeasure"));
    measure_->setAccessibleName(tr("What the queue counts"));
    measure_->addItems({tr("Queue: jobs"), tr("Queue: GPUs")});
    connect(measure_, &QComboBox::currentIndexChanged, this, [this] {
        showQueue();
        Q_EMIT choicesChanged();
    });
}

void ChartsPanel::buildTableTools()
{
    tableChart_ = new QComboBox(bar_);
    tableChart_->setObjectName(QStringLiteral("tableChart"));
    tableChart_->setAccessibleName(tr("Chart shown as a table"));
    for (std::size_t i = 0; i < kCharts; ++i)
        tableChart_->addItem(titleOf(i));
    connect(tableChart_, &QComboBox::currentIndexChanged, this, &ChartsPanel::showTable);
    tableButton_ = new QToolButton(bar_);
    tableButton_->setObjectName(QStringLiteral("chartTableToggle"));
    tableButton_->setText(tr("Table"));
    tableButton_->setCheckable(true);
    tableButton_->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_T));
    tableButton_->setToolTip(tr("Show the data as a table (Ctrl+Alt+T)"));
    tableButton_->setAccessibleName(tr("Show the data as a table"));
    connect(tableButton_, &QToolButton::toggled, this, [this](bool on) {
        stack_->setCurrentWidget(on ? static_cast<QWidget*>(table_) : scroll_);
        arrangeBar();
        showTable();
    });
}

/// The toggles and what else finds no room, for a narrow panel.
void ChartsPanel::buildMenu()
{
    menuButton_ = new QToolButton(bar_);
    menuButton_->setObjectName(QStringLiteral("chartsMenuButton"));
    menuButton_->setText(tr("Show ▾"));
    menuButton_->setAccessibleName(tr("Charts shown"));
    menuButton_->setToolTip(tr("Show or hide charts"));
    menuButton_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(menuButton_);
    menu->setObjectName(QStringLiteral("chartsMenu"));
    const auto add = [menu](QAbstractButton* button, const QString& text) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(button->isChecked());
        connect(action, &QAction::toggled, button, &QAbstractButton::setChecked);
        connect(button, &QAbstractButton::toggled, action, &QAction::setChecked);
    };
    for (std::size_t i = 0; i < kCharts; ++i)
        add(toggles_[i], titleOf(i));
    menu->addSeparator();
    add(log_, log_->accessibleName());
    menuButton_->setMenu(menu);
}

void ChartsPanel::arrangeBar()
{
    const auto isOn = [this](ChartKind kind) { return toggles_[static_cast<std::size_t>(kind)]->isChecked(); };
    window_->setVisible(isOn(ChartKind::Waits));
    split_->setVisible(isOn(ChartKind::Waits) || isOn(ChartKind::Queue));
    measure_->setVisible(isOn(ChartKind::Queue));
    tableChart_->setVisible(tableButton_->isChecked());
    const auto widthOf = [](const QWidget* widget) { return widget->sizeHint().width() + kBarSpacing; };
    int wanted = 2 * kBarMargin + widthOf(tableButton_) + (isOn(ChartKind::Waits) ? widthOf(log_) : 0);
    for (const QToolButton* toggle : toggles_)
        wanted += widthOf(toggle);
    for (const QComboBox* box : {window_, split_, measure_, tableChart_})
        wanted += box->isHidden() ? 0 : widthOf(box);
    const bool isNarrow = wanted > width();
    for (QToolButton* toggle : toggles_)
        toggle->setVisible(!isNarrow);
    log_->setVisible(!isNarrow && isOn(ChartKind::Waits));
    menuButton_->setVisible(isNarrow);
}

/// What the application's style sheet does not know of: the bar's toggles and the lines between the charts.
void ChartsPanel::restyle()
{
    const Tokens& tokens = theme_.tokens();
    const auto name = [&](ColorToken token) { return tokens.color(token).name(); };
    setStyleSheet(QStringLiteral("QWidget#chartRow { background: %1; }"
                                 "QWidget#chartsBar { background: %2; border-bottom: 1px solid %1; }"
                                 "QWidget#chartsBar QToolButton { font-size: %6px; padding: 2px 7px; color: %3; }"
                                 "QWidget#chartsBar QToolButton { border-radius: 0; border: 2px solid transparent; }"
                                 "QWidget#chartsBar QToolButton:hover { background: transparent; color: %5; }"
                                 "QWidget#chartsBar QToolButton:checked { color: %5; border-bottom-color: %4; }"
                                 "QWidget#chartsBar QToolButton:focus { border-color: %4; border-radius: 4px; }"
                                 "QWidget#chartsBar QComboBox, QWidget#chartsBar QCheckBox { font-size: %6px; }")
                      .arg(name(ColorToken::Border), name(ColorToken::SurfaceRaised), name(ColorToken::TextSecondary),
                          name(ColorToken::Focus), name(ColorToken::Text))
                      .arg(theme_.scaled(12)));
    arrangeBar();
}

} // namespace quotaboard
