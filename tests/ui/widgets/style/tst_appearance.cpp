// SPDX-License-Identifier: Apache-2.0
// Themes: tokens reach the application, the system's choice is followed, icons take the theme's colour.
#include "ui/widgets/style/appearance.h"
#include "ui/widgets/style/style_sheet.h"
#include "ui/widgets/window/settings.h"

#include <QApplication>
#include <QDir>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace quotaboard;

namespace {

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

/// WCAG 2.
double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a) + 0.05;
    const double other = luminance(b) + 0.05;
    return std::max(one, other) / std::min(one, other);
}

} // namespace

class TestAppearance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textIsReadable();
    void choiceReachesTheApplication();
    void followsTheSystem();
    void textSizeIsBounded();
    void styleSheetHasNoPlaceholderLeft();
    void everyIconDraws();
    void buttonsAreReadableUnderThePointerInEveryTheme();
    void settingsKeepTheChoice();
};

void TestAppearance::textIsReadable()
{
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::HighContrast}) {
        const Tokens tokens(kind);
        const auto check = [&tokens](ColorToken text, ColorToken surface, double least) {
            const double found = contrast(tokens.color(text), tokens.color(surface));
            QVERIFY2(found >= least, qPrintable(QString("%1 on %2: %3").arg(int(text)).arg(int(surface)).arg(found)));
        };
        for (const ColorToken surface : {ColorToken::Surface, ColorToken::SurfaceRaised, ColorToken::Window}) {
            check(ColorToken::Text, surface, 7);
            check(ColorToken::TextSecondary, surface, 4.5);
            check(ColorToken::Focus, surface, 3);
        }
        check(ColorToken::OnAccent, ColorToken::Accent, 4.5);
        check(ColorToken::WarnText, ColorToken::WarnSurface, 4.5);
        check(ColorToken::ErrorText, ColorToken::ErrorSurface, 4.5);
    }
}

void TestAppearance::choiceReachesTheApplication()
{
    Theme theme;
    AppearanceController controller(theme);
    QSignalSpy themeSpy(&theme, &Theme::changed);
    controller.setAppearance({ThemeChoice::Dark, 120, false});
    QVERIFY(themeSpy.count() >= 1);
    QCOMPARE(theme.tokens().kind(), ThemeKind::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Base), theme.tokens().color(ColorToken::Surface));
    QCOMPARE(QApplication::font().pixelSize(), 16);
    QVERIFY(qApp->styleSheet().contains(theme.tokens().color(ColorToken::SurfaceRaised).name()));
    controller.setAppearance({ThemeChoice::HighContrast, 100, true});
    QCOMPARE(theme.tokens().kind(), ThemeKind::HighContrast);
    QVERIFY(theme.reducesMotion());
}

void TestAppearance::followsTheSystem()
{
    Theme theme;
    AppearanceController controller(theme);
    controller.setAppearance({ThemeChoice::System, 100, false});
    // What a desktop does when night falls.
    QPalette night;
    night.setColor(QPalette::Window, Tokens(ThemeKind::Dark).color(ColorToken::Window));
    night.setColor(QPalette::WindowText, Tokens(ThemeKind::Dark).color(ColorToken::Text));
    QApplication::setPalette(night);
    QCoreApplication::processEvents();
    QCOMPARE(theme.tokens().kind(), ThemeKind::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Base), theme.tokens().color(ColorToken::Surface));

    QPalette day;
    day.setColor(QPalette::Window, Tokens(ThemeKind::Light).color(ColorToken::Window));
    day.setColor(QPalette::WindowText, Tokens(ThemeKind::Light).color(ColorToken::Text));
    QApplication::setPalette(day);
    QCoreApplication::processEvents();
    QCOMPARE(theme.tokens().kind(), ThemeKind::Light);

    controller.setAppearance({ThemeChoice::Light, 100, false});
    QApplication::setPalette(night);
    QCoreApplication::processEvents();
    QCOMPARE(theme.tokens().kind(), ThemeKind::Light);
}

void TestAppearance::textSizeIsBounded()
{
    Theme theme;
    theme.setFontScale(1000);
    QCOMPARE(theme.fontScale(), 200);
    QCOMPARE(theme.scaled(13), 26);
    theme.setFontScale(1);
    QCOMPARE(theme.fontScale(), 80);
}

void TestAppearance::styleSheetHasNoPlaceholderLeft()
{
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::HighContrast}) {
        const QString sheet = styleSheetFor(Tokens(kind), 100);
        QVERIFY(sheet.size() > 1000);
        QVERIFY(!sheet.contains('@'));
        QCOMPARE(sheet.count('{'), sheet.count('}'));
    }
}

void TestAppearance::buttonsAreReadableUnderThePointerInEveryTheme()
{
    const QRegularExpression rule(
        R"((QToolButton|QPushButton|QMenuBar::item):(hover|pressed|selected) \{ background: (#\w+))");
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::HighContrast}) {
        const Tokens tokens(kind);
        const QString sheet = styleSheetFor(tokens, 100);
        int found = 0;
        auto matches = rule.globalMatch(sheet);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            ++found;
            const bool isBar = match.captured(1).startsWith("QMenuBar") && kind == ThemeKind::HighContrast;
            const QColor text = tokens.color(isBar ? ColorToken::OnAccent : ColorToken::Text);
            // A button is pressed for a moment only.
            const double least = match.captured(2) == "pressed" ? 3 : 4.5;
            QVERIFY2(contrast(text, QColor(match.captured(3))) >= least, qPrintable(match.captured(0)));
        }
        QCOMPARE(found, 5);
    }
}

void TestAppearance::everyIconDraws()
{
    const Theme theme;
    const QStringList icons = QDir(":/icons").entryList({"*.svg"});
    QVERIFY(icons.size() >= 20);
    for (const QString& file : icons) {
        const QImage image = theme.icon(file.chopped(4)).pixmap(QSize(24, 24), 2.0).toImage();
        QCOMPARE(image.size(), QSize(48, 48));
        int painted = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                painted += qAlpha(image.pixel(x, y)) > 0 ? 1 : 0;
        }
        QVERIFY2(painted > 30, qPrintable(file));
    }
}

void TestAppearance::settingsKeepTheChoice()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("quotaboard.ini");
    QCOMPARE(Settings(file).appearance(), Appearance());
    for (const ThemeChoice choice :
        {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
        const Appearance wanted{choice, 130, true};
        Settings(file).setAppearance(wanted);
        QCOMPARE(Settings(file).appearance(), wanted);
    }
}

QTEST_MAIN(TestAppearance)
#include "tst_appearance.moc"
