// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/database.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace quotaboard {

/// `PRAGMA application_id` of a project file: "QtBd".
inline constexpr std::int32_t kProjectApplicationId = 0x51744264;
/// `PRAGMA user_version` that this program writes.
inline constexpr int kProjectVersion = 1;

/// SQL that makes version `to` of a schema out of the one before it.
struct Migration {
    int to = 0;
    const char* sql = nullptr;
};

/// From an empty database to kProjectVersion.
[[nodiscard]] std::span<const Migration> projectMigrations();

/// Applies, each in a transaction of its own, the migrations that a database with its `user_version` lacks.
Status migrate(Database& database, std::span<const Migration> migrations);

/// Makes an empty database a project of the present version.
Status createProjectSchema(Database& database);

/// How the tables of a database differ from those of this program.
struct SchemaDifference {
    /// "table" or "table.column" that this program does not know.
    std::vector<std::string> unknown;
    /// The same that it knows and misses.
    std::vector<std::string> missing;
};

/// Compares with a project of the present version. Error: DamagedFile when the schema cannot be read.
Result<SchemaDifference> compareSchema(Database& database);

/// Everything the database itself can find wrong: page structure, indexes, constraints, foreign keys. At most
/// `most` findings, empty when all is well. Error: Interrupted. Reads the whole file.
Result<std::vector<std::string>> checkIntegrity(Database& database, int most = 20);

} // namespace quotaboard
