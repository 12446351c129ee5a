// Reading schema.json.
#include "forge/schema.h"

#include <algorithm>
#include <map>

namespace rw::forge {
namespace {

constexpr std::pair<std::string_view, unsigned> types[] = {
    {"null", type_null},     {"boolean", type_boolean}, {"integer", type_integer}, {"number", type_number},
    {"string", type_string}, {"array", type_array},     {"object", type_object},
};
constexpr std::string_view definitions = "#/$defs/";

class Reader {
 public:
  explicit Reader(Problems& problems) : problems_(problems) {}

  Schemas read(const Tree& json) {
    schemas_.all.emplace_back();
    const Tree* defs = json.find("$defs");
    for (std::size_t i = 0; defs != nullptr && i < defs->keys.size(); ++i) {
      defined_.emplace(defs->keys[i], static_cast<int>(schemas_.all.size()));
      schemas_.all.emplace_back();
    }
    fill(0, json, {});
    for (std::size_t i = 0; defs != nullptr && i < defs->keys.size(); ++i)
      fill(defined_.at(defs->keys[i]), defs->items[i], below("$defs", defs->keys[i]));
    check_circles(json.place);
    return std::move(schemas_);
  }

 private:
  int add(const Tree& json, const std::string& path) {
    const int place = static_cast<int>(schemas_.all.size());
    schemas_.all.emplace_back();
    fill(place, json, path);
    return place;
  }

  void fill(int place, const Tree& json, const std::string& path) {
    if (!json.is(Tree::Kind::map)) {
      problems_.add(json.place, path, "a schema must be an object, not " + described(json));
      return;
    }
    Schema schema;
    for (std::size_t i = 0; i < json.keys.size(); ++i)
      if (!structure(schema, json.keys[i], json.items[i], below(path, json.keys[i])) &&
          !limit(schema, json.keys[i], json.items[i], below(path, json.keys[i])))
        problems_.add(json.key_places[i], below(path, json.keys[i]),
                      "the keyword '" + json.keys[i] + "' is not part of the schema language of the house");
    schemas_.all[static_cast<std::size_t>(place)] = std::move(schema);
  }

  // Keywords that say how values are built from others.
  bool structure(Schema& schema, const std::string& key, const Tree& value, const std::string& path) {
    constexpr std::string_view silent[] = {"title",    "description", "$schema", "$id",
                                           "$comment", "default",     "examples"};
    if (std::find(std::begin(silent), std::end(silent), key) != std::end(silent)) return true;
    if (key == "$defs") {
      if (path != "$defs") problems_.add(value.place, path, "$defs stand at the top of the schema only");
    } else if (key == "properties") {
      if (needs(value, Tree::Kind::map, path))
        for (std::size_t i = 0; i < value.keys.size(); ++i)
          schema.properties.emplace_back(value.keys[i], add(value.items[i], below(path, value.keys[i])));
    } else if (key == "required") {
      if (needs(value, Tree::Kind::list, path))
        for (const Tree& item : value.items)
          if (needs(item, Tree::Kind::text, path)) schema.required.push_back(item.text);
    } else if (key == "additionalProperties") {
      if (value.is(Tree::Kind::flag))
        schema.more_properties = value.integer != 0;
      else
        schema.additional = add(value, path);
    } else if (key == "items") {
      schema.items = add(value, path);
    } else if (key == "$ref") {
      read_ref(schema, value, path);
    } else if (key == "x-ref") {
      if (needs(value, Tree::Kind::text, path)) schema.record_of = value.text;
    } else if (key == "x-abilities") {
      if (needs(value, Tree::Kind::flag, path)) schema.abilities = value.integer != 0;
    } else {
      return false;
    }
    return true;
  }

  // Keywords that narrow a single value.
  bool limit(Schema& schema, const std::string& key, const Tree& value, const std::string& path) {
    if (key == "type") {
      for (const Tree& name : value.is(Tree::Kind::list) ? value.items : std::vector<Tree>{value})
        schema.types |= type_bit(name, path);
    } else if (key == "enum") {
      if (needs(value, Tree::Kind::list, path)) schema.allowed = value.items;
    } else if (key == "const") {
      schema.allowed = std::vector<Tree>{value};
    } else if (key == "minimum") {
      read_number(value, path, schema.minimum);
    } else if (key == "maximum") {
      read_number(value, path, schema.maximum);
    } else if (key == "minItems") {
      read_size(value, path, schema.min_items);
    } else if (key == "maxItems") {
      read_size(value, path, schema.max_items);
    } else if (key == "minLength") {
      read_size(value, path, schema.min_length);
    } else if (key == "pattern") {
      read_pattern(schema, value, path);
    } else {
      return false;
    }
    if (schema.allowed)
      for (const Tree& item : *schema.allowed)
        if (item.is(Tree::Kind::list) || item.is(Tree::Kind::map))
          problems_.add(item.place, path, "only single values can be listed here, not " + described(item));
    return true;
  }

  bool needs(const Tree& value, Tree::Kind kind, const std::string& path) {
    if (value.is(kind)) return true;
    const std::string_view what = kind == Tree::Kind::map    ? "an object"
                                  : kind == Tree::Kind::list ? "a list"
                                  : kind == Tree::Kind::flag ? "true or false"
                                                             : "text";
    problems_.add(value.place, path, "must be " + std::string(what) + ", not " + described(value));
    return false;
  }

  unsigned type_bit(const Tree& name, const std::string& path) {
    std::vector<std::string_view> known;
    for (const auto& [word, bit] : types) {
      if (name.text == word) return bit;
      known.push_back(word);
    }
    problems_.add(name.place, path, "'" + name.text + "' is no type" + did_you_mean(name.text, known));
    return 0;
  }

  void read_number(const Tree& value, const std::string& path, std::optional<double>& into) {
    if (value.is(Tree::Kind::integer) || value.is(Tree::Kind::number))
      into = number_of(value);
    else
      problems_.add(value.place, path, "must be a number, not " + described(value));
  }

  void read_size(const Tree& value, const std::string& path, std::optional<std::size_t>& into) {
    if (value.is(Tree::Kind::integer) && value.integer >= 0)
      into = static_cast<std::size_t>(value.integer);
    else
      problems_.add(value.place, path, "must be a whole number from 0 on, not " + described(value));
  }

  void read_pattern(Schema& schema, const Tree& value, const std::string& path) {
    if (!needs(value, Tree::Kind::text, path)) return;
    schema.pattern = Pattern::read(value.text);
    if (!schema.pattern) problems_.add(value.place, path, "'" + value.text + "' is not a regular expression");
  }

  void read_ref(Schema& schema, const Tree& value, const std::string& path) {
    const std::string_view text = value.text;
    const auto found =
        text.starts_with(definitions) ? defined_.find(text.substr(definitions.size())) : defined_.end();
    if (found != defined_.end()) {
      schema.ref = found->second;
      return;
    }
    std::vector<std::string> names;
    names.reserve(defined_.size());
    for (const auto& [name, place] : defined_) names.push_back(std::string(definitions) + name);
    problems_.add(
        value.place, path,
        "'" + value.text + "' is not defined in this schema" + did_you_mean(text, {names.begin(), names.end()}));
  }

  // A definition that is only another name of itself would never come to an end.
  void check_circles(Place place) {
    for (const auto& [name, start] : defined_) {
      int at = start;
      for (std::size_t steps = 0; at >= 0; ++steps, at = schemas_.all[static_cast<std::size_t>(at)].ref)
        if (steps > schemas_.all.size()) {
          problems_.add(place, below("$defs", name), "refers to itself in a circle");
          schemas_.all[static_cast<std::size_t>(start)].ref = -1;
          break;
        }
    }
  }

  Problems& problems_;
  Schemas schemas_;
  std::map<std::string, int, std::less<>> defined_;
};

}  // namespace

Schemas read_schema(const Tree& json, Problems& problems) { return Reader(problems).read(json); }

}  // namespace rw::forge
