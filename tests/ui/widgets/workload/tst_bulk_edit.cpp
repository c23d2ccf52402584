// SPDX-License-Identifier: Apache-2.0
// Many jobs at once: the fields begin with what the jobs have, and the selection outlives the undoing. Classes that
// jobs name without anybody having defined them.
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#ifndef Q_MOC_RUN
#include "core/exchange/scenario_file.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/models/job_table_model.h"
#include "ui/logic/playback/playback.h"
#include "ui/widgets/style/theme.h"
#include "ui/widgets/workload/jobs_table.h"
#include "ui/widgets/workload/workload_page.h"
#endif

using namespace quotaboard;

namespace {

constexpr const char* kScenario = R"({"format": "quotaboard-scenario", "version": 1,
 "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "u", "maxCapacity": 8}]}],
 "quotaShares": [{"quotaShareName": "a", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 8}],
   "resourceSharingConfiguration": {"strategy": "RESERVE"}},
  {"quotaShareName": "b", "capacityLimits": [{"capacityUnit": "u", "maxCapacity": 2}],
   "resourceSharingConfiguration": {"strategy": "RESERVE"}}],
 "jobs": [
  {"jobId": "J1", "jobName": "x", "quotaShareName": "b", "capacityUnit": "u", "instanceCount": 2, "submitSeconds": 0, "workSeconds": 60, "schedulingPriority": 7, "checkpoint": {"intervalSeconds": 600}, "workloadClass": "train"},
  {"jobId": "J2", "jobName": "x", "quotaShareName": "b", "capacityUnit": "u", "instanceCount": 2, "submitSeconds": 1, "workSeconds": 60, "schedulingPriority": 7, "checkpoint": {"intervalSeconds": 600}, "workloadClass": "train"},
  {"jobId": "J3", "jobName": "x", "quotaShareName": "a", "capacityUnit": "u", "instanceCount": 3, "submitSeconds": 2, "workSeconds": 60, "schedulingPriority": 9, "workloadClass": "eval"}
 ]})";

struct Page {
    Page()
    {
        theme.setKind(qEnvironmentVariable("QUOTABOARD_THEME") == "dark" ? ThemeKind::Dark : ThemeKind::Light);
        theme.applyTo(*qApp);
        Result<ScenarioFile> file = readScenarioFileText(kScenario, "test", {});
        if (!file)
            qFatal("scenario refused");
        document.open(std::move(file.value()), {});
        page.resize(1180, 700);
        page.show();
        (void)QTest::qWaitForWindowActive(&page);
        settle();
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return playback.result() != nullptr && !playback.isComputing(); }, 20'000);
    }
    void selectRows(const std::vector<int>& rows)
    {
        table->clearSelection();
        for (const int row : rows)
            table->selectionModel()->select(
                table->model()->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        table->selectionModel()->setCurrentIndex(table->model()->index(rows.front(), 0), QItemSelectionModel::NoUpdate);
    }
    QDialog* edit()
    {
        QTest::keyClick(table, Qt::Key_E, Qt::ControlModifier);
        for (QDialog* dialog : page.findChildren<QDialog*>("bulkEdit")) {
            if (dialog->isVisible())
                return dialog;
        }
        return nullptr;
    }
    static QCheckBox* box(QDialog& dialog, const char* text)
    {
        for (QCheckBox* one : dialog.findChildren<QCheckBox*>()) {
            if (one->text() == text)
                return one;
        }
        return nullptr;
    }
    static void picture(QWidget& widget, const char* name)
    {
        const QString folder = qEnvironmentVariable("QUOTABOARD_PICTURES");
        QTest::qWait(20);
        if (!folder.isEmpty())
            widget.grab().save(folder + "/" + name + ".png");
    }

    ScenarioDocument document;
    Playback playback{document};
    Theme theme;
    WorkloadPage page{document, playback, theme};
    JobsTable* table = page.findChild<JobsTable*>("jobsTable");
};

} // namespace

class TestBulkEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fieldsBeginWithWhatTheJobsHave();
    void whatDiffersSaysSoAndIsNotTakenForAValue();
    void tickingABoxLeadsToItsField();
    void undoBringsTheSelectionBack();
    void undefinedClassesAreListedAndDefined();
};

void TestBulkEdit::fieldsBeginWithWhatTheJobsHave()
{
    Page page;
    page.selectRows({0, 1});
    QDialog* dialog = page.edit();
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QComboBox*>("bulk_share")->currentText(), QString("b"));
    QCOMPARE(dialog->findChild<QComboBox*>("bulk_unit")->currentText(), QString("u"));
    QCOMPARE(dialog->findChild<QSpinBox*>("bulk_instances")->value(), 2);
    QCOMPARE(dialog->findChild<QSpinBox*>("bulk_priority")->value(), 7);
    QCOMPARE(dialog->findChild<QLineEdit*>("bulk_checkpoint")->text(), QString("10m / 0s"));
    QCOMPARE(dialog->findChild<QLineEdit*>("bulk_deadline")->text(), QString("none"));
    QCOMPARE(dialog->findChild<QComboBox*>("bulk_class")->currentText(), QString("train"));
    Page::picture(*dialog, "bulk-same");
}

void TestBulkEdit::whatDiffersSaysSoAndIsNotTakenForAValue()
{
    Page page;
    page.selectRows({0, 1, 2});
    QDialog* dialog = page.edit();
    QVERIFY(dialog);
    const QString several("several values");
    auto* share = dialog->findChild<QComboBox*>("bulk_share");
    QCOMPARE(share->currentIndex(), -1);
    QCOMPARE(share->placeholderText(), several);
    QCOMPARE(dialog->findChild<QSpinBox*>("bulk_instances")->text(), several);
    QCOMPARE(dialog->findChild<QSpinBox*>("bulk_priority")->text(), several);
    QCOMPARE(dialog->findChild<QLineEdit*>("bulk_checkpoint")->text(), QString());
    QCOMPARE(dialog->findChild<QLineEdit*>("bulk_checkpoint")->placeholderText(), several);
    auto* apply = dialog->findChild<QPushButton*>("bulkEditApply");
    for (const char* name : {"Share", "Priority"}) {
        QCheckBox* box = Page::box(*dialog, name);
        QVERIFY(box);
        box->setChecked(true);
        QVERIFY(!apply->isEnabled());
        box->setChecked(false);
    }
    Page::box(*dialog, "Priority")->setChecked(true);
    Page::picture(*dialog, "bulk-several");
    // The first digit takes the place of the words.
    QTest::mouseClick(dialog->findChild<QSpinBox*>("bulk_priority")->findChild<QLineEdit*>(), Qt::LeftButton);
    QTest::qWait(20);
    QTest::keyClick(dialog->findChild<QSpinBox*>("bulk_priority"), Qt::Key_3);
    QCOMPARE(dialog->findChild<QSpinBox*>("bulk_priority")->value(), 3);
    QVERIFY(apply->isEnabled());
    QTest::mouseClick(apply, Qt::LeftButton);
    for (const Job& job : page.document.value().jobs.jobs())
        QCOMPARE(job.priority, 3);
}

void TestBulkEdit::tickingABoxLeadsToItsField()
{
    Page page;
    page.selectRows({0, 1});
    QDialog* dialog = page.edit();
    QVERIFY(dialog);
    dialog->activateWindow();
    QTRY_VERIFY(dialog->isActiveWindow());
    const std::pair<const char*, const char*> fields[]
        = {{"Priority", "bulk_priority"}, {"Checkpoint", "bulk_checkpoint"}, {"Share", "bulk_share"}};
    for (const auto& [title, name] : fields) {
        QCheckBox* box = Page::box(*dialog, title);
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY(box->isChecked());
        auto* field = dialog->findChild<QWidget*>(name);
        const QWidget* focus = dialog->focusWidget();
        QVERIFY2(field == focus || field->isAncestorOf(focus),
            qPrintable(QString("%1: %2").arg(name, focus ? focus->objectName() : QString("nothing"))));
    }
}

void TestBulkEdit::undoBringsTheSelectionBack()
{
    Page page;
    auto* filter = page.page.findChild<QLineEdit*>("jobsFilter");
    QVERIFY(filter);
    filter->setFocus();
    QTest::keyClicks(filter, "priority=7");
    QTRY_COMPARE(page.table->model()->rowCount(), 2);
    page.selectRows({0, 1});
    QDialog* dialog = page.edit();
    QVERIFY(dialog);
    Page::box(*dialog, "Priority")->setChecked(true);
    dialog->findChild<QSpinBox*>("bulk_priority")->setValue(1);
    QTest::mouseClick(dialog->findChild<QPushButton*>("bulkEditApply"), Qt::LeftButton);
    // They do not match the filter any more.
    QTRY_COMPARE(page.table->model()->rowCount(), 0);
    page.document.undoStack().undo();
    QTRY_COMPARE(page.table->model()->rowCount(), 2);
    QTRY_COMPARE(page.table->selectedCount(), std::size_t{2});
    page.document.undoStack().redo();
    QTRY_COMPARE(page.table->model()->rowCount(), 0);
}

void TestBulkEdit::undefinedClassesAreListedAndDefined()
{
    Page page;
    page.page.findChild<QTabWidget*>("workloadTabs")->setCurrentIndex(1);
    auto* table = page.page.findChild<QTableView*>("classesTable");
    QVERIFY(table->isVisible());
    const QAbstractItemModel* model = table->model();
    QCOMPARE(model->rowCount(), 2);
    QStringList found;
    for (int row = 0; row < 2; ++row) {
        const QString name = model->index(row, 0).data().toString();
        found.append(name + " " + model->index(row, model->columnCount() - 1).data().toString());
        QVERIFY(model->index(row, 1).data().toString().startsWith("not defined"));
        QVERIFY(!(model->index(row, 1).flags() & Qt::ItemIsEditable));
    }
    found.sort();
    QCOMPARE(found, QStringList({"eval 1", "train 2"}));
    Page::picture(page.page, "classes-undefined");
    int train = model->index(0, 0).data().toString() == "train" ? 0 : 1;
    table->setCurrentIndex(model->index(train, 0));
    auto* define = page.page.findChild<QPushButton*>("classDefine");
    QVERIFY(define->isEnabled());
    QVERIFY(!page.page.findChild<QPushButton*>("classDelete")->isEnabled());
    QVERIFY(!page.page.findChild<QPushButton*>("classApply")->isEnabled());
    QTest::mouseClick(define, Qt::LeftButton);
    QCOMPARE(page.document.extras().workloadClasses.size(), std::size_t{1});
    QCOMPARE(page.document.extras().workloadClasses[0].name, std::string("train"));
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(table->currentIndex().row(), 0);
    QVERIFY(!define->isEnabled());
    QVERIFY(page.page.findChild<QPushButton*>("classApply")->isEnabled());
    page.document.undoStack().undo();
    QVERIFY(page.document.extras().workloadClasses.empty());
}

QTEST_MAIN(TestBulkEdit)
#include "tst_bulk_edit.moc"
