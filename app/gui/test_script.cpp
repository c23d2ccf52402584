// SPDX-License-Identifier: Apache-2.0
#include "app/gui/test_script.h"

#include "app/gui/input_events.h"
#include "app/gui/state_dump.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/window/document_files.h"
#include "ui/widgets/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QPixmap>
#include <QWidget>

#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kTickMs = 20;
constexpr int kLongestStepMs = 30'000;
constexpr int kNoScript = 2;
constexpr int kStepFailed = 4;
/// A thousand years: what can be told in ms with room to spare.
constexpr qint64 kMostSeconds = 31'536'000'000;

QString asText(const QJsonValue& value)
{
    const QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(text.mid(1, text.size() - 2));
}

constexpr const char* kVerbs[] = {"open", "trigger", "key", "type", "click", "expect", "waitFor", "dump", "screenshot",
    "seek", "resize", "wait", "waitIdle"};

bool isWithin(const QJsonValue& value, double least, double most)
{
    return value.isDouble() && value.toDouble() >= least && value.toDouble() <= most;
}

/// Why a step cannot be done, before anything of it is; empty when it can.
QString problemOf(const QJsonObject& step)
{
    constexpr double kLongestWaitMs = 600'000;
    constexpr double kLargestSide = 16'384;
    QStringList verbs;
    for (const char* verb : kVerbs) {
        if (step.contains(QLatin1String(verb)))
            verbs.append(QLatin1String(verb));
    }
    if (verbs.isEmpty())
        return QStringLiteral("no such step");
    if (verbs.size() > 1)
        return QStringLiteral("one step says %1").arg(verbs.join(QStringLiteral(" and ")));
    if (step.contains("seek") && !isWithin(step.value("seek"), 0, static_cast<double>(kMostSeconds)))
        return QStringLiteral("seek wants seconds from 0 to %1").arg(kMostSeconds);
    for (const char* verb : {"wait", "waitIdle"}) {
        if (step.contains(QLatin1String(verb)) && !isWithin(step.value(QLatin1String(verb)), 0, kLongestWaitMs))
            return QStringLiteral("%1 wants ms from 0 to %2").arg(QLatin1String(verb)).arg(kLongestWaitMs);
    }
    if (step.contains("resize")) {
        const QJsonArray size = step.value("resize").toArray();
        if (size.size() != 2 || !isWithin(size.at(0), 1, kLargestSide) || !isWithin(size.at(1), 1, kLargestSide))
            return QStringLiteral("resize wants [width, height], each from 1 to %1").arg(kLargestSide);
    }
    return {};
}

} // namespace

QString differenceOf(const QJsonValue& wanted, const QJsonValue& actual, const QString& place)
{
    if (wanted.isObject() && actual.isObject()) {
        const QJsonObject keys = wanted.toObject();
        for (auto it = keys.begin(); it != keys.end(); ++it) {
            const QString here = place.isEmpty() ? it.key() : place + '.' + it.key();
            if (const QString found = differenceOf(it.value(), actual.toObject().value(it.key()), here);
                !found.isEmpty())
                return found;
        }
        return {};
    }
    if (wanted.isArray() && actual.isArray() && wanted.toArray().size() == actual.toArray().size()) {
        for (qsizetype i = 0; i < wanted.toArray().size(); ++i) {
            const QString here = QStringLiteral("%1[%2]").arg(place).arg(i);
            if (const QString found = differenceOf(wanted.toArray()[i], actual.toArray()[i], here); !found.isEmpty())
                return found;
        }
        return {};
    }
    if (wanted == actual)
        return {};
    return QStringLiteral("%1 is %2, not %3").arg(place, asText(actual), asText(wanted));
}

TestScript::TestScript(MainWindow& window, ScenarioDocument& document, Playback& playback)
    : QObject(&window)
    , window_(window)
    , document_(document)
    , playback_(playback)
{
    timer_.setInterval(kTickMs);
    connect(&timer_, &QTimer::timeout, this, &TestScript::tick);
    connect(window_.findChild<DocumentFiles*>(), &DocumentFiles::failed, this,
        [this](const QString& text) { failure_ = text; });
}

void TestScript::play(const QString& path)
{
    folder_ = QFileInfo(path).absolutePath();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return finish(kNoScript, QStringLiteral("%1 cannot be read: %2").arg(path, file.errorString()));
    QJsonParseError error{};
    const QJsonDocument script = QJsonDocument::fromJson(file.readAll(), &error);
    steps_ = script.isArray() ? script.array() : script.object().value("steps").toArray();
    if (error.error != QJsonParseError::NoError)
        return finish(kNoScript,
            QStringLiteral("%1 is not JSON: %2 at byte %3").arg(path, error.errorString()).arg(error.offset));
    if (steps_.isEmpty())
        return finish(kNoScript, QStringLiteral("%1 has no steps: an array of objects is wanted").arg(path));
    timer_.start();
}

void TestScript::finish(int exitCode, const QString& text)
{
    timer_.stop();
    if (!text.isEmpty())
        std::fprintf(stderr, "quotaboard: %s\n", qPrintable(text));
    // Also from before the event loop, which exit() alone would not end.
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [exitCode] { QCoreApplication::exit(exitCode); }, Qt::QueuedConnection);
}

void TestScript::fail(const QString& why)
{
    finish(kStepFailed, QStringLiteral("step %1, %2: %3").arg(next_).arg(asText(steps_.at(next_ - 1)), why));
}

void TestScript::waitFor(std::function<bool()> isDone, const QString& problem, int limit)
{
    isDone_ = std::move(isDone);
    waitsFor_ = problem;
    limit_ = limit;
    since_.start();
}

void TestScript::done()
{
    waitFor([] { return true; }, {}, kLongestStepMs);
}

void TestScript::tick()
{
    if (isDone_) {
        if (!isDone_()) {
            if (since_.elapsed() > limit_)
                fail(QStringLiteral("%1, after %2 ms").arg(waitsFor_).arg(limit_));
            return;
        }
        isDone_ = {};
    }
    if (!failure_.isEmpty())
        return fail(failure_);
    if (next_ == steps_.size())
        return finish(EXIT_SUCCESS, {});
    const QJsonObject step = steps_.at(next_++).toObject();
    if (const QString problem = problemOf(step); !problem.isEmpty())
        return fail(problem);
    begin(step);
}

void TestScript::begin(const QJsonObject& step)
{
    if (step.contains("open"))
        return stepOpen(inFolder(step.value("open").toString()));
    if (step.contains("trigger"))
        return stepTrigger(step.value("trigger").toString());
    if (step.contains("key"))
        return stepKey(step);
    if (step.contains("type"))
        return stepType(step);
    if (step.contains("click"))
        return stepClick(step);
    if (step.contains("expect"))
        return stepExpect(step.value("expect").toObject());
    if (step.contains("waitFor"))
        return stepWaitFor(step);
    if (step.contains("dump"))
        return stepDump(inFolder(step.value("dump").toString()));
    if (step.contains("screenshot"))
        return stepScreenshot(inFolder(step.value("screenshot").toString()));
    if (step.contains("seek")) {
        if (!playback_.result())
            return fail(QStringLiteral("there is no run to move in"));
        playback_.seek(std::llround(step.value("seek").toDouble() * static_cast<double>(kMsPerSecond)));
        return done();
    }
    if (step.contains("resize")) {
        const QJsonArray size = step.value("resize").toArray();
        window_.resize(size.at(0).toInt(), size.at(1).toInt());
        return done();
    }
    if (step.contains("wait")) {
        const int wanted = step.value("wait").toInt();
        return waitFor([this, wanted] { return since_.elapsed() >= wanted; }, {}, wanted + kLongestStepMs);
    }
    if (step.contains("waitIdle"))
        return waitFor(
            [this] {
                return !playback_.isComputing() && !playback_.isPlaying()
                    && (!document_.isOpen() || playback_.result() || playback_.failure());
            },
            QStringLiteral("it plays or computes still"), step.value("waitIdle").toInt());
}

void TestScript::stepOpen(const QString& path)
{
    auto isOpened = std::make_shared<bool>(false);
    connect(
        &document_, &ScenarioDocument::opened, this, [isOpened] { *isOpened = true; }, Qt::SingleShotConnection);
    window_.openFiles({path});
    waitFor(
        [this, isOpened] {
            const bool hasRun = (playback_.result() || playback_.failure()) && !playback_.isComputing();
            return !failure_.isEmpty() || (*isOpened && hasRun);
        },
        QStringLiteral("it is not opened and run"), kLongestStepMs);
}

void TestScript::stepTrigger(const QString& name)
{
    auto* action = window_.findChild<QAction*>(name);
    if (!action)
        return fail(QStringLiteral("no action is called that"));
    if (!action->isEnabled())
        return fail(QStringLiteral("the action is disabled"));
    action->trigger();
    done();
}

QWidget* TestScript::shownWidget(const QString& name) const
{
    for (QWidget* widget : QApplication::allWidgets()) {
        if (widget->objectName() == name && widget->isVisible())
            return widget;
    }
    return nullptr;
}

QWidget* TestScript::target(const QJsonObject& step)
{
    const QString name = step.value("on").toString();
    if (name.isEmpty()) {
        QWidget* popup = QApplication::activePopupWidget();
        QWidget* active = QApplication::activeWindow();
        return popup ? popup : active ? active : &window_;
    }
    QWidget* widget = shownWidget(name);
    if (!widget)
        fail(QStringLiteral("no widget called \"%1\" is shown").arg(name));
    else
        widget->setFocus(Qt::OtherFocusReason);
    return widget;
}

void TestScript::stepKey(const QJsonObject& step)
{
    const auto keys = QKeySequence::fromString(step.value("key").toString(), QKeySequence::PortableText);
    if (keys.isEmpty() || keys[0].key() == Qt::Key_unknown)
        return fail(QStringLiteral("no such key"));
    if (QWidget* widget = target(step)) {
        sendKeys(*widget, keys);
        done();
    }
}

void TestScript::stepType(const QJsonObject& step)
{
    if (QWidget* widget = target(step)) {
        sendText(*widget, step.value("type").toString());
        done();
    }
}

void TestScript::stepClick(const QJsonObject& step)
{
    QWidget* widget = shownWidget(step.value("click").toString());
    if (!widget)
        return fail(QStringLiteral("no such widget is shown"));
    QPoint position = widget->rect().center();
    if (step.contains("at")) {
        const QJsonArray at = step.value("at").toArray();
        position = {at.at(0).toInt(), at.at(1).toInt()};
    }
    sendClick(*widget, position);
    done();
}

void TestScript::stepExpect(const QJsonObject& wanted)
{
    const QString difference = differenceOf(wanted, stateOf(window_, document_, playback_), {});
    if (!difference.isEmpty())
        return fail(difference);
    done();
}

void TestScript::stepWaitFor(const QJsonObject& step)
{
    const QJsonObject wanted = step.value("waitFor").toObject();
    const auto isThere = [this, wanted] {
        waitsFor_ = differenceOf(wanted, stateOf(window_, document_, playback_), {});
        return waitsFor_.isEmpty() || !failure_.isEmpty();
    };
    waitFor(isThere, {}, step.value("within").toInt(kLongestStepMs));
}

void TestScript::stepDump(const QString& path)
{
    QFile file(path);
    const QByteArray text = QJsonDocument(stateOf(window_, document_, playback_)).toJson();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.flush())
        return fail(QStringLiteral("%1 cannot be written: %2").arg(path, file.errorString()));
    done();
}

void TestScript::stepScreenshot(const QString& path)
{
    if (!window_.grab().save(path))
        return fail(QStringLiteral("%1 cannot be written").arg(path));
    done();
}

QString TestScript::inFolder(const QString& path) const
{
    return path.startsWith(':') ? path : QDir(folder_).absoluteFilePath(path);
}

} // namespace quotaboard
