// SPDX-License-Identifier: Apache-2.0
#include "app/gui/application.h"
#include "app/gui/options.h"

#include <QApplication>

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName("quotaboard");
    QApplication::setApplicationDisplayName("Quotaboard");
    QApplication::setApplicationVersion(QUOTABOARD_VERSION);
    QApplication::setDesktopFileName("quotaboard");

    quotaboard::Application quotaboard(quotaboard::parseOptions(application));
    quotaboard.start();
    return QApplication::exec();
}
