// SPDX-License-Identifier: Apache-2.0
#include "app/gui/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

#include <cstdio>
#include <cstdlib>

namespace quotaboard {

namespace {

constexpr int kUsageError = 2;

[[noreturn]] void refuse(const QString& text)
{
    std::fputs(
        qPrintable(QCoreApplication::translate("main", "quotaboard: %1\nTry: quotaboard --help\n").arg(text)), stderr);
    std::exit(kUsageError);
}

QString tr(const char* text)
{
    return QCoreApplication::translate("main", text);
}

ThemeChoice themeOf(const QString& name)
{
    if (name == "light")
        return ThemeChoice::Light;
    if (name == "dark")
        return ThemeChoice::Dark;
    if (name == "contrast")
        return ThemeChoice::HighContrast;
    if (name == "system")
        return ThemeChoice::System;
    refuse(tr("--theme is light, dark, contrast or system, not \"%1\"").arg(name));
}

QSize sizeOf(const QString& text)
{
    static const QRegularExpression pattern("^(\\d{2,4})x(\\d{2,4})$");
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        refuse(tr("--size is WIDTHxHEIGHT, not \"%1\"").arg(text));
    return {match.captured(1).toInt(), match.captured(2).toInt()};
}

} // namespace

Options parseOptions(const QCoreApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(tr("Capacity planning for GPU quota shares."));
    const QCommandLineOption version({"v", "version"}, tr("Show the version and end."));
    const QCommandLineOption help({"h", "help"}, tr("Show this help and end."));
    const QCommandLineOption theme("theme", tr("light, dark, contrast or system, for this start."), "THEME");
    const QCommandLineOption textSize("text-size", tr("Text size in percent, 80 to 200, for this start."), "PERCENT");
    QCommandLineOption screenshot("screenshot", "Write what the window shows to FILE and end.", "FILE");
    QCommandLineOption size("size", "Size of the window for --screenshot.", "WxH");
    QCommandLineOption at("at", "Clock for --screenshot, for example 3h.", "TIME");
    for (QCommandLineOption* option : {&screenshot, &size, &at})
        option->setFlags(QCommandLineOption::HiddenFromHelp);
    const QCommandLineOption testScript("test-script",
        tr("Play the steps of FILE on the window and end: exit code 0, or 4 at the first step that fails, which is "
           "named "
           "on the terminal. FILE is a JSON array of objects, one a step: {\"open\": PATH}, {\"trigger\": ACTION}, "
           "{\"seek\": SECONDS}, {\"key\": \"Ctrl+Z\", \"on\": NAME}, {\"type\": TEXT, \"on\": NAME}, {\"click\": "
           "NAME}, {\"resize\": [W, H]}, {\"wait\": MS}, {\"waitIdle\": MS}, {\"expect\": {…}}, {\"waitFor\": {…}, "
           "\"within\": MS}, {\"dump\": PATH}, "
           "{\"screenshot\": PATH}. tests/README.md says more."),
        "FILE");
    parser.addOptions({version, help, theme, textSize, testScript, screenshot, size, at});
    parser.addPositionalArgument("FILE", tr("Scenario files (.scenario.json), one window each."), "[FILE…]");

    if (!parser.parse(QCoreApplication::arguments()))
        refuse(parser.errorText());
    if (parser.isSet(version)) {
        std::printf("quotaboard %s\n", qPrintable(application.applicationVersion()));
        std::exit(EXIT_SUCCESS);
    }
    if (parser.isSet(help))
        parser.showHelp(EXIT_SUCCESS);

    Options options;
    options.files = parser.positionalArguments();
    if (parser.isSet(theme))
        options.theme = themeOf(parser.value(theme));
    if (parser.isSet(textSize))
        options.fontScale = parser.value(textSize).toInt();
    options.screenshot = parser.value(screenshot);
    options.testScript = parser.value(testScript);
    if (parser.isSet(size))
        options.size = sizeOf(parser.value(size));
    if (parser.isSet(at)) {
        options.at = parseDuration(parser.value(at).toStdString());
        if (!options.at)
            refuse(tr("--at is a duration such as 3h, not \"%1\"").arg(parser.value(at)));
    }
    return options;
}

} // namespace quotaboard
