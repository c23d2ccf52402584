// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/message_bar.h"

#include <QFrame>
#include <QList>

#include <functional>

class QHBoxLayout;
class QLabel;

namespace quotaboard {

class Theme;

/// A line above the page that says something of the project and offers what can be done about it. It stays until it is
/// answered, closed or replaced, and never stops anybody from working.
class ProjectBanner : public QFrame {
    Q_OBJECT

public:
    /// A button of the line.
    struct Offer {
        QString objectName;
        QString text;
        std::function<void()> accept;
    };

    ProjectBanner(const Theme& theme, QWidget* parent);

    /// `text` is plain. Taking up an offer closes the line unless `staysOpen`.
    void present(MessageBar::Kind kind, const QString& text, const QList<Offer>& offers, bool staysOpen = false);
    void dismiss();
    [[nodiscard]] QString text() const;

private:
    void dress();

    const Theme& theme_;
    MessageBar::Kind kind_ = MessageBar::Kind::Info;
    QLabel* icon_;
    QLabel* text_;
    QHBoxLayout* buttons_;
};

} // namespace quotaboard
