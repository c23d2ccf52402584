// SPDX-License-Identifier: Apache-2.0
// Reads the sources and checks the rules of the architecture: who may include whom, no Qt below ui, sizes, licence
// lines.
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

/// Folders of core and the folders each may include, besides itself.
const QMap<QString, QSet<QString>> kMayInclude{
    {"base", {}},
    {"model", {"base"}},
    {"scheduler", {"base", "model"}},
    {"simulation", {"base", "model", "scheduler"}},
    {"metrics", {"base", "model", "scheduler", "simulation"}},
    {"experiment", {"base", "model", "scheduler", "simulation", "metrics"}},
    {"workload", {"base", "model"}},
    {"exchange", {"base", "model", "scheduler", "simulation", "metrics", "workload"}},
    {"store", {"base", "model", "scheduler", "simulation", "metrics", "experiment", "workload", "exchange"}},
    {"live", {"base", "model", "scheduler", "simulation", "exchange", "store"}},
};

constexpr qsizetype kMostLines = 600;
constexpr qsizetype kMostLineLength = 160;

struct Include {
    QString file;
    QString target;
};

QString root()
{
    return QStringLiteral(QUOTABOARD_SOURCE_DIR) + "/";
}

QByteArray contentOf(const QString& path)
{
    QFile file(root() + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// C++ sources and headers below a folder, as paths from the top.
QStringList sourcesIn(const QString& folder)
{
    QStringList files;
    QDirIterator it(root() + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        files.append(it.next().mid(root().size()));
    files.sort();
    return files;
}

QList<Include> includesOf(const QStringList& files)
{
    static const QRegularExpression pattern(
        R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])", QRegularExpression::MultilineOption);
    QList<Include> includes;
    for (const QString& file : files) {
        auto match = pattern.globalMatch(QString::fromUtf8(contentOf(file)));
        while (match.hasNext())
            includes.append({file, match.next().captured(1)});
    }
    return includes;
}

/// "core/base/time.h" is of folder "core/base", "app/cli/main.cpp" of "app/cli".
QString folderOf(const QString& path)
{
    return path.section('/', 0, 1);
}

bool isQt(const QString& header)
{
    static const QRegularExpression pattern("^(Qt[A-Z]\\w*/.*|Q[A-Z]\\w*|Qt[A-Z]?\\w*|q[a-z]+\\.h)$");
    return pattern.match(header).hasMatch();
}

/// The code without comments, texts and characters, so that words in them do not count.
QString codeOf(const QString& file)
{
    static const QRegularExpression raw(R"(R"(\w*)\(.*?\)\1")", QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression rest(R"(//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')",
        QRegularExpression::DotMatchesEverythingOption);
    QString text = QString::fromUtf8(contentOf(file));
    return text.replace(raw, "").replace(rest, "");
}

} // namespace

class TestIncludes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheRules();
    void coreFollowsTheDependencyRule();
    void noFolderPairIncludesEachOther();
    void coreAndCommandLineAreFreeOfQt();
    void includesStartAtTheTop();
    void coreDoesNotKnowTheApplications();
    void headersAvoidQtKeywords();
    void headersAreGuarded();
    void everySourceHasItsLicence();
    void filesStaySmall();
};

void TestIncludes::readsTheRules()
{
    QVERIFY(sourcesIn("core").size() > 80);
    QVERIFY(sourcesIn("app").size() > 10);
    QVERIFY(includesOf(sourcesIn("core")).size() > 300);
    QVERIFY(isQt("QString") && isQt("QtCore/QString") && isQt("qobject.h") && isQt("QtTest"));
    QVERIFY(!isQt("queue") && !isQt("core/base/time.h") && !isQt("CLI/CLI.hpp"));
}

void TestIncludes::coreFollowsTheDependencyRule()
{
    QStringList wrong;
    for (const Include& include : includesOf(sourcesIn("core"))) {
        if (!include.target.startsWith("core/"))
            continue;
        const QString from = include.file.section('/', 1, 1);
        const QString to = include.target.section('/', 1, 1);
        if (!kMayInclude.contains(from))
            wrong.append("core/" + from + " has no place in the dependency rule");
        else if (from != to && !kMayInclude[from].contains(to))
            wrong.append(include.file + " includes " + include.target);
    }
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

void TestIncludes::noFolderPairIncludesEachOther()
{
    QMap<QString, QSet<QString>> includes;
    for (const Include& include : includesOf(sourcesIn("core") + sourcesIn("app") + sourcesIn("ui"))) {
        static const QRegularExpression own("^(core|app|ui)/");
        if (own.match(include.target).hasMatch() && folderOf(include.file) != folderOf(include.target))
            includes[folderOf(include.file)].insert(folderOf(include.target));
    }
    for (auto it = includes.cbegin(); it != includes.cend(); ++it) {
        for (const QString& other : it.value())
            QVERIFY2(!includes.value(other).contains(it.key()), qPrintable(it.key() + " and " + other));
    }
}

void TestIncludes::coreAndCommandLineAreFreeOfQt()
{
    for (const Include& include : includesOf(sourcesIn("core") + sourcesIn("app/cli")))
        QVERIFY2(!isQt(include.target), qPrintable(include.file + " includes " + include.target));
    for (const Include& include : includesOf(sourcesIn("ui/logic")))
        QVERIFY2(
            !include.target.startsWith("QtWidgets") && include.target != "QWidget" && include.target != "QApplication",
            qPrintable(include.file + " includes " + include.target));
}

void TestIncludes::includesStartAtTheTop()
{
    const QStringList files = sourcesIn("core") + sourcesIn("app") + sourcesIn("ui");
    for (const Include& include : includesOf(files)) {
        QVERIFY2(!include.target.startsWith("."), qPrintable(include.file + " includes " + include.target));
        const bool isNeighbour = QFileInfo::exists(root() + QFileInfo(include.file).path() + "/" + include.target);
        QVERIFY2(!isNeighbour, qPrintable(include.file + " includes " + include.target + " without its folder"));
    }
}

void TestIncludes::coreDoesNotKnowTheApplications()
{
    for (const Include& include : includesOf(sourcesIn("core")))
        QVERIFY2(!include.target.startsWith("app/") && !include.target.startsWith("ui/")
                && !include.target.startsWith("tests/"),
            qPrintable(include.file + " includes " + include.target));
}

void TestIncludes::headersAvoidQtKeywords()
{
    static const QRegularExpression keyword(R"(\b(slots|signals|emit|foreach)\b)");
    for (const QString& file : sourcesIn("core").filter(QRegularExpression("\\.h$"))) {
        const QRegularExpressionMatch match = keyword.match(codeOf(file));
        QVERIFY2(!match.hasMatch(), qPrintable(file + " uses the identifier " + match.captured(1)));
    }
}

void TestIncludes::headersAreGuarded()
{
    for (const QString& file : (sourcesIn("core") + sourcesIn("app") + sourcesIn("ui") + sourcesIn("tests"))
                                   .filter(QRegularExpression("\\.h$")))
        QVERIFY2(contentOf(file).contains("\n#pragma once\n"), qPrintable(file));
}

void TestIncludes::everySourceHasItsLicence()
{
    for (const QString& folder : QStringList{"core", "app", "ui", "tests"}) {
        for (const QString& file : sourcesIn(folder))
            QVERIFY2(contentOf(file).startsWith("// SPDX-License-Identifier: Apache-2.0\n"), qPrintable(file));
    }
}

void TestIncludes::filesStaySmall()
{
    for (const QString& folder : QStringList{"core", "app", "ui", "tests"}) {
        for (const QString& file : sourcesIn(folder)) {
            const QList<QByteArray> lines = contentOf(file).split('\n');
            QVERIFY2(lines.size() <= kMostLines, qPrintable(QString("%1 has %2 lines").arg(file).arg(lines.size())));
            for (qsizetype i = 0; i < lines.size() && folder != "tests"; ++i)
                QVERIFY2(
                    lines[i].size() <= kMostLineLength, qPrintable(QString("%1:%2 is too long").arg(file).arg(i + 1)));
        }
    }
}

QTEST_APPLESS_MAIN(TestIncludes)
#include "tst_includes.moc"
