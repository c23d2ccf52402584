// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/chart_export.h"

#include "ui/logic/plot/chart_text.h"
#include "ui/widgets/charts/chart_view.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::ChartExport)
};

constexpr int kImageScale = 2;
/// Text has the size it has on screen.
constexpr int kScreenDpi = 96;

} // namespace

QByteArray chartAsSvg(ChartView& view)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kScreenDpi);
    generator.setSize(view.viewport()->size());
    generator.setViewBox(view.viewport()->rect());
    generator.setTitle(view.content().title);
    generator.setDescription(view.accessibleDescription());
    QPainter painter(&generator);
    view.paintForExport(painter, QRectF(view.viewport()->rect()));
    painter.end();
    return buffer.data();
}

QByteArray chartAsPng(ChartView& view)
{
    QImage image(view.viewport()->size() * kImageScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kImageScale);
    QPainter painter(&image);
    view.paintForExport(painter, QRectF(view.viewport()->rect()));
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

bool exportChart(ChartView& view, const QString& path, QString* why)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray data;
    if (suffix == QLatin1String("svg"))
        data = chartAsSvg(view);
    else if (suffix == QLatin1String("png"))
        data = chartAsPng(view);
    else if (suffix == QLatin1String("csv"))
        data = chartAsCsv(view.content());
    else {
        *why = Texts::tr("the name must end in .svg, .png or .csv");
        return false;
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(data) == data.size() && file.commit())
        return true;
    *why = file.errorString();
    return false;
}

} // namespace quotaboard
