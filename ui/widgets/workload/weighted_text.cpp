// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/workload/weighted_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

namespace quotaboard {

namespace {

constexpr double kMostWeight = 1e9;
constexpr int kDigits = 15;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(quotaboard::WeightedText)
};

} // namespace

QString weightedText(const std::vector<Weighted<std::int32_t>>& list)
{
    QStringList parts;
    for (const Weighted<std::int32_t>& item : list) {
        const QString value = QString::number(item.value);
        const bool isOne = !(item.weight < 1) && !(item.weight > 1);
        parts += isOne ? value : QStringLiteral("%1 × %2").arg(value, QString::number(item.weight, 'g', kDigits));
    }
    return parts.join(QStringLiteral(", "));
}

QString readWeighted(
    const QString& text, std::int32_t least, std::int32_t most, std::vector<Weighted<std::int32_t>>& list)
{
    static const QRegularExpression times(QStringLiteral("[×x*]"));
    std::vector<Weighted<std::int32_t>> read;
    double sum = 0;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        const QStringList words = part.split(times);
        bool isNumber = false;
        const int value = words.front().trimmed().toInt(&isNumber);
        const auto weight = words.size() == 1 ? std::optional(1.0) : weightFromText(words[1]);
        if (words.size() > 2 || !isNumber || value < least || value > most || !weight) {
            return Texts::tr("found “%1”; allowed is a whole number from %2 to %3 and, behind a ×, its weight")
                .arg(part.trimmed(), QLocale().toString(least), QLocale().toString(most));
        }
        read.push_back({value, *weight});
        sum += *weight;
    }
    if (read.empty() || sum <= 0)
        return Texts::tr("at least one needs a weight above 0");
    list = std::move(read);
    return {};
}

std::optional<double> weightFromText(const QString& text)
{
    bool isNumber = false;
    double weight = text.trimmed().toDouble(&isNumber);
    if (!isNumber)
        weight = QLocale().toDouble(text.trimmed(), &isNumber);
    return isNumber && weight >= 0 && weight <= kMostWeight ? std::optional(weight) : std::nullopt;
}

} // namespace quotaboard
