// SPDX-License-Identifier: Apache-2.0
#include "core/workload/csv.h"

#include <QTest>

#include <string>

using namespace quotaboard;

namespace {

/// "line:cell|cell/…" of every row; broken rows as "line!text".
std::string rows(std::string_view text, char delimiter = ',')
{
    CsvReader reader(text, delimiter);
    CsvRow row;
    std::string all;
    while (reader.next(row)) {
        all += (all.empty() ? "" : "/") + std::to_string(row.line) + (row.isBroken ? "!" + std::string(row.text) : ":");
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            all += (i > 0 ? "|" : "") + std::string(row.cells[i]);
        }
    }
    return all;
}

} // namespace

class TestCsv : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void splitsRows_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
        };
        row("plain", "a,b\n1,2\n", "1:a|b/2:1|2");
        row("no final newline", "a,b\n1,2", "1:a|b/2:1|2");
        row("CRLF", "a,b\r\n1,2\r\n", "1:a|b/2:1|2");
        row("CR only", "a,b\r1,2\r", "1:a|b/2:1|2");
        row("blank lines count as lines", "a,b\n\n  \n1,2\n\n", "1:a|b/4:1|2");
        row("empty cells", "a,,b\n,,\n", "1:a||b/2:||");
        row("quoted delimiter", "\"a,b\",c\n", "1:a,b|c");
        row("quoted newline keeps line numbers", "\"a\nb\nc\",d\n1,2\n", "1:a\nb\nc|d/4:1|2");
        row("quoted CRLF", "\"a\r\nb\",d\r\n1,2\r\n", "1:a\r\nb|d/3:1|2");
        row("doubled quotes", "\"say \"\"hi\"\"\",\"\"\"\"\n", "1:say \"hi\"|\"");
        row("empty quoted cell", "\"\",x\n", "1:|x");
        row("quote inside a cell is a character", "5\" disk,x\n", "1:5\" disk|x");
        row("quoted last cell with CRLF", "1,\"x\"\r\n2,y\r\n", "1:1|x/2:2|y");
        row("quote never closed costs one line", "a,b\n\"x,1\ny,2\n", "1:a|b/2!\"x,1/3:y|2");
        row("text after a closing quote costs one line", "\"a\"b,1\nc,2\n", "1!\"a\"b,1/2:c|2");
        row("delimiter at the end", "a,b,\n", "1:a|b|");
    }
    void splitsRows()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(rows(text.toStdString())), expected);
    }

    void keepsTheRowsText()
    {
        const std::string text = "h\n\"a\nb\",c\r\n";
        CsvReader reader(text, ',');
        CsvRow row;
        QVERIFY(reader.next(row) && reader.next(row));
        QCOMPARE(std::string(row.text), std::string("\"a\nb\",c"));
        QVERIFY(!reader.next(row));
    }

    void boundsAQuotedCell()
    {
        // A stray quote must not swallow the rest of a large file.
        std::string text = "\"stray\n";
        for (int i = 0; i < 200'000; ++i) {
            text += "12345,6\n";
        }
        text += "\"";
        CsvReader reader(text, ',');
        CsvRow row;
        QVERIFY(reader.next(row) && row.isBroken);
        int count = 0;
        while (reader.next(row)) {
            ++count;
        }
        QCOMPARE(count, 200'001);
    }

    void detectsTheDelimiter()
    {
        QCOMPARE(detectDelimiter("a,b,c\n1,2,3\n"), ',');
        QCOMPARE(detectDelimiter("a;b;c\n1,5;2,5;3\n"), ';');
        QCOMPARE(detectDelimiter("a\tb\tc\n1,5\tx y\t3\n"), '\t');
        QCOMPARE(detectDelimiter("a|b|c\n1|2|3\n"), '|');
        QCOMPARE(detectDelimiter("\"a;b\",c,d\n1,2,3\n"), ',');
        QCOMPARE(detectDelimiter("alone\n1\n"), ',');
        QCOMPARE(detectDelimiter(""), ',');
        QCOMPARE(detectDelimiter("a,b,c\n1,2\n1,2,3,4\n"), ',');
    }
};

QTEST_APPLESS_MAIN(TestCsv)
#include "tst_csv.moc"
