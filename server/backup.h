// Backup to a folder and restore from it. Both work for SQLite and for PostgreSQL.
#pragma once

#include <memory>
#include <string>

#include "engine/core/expected.h"
#include "server/database.h"

namespace rw::server {

// Where games are kept: a folder, or PostgreSQL if `database` is given.
struct Place {
  std::string data, database;
};

Expected<std::unique_ptr<Database>> open_beside(const Place&);

// Both do everything or nothing. A backup can be made while servers run; it shows one moment. A restore needs an
// empty folder or database.
Expected<> backup(const Place& from, const std::string& folder);
Expected<> restore(const std::string& folder, const Place& to);

// Writes the whole file to the disk, readable by this user alone.
bool write_private(const std::string& file, const std::string& text);

}  // namespace rw::server
