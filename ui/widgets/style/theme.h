// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/style/tokens.h"

#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>

class QApplication;

namespace quotaboard {

/// The theme in force. Made once by the application and handed to whoever paints; widgets repaint on changed().
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QObject* parent = nullptr);

    [[nodiscard]] const Tokens& tokens() const { return tokens_; }
    void setKind(ThemeKind kind);

    /// Size of all text in percent, 80 to 200.
    [[nodiscard]] int fontScale() const { return fontScale_; }
    void setFontScale(int percent);
    /// A length of the design (for text of 13 px) at the present text size.
    [[nodiscard]] int scaled(int pixels) const { return (pixels * fontScale_ + 50) / 100; }

    /// Whether movements that only please the eye are to be left out.
    [[nodiscard]] bool reducesMotion() const { return reducesMotion_; }
    void setReducesMotion(bool reduces);

    /// Text of the design: 13 px at 100 %.
    [[nodiscard]] QFont font() const;
    /// The palette for QApplication in this theme.
    [[nodiscard]] QPalette palette() const;
    /// Style sheet for what the palette cannot say (tool buttons, rail, cards); colours come from the tokens.
    [[nodiscard]] QString styleSheet() const;
    /// `:/icons/<name>.svg`, painted in the colour that the token has when it is painted. Valid while the theme lives.
    [[nodiscard]] QIcon icon(const QString& name, ColorToken token = ColorToken::Text) const;

    /// Sets style, font, palette and style sheet of the whole application.
    void applyTo(QApplication& application) const;

Q_SIGNALS:
    /// Colours, text size or motion are others. The application has them already when it uses AppearanceController.
    void changed();

private:
    Tokens tokens_;
    int fontScale_ = 100;
    bool reducesMotion_ = false;
};

} // namespace quotaboard
