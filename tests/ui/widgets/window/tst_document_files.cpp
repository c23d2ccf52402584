// SPDX-License-Identifier: Apache-2.0
// What the window says about the traces that a scenario refers to.
#include <QFile>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/atomic_file.h"
#include "core/exchange/imported_scenario.h"
#include "core/exchange/scenario_writer.h"
#include "tests/ui/support/window_harness.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/window/message_bar.h"
#endif

using namespace quotaboard;

namespace {

const char* const kTraceCsv = "id,submit,start,end,gpus,vc\n"
                              "a,0,0,100,1,red\n"
                              "b,5,10,200,2,blue\n"
                              "c,7,20,30,1,red\n";

class TraceWindow : public WindowHarness {
public:
    TraceWindow()
    {
        writeTrace(kTraceCsv);
        Result<Trace> read = readTrace({fromQt(trace)}, {}, nullptr);
        Result<ImportResult> result = importTrace(read.value(), {});
        const TraceReference reference = makeTraceReference({"jobs.csv"}, read.value(), {}, {}, result.value());
        if (!writeScenario(result.value().scenario, &reference, fromQt(scenario)))
            qFatal("cannot write");
    }

    void writeTrace(const QByteArray& text) const
    {
        if (!writeFileAtomically(fromQt(trace), text.toStdString()))
            qFatal("cannot write");
    }
    [[nodiscard]] QString message() const { return window->findChild<MessageBar*>()->text(); }
    [[nodiscard]] QString saved() const
    {
        QFile file(scenario);
        return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    QString trace = folder.filePath("jobs.csv");
    QString scenario = folder.filePath("jobs.scenario.json");
};

} // namespace

class TestDocumentFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChangedTraceIsToldWhenOpened();
    void aTraceThatWentIsToldWhenSaved();
};

void TestDocumentFiles::aChangedTraceIsToldWhenOpened()
{
    TraceWindow w;
    QVERIFY(w.open(w.scenario));
    QVERIFY2(w.message().isEmpty(), qPrintable(w.message()));
    w.writeTrace(QByteArray(kTraceCsv).replace("200", "300"));
    QVERIFY(w.open(w.scenario));
    QTRY_VERIFY(w.message().contains("jobs.csv"));
    QVERIFY(w.message().contains("is not the file"));
}

void TestDocumentFiles::aTraceThatWentIsToldWhenSaved()
{
    TraceWindow w;
    QVERIFY(w.open(w.scenario));
    QVERIFY(w.saved().contains("\"traces\""));
    QVERIFY(w.changeLimit(7));
    w.action("actSave")->trigger();
    QVERIFY(w.saved().contains("\"traces\""));
    QVERIFY(w.message().isEmpty());
    QVERIFY(QFile::remove(w.trace));
    QVERIFY(w.changeLimit(6));
    w.action("actSave")->trigger();
    QVERIFY(w.message().contains("written out"));
    QVERIFY(w.message().contains("jobs.csv"));
    QVERIFY(!w.saved().contains("\"traces\""));
    QVERIFY(w.open(w.scenario));
    QCOMPARE(w.document->value().jobs.size(), std::size_t{3});
}

QTEST_MAIN(TestDocumentFiles)
#include "tst_document_files.moc"
