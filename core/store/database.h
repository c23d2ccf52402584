// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace quotaboard {

class Progress;
class Database;

/// An open connection and what its errors are told with; of Database and Statement only.
struct DatabaseConnection {
    sqlite3* handle = nullptr;
    std::string name;
    const Progress* progress = nullptr;
    DatabaseConnection() = default;
    DatabaseConnection(const DatabaseConnection&) = delete;
    DatabaseConnection& operator=(const DatabaseConnection&) = delete;
    ~DatabaseConnection();
    [[nodiscard]] Error error(int code) const;
};

/// One SQL statement with its values. A failure stays in it until it is asked for with status(), so that a loop over
/// rows needs one check at its end. Must not outlive its Database.
class Statement {
public:
    Statement(Statement&&) = default;
    Statement& operator=(Statement&&) = default;

    /// Values for the parameters ?1, ?2 … in order; forgets the rows and values of before. Texts are copied.
    template <class... Values>
    Statement& bind(const Values&... values)
    {
        begin();
        int position = 0;
        (set(++position, values), ...);
        return *this;
    }
    /// Steps to the next row; false at the end and on a failure.
    [[nodiscard]] bool next();
    /// Runs a statement without rows to its end.
    Status run();
    [[nodiscard]] Status status() const;

    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    /// Valid until the next step.
    [[nodiscard]] std::string_view view(int column) const;
    [[nodiscard]] std::string text(int column) const { return std::string{view(column)}; }
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(int column) const;

private:
    friend class Database;
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(const DatabaseConnection& connection, std::string_view sql);

    void begin();
    void set(int position, std::int64_t value);
    void set(int position, int value) { set(position, static_cast<std::int64_t>(value)); }
    void set(int position, bool value) { set(position, static_cast<std::int64_t>(value)); }
    void set(int position, double value);
    void set(int position, std::string_view value);
    void set(int position, const std::string& value) { set(position, std::string_view{value}); }
    void set(int position, const char* value) { set(position, std::string_view{value}); }
    void set(int position, std::nullptr_t);
    template <class T>
    void set(int position, const std::optional<T>& value)
    {
        if (value)
            set(position, *value);
        else
            set(position, nullptr);
    }
    void fail(int code);

    const DatabaseConnection* connection_ = nullptr;
    std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
    std::optional<Error> error_;
};

/// An open SQLite database. One thread at a time. Errors of all members: DiskFull, ReadOnlyPlace, DamagedFile (the file
/// is no database or its pages contradict each other), Interrupted, DatabaseFailed. Blocks on the disk.
class Database {
public:
    enum class Mode { ReadOnly, ReadWrite, Create };

    /// Foreign keys are enforced and nothing that a file brings along (triggers, views) may do more than read. `name`
    /// stands for the file in errors; empty = `path`. ":memory:" is a database of its own.
    static Result<Database> open(const std::string& path, Mode mode, const std::string& name = {});

    /// Any number of statements without values, up to the first that fails.
    Status execute(const std::string& sql);
    [[nodiscard]] Statement prepare(std::string_view sql) { return Statement(*connection_, sql); }
    /// The first column of the first row; nothing when there is no row.
    Result<std::optional<std::int64_t>> integer(std::string_view sql);
    Result<std::optional<std::string>> text(std::string_view sql);

    [[nodiscard]] std::int64_t lastInsertId() const;
    /// Rows that the last INSERT, UPDATE or DELETE changed.
    [[nodiscard]] std::int64_t changes() const;
    /// Has long statements end with Interrupted soon after `progress` (null = none) is cancelled. It must outlive its
    /// use.
    void stopWith(const Progress* progress);
    /// Copies everything, compact, to a new file. CannotWrite errors come as those of all members.
    Status vacuumInto(const std::string& path);

    [[nodiscard]] const std::string& name() const { return connection_->name; }
    void setName(std::string name) { connection_->name = std::move(name); }
    [[nodiscard]] sqlite3* handle() const { return connection_->handle; }
    /// What a result code of SQLite means, with the message of the connection.
    [[nodiscard]] Error error(int code) const { return connection_->error(code); }

private:
    explicit Database(std::unique_ptr<DatabaseConnection> connection)
        : connection_(std::move(connection))
    {
    }

    // Statements point to it, so it does not move with the database.
    std::unique_ptr<DatabaseConnection> connection_;
};

/// Undone when it is not committed. May be nested: an inner one that is not committed undoes its own part only.
class Transaction {
public:
    explicit Transaction(Database& database);
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();

    [[nodiscard]] const Status& begun() const { return begun_; }
    Status commit();

private:
    Database& database_;
    Status begun_;
    bool isOuter_ = false;
    bool isOpen_ = false;
};

} // namespace quotaboard
