// SPDX-License-Identifier: Apache-2.0
#include "core/workload/text_input.h"

#include <QTemporaryDir>
#include <QTest>

#include <string>
#include <string_view>
#include <zlib.h>

using namespace quotaboard;
using namespace std::string_view_literals;

namespace {

std::string gzipped(std::string_view text)
{
    z_stream z{};
    deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, text.size()) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

std::string utf16(std::u16string_view text, bool bigEndian, bool mark)
{
    std::string bytes;
    const auto put = [&](char16_t unit) {
        const auto high = static_cast<char>(unit >> 8);
        const auto low = static_cast<char>(unit & 0xFF);
        bytes += bigEndian ? high : low;
        bytes += bigEndian ? low : high;
    };
    if (mark) {
        put(0xFEFF);
    }
    for (const char16_t unit : text) {
        put(unit);
    }
    return bytes;
}

std::string decoded(std::string bytes)
{
    Result<TextInput> input = decodeText("f", std::move(bytes));
    return input ? std::string(input.value().view()) : "error " + std::to_string(static_cast<int>(input.error().code));
}

ErrorCode codeOf(std::string bytes)
{
    Result<TextInput> input = decodeText("f", std::move(bytes));
    return input ? ErrorCode::Usage : input.error().code;
}

} // namespace

class TestTextInput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryEncoding()
    {
        const std::string plain = "name,größe\nx,1\n";
        const std::u16string wide = u"name,größe\nx,1\n";
        QCOMPARE(decoded(plain), plain);
        QCOMPARE(decoded("\xEF\xBB\xBF" + plain), plain);
        for (const bool bigEndian : {false, true}) {
            for (const bool mark : {false, true}) {
                QCOMPARE(decoded(utf16(wide, bigEndian, mark)), plain);
            }
        }
        QCOMPARE(decoded(utf16(u"\U0001F600,b\n1,2\n", false, true)), std::string("\xF0\x9F\x98\x80,b\n1,2\n"));
        QCOMPARE(decoded(gzipped(utf16(wide, false, true))), plain);
    }

    void leavesRoomForTheJsonParser()
    {
        Result<TextInput> input = decodeText("f", std::string("\xEF\xBB\xBF{}"));
        QVERIFY(input.ok());
        QVERIFY(input.value().readableBytes() >= input.value().view().size() + 32);
    }

    void refusesWhatIsNoText()
    {
        QCOMPARE(codeOf(""), ErrorCode::FileEmpty);
        QCOMPARE(codeOf(" \r\n\t\n"), ErrorCode::FileEmpty);
        QCOMPARE(codeOf("\xEF\xBB\xBF"), ErrorCode::FileEmpty);
        QCOMPARE(codeOf(gzipped("")), ErrorCode::FileEmpty);
        const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:20\nsize 1055988361\n";
        QCOMPARE(codeOf(pointer), ErrorCode::FileIsLfsPointer);
        QCOMPARE(codeOf(gzipped(pointer)), ErrorCode::FileIsLfsPointer);
        QCOMPARE(codeOf("\n<!DOCTYPE html><html>"), ErrorCode::FileIsHtml);
        QCOMPARE(codeOf("<HTML><body>404"), ErrorCode::FileIsHtml);
        QCOMPARE(codeOf(std::string("PK\x03\x04 zip file")), ErrorCode::FileIsArchive);
        std::string tar(512, 'x');
        tar.replace(257, 5, "ustar");
        QCOMPARE(codeOf(tar), ErrorCode::FileIsArchive);
        QCOMPARE(codeOf(gzipped(tar)), ErrorCode::FileIsArchive);
        QCOMPARE(codeOf(gzipped(gzipped("a,b\n"))), ErrorCode::FileIsArchive);
        QCOMPARE(codeOf("PAR1\x15\x04"), ErrorCode::FileIsBinary);
        QCOMPARE(codeOf(std::string("a,b\n1,\0\0\x01 2\n"sv)), ErrorCode::FileIsBinary);
        QCOMPARE(codeOf("gr\xF6\xDF"
                        "e,b\n1,2\n"),
            ErrorCode::TextEncoding);
        QCOMPARE(codeOf(utf16(u"a,b\n", false, true) + "x"), ErrorCode::TextEncoding);
        QCOMPARE(codeOf(std::string("\xFF\xFE\x00\xDC"sv)), ErrorCode::TextEncoding);
    }

    void unpacksSeveralMembersAndNoticesDamage()
    {
        QCOMPARE(decoded(gzipped("a,b\n") + gzipped("1,2\n")), std::string("a,b\n1,2\n"));
        QCOMPARE(decoded(gzipped("a,b\n") + std::string(512, '\0')), std::string("a,b\n"));
        const std::string packed = gzipped(std::string(10'000, 'a') + "end");
        QCOMPARE(codeOf(packed.substr(0, packed.size() / 2)), ErrorCode::GzipDamaged);
        QCOMPARE(codeOf(packed + "garbage"), ErrorCode::GzipDamaged);
        std::string flipped = packed;
        flipped[flipped.size() - 6] = static_cast<char>(~flipped[flipped.size() - 6]);
        QCOMPARE(codeOf(flipped), ErrorCode::GzipDamaged);
    }

    void stopsDecompressionBombs()
    {
        std::string rows;
        while (rows.size() < 20'000'000) {
            rows += "1,2,3\n";
        }
        const std::string bomb = gzipped(rows);
        QVERIFY(bomb.size() < 50'000);
        Result<TextInput> input = decodeText("f", bomb, 1'000'000);
        QVERIFY(!input.ok());
        QCOMPARE(input.error().code, ErrorCode::FileTooLarge);
        QCOMPARE(decodeText("f", "a,b\n1,2\n", 4).error().code, ErrorCode::FileTooLarge);
    }

    /// A bomb smaller than any fixed limit is told by how little it was packed from.
    void stopsWhatNoTraceUnpacksTo()
    {
        std::string text = "submit,duration,gpus\n";
        text.reserve(300'000'000);
        while (text.size() < 290'000'000) {
            text.append("1,1,1\n1,1,1\n1,1,1\n1,1,1\n1,1,1\n1,1,1\n1,1,1\n1,1,1\n");
        }
        const std::string bomb = gzipped(text);
        QVERIFY(bomb.size() * 100 < text.size());
        const Result<TextInput> input = decodeText("f", bomb);
        QVERIFY(!input.ok());
        QCOMPARE(input.error().code, ErrorCode::FileTooLarge);
        QCOMPARE(input.error().arguments.at(2), std::to_string(bomb.size()));
        QVERIFY(decodeText("f", gzipped(text.substr(0, 50'000'000))).ok());
    }

    /// The first bytes decide, however many follow; reading all of them would take a machine's memory.
    void refusesByTheFirstBytes()
    {
        QCOMPARE(readTextFile("/dev/zero").error().code, ErrorCode::FileIsBinary);
        QCOMPARE(readTextFile("/dev/urandom").error().code, ErrorCode::FileIsBinary);
        QCOMPARE(codeOf(gzipped(std::string(40'000'000, '\0'))), ErrorCode::FileIsBinary);
        const std::string line(3'000'000, 'a');
        QCOMPARE(codeOf(line), ErrorCode::WrongFormat);
        QCOMPARE(codeOf("\xEF\xBB\xBF" + line), ErrorCode::WrongFormat);
        QCOMPARE(codeOf(gzipped(line)), ErrorCode::WrongFormat);
        QTemporaryDir folder;
        QFile file(folder.filePath("line.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(line));
        QVERIFY(file.resize(qint64(1) << 30)); // a hole: nothing of it is ever read
        file.close();
        QCOMPARE(readTextFile(file.fileName().toStdString()).error().code, ErrorCode::WrongFormat);
        // JSON is often one line
        QVERIFY(decodeText("f", "[\"" + line + "\"]").ok());
    }

    void readsFiles()
    {
        QTemporaryDir folder;
        QCOMPARE(readTextFile(folder.filePath("missing.csv").toStdString()).error().code, ErrorCode::FileNotFound);
        QFile file(folder.filePath("trace.csv.gz"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(gzipped("a,b\n")));
        file.close();
        Result<TextInput> input = readTextFile(file.fileName().toStdString());
        QVERIFY(input.ok());
        QCOMPARE(std::string(input.value().view()), std::string("a,b\n"));
        QCOMPARE(readTextFile(file.fileName().toStdString(), 3).error().code, ErrorCode::FileTooLarge);
    }
};

QTEST_APPLESS_MAIN(TestTextInput)
#include "tst_text_input.moc"
