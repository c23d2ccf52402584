// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/style/appearance.h"
#include "ui/widgets/window/main_window.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/settings.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace quotaboard {

/// What a file of two small teams is called in the resources.
inline constexpr const char* kTwoTeams = ":/samples/two-teams-3-lending-checkpoints.scenario.json";

/// The real window with its real document and clock, and a configuration of its own that ends with it. Windows may come
/// and go one after the other: they find what the one before has left.
class WindowHarness {
public:
    WindowHarness() { restart(); }

    /// Another start of the program with the same configuration.
    void restart()
    {
        // Working copies of projects are of this test alone.
        qputenv("XDG_STATE_HOME", folder.filePath("state").toUtf8());
        window.reset();
        playback.reset();
        document.reset();
        recent.reset();
        settings = std::make_unique<Settings>(folder.filePath("quotaboard.ini"));
        recent = std::make_unique<RecentFiles>(*settings);
        document = std::make_unique<ScenarioDocument>();
        playback = std::make_unique<Playback>(*document);
        window = std::make_unique<MainWindow>(*document, *playback, theme, appearance, *settings, *recent);
        window->show();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        // Layouts settle.
        QTest::qWait(20);
    }

    [[nodiscard]] bool waitForRun() const
    {
        return QTest::qWaitFor(
            [this] { return document->isOpen() && playback->result() && !playback->isComputing(); }, 20'000);
    }

    [[nodiscard]] bool open(const QString& path)
    {
        bool isOpened = false;
        const QMetaObject::Connection connection = QObject::connect(
            document.get(), &ScenarioDocument::opened, window.get(), [&isOpened] { isOpened = true; });
        window->openFiles({path});
        const bool isReady = QTest::qWaitFor([&isOpened] { return isOpened; }, 20'000) && waitForRun();
        QObject::disconnect(connection);
        // Layouts settle.
        QTest::qWait(20);
        return isReady;
    }

    /// A copy of a sample that can be saved over.
    [[nodiscard]] QString copyOfSample(const QString& name) const
    {
        const QString path = folder.filePath(name);
        QFile::copy(kTwoTeams, path);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
        return path;
    }

    /// One undo step that changes a limit.
    [[nodiscard]] bool changeLimit(int instances)
    {
        const Scenario& scenario = document->value();
        return document->apply(shareLimitEdit(scenario, EditTime::fromStart(), ShareIndex(0), UnitIndex(0), instances))
            .ok();
    }

    template <class T>
    [[nodiscard]] T* find(const char* name) const
    {
        return window->findChild<T*>(name);
    }

    [[nodiscard]] QAction* action(const char* name) const { return find<QAction>(name); }
    [[nodiscard]] QString textOf(const char* label) const { return find<QLabel>(label)->text(); }

    /// A key as the user presses it: to whatever has the focus.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(window->windowHandle(), key, modifiers);
    }

    QTemporaryDir folder;
    Theme theme;
    AppearanceController appearance{theme};
    std::unique_ptr<Settings> settings;
    std::unique_ptr<RecentFiles> recent;
    std::unique_ptr<ScenarioDocument> document;
    std::unique_ptr<Playback> playback;
    std::unique_ptr<MainWindow> window;
};

} // namespace quotaboard
