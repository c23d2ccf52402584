// SPDX-License-Identifier: Apache-2.0
#include "app/gui/screenshot.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/import/import_page.h"
#include "ui/widgets/window/document_files.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <cstdio>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kStepMs = 50;
constexpr int kMostSteps = 600;
/// Charts and pictures of the samples come a moment after the state they show.
constexpr int kSettleSteps = 12;
constexpr int kNoPicture = 3;

void giveUp(const QString& why)
{
    std::fprintf(stderr, "quotaboard: %s\n", qPrintable(why));
    // Also from before the event loop, which exit() alone would not end.
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [] { QCoreApplication::exit(kNoPicture); }, Qt::QueuedConnection);
}

} // namespace

void giveUpOnFailure(QWidget& window, Playback& playback)
{
    QObject::connect(window.findChild<DocumentFiles*>(), &DocumentFiles::failed, &window, &giveUp);
    QObject::connect(&playback, &Playback::computingChanged, &window, [&playback] {
        if (const std::optional<Error> failure = playback.failure())
            giveUp(errorText(*failure));
    });
}

void takeScreenshot(QWidget& window, ScenarioDocument& document, Playback& playback, const Options& options)
{
    auto* timer = new QTimer(&window);
    QObject::connect(timer, &QTimer::timeout, &window,
        [&window, &document, &playback, options, steps = 0, settled = 0, sought = false]() mutable {
            if (++steps > kMostSteps)
                return giveUp(QStringLiteral("nothing to show within half a minute"));
            const bool wantsRun = !options.files.isEmpty();
            const auto* page = window.findChild<ImportPage*>();
            const bool showsImport = page != nullptr && page->isVisible() && page->isIdle();
            if (wantsRun && !showsImport && (!document.isOpen() || !playback.result() || playback.isComputing()))
                return;
            if (options.at && !std::exchange(sought, true))
                playback.seek(*options.at);
            if (++settled < kSettleSteps)
                return;
            if (!window.grab().save(options.screenshot))
                return giveUp(QStringLiteral("%1 cannot be written").arg(options.screenshot));
            QCoreApplication::exit(EXIT_SUCCESS);
        });
    timer->start(kStepMs);
}

} // namespace quotaboard
