// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/project_banner.h"

#include "ui/widgets/style/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace quotaboard {

ProjectBanner::ProjectBanner(const Theme& theme, QWidget* parent)
    : QFrame(parent)
    , theme_(theme)
    , icon_(new QLabel(this))
    , text_(new QLabel(this))
    , buttons_(new QHBoxLayout)
{
    setObjectName("projectBanner");
    text_->setObjectName("projectBannerText");
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setObjectName("projectBannerClose");
    close->setIcon(theme.icon("close"));
    close->setFixedSize(24, 24);
    close->setProperty("look", "icon");
    close->setAccessibleName(tr("Close message"));
    close->setToolTip(tr("Close message"));
    connect(close, &QToolButton::clicked, this, &ProjectBanner::dismiss);
    connect(&theme_, &Theme::changed, this, &ProjectBanner::dress);
    buttons_->setSpacing(8);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 12, 6);
    row->setSpacing(12);
    row->addWidget(icon_);
    row->addWidget(text_, 1);
    row->addLayout(buttons_);
    row->addWidget(close);
    hide();
}

void ProjectBanner::present(MessageBar::Kind kind, const QString& text, const QList<Offer>& offers, bool staysOpen)
{
    kind_ = kind;
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        // It may be the one that was clicked.
        item->widget()->hide();
        item->widget()->setObjectName({});
        item->widget()->deleteLater();
        delete item;
    }
    for (const Offer& offer : offers) {
        auto* button = new QPushButton(offer.text, this);
        button->setObjectName(offer.objectName);
        connect(button, &QPushButton::clicked, this, [this, accept = offer.accept, staysOpen] {
            if (!staysOpen)
                dismiss();
            accept();
        });
        buttons_->addWidget(button);
    }
    text_->setText(text);
    setAccessibleName(text);
    dress();
    show();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void ProjectBanner::dismiss()
{
    text_->clear();
    hide();
}

QString ProjectBanner::text() const
{
    return text_->text();
}

void ProjectBanner::dress()
{
    const bool isWarning = kind_ != MessageBar::Kind::Info;
    const char* look = kind_ == MessageBar::Kind::Error ? "error" : isWarning ? "warning" : "info";
    setProperty("look", look);
    // Style sheets look at properties only when told to.
    for (QWidget* part : {static_cast<QWidget*>(this), static_cast<QWidget*>(text_)}) {
        style()->unpolish(part);
        style()->polish(part);
    }
    const ColorToken token = kind_ == MessageBar::Kind::Error ? ColorToken::ErrorText
        : isWarning                                           ? ColorToken::WarnText
                                                              : ColorToken::TextSecondary;
    icon_->setPixmap(theme_.icon(look, token).pixmap(QSize(18, 18), devicePixelRatioF()));
}

} // namespace quotaboard
