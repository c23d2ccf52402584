// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/find_field.h"

#include "ui/logic/bridge/text_format.h"
#include "ui/logic/document/scenario_document.h"
#include "ui/widgets/style/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QStandardItemModel>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::size_t kMostMatches = 12;
constexpr int kDelayMs = 120;
/// Around and between placeholder and key, px.
constexpr int kGaps = 36;
/// Frame and padding of the list of matches, px.
constexpr int kAroundMatches = 16;

/// Names of shares that were removed stay in the list of names.
bool occurs(const Scenario& scenario, ShareIndex share)
{
    const bool isFirst = std::any_of(scenario.shares.begin(), scenario.shares.end(),
        [&](const QuotaShare& one) { return one.name == scenario.shareName(share); });
    return isFirst
        || std::any_of(scenario.interventions.begin(), scenario.interventions.end(), [share](const Intervention& one) {
               const auto* create = std::get_if<CreateQuotaShare>(&one.edit);
               return create && create->index == share;
           });
}

} // namespace

FindField::FindField(ScenarioDocument& document, const Theme& theme, const QString& keyHint, QWidget* parent)
    : QLineEdit(parent)
    , document_(document)
    , theme_(theme)
    , keyHint_(keyHint)
    , model_(new QStandardItemModel(this))
    , completer_(new QCompleter(model_, this))
{
    setObjectName("findField");
    setPlaceholderText(tr("Find job or share"));
    setAccessibleName(tr("Find job or share"));
    setClearButtonEnabled(false);
    // The matches are found here, jobs by the million; the completer only shows them.
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer_->setMaxVisibleItems(static_cast<int>(kMostMatches));
    completer_->setWidget(this);
    completer_->popup()->setObjectName("findMatches");
    completer_->popup()->setAccessibleName(tr("Matches"));
    delay_.setSingleShot(true);
    delay_.setInterval(kDelayMs);
    connect(&delay_, &QTimer::timeout, this, &FindField::fill);
    connect(this, &QLineEdit::textEdited, &delay_, qOverload<>(&QTimer::start));
    connect(completer_, qOverload<const QModelIndex&>(&QCompleter::activated), this,
        [this](const QModelIndex& index) { choose(index.row()); });
    connect(&document_, &ScenarioDocument::opened, this, &QLineEdit::clear);
}

void FindField::setKeyHint(const QString& hint)
{
    keyHint_ = hint;
    update();
}

std::vector<FindField::Match> FindField::search(const QString& text) const
{
    std::vector<Match> matches;
    const QString wanted = text.trimmed();
    if (wanted.isEmpty() || !document_.isOpen())
        return matches;
    const Scenario& scenario = document_.value();
    for (std::size_t i = 0; i < scenario.shareNames.size() && matches.size() < kMostMatches; ++i) {
        if (!occurs(scenario, ShareIndex(i)))
            continue;
        const QString name = toQt(scenario.shareNames[i]);
        if (name.contains(wanted, Qt::CaseInsensitive))
            matches.push_back({tr("%1 (share)").arg(name), Selection::ofShare(ShareIndex(i))});
    }
    for (std::size_t i = 0; i < scenario.jobs.size() && matches.size() < kMostMatches; ++i) {
        const JobIndex index(i);
        const QString name = jobText(scenario, index);
        if (!name.contains(wanted, Qt::CaseInsensitive))
            continue;
        const ShareIndex share = scenario.jobs[index].share;
        const QString where = share.isValid() ? toQt(scenario.shareName(share)) : QString();
        matches.push_back({tr("%1 in %2").arg(name, where), Selection::ofJob(index, share)});
    }
    return matches;
}

void FindField::fill()
{
    matches_ = search(text());
    model_->clear();
    for (const Match& match : matches_)
        model_->appendRow(new QStandardItem(match.text));
    if (matches_.empty() && !text().trimmed().isEmpty()) {
        auto* none = new QStandardItem(tr("Nothing is called that."));
        none->setEnabled(false);
        model_->appendRow(none);
    }
    if (model_->rowCount() > 0 && hasFocus())
        showMatches();
    else
        completer_->popup()->hide();
}

/// As wide as what it says, and below the field: nothing that was found is cut or lies under it.
void FindField::showMatches()
{
    QAbstractItemView* popup = completer_->popup();
    const QScreen* on = screen();
    const int most = on != nullptr ? on->availableGeometry().width() / 2 : 4 * width();
    const int wanted = popup->sizeHintForColumn(0) + kAroundMatches + popup->verticalScrollBar()->sizeHint().width();
    QRect at = rect();
    at.setWidth(std::clamp(wanted, width(), std::max(width(), most)));
    completer_->complete(at);
}

void FindField::choose(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= matches_.size())
        return;
    const Match match = matches_[static_cast<std::size_t>(row)];
    completer_->popup()->hide();
    clear();
    Q_EMIT found(match.selection);
}

void FindField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (delay_.isActive() || matches_.empty()) {
            delay_.stop();
            matches_ = search(text());
        }
        const QModelIndex current = completer_->popup()->currentIndex();
        choose(completer_->popup()->isVisible() && current.isValid() ? current.row() : 0);
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        clear();
        completer_->popup()->hide();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void FindField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (!text().isEmpty() || hasFocus())
        return;
    const int words = fontMetrics().horizontalAdvance(placeholderText()) + fontMetrics().horizontalAdvance(keyHint_);
    if (words + kGaps > width())
        return;
    QPainter painter(this);
    painter.setPen(theme_.tokens().color(ColorToken::TextDisabled));
    painter.drawText(rect().adjusted(8, 0, -10, 0), Qt::AlignVCenter | Qt::AlignRight, keyHint_);
}

} // namespace quotaboard
