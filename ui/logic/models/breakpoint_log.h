// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/playback/breakpoint_watch.h"

#include <QAbstractTableModel>

#include <deque>
#include <vector>

namespace quotaboard {

class Playback;
class ScenarioDocument;

/// What breakpoints that do not stop the clock told while playing: time and sentence, the newest last. It also makes
/// the bookmarks that they ask for. Emptied when another document is opened.
class BreakpointLog : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Text, kColumns };
    /// Older lines go.
    static constexpr std::size_t kMostLines = 10'000;

    BreakpointLog(ScenarioDocument& document, Playback& playback, QObject* parent = nullptr);

    /// Of a row.
    [[nodiscard]] TimeMs timeOf(int row) const { return lines_[static_cast<std::size_t>(row)].at; }
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line {
        TimeMs at = 0;
        QString text;
    };
    void take(const std::vector<BreakpointWatch::Passed>& passed);
    void append(const std::vector<Line>& lines);

    ScenarioDocument& document_;
    Playback& playback_;
    std::deque<Line> lines_;
};

} // namespace quotaboard
