// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/board/board_gestures.h"
#include "ui/widgets/style/theme.h"

#include <QWidget>

#include <array>
#include <memory>
#include <vector>

class QComboBox;
class QVBoxLayout;

namespace quotaboard {

class BoardPage;
class PaletteBin;
class PaletteCard;
struct Scenario;

/// What can be put on the board: shares of the three strategies, jobs of three sizes, capacity units with what is free
/// of them, and the bin. Works on one board page, which must outlive it.
class PalettePanel : public QWidget {
    Q_OBJECT

public:
    PalettePanel(BoardPage& board, const Theme& theme, QWidget* parent = nullptr);
    ~PalettePanel() override;

    [[nodiscard]] const std::vector<PaletteCard*>& shareCards() const { return shares_; }
    [[nodiscard]] const std::vector<PaletteCard*>& jobCards() const { return jobs_; }
    [[nodiscard]] const std::vector<PaletteCard*>& unitCards() const { return units_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void refreshUnits();
    void refreshJobs();
    void addOtherUnit(int row);
    [[nodiscard]] PaletteCard* addCard(QVBoxLayout* column, const QString& name);

    BoardPage& board_;
    const Theme& theme_;
    std::vector<PaletteCard*> shares_;
    std::vector<PaletteCard*> jobs_;
    std::vector<PaletteCard*> units_;
    QVBoxLayout* unitColumn_ = nullptr;
    QComboBox* others_ = nullptr;
    /// Units that are in no pool and were chosen from the catalogue.
    QStringList chosen_;
    /// The scenario that the job sizes are of.
    std::shared_ptr<const Scenario> sizesOf_;
};

/// Small, medium and large as the scenario's own jobs are: those at 10, 50 and 90 percent of the instance-hours of its
/// latest jobs; three plain sizes where it has too few to tell. Names and shares are not theirs.
[[nodiscard]] std::array<JobDraft, 3> jobSizesOf(const Scenario& scenario);

} // namespace quotaboard
