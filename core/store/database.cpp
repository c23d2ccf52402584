// SPDX-License-Identifier: Apache-2.0
#include "core/store/database.h"

#include "core/base/progress.h"

#include <cerrno>
#include <cstring>
#include <sqlite3.h>

namespace quotaboard {

namespace {

constexpr int kInstructionsPerCheck = 20'000;
constexpr int kBusyMs = 2000;

int stopWhenCancelled(void* connection)
{
    const Progress* progress = static_cast<const DatabaseConnection*>(connection)->progress;
    return progress != nullptr && progress->isCancelled() ? 1 : 0;
}

bool isOutOfSpace(int systemError)
{
    return systemError == ENOSPC || systemError == EDQUOT;
}

} // namespace

DatabaseConnection::~DatabaseConnection()
{
    sqlite3_close_v2(handle);
}

Error DatabaseConnection::error(int code) const
{
    const std::string message = handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    const int systemError = handle != nullptr ? sqlite3_system_errno(handle) : 0;
    switch (code & 0xFF) {
    case SQLITE_FULL:
        return Error{ErrorCode::DiskFull, name, {}};
    case SQLITE_IOERR:
        if (isOutOfSpace(systemError))
            return Error{ErrorCode::DiskFull, name, {}};
        return Error{ErrorCode::DatabaseFailed, name,
            {systemError != 0 ? message + " (" + std::strerror(systemError) + ")" : message}};
    case SQLITE_READONLY:
        return Error{ErrorCode::ReadOnlyPlace, name, {message}};
    case SQLITE_CANTOPEN:
        if (systemError == ENOENT)
            return Error{ErrorCode::FileNotFound, name, {std::strerror(systemError)}};
        if (systemError == EACCES || systemError == EROFS || systemError == EPERM)
            return Error{ErrorCode::ReadOnlyPlace, name, {std::strerror(systemError)}};
        return Error{ErrorCode::DatabaseFailed, name, {message}};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return Error{ErrorCode::DamagedFile, name, {message}};
    case SQLITE_INTERRUPT:
        return Error{ErrorCode::Interrupted, name, {}};
    default:
        return Error{ErrorCode::DatabaseFailed, name, {message}};
    }
}

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

Statement::Statement(const DatabaseConnection& connection, std::string_view sql)
    : connection_(&connection)
{
    sqlite3_stmt* statement = nullptr;
    const int code
        = sqlite3_prepare_v2(connection.handle, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    statement_.reset(statement);
    if (code != SQLITE_OK)
        fail(code);
}

void Statement::fail(int code)
{
    if (!error_)
        error_ = connection_->error(code);
}

void Statement::begin()
{
    if (!statement_)
        return;
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
}

void Statement::set(int position, std::int64_t value)
{
    if (const int code = sqlite3_bind_int64(statement_.get(), position, value); code != SQLITE_OK)
        fail(code);
}

void Statement::set(int position, double value)
{
    if (const int code = sqlite3_bind_double(statement_.get(), position, value); code != SQLITE_OK)
        fail(code);
}

void Statement::set(int position, std::string_view value)
{
    // A null pointer would bind NULL instead of an empty text.
    const char* data = value.data() != nullptr ? value.data() : "";
    const int code = sqlite3_bind_text64(
        statement_.get(), position, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8); // NOLINT: macro of SQLite
    if (code != SQLITE_OK)
        fail(code);
}

void Statement::set(int position, std::nullptr_t)
{
    if (const int code = sqlite3_bind_null(statement_.get(), position); code != SQLITE_OK)
        fail(code);
}

bool Statement::next()
{
    if (error_)
        return false;
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        fail(code);
    sqlite3_reset(statement_.get());
    return false;
}

Status Statement::run()
{
    while (next()) { }
    return status();
}

Status Statement::status() const
{
    return error_ ? Status{*error_} : Status{};
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const
{
    return sqlite3_column_double(statement_.get(), column);
}

std::string_view Statement::view(int column) const
{
    const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    if (data == nullptr)
        return {};
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::optional<std::int64_t> Statement::optionalInteger(int column) const
{
    return isNull(column) ? std::nullopt : std::optional{integer(column)};
}

Result<Database> Database::open(const std::string& path, Mode mode, const std::string& name)
{
    auto connection = std::make_unique<DatabaseConnection>();
    connection->name = name.empty() ? path : name;
    int flags = SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE;
    if (mode == Mode::ReadOnly)
        flags |= SQLITE_OPEN_READONLY;
    else
        flags |= SQLITE_OPEN_READWRITE | (mode == Mode::Create ? SQLITE_OPEN_CREATE : 0);
    if (const int code = sqlite3_open_v2(path.c_str(), &connection->handle, flags, nullptr); code != SQLITE_OK)
        return connection->error(code);
    sqlite3* handle = connection->handle;
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_busy_timeout(handle, kBusyMs);
    sqlite3_progress_handler(handle, kInstructionsPerCheck, stopWhenCancelled, connection.get());
    Database database(std::move(connection));
    // Without recursive triggers an INSERT OR REPLACE would delete rows behind the back of the triggers that forbid it.
    if (Status status = database.execute("PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON; PRAGMA "
                                         "cell_size_check=ON; PRAGMA temp_store=MEMORY");
        !status)
        return status.error();
    return database;
}

Status Database::execute(const std::string& sql)
{
    const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? Status{} : Status{error(code)};
}

Result<std::optional<std::int64_t>> Database::integer(std::string_view sql)
{
    Statement statement = prepare(sql);
    std::optional<std::int64_t> value;
    if (statement.next())
        value = statement.optionalInteger(0);
    if (Status status = statement.status(); !status)
        return status.error();
    return value;
}

Result<std::optional<std::string>> Database::text(std::string_view sql)
{
    Statement statement = prepare(sql);
    std::optional<std::string> value;
    if (statement.next() && !statement.isNull(0))
        value = statement.text(0);
    if (Status status = statement.status(); !status)
        return status.error();
    return value;
}

std::int64_t Database::lastInsertId() const
{
    return sqlite3_last_insert_rowid(handle());
}

std::int64_t Database::changes() const
{
    return sqlite3_changes64(handle());
}

void Database::stopWith(const Progress* progress)
{
    connection_->progress = progress;
}

Status Database::vacuumInto(const std::string& path)
{
    return prepare("VACUUM INTO ?1").bind(path).run();
}

Transaction::Transaction(Database& database)
    : database_(database)
    , isOuter_(sqlite3_get_autocommit(database.handle()) != 0)
{
    begun_ = database_.execute(isOuter_ ? "BEGIN IMMEDIATE" : "SAVEPOINT part");
    isOpen_ = begun_.ok();
}

Transaction::~Transaction()
{
    if (!isOpen_)
        return;
    // A cancelled task must not stop the undoing of its own work.
    database_.stopWith(nullptr);
    // A failure that undid everything by itself leaves nothing to undo.
    if (sqlite3_get_autocommit(database_.handle()) == 0)
        (void)database_.execute(isOuter_ ? "ROLLBACK" : "ROLLBACK TO part; RELEASE part");
}

Status Transaction::commit()
{
    Status status = database_.execute(isOuter_ ? "COMMIT" : "RELEASE part");
    isOpen_ = !status.ok();
    return status;
}

} // namespace quotaboard
