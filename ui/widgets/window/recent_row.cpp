// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/recent_row.h"

#include "ui/widgets/style/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPainter>

namespace quotaboard {

namespace {

constexpr int kHeight = 32;
constexpr int kMargin = 12;
constexpr int kGap = 16;

/// "~/plans" for what lies in the home folder.
QString shortFolder(const QString& folder)
{
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + '/'))
        return "~" + folder.mid(home.size());
    return folder;
}

} // namespace

RecentRow::RecentRow(const Theme& theme, const RecentFile& file, QWidget* parent)
    : QAbstractButton(parent)
    , theme_(theme)
{
    const QFileInfo info(file.path);
    const bool exists = info.exists();
    name_ = info.fileName();
    folder_ = shortFolder(info.absolutePath());
    when_ = exists ? QLocale().toString(file.opened.toLocalTime(), QLocale::ShortFormat) : tr("not found");
    setEnabled(exists);
    setAccessibleName(tr("Open %1").arg(name_));
    setAccessibleDescription(tr("%1, %2").arg(folder_, when_));
    setToolTip(file.path);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    if (exists)
        setCursor(Qt::PointingHandCursor);
}

QSize RecentRow::sizeHint() const
{
    return {theme_.scaled(400), theme_.scaled(kHeight)};
}

void RecentRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = theme_.tokens();
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(hasFocus() ? QPen(tokens.color(ColorToken::Focus), 2) : QPen(Qt::NoPen));
    painter.setBrush(underMouse() && isEnabled() ? QBrush(tokens.color(ColorToken::SurfaceRaised)) : QBrush());
    painter.drawRoundedRect(frame, 6, 6);

    const QRect line = rect().adjusted(kMargin, 0, -kMargin, 0);
    const QFontMetrics metrics = painter.fontMetrics();
    const int whenWidth = metrics.horizontalAdvance(when_);
    const int nameWidth = qMin(metrics.horizontalAdvance(name_) + 4, line.width() / 2);
    const int folderWidth = line.width() - whenWidth - nameWidth - 2 * kGap;
    painter.setPen(tokens.color(isEnabled() ? ColorToken::Text : ColorToken::TextDisabled));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(name_, Qt::ElideMiddle, nameWidth));
    painter.setPen(tokens.color(isEnabled() ? ColorToken::TextSecondary : ColorToken::TextDisabled));
    painter.drawText(line.adjusted(nameWidth + kGap, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
        metrics.elidedText(folder_, Qt::ElideMiddle, folderWidth));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, when_);
}

} // namespace quotaboard
