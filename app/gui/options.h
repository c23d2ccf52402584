// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "ui/widgets/style/appearance.h"

#include <QSize>
#include <QStringList>

#include <optional>

class QCoreApplication;

namespace quotaboard {

/// What the command line asks for.
struct Options {
    QStringList files;
    /// Overrides the preference for this start.
    std::optional<ThemeChoice> theme;
    std::optional<int> fontScale;

    // For pictures of the program: it shows itself, writes what it shows and ends.
    QString screenshot;
    QSize size{1440, 900};
    std::optional<TimeMs> at;

    /// Steps to play on the window; the program ends after them.
    QString testScript;
};

/// Parses the command line. `--help`, `--version` and mistakes are answered on the terminal and end the process, the
/// latter with exit code 2.
[[nodiscard]] Options parseOptions(const QCoreApplication& application);

} // namespace quotaboard
