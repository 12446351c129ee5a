// Finding the place of a change, and writing it there.
#include "forge/change.h"

#include <charconv>

namespace rw::forge {
namespace {

std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> steps(1);
  for (const char c : path) {
    if (c == '.')
      steps.emplace_back();
    else if (c == '[')
      steps.emplace_back("[");
    else if (c != ']')
      steps.back() += c;
  }
  return steps;
}

// A record by its id, or an item by its place: "[3]", counted from 0 as in messages.
Tree* item_of(Tree& list, const std::string& step, std::vector<std::string_view>& known) {
  std::size_t place = 0;
  if (step.starts_with('[')) {
    const auto [end, fault] = std::from_chars(step.data() + 1, step.data() + step.size(), place);
    return fault == std::errc{} && end == step.data() + step.size() && place < list.items.size()
               ? &list.items[place]
               : nullptr;
  }
  for (Tree& item : list.items) {
    const Tree* id = item.find("id");
    if (id != nullptr && id->text == step) return &item;
    if (id != nullptr) known.push_back(id->text);
  }
  return nullptr;
}

void apply_change(const Change& change, Place place, Tree& content, Problems& problems) {
  auto value = read_yaml(change.value, place.file, problems);
  if (!value) return;
  const std::vector<std::string> steps = steps_of(change.path);
  Tree* at = &content;
  std::string path;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::vector<std::string_view> known;
    const bool last = i + 1 == steps.size();
    Tree* next = nullptr;
    if (at->is(Tree::Kind::list)) {
      next = item_of(*at, steps[i], known);
    } else if (at->is(Tree::Kind::map)) {
      next = at->find(steps[i]);
      for (const std::string& key : at->keys) known.push_back(key);
      if (next == nullptr && last && i > 0) {  // a key that may be left out; the schema knows whether it exists
        at->keys.push_back(steps[i]);
        at->key_places.push_back(place);
        at->items.emplace_back();
        next = &at->items.back();
      }
    } else {
      problems.add(place, change.path, "'" + path + "' is " + described(*at) + " and has nothing below it");
      return;
    }
    if (next == nullptr) {
      problems.add(place, change.path,
                   "there is no '" + steps[i] + (steps[i].starts_with('[') ? "]'" : "'") +
                       (path.empty() ? "" : " in '" + path + "'") + did_you_mean(steps[i], known));
      return;
    }
    path +=
        (path.empty() || steps[i].starts_with('[') ? "" : ".") + steps[i] + (steps[i].starts_with('[') ? "]" : "");
    at = next;
  }
  *at = std::move(*value);
  at->place = place;
}

}  // namespace

bool read_change(const std::string& text, Change& change) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return false;
  change = {text.substr(0, equals), text.substr(equals + 1)};
  return true;
}

void apply_changes(const std::vector<Change>& changes, Tree& content, Problems& problems) {
  if (changes.empty()) return;
  const int file = problems.add_file("--set");
  for (std::size_t i = 0; i < changes.size(); ++i)
    apply_change(changes[i], {file, static_cast<int>(i) + 1, 1}, content, problems);
}

}  // namespace rw::forge
