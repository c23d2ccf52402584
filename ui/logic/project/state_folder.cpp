// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/project/state_folder.h"

#include <QDir>

namespace quotaboard {

QString stateFolder()
{
    const QString named = qEnvironmentVariable("XDG_STATE_HOME");
    const QString base = QDir::isAbsolutePath(named) ? named : QDir::homePath() + QStringLiteral("/.local/state");
    return base + QStringLiteral("/quotaboard");
}

} // namespace quotaboard
