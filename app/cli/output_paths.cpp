// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output_paths.h"

#include "core/base/atomic_file.h"

#include <filesystem>

namespace quotaboard::cli {

namespace {

namespace fs = std::filesystem;

/// Without detours such as "./"; empty where the path cannot be resolved.
fs::path plain(const std::string& file)
{
    std::error_code failure;
    const fs::path absolute = fs::absolute(followLinks(file), failure);
    return failure ? fs::path() : fs::weakly_canonical(absolute, failure);
}

} // namespace

bool isSameOutput(const std::string& a, const std::string& b)
{
    std::error_code failure;
    if (a.empty() || b.empty() || fs::is_character_file(a, failure))
        return false;
    if (a == b)
        return true;
    if (a == AtomicFile::kStandardOutput || b == AtomicFile::kStandardOutput)
        return false;
    if (fs::equivalent(a, b, failure))
        return true;
    // A file that is not there yet is equivalent to nothing, so the paths must be compared.
    const fs::path path = plain(a);
    return !path.empty() && path == plain(b);
}

} // namespace quotaboard::cli
