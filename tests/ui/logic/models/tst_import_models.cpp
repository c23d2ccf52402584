// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/app/cli_test_support.h"
#include "ui/logic/models/import_models.h"
#endif

using namespace quotaboard;

namespace {

std::shared_ptr<const ImportPreview> previewOf(const QString& path)
{
    ImportService service;
    std::shared_ptr<const ImportPreview> result;
    QObject::connect(&service, &ImportService::previewed, &service,
        [&](const std::shared_ptr<const ImportPreview>& preview) { result = preview; });
    ImportSettings settings;
    settings.files = {path.toStdString()};
    service.preview(settings);
    static_cast<void>(QTest::qWaitFor([&] { return result != nullptr; }, 20'000));
    return result;
}

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestImportModels : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<const ImportPreview> preview_;

private Q_SLOTS:
    void initTestCase()
    {
        const QString path = folder_.filePath("jobs.csv");
        test::writeContent(path,
            "team,submit,start,duration,gpus\nblue,0,120,3600,4\nred,30,30,60,2\nred,<b>x,0,60,1\nblue,40,40,60,0\n");
        preview_ = previewOf(path);
        QVERIFY(preview_ && !preview_->error);
    }

    void firstRowsShowBeforeAndAfter()
    {
        SampleRowsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(preview_);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(cell(model, 0, 1), QStringLiteral("blue,0,120,3600,4"));
        QCOMPARE(cell(model, 0, 2), QStringLiteral("a job"));
        QCOMPARE(cell(model, 0, 4), QStringLiteral("2 min"));
        QCOMPARE(cell(model, 0, 5), QStringLiteral("1 h"));
        QCOMPARE(cell(model, 0, 6), QStringLiteral("4 → 4"));
        QCOMPARE(cell(model, 3, 6), QStringLiteral("0"));
        QCOMPARE(cell(model, 0, 7), QStringLiteral("blue"));
        QCOMPARE(cell(model, 2, 2),
            QStringLiteral("nothing: the submit time cannot be read (dates begin with the year: "
                           "2025-12-31 14:05)"));
        QCOMPARE(cell(model, 2, 5), QStringLiteral("—"));
        // A cell that looks like HTML is no HTML.
        QVERIFY(model.index(2, 1).data(Qt::ToolTipRole).toString().contains("&lt;b&gt;"));
        QVERIFY(model.index(0, 5).data(Qt::AccessibleTextRole).toString().startsWith("Runs for"));
        model.show(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void rejectsNameCauseRowsAndPlaces()
    {
        RejectsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(preview_);
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(cell(model, 0, 0).contains("such as “<b>x”"));
        QCOMPARE(cell(model, 0, 1), QStringLiteral("1"));
        QCOMPARE(cell(model, 0, 2), QStringLiteral("line 4"));
        QCOMPARE(cell(model, 1, 0), QStringLiteral("no GPU is asked for"));
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Rows"));
    }

    void sharesShowDemandAndLimit()
    {
        ImportSharesModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(preview_);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 0, 0), QStringLiteral("blue"));
        QCOMPARE(cell(model, 0, 3), QStringLiteral("4.0"));
        QCOMPARE(cell(model, 0, 6), QStringLiteral("4"));
        QCOMPARE(cell(model, 0, 7), QStringLiteral("Reserve"));
    }
};

QTEST_GUILESS_MAIN(TestImportModels)
#include "tst_import_models.moc"
