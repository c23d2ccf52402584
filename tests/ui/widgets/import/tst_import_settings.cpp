// SPDX-License-Identifier: Apache-2.0
// What was chosen for an import stays until it is meant to go: Esc in a field, leaving the page, coming back.
#include "ui/widgets/import/import_page.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "ui/widgets/style/theme.h"
#endif

using namespace quotaboard;

namespace {

constexpr int kPatienceMs = 30'000;

struct PageFixture {
    PageFixture()
    {
        page.resize(1200, 800);
        page.show();
        static_cast<void>(QTest::qWaitForWindowActive(&page));
    }
    bool isReady() const
    {
        return QTest::qWaitFor([this] { return page.isIdle(); }, kPatienceMs);
    }
    bool open(const QString& file)
    {
        page.setFiles({file});
        return isReady();
    }
    QString write(const char* name, const QByteArray& content) const
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write the trace of the test");
        return file.fileName();
    }
    QString stamps() const { return write("stamps.csv", "team,submit,duration,gpus\na,2025-03-01 10:00:00,60,1\n"); }
    template <class T>
    T* find(const char* name) const
    {
        return page.findChild<T*>(name);
    }
    void type(const char* name, const QString& text) const
    {
        auto* field = find<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }

    QTemporaryDir folder;
    Theme theme;
    ImportPage page{theme, nullptr};
};

} // namespace

class TestImportSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void escapeInAFieldLeavesTheFieldAndNotThePage();
    void escapeLeavesAPageOnWhichNothingWasChosen();
    void theSameFileComesBackWithItsSettings();
    void anotherFileBeginsAnew();
    void theFooterNamesTheFieldThatIsWrong();
    void theWarningAboutZonesIsGivenOnce();
    void sharesStandAboveTheRowsThatWereRead();
};

void TestImportSettings::escapeInAFieldLeavesTheFieldAndNotThePage()
{
    PageFixture f;
    QVERIFY(f.open(f.stamps()));
    const QSignalSpy closed(&f.page, &ImportPage::closed);
    f.type("importCapacity", "7");
    QTest::keyClick(f.find<QLineEdit>("importCapacity"), Qt::Key_Escape);
    QCOMPARE(closed.size(), 0);
    QVERIFY(!f.find<QLineEdit>("importCapacity")->hasFocus());
    QCOMPARE(f.find<QLineEdit>("importCapacity")->text(), QString("7"));
    // Once more, out of every field.
    QTest::keyClick(f.page.focusWidget(), Qt::Key_Escape);
    QCOMPARE(closed.size(), 1);
}

void TestImportSettings::escapeLeavesAPageOnWhichNothingWasChosen()
{
    PageFixture f;
    QVERIFY(f.open(f.stamps()));
    const QSignalSpy closed(&f.page, &ImportPage::closed);
    f.find<QLineEdit>("importCapacity")->setFocus();
    QTest::keyClick(f.find<QLineEdit>("importCapacity"), Qt::Key_Escape);
    QCOMPARE(closed.size(), 1);
}

void TestImportSettings::theSameFileComesBackWithItsSettings()
{
    PageFixture f;
    const QString file = f.stamps();
    QVERIFY(f.open(file));
    f.type("importCapacity", "7");
    f.type("importName", "mine");
    QVERIFY(f.isReady());
    QTest::mouseClick(f.find<QPushButton>("importBack"), Qt::LeftButton);
    QVERIFY(f.open(file));
    QCOMPARE(f.find<QLineEdit>("importCapacity")->text(), QString("7"));
    QCOMPARE(f.find<QLineEdit>("importName")->text(), QString("mine"));
    QVERIFY(f.find<QLabel>("importCapacities")->text().contains("7, as given"));
    QVERIFY(f.find<QPushButton>("importButton")->isEnabled());
}

void TestImportSettings::anotherFileBeginsAnew()
{
    PageFixture f;
    QVERIFY(f.open(f.stamps()));
    f.type("importCapacity", "7");
    QVERIFY(f.isReady());
    QVERIFY(f.open(f.write("other.csv", "team,submit,duration,gpus\nb,0,60,1\n")));
    QCOMPARE(f.find<QLineEdit>("importCapacity")->text(), QString());
}

void TestImportSettings::theFooterNamesTheFieldThatIsWrong()
{
    PageFixture f;
    QVERIFY(f.open(f.stamps()));
    auto* limits = f.find<QComboBox>("importLimits");
    limits->setCurrentIndex(limits->findText("from a file"));
    Q_EMIT limits->activated(limits->currentIndex());
    QVERIFY(f.isReady());
    QCOMPARE(
        f.find<QLabel>("importStatus")->text(), QString("Limits: Choose a file with lines share,unit,limit, or JSON."));
    f.type("importLimitsFile", "/nowhere/limits.csv");
    QVERIFY(f.isReady());
    QCOMPARE(f.find<QLabel>("importStatus")->text(), QString("Limits: There is no file /nowhere/limits.csv."));
}

void TestImportSettings::theWarningAboutZonesIsGivenOnce()
{
    PageFixture f;
    QVERIFY(f.open(f.stamps()));
    int warnings = 0;
    for (const QLabel* label : f.page.findChildren<QLabel*>())
        warnings += label->isVisible() && label->text().contains("Time stamps without a zone") ? 1 : 0;
    QCOMPARE(warnings, 1);
    QVERIFY(f.find<QLabel>("importZoneHint")->isVisible());
}

void TestImportSettings::sharesStandAboveTheRowsThatWereRead()
{
    PageFixture f;
    QVERIFY(f.open(f.stamps()));
    const auto top = [&](const char* table) { return f.find<QTableView>(table)->mapTo(&f.page, QPoint()).y(); };
    QTRY_VERIFY(top("importShares") < top("importRows"));
    const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::HighContrast}) {
        if (folder.isEmpty())
            break;
        f.theme.setKind(kind);
        f.theme.applyTo(*qApp);
        QTest::qWait(20);
        f.page.grab().save(folder + QString("/import-%1.png").arg(static_cast<int>(kind)));
    }
}

QTEST_MAIN(TestImportSettings)
#include "tst_import_settings.moc"
