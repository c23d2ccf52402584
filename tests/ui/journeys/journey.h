// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/support/window_harness.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/board/board_view.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QLineEdit>
#include <QWheelEvent>

namespace quotaboard {

/// Someone at the real window who has a mouse and a keyboard and looks at the screen. Acts by events of the window
/// system only, which go to what is under the pointer or has the focus; reads the state to know where things are and
/// what came of it.
class Person : public WindowHarness {
public:
    [[nodiscard]] BoardPage* page() const { return find<BoardPage>("boardPage"); }
    [[nodiscard]] BoardView* view() const { return find<BoardView>("boardView"); }
    [[nodiscard]] const BoardPart& current() const { return view()->current(); }
    [[nodiscard]] ShareIndex share(const char* name) const { return document->value().findShare(name); }
    [[nodiscard]] const LaneShape* lane(const char* name) const { return view()->boardLayout().lane(share(name)); }
    [[nodiscard]] std::int64_t limit(const char* name) const
    {
        return policyAt(document->value(), playback->now()).limit(share(name), UnitIndex(0));
    }

    // --- mouse ---

    void clickAt(const QPoint& windowPoint) const
    {
        QTest::mouseMove(window->windowHandle(), windowPoint);
        QTest::mouseClick(window->windowHandle(), Qt::LeftButton, {}, windowPoint);
    }
    /// Of the window.
    [[nodiscard]] QPoint pointOf(const QRectF& boardRect) const
    {
        return view()->viewport()->mapTo(window.get(), view()->viewportRect(boardRect).center());
    }
    void click(const QRectF& boardRect) const { clickAt(pointOf(boardRect)); }
    void click(const QWidget* widget) const { clickAt(widget->mapTo(window.get(), widget->rect().center())); }
    void click(const char* name) const { click(find<QWidget>(name)); }
    /// Turns the wheel over the area that the widget is in until it can be seen.
    [[nodiscard]] bool scrollTo(const QWidget* widget) const
    {
        QWidget* viewport = nullptr;
        for (QWidget* parent = widget->parentWidget(); parent && !viewport; parent = parent->parentWidget()) {
            if (auto* area = qobject_cast<QAbstractScrollArea*>(parent))
                viewport = area->viewport();
        }
        const auto isSeen = [&] { return widget->visibleRegion().boundingRect() == widget->rect(); };
        constexpr int kNotch = -120;
        for (int i = 0; viewport && i < 40 && !isSeen(); ++i) {
            const QPointF middle = viewport->rect().center();
            QWheelEvent turn(middle, viewport->mapToGlobal(middle), {}, {0, kNotch}, Qt::NoButton, Qt::NoModifier,
                Qt::NoScrollPhase, false);
            QApplication::sendEvent(viewport, &turn);
        }
        return isSeen();
    }
    void drag(const QPoint& from, const QPoint& to) const
    {
        QWindow* handle = window->windowHandle();
        QTest::mouseMove(handle, from);
        QTest::mousePress(handle, Qt::LeftButton, {}, from);
        // The first step passes the distance at which a drag begins.
        constexpr int kSteps = 8;
        for (int i = 1; i <= kSteps; ++i)
            QTest::mouseMove(handle, from + (to - from) * i / kSteps);
        QTest::qWait(10);
        QTest::mouseRelease(handle, Qt::LeftButton, {}, to);
        QTest::qWait(10);
    }

    // --- keyboard ---

    /// To whatever has the keyboard: an open menu, a dialog, the window.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QWidget* popup = QApplication::activePopupWidget();
        QWidget* modal = QApplication::activeModalWidget();
        QWidget* target = popup ? popup : modal ? modal : window.get();
        // The platform of the tests has no window manager to do so when a dialog has gone.
        if (target == window.get() && !window->isActiveWindow())
            window->activateWindow();
        QTest::keyClick(target->windowHandle(), key, modifiers);
    }
    void type(const QString& text) const
    {
        for (const QChar letter : text)
            QTest::keyClick(QApplication::focusWidget()->window()->windowHandle(), letter.toLatin1());
    }
    /// Presses the key until the condition holds; at most `most` times.
    template <class Condition>
    [[nodiscard]] bool pressUntil(
        Qt::Key key, Qt::KeyboardModifiers modifiers, int most, const Condition& isThere) const
    {
        for (int i = 0; i < most && !isThere(); ++i)
            press(key, modifiers);
        return isThere();
    }
    /// Tab until the widget has the keyboard.
    [[nodiscard]] bool tabTo(const QWidget* widget, int most = 60) const
    {
        return pressUntil(Qt::Key_Tab, {}, most, [widget] { return QApplication::focusWidget() == widget; });
    }

    /// What keeps one from seeing where the keyboard is; empty when it can be seen.
    [[nodiscard]] QString focusProblem() const
    {
        QWidget* widget = QApplication::focusWidget();
        if (!widget)
            return "nothing has the keyboard";
        const QString name = widget->objectName() + " (" + widget->metaObject()->className() + ")";
        const QRect place(widget->mapTo(widget->window(), QPoint()), widget->size());
        if (!widget->isVisible() || !widget->window()->rect().intersects(place))
            return name + " has the keyboard and is not shown";
        // A text field shows a caret; everything else has a ring, or a part, in the colour of the focus.
        const QImage image = widget->window()->grab().toImage();
        const QRect around = place.adjusted(-4, -4, 4, 4);
        const QRgb wanted = theme.tokens().color(ColorToken::Focus).rgb();
        int seen = 0;
        const QRect inside = around.intersected(image.rect());
        for (int y = inside.top(); y <= inside.bottom(); ++y) {
            for (int x = inside.left(); x <= inside.right(); ++x)
                seen += image.pixel(x, y) == wanted ? 1 : 0;
        }
        constexpr int kFewest = 24;
        return seen >= kFewest ? QString() : name + " has the keyboard and does not show it";
    }
};

} // namespace quotaboard
