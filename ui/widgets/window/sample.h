// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/scenario.h"

#include <QList>
#include <QString>

#include <memory>

namespace quotaboard {

/// A scenario that comes with the program, as the start page offers it.
struct Sample {
    QString title;
    /// What one learns from it, one sentence.
    QString teaches;
    /// In the resources.
    QString path;
};

/// In the order of the start page.
[[nodiscard]] QList<Sample> bundledSamples();

/// "2 shares · 8 instances · 84 jobs · 1 d 00 h"; without the duration where the scenario has no horizon.
[[nodiscard]] QString sampleFacts(const Scenario& scenario);

} // namespace quotaboard
