// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QObject>

#include <memory>
#include <vector>

namespace quotaboard {

class BoardContent;
struct Scenario;

/// The jobs that are selected together on the board, by rubber band, keys or the ticks of the list; shared by picture
/// and list. Speaks of BoardContent::scenario() and follows its jobs into another one; jobs that are no longer on the
/// board drop out. Usually empty: one job alone is what has the focus.
class BoardSelection : public QObject {
    Q_OBJECT

public:
    explicit BoardSelection(const BoardContent& content, QObject* parent = nullptr);
    ~BoardSelection() override;

    /// In the order in which they were selected.
    [[nodiscard]] const std::vector<JobIndex>& jobs() const { return jobs_; }
    [[nodiscard]] bool isEmpty() const { return jobs_.empty(); }
    [[nodiscard]] bool contains(JobIndex job) const;
    void set(std::vector<JobIndex> jobs);
    void setSelected(JobIndex job, bool isSelected);
    void toggle(JobIndex job) { setSelected(job, !contains(job)); }
    void clear() { set({}); }

    /// What a command on a job is for: all that are selected, or that job where none are.
    [[nodiscard]] std::vector<JobIndex> orOnly(JobIndex job) const;

Q_SIGNALS:
    void changed();

private:
    void follow();

    const BoardContent& content_;
    std::vector<JobIndex> jobs_;
    /// The scenario whose indices jobs_ uses.
    std::shared_ptr<const Scenario> indexedBy_;
};

} // namespace quotaboard
