// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sha256.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace quotaboard {

/// What a file was when it was read, to tell later whether it still is.
struct FileMark {
    /// As it lies on the disk, packed or not.
    std::uint64_t bytes = 0;
    /// 64 lower-case hex digits; empty when it is not known.
    std::string sha256;
    /// When it was written, by the clock of the file system; means something on this machine only.
    std::int64_t modified = 0;

    [[nodiscard]] bool isKnown() const { return !sha256.empty(); }
    /// Whether both hold the same bytes.
    [[nodiscard]] bool isSameContent(const FileMark& other) const
    {
        return bytes == other.bytes && sha256 == other.sha256;
    }
};

/// Makes the mark of a file from its bytes while somebody reads them.
class FileMarker {
public:
    /// To be made before the file is read: what is written to it meanwhile then shows.
    explicit FileMarker(const std::string& path);
    void add(std::string_view bytes);
    /// The object is used up.
    [[nodiscard]] FileMark finish();

private:
    FileMark mark_;
    Sha256 hash_;
};

/// Whether `path` holds what `mark` says. By size and time alone where these decide; else the file is read and hashed,
/// unless it has more than `mostRead` bytes: then the answer is no. False for one that is gone. Blocks on the disk.
[[nodiscard]] bool isUnchanged(const std::string& path, const FileMark& mark, std::uint64_t mostRead);

} // namespace quotaboard
