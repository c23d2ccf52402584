// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/file_reader.h"

#include <QScrollArea>

class QVBoxLayout;

namespace quotaboard {

class RecentFiles;
class RecoveredList;
class SampleCard;
class Theme;

/// What is shown while no scenario is open: samples as cards, recent files, Open, Import trace and Blank board. Asks
/// for things with signals and changes nothing itself.
class StartPage : public QScrollArea {
    Q_OBJECT

public:
    StartPage(const Theme& theme, RecentFiles& recent, QWidget* parent);

    /// Puts the keyboard on the first card.
    void focusFirst();
    /// What was left without being saved, above everything else.
    [[nodiscard]] RecoveredList& recovered() { return *recovered_; }

Q_SIGNALS:
    void pathChosen(const QString& path);
    void openWanted();
    void importWanted();
    void blankWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildCards();
    QWidget* buildButtons();
    QWidget* buildRecent();
    void fillRecent();
    void readNextSample();

    const Theme& theme_;
    RecentFiles& recent_;
    FileReader reader_;
    QList<SampleCard*> cards_;
    QStringList unread_;
    QVBoxLayout* rows_ = nullptr;
    RecoveredList* recovered_;
};

} // namespace quotaboard
