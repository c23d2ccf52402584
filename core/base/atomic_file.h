// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace quotaboard {

/// A file that appears under its name complete or not at all: written to a temporary file in the same folder, synced,
/// then renamed over the target. If it is never committed, the temporary file is removed and the target is untouched.
/// A crash can leave a file named ".NAME.XXXXXX.part" behind, never a damaged target. Blocks on the disk; not
/// thread-safe. Links are followed, so the target of a link is replaced or created and the link stays. Where the target
/// exists and is not a regular file (a device, a pipe), it is written directly, and so is "-", standard output.
///
/// Waiting for the other end of a pipe ends at the first signal whose handler was installed without SA_RESTART; open()
/// and commit() then give Interrupted.
class AtomicFile {
public:
    static constexpr const char* kStandardOutput = "-";

    AtomicFile() = default;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    /// Starts writing. CannotWrite when the folder cannot be written.
    Status open(const std::string& path);
    /// Buffers and writes; a failure is remembered and reported by commit().
    void write(std::string_view text);
    /// What becomes the target when it is committed, for those who write it by other means than write(); empty where
    /// the target is written directly.
    [[nodiscard]] const std::string& temporaryPath() const { return temporaryPath_; }
    /// Flushes, syncs, renames. CannotWrite with the system's message on any failure since open().
    Status commit();

private:
    Status openDirectly(int handle);
    void discard();
    Error failure(int systemError) const;

    std::FILE* file_ = nullptr;
    std::string path_;
    std::string temporaryPath_;
    int firstError_ = 0;
};

/// open, write, commit.
Status writeFileAtomically(const std::string& path, std::string_view content);

/// The file that writing to `path` would replace or create: all links followed, also one to a file that is not there
/// yet. Empty when the links lead nowhere (a loop).
[[nodiscard]] std::string followLinks(const std::string& path);

inline constexpr std::uint64_t kMaxWholeFileBytes = 8ULL << 30;

/// The whole file as bytes; never holds much more than `maxBytes`. FileNotFound, FileUnreadable, FileTooLarge,
/// FileIsBinary (a device, which might never end), Interrupted (as for AtomicFile). Blocks.
Result<std::string> readWholeFile(const std::string& path, std::uint64_t maxBytes = kMaxWholeFileBytes);

} // namespace quotaboard
