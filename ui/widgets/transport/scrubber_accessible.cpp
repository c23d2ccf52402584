// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/transport/scrubber_accessible.h"

#include "ui/widgets/transport/scrubber.h"

#include <QAccessible>
#include <QAccessibleWidget>

namespace quotaboard {

namespace {

/// A slider in minutes of the run, so that steps are numbers a person can hear; its text is the clock's.
class ScrubberAccessible : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit ScrubberAccessible(Scrubber* scrubber)
        : QAccessibleWidget(scrubber, QAccessible::Slider)
    {
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? scrubber()->textOf(scrubber()->time()) : QAccessibleWidget::text(kind);
    }

    QVariant currentValue() const override { return minutes(scrubber()->time()); }
    QVariant minimumValue() const override { return 0.0; }
    QVariant maximumValue() const override { return minutes(scrubber()->end()); }
    QVariant minimumStepSize() const override { return minutes(scrubber()->smallStep()); }
    void setCurrentValue(const QVariant& value) override
    {
        const auto time = static_cast<TimeMs>(value.toDouble() * static_cast<double>(kMsPerMinute));
        Q_EMIT scrubber()->seekRequested(time);
    }

private:
    [[nodiscard]] Scrubber* scrubber() const { return static_cast<Scrubber*>(object()); }
    static double minutes(TimeMs time) { return static_cast<double>(time) / static_cast<double>(kMsPerMinute); }
};

QAccessibleInterface* makeInterface(const QString& className, QObject* object)
{
    if (className != QLatin1String(Scrubber::staticMetaObject.className()))
        return nullptr;
    return new ScrubberAccessible(static_cast<Scrubber*>(object));
}

} // namespace

void installScrubberAccessible()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

void tellScrubberValue(Scrubber* scrubber)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleValueChangeEvent event(scrubber, scrubber->textOf(scrubber->time()));
    QAccessible::updateAccessibility(&event);
}

} // namespace quotaboard
