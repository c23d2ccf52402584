// SPDX-License-Identifier: Apache-2.0
// J3, a trace of one's own: dropped on the window it is recognised, looked at, and imported; the board has a lane for
// each of its groups and the clock stands at the first submission.
#include "tests/ui/journeys/journey.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

using namespace quotaboard;

namespace {

constexpr int kPatienceMs = 30'000;
constexpr int kJobs = 300;
constexpr int kGroups = 4;

/// A log as the Helios clusters write it: a job a minute, four virtual clusters in turn, two lines that are broken.
QByteArray heliosLog()
{
    QByteArray text = "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n";
    const QDateTime first(QDate(2020, 6, 9), QTime(8, 0), Qt::UTC);
    for (int i = 0; i < kJobs; ++i) {
        const QDateTime submit = first.addSecs(60 * i);
        const QDateTime start = submit.addSecs(30);
        const QDateTime end = start.addSecs(3600);
        const auto word = [](const QDateTime& time) { return time.toString("yyyy-MM-dd HH:mm:ss").toLatin1(); };
        text += QByteArray::number(1000 + i) + ",u1,vc" + QByteArray::number(i % kGroups) + ",2,8,1,COMPLETED,"
            + word(submit) + ',' + word(start) + ',' + word(end) + ",3600,30\n";
    }
    text += "9001,u1,vc0,2,8,1,COMPLETED,yesterday,2020-06-09 08:00:00,2020-06-09 09:00:00,3600,0\n";
    text += "9002,u1,vc0,many,8,1,COMPLETED,2020-06-09 08:00:00,2020-06-09 08:00:00,2020-06-09 09:00:00,3600,0\n";
    return text;
}

void drop(const Person& person, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint middle = person.window->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(person.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(middle), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(person.window.get(), &event);
}

} // namespace

class TestJourneyImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byMouse();
};

void TestJourneyImport::byMouse()
{
    Person person;
    const QString path = person.folder.filePath("jobs.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(heliosLog());
    file.close();

    // 1. Dropped: one page, which says what the file is.
    drop(person, path);
    QTRY_VERIFY_WITH_TIMEOUT(person.find<QWidget>("importPage")->isVisible(), kPatienceMs);
    auto* import = person.find<QPushButton>("importButton");
    QTRY_VERIFY_WITH_TIMEOUT(import->isEnabled(), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(person.textOf("importTotals").contains("300"), kPatienceMs);
    const QString format = person.find<QComboBox>("importFormat")->currentText();
    QVERIFY2(format.contains("Helios"), qPrintable(format));

    // 2, 3. The column of the virtual clusters becomes the share; the zone of the stamps is asked for, not guessed.
    QVERIFY(person.find<QComboBox>("importShareColumn")->isVisible());
    QVERIFY(person.find<QComboBox>("importTimezone")->isVisible());

    // 4. The lines that are of no use, by cause.
    const auto* rejects = person.find<QTableView>("importRejects");
    QVERIFY(rejects->model()->rowCount() >= 1);

    // 5. Import: a lane for each of them, at the start.
    person.click(import);
    QVERIFY(person.waitForRun());
    QTRY_VERIFY(person.page()->isVisible());
    QTRY_COMPARE(person.view()->boardLayout().lanes.size(), std::size_t{kGroups});
    QCOMPARE(person.document->value().jobs.size(), std::size_t{kJobs});
    QVERIFY(person.playback->isAtStart());
    QVERIFY(person.document->path().isEmpty());
    const auto& jobs = person.document->value().jobs.jobs();
    const auto first
        = std::min_element(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.submit < b.submit; });
    QCOMPARE(first->submit, TimeMs{0});
}

QTEST_MAIN(TestJourneyImport)
#include "tst_journey_import.moc"
