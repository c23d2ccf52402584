// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/file_kind.h"

#include "ui/widgets/window/project_files.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace quotaboard {

namespace {

constexpr qint64 kHeadBytes = 64 * 1024;
/// Every database of SQLite begins with it; opening one tells whether it is a project.
const QByteArray kDatabaseMark("SQLite format 3\0", 16);

} // namespace

FileKind fileKind(const QString& path)
{
    if (path.startsWith(":/") || path.endsWith(QLatin1String(".scenario.json"), Qt::CaseInsensitive))
        return FileKind::Scenario;
    const QFileInfo info(path);
    if (!info.exists())
        return FileKind::Missing;
    if (isProjectPath(path))
        return FileKind::Project;
    QFile file(path);
    if (info.isFile() && file.open(QIODevice::ReadOnly)) {
        const bool isDatabase = file.read(kDatabaseMark.size()) == kDatabaseMark;
        file.close();
        if (isDatabase)
            return FileKind::Project;
    }
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) || !info.isFile()
        || !file.open(QIODevice::ReadOnly))
        return FileKind::Trace;
    static const QRegularExpression mark(R"("format"\s*:\s*"quotaboard-scenario")");
    return mark.match(QString::fromUtf8(file.read(kHeadBytes))).hasMatch() ? FileKind::Scenario : FileKind::Trace;
}

} // namespace quotaboard
