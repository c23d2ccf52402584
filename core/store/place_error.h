// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cerrno>
#include <cstring>
#include <string>

namespace quotaboard {

/// What went wrong when something was written at `place`: DiskFull, ReadOnlyPlace or CannotWrite, for an `errno`.
[[nodiscard]] inline Error placeError(const std::string& place, int systemError)
{
    if (systemError == ENOSPC || systemError == EDQUOT)
        return Error{ErrorCode::DiskFull, place, {}};
    if (systemError == EACCES || systemError == EROFS || systemError == EPERM)
        return Error{ErrorCode::ReadOnlyPlace, place, {std::strerror(systemError)}};
    return Error{ErrorCode::CannotWrite, place, {std::strerror(systemError)}};
}

} // namespace quotaboard
