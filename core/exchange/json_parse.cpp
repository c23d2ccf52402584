// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_parse.h"

#include "core/exchange/exact_numbers.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace quotaboard {

namespace {

constexpr std::ptrdiff_t kBytesPerLook = 1 << 20;

/// Thrown through the parser, which has no other way to be stopped.
struct Cancelled { };

/// Reads a text and looks at a progress every now and then.
class WatchedText {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    WatchedText(const char* at, std::string_view text, Progress* progress)
        : at_(at)
        , begin_(text.data())
        , end_(text.data() + text.size())
        , progress_(progress)
    {
        look();
    }

    reference operator*() const { return *at_; }
    WatchedText& operator++()
    {
        if (++at_ == nextLook_)
            look();
        return *this;
    }
    bool operator==(const WatchedText& other) const { return at_ == other.at_; }

private:
    void look()
    {
        nextLook_ = at_ + std::min<std::ptrdiff_t>(kBytesPerLook, end_ - at_);
        if (progress_ == nullptr)
            return;
        if (progress_->isCancelled())
            throw Cancelled{};
        if (at_ != end_ || begin_ == end_)
            progress_->setDone(static_cast<std::uint64_t>(at_ - begin_));
    }

    const char* at_;
    const char* begin_;
    const char* end_;
    const char* nextLook_ = nullptr;
    Progress* progress_;
};

/// Builds a document whose numbers keep every digit.
class ExactBuilder : public nlohmann::json_sax<nlohmann::ordered_json> {
public:
    using Json = nlohmann::ordered_json;

    [[nodiscard]] Json take() { return std::move(root_); }

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t& text) override
    {
        return isExactly(value, text) ? put(value) : put(exactNumber(text));
    }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*elements*/) override { return open(Json::object()); }
    bool key(string_t& value) override
    {
        member_ = &(*open_.back())[value];
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*elements*/) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const nlohmann::detail::exception& what) override
    {
        problem_ = what.what();
        return false;
    }
    [[nodiscard]] const std::string& problem() const { return problem_; }

private:
    Json* place(Json value)
    {
        if (open_.empty())
            return &(root_ = std::move(value));
        if (open_.back()->is_object())
            return &(*member_ = std::move(value));
        open_.back()->push_back(std::move(value));
        return &open_.back()->back();
    }
    bool put(Json value)
    {
        place(std::move(value));
        return true;
    }
    bool open(Json value)
    {
        open_.push_back(place(std::move(value)));
        return true;
    }
    bool close()
    {
        open_.pop_back();
        return true;
    }

    Json root_;
    /// Objects and lists that the text has begun. Each stays where it is while those in it grow.
    std::vector<Json*> open_;
    Json* member_ = nullptr;
    std::string problem_;
};

/// `read` is given the text from beginning to end.
template <class Json, class Read>
Result<Json> watched(std::string_view text, const std::string& name, Progress* progress, const Read& read)
{
    if (progress != nullptr)
        progress->setTotal(text.size());
    try {
        return read(WatchedText(text.data(), text, progress), WatchedText(text.data() + text.size(), text, nullptr));
    } catch (const Cancelled&) {
        return Error{ErrorCode::Interrupted, {}, {}};
    } catch (const nlohmann::json::exception& failure) {
        return Error{ErrorCode::JsonSyntax, name, {failure.what()}};
    }
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text, const std::string& name, Progress* progress)
{
    return watched<nlohmann::json>(text, name, progress, [](const WatchedText& begin, const WatchedText& end) {
        return Result<nlohmann::json>(nlohmann::json::parse(begin, end));
    });
}

Result<nlohmann::ordered_json> parseOrderedJson(std::string_view text, const std::string& name, Progress* progress)
{
    using Json = nlohmann::ordered_json;
    return watched<Json>(text, name, progress, [&name](const WatchedText& begin, const WatchedText& end) {
        ExactBuilder builder;
        if (!Json::sax_parse(begin, end, &builder))
            return Result<Json>(Error{ErrorCode::JsonSyntax, name, {builder.problem()}});
        return Result<Json>(builder.take());
    });
}

} // namespace quotaboard
