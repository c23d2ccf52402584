// SPDX-License-Identifier: Apache-2.0
#include "app/gui/screenshot.h"

#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <memory>

namespace quotaboard {

namespace {

constexpr int kStepMs = 50;
constexpr int kMostSteps = 600;
/// Charts and pictures of the samples come a moment after the state they show.
constexpr int kSettleSteps = 12;

} // namespace

void takeScreenshot(QWidget& window, ScenarioDocument& document, Playback& playback, const Options& options)
{
    auto* timer = new QTimer(&window);
    QObject::connect(timer, &QTimer::timeout, &window,
        [&window, &document, &playback, options, steps = 0, settled = 0, sought = false]() mutable {
            if (++steps > kMostSteps)
                return QCoreApplication::exit(EXIT_FAILURE);
            const bool wantsRun = !options.files.isEmpty();
            if (wantsRun && (!document.isOpen() || !playback.result() || playback.isComputing()))
                return;
            if (options.at && !std::exchange(sought, true))
                playback.seek(*options.at);
            if (++settled < kSettleSteps)
                return;
            const bool isWritten = window.grab().save(options.screenshot);
            QCoreApplication::exit(isWritten ? EXIT_SUCCESS : EXIT_FAILURE);
        });
    timer->start(kStepMs);
}

} // namespace quotaboard
