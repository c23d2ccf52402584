// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/start_page.h"

#include "ui/widgets/style/theme.h"
#include "ui/widgets/window/recent_files.h"
#include "ui/widgets/window/recent_row.h"
#include "ui/widgets/window/recovered_list.h"
#include "ui/widgets/window/sample_card.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

constexpr int kContentWidth = 1040;
constexpr int kMostRows = 6;

QLabel* makeLabel(const QString& text, const char* role)
{
    auto* label = new QLabel(text);
    label->setProperty("role", role);
    label->setWordWrap(true);
    return label;
}

} // namespace

StartPage::StartPage(const Theme& theme, RecentFiles& recent, QWidget* parent)
    : QScrollArea(parent)
    , theme_(theme)
    , recent_(recent)
    , recovered_(new RecoveredList(theme, this))
{
    setObjectName("startPage");
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    content->setObjectName("scrolled");
    auto* column = new QWidget(content);
    column->setMaximumWidth(kContentWidth);
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(32, 40, 32, 32);
    row->addStretch(1);
    row->addWidget(column, 1000);
    row->addStretch(1);

    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(recovered_);
    layout->addWidget(makeLabel(tr("Who gets which GPU, and who waits?"), "title"));
    layout->addWidget(makeLabel(
        tr("Plan quota shares on a board, press play, and see lending, borrowing and preemption before you change "
           "anything in production."),
        "secondary"));
    layout->addSpacing(24);
    layout->addWidget(makeLabel(tr("Start with a sample"), "heading"));
    layout->addSpacing(4);
    layout->addWidget(buildCards());
    layout->addSpacing(24);
    layout->addWidget(buildButtons());
    layout->addSpacing(16);
    layout->addWidget(buildRecent());
    layout->addStretch(1);
    setWidget(content);

    connect(&recent_, &RecentFiles::changed, this, &StartPage::fillRecent);
    fillRecent();
    readNextSample();
}

void StartPage::focusFirst()
{
    cards_.first()->setFocus(Qt::OtherFocusReason);
}

QWidget* StartPage::buildCards()
{
    auto* holder = new QWidget;
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    int number = 0;
    for (const Sample& sample : bundledSamples()) {
        auto* card = new SampleCard(theme_, sample, holder);
        card->setObjectName(QString("sampleCard%1").arg(number++));
        connect(card, &SampleCard::clicked, this, [this, path = sample.path] { Q_EMIT pathChosen(path); });
        row->addWidget(card, 1);
        cards_.append(card);
        unread_.append(sample.path);
    }
    return holder;
}

QWidget* StartPage::buildButtons()
{
    auto* holder = new QWidget;
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* blank = new QPushButton(theme_.icon("blank"), tr("Blank board"), holder);
    blank->setObjectName("startBlank");
    auto* open = new QPushButton(theme_.icon("open"), tr("Open…"), holder);
    open->setObjectName("startOpen");
    auto* trace = new QPushButton(theme_.icon("file"), tr("Import trace…"), holder);
    trace->setObjectName("startImport");
    connect(trace, &QPushButton::clicked, this, &StartPage::importWanted);
    connect(blank, &QPushButton::clicked, this, &StartPage::blankWanted);
    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    row->addWidget(open);
    row->addWidget(trace);
    row->addWidget(blank);
    setTabOrder(open, trace);
    setTabOrder(trace, blank);
    row->addSpacing(8);
    auto* hint = makeLabel(tr("or drop a scenario, a project or a trace on this window"), "secondary");
    row->addWidget(hint, 1);
    return holder;
}

QWidget* StartPage::buildRecent()
{
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(makeLabel(tr("Recent files"), "heading"));
    auto* card = new QFrame(holder);
    card->setProperty("look", "card");
    rows_ = new QVBoxLayout(card);
    rows_->setContentsMargins(4, 4, 4, 4);
    rows_->setSpacing(0);
    column->addWidget(card);
    return holder;
}

void StartPage::fillRecent()
{
    while (QLayoutItem* item = rows_->takeAt(0)) {
        // One of them may be the row that was clicked.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    int number = 0;
    for (const RecentFile& file : recent_.files()) {
        if (number == kMostRows)
            break;
        auto* row = new RecentRow(theme_, file, nullptr);
        row->setObjectName(QString("recentFile%1").arg(number++));
        connect(row, &RecentRow::clicked, this, [this, path = file.path] { Q_EMIT pathChosen(path); });
        rows_->addWidget(row);
    }
    if (number == 0) {
        auto* none = makeLabel(tr("Scenarios and projects that you open or save are listed here."), "secondary");
        none->setContentsMargins(12, 12, 12, 12);
        rows_->addWidget(none);
    }
}

void StartPage::readNextSample()
{
    if (unread_.isEmpty())
        return;
    const auto index = cards_.size() - unread_.size();
    reader_.read(unread_.takeFirst(), [this, index](Result<ScenarioFile> result) {
        if (result)
            cards_[index]->setScenario(result.value().scenario);
        // Not from within the reader's own call.
        QMetaObject::invokeMethod(this, &StartPage::readNextSample, Qt::QueuedConnection);
    });
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    // Buttons take Space by themselves; on cards and files Enter is what one tries first.
    auto* button = qobject_cast<QAbstractButton*>(focusWidget());
    if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        button->click();
    else
        QScrollArea::keyPressEvent(event);
}

void StartPage::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    // Files may have come and gone since.
    fillRecent();
}

} // namespace quotaboard
