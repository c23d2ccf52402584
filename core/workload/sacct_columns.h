// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Normalised names of the columns in the order in which XDMoD asks sacct for them.
[[nodiscard]] std::vector<std::string> xdmodColumns();
/// Normalised column names of the header row; empty when the first line is none.
[[nodiscard]] std::vector<std::string> sacctHeaderOf(std::string_view text);
/// The first line that is not empty.
[[nodiscard]] std::string_view firstLineOf(std::string_view text);

/// Replaces `fields` by the texts between the '|' of `text`.
void splitPipes(std::string_view text, std::vector<std::string_view>& fields);
/// An ISO stamp, or one of Slurm's words for none.
[[nodiscard]] bool isSlurmStamp(std::string_view text);

} // namespace quotaboard
