// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/file_kind.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace quotaboard {

namespace {

constexpr qint64 kHeadBytes = 64 * 1024;

} // namespace

FileKind fileKind(const QString& path)
{
    if (path.startsWith(":/") || path.endsWith(QLatin1String(".scenario.json"), Qt::CaseInsensitive))
        return FileKind::Scenario;
    const QFileInfo info(path);
    if (!info.exists())
        return FileKind::Missing;
    QFile file(path);
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) || !info.isFile()
        || !file.open(QIODevice::ReadOnly))
        return FileKind::Trace;
    static const QRegularExpression mark(R"("format"\s*:\s*"quotaboard-scenario")");
    return mark.match(QString::fromUtf8(file.read(kHeadBytes))).hasMatch() ? FileKind::Scenario : FileKind::Trace;
}

} // namespace quotaboard
