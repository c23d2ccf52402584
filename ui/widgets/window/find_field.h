// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/selection.h"

#include <QLineEdit>
#include <QTimer>

class QCompleter;
class QStandardItemModel;

namespace quotaboard {

class ScenarioDocument;
class Theme;

/// Finds shares and jobs by a part of their name or id: the first matches are listed below while one types, and the one
/// chosen is told with found(). Enter takes the first.
class FindField : public QLineEdit {
    Q_OBJECT

public:
    FindField(ScenarioDocument& document, const Theme& theme, const QString& keyHint, QWidget* parent);

    /// The key that leads here, shown while the field is empty.
    void setKeyHint(const QString& hint);

Q_SIGNALS:
    void found(const Selection& selection);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Match {
        QString text;
        Selection selection;
    };
    [[nodiscard]] std::vector<Match> search(const QString& text) const;
    void fill();
    void showMatches();
    void choose(int row);

    ScenarioDocument& document_;
    const Theme& theme_;
    QString keyHint_;
    QStandardItemModel* model_;
    QCompleter* completer_;
    std::vector<Match> matches_;
    QTimer delay_;
};

} // namespace quotaboard
