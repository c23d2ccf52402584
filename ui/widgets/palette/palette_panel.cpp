// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/palette/palette_panel.h"

#include "core/model/catalogue.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/board/board_content.h"
#include "ui/widgets/board/board_page.h"
#include "ui/widgets/palette/palette_bin.h"
#include "ui/widgets/palette/palette_card.h"
#include "ui/widgets/panels/panel_parts.h"

#include <QComboBox>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace quotaboard {

namespace {

/// Fewer jobs than this say nothing about sizes; more than the last so many need not be read.
constexpr std::size_t kFewestJobs = 8;
constexpr std::size_t kMostJobs = 2000;

JobDraft plainSize(int instances, TimeMs work)
{
    JobDraft draft;
    draft.instances = instances;
    draft.work = work;
    draft.priority = 100;
    return draft;
}

} // namespace

std::array<JobDraft, 3> jobSizesOf(const Scenario& scenario)
{
    std::array<JobDraft, 3> sizes{
        plainSize(1, kMsPerHour), plainSize(2, 4 * kMsPerHour), plainSize(4, 12 * kMsPerHour)};
    const std::size_t count = std::min(scenario.jobs.size(), kMostJobs);
    if (count < kFewestJobs)
        return sizes;
    std::vector<JobIndex> jobs;
    for (std::size_t i = scenario.jobs.size() - count; i < scenario.jobs.size(); ++i)
        jobs.emplace_back(i);
    const auto hours
        = [&](JobIndex job) { return static_cast<double>(scenario.jobs[job].work) * scenario.jobs[job].instances; };
    std::sort(jobs.begin(), jobs.end(), [&](JobIndex a, JobIndex b) { return hours(a) < hours(b); });
    const std::array<std::size_t, 3> places{count / 10, count / 2, count * 9 / 10};
    for (std::size_t i = 0; i < 3; ++i) {
        const JobIndex index = jobs[places[i]];
        const Job& job = scenario.jobs[index];
        sizes[i].unit = scenario.unitName(job.unit);
        sizes[i].instances = job.instances;
        sizes[i].work = job.work;
        sizes[i].priority = job.priority;
        sizes[i].profile = scenario.jobs.profileOf(index);
    }
    return sizes;
}

PalettePanel::PalettePanel(BoardPage& board, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , board_(board)
    , theme_(theme)
{
    setObjectName(u"palette"_qs);
    setAccessibleName(tr("Palette"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scrolled = new QWidget(this);
    outer->addWidget(scrolled, 1);
    QVBoxLayout* column = makeScrolledColumn(scrolled);
    column->setSpacing(6);
    const auto heading = [&](const QString& text) {
        column->addSpacing(column->count() == 0 ? 0 : 8);
        column->addWidget(makeLabel(text, "heading", this));
    };
    heading(tr("Shares"));
    const std::tuple<SharingStrategy, QString, QString, BoardGlyph> templates[]{
        {SharingStrategy::Reserve, tr("Reserve"), tr("keeps what is idle"), BoardGlyph::Reserve},
        {SharingStrategy::Lend, tr("Lend"), tr("lends what is idle"), BoardGlyph::Lend},
        {SharingStrategy::LendAndBorrow, tr("Lend and borrow"), tr("and may borrow"), BoardGlyph::LendAndBorrow}};
    for (const auto& [strategy, title, detail, glyph] : templates) {
        NewThing thing;
        thing.kind = NewThing::Kind::Share;
        thing.strategy = strategy;
        shares_.push_back(addCard(column, u"paletteShare"_qs + QString::number(shares_.size())));
        shares_.back()->setThing(thing, title, detail, glyph);
    }
    heading(tr("Jobs"));
    for (int i = 0; i < 3; ++i)
        jobs_.push_back(addCard(column, u"paletteJob"_qs + QString::number(i)));
    heading(tr("Capacity units"));
    unitColumn_ = new QVBoxLayout;
    unitColumn_->setSpacing(6);
    column->addLayout(unitColumn_);
    others_ = new QComboBox(this);
    others_->setObjectName(u"paletteOtherUnit"_qs);
    others_->setAccessibleName(tr("Another instance type"));
    others_->addItem(tr("Another unit…"));
    for (const CatalogueEntry& entry : catalogue())
        others_->addItem(toQt(entry.unit));
    others_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    others_->setMinimumContentsLength(12);
    column->addWidget(others_);
    column->addStretch(1);
    auto* bin = new QVBoxLayout;
    bin->setContentsMargins(16, 8, 16, 16);
    bin->addWidget(new PaletteBin(board, theme, this));
    outer->addLayout(bin);
    connect(others_, &QComboBox::activated, this, &PalettePanel::addOtherUnit);
    connect(&board_.content(), &BoardContent::changed, this, [this] {
        if (isVisible())
            refresh();
    });
    connect(&theme_, &Theme::changed, this, [this] {
        for (const std::vector<PaletteCard*>* cards : {&shares_, &jobs_, &units_}) {
            for (PaletteCard* card : *cards) {
                card->updateGeometry();
                card->update();
            }
        }
    });
    refresh();
}

PalettePanel::~PalettePanel() = default;

PaletteCard* PalettePanel::addCard(QVBoxLayout* column, const QString& name)
{
    auto* card = new PaletteCard(board_, theme_, this);
    card->setObjectName(name);
    column->addWidget(card);
    return card;
}

void PalettePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void PalettePanel::refresh()
{
    // A card keeps what it is while somebody has it in hand.
    for (const std::vector<PaletteCard*>* cards : {&shares_, &jobs_, &units_}) {
        if (std::any_of(cards->begin(), cards->end(), [](const PaletteCard* card) { return card->isDragged(); }))
            return;
    }
    refreshUnits();
    refreshJobs();
}

void PalettePanel::refreshUnits()
{
    const BoardContent& content = board_.content();
    struct Entry {
        QString name;
        QString detail;
    };
    std::vector<Entry> wanted;
    // What a limit could be made of: what no share claims. How much is in use says the pool bar.
    for (const PoolState& pool : content.state().pools) {
        const auto unclaimed = static_cast<qlonglong>(pool.capacity - pool.totalLimit);
        const auto capacity = static_cast<qlonglong>(pool.capacity);
        wanted.push_back({content.unitName(pool.unit),
            unclaimed > 0       ? tr("%L1 of %L2 in no share").arg(unclaimed).arg(capacity)
                : unclaimed < 0 ? tr("limits exceed %L1 by %L2").arg(capacity).arg(-unclaimed)
                                : tr("all %L1 in shares").arg(capacity)});
    }
    const auto isListed = [&](const QString& name) {
        return std::any_of(wanted.begin(), wanted.end(), [&](const Entry& entry) { return entry.name == name; });
    };
    chosen_.removeIf(isListed);
    for (const QString& name : chosen_)
        wanted.push_back({name, tr("not in the pool yet: comes along")});
    while (units_.size() > wanted.size()) {
        delete units_.back();
        units_.pop_back();
    }
    while (units_.size() < wanted.size())
        units_.push_back(addCard(unitColumn_, u"paletteUnit"_qs + QString::number(units_.size())));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        NewThing thing;
        thing.kind = NewThing::Kind::Unit;
        thing.unit = fromQt(wanted[i].name);
        units_[i]->setThing(std::move(thing), wanted[i].name, wanted[i].detail, BoardGlyph::Plus);
    }
}

void PalettePanel::refreshJobs()
{
    if (sizesOf_ == board_.content().sharedScenario())
        return;
    sizesOf_ = board_.content().sharedScenario();
    std::array<JobDraft, 3> sizes = jobSizesOf(*sizesOf_);
    const QString titles[]{tr("Small job"), tr("Medium job"), tr("Large job")};
    const char* names[]{"small-job", "medium-job", "large-job"};
    for (std::size_t i = 0; i < 3; ++i) {
        sizes[i].name = names[i];
        const QString work = durationText(sizes[i].work);
        const QString detail = sizes[i].instances == 1 ? tr("1 instance, %1").arg(work)
                                                       : tr("%L1 instances, %2").arg(sizes[i].instances).arg(work);
        NewThing thing;
        thing.kind = NewThing::Kind::Job;
        thing.job = sizes[i];
        jobs_[i]->setThing(std::move(thing), titles[i], detail, BoardGlyph::Running);
    }
}

void PalettePanel::addOtherUnit(int row)
{
    if (row <= 0)
        return;
    const QString name = others_->itemText(row);
    others_->setCurrentIndex(0);
    if (!chosen_.contains(name))
        chosen_.prepend(name);
    refreshUnits();
    for (PaletteCard* card : units_) {
        if (card->text() == name)
            card->setFocus(Qt::OtherFocusReason);
    }
}

} // namespace quotaboard
