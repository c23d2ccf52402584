// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/preferences.h"

#include "ui/widgets/window/settings.h"

namespace quotaboard {

PreferenceStore::PreferenceStore(Settings& settings, QObject* parent)
    : QObject(parent)
    , settings_(settings)
    , values_(settings.preferences())
{
    // Another window may have changed them.
    connect(&settings_.news(), &SettingsNews::preferencesChanged, this, [this] {
        const Preferences now = settings_.preferences();
        if (now == values_)
            return;
        values_ = now;
        Q_EMIT changed();
    });
}

void PreferenceStore::set(const Preferences& values)
{
    if (values == values_)
        return;
    values_ = values;
    settings_.setPreferences(values_);
    Q_EMIT changed();
}

} // namespace quotaboard
