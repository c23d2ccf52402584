// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/generator_edits.h"
#include "ui/logic/bridge/latest_worker.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quotaboard {

/// What one generator would make, and what that asks of its share. A plain value.
struct GeneratorPreview {
    /// What it was worked out from.
    std::shared_ptr<const Scenario> scenario;
    std::vector<GeneratorSpec> wanted;
    int row = -1;
    /// Why the generators make no jobs; the rest is empty then.
    std::optional<Error> error;
    /// The scenario with the jobs of all of them.
    std::shared_ptr<const RegeneratedScenario> result;

    std::size_t jobs = 0;
    /// The hours looked at: from its start to its end, else to its last job. ms.
    TimeMs from = 0;
    TimeMs to = 0;
    /// Work that arrives per hour, in accelerators (instances for units that have none): its own jobs', and those of
    /// all jobs of the share on the unit.
    double ownLoad = 0;
    double shareLoad = 0;
    /// The share's limit on the unit at the start, in the same; 0 when it has none.
    double limit = 0;
    bool countsInstances = false;
    /// Mean number of its jobs that arrive in each hour of the day, and per day of the week from Monday on, by the
    /// clock of its curve.
    std::array<double, 24> perHour{};
    std::array<double, 7> perWeekday{};
    /// Instances and how many of its jobs have them, ascending.
    std::vector<std::pair<std::int32_t, std::size_t>> sizes;
    /// Rows of generators that make no jobs because their share is gone.
    std::vector<int> refused;
    [[nodiscard]] bool isRefused(int which) const
    {
        return std::find(refused.begin(), refused.end(), which) != refused.end();
    }
    /// Generated jobs that are there now were edited by hand, which making them anew undoes.
    bool losesEdits = false;
};

/// Works it out for `wanted[row]`. O(jobs); meant for a worker. Empty when cancelled.
[[nodiscard]] std::optional<GeneratorPreview> previewOf(std::shared_ptr<const Scenario> scenario,
    const std::vector<GeneratorSpec>& present, std::vector<GeneratorSpec> wanted, int row,
    Progress* progress = nullptr);

/// Works out previews in another thread, 150 ms after the last wish.
class GeneratorPreviewer : public QObject {
    Q_OBJECT

public:
    explicit GeneratorPreviewer(QObject* parent = nullptr);

    /// `present`: what the scenario's generated jobs are said to come from.
    void request(std::shared_ptr<const Scenario> scenario, std::vector<GeneratorSpec> present,
        std::vector<GeneratorSpec> wanted, int row);
    void cancel();
    [[nodiscard]] bool isBusy() const { return isBusy_; }
    [[nodiscard]] double fraction() const { return worker_.fraction(); }

Q_SIGNALS:
    void found(std::shared_ptr<const quotaboard::GeneratorPreview> preview);
    void busyChanged();

private:
    void start();
    void setBusy(bool isBusy);

    struct Wish {
        std::shared_ptr<const Scenario> scenario;
        std::vector<GeneratorSpec> present;
        std::vector<GeneratorSpec> wanted;
        int row = -1;
    };
    Wish wish_;
    QTimer pause_;
    bool isBusy_ = false;
    std::uint64_t ticket_ = 0;
    LatestWorker worker_;
};

/// Why a generator makes no jobs when its share is gone, and what to do.
[[nodiscard]] QString refusalText(const GeneratorSpec& spec);

/// What a generator is called in lists and sentences: its name, else its jobs' name, with the share.
[[nodiscard]] QString generatorTitle(const GeneratorSpec& spec);

} // namespace quotaboard
