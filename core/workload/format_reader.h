// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workload/text_input.h"
#include "core/workload/trace_builder.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace quotaboard {

/// Reads the files of one format family, one after the other, into a builder. One source file per family implements it.
class FormatReader {
public:
    FormatReader() = default;
    FormatReader(const FormatReader&) = delete;
    FormatReader& operator=(const FormatReader&) = delete;
    virtual ~FormatReader() = default;

    /// Reads the file that the builder began. Rows that cannot be used go to the builder; an Error is for files that
    /// cannot be read at all, and Interrupted.
    virtual Status read(const TextInput& input) = 0;
    /// After the last file: what needs all of them.
    virtual Status finish() { return {}; }
};

/// A format and the reason why a text was taken for it.
struct FormatMatch {
    std::string format;
    std::string why;
};

/// What the text is, from its first lines; empty when it is nothing known.
[[nodiscard]] std::optional<FormatMatch> matchFormat(std::string_view text);
/// Whether the text is in the Standard Workload Format or one of its variants.
[[nodiscard]] std::optional<FormatMatch> matchSwf(std::string_view text);
/// Whether it is Slurm accounting as printed by sacct --parsable(2).
[[nodiscard]] std::optional<FormatMatch> matchSacct(std::string_view text);
/// Whether it is JSON of a known shape.
[[nodiscard]] std::optional<FormatMatch> matchJson(std::string_view text);
/// Whether its header row is that of a known delimited format, or holds the columns that generic CSV needs.
[[nodiscard]] std::optional<FormatMatch> matchTable(std::string_view text);

[[nodiscard]] std::unique_ptr<FormatReader> makeSwfReader(TraceBuilder& builder);
[[nodiscard]] std::unique_ptr<FormatReader> makeSacctReader(TraceBuilder& builder);
[[nodiscard]] std::unique_ptr<FormatReader> makePhillyJsonReader(TraceBuilder& builder);
[[nodiscard]] std::unique_ptr<FormatReader> makeAwsBatchReader(TraceBuilder& builder);
/// `format` names a delimited format, "csv" included; nullptr when it names none.
[[nodiscard]] std::unique_ptr<FormatReader> makeTableReader(TraceBuilder& builder, std::string_view format);

} // namespace quotaboard
