// SPDX-License-Identifier: Apache-2.0
#include "core/workload/sacct_records.h"

#include "core/workload/cell_parse.h"

#include <algorithm>

namespace quotaboard {

namespace {

std::size_t pipesIn(std::string_view text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '|'));
}

/// Appends "BASE_n" for every n of "9-11" or "0-100:4". False when it is no range or too long.
bool expandRange(std::string_view base, std::string_view range, std::size_t most, std::vector<std::string>& ids)
{
    std::int64_t step = 1;
    if (const std::size_t colon = range.find(':'); colon != std::string_view::npos) {
        step = parseWholeNumber(range.substr(colon + 1)).value_or(0);
        range = range.substr(0, colon);
    }
    const std::size_t dash = range.find('-');
    const std::optional<std::int64_t> first = parseWholeNumber(range.substr(0, dash));
    const std::optional<std::int64_t> last
        = dash == std::string_view::npos ? first : parseWholeNumber(range.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || step < 1) {
        return false;
    }
    if (static_cast<std::size_t>((*last - *first) / step) >= most - std::min(most, ids.size())) {
        return false;
    }
    for (std::int64_t n = *first; n <= *last; n += step) {
        ids.push_back(std::string(base) + std::to_string(n));
    }
    return true;
}

} // namespace

bool isSacctJobId(std::string_view text)
{
    std::size_t digits = 0;
    while (digits < text.size() && isAsciiDigit(text[digits])) {
        ++digits;
    }
    return digits > 0 && digits < 12 && text.find_first_of(" \t") == std::string_view::npos
        && (digits == text.size() || text[digits] == '_' || text[digits] == '.' || text[digits] == '+');
}

SacctRecordReader::SacctRecordReader(std::string_view text, bool idIsFirst, std::size_t leastFields)
    : text_(text)
    , idIsFirst_(idIsFirst)
    , leastFields_(leastFields)
{
}

/// The line at `at` without its end; `nextAt` is where the next one begins.
std::string_view SacctRecordReader::lineAt(std::size_t at, std::size_t& nextAt) const
{
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    nextAt = end + 1;
    std::string_view line = text_.substr(at, end - at);
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

bool SacctRecordReader::startsRecord(std::string_view line, std::size_t pipesBefore) const
{
    if (!idIsFirst_) {
        return pipesBefore + 1 >= leastFields_;
    }
    const std::size_t pipe = line.find('|');
    return pipe != std::string_view::npos && isSacctJobId(line.substr(0, pipe));
}

bool SacctRecordReader::next(SacctRecord& record)
{
    std::size_t nextAt = at_;
    while (at_ < text_.size() && trimmed(lineAt(at_, nextAt)).empty()) {
        at_ = nextAt;
        ++line_;
    }
    if (at_ >= text_.size()) {
        return false;
    }
    std::string_view last = lineAt(at_, nextAt);
    const std::size_t start = at_;
    record.line = line_;
    std::size_t pipes = pipesIn(last);
    for (;;) {
        at_ = nextAt;
        ++line_;
        if (at_ >= text_.size()) {
            break;
        }
        const std::string_view following = lineAt(at_, nextAt);
        // A blank line ends nothing inside a broken record, but a complete one does not go on after it.
        if (startsRecord(following, pipes) || (following.empty() && pipes + 1 >= leastFields_)) {
            break;
        }
        last = following;
        pipes += pipesIn(following);
    }
    record.text = text_.substr(start, static_cast<std::size_t>(last.data() + last.size() - (text_.data() + start)));
    return true;
}

void SacctRecordReader::skipLine()
{
    std::size_t nextAt = at_;
    (void)lineAt(at_, nextAt);
    at_ = nextAt;
    ++line_;
}

std::optional<std::vector<std::string>> expandArrayId(std::string_view id, std::size_t most)
{
    const std::size_t open = id.find('[');
    if (open == std::string_view::npos) {
        return std::vector<std::string>{std::string(id)};
    }
    const std::size_t close = id.find(']', open);
    if (close == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view list = id.substr(open + 1, close - open - 1);
    list = list.substr(0, list.find('%')); // "%4": at most four at a time, no id
    std::vector<std::string> ids;
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t end = std::min(list.find(',', from), list.size());
        if (!expandRange(id.substr(0, open), list.substr(from, end - from), most, ids)) {
            return std::nullopt;
        }
        from = end + 1;
    }
    return ids;
}

std::optional<TresGpus> gpusOfTres(std::string_view tres)
{
    std::optional<std::int64_t> untyped;
    std::optional<std::int64_t> typed;
    std::string_view type;
    bool hasSeveralTypes = false;
    for (std::size_t from = 0; from <= tres.size();) {
        const std::size_t end = std::min(tres.find(',', from), tres.size());
        std::string_view entry = trimmed(tres.substr(from, end - from));
        from = end + 1;
        if (!entry.starts_with("gres/gpu")) {
            continue;
        }
        entry.remove_prefix(std::string_view("gres/gpu").size());
        const std::size_t equals = entry.find('=');
        const std::optional<std::int64_t> count
            = equals == std::string_view::npos ? std::nullopt : parseWholeNumber(entry.substr(equals + 1));
        if (!count || *count < 0 || *count > 1'000'000'000) {
            continue;
        }
        if (equals == 0) {
            untyped = count;
        } else if (entry.starts_with(':')) { // "gres/gpumem" and "gres/gpuutil" are something else
            hasSeveralTypes = hasSeveralTypes || typed.has_value();
            typed = typed.value_or(0) + *count;
            type = entry.substr(1, equals - 1);
        }
    }
    if (!untyped && !typed) {
        return std::nullopt;
    }
    return TresGpus{untyped ? *untyped : *typed, hasSeveralTypes ? std::string_view() : type};
}

} // namespace quotaboard
