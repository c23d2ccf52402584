// SPDX-License-Identifier: Apache-2.0
// The one place that knows how processes and locks are told on this system.
#include "core/store/project_lock.h"

#include "core/base/atomic_file.h"
#include "core/store/place_error.h"
#include "core/store/store_clock.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace quotaboard {

namespace {

constexpr std::uint64_t kMostRead = 64 << 10;
/// A lock file without content is one that is being written, unless it is older than this.
constexpr TimeMs kWritingTakesAtMost = 5000;
constexpr int kAttempts = 5;

std::string firstLine(const std::string& path)
{
    Result<std::string> text = readWholeFile(path, kMostRead);
    return text ? text.value().substr(0, text.value().find('\n')) : std::string{};
}

/// Field 22 of /proc/PID/stat. The name of the program, which may hold anything, ends at the last parenthesis.
std::string startOf(std::int64_t pid)
{
    const std::string stat = firstLine("/proc/" + std::to_string(pid) + "/stat");
    std::size_t at = stat.rfind(')');
    for (int field = 2; field < 22 && at != std::string::npos; ++field)
        at = stat.find(' ', at + 1);
    if (at == std::string::npos)
        return {};
    return stat.substr(at + 1, stat.find(' ', at + 1) - at - 1);
}

Error lockedBy(const ProcessMark& mark, const std::string& place)
{
    return Error{ErrorCode::LockedByOther, place,
        {std::to_string(mark.pid), mark.host, formatIsoInstant(mark.since / kMsPerSecond * kMsPerSecond),
            mark.host == ProcessMark::own().host ? "1" : "0"}};
}

/// Writes a file that is not there yet; 0, or what the system says.
int createFile(const std::string& path, const std::string& content)
{
    const int handle = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (handle < 0)
        return errno;
    const ssize_t written = ::write(handle, content.data(), content.size());
    const int systemError = written < 0 ? errno : ENOSPC;
    ::close(handle);
    if (written == static_cast<ssize_t>(content.size()))
        return 0;
    ::unlink(path.c_str());
    return systemError;
}

/// Removes a lock that was found stale, but not one that another process put in its place meanwhile.
void removeStale(const std::string& path, const std::string& content)
{
    const std::string aside = path + "." + std::to_string(::getpid());
    if (::rename(path.c_str(), aside.c_str()) != 0)
        return;
    const Result<std::string> moved = readWholeFile(aside, kMostRead);
    if (!moved || moved.value() != content)
        (void)::link(aside.c_str(), path.c_str());
    ::unlink(aside.c_str());
}

bool isBeingWritten(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0
        && epochNow() - static_cast<TimeMs>(info.st_mtime) * kMsPerSecond < kWritingTakesAtMost;
}

} // namespace

ProcessMark ProcessMark::own()
{
    ProcessMark mark;
    mark.pid = ::getpid();
    char host[HOST_NAME_MAX + 1] = {};
    if (::gethostname(host, sizeof host - 1) == 0)
        mark.host = host;
    mark.bootId = firstLine("/proc/sys/kernel/random/boot_id");
    mark.startTicks = startOf(mark.pid);
    mark.since = epochNow();
    return mark;
}

bool ProcessMark::isAlive() const
{
    const ProcessMark self = own();
    if (host != self.host)
        return true;
    if (bootId != self.bootId || pid <= 0)
        return false;
    if (::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH)
        return false;
    return startOf(pid) == startTicks;
}

std::string ProcessMark::toJson() const
{
    return nlohmann::ordered_json{{"program", "quotaboard"}, {"pid", pid}, {"host", host}, {"bootId", bootId},
               {"startTicks", startTicks}, {"sinceMs", since}}
               .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
        + "\n";
}

std::optional<ProcessMark> ProcessMark::fromJson(const std::string& text)
{
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object())
        return std::nullopt;
    const auto number = [&](const char* key) {
        return json.contains(key) && json[key].is_number_integer() ? json[key].get<std::int64_t>() : 0;
    };
    const auto word = [&](const char* key) {
        return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string{};
    };
    return ProcessMark{number("pid"), word("host"), word("bootId"), word("startTicks"), number("sinceMs")};
}

Result<ProjectLock> ProjectLock::take(const std::string& lockPath, const std::string& place)
{
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const int systemError = createFile(lockPath, ProcessMark::own().toJson());
        if (systemError == 0) {
            ProjectLock lock;
            lock.path_ = lockPath;
            return lock;
        }
        if (systemError != EEXIST)
            return placeError(place, systemError);
        const Result<std::string> content = readWholeFile(lockPath, kMostRead);
        if (!content)
            continue;
        const std::optional<ProcessMark> mark = ProcessMark::fromJson(content.value());
        if (mark ? mark->isAlive() : isBeingWritten(lockPath))
            return lockedBy(mark.value_or(ProcessMark{}), place);
        removeStale(lockPath, content.value());
    }
    return placeError(place, EBUSY);
}

std::optional<ProcessMark> ProjectLock::holder(const std::string& lockPath)
{
    const Result<std::string> content = readWholeFile(lockPath, kMostRead);
    if (!content)
        return std::nullopt;
    std::optional<ProcessMark> mark = ProcessMark::fromJson(content.value());
    if (!mark)
        return isBeingWritten(lockPath) ? std::optional{ProcessMark{}} : std::nullopt;
    return mark->isAlive() ? mark : std::nullopt;
}

ProjectLock::ProjectLock(ProjectLock&& other) noexcept
    : path_(std::exchange(other.path_, {}))
{
}

ProjectLock& ProjectLock::operator=(ProjectLock&& other) noexcept
{
    if (this != &other) {
        release();
        path_ = std::exchange(other.path_, {});
    }
    return *this;
}

ProjectLock::~ProjectLock()
{
    release();
}

void ProjectLock::release()
{
    if (path_.empty())
        return;
    // Somebody may have removed it and put another there.
    const Result<std::string> content = readWholeFile(path_, kMostRead);
    const std::optional<ProcessMark> mark = content ? ProcessMark::fromJson(content.value()) : std::nullopt;
    const ProcessMark self = ProcessMark::own();
    if (mark && mark->pid == self.pid && mark->startTicks == self.startTicks)
        ::unlink(path_.c_str());
    path_.clear();
}

} // namespace quotaboard
