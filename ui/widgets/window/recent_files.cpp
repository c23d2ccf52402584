// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/recent_files.h"

namespace quotaboard {

namespace {

constexpr qsizetype kMost = 10;

} // namespace

RecentFiles::RecentFiles(Settings& settings, QObject* parent)
    : QObject(parent)
    , settings_(settings)
    , files_(settings.recentFiles())
{
}

void RecentFiles::add(const QString& path)
{
    files_.removeIf([&path](const RecentFile& file) { return file.path == path; });
    files_.prepend({path, QDateTime::currentDateTimeUtc()});
    files_.resize(qMin(files_.size(), kMost));
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
