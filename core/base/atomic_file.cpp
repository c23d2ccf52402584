// SPDX-License-Identifier: Apache-2.0
#include "core/base/atomic_file.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

namespace quotaboard {

namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 18;

constexpr int kMostLinks = 40;

/// Closes without writing what is still buffered: the other end of a pipe may not take it for a long time.
void closeUnwritten(std::FILE* file)
{
    __fpurge(file);
    std::fclose(file);
}

/// The target of a link, relative to the folder that we are in; empty when `path` is no link.
std::string linkTarget(const std::string& path)
{
    char target[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length <= 0 || static_cast<std::size_t>(length) == sizeof target)
        return {};
    std::string result(target, static_cast<std::size_t>(length));
    const std::size_t slash = path.find_last_of('/');
    return result.front() == '/' || slash == std::string::npos ? result : path.substr(0, slash + 1) + result;
}

void syncFolder(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return;
    // Some file systems cannot sync folders; the rename is atomic all the same.
    (void)::fsync(handle);
    ::close(handle);
}

} // namespace

AtomicFile::~AtomicFile()
{
    discard();
}

Error AtomicFile::failure(int systemError) const
{
    if (systemError == EINTR)
        return Error{ErrorCode::Interrupted, {}, {}};
    return Error{ErrorCode::CannotWrite, path_, {std::strerror(systemError)}};
}

void AtomicFile::discard()
{
    if (file_ != nullptr)
        closeUnwritten(file_);
    file_ = nullptr;
    if (!temporaryPath_.empty())
        ::unlink(temporaryPath_.c_str());
    temporaryPath_.clear();
}

Status AtomicFile::openDirectly(int handle)
{
    file_ = handle < 0 ? nullptr : ::fdopen(handle, "w");
    if (file_ != nullptr)
        return {};
    const int systemError = errno;
    if (handle >= 0)
        ::close(handle);
    return failure(systemError);
}

Status AtomicFile::open(const std::string& path)
{
    discard();
    firstError_ = 0;
    if (path == kStandardOutput) {
        // Not by the name /dev/stdout: that opens a redirected file anew, from its start.
        path_ = "standard output";
        std::fflush(stdout);
        return openDirectly(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    }
    path_ = followLinks(path);
    if (path_.empty()) {
        path_ = path;
        return failure(ELOOP);
    }
    struct stat info = {};
    const bool exists = ::stat(path_.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        return failure(EISDIR);
    if (exists && !S_ISREG(info.st_mode))
        return openDirectly(::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    // A read-only file would be replaced by the rename although its owner asked for it to stay.
    if (exists && ::access(path_.c_str(), W_OK) != 0)
        return failure(errno);

    const std::size_t slash = path_.find_last_of('/');
    const std::size_t nameStart = slash == std::string::npos ? 0 : slash + 1;
    temporaryPath_ = path_.substr(0, nameStart) + "." + path_.substr(nameStart) + ".XXXXXX.part";
    const int handle = ::mkstemps(temporaryPath_.data(), 5);
    if (handle < 0) {
        const int systemError = errno;
        temporaryPath_.clear();
        return failure(systemError);
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    (void)::fchmod(handle, exists ? (info.st_mode & 07777) : (0666 & ~mask));
    file_ = ::fdopen(handle, "w");
    if (file_ == nullptr) {
        const int systemError = errno;
        ::close(handle);
        discard();
        return failure(systemError);
    }
    std::setvbuf(file_, nullptr, _IOFBF, kBufferSize);
    return {};
}

void AtomicFile::write(std::string_view text)
{
    if (file_ == nullptr || firstError_ != 0 || text.empty())
        return;
    // A pipe takes this much whole or not at all. Of more it may take a part, and then the library waits again for the
    // rest, whatever signal came.
    const std::size_t most = temporaryPath_.empty() ? PIPE_BUF : text.size();
    while (!text.empty() && firstError_ == 0) {
        const std::string_view part = text.substr(0, most);
        errno = 0;
        if (std::fwrite(part.data(), 1, part.size(), file_) != part.size())
            firstError_ = errno != 0 ? errno : EIO;
        text.remove_prefix(part.size());
    }
}

Status AtomicFile::commit()
{
    if (file_ == nullptr)
        return failure(EBADF);
    if (firstError_ == 0 && std::fflush(file_) != 0)
        firstError_ = errno;
    if (firstError_ == 0 && !temporaryPath_.empty() && ::fsync(::fileno(file_)) != 0)
        firstError_ = errno;
    if (firstError_ != 0)
        closeUnwritten(file_);
    else if (std::fclose(file_) != 0)
        firstError_ = errno;
    file_ = nullptr;
    if (firstError_ == 0 && !temporaryPath_.empty() && ::rename(temporaryPath_.c_str(), path_.c_str()) != 0)
        firstError_ = errno;
    if (firstError_ != 0) {
        discard();
        return failure(firstError_);
    }
    if (!temporaryPath_.empty())
        syncFolder(path_);
    temporaryPath_.clear();
    return {};
}

Status writeFileAtomically(const std::string& path, std::string_view content)
{
    AtomicFile file;
    if (Status status = file.open(path); !status)
        return status;
    file.write(content);
    return file.commit();
}

std::string followLinks(const std::string& path)
{
    char resolved[PATH_MAX];
    if (::realpath(path.c_str(), resolved) != nullptr)
        return resolved;
    std::string file = path;
    for (int i = 0; i < kMostLinks; ++i) {
        std::string target = linkTarget(file);
        if (target.empty())
            return file;
        file = std::move(target);
    }
    return {};
}

Result<std::string> readWholeFile(const std::string& path, std::uint64_t maxBytes)
{
    std::FILE* file = std::fopen(path.c_str(), "rbe");
    const auto failure = [&](ErrorCode code) {
        return errno == EINTR ? Error{ErrorCode::Interrupted, {}, {}} : Error{code, path, {std::strerror(errno)}};
    };
    if (file == nullptr)
        return failure(errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable);
    const auto tooLarge = [&](std::uint64_t size) {
        return Error{ErrorCode::FileTooLarge, path, {std::to_string(size), std::to_string(maxBytes)}};
    };
    struct stat info = {};
    std::optional<Error> error;
    if (::fstat(::fileno(file), &info) != 0)
        error = failure(ErrorCode::FileUnreadable);
    else if (S_ISBLK(info.st_mode) || (S_ISCHR(info.st_mode) && ::isatty(::fileno(file)) == 0))
        error = Error{ErrorCode::FileIsBinary, path, {"a device"}};
    else if (S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) > maxBytes)
        error = tooLarge(static_cast<std::uint64_t>(info.st_size));
    std::string content;
    std::string block(kBufferSize, '\0');
    std::size_t got = 0;
    while (!error && (got = std::fread(block.data(), 1, block.size(), file)) > 0) {
        content.append(block, 0, got);
        if (content.size() > maxBytes)
            error = tooLarge(content.size());
    }
    if (!error && std::ferror(file) != 0)
        error = failure(ErrorCode::FileUnreadable);
    std::fclose(file);
    if (error)
        return *std::move(error);
    return content;
}

} // namespace quotaboard
