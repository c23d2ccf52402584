// SPDX-License-Identifier: Apache-2.0
#include "core/base/file_mark.h"

#include <filesystem>
#include <fstream>

namespace quotaboard {

namespace {

constexpr std::size_t kBlockBytes = 1 << 20;

std::int64_t modifiedAt(const std::string& path)
{
    std::error_code failure;
    const auto time = std::filesystem::last_write_time(path, failure);
    return failure ? 0 : static_cast<std::int64_t>(time.time_since_epoch().count());
}

} // namespace

FileMarker::FileMarker(const std::string& path)
{
    mark_.modified = modifiedAt(path);
}

void FileMarker::add(std::string_view bytes)
{
    mark_.bytes += bytes.size();
    hash_.update(bytes);
}

FileMark FileMarker::finish()
{
    mark_.sha256 = hash_.finishHex();
    return mark_;
}

bool isUnchanged(const std::string& path, const FileMark& mark, std::uint64_t mostRead)
{
    std::error_code failure;
    if (!std::filesystem::is_regular_file(path, failure) || std::filesystem::file_size(path, failure) != mark.bytes
        || failure)
        return false;
    if (mark.modified != 0 && modifiedAt(path) == mark.modified)
        return true;
    if (mark.bytes > mostRead)
        return false;
    std::ifstream file(path, std::ios::binary);
    FileMarker marker(path);
    std::string block(kBlockBytes, '\0');
    while (file.read(block.data(), static_cast<std::streamsize>(block.size())), file.gcount() > 0)
        marker.add(std::string_view(block).substr(0, static_cast<std::size_t>(file.gcount())));
    return marker.finish().isSameContent(mark);
}

} // namespace quotaboard
