// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/recovered_list.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/style/theme.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace quotaboard {

namespace {

QLabel* makeLabel(const QString& text, const char* role, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("role", role);
    label->setWordWrap(true);
    return label;
}

/// The parts stand beside each other; each is whole by itself.
QStringList factsOf(const RecoveredProject& recovered)
{
    const QString when = QLocale().toString(QDateTime::fromMSecsSinceEpoch(recovered.lastEditMs), QLocale::ShortFormat);
    QStringList facts{RecoveredList::tr("Last change %1", "time").arg(when)};
    if (recovered.isDamaged)
        facts += RecoveredList::tr("The working copy is damaged; what can be read of it can be opened");
    else if (recovered.unsavedEdits == 1)
        facts += RecoveredList::tr("1 edit after the last save");
    else
        facts += RecoveredList::tr("%1 edits after the last save")
                     .arg(QLocale().toString(static_cast<qlonglong>(recovered.unsavedEdits)));
    if (recovered.fileChangedSince)
        facts += RecoveredList::tr("The file was changed by somebody else since");
    return facts;
}

} // namespace

QString titleOf(const RecoveredProject& recovered)
{
    return recovered.path.empty() ? RecoveredList::tr("New project, never saved")
                                  : QFileInfo(toQt(recovered.path)).fileName();
}

RecoveredList::RecoveredList(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , theme_(theme)
{
    setObjectName("recoveredPage");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 24);
    column->setSpacing(8);
    column->addWidget(makeLabel(tr("Recovered work"), "heading", this));
    column->addWidget(
        makeLabel(tr("Quotaboard ended before this was saved. Both versions stay until you save or discard."),
            "secondary", this));
    auto* card = new QFrame(this);
    card->setProperty("look", "card");
    rows_ = new QVBoxLayout(card);
    rows_->setContentsMargins(16, 8, 12, 8);
    rows_->setSpacing(12);
    column->addWidget(card);
    hide();
}

void RecoveredList::setRecovered(const std::vector<RecoveredProject>& found)
{
    while (QLayoutItem* item = rows_->takeAt(0)) {
        // One of them may be the row that was clicked.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    count_ = 0;
    for (const RecoveredProject& recovered : found)
        rows_->addWidget(makeRow(recovered, count_++));
    setVisible(count_ > 0);
}

QWidget* RecoveredList::makeRow(const RecoveredProject& recovered, int number)
{
    auto* holder = new QWidget(this);
    holder->setObjectName(QString("recovered%1").arg(number));
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    auto* title = makeLabel(titleOf(recovered), "strong", holder);
    words->addWidget(title);
    QStringList facts = factsOf(recovered);
    if (!recovered.path.empty())
        facts.prepend(QDir::toNativeSeparators(QFileInfo(toQt(recovered.path)).absolutePath()));
    words->addWidget(makeLabel(facts.join(QStringLiteral(" · ")), "secondary", holder));
    row->addLayout(words, 1);
    const auto add = [&](const char* name, const QString& text, const QString& spoken, auto then) {
        auto* button = new QPushButton(text, holder);
        button->setObjectName(QString("%1%2").arg(name).arg(number));
        button->setAccessibleName(spoken.arg(title->text()));
        connect(button, &QPushButton::clicked, this, then);
        row->addWidget(button);
        return button;
    };
    if (recovered.isDamaged)
        add("recoveredSalvage", tr("Open what can be read"), tr("Open what can be read of %1"),
            [this, recovered] { Q_EMIT salvageWanted(recovered); });
    else
        add("recoveredOpen", tr("Open recovered"), tr("Open recovered work of %1"),
            [this, recovered] { Q_EMIT openWanted(recovered); });
    if (!recovered.path.empty()) {
        QPushButton* saved = add("recoveredLastSaved", tr("Open last saved"), tr("Open %1 as it was saved last"),
            [this, path = toQt(recovered.path)] { Q_EMIT lastSavedWanted(path); });
        saved->setEnabled(QFileInfo::exists(toQt(recovered.path)));
    }
    add("recoveredDiscard", tr("Discard…"), tr("Discard the recovered work of %1"),
        [this, recovered] { Q_EMIT discardWanted(recovered); });
    return holder;
}

} // namespace quotaboard
