// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/dialogs/preferences_dialog.h"

#include "ui/widgets/style/appearance.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QRadioButton>
#include <QSlider>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

/// The slider counts in steps, so that every stop is a round number.
constexpr int kPercentPerStep = 10;
/// So that the window's title can be read.
constexpr int kNarrowest = 360;

QLabel* makeRowLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setProperty("role", "secondary");
    return label;
}

} // namespace

PreferencesDialog::PreferencesDialog(AppearanceController& appearance, QWidget* parent)
    : QDialog(parent)
    , appearance_(appearance)
    , themes_(new QButtonGroup(this))
    , fontScale_(new QSlider(Qt::Horizontal, this))
    , fontScaleText_(new QLabel(this))
    , reduceMotion_(new QCheckBox(tr("Reduce &motion"), this))
{
    setObjectName("preferencesDialog");
    setWindowTitle(tr("Preferences"));
    reduceMotion_->setObjectName("prefReduceMotion");
    reduceMotion_->setToolTip(tr("Things appear where they belong instead of moving there"));

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(16);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->addRow(makeRowLabel(tr("Theme")), buildThemes());
    form->addRow(makeRowLabel(tr("Text size")), buildFontScale());
    form->addRow(makeRowLabel(tr("Motion")), reduceMotion_);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(24);
    // Follows the text size while it is open.
    column->setSizeConstraint(QLayout::SetFixedSize);
    column->addStrut(kNarrowest);
    column->addLayout(form);
    column->addStretch(1);
    column->addWidget(buttons);

    follow();
    connect(themes_, &QButtonGroup::idClicked, this, &PreferencesDialog::apply);
    connect(fontScale_, &QSlider::valueChanged, this, &PreferencesDialog::apply);
    connect(reduceMotion_, &QCheckBox::toggled, this, &PreferencesDialog::apply);
    connect(&appearance_, &AppearanceController::changed, this, &PreferencesDialog::follow);
}

QWidget* PreferencesDialog::buildThemes()
{
    struct Choice {
        ThemeChoice choice;
        QString text;
        const char* name;
    };
    auto* holder = new QWidget(this);
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (const Choice& choice : {Choice{ThemeChoice::System, tr("As the &system"), "prefThemeSystem"},
             Choice{ThemeChoice::Light, tr("&Light"), "prefThemeLight"},
             Choice{ThemeChoice::Dark, tr("&Dark"), "prefThemeDark"},
             Choice{ThemeChoice::HighContrast, tr("High &contrast"), "prefThemeContrast"}}) {
        auto* button = new QRadioButton(choice.text, holder);
        button->setObjectName(choice.name);
        themes_->addButton(button, static_cast<int>(choice.choice));
        column->addWidget(button);
    }
    return holder;
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

void PreferencesDialog::follow()
{
    const Appearance& now = appearance_.appearance();
    const QSignalBlocker noScale(fontScale_);
    const QSignalBlocker noMotion(reduceMotion_);
    themes_->button(static_cast<int>(now.theme))->setChecked(true);
    fontScale_->setValue(now.fontScale / kPercentPerStep);
    fontScaleText_->setText(tr("%1 %").arg(QLocale().toString(now.fontScale)));
    fontScaleText_->setMinimumWidth(fontScaleText_->fontMetrics().horizontalAdvance("200 %"));
    reduceMotion_->setChecked(now.reducesMotion);
}

void PreferencesDialog::apply()
{
    Appearance wanted;
    wanted.theme = static_cast<ThemeChoice>(themes_->checkedId());
    wanted.fontScale = fontScale_->value() * kPercentPerStep;
    wanted.reducesMotion = reduceMotion_->isChecked();
    appearance_.setAppearance(wanted);
}

} // namespace quotaboard
