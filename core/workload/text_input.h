// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/file_mark.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quotaboard {

/// A trace file as UTF-8 text without a byte-order mark. Some bytes after view() belong to the buffer, so that
/// simdjson can read past the end without a copy.
class TextInput {
public:
    TextInput() = default;
    /// `bytes` is UTF-8 text; `skip` bytes at its front (a byte-order mark) are not part of the text.
    TextInput(std::string bytes, std::size_t skip);

    /// Valid as long as this object is neither moved nor destroyed.
    [[nodiscard]] std::string_view view() const { return std::string_view(bytes_).substr(skip_); }
    /// Bytes that may be read (not written) from view().data() on.
    [[nodiscard]] std::size_t readableBytes() const { return bytes_.capacity() - skip_; }

private:
    std::string bytes_;
    std::size_t skip_ = 0;
};

/// Neither a file nor what is packed inside one may be larger than this, in bytes. What a gzip file holds may besides
/// be at most a hundred times its size (256 MiB in any case), so that a small malicious one cannot fill the memory, and
/// of a pipe or device at most 1 GiB is read.
inline constexpr std::uint64_t kMaxTextBytes = 8ULL << 30;

/// Reads a file and makes UTF-8 text of it. Understands gzip (several members too), UTF-8 and UTF-16 (little and big
/// endian) with and without byte-order mark. Everything else gets one clear refusal: FileNotFound, FileUnreadable,
/// FileEmpty, FileIsLfsPointer, FileIsHtml, FileIsArchive, FileIsBinary, GzipDamaged, FileTooLarge (with the packed
/// size as a third argument when it was the gzip file's), TextEncoding, WrongFormat (one line without end). All but the
/// last bytes' faults are noticed in the first MiB, without reading the rest. `mark` (may be null) receives what the
/// file was, packed or not.
Result<TextInput> readTextFile(
    const std::string& path, std::uint64_t maxBytes = kMaxTextBytes, FileMark* mark = nullptr);

/// The same for bytes that are in memory already. `name` becomes Error::place.
Result<TextInput> decodeText(const std::string& name, std::string bytes, std::uint64_t maxBytes = kMaxTextBytes);

} // namespace quotaboard
