// The parts of the module, a file each.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.h"

namespace rw::python {

namespace nb = nanobind;

void bind_games(nb::module_& m);
void bind_positions(nb::module_& m);
void bind_records(nb::module_& m);
void bind_vectors(nb::module_& m);

using Options = std::map<std::string, nb::object>;

// True is said "on", False "off", everything else as it prints.
Setup setup_of(int players, const std::optional<Options>& options);

// An array that owns its numbers.
template <class Number, class Shape>
auto owned_array(std::vector<Number>&& numbers, Shape shape) {
  auto* kept = new std::vector<Number>(std::move(numbers));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
  return nb::ndarray<nb::numpy, Number>(kept->data(), shape, owner);
}

}  // namespace rw::python
