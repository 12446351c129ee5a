// Parts of the program that need a library not everybody has: MPI and PostgreSQL. Each is a shared library of its
// own, built if its library is installed and loaded when it is needed. Everything else works without it.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/expected.h"

namespace rw {

// The entry of the part `name`, from beside the program or from where it was installed. A failure says what is
// missing and how to get it.
Expected<void*> load_part(std::string_view name);

template <class Entry>
Expected<Entry*> load_part(std::string_view name) {
  const Expected<void*> entry = load_part(name);
  if (!entry) return entry.failure();
  return reinterpret_cast<Entry*>(*entry);
}

}  // namespace rw
