// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// One record of sacct's pipe-separated output.
struct SacctRecord {
    std::uint32_t line = 0;
    /// The record as read; it holds line ends when a submit line did.
    std::string_view text;
};

/// Splits the text into records: a line that does not begin with a job id and a '|' goes on with the record before.
/// With `idIsFirst` false a record is complete once it has `leastFields` fields. The text must outlive the reader.
class SacctRecordReader {
public:
    SacctRecordReader(std::string_view text, bool idIsFirst, std::size_t leastFields);
    bool next(SacctRecord& record);
    /// Skips the first record (a header).
    void skipLine();
    [[nodiscard]] std::size_t position() const { return at_; }

private:
    [[nodiscard]] std::string_view lineAt(std::size_t at, std::size_t& nextAt) const;
    [[nodiscard]] bool startsRecord(std::string_view line, std::size_t pipesBefore) const;

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    bool idIsFirst_;
    std::size_t leastFields_;
};

/// "4103947", "4103947_[9-11,20]", "12+1", "12.batch": what the first field of a record looks like.
[[nodiscard]] bool isSacctJobId(std::string_view text);

/// Number of tasks and their ids that an id such as "4103947_[9-11,13%2]" or "_[0-100:4]" stands for; the id itself
/// when it has no brackets. Empty when the brackets cannot be read or stand for more than `most` tasks.
[[nodiscard]] std::optional<std::vector<std::string>> expandArrayId(std::string_view id, std::size_t most);

/// What a TRES list says about GPUs.
struct TresGpus {
    std::int64_t count = 0;
    /// "a100" of "gres/gpu:a100=4", empty when untyped or of several types.
    std::string_view type;
};
/// From "billing=12,cpu=12,gres/gpu=2,mem=31000M,node=1". Typed and untyped entries name the same GPUs: they are not
/// added up. Empty when the list names no GPUs.
[[nodiscard]] std::optional<TresGpus> gpusOfTres(std::string_view tres);

} // namespace quotaboard
