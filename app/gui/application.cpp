// SPDX-License-Identifier: Apache-2.0
#include "app/gui/application.h"

#include "app/gui/screenshot.h"
#include "app/gui/test_script.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/window/file_kind.h"
#include "ui/widgets/window/main_window.h"

#include <QApplication>
#include <QFileInfo>
#include <QScreen>

namespace quotaboard {

namespace {

/// A window for each scenario; all others are the files of one trace.
QList<QStringList> filesByWindow(const QStringList& files)
{
    QList<QStringList> groups;
    QStringList traces;
    for (const QString& file : files) {
        const QString path = QFileInfo(file).absoluteFilePath();
        if (fileKind(path) == FileKind::Trace)
            traces.append(path);
        else
            groups.append({path});
    }
    if (!traces.isEmpty())
        groups.append(traces);
    return groups;
}

} // namespace

/// One scenario with its clock and its window; the order is that of who uses whom.
struct Application::Window {
    ScenarioDocument document;
    Playback playback{document};
    std::unique_ptr<MainWindow> window;
};

Application::Application(const Options& options)
    : options_(options)
    , settings_(Settings::defaultFile())
    , recent_(settings_)
    , appearance_(theme_)
{
    QApplication::setWindowIcon(theme_.icon("quotaboard"));
    Appearance appearance = settings_.appearance();
    appearance.theme = options_.theme.value_or(appearance.theme);
    appearance.fontScale = options_.fontScale.value_or(appearance.fontScale);
    appearance_.setAppearance(appearance);
    // Only what is chosen from now on is kept: the command line is for one start.
    QObject::connect(&appearance_, &AppearanceController::changed, &appearance_,
        [this] { settings_.setAppearance(appearance_.appearance()); });
}

Application::~Application() = default;

namespace {

/// What has no room on the screen with its frame fills it.
void show(QWidget& window)
{
    constexpr QSize kFrame(8, 48);
    const QSize room = window.screen()->availableGeometry().size() - kFrame;
    if (window.width() > room.width() || window.height() > room.height())
        window.showMaximized();
    else
        window.show();
}

} // namespace

Application::Window& Application::addWindow()
{
    Window& added = *windows_.emplace_back(std::make_unique<Window>());
    added.window
        = std::make_unique<MainWindow>(added.document, added.playback, theme_, appearance_, settings_, recent_);
    return added;
}

void Application::start()
{
    if (!options_.screenshot.isEmpty()) {
        Window& only = addWindow();
        only.window->resize(options_.size);
        only.window->show();
        giveUpOnFailure(*only.window, only.playback);
        if (!options_.files.isEmpty())
            only.window->openFiles(filesByWindow(options_.files).first());
        takeScreenshot(*only.window, only.document, only.playback, options_);
        return;
    }
    if (!options_.testScript.isEmpty()) {
        Window& only = addWindow();
        only.window->resize(options_.size);
        only.window->show();
        auto* script = new TestScript(*only.window, only.document, only.playback);
        if (!options_.files.isEmpty())
            only.window->openFiles(filesByWindow(options_.files).first());
        return script->play(options_.testScript);
    }
    show(*addWindow().window);
    const QList<QStringList> groups = filesByWindow(options_.files);
    for (qsizetype i = 0; i < groups.size(); ++i) {
        if (i > 0)
            show(*addWindow().window);
        windows_.back()->window->openFiles(groups[i]);
    }
}

} // namespace quotaboard
