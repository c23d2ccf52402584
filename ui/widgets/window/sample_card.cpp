// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/window/sample_card.h"

#include "ui/widgets/style/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace quotaboard {

namespace {

constexpr int kPreviewHeight = 96;
constexpr int kMargin = 16;
constexpr qreal kRadius = 8;
constexpr qreal kLongestBar = 14;

QLabel* addLabel(QVBoxLayout& column, const QString& text, const char* role)
{
    auto* label = new QLabel(text);
    label->setProperty("role", role);
    label->setWordWrap(true);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    column.addWidget(label);
    return label;
}

std::int64_t limitOf(const QuotaShare& share)
{
    std::int64_t sum = 0;
    for (const CapacityLimit& limit : share.limits)
        sum += limit.maxCapacity;
    return sum;
}

} // namespace

SampleCard::SampleCard(const Theme& theme, const Sample& sample, QWidget* parent)
    : QAbstractButton(parent)
    , theme_(theme)
    , sample_(sample)
{
    setAccessibleName(sample.title);
    setAccessibleDescription(sample.teaches);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kPreviewHeight + kMargin, kMargin, kMargin);
    column->setSpacing(4);
    addLabel(*column, sample.title, "heading");
    addLabel(*column, sample.teaches, "secondary");
    column->addStretch(1);
    column->addSpacing(8);
    facts_ = addLabel(*column, " ", "small");
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SampleCard::setScenario(const std::shared_ptr<const Scenario>& scenario)
{
    scenario_ = scenario;
    facts_->setText(sampleFacts(*scenario));
    setAccessibleDescription(sample_.teaches + "\n" + facts_->text());
    update();
}

QSize SampleCard::sizeHint() const
{
    return {theme_.scaled(320), heightForWidth(theme_.scaled(320))};
}

int SampleCard::heightForWidth(int width) const
{
    return layout()->heightForWidth(width);
}

void SampleCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = theme_.tokens();
    const QRectF frame = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    const bool isMarked = hasFocus() || underMouse();

    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.color(ColorToken::Surface));
    painter.drawRoundedRect(frame, kRadius, kRadius);
    // The drawing lies on the colour of the board.
    painter.save();
    painter.setClipRect(QRectF(0, 0, width(), kPreviewHeight));
    painter.setBrush(tokens.color(isDown() ? ColorToken::Border : ColorToken::Window));
    painter.drawRoundedRect(frame, kRadius, kRadius);
    painter.restore();
    if (scenario_)
        paintShares(painter, QRectF(kMargin, 12, width() - 2 * kMargin, kPreviewHeight - 24));

    painter.setBrush(Qt::NoBrush);
    if (hasFocus())
        painter.setPen(QPen(tokens.color(ColorToken::Focus), 3));
    else if (isMarked)
        painter.setPen(QPen(tokens.color(ColorToken::Accent), 2));
    else
        painter.setPen(tokens.pen(ColorToken::Border));
    painter.drawRoundedRect(frame, kRadius, kRadius);
}

void SampleCard::paintShares(QPainter& painter, const QRectF& area) const
{
    const Tokens& tokens = theme_.tokens();
    const std::vector<QuotaShare>& shares = scenario_->shares;
    std::int64_t widest = 1;
    for (const QuotaShare& share : shares)
        widest = std::max(widest, limitOf(share));
    const qreal pitch = area.height() / static_cast<qreal>(std::max<std::size_t>(shares.size(), 1));
    const qreal bar = std::min(kLongestBar, pitch - 4);
    // Half of the width is for what shares own, the rest for what they may borrow.
    const qreal unit = area.width() * 0.55 / static_cast<qreal>(widest);

    for (std::size_t i = 0; i < shares.size(); ++i) {
        const QuotaShare& share = shares[i];
        const qreal y = area.top() + pitch * (static_cast<qreal>(i) + 0.5) - bar / 2;
        const qreal own = unit * static_cast<qreal>(limitOf(share));
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.share(static_cast<int>(i)));
        painter.drawRect(QRectF(area.left(), y, 4, bar));

        const QRectF limit(area.left() + 8, y, own, bar);
        const bool reserves = share.sharing.strategy == SharingStrategy::Reserve;
        const SegmentFill fill = reserves ? SegmentFill::ReservedIdle : SegmentFill::Own;
        painter.setBrush(tokens.fill(fill));
        painter.setPen(tokens.outline(fill));
        painter.drawRect(limit);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.pattern(fill));
        painter.drawRect(limit);

        if (share.sharing.strategy != SharingStrategy::LendAndBorrow)
            continue;
        const qreal percent = share.sharing.borrowsWithoutLimit() ? 1.0 : *share.sharing.borrowLimit / 100.0;
        const QRectF more(limit.right() + 2, y, std::min(own * percent, area.right() - limit.right() - 2), bar);
        painter.setBrush(tokens.fill(SegmentFill::Borrowed));
        painter.setPen(tokens.outline(SegmentFill::Borrowed));
        painter.drawRect(more);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.pattern(SegmentFill::Borrowed));
        painter.drawRect(more);
    }
}

} // namespace quotaboard
