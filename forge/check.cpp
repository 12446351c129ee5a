// Content against its schema: every value that does not fit is told, and what fits is settled.
#include <algorithm>
#include <map>

#include "forge/schema.h"

namespace rw::forge {
namespace {

std::string_view type_name(unsigned bit) {
  switch (bit) {
    case type_null: return "nothing";
    case type_boolean: return "true or false";
    case type_integer: return "a whole number";
    case type_number: return "a number";
    case type_string: return "text";
    case type_array: return "a list";
    default: return "a map";
  }
}

unsigned type_bits(const Tree& tree) {
  switch (tree.kind) {
    case Tree::Kind::nothing: return type_null;
    case Tree::Kind::flag: return type_boolean;
    case Tree::Kind::integer: return type_integer | type_number;
    case Tree::Kind::number: return type_number;
    case Tree::Kind::text: return type_string;
    case Tree::Kind::list:
    case Tree::Kind::code: return type_array;
    case Tree::Kind::map: return type_object;
  }
  return 0;
}

bool same(const Tree& a, const Tree& b) {
  if (a.is(Tree::Kind::integer) && b.is(Tree::Kind::integer)) return a.integer == b.integer;
  return a.kind == b.kind && a.text == b.text;
}

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

std::string written(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

class Checker {
 public:
  Checker(const Schemas& schemas, const AbilityContext* abilities, const RecordIds& ids, Problems& problems)
      : schemas_(schemas), abilities_(abilities), ids_(ids), problems_(problems) {}

  void check(Tree& tree, int place, const std::string& path) {
    if (place < 0) {
      if (tree.is(Tree::Kind::list)) check_ids(tree, path);
      return;
    }
    std::string_view table;  // settled last: as a number the id would no longer fit the rest
    for (int at = place; at >= 0; at = schemas_.all[static_cast<std::size_t>(at)].ref) {
      const Schema& schema = schemas_.all[static_cast<std::size_t>(at)];
      if (!check_type(tree, schema, path)) return;
      check_value(tree, schema, path);
      if (tree.is(Tree::Kind::map)) check_map(tree, schema, path);
      if (tree.is(Tree::Kind::list)) check_list(tree, schema, path);
      if (!schema.record_of.empty()) table = schema.record_of;
    }
    if (tree.is(Tree::Kind::text) && !table.empty()) settle_id(tree, table, path);
  }

 private:
  bool check_type(const Tree& tree, const Schema& schema, const std::string& path) {
    unsigned wanted = schema.types;
    if (wanted == 0 && !schema.record_of.empty()) wanted = type_string;
    if (wanted == 0 && schema.abilities) wanted = type_array;
    if (wanted == 0 || (wanted & type_bits(tree)) != 0) return true;
    std::string names;
    for (unsigned bit = 1; bit <= type_object; bit *= 2)
      if ((wanted & bit) != 0) names += (names.empty() ? "" : " or ") + std::string(type_name(bit));
    const bool unquoted = (wanted & type_string) != 0 && !tree.text.empty();
    problems_.add(tree.place, path,
                  "must be " + names + ", not " + described(tree) + (unquoted ? " (put it in quotes)" : ""));
    return false;
  }

  void check_value(const Tree& tree, const Schema& schema, const std::string& path) {
    if (schema.allowed) check_allowed(tree, *schema.allowed, path);
    if (tree.is(Tree::Kind::integer) || tree.is(Tree::Kind::number)) {
      const double value = number_of(tree);
      if (schema.minimum && value < *schema.minimum)
        problems_.add(tree.place, path, "must be at least " + written(*schema.minimum) + ", not " + tree.text);
      if (schema.maximum && value > *schema.maximum)
        problems_.add(tree.place, path, "must be at most " + written(*schema.maximum) + ", not " + tree.text);
    }
    if (!tree.is(Tree::Kind::text)) return;
    if (schema.min_length && letters(tree.text) < *schema.min_length)
      problems_.add(tree.place, path,
                    tree.text.empty() ? "must not be empty"
                                      : "must have at least " + std::to_string(*schema.min_length) + " letters");
    if (!schema.pattern) return;
    if (tree.text.size() > Pattern::max_text)
      problems_.add(tree.place, path, "is too long: more than " + std::to_string(Pattern::max_text) + " bytes");
    else if (!schema.pattern->found_in(tree.text))
      problems_.add(tree.place, path, described(tree) + " does not fit the pattern " + schema.pattern->text());
  }

  void check_allowed(const Tree& tree, const std::vector<Tree>& allowed, const std::string& path) {
    std::vector<std::string_view> words;
    for (const Tree& item : allowed) {
      if (same(item, tree)) return;
      words.emplace_back(item.text);
    }
    problems_.add(tree.place, path,
                  (allowed.size() == 1 ? "must be " : "must be one of ") + listed(words) + ", not " +
                      described(tree) + did_you_mean(tree.text, words));
  }

  void check_map(Tree& tree, const Schema& schema, const std::string& path) {
    std::vector<std::string_view> known;
    known.reserve(schema.properties.size());
    for (const auto& [name, place] : schema.properties) known.emplace_back(name);
    for (const std::string& name : schema.required)
      if (tree.find(name) == nullptr) problems_.add(tree.place, path, "needs '" + name + "', which is missing");
    for (std::size_t i = 0; i < tree.keys.size(); ++i) {
      const std::string& key = tree.keys[i];
      const auto found = std::find_if(schema.properties.begin(), schema.properties.end(),
                                      [&](const auto& property) { return property.first == key; });
      if (found != schema.properties.end())
        check(tree.items[i], found->second, below(path, key));
      else if (!schema.more_properties)
        problems_.add(tree.key_places[i], path, "unknown key '" + key + "'" + did_you_mean(key, known));
      else
        check(tree.items[i], schema.additional, below(path, key));
    }
  }

  void check_list(Tree& tree, const Schema& schema, const std::string& path) {
    if (schema.abilities) {
      settle_abilities(tree, path);
      return;
    }
    const std::size_t size = tree.items.size();
    if (schema.min_items && size < *schema.min_items)
      problems_.add(
          tree.place, path,
          "has " + std::to_string(size) + " entries, but needs at least " + std::to_string(*schema.min_items));
    if (schema.max_items && size > *schema.max_items)
      problems_.add(
          tree.place, path,
          "has " + std::to_string(size) + " entries, but needs at most " + std::to_string(*schema.max_items));
    check_ids(tree, path);
    for (std::size_t i = 0; i < size; ++i) {
      if (tree.items[i].is(Tree::Kind::nothing))
        problems_.add(tree.items[i].place, below(path, i), "a list entry must not be empty");
      check(tree.items[i], schema.items, below(path, i));
    }
  }

  // The ids of the records of one list are different.
  void check_ids(const Tree& tree, const std::string& path) {
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < tree.items.size(); ++i) {
      const Tree* id = tree.items[i].find("id");
      if (id == nullptr || id->text.empty()) continue;
      const auto [first, fresh] = seen.emplace(id->text, i);
      const std::string here = below(below(path, i), "id");
      if (!fresh)
        problems_.add(id->place, here, "'" + id->text + "' is already the id of " + below(path, first->second));
    }
  }

  void settle_id(Tree& tree, std::string_view table, const std::string& path) {
    const Expected<int> place = ids_.place(table, tree.text);
    if (!place) return problems_.add(tree.place, path, place.error());
    tree.kind = Tree::Kind::integer;
    tree.integer = *place;
  }

  void settle_abilities(Tree& tree, const std::string& path) {
    if (abilities_ == nullptr) return;
    for (std::size_t i = 0; i < tree.items.size(); ++i) {
      tree.items[i].code = compile_ability(tree.items[i], below(path, i), *abilities_);
      tree.items[i].kind = Tree::Kind::code;
    }
  }

  const Schemas& schemas_;
  const AbilityContext* abilities_;
  const RecordIds& ids_;
  Problems& problems_;
};

}  // namespace

void check_content(Tree& content, const Schemas& schemas, const AbilityContext* abilities, const RecordIds& ids,
                   Problems& problems) {
  Checker(schemas, abilities, ids, problems).check(content, 0, {});
}

}  // namespace rw::forge
