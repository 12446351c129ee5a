// Everything that a server keeps, in a folder and back: the same for both databases.
#pragma once

#include <memory>
#include <string>

#include "server/database.h"

namespace rw::server {

// Where games are kept: a folder, or PostgreSQL if `database` is given.
struct Place {
  std::string data, database;
};

std::unique_ptr<Database> open_beside(const Place&, std::string& error);

// Each is all or nothing; false with an `error`. A backup may be made while servers run, and is as things stood at
// one moment. What is restored goes where nothing is yet.
bool backup(const Place& from, const std::string& folder, std::string& error);
bool restore(const std::string& folder, const Place& to, std::string& error);

// Written whole and on the disk, for this user alone.
bool write_private(const std::string& file, const std::string& text);

}  // namespace rw::server
