// Room for values of which none is read that was not written. Clearing it for each pile of cards took a fifth to a
// third of the time of a description (engine/core/describe.h).
#pragma once

#include <cstddef>
#include <span>

namespace rw::core {

template <class T, std::size_t count>
union Unset {
  Unset() {}
  T& operator[](std::size_t i) { return items[i]; }
  const T& operator[](std::size_t i) const { return items[i]; }
  operator std::span<const T>() const { return items; }

 private:
  T items[count];
};

}  // namespace rw::core
