// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/message_bar.h"

#include "ui/widgets/style/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <cmath>

namespace quotaboard {

namespace {

/// Of the frame in the style sheet, and of the icon, which is called the same.
struct Look {
    const char* name;
    ColorToken token;
};

Look lookOf(MessageBar::Kind kind)
{
    switch (kind) {
    case MessageBar::Kind::Error:
        return {"error", ColorToken::ErrorText};
    case MessageBar::Kind::Warning:
        return {"warning", ColorToken::WarnText};
    case MessageBar::Kind::Info:
        break;
    }
    return {"info", ColorToken::TextSecondary};
}

} // namespace

MessageBar::MessageBar(const Theme& theme, QWidget* parent)
    : QFrame(parent)
    , theme_(theme)
    , icon_(new QLabel(this))
    , text_(new QLabel(this))
    , progress_(new QProgressBar(this))
    , cancel_(new QPushButton(tr("Cancel"), this))
    , close_(new QToolButton(this))
{
    setObjectName("messageBar");
    text_->setObjectName("messageText");
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    progress_->setFixedSize(160, 4);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress"));
    cancel_->setObjectName("messageCancel");
    close_->setObjectName("messageClose");
    close_->setIcon(theme.icon("close"));
    close_->setFixedSize(24, 24);
    close_->setProperty("look", "icon");
    close_->setAccessibleName(tr("Close message"));
    close_->setToolTip(tr("Close message"));
    connect(cancel_, &QPushButton::clicked, this, &MessageBar::cancelRequested);
    connect(close_, &QToolButton::clicked, this, &MessageBar::clear);
    connect(&theme_, &Theme::changed, this, &MessageBar::dress);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 12, 6);
    row->setSpacing(12);
    row->addWidget(icon_);
    row->addWidget(text_, 1);
    row->addWidget(progress_);
    row->addWidget(cancel_);
    row->addWidget(close_);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString& text)
{
    present(kind, text, false);
}

void MessageBar::showProgress(const QString& text, double part)
{
    if (text != text_->text() || !progress_->isVisibleTo(this))
        present(Kind::Info, text, true);
    progress_->setRange(0, part < 0 ? 0 : 1000);
    progress_->setValue(static_cast<int>(std::lround(part * 1000)));
}

void MessageBar::clear()
{
    text_->clear();
    hide();
}

QString MessageBar::text() const
{
    return text_->text();
}

void MessageBar::present(Kind kind, const QString& text, bool isProgress)
{
    kind_ = kind;
    dress();
    text_->setText(text);
    setAccessibleName(text);
    progress_->setVisible(isProgress);
    cancel_->setVisible(isProgress);
    close_->setVisible(!isProgress);
    show();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::dress()
{
    const Look look = lookOf(kind_);
    setProperty("look", look.name);
    // Style sheets look at properties only when told to.
    for (QWidget* part : {static_cast<QWidget*>(this), static_cast<QWidget*>(text_)}) {
        style()->unpolish(part);
        style()->polish(part);
    }
    icon_->setPixmap(theme_.icon(look.name, look.token).pixmap(QSize(18, 18), devicePixelRatioF()));
}

} // namespace quotaboard
