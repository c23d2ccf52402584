// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotaboard {

/// Something a reader noticed and went on: an unknown key, a value outside what AWS accepts.
struct ReadWarning {
    enum class Code {
        UnknownKey, ///< {key, places with it, known key that may have been meant or empty}
        OutsideAwsRange, ///< {value found, what AWS accepts}
        UnknownShare, ///< {share name} the edit or job will be refused when its time comes
        TraceNote, ///< {sentence}
        TraceChanged, ///< {path as the scenario has it} the file is not what it was when the scenario was written
    };
    Code code{};
    /// JSON pointer of the first place.
    std::string place;
    std::vector<std::string> arguments;
};

/// What reading one document gathers: the first error, and warnings (one per kind of place).
class JsonContext {
public:
    /// `root` is the JSON pointer of the value that the first cursor is given.
    explicit JsonContext(std::string file, std::string root = {})
        : file_(std::move(file))
        , root_(std::move(root))
    {
    }

    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const Error& error() const { return *error_; }
    /// Keeps the first error only. `place` is a JSON pointer.
    void fail(ErrorCode code, const std::string& place, std::vector<std::string> arguments);
    void fail(Error error);
    void warn(ReadWarning::Code code, const std::string& place, std::vector<std::string> arguments);
    /// The warning that is new, so that what was meant can be added; null for a kind of place that is known already.
    ReadWarning* unknownKey(const std::string& place, const std::string& key);
    [[nodiscard]] std::vector<ReadWarning> takeWarnings();
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] const std::string& root() const { return root_; }

private:
    std::string file_;
    std::string root_;
    std::optional<Error> error_;
    std::vector<ReadWarning> warnings_;
    /// Unknown keys by place with array positions removed: a million jobs give one warning.
    std::map<std::string, std::pair<std::size_t, std::size_t>> unknownKeys_;
};

/// A value in a document and the way to it. Reading latches the first error in the context and then yields defaults, so
/// callers check once at the end. The cursor of a parent must outlive its children.
class JsonCursor {
public:
    JsonCursor(const nlohmann::json& value, JsonContext& context)
        : value_(&value)
        , context_(&context)
    {
    }

    [[nodiscard]] const nlohmann::json& value() const { return *value_; }
    [[nodiscard]] JsonContext& context() const { return *context_; }
    /// JSON pointer (RFC 6901).
    [[nodiscard]] std::string pointer() const;
    [[nodiscard]] std::string pointerTo(std::string_view key) const;

    /// WrongType unless it is an object; then members can be read.
    bool expectObject() const;
    [[nodiscard]] bool has(std::string_view key) const;
    /// Notes that a key is known although it is not read here.
    void ignore(std::string_view key) const { (void)find(key); }
    /// Warns about every member that was never asked for.
    void warnUnknownKeys() const;

    /// Empty when the member is absent (MissingKey when `isRequired`, with the member whose name is close) or wrong.
    [[nodiscard]] std::optional<std::string> text(std::string_view key, bool isRequired = false) const;
    [[nodiscard]] std::string textOr(std::string_view key, std::string_view fallback) const;
    [[nodiscard]] std::optional<std::int64_t> integer(
        std::string_view key, std::int64_t least, std::int64_t most, bool isRequired = false) const;
    [[nodiscard]] std::optional<double> number(
        std::string_view key, double least, double most, bool isRequired = false) const;
    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
    /// A number of seconds as ms.
    [[nodiscard]] std::optional<TimeMs> seconds(std::string_view key, TimeMs least, bool isRequired = false) const;
    /// A list of texts.
    [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view key) const;
    /// The position of the member's text in `words`; NotAllowed names all of them.
    [[nodiscard]] std::optional<std::size_t> word(
        std::string_view key, std::initializer_list<std::string_view> words, bool isRequired = false) const;
    /// ENABLED or DISABLED.
    [[nodiscard]] std::optional<bool> enabled(std::string_view key) const;

    template <class Read>
    void object(std::string_view key, Read&& read, bool isRequired = false) const
    {
        const nlohmann::json* member = require(key, isRequired);
        if (member == nullptr)
            return;
        const JsonCursor child(*member, *context_, this, key, kKeyed);
        if (child.expectObject())
            read(child);
    }
    /// Calls `read` with name and cursor of each member, for objects whose keys are names.
    template <class Read>
    void members(Read&& read) const
    {
        for (const auto& [key, member] : value_->items()) {
            if (context_->failed())
                return;
            asked_.push_back(key);
            read(key, JsonCursor(member, *context_, this, key, kKeyed));
        }
    }
    /// Calls `read` for each element of this value, which is a list.
    template <class Read>
    void elements(Read&& read) const
    {
        for (std::size_t i = 0; i < value_->size() && !context_->failed(); ++i)
            read(JsonCursor((*value_)[i], *context_, this, {}, i));
    }
    /// Calls `read` for each element. MissingKey when required and absent, TooMany outside `least` to `most` elements.
    template <class Read>
    void array(std::string_view key, std::size_t least, std::size_t most, bool isRequired, Read&& read) const
    {
        const nlohmann::json* list = findArray(key, least, most, isRequired);
        if (list == nullptr)
            return;
        JsonCursor(*list, *context_, this, key, kKeyed).elements(read);
    }

    void fail(ErrorCode code, std::string_view key, std::vector<std::string> arguments) const
    {
        context_->fail(code, pointerTo(key), std::move(arguments));
    }

private:
    static constexpr std::size_t kKeyed = static_cast<std::size_t>(-1);

    JsonCursor(const nlohmann::json& value, JsonContext& context, const JsonCursor* parent, std::string_view key,
        std::size_t index)
        : value_(&value)
        , context_(&context)
        , parent_(parent)
        , key_(key)
        , index_(index)
    {
    }

    [[nodiscard]] const nlohmann::json* find(std::string_view key) const;
    [[nodiscard]] const nlohmann::json* require(std::string_view key, bool isRequired) const;
    [[nodiscard]] const nlohmann::json* findArray(
        std::string_view key, std::size_t least, std::size_t most, bool isRequired) const;

    const nlohmann::json* value_;
    JsonContext* context_;
    const JsonCursor* parent_ = nullptr;
    std::string_view key_;
    /// Position in a list; kKeyed for members of objects.
    std::size_t index_ = kKeyed;
    mutable std::vector<std::string_view> asked_;
};

/// A JSON value as it stands in an error message, cut to a readable length.
[[nodiscard]] std::string excerpt(const nlohmann::json& value);

} // namespace quotaboard
