// SPDX-License-Identifier: Apache-2.0
#pragma once

// Running the command line from tests, and the files it reads and writes.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace quotaboard::test {

struct CliRun {
    /// Exit status; -1 when it crashed or did not end in time.
    int status = -1;
    QByteArray out;
    QByteArray err;
};

inline CliRun finish(QProcess& process, int timeoutMs = 60'000)
{
    if (!process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished();
        return {-1, process.readAllStandardOutput(), "did not end in time: " + process.readAllStandardError()};
    }
    const int status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return {status, process.readAllStandardOutput(), process.readAllStandardError()};
}

inline CliRun runProgram(const QString& program, const QStringList& arguments,
    const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    return finish(process);
}

inline CliRun cli(const QStringList& arguments)
{
    return runProgram(QUOTABOARD_CLI, arguments);
}

/// Runs a line of the shell in which $CLI is the program.
inline CliRun shell(const QString& line, const QString& folder)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("CLI", QUOTABOARD_CLI);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start("/bin/sh", {"-c", line});
    return finish(process);
}

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void writeContent(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// All files of a folder, hidden ones too.
inline QStringList filesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

inline QString sample(const char* name)
{
    return QString(QUOTABOARD_SOURCE_DIR) + "/resources/samples/" + name + ".scenario.json";
}

/// A scenario with as many generated jobs, four events each, on one share.
inline QByteArray generatedScenario(int jobs)
{
    return R"({"format": "quotaboard-scenario", "version": 1, "name": "generated",
 "serviceEnvironments": [{"capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 8}]}],
 "capacityUnits": {"gpu": {"gpus": 1}},
 "quotaShares": [{"quotaShareName": "team", "capacityLimits": [{"capacityUnit": "gpu", "maxCapacity": 8}]}],
 "generators": [{"quotaShareName": "team", "capacityUnit": "gpu", "count": )"
        + QByteArray::number(jobs) + R"(,
  "arrival": {"process": "poisson", "perHour": 60}, "work": {"law": "exponential", "meanSeconds": 420}}]})";
}

} // namespace quotaboard::test
