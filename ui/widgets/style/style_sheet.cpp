// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/style/style_sheet.h"

#include "ui/widgets/style/tokens.h"

#include <QHash>
#include <QRegularExpression>

namespace quotaboard {

namespace {

// "@Name" is the colour of a token, "@13px" a text size that scales, "@line" the width of outlines.
constexpr const char* kWindow = R"(
QMainWindow, QDialog { background: @SurfaceRaised; }
QMainWindow::separator { background: @Border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @Accent; }
QMenuBar { background: @SurfaceRaised; padding: 2px 6px; }
QMenuBar::item { padding: 5px 8px; border-radius: 4px; background: transparent; color: @Text; }
QMenuBar::item:selected { background: @BarSelected; color: @OnBarSelected; }
QMenu { background: @Surface; border: @line solid @Border; padding: 4px; color: @Text; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: @Accent; color: @OnAccent; }
QMenu::item:disabled { color: @TextDisabled; background: transparent; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: @Border; margin: 4px 8px; }
QToolTip { background: @Surface; color: @Text; border: @line solid @IdleStroke; padding: 4px; }
QToolBar { background: @SurfaceRaised; border: none; spacing: 4px; padding: 0; }
QToolBar#mainToolBar { border-bottom: @line solid @Border; }
QToolBar#pageRail { border-right: @line solid @Border; }
QFrame[look="line"] { background: @Border; border: none; }
QToolBar#transportToolBar { border-top: @line solid @Border; }
QStatusBar { background: @SurfaceRaised; border-top: @line solid @Border; }
QStatusBar::item { border: none; }
QStackedWidget#pages { background: @Window; }
)";

constexpr const char* kButtons = R"(
QToolButton { background: transparent; border: 2px solid transparent; border-radius: 6px; padding: 3px 6px; color: @Text; }
QToolButton:hover { background: @Hover; border-color: @HoverLine; }
QToolButton:pressed { background: @Pressed; }
QToolButton:focus { border-color: @Focus; }
QToolButton:disabled { color: @TextDisabled; }
QToolButton[look="icon"] { padding: 0; }
QToolButton::menu-indicator { image: none; }
QToolBar#pageRail QToolButton { padding: 6px 2px; color: @TextSecondary; font-size: @11px; }
QToolBar#pageRail QToolButton:checked { background: @Accent; color: @OnAccent; }
QToolBar#pageRail QToolButton:checked:focus { border-color: @Focus; }
QPushButton { background: @Surface; color: @Text; border: @line solid @IdleStroke; border-radius: 6px; padding: 5px 12px; }
QPushButton:hover { background: @Hover; border-color: @HoverEdge; }
QPushButton:pressed { background: @Pressed; }
QPushButton:focus { border: 2px solid @Focus; padding: 4px 11px; }
QPushButton:disabled { color: @TextDisabled; border-color: @Border; background: @SurfaceRaised; }
QPushButton:default, QPushButton[look="primary"] { background: @Accent; color: @OnAccent; border-color: @Accent; }
QPushButton[look="primary"] { min-width: @80px; }
QPushButton:default:focus, QPushButton[look="primary"]:focus { border: 2px solid @Text; padding: 4px 11px; }
QPushButton:default:disabled, QPushButton[look="primary"]:disabled { background: @SurfaceRaised; color: @TextDisabled;
    border-color: @Border; }
QPushButton[look="link"] { background: transparent; border: 2px solid transparent; color: @Focus; padding: 1px 4px; }
QPushButton[look="link"]:hover { text-decoration: underline; }
QPushButton[look="link"]:focus { border-color: @Focus; }
QPushButton[look="link"]:disabled { color: @TextDisabled; }
QPushButton[look="quiet"] { background: transparent; border: 2px solid transparent; color: @TextSecondary; padding: 1px 4px; }
QPushButton[look="quiet"]:hover { color: @Text; text-decoration: underline; }
QPushButton[look="quiet"]:focus { border-color: @Focus; }
QLineEdit { background: @Surface; color: @Text; border: @line solid @IdleStroke; border-radius: 6px; padding: 4px 8px;
    selection-background-color: @Accent; selection-color: @OnAccent; }
QLineEdit:focus { border: 2px solid @Focus; padding: 3px 7px; }
QLineEdit:disabled { color: @TextDisabled; border-color: @Border; background: @SurfaceRaised; }
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit, QComboBox QLineEdit, QAbstractSpinBox QLineEdit { border: none;
    padding: 0; background: transparent; }
QSlider:horizontal { min-height: @18px; }
QSlider::groove:horizontal { height: @4px; border-radius: @2px; background: @Border; }
QSlider::handle:horizontal { width: @10px; height: @10px; margin: -@5px 0; border-radius: @7px; background: @Surface;
    border: @2px solid @Accent; }
QSlider::handle:horizontal:hover { background: @Hover; }
QSlider::handle:horizontal:focus { border: @2px solid @Focus; background: @Focus; }
QProgressBar { border: none; border-radius: 2px; background: @Groove; text-align: center; color: @Text; }
QProgressBar::chunk { background: @Accent; border-radius: 2px; }
)";

constexpr const char* kContent = R"(
QLabel { color: @Text; background: transparent; }
QLabel:disabled { color: @TextDisabled; }
QLabel[role="title"] { font-size: @22px; font-weight: 600; }
QLabel[role="heading"] { font-size: @15px; font-weight: 600; }
QLabel[role="secondary"] { color: @TextSecondary; }
QLabel[role="badge"] { color: @TextSecondary; border: @line solid @IdleStroke; border-radius: 4px; padding: 1px 6px; font-size: @12px; }
QLabel[role="warning"] { color: @WarnText; }
QLabel[role="error"] { color: @ErrorText; }
QLabel[role="small"] { color: @TextSecondary; font-size: @12px; }
QFrame[look="card"] { background: @Surface; border: @line solid @Border; border-radius: 8px; }
QFrame[look="warning"] { background: @WarnSurface; border: none; border-bottom: @line solid @WarnText; }
QFrame[look="warning"] QLabel { color: @WarnText; }
QFrame[look="error"] { background: @ErrorSurface; border: none; border-bottom: @line solid @ErrorText; }
QFrame[look="error"] QLabel { color: @ErrorText; }
QFrame[look="info"] { background: @Surface; border: none; border-bottom: @line solid @Border; }
QDockWidget { color: @Text; }
QListWidget#problemsList { padding: 6px 10px; }
QFrame[look="overlay"] { background: @SurfaceRaised; border: none; border-left: @line solid @IdleStroke; }
QTabWidget::pane { border: none; border-top: @line solid @Border; }
QTabWidget::tab-bar { left: 12px; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: @TextSecondary; border: none; border-bottom: 2px solid transparent;
    padding: 6px 4px; margin-right: 12px; }
QTabBar::tab:hover { color: @Text; }
QTabBar::tab:selected { color: @Text; font-weight: 600; border-bottom: 2px solid @Focus; }
QTabBar::tab:focus { color: @Focus; }
QAbstractItemView { background: @Surface; color: @Text; border: none; alternate-background-color: @SurfaceRaised;
    selection-background-color: @Accent; selection-color: @OnAccent; outline: none; }
QListView#findMatches { border: @line solid @IdleStroke; }
QListView#findMatches::item { padding: 4px 6px; }
QListView#findMatches::item:selected { background: @Accent; color: @OnAccent; }
QHeaderView::section { background: @SurfaceRaised; color: @TextSecondary; border: none;
    border-bottom: @line solid @Border; padding: 4px 8px; }
QScrollArea { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle:vertical { background: @IdleStroke; border-radius: 3px; min-height: 32px; margin: 2px 3px; }
QScrollBar::handle:horizontal { background: @IdleStroke; border-radius: 3px; min-width: 32px; margin: 3px 2px; }
QScrollBar::handle:hover { background: @TextSecondary; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QScrollArea > QWidget > QWidget#scrolled { background: transparent; }
)";

QHash<QString, ColorToken> tokenNames()
{
    return {{"Window", ColorToken::Window}, {"Surface", ColorToken::Surface},
        {"SurfaceRaised", ColorToken::SurfaceRaised}, {"Border", ColorToken::Border}, {"Text", ColorToken::Text},
        {"TextSecondary", ColorToken::TextSecondary}, {"TextDisabled", ColorToken::TextDisabled},
        {"Focus", ColorToken::Focus}, {"Accent", ColorToken::Accent}, {"OnAccent", ColorToken::OnAccent},
        {"IdleStroke", ColorToken::IdleStroke}, {"WarnText", ColorToken::WarnText},
        {"WarnSurface", ColorToken::WarnSurface}, {"ErrorText", ColorToken::ErrorText},
        {"ErrorSurface", ColorToken::ErrorSurface}};
}

/// What a surface looks like under the pointer. In high contrast, borders and text are of one colour: there surfaces
/// keep theirs and only the line around them changes.
QHash<QString, QString> statesOf(const Tokens& tokens)
{
    const bool isContrast = tokens.kind() == ThemeKind::HighContrast;
    const auto either
        = [&](ColorToken contrast, ColorToken usual) { return tokens.color(isContrast ? contrast : usual).name(); };
    return {{"Hover", either(ColorToken::SurfaceRaised, ColorToken::Border)},
        {"HoverLine", isContrast ? tokens.color(ColorToken::Focus).name() : QStringLiteral("transparent")},
        {"HoverEdge", either(ColorToken::Focus, ColorToken::IdleStroke)},
        {"Pressed", either(ColorToken::SurfaceRaised, ColorToken::IdleStroke)},
        {"BarSelected", either(ColorToken::Accent, ColorToken::Border)},
        {"OnBarSelected", either(ColorToken::OnAccent, ColorToken::Text)},
        {"Groove", either(ColorToken::Grid, ColorToken::Border)}};
}

} // namespace

QString styleSheetFor(const Tokens& tokens, int fontScale)
{
    static const QHash<QString, ColorToken> names = tokenNames();
    const QHash<QString, QString> states = statesOf(tokens);
    static const QRegularExpression placeholder(R"(@(\d+)px|@(\w+))");
    const QString text = QString::fromLatin1(kWindow) + QString::fromLatin1(kButtons) + QString::fromLatin1(kContent);
    const QString line = tokens.kind() == ThemeKind::HighContrast ? "2px" : "1px";

    QString sheet;
    qsizetype from = 0;
    auto matches = placeholder.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        sheet += QStringView(text).mid(from, match.capturedStart() - from);
        from = match.capturedEnd();
        if (!match.captured(1).isEmpty())
            sheet += QString::number((match.captured(1).toInt() * fontScale + 50) / 100) + "px";
        else if (match.captured(2) == "line")
            sheet += line;
        else if (const auto state = states.constFind(match.captured(2)); state != states.constEnd())
            sheet += *state;
        else
            sheet += tokens.color(names.value(match.captured(2), ColorToken::Text)).name();
    }
    sheet += QStringView(text).mid(from);
    return sheet;
}

} // namespace quotaboard
