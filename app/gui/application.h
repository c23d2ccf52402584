// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/gui/options.h"
#include "ui/widgets/style/appearance.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/settings.h"

#include <memory>
#include <vector>

namespace quotaboard {

/// Builds the big objects of the program and hands them to each other: theme, settings, and for every window its
/// document, clock and widgets. There must be a QApplication for as long as it lives.
class Application {
public:
    explicit Application(const Options& options);
    ~Application();

    /// Shows the windows that the options ask for; returns at once.
    void start();

private:
    struct Window;
    Window& addWindow();

    Options options_;
    Settings settings_;
    RecentFiles recent_;
    Theme theme_;
    AppearanceController appearance_;
    std::vector<std::unique_ptr<Window>> windows_;
};

} // namespace quotaboard
