// The tables of the database, and how an older database is brought up to date.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/database.h"

namespace rw::server {

inline constexpr int schema_version = 2;

// Brings the database to `schema_version`, all or nothing. Also fails if a newer program wrote it.
Expected<> migrate(Database&);

// What a backup copies: every table with its columns. Tables that others refer to come first.
struct StoredTable {
  std::string_view name, columns;
};
std::span<const StoredTable> stored_tables();

}  // namespace rw::server
