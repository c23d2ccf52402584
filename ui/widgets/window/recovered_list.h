// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/project_file.h"

#include <QFrame>

#include <vector>

class QVBoxLayout;

namespace quotaboard {

class Theme;

/// Work that a process left behind which ended before it saved, with what one can do about each. Asks for things with
/// signals and changes nothing itself; hidden while there is none.
class RecoveredList : public QWidget {
    Q_OBJECT

public:
    RecoveredList(const Theme& theme, QWidget* parent);

    void setRecovered(const std::vector<RecoveredProject>& found);
    [[nodiscard]] int count() const { return count_; }

Q_SIGNALS:
    void openWanted(const quotaboard::RecoveredProject& recovered);
    void lastSavedWanted(const QString& path);
    void salvageWanted(const quotaboard::RecoveredProject& recovered);
    void discardWanted(const quotaboard::RecoveredProject& recovered);

private:
    QWidget* makeRow(const RecoveredProject& recovered, int number);

    const Theme& theme_;
    QVBoxLayout* rows_;
    int count_ = 0;
};

/// "plan.qboard", or words for work that was never saved.
[[nodiscard]] QString titleOf(const RecoveredProject& recovered);

} // namespace quotaboard
