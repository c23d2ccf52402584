// SPDX-License-Identifier: Apache-2.0
// Colours have names: no literal stands outside the token file, in code or in style sheets.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

constexpr const char* kTokenFile = "ui/widgets/style/tokens.cpp";

/// The code without comments.
QString codeOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression comment(R"(//[^\n]*|/\*.*?\*/)", QRegularExpression::DotMatchesEverythingOption);
    return QString::fromUtf8(file.readAll()).replace(comment, "");
}

/// The first colour literal of some code; empty when there is none.
QString literalIn(const QString& code)
{
    static const QRegularExpression literals(
        // QColor(1, 2, 3), QColor("red"), QColor{…}; QColor(color) and QColor() are copies and no colour at all.
        R"(QColor\s*[({]\s*["0-9]|QColorConstants::|qRgba?\s*\(\s*[0-9]|fromRgbF?\s*\(\s*[0-9]|fromHslF?\s*\(\s*[0-9])"
        R"(|Qt::(red|green|blue|cyan|magenta|yellow|gray|black|white|dark\w+|lightGray)\b)"
        R"(|"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\b|[:\s]#[0-9A-Fa-f]{6}\b|\b0x[Ff]{2}[0-9A-Fa-f]{6}\b)"
        R"(|\brgba?\s*\(\s*[0-9])");
    return literals.match(code).captured();
}

} // namespace

class TestColorLiterals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsALiteral_data();
    void knowsALiteral();
    void standOnlyInTheTokenFile();
};

void TestColorLiterals::knowsALiteral_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isLiteral");
    QTest::newRow("numbers") << "QColor(10, 20, 30)" << true;
    QTest::newRow("name") << "QColor color(\"red\"); QColor(\"red\")" << true;
    QTest::newRow("global") << "painter.setPen(Qt::red);" << true;
    QTest::newRow("dark global") << "Qt::darkGray" << true;
    QTest::newRow("hex text") << "\"#0A4C86\"" << true;
    QTest::newRow("style sheet") << "color: #1B1F23;" << true;
    QTest::newRow("QRgb") << "QRgb x = 0xFF0072B2;" << true;
    QTest::newRow("rgb()") << "background: rgb(1, 2, 3)" << true;
    QTest::newRow("transparent") << "pixmap.fill(Qt::transparent);" << false;
    QTest::newRow("token") << "tokens.color(ColorToken::Own)" << false;
    QTest::newRow("copy") << "QColor(color)" << false;
    QTest::newRow("place") << "'#' + object->objectName()" << false;
}

void TestColorLiterals::knowsALiteral()
{
    QFETCH(QString, code);
    QFETCH(bool, isLiteral);
    QCOMPARE(!literalIn(code).isEmpty(), isLiteral);
}

void TestColorLiterals::standOnlyInTheTokenFile()
{
    const QString root = QStringLiteral(QUOTABOARD_SOURCE_DIR) + '/';
    int files = 0;
    QStringList found;
    for (const char* folder : {"ui", "app/gui"}) {
        QDirIterator it(root + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            if (path.endsWith(kTokenFile))
                continue;
            ++files;
            const QString literal = literalIn(codeOf(path));
            if (!literal.isEmpty())
                found.append(path.mid(root.size()) + ": " + literal);
        }
    }
    QVERIFY(files > 40);
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    QVERIFY(!literalIn(codeOf(root + kTokenFile)).isEmpty());
}

QTEST_APPLESS_MAIN(TestColorLiterals)
#include "tst_color_literals.moc"
