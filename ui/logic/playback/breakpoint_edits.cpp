// SPDX-License-Identifier: Apache-2.0
#include "ui/logic/playback/breakpoint_edits.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/playback/breakpoint_watch.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace quotaboard {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::Breakpoint)
};

/// One of those that the list has had for a while may be gone when an edit is tried late.
bool isThere(const ScenarioExtras& extras, std::size_t place)
{
    return place < extras.breakpoints.size();
}

Edit extrasEdit(const QString& text, std::function<void(ScenarioExtras&)> change)
{
    Edit edit;
    edit.text = text;
    edit.changeExtras = [change = std::move(change)](const Scenario&, ScenarioExtras& extras) {
        change(extras);
        return Status{};
    };
    return edit;
}

} // namespace

Edit addBreakpointEdit(const Scenario& scenario, const Breakpoint& point)
{
    return extrasEdit(Texts::tr("Add breakpoint: %1").arg(breakpointText(scenario, point)),
        [point](ScenarioExtras& extras) { extras.breakpoints.push_back(point); });
}

Edit changeBreakpointEdit(const Scenario& scenario, std::size_t place, const Breakpoint& point)
{
    return extrasEdit(
        Texts::tr("Change breakpoint: %1").arg(breakpointText(scenario, point)), [=](ScenarioExtras& extras) {
            if (isThere(extras, place))
                extras.breakpoints[place] = point;
        });
}

Edit enableBreakpointEdit(const Scenario& scenario, const Breakpoint& point, std::size_t place, bool isEnabled)
{
    const QString text = isEnabled ? Texts::tr("Breakpoint on: %1") : Texts::tr("Breakpoint off: %1");
    return extrasEdit(text.arg(breakpointText(scenario, point)), [=](ScenarioExtras& extras) {
        if (isThere(extras, place))
            extras.breakpoints[place].isEnabled = isEnabled;
    });
}

Edit removeBreakpointsEdit(
    const Scenario& scenario, const std::vector<Breakpoint>& points, std::vector<std::size_t> places)
{
    std::sort(places.begin(), places.end(), std::greater<>());
    const QString text = places.size() == 1 && places.front() < points.size()
        ? Texts::tr("Delete breakpoint: %1").arg(breakpointText(scenario, points[places.front()]))
        : Texts::tr("Delete %n breakpoints", nullptr, static_cast<int>(places.size()));
    return extrasEdit(text, [places](ScenarioExtras& extras) {
        for (const std::size_t place : places) {
            if (isThere(extras, place))
                extras.breakpoints.erase(extras.breakpoints.begin() + static_cast<std::ptrdiff_t>(place));
        }
    });
}

QString bookmarkText(const Scenario& scenario, const Bookmark& bookmark)
{
    const QString when = clockText(scenario, bookmark.at);
    return bookmark.text.empty() ? when : Texts::tr("%1 (%2)").arg(toQt(bookmark.text), when);
}

Edit addBookmarksEdit(const Scenario& scenario, const std::vector<Bookmark>& bookmarks, bool isOfBreakpoint)
{
    const QString text = bookmarks.size() == 1
        ? Texts::tr("Add bookmark: %1").arg(bookmarkText(scenario, bookmarks.front()))
        : Texts::tr("Add %n bookmarks", nullptr, static_cast<int>(bookmarks.size()));
    Edit edit = extrasEdit(text, [bookmarks](ScenarioExtras& extras) {
        std::set<TimeMs> known;
        for (const Bookmark& bookmark : extras.bookmarks)
            known.insert(bookmark.at);
        for (const Bookmark& bookmark : bookmarks) {
            if (known.insert(bookmark.at).second)
                extras.bookmarks.push_back(bookmark);
        }
    });
    if (isOfBreakpoint)
        edit.mergeKey = QStringLiteral("bookmarksOfBreakpoints");
    return edit;
}

Edit renameBookmarkEdit(const Scenario& scenario, const Bookmark& bookmark, std::size_t place, const QString& text)
{
    return extrasEdit(Texts::tr("Rename bookmark at %1").arg(clockText(scenario, bookmark.at)),
        [place, text = fromQt(text)](ScenarioExtras& extras) {
            if (place < extras.bookmarks.size())
                extras.bookmarks[place].text = text;
        });
}

Edit removeBookmarksEdit(
    const Scenario& scenario, const std::vector<Bookmark>& bookmarks, std::vector<std::size_t> places)
{
    std::sort(places.begin(), places.end(), std::greater<>());
    const QString text = places.size() == 1 && places.front() < bookmarks.size()
        ? Texts::tr("Delete bookmark: %1").arg(bookmarkText(scenario, bookmarks[places.front()]))
        : Texts::tr("Delete %n bookmarks", nullptr, static_cast<int>(places.size()));
    return extrasEdit(text, [places](ScenarioExtras& extras) {
        for (const std::size_t place : places) {
            if (place < extras.bookmarks.size())
                extras.bookmarks.erase(extras.bookmarks.begin() + static_cast<std::ptrdiff_t>(place));
        }
    });
}

} // namespace quotaboard
