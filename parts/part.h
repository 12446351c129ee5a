// Parts of the program that need a library which not everybody has: MPI and PostgreSQL. Each is a file of its own,
// built where the library is, and loaded when it is asked for; without it the program does everything else.
#pragma once

#include <string>
#include <string_view>

namespace rw {

// The entry of the part `name`, found beside the program or where it was installed. Null with an `error` that
// tells what is missing and how to get it.
void* load_part(std::string_view name, std::string& error);

template <class Entry>
Entry* load_part(std::string_view name, std::string& error) {
  return reinterpret_cast<Entry*>(load_part(name, error));
}

}  // namespace rw
