// Reading a patch, and putting its records where the content has those of the same id.
#include "forge/patch.h"

#include <set>

namespace rw::forge {
namespace {

constexpr std::string_view heading = "patch";

std::optional<Tree> read_tree(const Patch& patch, int file, Problems& problems) {
  if (patch.text.size() > max_patch_bytes) {
    problems.add({file, 0, 0}, {},
                 "is too large for a patch: more than " + std::to_string(max_patch_bytes >> 10U) + " KiB");
    return std::nullopt;
  }
  auto tree = read_yaml(patch.text, file, problems);
  if (!tree) return std::nullopt;
  if (!tree->is(Tree::Kind::map)) {
    problems.add({file, 1, 1}, {}, "must be a map at the top, not " + described(*tree));
    return std::nullopt;
  }
  const Tree* game = tree->find(heading);
  if (game == nullptr || !game->is(Tree::Kind::text)) {
    problems.add(game != nullptr ? game->place : tree->place, heading, "must say which game it changes");
    return std::nullopt;
  }
  if (tree->keys.size() == 1) {
    problems.add(tree->place, {}, "changes nothing: no record follows");
    return std::nullopt;
  }
  return tree;
}

// A list of records with ids that are all different, or a map.
bool check_part(const std::string& key, const Tree& part, Problems& problems) {
  const std::size_t before = problems.size();
  if (!part.is(Tree::Kind::list) && !part.is(Tree::Kind::map))
    problems.add(part.place, key, "must be a list of records or a map, not " + described(part));
  std::set<std::string> seen;
  for (std::size_t i = 0; part.is(Tree::Kind::list) && i < part.items.size(); ++i) {
    const Tree& record = part.items[i];
    const Tree* id = record.find("id");
    if (id == nullptr || id->text.empty())
      problems.add(record.place, below(key, i), "needs 'id', which is missing");
    else if (!seen.insert(id->text).second)
      problems.add(id->place, below(below(key, i), "id"), "'" + id->text + "' stands in this patch twice");
  }
  return problems.size() == before;
}

void replace_record(const std::string& key, Tree& list, Tree record, Problems& problems) {
  const Tree id = *record.find("id");
  std::vector<std::string_view> known;
  for (Tree& other : list.items) {
    const Tree* its = other.find("id");
    if (its == nullptr) continue;
    if (its->text == id.text) {
      other = std::move(record);
      return;
    }
    known.emplace_back(its->text);
  }
  problems.add(id.place, below(key, "id"),
               known.empty() ? "the records of '" + key + "' have no ids; a patch cannot change them"
                             : "there is no '" + id.text + "' in '" + key + "'" + did_you_mean(id.text, known));
}

void replace_values(const std::string& key, Tree& map, Tree values, Problems& problems) {
  for (std::size_t i = 0; i < values.keys.size(); ++i) {
    Tree* old = map.find(values.keys[i]);
    const std::vector<std::string_view> known(map.keys.begin(), map.keys.end());
    if (old == nullptr)
      problems.add(values.key_places[i], key,
                   "there is no '" + values.keys[i] + "' in '" + key + "'" + did_you_mean(values.keys[i], known));
    else
      *old = std::move(values.items[i]);
  }
}

void apply_part(const std::string& key, Place place, Tree part, Tree& content, Problems& problems) {
  Tree* there = content.find(key);
  if (there == nullptr) {
    const std::vector<std::string_view> known(content.keys.begin(), content.keys.end());
    problems.add(place, key, "there is no '" + key + "'" + did_you_mean(key, known));
  } else if (there->kind != part.kind) {
    problems.add(part.place, key, "must be " + described(*there) + ", not " + described(part));
  } else if (part.is(Tree::Kind::map)) {
    replace_values(key, *there, std::move(part), problems);
  } else {
    for (Tree& record : part.items) replace_record(key, *there, std::move(record), problems);
  }
}

}  // namespace

PatchContents read_patch(const Patch& patch, Problems& problems) {
  PatchContents contents;
  const auto tree = read_tree(patch, problems.add_file(patch.name), problems);
  if (!tree) return contents;
  contents.game = tree->find(heading)->text;
  for (std::size_t i = 0; i < tree->keys.size(); ++i) {
    const std::string& key = tree->keys[i];
    const Tree& part = tree->items[i];
    if (key == heading || !check_part(key, part, problems)) continue;
    for (const Tree& record : part.items)
      if (part.is(Tree::Kind::list)) contents.changes.push_back(key + "." + record.find("id")->text);
    if (part.is(Tree::Kind::map))
      for (const std::string& value : part.keys) contents.changes.push_back(key + "." + value);
  }
  return contents;
}

void apply_patch(const Patch& patch, Tree& content, Problems& problems) {
  auto tree = read_tree(patch, problems.add_file(patch.name), problems);
  if (!tree) return;
  const Tree& game = *tree->find(heading);
  const Tree* about = content.find("game");
  const Tree* id = about != nullptr ? about->find("id") : nullptr;
  if (id != nullptr && id->text != game.text) {
    problems.add(game.place, heading, "is of " + game.text + ", not of " + id->text);
    return;
  }
  for (std::size_t i = 0; i < tree->keys.size(); ++i)
    if (tree->keys[i] != heading && check_part(tree->keys[i], tree->items[i], problems))
      apply_part(tree->keys[i], tree->key_places[i], std::move(tree->items[i]), content, problems);
}

}  // namespace rw::forge
