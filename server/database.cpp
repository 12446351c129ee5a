// PostgreSQL, if this program has the part that speaks with it (parts/postgresql.cpp).
#include "server/database.h"

#include "parts/part.h"

namespace rw::server {

Expected<std::unique_ptr<Database>> open_postgres(const std::string& url) {
  const auto open = load_part<const OpenDatabase>("postgresql");
  if (!open) return failed("--database needs PostgreSQL; " + open.error());
  return (**open)(url);
}

}  // namespace rw::server
