// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>

namespace quotaboard {

/// A process on a machine, so that it can be told later whether it still runs: process ids are used again.
struct ProcessMark {
    std::int64_t pid = 0;
    std::string host;
    /// Changes with every start of the machine.
    std::string bootId;
    /// When the process started, in ticks since the machine did.
    std::string startTicks;
    /// Epoch ms, when the mark was made.
    TimeMs since = 0;

    /// Of this process, now.
    static ProcessMark own();
    /// Of another machine: yes, since nobody can tell.
    [[nodiscard]] bool isAlive() const;
    [[nodiscard]] std::string toJson() const;
    static std::optional<ProcessMark> fromJson(const std::string& text);
};

/// A file that says which process works with another file; removed by the destructor. A lock of a process that is gone
/// is taken over. Blocks on the disk.
class ProjectLock {
public:
    /// "NAME.lock" beside a project.
    [[nodiscard]] static std::string pathFor(const std::string& project) { return project + ".lock"; }
    /// Takes the lock at `lockPath`; `place` stands for what is locked in errors. Errors: LockedByOther (a second time
    /// by this process too), ReadOnlyPlace, DiskFull, CannotWrite.
    static Result<ProjectLock> take(const std::string& lockPath, const std::string& place);
    /// Who holds it; nothing when nobody who is alive does.
    [[nodiscard]] static std::optional<ProcessMark> holder(const std::string& lockPath);

    ProjectLock(ProjectLock&& other) noexcept;
    ProjectLock& operator=(ProjectLock&& other) noexcept;
    ~ProjectLock();

private:
    ProjectLock() = default;
    void release();

    std::string path_;
};

} // namespace quotaboard
