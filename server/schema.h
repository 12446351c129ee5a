// The tables of the database, and how an older one becomes what this program needs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/database.h"

namespace rw::server {

inline constexpr int schema_version = 2;

// Brings the database to `schema_version`, step by step, all or nothing. Fails also if a newer program has been
// at work there.
Expected<> migrate(Database&);

// Every table with its columns, those that others refer to first: what a backup copies.
struct StoredTable {
  std::string_view name, columns;
};
std::span<const StoredTable> stored_tables();

}  // namespace rw::server
