// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/dialogs/preferences_dialog.h"

#include "ui/widgets/dialogs/shortcut_page.h"
#include "ui/widgets/style/appearance.h"
#include "ui/widgets/window/preferences.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QRadioButton>
#include <QScreen>
#include <QScrollArea>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTimeZone>
#include <QTimer>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

/// The slider counts in steps, so that every stop is a round number.
constexpr int kPercentPerStep = 10;
constexpr int kMostRecent = 50;
/// Of the screen: the rest is for the window's frame, percent.
constexpr int kMostOfScreen = 90;

QLabel* makeRowLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setProperty("role", "secondary");
    return label;
}

QCheckBox* makeCheck(const QString& text, const char* name, const QString& toolTip)
{
    auto* box = new QCheckBox(text);
    box->setObjectName(name);
    box->setToolTip(toolTip);
    return box;
}

} // namespace

PreferencesDialog::PreferencesDialog(
    AppearanceController& appearance, PreferenceStore& preferences, ShortcutBook& shortcuts, QWidget* parent)
    : QDialog(parent)
    , appearance_(appearance)
    , preferences_(preferences)
    , tabs_(new QTabWidget(this))
    , themes_(new QButtonGroup(this))
    , densities_(new QButtonGroup(this))
    , clocks_(new QButtonGroup(this))
    , fontScale_(new QSlider(Qt::Horizontal, this))
    , fontScaleText_(new QLabel(this))
    , reduceMotion_(makeCheck(
          tr("Reduce &motion"), "prefReduceMotion", tr("Things appear where they belong instead of moving there")))
    , previewDrags_(makeCheck(tr("Preview the effect while &dragging"), "prefPreviewDrags",
          tr("What the drop would do to waits and waste in the next hours")))
    , editFromNow_(makeCheck(tr("Edits take effect &from now on"), "prefEditFromNow",
          tr("While the clock is not at the start: as a change at this time, else from the start")))
    , recentCount_(new QSpinBox(this))
{
    setObjectName("preferencesDialog");
    setWindowTitle(tr("Preferences"));
    tabs_->setObjectName("prefTabs");
    tabs_->setAccessibleName(tr("Preferences"));
    buildAppearance();
    buildTime();
    buildSimulation();
    tabs_->addTab(new ShortcutPage(shortcuts, this), tr("Shortcuts"));
    buildFiles();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addWidget(tabs_, 1);
    column->addWidget(buttons);

    followAppearance();
    followPreferences();
    for (QButtonGroup* group : {densities_, clocks_})
        connect(group, &QButtonGroup::idClicked, this, &PreferencesDialog::applyPreferences);
    for (QCheckBox* box : {previewDrags_, editFromNow_})
        connect(box, &QCheckBox::toggled, this, &PreferencesDialog::applyPreferences);
    connect(recentCount_, &QSpinBox::valueChanged, this, &PreferencesDialog::applyPreferences);
    connect(themes_, &QButtonGroup::idClicked, this, &PreferencesDialog::applyAppearance);
    connect(fontScale_, &QSlider::valueChanged, this, &PreferencesDialog::applyAppearance);
    connect(reduceMotion_, &QCheckBox::toggled, this, &PreferencesDialog::applyAppearance);
    connect(&appearance_, &AppearanceController::changed, this, &PreferencesDialog::followAppearance);
    connect(&preferences_, &PreferenceStore::changed, this, &PreferencesDialog::followPreferences);
    fit();
}

QFormLayout* PreferencesDialog::addPage(const QString& title)
{
    auto* area = new QScrollArea(tabs_);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget(area);
    page->setObjectName("scrolled");
    auto* form = new QFormLayout(page);
    form->setContentsMargins(8, 16, 8, 8);
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(16);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    area->setWidget(page);
    tabs_->addTab(area, title);
    return form;
}

QWidget* PreferencesDialog::buildChoices(QButtonGroup& group, const QList<Choice>& choices)
{
    auto* holder = new QWidget(this);
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (const Choice& choice : choices) {
        auto* button = new QRadioButton(choice.text, holder);
        button->setObjectName(choice.name);
        group.addButton(button, choice.value);
        column->addWidget(button);
    }
    return holder;
}

void PreferencesDialog::buildAppearance()
{
    QFormLayout* form = addPage(tr("Appearance"));
    form->addRow(makeRowLabel(tr("Theme")),
        buildChoices(*themes_,
            {{static_cast<int>(ThemeChoice::System), tr("As the &system"), "prefThemeSystem"},
                {static_cast<int>(ThemeChoice::Light), tr("&Light"), "prefThemeLight"},
                {static_cast<int>(ThemeChoice::Dark), tr("&Dark"), "prefThemeDark"},
                {static_cast<int>(ThemeChoice::HighContrast), tr("High &contrast"), "prefThemeContrast"}}));
    form->addRow(makeRowLabel(tr("Text size")), buildFontScale());
    form->addRow(makeRowLabel(tr("Height of lanes")),
        buildChoices(*densities_,
            {{static_cast<int>(BoardDensity::Comfortable), tr("C&omfortable"), "prefDensityComfortable"},
                {static_cast<int>(BoardDensity::Compact), tr("Com&pact"), "prefDensityCompact"},
                {static_cast<int>(BoardDensity::Dense), tr("D&ense"), "prefDensityDense"}}));
    form->addRow(makeRowLabel(tr("Motion")), reduceMotion_);
}

void PreferencesDialog::buildTime()
{
    QFormLayout* form = addPage(tr("Time"));
    const QString zone = QString::fromUtf8(QTimeZone::systemTimeZoneId());
    form->addRow(makeRowLabel(tr("Clock shows")),
        buildChoices(*clocks_,
            {{static_cast<int>(ClockStyle::Utc), tr("Day and time in &UTC"), "prefClockUtc"},
                {static_cast<int>(ClockStyle::Local), tr("Day and time &here (%1)").arg(zone), "prefClockLocal"},
                {static_cast<int>(ClockStyle::Elapsed), tr("Time &since the start"), "prefClockElapsed"}}));
}

void PreferencesDialog::buildSimulation()
{
    QFormLayout* form = addPage(tr("Simulation"));
    form->addRow(makeRowLabel(tr("Edits")), editFromNow_);
    form->addRow(makeRowLabel(tr("Drags")), previewDrags_);
}

void PreferencesDialog::buildFiles()
{
    QFormLayout* form = addPage(tr("Files"));
    recentCount_->setObjectName("prefRecentCount");
    recentCount_->setRange(0, kMostRecent);
    auto* label = makeRowLabel(tr("&Recent files that are kept"));
    label->setBuddy(recentCount_);
    form->addRow(label, recentCount_);
}

QWidget* PreferencesDialog::buildFontScale()
{
    auto* holder = new QWidget(this);
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    fontScale_->setObjectName("prefFontScale");
    fontScale_->setAccessibleName(tr("Text size in percent"));
    fontScale_->setRange(80 / kPercentPerStep, 200 / kPercentPerStep);
    fontScale_->setPageStep(1);
    fontScale_->setMinimumWidth(200);
    // While it is dragged everything would be laid out anew at each step.
    fontScale_->setTracking(false);
    connect(fontScale_, &QSlider::sliderMoved, this,
        [this](int step) { fontScaleText_->setText(tr("%1 %").arg(QLocale().toString(step * kPercentPerStep))); });
    row->addWidget(fontScale_, 1);
    row->addWidget(fontScaleText_);
    return holder;
}

void PreferencesDialog::followAppearance()
{
    const Appearance& now = appearance_.appearance();
    const QSignalBlocker noScale(fontScale_);
    const QSignalBlocker noMotion(reduceMotion_);
    themes_->button(static_cast<int>(now.theme))->setChecked(true);
    fontScale_->setValue(now.fontScale / kPercentPerStep);
    fontScaleText_->setText(tr("%1 %").arg(QLocale().toString(now.fontScale)));
    fontScaleText_->setMinimumWidth(fontScaleText_->fontMetrics().horizontalAdvance("200 %"));
    reduceMotion_->setChecked(now.reducesMotion);
    // Once the parts know the new font.
    QTimer::singleShot(0, this, &PreferencesDialog::fit);
}

void PreferencesDialog::followPreferences()
{
    const Preferences& now = preferences_.values();
    const QSignalBlocker noPreview(previewDrags_);
    const QSignalBlocker noFromNow(editFromNow_);
    const QSignalBlocker noCount(recentCount_);
    densities_->button(static_cast<int>(now.density))->setChecked(true);
    clocks_->button(static_cast<int>(now.clock))->setChecked(true);
    previewDrags_->setChecked(now.previewsDrags);
    editFromNow_->setChecked(now.editsFromNow);
    recentCount_->setValue(now.recentCount);
}

void PreferencesDialog::applyAppearance()
{
    Appearance wanted = appearance_.appearance();
    wanted.theme = static_cast<ThemeChoice>(themes_->checkedId());
    wanted.fontScale = fontScale_->value() * kPercentPerStep;
    wanted.reducesMotion = reduceMotion_->isChecked();
    appearance_.setAppearance(wanted);
}

void PreferencesDialog::applyPreferences()
{
    Preferences wanted = preferences_.values();
    wanted.density = static_cast<BoardDensity>(densities_->checkedId());
    wanted.clock = static_cast<ClockStyle>(clocks_->checkedId());
    wanted.previewsDrags = previewDrags_->isChecked();
    wanted.editsFromNow = editFromNow_->isChecked();
    wanted.recentCount = recentCount_->value();
    preferences_.set(wanted);
}

void PreferencesDialog::fit()
{
    QSize wanted = layout()->sizeHint();
    for (int i = 0; i < tabs_->count(); ++i) {
        const auto* area = qobject_cast<QScrollArea*>(tabs_->widget(i));
        const QSize page = area ? area->widget()->sizeHint() : tabs_->widget(i)->sizeHint();
        const QSize around = layout()->sizeHint() - tabs_->sizeHint() + QSize(0, tabs_->tabBar()->sizeHint().height());
        wanted = wanted.expandedTo(page + around + QSize(16, 24));
    }
    wanted.rwidth() = qMax(wanted.width(), tabs_->tabBar()->sizeHint().width() + 48);
    resize(wanted.boundedTo(screen()->availableSize() * kMostOfScreen / 100));
}

} // namespace quotaboard
