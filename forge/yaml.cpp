// YAML into a tree. The parser's exceptions end here; anchors, aliases and tags are no part of content.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <charconv>
#include <sstream>

#include "forge/tree.h"

namespace rw::forge {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A number with a fraction or an exponent, as JSON and YAML 1.2 write it.
bool is_broken_number(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  std::string_view digits = text.substr(0, exponent);
  if (exponent != std::string_view::npos) {
    std::string_view power = text.substr(exponent + 1);
    if (power.starts_with('-') || power.starts_with('+')) power.remove_prefix(1);
    if (!all_digits(power)) return false;
  }
  const std::size_t point = digits.find('.');
  const std::string_view whole = digits.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? std::string_view{} : digits.substr(point + 1);
  return (whole.empty() || all_digits(whole)) && (part.empty() || all_digits(part)) &&
         !(whole.empty() && part.empty());
}

// What a scalar without quotes means: YAML 1.2, so that `no` and `on` stay words.
void settle_kind(Tree& tree) {
  const std::string_view text = tree.text;
  tree.kind = Tree::Kind::text;
  if (text.empty() || text == "~" || text == "null") tree.kind = Tree::Kind::nothing;
  if (text == "true" || text == "false") {
    tree.kind = Tree::Kind::flag;
    tree.integer = text == "true" ? 1 : 0;
    return;
  }
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  if (all_digits(digits)) {
    const std::string_view number = text.starts_with('+') ? digits : text;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), tree.integer);
    tree.kind = error == std::errc{} ? Tree::Kind::integer : Tree::Kind::number;
  } else if (!digits.empty() && is_broken_number(digits)) {
    tree.kind = Tree::Kind::number;
  }
}

class Builder final : public YAML::EventHandler {
 public:
  Builder(int file, Problems& problems) : file_(file), problems_(problems) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 2) problems_.add(at(mark), {}, "a second document: a file holds one");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check_anchor(mark, anchor);
    put(scalar(Tree::Kind::nothing, mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    problems_.add(at(mark), {}, "aliases (*name) are no part of content: write the value out");
    put(scalar(Tree::Kind::nothing, mark));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_anchor(mark, anchor);
    check_tag(mark, tag);
    Tree tree = scalar(Tree::Kind::text, mark);
    tree.text = value;
    if (tag != "!") settle_kind(tree);
    put(std::move(tree));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Tree::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Tree::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

  Tree take() { return std::move(root_); }

 private:
  struct Open {
    Tree tree;
    std::optional<Tree> key;  // of a map: read, and waiting for its value
  };

  Place at(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

  Tree scalar(Tree::Kind kind, const YAML::Mark& mark) const {
    Tree tree;
    tree.kind = kind;
    tree.place = at(mark);
    return tree;
  }

  void open(Tree::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    check_anchor(mark, anchor);
    check_tag(mark, tag);
    if (open_.size() >= max_depth) throw YAML::ParserException(mark, "nested too deeply");
    open_.push_back({scalar(kind, mark), std::nullopt});
  }

  void close() {
    Tree done = std::move(open_.back().tree);
    open_.pop_back();
    put(std::move(done));
  }

  void put(Tree tree) {
    if (open_.empty()) {
      if (documents_ < 2) root_ = std::move(tree);
      return;
    }
    Open& into = open_.back();
    if (into.tree.is(Tree::Kind::list)) {
      into.tree.items.push_back(std::move(tree));
    } else if (!into.key) {
      if (tree.is(Tree::Kind::list) || tree.is(Tree::Kind::map))
        problems_.add(tree.place, {}, "a key must be a word, not " + described(tree));
      into.key = std::move(tree);
    } else {
      add_pair(into.tree, *into.key, std::move(tree));
      into.key.reset();
    }
  }

  void add_pair(Tree& map, const Tree& key, Tree value) {
    if (map.find(key.text) != nullptr) {
      problems_.add(key.place, {}, "the key '" + key.text + "' stands here a second time");
      return;
    }
    map.keys.push_back(key.text);
    map.key_places.push_back(key.place);
    map.items.push_back(std::move(value));
  }

  void check_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) problems_.add(at(mark), {}, "anchors (&name) are no part of content");
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "!" && tag != "?")
      problems_.add(at(mark), {}, "tags (!name) are no part of content");
  }

  int file_;
  Problems& problems_;
  int documents_ = 0;
  std::vector<Open> open_;
  Tree root_;
};

}  // namespace

std::optional<Tree> read_yaml(const std::string& text, int file, Problems& problems) {
  const std::size_t before = problems.size();
  Builder builder(file, problems);
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const bool placed = !error.mark.is_null();
    problems.add({file, placed ? error.mark.line + 1 : 0, placed ? error.mark.column + 1 : 0}, {},
                 "cannot be read as YAML: " + error.msg);
  }
  if (problems.size() != before) return std::nullopt;
  return builder.take();
}

}  // namespace rw::forge
