// SPDX-License-Identifier: Apache-2.0
#include "app/gui/application.h"
#include "app/gui/options.h"

#include <QApplication>

#include <algorithm>
#include <string_view>

namespace {

void introduce()
{
    // No display name: it would be appended to the title of every dialog.
    QCoreApplication::setApplicationName("quotaboard");
    QCoreApplication::setApplicationVersion(QUOTABOARD_VERSION);
}

/// Asks for what is answered on the terminal alone.
bool needsNoDisplay(int argc, char* argv[])
{
    return std::any_of(argv + std::min(argc, 1), argv + argc, [](std::string_view argument) {
        return argument == "--version" || argument == "-v" || argument == "--help" || argument == "-h";
    });
}

} // namespace

int main(int argc, char* argv[])
{
    if (needsNoDisplay(argc, argv)) {
        const QCoreApplication application(argc, argv);
        introduce();
        static_cast<void>(quotaboard::parseOptions(application));
    }
    QApplication application(argc, argv);
    introduce();
    QApplication::setDesktopFileName("quotaboard");

    quotaboard::Application quotaboard(quotaboard::parseOptions(application));
    quotaboard.start();
    return QApplication::exec();
}
