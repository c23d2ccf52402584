// SPDX-License-Identifier: Apache-2.0
#include "core/workload/csv.h"

#include <algorithm>
#include <cstring>

namespace quotaboard {

namespace {

/// A quoted cell longer than this is taken for a stray quote. It also bounds the work that one stray quote can cause.
constexpr std::size_t kMaxQuotedCell = 1 << 20;

} // namespace

CsvReader::CsvReader(std::string_view text, char delimiter)
    : text_(text)
    , delimiter_(delimiter)
    , lineEnd_(text.find('\n') == std::string_view::npos ? '\r' : '\n')
    , hasQuotes_(text.find('"') != std::string_view::npos)
{
}

std::size_t CsvReader::lineEndFrom(std::size_t from) const
{
    const void* found = from < text_.size() ? std::memchr(text_.data() + from, lineEnd_, text_.size() - from) : nullptr;
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text_.data()) : text_.size();
}

bool CsvReader::next(CsvRow& row)
{
    while (position_ < text_.size()) {
        const std::size_t end = lineEndFrom(position_);
        std::string_view line = text_.substr(position_, end - position_);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        const bool mayBeBlank = line.empty() || line.front() == ' ' || line.front() == '\t';
        if (mayBeBlank && line.find_first_not_of(" \t") == std::string_view::npos) {
            position_ = end + 1;
            ++line_;
            continue;
        }
        row.line = line_;
        row.text = line;
        row.cells.clear();
        row.isBroken = false;
        row.hasQuotes = hasQuotes_ && line.find('"') != std::string_view::npos;
        if (row.hasQuotes) {
            if (readQuotedRow(row)) {
                return true;
            }
            row.cells.clear();
            row.text = line;
            row.isBroken = true;
        } else {
            splitPlain(row);
        }
        position_ = end + 1;
        ++line_;
        return true;
    }
    return false;
}

void CsvReader::splitPlain(CsvRow& row) const
{
    const char* from = row.text.data();
    const char* const end = from + row.text.size();
    for (const char* at = from; at != end; ++at) {
        if (*at == delimiter_) {
            if (row.cells.size() + 1 == kMaxCsvCells) {
                break;
            }
            row.cells.emplace_back(from, static_cast<std::size_t>(at - from));
            from = at + 1;
        }
    }
    row.cells.emplace_back(from, static_cast<std::size_t>(end - from));
}

/// A row with quotes; it may go on over several lines. Moves on and returns true only when its quoting is sound.
bool CsvReader::readQuotedRow(CsvRow& row)
{
    row.unescaped_.clear();
    const std::size_t start = position_;
    std::size_t at = start;
    for (;;) {
        if (at < text_.size() && text_[at] == '"') {
            if (!readQuotedCell(row, at)) {
                return false;
            }
        } else {
            std::size_t end = at;
            while (end < text_.size() && text_[end] != delimiter_ && text_[end] != lineEnd_) {
                ++end;
            }
            std::string_view cell = text_.substr(at, end - at);
            if (cell.ends_with('\r') && (end == text_.size() || text_[end] == lineEnd_)) {
                cell.remove_suffix(1);
            }
            row.cells.push_back(cell);
            at = end;
        }
        if (at >= text_.size() || text_[at] != delimiter_) {
            break;
        }
        if (row.cells.size() == kMaxCsvCells) {
            return false;
        }
        ++at;
    }
    row.text = text_.substr(start, at - start);
    line_ += 1 + static_cast<std::uint32_t>(std::count(row.text.begin(), row.text.end(), lineEnd_));
    if (row.text.ends_with('\r')) {
        row.text.remove_suffix(1);
    }
    position_ = at + 1;
    return true;
}

/// `at` stands on the opening quote and is left on the delimiter or line end after the cell.
bool CsvReader::readQuotedCell(CsvRow& row, std::size_t& at) const
{
    const std::size_t from = at + 1;
    const std::size_t limit = std::min(text_.size(), from + kMaxQuotedCell);
    bool hasDoubled = false;
    std::size_t end = from;
    for (;; ++end) {
        const void* found = end < limit ? std::memchr(text_.data() + end, '"', limit - end) : nullptr;
        if (!found) {
            return false;
        }
        end = static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
        if (end + 1 >= text_.size() || text_[end + 1] != '"') {
            break;
        }
        hasDoubled = true;
        ++end;
    }
    std::string_view cell = text_.substr(from, end - from);
    at = end + 1;
    if (at < text_.size() && text_[at] == '\r' && (at + 1 == text_.size() || text_[at + 1] == lineEnd_)) {
        ++at;
    }
    if (at < text_.size() && text_[at] != delimiter_ && text_[at] != lineEnd_) {
        return false;
    }
    if (hasDoubled) {
        std::string& plain = row.unescaped_.emplace_back();
        for (std::size_t i = 0; i < cell.size(); ++i) {
            plain.push_back(cell[i]);
            i += cell[i] == '"';
        }
        cell = plain;
    }
    row.cells.push_back(cell);
    return true;
}

char detectDelimiter(std::string_view text)
{
    constexpr std::size_t kLines = 20;
    char best = ',';
    std::size_t bestCells = 1;
    for (const char delimiter : {',', ';', '\t', '|'}) {
        CsvReader reader(text.substr(0, 1 << 16), delimiter);
        CsvRow row;
        std::size_t cells = 0;
        bool isEven = true;
        for (std::size_t i = 0; i < kLines && reader.next(row); ++i) {
            // The head may end inside a row: the last one read does not count.
            if (reader.position() >= (1 << 16) || row.isBroken) {
                break;
            }
            isEven = isEven && (cells == 0 || cells == row.cells.size());
            cells = cells == 0 ? row.cells.size() : cells;
        }
        // The header decides when rows are uneven: a damaged row must not change the delimiter.
        const std::size_t score = isEven ? cells * 4 : cells;
        if (cells > 1 && score > bestCells) {
            best = delimiter;
            bestCells = score;
        }
    }
    return best;
}

} // namespace quotaboard
