// SPDX-License-Identifier: Apache-2.0
#include "core/base/closest_word.h"

#include <algorithm>

namespace quotaboard {

namespace {

constexpr std::size_t kMostEdits = 2;

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b, std::size_t most)
{
    if (a.size() > b.size())
        std::swap(a, b);
    // A mistyped word may be megabytes long.
    if (b.size() - a.size() > most)
        return most + 1;
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        if (*std::min_element(row.begin(), row.end()) > most)
            return most + 1;
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::string_view closestWord(std::string_view word, const std::vector<std::string_view>& known)
{
    std::string_view closest;
    std::size_t least = kMostEdits + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance = editDistance(word, candidate, kMostEdits);
        if (distance < least && distance < std::min(word.size(), candidate.size())) {
            least = distance;
            closest = candidate;
        }
    }
    return closest;
}

} // namespace quotaboard
