// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/cell_parse.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace quotaboard {

namespace swf {
/// The fields in their standard order.
enum SwfField : std::size_t {
    Id,
    Submit,
    Wait,
    Run,
    Procs,
    Cpu,
    Mem,
    ReqProcs,
    ReqTime,
    ReqMem,
    State,
    User,
    Group,
    App,
    Queue,
    Partition
};
} // namespace swf

/// A row of the Standard Workload Format has 18 fields.
inline constexpr std::size_t kSwfFields = 18;
/// A line with fewer delimiters than for this many fields is split at blanks.
inline constexpr std::size_t kLeastSwfFields = 5;
/// Variants have a few fields more; what follows these is not looked at.
inline constexpr std::size_t kMostSwfFields = 1000;

/// Which token of a row holds which field; -1 when a header row lacks it.
using SwfColumns = std::array<int, 16>;
[[nodiscard]] SwfColumns standardSwfColumns();
/// From a header row; it must name at least the id, the times and a size.
[[nodiscard]] std::optional<SwfColumns> swfColumnsFromHeader(const std::vector<std::string_view>& fields);

/// Splits at ';', TAB or ',' when the line has enough of them, else at blanks. A "{list}" ends the fields.
void splitSwfFields(std::string_view line, std::vector<std::string_view>& fields);

/// ';' or '#' begins a comment.
[[nodiscard]] bool isSwfComment(std::string_view line);

/// Lines of a text, trimmed and without their ends (LF, CRLF or CR).
class TextLines {
public:
    explicit TextLines(std::string_view text)
        : text_(text)
        , end_(text.find('\n') == std::string_view::npos ? '\r' : '\n')
    {
    }
    bool next(std::string_view& line)
    {
        if (at_ >= text_.size()) {
            return false;
        }
        const std::size_t end = std::min(text_.find(end_, at_), text_.size());
        line = trimmed(text_.substr(at_, end - at_));
        if (line.ends_with('\r')) {
            line = trimmed(line.substr(0, line.size() - 1));
        }
        at_ = end + 1;
        ++number_;
        return true;
    }
    [[nodiscard]] std::uint32_t number() const { return number_; }
    [[nodiscard]] std::size_t position() const { return at_; }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::uint32_t number_ = 0;
    char end_;
};

} // namespace quotaboard
