// Everything that a server keeps, in a folder and back: the same for both databases.
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

// Each is all or nothing. A backup may be made while servers run, and is as things stood at one moment. What is
// restored goes where nothing is yet.
Expected<> backup(const Place& from, const std::string& folder);
Expected<> restore(const std::string& folder, const Place& to);

// Written whole and on the disk, for this user alone.
bool write_private(const std::string& file, const std::string& text);

}  // namespace rw::server
