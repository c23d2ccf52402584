// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/document/edit.h"
#include "ui/logic/document/selection.h"
#include "ui/logic/plot/board_layout.h"
#include "ui/widgets/board/board_gestures.h"

#include <QWidget>

#include <memory>
#include <optional>

class QStackedWidget;

namespace quotaboard {

class BoardActions;
class BoardContent;
class BoardAnnouncer;
class BoardList;
class BoardSelection;
class BoardView;
class Playback;
class PoolBars;
class ScenarioDocument;
class Theme;

/// The board page: the pool on top, below it the capacity board as a picture or as a list. Shows the state at the
/// clock's position, and edits the document by gestures, keys and menus. Document, playback and theme must outlive it.
class BoardPage : public QWidget {
    Q_OBJECT

public:
    BoardPage(ScenarioDocument& document, Playback& playback, const Theme& theme, QWidget* parent = nullptr);
    ~BoardPage() override;

    [[nodiscard]] BoardView& view() { return *view_; }
    [[nodiscard]] BoardList& list() { return *list_; }
    [[nodiscard]] const BoardContent& content() const { return *content_; }
    [[nodiscard]] BoardActions& boardActions() { return *actions_; }
    /// Jobs that are selected together.
    [[nodiscard]] BoardSelection& jobSelection() { return *jobs_; }
    /// What is said to screen readers.
    [[nodiscard]] BoardAnnouncer& announcer() { return *announcer_; }
    /// Adds something new by key or click: to the share that is selected.
    void addNew(const NewThing& thing);
    /// Ends the selected jobs or deletes the selected share, as Del does.
    void removeSelected();
    [[nodiscard]] bool isListView() const;
    [[nodiscard]] BoardDensity density() const;
    /// The job whose wait F2 explains: the selected one, else the first of the selected share's queue. Invalid for
    /// none.
    [[nodiscard]] JobIndex jobToExplain() const;

public Q_SLOTS:
    void setListView(bool asList);
    void setDensity(quotaboard::BoardDensity density);
    /// Whether edits while the clock is not at the start take effect from now on (else from the start).
    void setEditFromNow(bool fromNow);
    /// Shows and selects something; emits nothing when it is selected already.
    void select(const quotaboard::Selection& selection);
    /// What a preview of the hovered edit found; stands in the badge of the drag until it moves on.
    void setHoverEffect(const QString& text);
    /// Outlines jobs of the run, because an option elsewhere would start or preempt them; none to end it.
    void showAffected(const QVector<quotaboard::JobIndex>& jobs);

Q_SIGNALS:
    void selectionChanged(const quotaboard::Selection& selection);
    void statusMessage(const QString& text);
    /// While playing and a screen reader listens, at most every five seconds: what has happened since.
    void summarized(const QString& text);
    /// "Why? F2" of a waiting job was asked for; the job is selected.
    void explainRequested(quotaboard::JobIndex job);
    /// A drag would do this edit if it were dropped now; empty when it would do nothing.
    void editHovered(const std::optional<quotaboard::Edit>& edit);

private:
    void onCurrentChanged(const BoardPart& part);
    void onJobsChanged();
    /// The pool bars carry the measure of the lanes.
    void showScales();
    [[nodiscard]] BoardPart current() const;
    void setSelection(const Selection& selection);

    std::unique_ptr<BoardContent> content_;
    std::unique_ptr<BoardActions> actions_;
    std::unique_ptr<BoardSelection> jobs_;
    PoolBars* pools_;
    QStackedWidget* stack_;
    BoardView* view_;
    BoardList* list_;
    BoardAnnouncer* announcer_;
    Selection selection_;
};

} // namespace quotaboard
