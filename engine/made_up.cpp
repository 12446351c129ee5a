// Writing a position field by field, and reading back what was written.
#include "engine/made_up.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace rw {
namespace {

// A field may exist only once another one is written (the damage of a Dinosaur), or be emptied by it; then it is
// written again. Nothing depends on more fields than this.
constexpr int most_rounds = 6;

struct Wish {
  const core::Setting* setting;
  SetField field;
  Expected<> written = {};
  bool held = false;        // it was there at the end of its part
  bool superseded = false;  // it was, and a later part of the set-up took it back
};

bool same(const core::Field& meant, const core::Field& found) {
  using Kind = core::Field::Kind;
  if (meant.kind != found.kind) return false;
  if (meant.kind == Kind::word) return meant.word == found.word;
  if (meant.kind != Kind::cards) return meant.number == found.number;
  std::vector<std::string> wanted = meant.cards, there = found.cards;
  // A pile may hold more below those that were named on top.
  if (found.ordered)
    return wanted.size() <= there.size() && std::equal(wanted.begin(), wanted.end(), there.begin()) &&
           (!wanted.empty() || there.empty());
  std::sort(wanted.begin(), wanted.end());
  std::sort(there.begin(), there.end());
  return wanted == there;
}

bool is_there(const Wish& wish, const core::Field& view) {
  const core::Field* found = view.find(wish.setting->path);
  const core::Field& meant = wish.field.meant;
  if (found == nullptr)  // a view may leave out a place where no card lies
    return wish.written && meant.kind == core::Field::Kind::cards && meant.cards.empty();
  return wish.written && same(meant, *found);
}

void write(const Edition& edition, Position& p, Wish& wish) {
  wish.written = edition.game().set(edition.content(), p.data(), *wish.setting, &wish.field);
}

// The wishes of one part; those that write many fields come first. Of two for one path the later one counts.
std::vector<Wish> wishes_of(const Edition& edition, const Position& p, std::span<const core::Setting> settings) {
  std::vector<Wish> wishes;
  for (auto setting = settings.begin(); setting != settings.end(); ++setting)
    if (std::none_of(setting + 1, settings.end(), [&](const auto& later) { return later.path == setting->path; }))
      wishes.push_back({&*setting, {}, {}, false});
  for (Wish& wish : wishes) {
    Position trial = p;
    write(edition, trial, wish);
  }
  std::stable_partition(wishes.begin(), wishes.end(), [](const Wish& wish) { return wish.field.broad; });
  return wishes;
}

core::Field all_of(const Edition& edition, const Position& p) { return edition.fields(p, Viewer::omniscient()); }

// Writes again as long as something that was written is not there.
void write_all(const Edition& edition, Position& p, std::vector<Wish>& wishes) {
  for (int round = 0; round < most_rounds; ++round) {
    bool all_there = true;
    for (Wish& wish : wishes) {
      if (round > 0 && (wish.field.broad || is_there(wish, all_of(edition, p)))) continue;
      write(edition, p, wish);
    }
    const core::Field view = all_of(edition, p);
    for (const Wish& wish : wishes) all_there = all_there && (wish.field.broad || is_there(wish, view));
    if (all_there) return;
  }
}

std::string missing(const Wish& wish, const core::Field& view) {
  const core::Field* found = view.find(wish.setting->path);
  return "'" + wish.setting->path + "' cannot be " + wish.field.meant.text() + " in this position; " +
         (found == nullptr ? "there is no such thing" : "it is " + found->text());
}

// What an earlier part could not write yet, because its place comes later, is written with this one.
void take_over(std::vector<Wish>& earlier, std::vector<Wish>& wishes, const core::Field& view) {
  const auto waits = [&](const Wish& wish) {
    return !wish.held && !wish.field.broad && view.find(wish.setting->path) == nullptr &&
           std::none_of(wishes.begin(), wishes.end(),
                        [&](const Wish& later) { return later.setting->path == wish.setting->path; });
  };
  const auto open = std::stable_partition(earlier.begin(), earlier.end(), std::not_fn(waits));
  wishes.insert(wishes.end(), std::make_move_iterator(open), std::make_move_iterator(earlier.end()));
  earlier.erase(open, earlier.end());
}

// Part by part: what a part wrote is there when the next one begins, which may take it back.
std::vector<Wish> write_parts(const Edition& edition, Position& p, const PositionText& text) {
  std::vector<Wish> all;
  std::size_t begin = 0;
  for (std::size_t part = 0; part <= text.parts.size(); ++part) {
    const std::size_t end = part < text.parts.size() ? text.parts[part] : text.settings.size();
    std::vector<Wish> wishes = wishes_of(edition, p, text.settings.subspan(begin, end - begin));
    begin = end;
    take_over(all, wishes, all_of(edition, p));
    write_all(edition, p, wishes);
    const core::Field view = all_of(edition, p);
    for (Wish& wish : all) wish.superseded = wish.superseded || (wish.held && !is_there(wish, view));
    for (Wish& wish : wishes) wish.held = !wish.field.broad && is_there(wish, view);
    all.insert(all.end(), std::make_move_iterator(wishes.begin()), std::make_move_iterator(wishes.end()));
  }
  return all;
}

void tell_missing(const std::vector<Wish>& wishes, const core::Field& view, std::vector<SetUpProblem>& problems) {
  for (const Wish& wish : wishes)
    if (!wish.field.broad && !wish.superseded && !is_there(wish, view))
      problems.push_back({wish.setting->line, missing(wish, view)});
}

}  // namespace

std::vector<SetUpProblem> write_position(const Edition& edition, Position& p, const PositionText& text) {
  std::vector<SetUpProblem> problems;
  const std::vector<Wish> wishes = write_parts(edition, p, text);
  for (const Wish& wish : wishes)
    if (!wish.written) problems.push_back({wish.setting->line, wish.written.error()});
  if (!problems.empty()) return problems;
  const core::Field before = all_of(edition, p);
  const Expected<> completed = edition.complete(p);
  if (completed) {
    tell_missing(wishes, all_of(edition, p), problems);
    return problems;
  }
  // What was lost among the settings explains more than what the game says of the rest.
  tell_missing(wishes, before, problems);
  if (problems.empty()) problems.push_back({0, completed.error()});
  return problems;
}

}  // namespace rw
