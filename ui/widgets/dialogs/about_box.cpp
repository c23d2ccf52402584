// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/dialogs/about_box.h"

#include "ui/widgets/style/theme.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace quotaboard {

void openAboutBox(const Theme& theme, QWidget* window)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("quotaboard::AboutBox", text); };
    auto* box = new QMessageBox(window);
    box->setObjectName("aboutBox");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Quotaboard"));
    box->setIconPixmap(theme.icon("quotaboard").pixmap(QSize(64, 64), box->devicePixelRatioF()));
    box->setText(tr("Quotaboard %1").arg(QCoreApplication::applicationVersion()));
    box->setInformativeText(
        tr("Capacity planning for GPU quota shares: see who lends, who borrows and who waits before "
           "you change anything.\n\nApache License 2.0"));
    box->open();
}

} // namespace quotaboard
