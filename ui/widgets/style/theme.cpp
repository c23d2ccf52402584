// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/style/theme.h"

#include "ui/widgets/style/focus_style.h"
#include "ui/widgets/style/style_sheet.h"
#include "ui/widgets/style/token_icon.h"

#include <QApplication>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kFontPixels = 13;
constexpr int kSmallestScale = 80;
constexpr int kLargestScale = 200;

} // namespace

Theme::Theme(QObject* parent)
    : QObject(parent)
{
}

void Theme::setKind(ThemeKind kind)
{
    if (kind == tokens_.kind())
        return;
    tokens_ = Tokens(kind);
    Q_EMIT changed();
}

void Theme::setFontScale(int percent)
{
    const int scale = std::clamp(percent, kSmallestScale, kLargestScale);
    if (scale == fontScale_)
        return;
    fontScale_ = scale;
    Q_EMIT changed();
}

void Theme::setReducesMotion(bool reduces)
{
    if (reduces == reducesMotion_)
        return;
    reducesMotion_ = reduces;
    Q_EMIT changed();
}

QFont Theme::font() const
{
    QFont font;
    font.setPixelSize(scaled(kFontPixels));
    return font;
}

QPalette Theme::palette() const
{
    const auto color = [this](ColorToken token) { return tokens_.color(token); };
    QPalette palette;
    palette.setColor(QPalette::Window, color(ColorToken::SurfaceRaised));
    palette.setColor(QPalette::WindowText, color(ColorToken::Text));
    palette.setColor(QPalette::Base, color(ColorToken::Surface));
    palette.setColor(QPalette::AlternateBase, color(ColorToken::SurfaceRaised));
    palette.setColor(QPalette::Text, color(ColorToken::Text));
    palette.setColor(QPalette::PlaceholderText, color(ColorToken::TextDisabled));
    palette.setColor(QPalette::Button, color(ColorToken::SurfaceRaised));
    palette.setColor(QPalette::ButtonText, color(ColorToken::Text));
    palette.setColor(QPalette::BrightText, color(ColorToken::OnAccent));
    palette.setColor(QPalette::ToolTipBase, color(ColorToken::Surface));
    palette.setColor(QPalette::ToolTipText, color(ColorToken::Text));
    palette.setColor(QPalette::Highlight, color(ColorToken::Accent));
    palette.setColor(QPalette::HighlightedText, color(ColorToken::OnAccent));
    palette.setColor(QPalette::Link, color(ColorToken::Focus));
    palette.setColor(QPalette::LinkVisited, color(ColorToken::Focus));
    palette.setColor(QPalette::Light, color(ColorToken::Surface));
    palette.setColor(QPalette::Midlight, color(ColorToken::SurfaceRaised));
    palette.setColor(QPalette::Mid, color(ColorToken::Border));
    palette.setColor(QPalette::Dark, color(ColorToken::IdleStroke));
    palette.setColor(QPalette::Shadow, color(ColorToken::Border));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, color(ColorToken::TextDisabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, color(ColorToken::Border));
    // There a border is as light as text that is disabled.
    const bool isContrast = tokens_.kind() == ThemeKind::HighContrast;
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText,
        color(isContrast ? ColorToken::OnAccent : ColorToken::TextDisabled));
    return palette;
}

QString Theme::styleSheet() const
{
    return styleSheetFor(tokens_, fontScale_);
}

QIcon Theme::icon(const QString& name, ColorToken token) const
{
    return QIcon(new TokenIconEngine(*this, name, token));
}

void Theme::applyTo(QApplication& application) const
{
    if (application.property("quotaboardStyle").isNull()) {
        QApplication::setStyle(new FocusStyle);
        application.setProperty("quotaboardStyle", true);
    }
    QApplication::setFont(font());
    QApplication::setPalette(palette());
    application.setStyleSheet(styleSheet());
}

} // namespace quotaboard
