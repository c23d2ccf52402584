// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/board/board_commands.h"
#include "ui/widgets/board/board_items.h"
#include "ui/widgets/board/board_selection.h"
#include "ui/widgets/board/preemption_show.h"

#include <QGraphicsView>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <memory>
#include <unordered_map>
#include <unordered_set>

class QLineEdit;

namespace quotaboard {

/// The capacity board as a picture one can take hold of. Lays out and paints what BoardContent shows, turns mouse and
/// keys into gestures and commands, and has one current part that is both selection and keyboard focus.
class BoardView : public QGraphicsView {
    Q_OBJECT

public:
    BoardView(BoardContent& content, BoardActions& actions, BoardSelection& selection, const Theme& theme,
        QWidget* parent = nullptr);
    ~BoardView() override;

    /// Reads from left to right, whatever the language; see viewportRect() and boardPoint().
    [[nodiscard]] const BoardLayout& boardLayout() const { return board_.layout; }
    /// Where something of the layout is on the viewport, and back.
    [[nodiscard]] QRect viewportRect(const QRectF& rect) const;
    [[nodiscard]] QPointF boardPoint(const QPoint& viewportPoint) const;
    [[nodiscard]] BoardDensity density() const { return density_; }
    void setDensity(BoardDensity density);

    [[nodiscard]] const BoardPart& current() const { return board_.current; }
    /// Moves selection and focus there and scrolls it into view.
    void setCurrent(const BoardPart& part);
    [[nodiscard]] BoardGestures& gestures() { return gestures_; }
    [[nodiscard]] BoardCommands& commands() { return commands_; }
    [[nodiscard]] const BoardSelection& jobSelection() const { return selection_; }
    [[nodiscard]] const BoardContent& content() const { return content_; }
    [[nodiscard]] BoardActions& boardActions() { return actions_; }
    /// What the preview of the hovered edit found, for the badge.
    void setHoverEffect(const QString& text);
    /// Outlined, because somebody points at them elsewhere.
    void setAffected(const QVector<JobIndex>& jobs);
    /// Where a part is on the screen; for menus and screen readers.
    [[nodiscard]] QRect screenRectOf(const BoardPart& part) const;
    /// What a click or Enter on a part does.
    void activate(const BoardPart& part);
    /// The job that several selected ones begin with; moves the focus there.
    void selectJobs(std::vector<JobIndex> jobs);

    // A drag of something new that another widget holds the mouse for; points are of the screen.
    void startNew(const NewThing& thing, const QPoint& at);
    void moveNew(const QPoint& at);
    void endNew(bool commits);
    /// Digits and the wheel during any drag.
    void changeDragCount(int by);
    bool dragKey(QKeyEvent* event);
    /// Where shares and jobs can be dropped to end them; may be null.
    void setBin(QWidget* bin) { bin_ = bin; }

    /// Opens the line editor over the lane's name.
    void editName(ShareIndex share);
    [[nodiscard]] QSize sizeHint() const override { return {900, 480}; }

Q_SIGNALS:
    void currentChanged(const quotaboard::BoardPart& part);
    void explainRequested(quotaboard::JobIndex job);
    /// Something that the bin takes is dragged, and whether it is over the bin. `text`: what a drop would do.
    void binHovered(bool isDragged, bool isOver, const QString& text);
    void statusMessage(const QString& text);
    /// Another layout; scales may be others.
    void laidOut();

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void onContentChanged();
    void onThemeChanged();
    void relayout();
    void keepCurrent();
    void followScenario();
    void setHovered(const BoardPart& part);
    void autoScroll();
    void updateDrag();
    void finishDrag(bool commits);
    bool moveFocus(int key, Qt::KeyboardModifiers modifiers);
    bool selectionKey(const QKeyEvent& event);
    void extendSelection(int key);
    void selectAllJobs();
    [[nodiscard]] std::vector<BoardPart> jobParts() const;
    void startBand();
    void updateBand();
    void endBand(bool keeps);
    void pressJob(const BoardPart& part, Qt::KeyboardModifiers modifiers);
    void tellBin();
    [[nodiscard]] bool isOverBin() const;
    void updateLane(ShareIndex share);
    void updateCursor();
    void commitName();
    /// Keeps the line editor over the name of its lane, wherever that is now.
    void placeNameEditor();
    /// Where a part is on the board, or the lane around it when it is not shown.
    [[nodiscard]] QRectF placeOf(const BoardPart& part) const;
    [[nodiscard]] QPoint popupPoint(const BoardPart& part) const;
    [[nodiscard]] static BoardPart selectable(const BoardPart& part);

    BoardContent& content_;
    BoardActions& actions_;
    BoardSelection& selection_;
    const Theme& theme_;
    BoardFonts fonts_;
    BoardScene board_;
    BoardGestures gestures_;
    BoardCommands commands_;
    PreemptionShow preemptions_;
    QGraphicsScene scene_;
    std::vector<LaneItem*> lanes_;
    FooterItem* footer_;
    DragItem* drag_;
    BoardDensity density_ = BoardDensity::Comfortable;
    /// Rows of chips that lanes have had, by share, so that they do not shrink and grow while playing.
    std::unordered_map<ShareIndex, int> keptRows_;
    std::unordered_set<ShareIndex> expanded_;
    /// The scenario whose indices the members above and the current part use, and the names of that part in it.
    std::shared_ptr<const Scenario> indexedBy_;
    std::string currentShare_;
    std::string currentJob_;

    BoardPart pressed_;
    QPoint pressedAt_;
    QPoint pointer_;
    QTimer scroll_;
    QPointer<QWidget> bin_;
    /// Where Shift+arrows extend from.
    BoardPart anchor_;
    /// Where the rubber band begins, and what was selected before.
    QPointF bandFrom_;
    std::vector<JobIndex> bandBefore_;
    bool bandAdds_ = false;
    bool mayBand_ = false;
    QLineEdit* nameEditor_ = nullptr;
    ShareIndex named_;
    QString nameWhenThere_;
};

} // namespace quotaboard
