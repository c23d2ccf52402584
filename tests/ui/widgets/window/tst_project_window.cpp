// SPDX-License-Identifier: Apache-2.0
// Projects in the window, by mouse and keyboard: made, saved, opened, their scenarios, and what is said when something
// stands against it.
#include <QFile>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/store/project_file.h"
#include "tests/ui/support/window_harness.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/logic/project/project_session.h"
#include "ui/logic/project/state_folder.h"
#include "ui/widgets/window/document_files.h"
#include "ui/widgets/window/file_kind.h"
#include "ui/widgets/window/message_bar.h"
#include "ui/widgets/window/project_banner.h"
#include "ui/widgets/window/recovered_list.h"

#include <QComboBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#endif

using namespace quotaboard;

namespace {

class ProjectWindow : public WindowHarness {
public:
    [[nodiscard]] ProjectSession& session() const { return *window->findChild<ProjectSession*>(); }
    [[nodiscard]] QString file(const char* name) const { return folder.filePath(name); }
    [[nodiscard]] bool newProject() const
    {
        action("actNewProject")->trigger();
        return QTest::qWaitFor([this] { return session().isOpen(); }, 10'000);
    }
    /// Answers the dialog that asks where to, with the keyboard.
    [[nodiscard]] bool answer(const char* name, const QString& path) const
    {
        if (!QTest::qWaitFor([this, name] { return find<QFileDialog>(name) != nullptr; }))
            return false;
        auto* dialog = find<QFileDialog>(name);
        auto* line = dialog->findChild<QLineEdit*>("fileNameEdit");
        if (!line)
            return false;
        // Not typed: the list of completions would take the keys. The dialog lets go of the file that it proposes while
        // one types; it must do so here, too.
        dialog->findChild<QListView*>("listView")->selectionModel()->clearSelection();
        line->setText(path);
        QTest::keyClick(line, Qt::Key_Return);
        return QTest::qWaitFor([this, name] { return find<QFileDialog>(name) == nullptr; });
    }
    [[nodiscard]] bool saveAs(const char* name) const
    {
        action("actSaveAs")->trigger();
        return answer("saveDialog", file(name))
            && QTest::qWaitFor(
                [this, name] { return session().path() == file(name) && !document->isModified(); }, 10'000);
    }
    [[nodiscard]] QString banner() const { return window->findChild<ProjectBanner*>()->text(); }
    [[nodiscard]] QString message() const { return window->findChild<MessageBar*>()->text(); }
    [[nodiscard]] int limit() const { return document->value().shares.front().limits.front().maxCapacity; }
    void click(const char* button) const { QTest::mouseClick(find<QAbstractButton>(button), Qt::LeftButton); }
    [[nodiscard]] QString shownScenario() const { return find<QComboBox>("scenarioCombo")->currentText(); }
    /// As if the program had been killed: the next start finds what it had.
    void leaveBehind(const QString& path) const
    {
        Result<OpenProject> opened = openProject(fromQt(path), fromQt(stateFolder()));
        if (!opened.ok() || !opened.value().project().setValue("test", "edit").ok())
            qFatal("cannot leave a working copy");
    }
};

} // namespace

class TestProjectWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProjectIsKnownByItsContent();
    void aNewProjectIsEditedSavedAndOpenedAgain();
    void aPlainScenarioIsSavedAsAProject();
    void scenariosAreChosenByMouseAndKeyboard();
    void scenariosAreRenamedAndRemoved();
    void aScenarioIsImportedAndExported();
    void unsavedEditsAreAskedAboutAndSaved();
    void revertGoesBackToTheFile();
    void aLockedProjectIsOfferedForReading();
    void aNewerProjectSaysWhatItDoesNotKnow();
    void aDamagedProjectIsSalvaged();
    void recoveredWorkIsListedOpenedAndDiscarded();
    void aScenarioFileClosesTheProject();
};

void TestProjectWindow::aProjectIsKnownByItsContent()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.saveAs("plan.qboard"));
    QVERIFY(QFile::copy(w.file("plan.qboard"), w.file("plan.backup")));
    QCOMPARE(fileKind(w.file("plan.backup")), FileKind::Project);
    QCOMPARE(fileKind(w.file("plan.qboard")), FileKind::Project);
    QCOMPARE(fileKind(w.file("none.qboard")), FileKind::Missing);
}

void TestProjectWindow::aNewProjectIsEditedSavedAndOpenedAgain()
{
    ProjectWindow w;
    QVERIFY(!w.find<QWidget>("scenarioBar")->isVisible());
    QVERIFY(w.newProject());
    QVERIFY(w.find<QWidget>("scenarioBar")->isVisible());
    QVERIFY(!w.find<QWidget>("scenarioName")->isVisible());
    QVERIFY(w.changeLimit(7));
    QVERIFY(w.window->isWindowModified());
    w.press(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(w.answer("saveDialog", w.file("plan")));
    QTRY_VERIFY(!w.window->isWindowModified());
    QVERIFY(QFile::exists(w.file("plan.qboard")));
    QVERIFY2(w.window->windowTitle().contains("New scenario — plan.qboard"), qPrintable(w.window->windowTitle()));
    QCOMPARE(w.recent->files().front().path, w.file("plan.qboard"));
    w.restart();
    QVERIFY(w.open(w.file("plan.qboard")));
    QCOMPARE(w.limit(), 7);
    QVERIFY(!w.window->isWindowModified());
    QVERIFY(!w.action("actSave")->isEnabled());
}

void TestProjectWindow::aPlainScenarioIsSavedAsAProject()
{
    ProjectWindow w;
    QVERIFY(w.open(w.copyOfSample("two.scenario.json")));
    QVERIFY(w.changeLimit(7));
    w.action("actSaveAs")->trigger();
    QVERIFY(w.find<QFileDialog>("saveDialog")->nameFilters().join(' ').contains("*.qboard"));
    QVERIFY(w.answer("saveDialog", w.file("two.qboard")));
    QTRY_VERIFY(w.session().isOpen());
    QTRY_VERIFY(!w.window->isWindowModified());
    QVERIFY(w.document->undoStack().canUndo());
    w.action("actUndo")->trigger();
    QVERIFY(w.window->isWindowModified());
}

void TestProjectWindow::scenariosAreChosenByMouseAndKeyboard()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    w.click("scenarioDuplicate");
    QTRY_COMPARE(w.shownScenario(), QString("New scenario copy"));
    QVERIFY(w.changeLimit(7));
    w.press(Qt::Key_PageUp, Qt::ControlModifier | Qt::AltModifier);
    QTRY_COMPARE(w.shownScenario(), QString("New scenario"));
    QVERIFY(w.limit() != 7);
    auto* combo = w.find<QComboBox>("scenarioCombo");
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QTRY_COMPARE(w.document->displayName(), QString("New scenario copy"));
    QCOMPARE(w.limit(), 7);
    w.click("scenarioDuplicate");
    QTRY_COMPARE(w.shownScenario(), QString("New scenario copy copy"));
    QCOMPARE(combo->count(), 3);
}

void TestProjectWindow::scenariosAreRenamedAndRemoved()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(!w.action("actScenarioRemove")->isEnabled());
    w.action("actScenarioDuplicate")->trigger();
    QTRY_COMPARE(w.session().scenarios().size(), std::size_t{2});
    w.action("actScenarioRename")->trigger();
    auto* dialog = w.find<QInputDialog>("renameScenarioDialog");
    QVERIFY(dialog);
    dialog->setTextValue("New scenario");
    dialog->accept();
    QTRY_VERIFY2(w.message().contains("not changed"), qPrintable(w.message()));
    w.action("actScenarioRename")->trigger();
    QTRY_VERIFY(w.find<QInputDialog>("renameScenarioDialog"));
    w.find<QInputDialog>("renameScenarioDialog")->setTextValue("Lend <b>more</b>");
    w.find<QInputDialog>("renameScenarioDialog")->accept();
    QTRY_COMPARE(w.shownScenario(), QString("Lend <b>more</b>"));
    w.action("actScenarioBaseline")->trigger();
    QTRY_VERIFY(w.shownScenario().endsWith("baseline"));
    w.action("actScenarioEarlier")->trigger();
    QTRY_COMPARE(w.find<QComboBox>("scenarioCombo")->currentIndex(), 0);
    w.action("actScenarioRemove")->trigger();
    auto* box = w.find<QMessageBox>("askRemoveScenario");
    QVERIFY(box);
    box->button(QMessageBox::Cancel)->click();
    QCOMPARE(w.session().scenarios().size(), std::size_t{2});
    QTRY_VERIFY(!w.find<QMessageBox>("askRemoveScenario"));
    w.action("actScenarioRemove")->trigger();
    for (QAbstractButton* button : w.find<QMessageBox>("askRemoveScenario")->buttons()) {
        if (button->text() == "Remove")
            button->click();
    }
    QTRY_COMPARE(w.shownScenario(), QString("New scenario"));
}

void TestProjectWindow::aScenarioIsImportedAndExported()
{
    ProjectWindow w;
    const QString sample = w.copyOfSample("two.scenario.json");
    QVERIFY(w.newProject());
    w.action("actProjectImport")->trigger();
    QVERIFY(w.answer("importScenarioDialog", sample));
    QTRY_COMPARE(w.session().scenarios().size(), std::size_t{2});
    QTRY_COMPARE(w.document->value().jobs.size(), std::size_t{66});
    w.action("actProjectExport")->trigger();
    QVERIFY(w.answer("exportScenarioDialog", w.file("out.scenario.json")));
    QTRY_VERIFY(QFile::exists(w.file("out.scenario.json")));
    QVERIFY(readScenarioFile(fromQt(w.file("out.scenario.json"))).ok());
}

void TestProjectWindow::unsavedEditsAreAskedAboutAndSaved()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.saveAs("plan.qboard"));
    QVERIFY(w.changeLimit(7));
    w.window->close();
    QVERIFY(w.window->isVisible());
    w.find<QMessageBox>("askChanges")->button(QMessageBox::Save)->click();
    QTRY_VERIFY(!w.window->isVisible());
    w.restart();
    QVERIFY(w.open(w.file("plan.qboard")));
    QCOMPARE(w.limit(), 7);
    QVERIFY(w.changeLimit(5));
    w.window->close();
    w.find<QMessageBox>("askChanges")->button(QMessageBox::Discard)->click();
    QTRY_VERIFY(!w.window->isVisible());
    w.restart();
    QVERIFY(listRecovered(fromQt(stateFolder())).empty());
    QVERIFY(w.open(w.file("plan.qboard")));
    QCOMPARE(w.limit(), 7);
}

void TestProjectWindow::revertGoesBackToTheFile()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.changeLimit(7));
    QVERIFY(w.saveAs("plan.qboard"));
    QVERIFY(w.changeLimit(5));
    w.action("actRevert")->trigger();
    for (QAbstractButton* button : w.find<QMessageBox>("askRevert")->buttons()) {
        if (button->text() == "Revert")
            button->click();
    }
    QTRY_COMPARE(w.limit(), 7);
    QVERIFY(w.session().isOpen());
    QVERIFY(!w.window->isWindowModified());
    QVERIFY(w.find<QWidget>("scenarioBar")->isVisible());
}

void TestProjectWindow::aLockedProjectIsOfferedForReading()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.changeLimit(7));
    QVERIFY(w.saveAs("plan.qboard"));
    w.restart();
    Result<OpenProject> other = openProject(fromQt(w.file("plan.qboard")), fromQt(w.file("otherstate")));
    QVERIFY(other.ok());
    w.window->openFiles({w.file("plan.qboard")});
    QTRY_VERIFY2(w.banner().contains("is open in another program"), qPrintable(w.banner()));
    w.click("projectOpenReadOnly");
    QTRY_VERIFY(w.session().isReadOnly());
    QVERIFY(w.banner().contains("reading only"));
    QVERIFY(w.changeLimit(5));
    w.click("projectSaveCopy");
    QVERIFY(w.answer("saveDialog", w.file("copy.qboard")));
    QTRY_VERIFY(!w.session().isReadOnly());
    QTRY_VERIFY(w.banner().isEmpty());
    QCOMPARE(w.session().path(), w.file("copy.qboard"));
    QCOMPARE(w.limit(), 5);
}

void TestProjectWindow::aNewerProjectSaysWhatItDoesNotKnow()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.saveAs("plan.qboard"));
    w.restart();
    {
        Result<Database> database = Database::open(fromQt(w.file("plan.qboard")), Database::Mode::ReadWrite);
        QVERIFY(database.ok());
        QVERIFY(database.value().execute("PRAGMA user_version=99; CREATE TABLE forecast (id INTEGER)").ok());
    }
    QVERIFY(w.open(w.file("plan.qboard")));
    QVERIFY2(w.banner().contains("forecast"), qPrintable(w.banner()));
    QVERIFY(!w.action("actScenarioRename")->isEnabled());
    w.click("projectExport");
    QVERIFY(w.answer("exportScenarioDialog", w.file("out.scenario.json")));
    QTRY_VERIFY(QFile::exists(w.file("out.scenario.json")));
}

void TestProjectWindow::aDamagedProjectIsSalvaged()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.changeLimit(7));
    QVERIFY(w.saveAs("plan.qboard"));
    w.restart();
    QFile file(w.file("plan.qboard"));
    const qint64 size = file.size() - 100;
    QVERIFY(file.resize(size));
    w.window->openFiles({file.fileName()});
    QTRY_VERIFY2(w.banner().contains("damaged"), qPrintable(w.banner()));
    w.click("projectSalvage");
    QTRY_VERIFY(w.session().isOpen());
    QCOMPARE(w.limit(), 7);
    QVERIFY2(w.banner().contains("New scenario"), qPrintable(w.banner()));
    QVERIFY(w.window->isWindowModified());
    QCOMPARE(file.size(), size);
}

void TestProjectWindow::recoveredWorkIsListedOpenedAndDiscarded()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.saveAs("plan.qboard"));
    w.restart();
    QVERIFY(!w.find<QWidget>("recoveredPage")->isVisible());
    w.leaveBehind(w.file("plan.qboard"));
    w.restart();
    QTRY_VERIFY(w.find<QWidget>("recoveredPage")->isVisible());
    // The saved one can be looked at, and what was recovered stays.
    w.click("recoveredLastSaved0");
    QTRY_VERIFY(w.session().isOpen());
    QVERIFY(!w.window->isWindowModified());
    w.action("actClose")->trigger();
    QTRY_VERIFY(w.find<QWidget>("recoveredPage")->isVisible());
    auto* open = w.find<QPushButton>("recoveredOpen0");
    open->setFocus();
    QTest::keyClick(open, Qt::Key_Return);
    QTRY_VERIFY(w.session().isOpen());
    QVERIFY(w.window->isWindowModified());
    w.restart();
    QTRY_VERIFY(w.find<QWidget>("recoveredPage")->isVisible());
    w.click("recoveredDiscard0");
    for (QAbstractButton* button : w.find<QMessageBox>("askDiscardRecovered")->buttons()) {
        if (button->text() == "Discard")
            button->click();
    }
    QTRY_VERIFY(!w.find<QWidget>("recoveredPage")->isVisible());
    QVERIFY(QFile::exists(w.file("plan.qboard")));
}

void TestProjectWindow::aScenarioFileClosesTheProject()
{
    ProjectWindow w;
    QVERIFY(w.newProject());
    QVERIFY(w.saveAs("plan.qboard"));
    QVERIFY(w.open(w.copyOfSample("two.scenario.json")));
    QVERIFY(!w.session().isOpen());
    QVERIFY(!w.find<QWidget>("scenarioBar")->isVisible());
    QVERIFY(w.find<QWidget>("scenarioName")->isVisible());
    QVERIFY(!w.window->isWindowModified());
}

QTEST_MAIN(TestProjectWindow)
#include "tst_project_window.moc"
