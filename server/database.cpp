// PostgreSQL, if this program has the part that speaks with it (parts/postgresql.cpp).
#include "server/database.h"

#include "parts/part.h"

namespace rw::server {

std::unique_ptr<Database> open_postgres(const std::string& url, std::string& error) {
  const auto open = load_part<const OpenDatabase>("postgresql");
  if (open) return (**open)(url, error);
  error = "--database needs PostgreSQL; " + open.error();
  return nullptr;
}

}  // namespace rw::server
