// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/json_parse.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

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

template <class Json>
Result<Json> parse(std::string_view text, const std::string& name, Progress* progress)
{
    if (progress != nullptr)
        progress->setTotal(text.size());
    try {
        return Json::parse(
            WatchedText(text.data(), text, progress), WatchedText(text.data() + text.size(), text, nullptr));
    } catch (const Cancelled&) {
        return Error{ErrorCode::Interrupted, {}, {}};
    } catch (const nlohmann::json::exception& failure) {
        return Error{ErrorCode::JsonSyntax, name, {failure.what()}};
    }
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text, const std::string& name, Progress* progress)
{
    return parse<nlohmann::json>(text, name, progress);
}

Result<nlohmann::ordered_json> parseOrderedJson(std::string_view text, const std::string& name, Progress* progress)
{
    return parse<nlohmann::ordered_json>(text, name, progress);
}

} // namespace quotaboard
