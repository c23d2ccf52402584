// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/recent_files.h"

namespace quotaboard {

RecentFiles::RecentFiles(Settings& settings, QObject* parent)
    : QObject(parent)
    , settings_(settings)
    , files_(settings.recentFiles())
    , most_(settings.preferences().recentCount)
{
}

void RecentFiles::add(const QString& path)
{
    files_.removeIf([&path](const RecentFile& file) { return file.path == path; });
    files_.prepend({path, QDateTime::currentDateTimeUtc()});
    files_.resize(qMin(files_.size(), most_));
    settings_.setRecentFiles(files_);
    Q_EMIT changed();
}

void RecentFiles::setMost(int count)
{
    most_ = count;
    if (files_.size() <= most_)
        return;
    files_.resize(most_);
    settings_.setRecentFiles(files_);
    Q_EMIT changed();
}

void RecentFiles::clear()
{
    files_.clear();
    settings_.setRecentFiles(files_);
    Q_EMIT changed();
}

} // namespace quotaboard
