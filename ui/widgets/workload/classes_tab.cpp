// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/classes_tab.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/workload_edits.h"
#include "ui/logic/models/workload_class_model.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace quotaboard {

namespace {

constexpr int kMargin = 12;

QPushButton* makeButton(const QString& text, const char* name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QString::fromLatin1(name));
    return button;
}

} // namespace

ClassesTab::ClassesTab(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , model_(new WorkloadClassModel(this))
    , stack_(new QStackedWidget(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(stack_);
    stack_->addWidget(makeTablePart());
    stack_->addWidget(makeEmptyPart());
    connect(model_, &WorkloadClassModel::textRefused, this, [this](const QString& problem) {
        problem_->setText(problem);
        problem_->show();
        Q_EMIT statusMessage(problem);
    });
    connect(model_, &WorkloadClassModel::changeWanted, this, [this](int changed, const WorkloadClass& kind) {
        std::vector<WorkloadClass> classes = document_.extras().workloadClasses;
        classes[static_cast<std::size_t>(changed)] = kind;
        apply(workloadClassesEdit(tr("Change class %1").arg(toQt(kind.name)), std::move(classes)));
    });
    connect(&document_, &ScenarioDocument::changed, this, &ClassesTab::follow);
    connect(&document_, &ScenarioDocument::extrasChanged, this, &ClassesTab::follow);
    setFocusProxy(table_);
    follow();
}

QWidget* ClassesTab::makeTablePart()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->addWidget(makeLabel(tr("Defaults for jobs of one kind. New jobs of a class take them; jobs that are there "
                                   "keep what they have until "
                                   "the defaults are applied to them. Double click or Enter edits a cell."),
        "secondary", part));
    problem_ = makeLabel({}, "secondary", part);
    problem_->setObjectName(QStringLiteral("classesProblem"));
    problem_->setTextFormat(Qt::PlainText);
    problem_->hide();
    column->addWidget(problem_);
    table_ = new QTableView(part);
    table_->setObjectName(QStringLiteral("classesTable"));
    table_->setAccessibleName(tr("Workload classes"));
    table_->setModel(model_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(
        QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    column->addWidget(table_, 1);
    auto* row = new QHBoxLayout;
    auto* add = makeButton(tr("New class"), "classAdd", part);
    define_ = makeButton(tr("Define"), "classDefine", part);
    define_->setToolTip(tr("Makes a class of the name, with defaults that you then set; its jobs stay as they are"));
    remove_ = makeButton(tr("Delete"), "classDelete", part);
    apply_ = makeButton(tr("Apply to its jobs"), "classApply", part);
    for (QPushButton* button : {add, define_, remove_, apply_})
        row->addWidget(button);
    row->addStretch(1);
    column->addLayout(row);
    connect(add, &QPushButton::clicked, this, &ClassesTab::addClass);
    connect(define_, &QPushButton::clicked, this, &ClassesTab::defineClass);
    connect(remove_, &QPushButton::clicked, this, &ClassesTab::removeClass);
    connect(apply_, &QPushButton::clicked, this, &ClassesTab::applyToJobs);
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ClassesTab::followCurrent);
    return part;
}

QWidget* ClassesTab::makeEmptyPart()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->addStretch(1);
    auto* title = makeLabel(tr("No workload classes yet"), "title", part);
    title->setAlignment(Qt::AlignCenter);
    column->addWidget(title);
    auto* text = makeLabel(
        tr("A class gives jobs of one kind their checkpoints, restore time and retries."), "secondary", part);
    text->setAlignment(Qt::AlignCenter);
    column->addWidget(text);
    auto* add = makeButton(tr("New class"), "classFirst", part);
    add->setProperty("look", "primary");
    column->addWidget(add, 0, Qt::AlignCenter);
    column->addStretch(2);
    connect(add, &QPushButton::clicked, this, &ClassesTab::addClass);
    return part;
}

int ClassesTab::row() const
{
    return table_->currentIndex().isValid() ? table_->currentIndex().row() : -1;
}

void ClassesTab::follow()
{
    problem_->hide();
    model_->show(document_.scenario(), document_.extras().workloadClasses);
    stack_->setCurrentIndex(model_->rowCount() > 0 ? 0 : 1);
    followCurrent();
}

void ClassesTab::followCurrent()
{
    const bool isAny = row() >= 0 && row() < model_->rowCount();
    const auto jobs = isAny ? static_cast<int>(model_->jobsOf(row())) : 0;
    const bool isDefined = isAny && model_->isDefined(row());
    define_->setEnabled(isAny && !isDefined);
    remove_->setEnabled(isDefined);
    apply_->setEnabled(isDefined && jobs > 0);
    if (!isDefined)
        apply_->setText(tr("Apply to its jobs"));
    else
        apply_->setText(jobs == 1 ? tr("Apply to its one job") : tr("Apply to its %Ln jobs", nullptr, jobs));
}

std::string ClassesTab::newName() const
{
    const std::vector<WorkloadClass>& classes = model_->classes();
    const auto isTaken = [&](std::string_view name) {
        return std::any_of(classes.begin(), classes.end(), [&](const WorkloadClass& k) { return k.name == name; });
    };
    // A class that jobs name already comes first.
    const JobTable& jobs = document_.value().jobs;
    std::set<StringId> seen;
    for (const Job& job : jobs.jobs()) {
        if (!job.workloadClass.isValid() || !seen.insert(job.workloadClass).second)
            continue;
        const std::string_view name = jobs.text(job.workloadClass);
        if (!name.empty() && !isTaken(name))
            return std::string{name};
    }
    for (int i = 1;; ++i) {
        const std::string name = fromQt(tr("class-%1").arg(i));
        if (!isTaken(name))
            return name;
    }
}

void ClassesTab::addClass()
{
    add(newName());
}

void ClassesTab::defineClass()
{
    if (row() >= 0 && !model_->isDefined(row()))
        add(model_->nameOf(row()));
}

void ClassesTab::add(const std::string& wanted)
{
    std::vector<WorkloadClass> classes = document_.extras().workloadClasses;
    classes.push_back({wanted, {}, {}});
    const QString name = toQt(classes.back().name);
    apply(workloadClassesEdit(tr("Add class %1").arg(name), std::move(classes)));
    for (int i = 0; i < model_->rowCount(); ++i) {
        if (model_->nameOf(i) == wanted)
            table_->setCurrentIndex(model_->index(i, WorkloadClassModel::Name));
    }
    table_->setFocus(Qt::OtherFocusReason);
}

void ClassesTab::removeClass()
{
    if (row() < 0 || !model_->isDefined(row()))
        return;
    std::vector<WorkloadClass> classes = document_.extras().workloadClasses;
    const QString name = toQt(classes[static_cast<std::size_t>(row())].name);
    classes.erase(classes.begin() + row());
    apply(workloadClassesEdit(tr("Delete class %1").arg(name), std::move(classes)));
}

void ClassesTab::applyToJobs()
{
    if (row() < 0 || !model_->isDefined(row()))
        return;
    apply(applyClassEdit(document_.value(), document_.extras().workloadClasses[static_cast<std::size_t>(row())]));
}

void ClassesTab::apply(const Edit& edit)
{
    const Status status = document_.apply(edit);
    if (!status) {
        problem_->setText(errorText(status.error()));
        problem_->show();
        Q_EMIT statusMessage(problem_->text());
    }
}

} // namespace quotaboard
