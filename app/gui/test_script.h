// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include <functional>

class QWidget;

namespace quotaboard {

class MainWindow;
class Playback;
class ScenarioDocument;

/// Plays the steps of a file on the window, one after the other, and ends the application: exit code 0, or 4 with a
/// word on the terminal at the first step that fails, 2 when the file is no script. tests/README.md has the steps. It
/// does with the window what a user can do, by the same actions, keys and mouse; it lives in the GUI thread and returns
/// to the event loop between two steps.
class TestScript : public QObject {
    Q_OBJECT

public:
    /// The objects outlive it; `window` is its parent.
    TestScript(MainWindow& window, ScenarioDocument& document, Playback& playback);

    /// Begins; paths in the file are relative to the folder of the file.
    void play(const QString& path);

private:
    void tick();
    void begin(const QJsonObject& step);
    void finish(int exitCode, const QString& text);
    void fail(const QString& why);
    /// The step is done when `isDone` says so; after `limit` ms it fails, and `problem` says why.
    void waitFor(std::function<bool()> isDone, const QString& problem, int limit);
    /// Done with the next turn of the event loop.
    void done();

    void stepOpen(const QString& path);
    void stepTrigger(const QString& name);
    void stepKey(const QJsonObject& step);
    void stepType(const QJsonObject& step);
    void stepClick(const QJsonObject& step);
    void stepExpect(const QJsonObject& wanted);
    void stepWaitFor(const QJsonObject& step);
    void stepDump(const QString& path);
    void stepScreenshot(const QString& path);

    [[nodiscard]] QString inFolder(const QString& path) const;
    /// A shown widget of this program by its object name; null when there is none.
    [[nodiscard]] QWidget* shownWidget(const QString& name) const;
    /// What a step acts on: what it names, or else the window that has the keyboard. Null and failed when there is
    /// none.
    [[nodiscard]] QWidget* target(const QJsonObject& step);

    MainWindow& window_;
    ScenarioDocument& document_;
    Playback& playback_;
    QString folder_;
    QJsonArray steps_;
    qsizetype next_ = 0;
    QTimer timer_;
    QElapsedTimer since_;
    std::function<bool()> isDone_;
    QString waitsFor_;
    int limit_ = 0;
    /// What the program said went wrong.
    QString failure_;
};

/// What keeps `actual` from saying everything that `wanted` says (objects: every key; arrays: every entry in its
/// place; numbers, texts and flags: equal); empty when nothing does. `place` is where they stand.
[[nodiscard]] QString differenceOf(const QJsonValue& wanted, const QJsonValue& actual, const QString& place);

} // namespace quotaboard
