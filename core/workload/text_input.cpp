// SPDX-License-Identifier: Apache-2.0
#include "core/workload/text_input.h"

#include <simdjson.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace quotaboard {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kGzipMark = "\x1F\x8B"sv;
constexpr std::size_t kPadding = simdjson::SIMDJSON_PADDING;
/// As much of a text as shows whether it can be a trace at all.
constexpr std::size_t kHeadBytes = 1 << 20;
/// Real traces pack to a tenth or a thirtieth; gzip itself cannot do better than a thousandth.
constexpr std::uint64_t kMostInflation = 100;
constexpr std::uint64_t kAlwaysInflated = 256ULL << 20;
/// A pipe or device does not tell its size, and may never end.
constexpr std::uint64_t kMaxStreamBytes = 1ULL << 30;

Error failure(ErrorCode code, const std::string& name, std::vector<std::string> arguments = {})
{
    return Error{code, name, std::move(arguments)};
}

struct Signature {
    std::string_view magic;
    std::string_view kind;
    std::size_t offset = 0;
};

constexpr Signature kArchives[] = {
    {"PK\x03\x04"sv, "zip"},
    {"PK\x05\x06"sv, "zip"},
    {"ustar"sv, "tar", 257},
    {"BZh"sv, "bzip2"},
    {"\xFD\x37zXZ"sv, "xz"},
    {"\x28\xB5\x2F\xFD"sv, "zstd"},
    {"7z\xBC\xAF\x27\x1C"sv, "7z"},
    {"Rar!"sv, "rar"},
    {kGzipMark, "gzip"},
};
constexpr Signature kBinaries[] = {
    {"PAR1"sv, "Parquet"},
    {"SQLite format 3"sv, "SQLite"},
    {"%PDF"sv, "PDF"},
    {"\x89PNG"sv, "PNG"},
    {"\xD0\xCF\x11\xE0"sv, "old Excel"},
    {"\x89HDF"sv, "HDF5"},
    {"ARROW1"sv, "Arrow"},
    {"Obj\x01"sv, "Avro"},
    {"ORC"sv, "ORC"},
    {"\x7F"
     "ELF"sv,
        "program"},
    {"\x80\x04\x95"sv, "Python pickle"},
};

std::string_view matchSignature(std::string_view bytes, std::span<const Signature> signatures)
{
    for (const Signature& signature : signatures) {
        if (bytes.size() > signature.offset && bytes.substr(signature.offset).starts_with(signature.magic)) {
            return signature.kind;
        }
    }
    return {};
}

bool startsWithIgnoringCase(std::string_view text, std::string_view lowerPrefix)
{
    return text.size() >= lowerPrefix.size()
        && std::equal(lowerPrefix.begin(), lowerPrefix.end(), text.begin(),
            [](char wanted, char found) { return (found >= 'A' && found <= 'Z' ? found + 32 : found) == wanted; });
}

bool looksLikeHtml(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return startsWithIgnoringCase(text, "<!doctype html") || startsWithIgnoringCase(text, "<html")
        || startsWithIgnoringCase(text, "<head");
}

void appendUtf8(std::string& out, char32_t c)
{
    const auto put = [&out](char32_t bits) { out.push_back(static_cast<char>(bits)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

/// Empty when the bytes are not UTF-16 of that order.
std::optional<std::string> utf8FromUtf16(std::string_view bytes, bool bigEndian)
{
    if (bytes.size() % 2 != 0) {
        return std::nullopt;
    }
    const auto unitAt = [&](std::size_t i) {
        const auto first = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        return static_cast<char32_t>(bigEndian ? first << 8 | second : second << 8 | first);
    };
    std::string out;
    out.reserve(bytes.size() / 2 + kPadding);
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        char32_t c = unitAt(i);
        if (c >= 0xDC00 && c < 0xE000) {
            return std::nullopt;
        }
        if (c >= 0xD800 && c < 0xDC00) {
            const char32_t low = i + 3 < bytes.size() ? unitAt(i + 2) : 0;
            if (low < 0xDC00 || low >= 0xE000) {
                return std::nullopt;
            }
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            i += 2;
        }
        appendUtf8(out, c);
    }
    return out;
}

enum class Utf16 { No, LittleEndian, BigEndian };

/// By the mark, else by where the zero bytes of ASCII characters stand.
Utf16 detectUtf16(std::string_view bytes)
{
    if (bytes.starts_with("\xFF\xFE"sv)) {
        return Utf16::LittleEndian;
    }
    if (bytes.starts_with("\xFE\xFF"sv)) {
        return Utf16::BigEndian;
    }
    const std::string_view head = bytes.substr(0, 4096);
    std::size_t zeros[2] = {0, 0};
    for (std::size_t i = 0; i < head.size(); ++i) {
        zeros[i % 2] += head[i] == '\0';
    }
    const std::size_t most = head.size() / 2 * 8 / 10;
    if (most > 0 && zeros[1] >= most && zeros[0] == 0) {
        return Utf16::LittleEndian;
    }
    return most > 0 && zeros[0] >= most && zeros[1] == 0 ? Utf16::BigEndian : Utf16::No;
}

/// What cannot be a trace, said in one error.
std::optional<Error> refuse(const std::string& name, std::string_view bytes)
{
    if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return failure(ErrorCode::FileEmpty, name);
    }
    if (bytes.starts_with("version https://git-lfs")) {
        return failure(ErrorCode::FileIsLfsPointer, name);
    }
    if (const std::string_view kind = matchSignature(bytes, kArchives); !kind.empty()) {
        return failure(ErrorCode::FileIsArchive, name, {std::string(kind)});
    }
    if (const std::string_view kind = matchSignature(bytes, kBinaries); !kind.empty()) {
        return failure(ErrorCode::FileIsBinary, name, {std::string(kind)});
    }
    if (looksLikeHtml(bytes)) {
        return failure(ErrorCode::FileIsHtml, name);
    }
    return std::nullopt;
}

bool hasControlBytes(std::string_view text)
{
    return std::any_of(
        text.begin(), text.end(), [](char c) { return c == '\0' || (c > 0 && c < 9) || (c > 13 && c < 26); });
}

/// Data in one endless line is no trace, but a reader would take all of it for a single cell. JSON may be written so.
bool isOneEndlessLine(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
    return !isJson && head.size() + kUtf8Mark.size() >= kHeadBytes
        && head.find_first_of("\r\n") == std::string_view::npos;
}

std::string_view withoutMark(std::string_view text)
{
    return text.starts_with(kUtf8Mark) ? text.substr(kUtf8Mark.size()) : text;
}

/// What the first bytes of a text show already, so that the rest of it need not fill the memory.
std::optional<Error> refuseHead(const std::string& name, std::string_view bytes)
{
    if (detectUtf16(bytes) != Utf16::No) {
        return std::nullopt;
    }
    const std::string_view head = withoutMark(bytes).substr(0, kHeadBytes);
    if (std::optional<Error> refusal = refuse(name, head)) {
        return refusal;
    }
    if (hasControlBytes(head.substr(0, 1 << 16))) {
        return failure(ErrorCode::FileIsBinary, name, {""});
    }
    if (isOneEndlessLine(head)) {
        return failure(ErrorCode::WrongFormat, name, {"a first line of more than 1 MB", "lines of text, or JSON"});
    }
    return std::nullopt;
}

/// One z_stream that is always released.
struct Inflater {
    z_stream stream{};
    int status = Z_OK;
    Inflater() { status = inflateInit2(&stream, 15 + 16); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&stream); }
};

/// Copies one buffer after another through zlib, appending to `out`. Several gzip members in a row are one text;
/// zero bytes after the last one are padding.
std::optional<Error> inflateAll(
    const std::string& name, std::string_view packed, std::uint64_t maxBytes, std::string& out)
{
    Inflater inflater;
    z_stream& z = inflater.stream;
    const std::uint64_t most = std::min(maxBytes, std::max(kAlwaysInflated, packed.size() * kMostInflation));
    std::size_t consumed = 0;
    bool isHeadKnown = false;
    std::array<unsigned char, 1 << 16> block;
    for (;;) {
        if (z.avail_in == 0 && consumed < packed.size()) {
            const std::size_t step = std::min<std::size_t>(packed.size() - consumed, 1U << 30);
            z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + consumed)); // zlib's const gap
            z.avail_in = static_cast<uInt>(step);
            consumed += step;
        }
        z.next_out = block.data();
        z.avail_out = static_cast<uInt>(block.size());
        const int status = inflate(&z, Z_NO_FLUSH);
        out.append(reinterpret_cast<const char*>(block.data()), block.size() - z.avail_out);
        if (!isHeadKnown && out.size() >= kHeadBytes) {
            isHeadKnown = true;
            if (std::optional<Error> refusal = refuseHead(name, out)) {
                return refusal;
            }
        }
        if (out.size() > most) {
            std::vector<std::string> arguments{std::to_string(out.size()), std::to_string(most)};
            if (most < maxBytes) {
                arguments.push_back(std::to_string(packed.size()));
            }
            return failure(ErrorCode::FileTooLarge, name, std::move(arguments));
        }
        if (status == Z_STREAM_END) {
            const std::string_view rest = packed.substr(consumed - z.avail_in);
            if (rest.find_first_not_of('\0') == std::string_view::npos) {
                return std::nullopt;
            }
            inflateReset(&z);
        } else if (status != Z_OK) {
            const bool isCut = status == Z_BUF_ERROR;
            return failure(ErrorCode::GzipDamaged, name, {isCut ? "unexpected end" : (z.msg ? z.msg : zError(status))});
        }
    }
}

Result<TextInput> decodeUnpacked(const std::string& name, std::string bytes)
{
    const Utf16 utf16 = detectUtf16(bytes);
    if (utf16 != Utf16::No) {
        std::optional<std::string> text = utf8FromUtf16(bytes, utf16 == Utf16::BigEndian);
        if (!text) {
            return failure(ErrorCode::TextEncoding, name, {"UTF-16"});
        }
        bytes = std::move(*text);
    }
    const std::string_view text = withoutMark(bytes);
    const std::size_t skip = bytes.size() - text.size();
    if (std::optional<Error> refusal = refuseHead(name, bytes)) {
        return *refusal;
    }
    if (std::memchr(text.data(), '\0', text.size()) != nullptr) {
        return failure(ErrorCode::FileIsBinary, name, {""});
    }
    if (!simdjson::validate_utf8(text.data(), text.size())) {
        return failure(ErrorCode::TextEncoding, name, {"UTF-8"});
    }
    return TextInput(std::move(bytes), skip);
}

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// A whole file, unless its size or its first bytes show that it is none that could be used.
Result<std::string> readBytes(const std::string& path, std::uint64_t maxBytes, FileMark* mark)
{
    FileMarker marker(path);
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rbe"));
    if (!file) {
        const ErrorCode code = errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable;
        return failure(code, path, {std::strerror(errno)});
    }
    std::error_code ignored;
    const bool isRegular = std::filesystem::is_regular_file(path, ignored);
    const std::uint64_t most = isRegular ? maxBytes : std::min(maxBytes, kMaxStreamBytes);
    const std::uintmax_t size = isRegular ? std::filesystem::file_size(path, ignored) : 0;
    std::string bytes;
    if (!ignored && size <= most) {
        bytes.reserve(size + kPadding);
    }
    const auto tooLarge = [&](std::uint64_t found) {
        return failure(ErrorCode::FileTooLarge, path, {std::to_string(found), std::to_string(most)});
    };
    if (!ignored && size > most) {
        return tooLarge(size);
    }
    std::string block(kHeadBytes, '\0');
    for (std::size_t got = 0; (got = std::fread(block.data(), 1, block.size(), file.get())) > 0;) {
        const bool isHead = bytes.empty();
        bytes.append(block, 0, got);
        if (mark != nullptr) {
            marker.add(std::string_view(block).substr(0, got));
        }
        if (isHead && got == block.size() && !bytes.starts_with(kGzipMark)) {
            if (const std::optional<Error> refusal = refuseHead(path, bytes)) {
                return *refusal;
            }
        }
        if (bytes.size() > most) {
            return tooLarge(bytes.size());
        }
    }
    if (std::ferror(file.get()) != 0) {
        return failure(ErrorCode::FileUnreadable, path, {std::strerror(errno)});
    }
    if (mark != nullptr) {
        *mark = isRegular ? marker.finish() : FileMark{};
    }
    return bytes;
}

} // namespace

TextInput::TextInput(std::string bytes, std::size_t skip)
    : bytes_(std::move(bytes))
    , skip_(skip)
{
    if (bytes_.capacity() < bytes_.size() + kPadding) {
        bytes_.reserve(bytes_.size() + kPadding);
    }
}

Result<TextInput> decodeText(const std::string& name, std::string bytes, std::uint64_t maxBytes)
{
    if (bytes.size() > maxBytes) {
        return failure(ErrorCode::FileTooLarge, name, {std::to_string(bytes.size()), std::to_string(maxBytes)});
    }
    if (!std::string_view(bytes).starts_with(kGzipMark)) {
        return decodeUnpacked(name, std::move(bytes));
    }
    std::string unpacked;
    unpacked.reserve(bytes.size() * 4);
    if (std::optional<Error> error = inflateAll(name, bytes, maxBytes, unpacked)) {
        return *error;
    }
    bytes = {};
    return decodeUnpacked(name, std::move(unpacked));
}

Result<TextInput> readTextFile(const std::string& path, std::uint64_t maxBytes, FileMark* mark)
{
    Result<std::string> bytes = readBytes(path, maxBytes, mark);
    if (!bytes) {
        return bytes.error();
    }
    return decodeText(path, std::move(bytes).value(), maxBytes);
}

} // namespace quotaboard
