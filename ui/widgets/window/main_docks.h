// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QStringList>

class QAction;
class QDockWidget;
class QMainWindow;

namespace quotaboard {

class DockOverlay;
class Theme;

/// What a dock is called, how it is reached and where it is at first.
struct DockPlan {
    /// objectName of the dock; that of its action in the menu is the same with "Toggle" behind.
    QString name;
    QString title;
    /// Shows and hides it.
    QKeySequence key;
    /// Docks of one area lie on top of each other, with tabs.
    Qt::DockWidgetArea area = Qt::RightDockWidgetArea;
    /// Keys of the pages beside which it is shown at first; it is there on the others, hidden.
    QStringList shownOn;
    /// Keys of the only pages that it can be shown beside; empty: all.
    QStringList onlyOn;
};

/// The docks of the main window: where they are, page by page, as the user left them. Adding one is one call of add();
/// the View menu, the pane keys, Reset layout and the settings then know it. While the window is narrower than 1280 px
/// those at its right lie over the page instead of beside it, hidden until they are asked for. Lives as long as the
/// window.
class MainDocks : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent, too.
    MainDocks(QMainWindow& window, const Theme& theme);

    /// Puts `content` into a new dock. All are added before the first showFor().
    QDockWidget* add(const DockPlan& plan, QWidget* content);

    /// In the order in which they were added, for the View menu.
    [[nodiscard]] QList<QAction*> toggleActions() const;
    /// In the order in which they were added, for the pane keys.
    [[nodiscard]] QList<QWidget*> panes() const;

    /// Shows the docks of a page as the user left them there; those of none when `page` is empty.
    void showFor(const QString& page);
    /// The docks of the present page where they were at first.
    void reset();

    /// Every page's docks as the user left them; for the settings.
    [[nodiscard]] QByteArray layout();
    /// Takes effect with the next showFor(). What does not come from layout() is ignored.
    void setLayout(const QByteArray& layout);

Q_SIGNALS:
    /// What lay over the page was hidden by its own key: the page gets the keyboard.
    void overlayDismissed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        DockPlan plan;
        QDockWidget* dock;
    };
    struct PageLayout {
        QByteArray state;
        QStringList shown;
    };
    [[nodiscard]] static bool belongs(const Entry& entry, const QString& page);
    void remember();
    void restore();
    void showOnly(const QStringList& names);
    [[nodiscard]] QStringList shownNow() const;
    void makeRoom();
    void followTextSize();
    [[nodiscard]] bool isNarrow() const;
    void followWidth();
    /// Puts the docks at the right over the page, all hidden.
    void enterOverlay();
    /// Puts them back beside the page.
    void leaveOverlay();

    QMainWindow& window_;
    const Theme& theme_;
    QList<Entry> entries_;
    /// Where all docks are when nobody has moved one.
    QByteArray firstState_;
    QHash<QString, PageLayout> layouts_;
    QString page_;
    int textSize_;
    DockOverlay* overlay_;
    bool isOverlaid_ = false;
    /// Docks of the overlay that are shown when there is room for them.
    QStringList shownBeside_;
};

} // namespace quotaboard
