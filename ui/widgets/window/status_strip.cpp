// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/status_strip.h"

#include "ui/logic/document/scenario_document.h"
#include "ui/widgets/window/elided_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace quotaboard {

namespace {

QLabel* makeLabel(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    label->setProperty("role", "small");
    return label;
}

QPushButton* makeLink(const char* name, const char* look, QWidget* parent)
{
    auto* button = new QPushButton(parent);
    button->setObjectName(name);
    button->setProperty("look", look);
    button->setCursor(Qt::PointingHandCursor);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

StatusStrip::StatusStrip(ScenarioDocument& document, ProblemList& problems, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , problemList_(problems)
    , message_(new ElidedLabel(this))
    , undo_(makeLink("statusUndo", "link", this))
    , problems_(makeLink("statusProblems", "quiet", this))
    , seed_(makeLabel("statusSeed", this))
    , saved_(makeLabel("statusSaved", this))
{
    undo_->setText(tr("Undo"));
    problems_->setToolTip(tr("What the rules say about this scenario"));
    seed_->setToolTip(tr("Start value of the random numbers of this scenario"));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 16, 0);
    row->setSpacing(12);
    row->addWidget(message_);
    row->addWidget(undo_);
    row->addStretch(1);
    row->addWidget(problems_);
    row->addWidget(seed_);
    row->addWidget(saved_);
    message_->setObjectName("statusMessage");
    message_->setProperty("role", "small");

    connect(undo_, &QPushButton::clicked, &document_.undoStack(), &QUndoStack::undo);
    connect(problems_, &QPushButton::clicked, this, &StatusStrip::problemsWanted);
    connect(&document_, &ScenarioDocument::edited, this, &StatusStrip::showEdit);
    connect(&document_, &ScenarioDocument::changed, this, &StatusStrip::followDocument);
    connect(&document_, &ScenarioDocument::titleChanged, this, &StatusStrip::followDocument);
    connect(&document_, &ScenarioDocument::opened, this, [this] {
        savedAt_ = {};
        showMessage({});
        followDocument();
    });
    connect(&document_.undoStack(), &QUndoStack::canUndoChanged, this, &StatusStrip::followUndo);
    connect(&problemList_, &ProblemList::changed, this, &StatusStrip::followProblems);
    showMessage({});
    followDocument();
    followProblems();
}

void StatusStrip::showMessage(const QString& text)
{
    // Whoever did the edit says it, too; the way back stays beside the words.
    if (isEdit_ && text == message_->text())
        return;
    isEdit_ = false;
    message_->setText(text);
    followUndo();
}

void StatusStrip::showEdit(const QString& text)
{
    isEdit_ = true;
    message_->setText(text);
    followUndo();
}

void StatusStrip::noteSaved()
{
    savedAt_ = QDateTime::currentDateTime();
    followDocument();
}

void StatusStrip::followDocument()
{
    const bool isOpen = document_.isOpen();
    seed_->setVisible(isOpen);
    saved_->setVisible(isOpen);
    problems_->setVisible(isOpen && !problemList_.problems().empty());
    if (!isOpen)
        return;
    // As it stands in the file: a name rather than a quantity.
    seed_->setText(tr("seed %1").arg(QString::number(qulonglong{document_.value().platform.seed})));
    if (document_.isModified())
        saved_->setText(tr("not saved"));
    else if (savedAt_.isValid())
        saved_->setText(tr("saved %1").arg(QLocale().toString(savedAt_.time(), "HH:mm")));
    else
        saved_->setText(document_.path().isEmpty() ? tr("not saved yet") : tr("saved"));
}

void StatusStrip::followProblems()
{
    const auto count = static_cast<int>(problemList_.problems().size());
    problems_->setText(count == 1 ? tr("1 problem") : tr("%1 problems").arg(QLocale().toString(count)));
    problems_->setVisible(document_.isOpen() && count > 0);
}

void StatusStrip::followUndo()
{
    undo_->setVisible(isEdit_ && document_.undoStack().canUndo());
}

} // namespace quotaboard
