// Parts of the program that need a library which not everybody has: MPI and PostgreSQL. Each is a file of its own,
// built where the library is, and loaded when it is asked for; without it the program does everything else.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/expected.h"

namespace rw {

// The entry of the part `name`, found beside the program or where it was installed. A failure tells what is
// missing and how to get it.
Expected<void*> load_part(std::string_view name);

template <class Entry>
Expected<Entry*> load_part(std::string_view name) {
  const Expected<void*> entry = load_part(name);
  if (!entry) return entry.failure();
  return reinterpret_cast<Entry*>(*entry);
}

}  // namespace rw
