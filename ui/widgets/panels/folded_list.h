// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>

#include <cstddef>
#include <functional>

class QLabel;
class QPushButton;

namespace quotaboard {

/// Lines of text of which the first few are shown, and all at the press of a button. Lines are asked for only when
/// they are shown; whoever wants the same list unfolded keeps showing it unfolded while its lines change.
class FoldedList : public QWidget {
    Q_OBJECT

public:
    explicit FoldedList(QWidget* parent = nullptr);

    /// `lineOf` gives the line at a position below `count`, and is asked again when the list is unfolded.
    void setLines(std::size_t count, std::function<QString(std::size_t)> lineOf);
    /// Of another thing: folded again.
    void fold();
    /// What is shown now, for copying.
    [[nodiscard]] QString text() const;

private:
    void refresh();

    QLabel* lines_;
    QPushButton* more_;
    std::size_t count_ = 0;
    std::function<QString(std::size_t)> lineOf_;
    bool isUnfolded_ = false;
};

} // namespace quotaboard
