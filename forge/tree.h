// Content as it was written: a tree of values that remember their places in the files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/bundle.h"
#include "forge/problem.h"

namespace rw::forge {

struct Tree {
  enum class Kind : std::uint8_t { nothing, flag, integer, number, text, list, map, code };
  Kind kind = Kind::nothing;
  Place place;
  std::int64_t integer = 0;             // integer and flag
  std::string text;                     // scalars as they were written
  std::vector<std::string> keys;        // map
  std::vector<Place> key_places;        // map
  std::vector<Tree> items;              // list and map
  std::vector<std::int32_t> code = {};  // an ability, once it is compiled

  bool is(Kind k) const { return kind == k; }
  const Tree* find(std::string_view key) const;
  Tree* find(std::string_view key);
};

// "a list", "text", "the number 3": for messages.
std::string described(const Tree& tree);

// The value of an integer or number, for comparing only: rules know whole numbers alone.
double number_of(const Tree& tree);

// Sizes beyond which a file cannot be honest content.
inline constexpr std::size_t max_file_bytes = 8U << 20U;
inline constexpr std::size_t max_depth = 64;

// The file's text; a problem if it cannot be read, is too large or is not UTF-8.
std::optional<std::string> read_file(const std::filesystem::path& path, int file, Problems& problems);

// Syntax errors become problems, and the result is then empty.
std::optional<Tree> read_yaml(const std::string& text, int file, Problems& problems);
std::optional<Tree> read_json(const std::string& text, int file, Problems& problems);

// Writes a tree into the bundle: flags become 0 or 1, broken numbers stay text, empty values are left out.
core::BundleWriter::Place write_tree(const Tree& tree, core::BundleWriter& writer);

}  // namespace rw::forge
