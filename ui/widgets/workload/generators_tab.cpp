// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/generators_tab.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/logic/document/workload_edits.h"
#include "ui/logic/models/generator_list_model.h"
#include "ui/logic/models/generator_preview.h"
#include "ui/widgets/panels/panel_parts.h"
#include "ui/widgets/workload/generator_form.h"
#include "ui/widgets/workload/generator_preview_view.h"

#include <QHBoxLayout>
#include <QListView>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quotaboard {

namespace {

constexpr int kMargin = 12;
constexpr TimeMs kFirstSpan = 7 * kMsPerDay;
constexpr int kListWidth = 220;
constexpr int kFormWidth = 420;
constexpr int kPreviewWidth = 380;

QPushButton* makeButton(const QString& text, const char* name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QString::fromLatin1(name));
    return button;
}

} // namespace

GeneratorsTab::GeneratorsTab(ScenarioDocument& document, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , model_(new GeneratorListModel(this))
    , previewer_(new GeneratorPreviewer(this))
    , stack_(new QStackedWidget(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(stack_);
    auto* parts = new QSplitter(this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeListPart());
    form_ = new GeneratorForm(theme, parts);
    parts->addWidget(form_);
    view_ = new GeneratorPreviewView(theme, parts);
    parts->addWidget(view_);
    parts->setSizes({kListWidth, kFormWidth, kPreviewWidth});
    parts->setStretchFactor(1, 1);
    parts->setStretchFactor(2, 1);
    stack_->addWidget(parts);
    stack_->addWidget(makeEmptyPart());

    connect(form_, &GeneratorForm::edited, this, &GeneratorsTab::followEdit);
    connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &GeneratorsTab::followCurrent);
    connect(previewer_, &GeneratorPreviewer::found, this, &GeneratorsTab::takePreview);
    connect(previewer_, &GeneratorPreviewer::busyChanged, this, &GeneratorsTab::followState);
    connect(&document_, &ScenarioDocument::changed, this, &GeneratorsTab::followDocument);
    connect(&document_, &ScenarioDocument::extrasChanged, this, &GeneratorsTab::followDocument);
    setFocusProxy(list_);
    followDocument();
}

QWidget* GeneratorsTab::makeListPart()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    list_ = new QListView(part);
    list_->setObjectName(QStringLiteral("generatorList"));
    list_->setAccessibleName(tr("Generators"));
    list_->setModel(model_);
    list_->setSpacing(2);
    column->addWidget(list_, 1);
    auto* row = new QHBoxLayout;
    auto* add = makeButton(tr("Add"), "generatorAdd", part);
    duplicate_ = makeButton(tr("Duplicate"), "generatorDuplicate", part);
    remove_ = makeButton(tr("Delete"), "generatorDelete", part);
    for (QPushButton* button : {add, duplicate_, remove_})
        row->addWidget(button);
    column->addLayout(row);
    state_ = makeLabel({}, "secondary", part);
    state_->setObjectName(QStringLiteral("generatorState"));
    column->addWidget(state_);
    apply_ = makeButton(tr("Apply"), "generatorApply", part);
    apply_->setProperty("look", "primary");
    apply_->setToolTip(tr("Makes the generated jobs anew, as one step that can be undone"));
    revert_ = makeButton(tr("Discard changes"), "generatorRevert", part);
    column->addWidget(apply_);
    column->addWidget(revert_);
    connect(add, &QPushButton::clicked, this, &GeneratorsTab::addGenerator);
    connect(duplicate_, &QPushButton::clicked, this, &GeneratorsTab::duplicateGenerator);
    connect(remove_, &QPushButton::clicked, this, &GeneratorsTab::removeGenerator);
    connect(apply_, &QPushButton::clicked, this, &GeneratorsTab::apply);
    connect(revert_, &QPushButton::clicked, this, &GeneratorsTab::revert);
    return part;
}

QWidget* GeneratorsTab::makeEmptyPart()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->addStretch(1);
    auto* title = makeLabel(tr("No generators yet"), "title", part);
    title->setAlignment(Qt::AlignCenter);
    column->addWidget(title);
    auto* text = makeLabel(
        tr("A generator makes the jobs of one share from a few numbers: how often they arrive, how long they work."),
        "secondary", part);
    text->setAlignment(Qt::AlignCenter);
    column->addWidget(text);
    auto* add = makeButton(tr("New generator"), "generatorFirst", part);
    add->setProperty("look", "primary");
    column->addWidget(add, 0, Qt::AlignCenter);
    column->addStretch(2);
    connect(add, &QPushButton::clicked, this, &GeneratorsTab::addGenerator);
    return part;
}

int GeneratorsTab::row() const
{
    return list_->currentIndex().isValid() ? list_->currentIndex().row() : -1;
}

bool GeneratorsTab::isChanged() const
{
    return model_->generators() != applied_;
}

void GeneratorsTab::followDocument()
{
    const std::vector<GeneratorSpec>& now = document_.extras().generators;
    if (now != applied_) {
        // Undo, redo, another document: drafts of what is gone go, too.
        const int current = std::max(0, row());
        applied_ = now;
        appliesSoon_ = false;
        model_->setGenerators(now);
        if (model_->rowCount() > 0)
            list_->setCurrentIndex(model_->index(std::min(current, model_->rowCount() - 1)));
    }
    if (isVisible())
        followCurrent();
    else
        followState();
}

void GeneratorsTab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    followCurrent();
}

void GeneratorsTab::followCurrent()
{
    form_->setEnabled(row() >= 0);
    if (row() >= 0)
        form_->show(document_.value(), model_->generators()[static_cast<std::size_t>(row())]);
    requestPreview();
}

void GeneratorsTab::followEdit()
{
    if (row() < 0)
        return;
    model_->setGenerator(row(), form_->spec());
    requestPreview();
}

void GeneratorsTab::requestPreview()
{
    preview_.reset();
    if (isVisible() && document_.isOpen() && (row() >= 0 || isChanged())) {
        previewer_->request(document_.scenario(), document_.extras().generators, model_->generators(), row());
    } else {
        previewer_->cancel();
        view_->show({});
    }
    followState();
}

void GeneratorsTab::takePreview(std::shared_ptr<const GeneratorPreview> preview)
{
    preview_ = std::move(preview);
    view_->show(preview_);
    followState();
    if (std::exchange(appliesSoon_, false))
        applyPreview();
}

void GeneratorsTab::followState()
{
    const bool isAny = model_->rowCount() > 0 || isChanged();
    stack_->setCurrentIndex(isAny ? 0 : 1);
    view_->setBusy(previewer_->isBusy());
    const bool hasError = !form_->problem().isEmpty() || (preview_ != nullptr && preview_->error);
    apply_->setEnabled(isChanged() && !hasError);
    revert_->setEnabled(isChanged());
    duplicate_->setEnabled(row() >= 0);
    remove_->setEnabled(row() >= 0);
    if (!isChanged())
        state_->setText(tr("Generators: %1").arg(QLocale().toString(model_->rowCount())));
    else if (appliesSoon_)
        state_->setText(tr("Making the jobs…"));
    else
        state_->setText(hasError ? tr("Cannot be applied yet.") : tr("Changes are not applied yet."));
}

std::string GeneratorsTab::freeName(const std::string& share) const
{
    const auto isTaken = [&](const std::string& name) {
        return std::any_of(model_->generators().begin(), model_->generators().end(),
            [&](const GeneratorSpec& spec) { return spec.share == share && spec.name == name; });
    };
    for (int i = 1;; ++i) {
        const std::string name = fromQt(tr("workload-%1").arg(i));
        if (!isTaken(name))
            return name;
    }
}

void GeneratorsTab::addGenerator()
{
    const Scenario& scenario = document_.value();
    if (scenario.shares.empty())
        return void(Q_EMIT statusMessage(tr("Add a share first: a generator makes the jobs of one.")));
    const QuotaShare& share = scenario.shares.front();
    GeneratorSpec spec;
    spec.share = share.name;
    spec.unit = share.limits.empty() ? std::string{} : scenario.unitName(share.limits.front().unit);
    spec.name = freeName(spec.share);
    spec.until = scenario.horizon.value_or(kFirstSpan);
    spec.arrival.hourlyWeights.fill(1);
    spec.work.mean = static_cast<double>(2 * kMsPerHour);
    list_->setCurrentIndex(model_->index(model_->append(spec)));
    followCurrent();
    form_->setFocus(Qt::OtherFocusReason);
}

void GeneratorsTab::duplicateGenerator()
{
    if (row() < 0)
        return;
    GeneratorSpec spec = model_->generators()[static_cast<std::size_t>(row())];
    spec.name = freeName(spec.share);
    list_->setCurrentIndex(model_->index(model_->append(spec)));
    followCurrent();
}

void GeneratorsTab::removeGenerator()
{
    if (row() < 0)
        return;
    model_->remove(row());
    followCurrent();
}

void GeneratorsTab::revert()
{
    appliesSoon_ = false;
    const int current = row();
    model_->setGenerators(applied_);
    if (model_->rowCount() > 0)
        list_->setCurrentIndex(model_->index(std::clamp(current, 0, model_->rowCount() - 1)));
    followCurrent();
}

void GeneratorsTab::apply()
{
    if (!isChanged() || !form_->problem().isEmpty())
        return;
    if (preview_ != nullptr)
        return applyPreview();
    // The jobs are made in the background; they are put in when they are there.
    appliesSoon_ = true;
    followState();
}

void GeneratorsTab::applyPreview()
{
    if (preview_->error)
        return void(Q_EMIT statusMessage(errorText(*preview_->error)));
    const std::shared_ptr<const GeneratorPreview> preview = preview_;
    const Status status = document_.apply(generatorsEdit(changeText(), preview->scenario, preview->result));
    if (!status)
        return void(Q_EMIT statusMessage(errorText(status.error())));
    // The list as the document has it: without what its processes and laws do not use.
    revert();
}

QString GeneratorsTab::changeText() const
{
    const std::vector<GeneratorSpec>& now = model_->generators();
    const auto differing = std::mismatch(applied_.begin(), applied_.end(), now.begin(), now.end());
    if (now.size() == applied_.size() + 1 && differing.first == applied_.end())
        return tr("Add generator %1").arg(generatorTitle(now.back()));
    if (now.size() + 1 == applied_.size() && std::equal(differing.second, now.end(), std::next(differing.first)))
        return tr("Delete generator %1").arg(generatorTitle(*differing.first));
    if (now.size() == applied_.size()
        && std::equal(std::next(differing.first), applied_.end(), std::next(differing.second)))
        return tr("Change generator %1").arg(generatorTitle(*differing.second));
    return tr("Change generators");
}

} // namespace quotaboard
