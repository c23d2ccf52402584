// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/working_folder.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/project/project_session.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace quotaboard {

/// A document and its session, as a window has them, with a state folder of their own.
class ProjectFixture {
public:
    ProjectFixture() { restart(); }

    /// The next start of the program.
    void restart()
    {
        session.reset();
        document = std::make_unique<ScenarioDocument>();
        session = std::make_unique<ProjectSession>(*document, state());
        QObject::connect(session.get(), &ProjectSession::ready, session.get(), &ProjectSession::enter);
    }

    [[nodiscard]] QString state() const { return folder.filePath("state"); }
    [[nodiscard]] QString file(const char* name) const { return folder.filePath(name); }

    [[nodiscard]] bool waitForOpened() const
    {
        QSignalSpy spy(session.get(), &ProjectSession::opened);
        return spy.wait(10'000);
    }
    [[nodiscard]] bool makeNew() const
    {
        session->newProject();
        return waitForOpened();
    }
    [[nodiscard]] bool open(const QString& path, bool readOnly = false) const
    {
        session->open(path, readOnly);
        return waitForOpened();
    }
    [[nodiscard]] bool saveAs(const QString& path) const
    {
        QSignalSpy spy(session.get(), &ProjectSession::saved);
        session->saveAs(path);
        return spy.wait(10'000);
    }
    [[nodiscard]] bool save() const
    {
        QSignalSpy spy(session.get(), &ProjectSession::saved);
        session->save();
        return spy.wait(10'000);
    }
    /// One undo step.
    [[nodiscard]] bool setLimit(int instances, const QString& mergeKey = {}) const
    {
        Edit edit = shareLimitEdit(document->value(), EditTime::fromStart(), ShareIndex(0), UnitIndex(0), instances);
        edit.mergeKey = mergeKey;
        return document->apply(edit).ok();
    }
    [[nodiscard]] int limit() const { return document->value().shares.front().limits.front().maxCapacity; }
    [[nodiscard]] bool switchTo(ScenarioId id) const
    {
        session->switchTo(id);
        return QTest::qWaitFor([this, id] { return session->active() == id; }, 10'000);
    }
    [[nodiscard]] bool waitForScenarios(std::size_t count) const
    {
        return QTest::qWaitFor([this, count] { return session->scenarios().size() == count; }, 10'000);
    }
    [[nodiscard]] QStringList names() const
    {
        QStringList names;
        for (const ScenarioEntry& entry : session->scenarios())
            names += toQt(entry.name);
        return names;
    }

    /// The rows of the change record in the only working copy, read beside the session.
    [[nodiscard]] std::vector<ChangeRow> recorded() const
    {
        for (const std::string& working : workingFolders(fromQt(state()))) {
            Result<Database> database = Database::open(workingCopyIn(working), Database::Mode::ReadOnly);
            if (!database)
                continue;
            if (Result<std::vector<ChangeRow>> rows = readChanges(database.value()); rows.ok())
                return rows.value();
        }
        return {};
    }
    [[nodiscard]] std::vector<RecoveredProject> left() const { return listRecovered(fromQt(state())); }

    QTemporaryDir folder;
    std::unique_ptr<ScenarioDocument> document;
    std::unique_ptr<ProjectSession> session;
};

} // namespace quotaboard
