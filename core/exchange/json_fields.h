// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/job.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Reads the keys of one JSON object into values, with their checks. The first thing that is wrong is kept and
/// everything after it does nothing, so that a reader is a list of calls and one `finish()`. Targets of absent keys
/// stay as they are. Refers to the object and the warnings, which must outlive it.
class JsonFields {
public:
    using Json = nlohmann::json;

    JsonFields(const Json& value, std::string pointer, std::vector<std::string>& warnings);

    /// The key's value, null when absent. An explicit JSON null counts as present.
    const Json* optional(const char* key);
    /// Fails with MissingKey.
    const Json* required(const char* key);
    /// Null when absent or of the wrong type.
    const Json* object(const char* key);
    const Json* array(const char* key);
    void text(const char* key, std::string& target);
    void texts(const char* key, std::vector<std::string>& target);
    void boolean(const char* key, bool& target);
    void integer(const char* key, std::int64_t& target, std::int64_t least, std::int64_t most);
    void integer(const char* key, std::int32_t& target, std::int64_t least, std::int64_t most);
    /// A number of seconds, kept as ms; at least `least` ms, at most kMaxTimeMs.
    void seconds(const char* key, TimeMs& target, TimeMs least);
    void number(const char* key, double& target, double least, double most = std::numeric_limits<double>::max());
    /// Position of the key's word in `words`.
    std::size_t word(const char* key, std::initializer_list<std::string_view> words, std::size_t whenAbsent);

    void fail(ErrorCode code, const char* key, std::vector<std::string> arguments);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    /// JSON pointer of a key, of the object itself when the key is empty.
    [[nodiscard]] std::string pointer(std::string_view key) const;
    [[nodiscard]] std::vector<std::string>& warnings() { return warnings_; }
    /// Takes over what `inner`, the fields of a part, found wrong.
    void adopt(JsonFields& inner);
    /// Warns about keys that nobody asked for; the first error, if there was one.
    Status finish();

private:
    const Json* wrongType(const char* key, const Json& found, const char* wanted);

    const Json& value_;
    std::string pointer_;
    std::vector<std::string>& warnings_;
    std::set<std::string, std::less<>> seen_;
    std::optional<Error> error_;
};

/// What was found, for an error: the JSON text, cut after 60 bytes.
[[nodiscard]] std::string describeJson(const nlohmann::json& value);
/// "a/b" as "a~1b" (RFC 6901).
[[nodiscard]] std::string escapePointerToken(std::string_view token);
/// `intervalSeconds` (required, >= 0.001), `costSeconds`, `onStop`.
[[nodiscard]] CheckpointPlan readCheckpointPlan(JsonFields& fields);

} // namespace quotaboard
