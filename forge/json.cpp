// JSON into a tree: the schema. The parser tells no places, so its input counts what it has read.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "forge/tree.h"

namespace rw::forge {
namespace {

// Walks over the text and leaves in `read` how far the parser has come.
struct Counting {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  const char* at;
  std::size_t* read;

  const char& operator*() const { return *at; }
  Counting& operator++() {
    ++at;
    ++*read;
    return *this;
  }
  Counting operator++(int) {
    const Counting old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Counting& other) const { return at == other.at; }
  bool operator!=(const Counting& other) const { return at != other.at; }
};

class Builder {
 public:
  Builder(const std::string& text, int file, Problems& problems, const std::size_t& read)
      : file_(file), problems_(problems), read_(read) {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_starts_.push_back(i + 1);
  }

  bool null() { return put(scalar(Tree::Kind::nothing, "null")); }
  bool boolean(bool value) { return put(number(Tree::Kind::flag, value ? 1 : 0, value ? "true" : "false")); }
  bool number_integer(std::int64_t value) {
    return put(number(Tree::Kind::integer, value, std::to_string(value)));
  }
  bool number_unsigned(std::uint64_t value) { return number_integer(static_cast<std::int64_t>(value)); }
  bool number_float(double, const std::string& written) { return put(scalar(Tree::Kind::number, written)); }
  bool string(std::string& value) { return put(scalar(Tree::Kind::text, value, 2)); }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Tree::Kind::map); }
  bool start_array(std::size_t) { return open(Tree::Kind::list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& value) {
    Tree& map = open_.back();
    const Place place = behind(value.size() + 2);
    if (map.find(value) != nullptr) problems_.add(place, {}, "the key '" + value + "' stands here a second time");
    map.keys.push_back(value);
    map.key_places.push_back(place);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    const std::string_view message = error.what();
    const std::size_t reason = message.rfind("; ");
    problems_.add(place_of(position == 0 ? 0 : position - 1), {},
                  "cannot be read as JSON: " +
                      std::string(message.substr(reason == std::string_view::npos ? 0 : reason + 2)));
    return false;
  }

  Tree take() { return std::move(root_); }

 private:
  Place place_of(std::size_t offset) const {
    const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return {file_, static_cast<int>(next - line_starts_.begin()), static_cast<int>(offset - *std::prev(next)) + 1};
  }
  // Where a token of that length starts that has just been read.
  Place behind(std::size_t length) const { return place_of(read_ < length ? 0 : read_ - length); }

  Tree scalar(Tree::Kind kind, std::string written, std::size_t quotes = 0) const {
    Tree tree;
    tree.kind = kind;
    tree.place = behind(written.size() + quotes);
    tree.text = std::move(written);
    return tree;
  }
  Tree number(Tree::Kind kind, std::int64_t value, std::string written) const {
    Tree tree = scalar(kind, std::move(written));
    tree.integer = value;
    return tree;
  }

  bool open(Tree::Kind kind) {
    if (open_.size() >= max_depth) {
      problems_.add(behind(1), {}, "cannot be read as JSON: nested too deeply");
      return false;
    }
    open_.push_back(scalar(kind, {}, 1));
    return true;
  }
  bool close() {
    Tree done = std::move(open_.back());
    open_.pop_back();
    return put(std::move(done));
  }
  bool put(Tree tree) {
    if (open_.empty())
      root_ = std::move(tree);
    else
      open_.back().items.push_back(std::move(tree));
    return true;
  }

  std::vector<std::size_t> line_starts_ = {0};
  int file_;
  Problems& problems_;
  const std::size_t& read_;
  std::vector<Tree> open_;
  Tree root_;
};

}  // namespace

std::optional<Tree> read_json(const std::string& text, int file, Problems& problems) {
  const std::size_t before = problems.size();
  std::size_t read = 0;
  Builder builder(text, file, problems, read);
  const Counting first{text.data(), &read}, last{text.data() + text.size(), &read};
  nlohmann::json::sax_parse(first, last, &builder);
  if (problems.size() != before) return std::nullopt;
  return builder.take();
}

}  // namespace rw::forge
