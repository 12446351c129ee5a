// Reading files, finding and describing values, and writing them into the bundle.
#include "forge/tree.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace rw::forge {
namespace {

// Does a well-formed UTF-8 sequence start here? Its length, or 0.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0U) != 0x80) return 0;
  const unsigned second = byte(at + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

// The place of the first byte that is not UTF-8.
std::optional<Place> first_bad_byte(std::string_view text, int file) {
  Place place{file, 1, 1};
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return place;
    if (text[i] == '\n') {
      ++place.line;
      place.column = 0;
    }
    ++place.column;
    i += length;
  }
  return std::nullopt;
}

}  // namespace

const Tree* Tree::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

Tree* Tree::find(std::string_view key) {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

std::string described(const Tree& tree) {
  switch (tree.kind) {
    case Tree::Kind::nothing: return "nothing";
    case Tree::Kind::flag: return "'" + tree.text + "' (yes or no)";
    case Tree::Kind::integer:
    case Tree::Kind::number: return "the number " + tree.text;
    case Tree::Kind::text:
      return "the text '" + (tree.text.size() > 40 ? tree.text.substr(0, 40) + "..." : tree.text) + "'";
    case Tree::Kind::list: return "a list";
    case Tree::Kind::map: return "a map";
    case Tree::Kind::code: return "an ability";
  }
  return {};
}

double number_of(const Tree& tree) {
  return tree.is(Tree::Kind::integer) ? static_cast<double>(tree.integer)
                                      : std::strtod(tree.text.c_str(), nullptr);
}

std::optional<std::string> read_file(const std::filesystem::path& path, int file, Problems& problems) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  if (error || !in) {
    problems.add({file, 0, 0}, {}, "cannot be read");
    return std::nullopt;
  }
  if (size > max_file_bytes) {
    problems.add({file, 0, 0}, {}, "is too large: more than " + std::to_string(max_file_bytes >> 20U) + " MiB");
    return std::nullopt;
  }
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (const auto bad = first_bad_byte(text, file)) {
    problems.add(*bad, {}, "is not valid UTF-8 here");
    return std::nullopt;
  }
  return text;
}

core::BundleWriter::Place write_tree(const Tree& tree, core::BundleWriter& writer) {
  switch (tree.kind) {
    case Tree::Kind::flag:
    case Tree::Kind::integer: return writer.integer(tree.integer);
    case Tree::Kind::nothing:
    case Tree::Kind::number:
    case Tree::Kind::text: return writer.text(tree.text);
    case Tree::Kind::code: return writer.code(tree.code);
    case Tree::Kind::list: {
      std::vector<core::BundleWriter::Place> places;
      places.reserve(tree.items.size());
      for (const Tree& item : tree.items) places.push_back(write_tree(item, writer));
      return writer.list(places);
    }
    case Tree::Kind::map: {
      std::vector<std::pair<std::string, core::BundleWriter::Place>> places;
      for (std::size_t i = 0; i < tree.items.size(); ++i)
        if (!tree.items[i].is(Tree::Kind::nothing))
          places.emplace_back(tree.keys[i], write_tree(tree.items[i], writer));
      return writer.map(places);
    }
  }
  return 0;
}

}  // namespace rw::forge
