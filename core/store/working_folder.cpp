// SPDX-License-Identifier: Apache-2.0
#include "core/store/working_folder.h"

#include "core/base/atomic_file.h"
#include "core/store/place_error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace quotaboard {

namespace fs = std::filesystem;

namespace {

constexpr const char* kProjects = "/projects";
constexpr const char* kOrigin = "/origin.json";
constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::uint64_t kMostRead = 1 << 20;

std::int64_t modifiedNs(const struct stat& info)
{
    return static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
}

/// A file that is closed when it goes.
class Handle {
public:
    Handle(const std::string& path, int flags)
        : handle_(::open(path.c_str(), flags | O_CLOEXEC, 0600))
    {
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle()
    {
        if (handle_ >= 0)
            ::close(handle_);
    }
    [[nodiscard]] bool isOpen() const { return handle_ >= 0; }
    [[nodiscard]] int get() const { return handle_; }

private:
    int handle_;
};

Error unreadable(const std::string& path, int systemError)
{
    return Error{systemError == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable, path,
        {std::strerror(systemError)}};
}

Status copyFile(const std::string& from, const std::string& to)
{
    const Handle source(from, O_RDONLY);
    if (!source.isOpen())
        return unreadable(from, errno);
    const Handle target(to, O_WRONLY | O_CREAT | O_TRUNC);
    if (!target.isOpen())
        return placeError(to, errno);
    std::string block(kBlock, '\0');
    while (true) {
        const ssize_t got = ::read(source.get(), block.data(), block.size());
        if (got < 0)
            return unreadable(from, errno);
        if (got == 0)
            return {};
        for (ssize_t done = 0; done < got;) {
            const ssize_t written = ::write(target.get(), block.data() + done, static_cast<std::size_t>(got - done));
            if (written < 0)
                return placeError(to, errno);
            done += written;
        }
    }
}

std::int32_t bigEndian(const std::array<unsigned char, 100>& head, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | head.at(at + i);
    return static_cast<std::int32_t>(value);
}

} // namespace

bool WorkingOrigin::isFileUnchanged() const
{
    WorkingOrigin now = *this;
    now.lookAtFile();
    return now.fileBytes == fileBytes && now.fileModified == fileModified;
}

void WorkingOrigin::lookAtFile()
{
    struct stat info = {};
    const bool isThere = !path.empty() && ::stat(path.c_str(), &info) == 0;
    fileBytes = isThere ? static_cast<std::int64_t>(info.st_size) : 0;
    fileModified = isThere ? modifiedNs(info) : 0;
}

std::string workingCopyIn(const std::string& folder)
{
    return folder + "/working.qboard";
}

std::string workingLockIn(const std::string& folder)
{
    return folder + "/in-use.lock";
}

Status writeOrigin(const std::string& folder, const WorkingOrigin& origin)
{
    const nlohmann::ordered_json json{{"path", origin.path}, {"savedRevision", origin.savedRevision},
        {"fileBytes", origin.fileBytes}, {"fileModified", origin.fileModified}};
    return writeFileAtomically(
        folder + kOrigin, json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

std::optional<WorkingOrigin> readOrigin(const std::string& folder)
{
    const Result<std::string> text = readWholeFile(folder + kOrigin, kMostRead);
    const nlohmann::json json = nlohmann::json::parse(text ? text.value() : std::string{}, nullptr, false);
    if (!json.is_object())
        return std::nullopt;
    const auto number = [&](const char* key) {
        return json.contains(key) && json[key].is_number_integer() ? json[key].get<std::int64_t>() : 0;
    };
    WorkingOrigin origin;
    if (json.contains("path") && json["path"].is_string())
        origin.path = json["path"].get<std::string>();
    origin.savedRevision = number("savedRevision");
    origin.fileBytes = number("fileBytes");
    origin.fileModified = number("fileModified");
    return origin;
}

Result<std::string> makeWorkingFolder(const std::string& stateFolder)
{
    std::error_code failure;
    const std::string projects = stateFolder + kProjects;
    fs::create_directories(projects, failure);
    if (failure)
        return placeError(projects, failure.value());
    // mkdtemp() writes its own letters over the last six.
    std::string name = projects + "/XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
        return placeError(projects, errno);
    return name;
}

std::vector<std::string> workingFolders(const std::string& stateFolder)
{
    std::vector<std::string> folders;
    std::error_code failure;
    for (fs::directory_iterator it(stateFolder + kProjects, failure), end; !failure && it != end;
         it.increment(failure)) {
        std::error_code ignored;
        if (it->is_directory(ignored))
            folders.push_back(it->path().string());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

Status removeWorkingFolder(const std::string& folder)
{
    std::error_code failure;
    fs::remove_all(folder, failure);
    return failure ? Status{placeError(folder, failure.value())} : Status{};
}

std::string absolutePath(const std::string& path)
{
    std::error_code failure;
    const fs::path absolute = fs::absolute(path, failure);
    return failure ? path : absolute.lexically_normal().string();
}

std::string folderOf(const std::string& path)
{
    if (path.empty())
        return "/";
    std::error_code failure;
    const fs::path absolute = fs::absolute(path, failure);
    return failure ? "/" : absolute.lexically_normal().parent_path().string();
}

Status copyDatabase(const std::string& from, const std::string& to)
{
    if (Status status = copyFile(from, to); !status)
        return status;
    for (const char* suffix : {"-journal", "-wal"}) {
        if (::access((from + suffix).c_str(), R_OK) != 0)
            continue;
        if (Status status = copyFile(from + suffix, to + suffix); !status)
            return status;
    }
    return {};
}

Result<FileHead> readHead(const std::string& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return unreadable(path, errno);
    // A pipe would wait for its writer, and what was read from it would be missing afterwards.
    if (!S_ISREG(info.st_mode))
        return FileHead{};
    const Handle file(path, O_RDONLY);
    if (!file.isOpen())
        return unreadable(path, errno);
    std::array<unsigned char, 100> bytes{};
    const ssize_t got = ::read(file.get(), bytes.data(), bytes.size());
    if (got < 0)
        return unreadable(path, errno);
    if (got == 0)
        return Error{ErrorCode::FileEmpty, path, {}};
    FileHead head;
    head.isDatabase
        = got == static_cast<ssize_t>(bytes.size()) && std::memcmp(bytes.data(), "SQLite format 3", 16) == 0;
    if (head.isDatabase) {
        head.userVersion = bigEndian(bytes, 60);
        head.applicationId = bigEndian(bytes, 68);
        // 65536 does not fit and is written as 1.
        const int page = bytes[16] * 256 + bytes[17] == 1 ? 65536 : bytes[16] * 256 + bytes[17];
        head.isWhole = page > 0 && info.st_size % page == 0;
    }
    return head;
}

} // namespace quotaboard
