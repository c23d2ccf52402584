// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace quotaboard {

class Theme;

/// A line above the page for what went wrong, what should be known, and what takes long: instead of modal boxes. Shows
/// one message at a time; a new one replaces it.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Info, Warning, Error };

    MessageBar(const Theme& theme, QWidget* parent);

    void showMessage(Kind kind, const QString& text);
    /// Shows progress with a Cancel button until another message or clear(). `part` is 0 to 1, below 0 when unknown.
    void showProgress(const QString& text, double part);
    void clear();

    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void cancelRequested();

private:
    void present(Kind kind, const QString& text, bool isProgress);
    void dress();

    const Theme& theme_;
    Kind kind_ = Kind::Info;
    QLabel* icon_;
    QLabel* text_;
    QProgressBar* progress_;
    QPushButton* cancel_;
    QToolButton* close_;
};

} // namespace quotaboard
