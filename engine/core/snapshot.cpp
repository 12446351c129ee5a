// Comparing descriptions, and writing what a viewer sees of them and of what changed.
#include "engine/core/snapshot.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace rw::core {

// ---- numbers for paths and words --------------------------------------------------------------------

namespace {
constexpr std::size_t remembered_words = 1024;  // a power of two, more than a game has cards
constexpr std::uint32_t hidden = hidden_word;
constexpr std::uint32_t none = 0xFFFFFFFF;      // in place of an entry
}  // namespace

Paths::Paths() : nodes_(1), remembered_(remembered_words) {}

std::uint32_t Paths::word(std::string_view text) {
  const auto where = reinterpret_cast<std::uintptr_t>(text.data());
  Remembered& slot = remembered_[((where >> 3) ^ (where >> 12) ^ text.size()) % remembered_words];
  if (slot.where != nullptr && slot.where == text.data() && same_letters(slot.text, text)) [[likely]]
    return slot.word;
  auto known = by_text_.find(text);
  if (known == by_text_.end()) {
    const std::string& kept = texts_.emplace_back(text);
    std::string json;
    append_json(json, text);
    words_.push_back(std::move(json));
    known = by_text_.emplace(kept, static_cast<std::uint32_t>(words_.size() - 1)).first;
  }
  slot = {text.data(), known->first, known->second};
  return known->second;
}

std::uint32_t Paths::find(std::uint32_t group, std::string_view name) {
  std::string key(reinterpret_cast<const char*>(&group), sizeof group);
  key += name;
  const auto [place, fresh] = by_name_.try_emplace(std::move(key), static_cast<std::uint32_t>(nodes_.size()));
  if (fresh) {
    Node& node = nodes_.emplace_back();
    node.group = group;
    node.name = name;
    append_json(node.json, name);
    node.json += ':';
  }
  nodes_[last_].next = place->second;
  return last_ = place->second;
}

std::string Paths::text(std::uint32_t path) const {
  if (path == root) return {};
  std::string out = text(nodes_[path].group);
  if (!out.empty()) out += '.';
  return out += nodes_[path].name;
}

std::uint32_t Paths::at(std::string_view text) const {
  std::uint32_t path = root;
  while (!text.empty()) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    std::string key(reinterpret_cast<const char*>(&path), sizeof path);
    key += text.substr(0, dot);
    const auto known = by_name_.find(key);
    if (known == by_name_.end()) return root;
    path = known->second;
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return path;
}

// ---- views ------------------------------------------------------------------------------------------

namespace {

void append_number(std::string& out, std::int64_t number) {
  char digits[24];
  const auto [end, fault] = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end);
}

// The cards of a pile as a viewer sees them. In a hand the place of a hidden card among known ones would tell
// about it, so hidden ones stand last there.
void list_cards(std::span<const Snapshot::Card> pile, bool ordered, Viewer viewer,
                std::vector<std::uint32_t>& out) {
  out.clear();
  std::size_t unknown = 0;
  for (const Snapshot::Card& card : pile) {
    if (viewer.sees(card.known_by))
      out.push_back(card.word);
    else if (ordered)
      out.push_back(hidden);
    else
      ++unknown;
  }
  out.insert(out.end(), unknown, hidden);
}

void append_cards(std::string& out, std::span<const std::uint32_t> cards, const Paths& paths, Spelling* spelling) {
  out += '[';
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i != 0) out += ',';
    if (spelling != nullptr)
      spelling->card(out, cards[i]);
    else if (cards[i] == hidden)
      out += "\"?\"";
    else
      out += paths.word_json(cards[i]);
  }
  out += ']';
}

struct Writer {
  std::string& out;
  const Snapshot& snapshot;
  const Paths& paths;
  Viewer viewer;
  Spelling* spelling = nullptr;
  std::vector<std::uint32_t> scratch = {};

  void value(std::uint32_t at) {
    const Snapshot::Entry& entry = snapshot.entries[at];
    switch (entry.kind) {
      case Field::Kind::number: append_number(out, entry.value); return;
      case Field::Kind::flag: out += entry.value != 0 ? "true" : "false"; return;
      case Field::Kind::word:
        if (const auto word = static_cast<std::uint32_t>(entry.value); spelling != nullptr)
          spelling->word(out, word);
        else
          out += paths.word_json(word);
        return;
      case Field::Kind::cards:
        list_cards(snapshot.pile(entry), entry.ordered, viewer, scratch);
        append_cards(out, scratch, paths, spelling);
        return;
      case Field::Kind::group: fields(at + 1, entry.end());
    }
  }
  void fields(std::uint32_t first, std::uint32_t last) {
    out += '{';
    bool begun = false;
    for (std::uint32_t at = first; at < last;) {
      const Snapshot::Entry& entry = snapshot.entries[at];
      if (viewer.sees(entry.audience)) {
        if (begun) out += ',';
        begun = true;
        out += paths.name_json(entry.path);
        value(at);
      }
      at = entry.kind == Field::Kind::group ? entry.end() : at + 1;
    }
    out += '}';
  }
};

}  // namespace

void append_view(std::string& out, const Snapshot& snapshot, const Paths& paths, Viewer viewer) {
  Writer{out, snapshot, paths, viewer}.fields(0, static_cast<std::uint32_t>(snapshot.entries.size()));
}

void each_list(const Snapshot& snapshot, Viewer viewer,
               const std::function<void(std::uint32_t path, std::span<const std::uint32_t> words)>& seen) {
  std::vector<std::uint32_t> words;
  for (std::uint32_t at = 0; at < snapshot.entries.size();) {
    const Snapshot::Entry& entry = snapshot.entries[at];
    const bool sees = viewer.sees(entry.audience);
    if (sees && entry.kind == Field::Kind::cards) {
      list_cards(snapshot.pile(entry), entry.ordered, viewer, words);
      seen(entry.path, words);
    }
    at = !sees && entry.kind == Field::Kind::group ? entry.end() : at + 1;
  }
}

// ---- comparing --------------------------------------------------------------------------------------

bool Comparison::entries_differ(const Entry& before, const Entry& after) const {
  if (before.audience != after.audience) return true;
  if (before.kind == Field::Kind::group) return false;
  if (before.kind != Field::Kind::cards) return before.value != after.value;
  const auto x = before_->pile(before), y = after_->pile(after);
  return !std::equal(x.begin(), x.end(), y.begin(), y.end());
}

// Fields of one group before and after: do they differ in anything, however deep?
bool Comparison::ranges_differ(Range before, Range after) const {
  if (before.last - before.first != after.last - after.first) return true;
  for (std::uint32_t i = 0; i < before.last - before.first; ++i) {
    const Entry& x = before_->entries[before.first + i];
    const Entry& y = after_->entries[after.first + i];
    if (x.path != y.path || x.kind != y.kind || x.ordered != y.ordered || entries_differ(x, y)) return true;
    if (x.kind == Field::Kind::group && x.end() - before.first != y.end() - after.first) return true;
  }
  return false;
}

void Comparison::compare(const Snapshot& before, const Snapshot& after) {
  before_ = &before;
  after_ = &after;
  changed_.clear();
  piles_.clear();
  same_shape_ = true;
  if (&before == &after) return;
  const auto& x = before.entries;
  const auto& y = after.entries;
  same_shape_ = x.size() == y.size();
  for (std::uint32_t i = 0; same_shape_ && i < x.size(); ++i) {
    same_shape_ = x[i].path == y[i].path && x[i].kind == y[i].kind && x[i].ordered == y[i].ordered;
    if (same_shape_ && entries_differ(x[i], y[i])) changed_.push_back(i);
  }
  find_piles();
}

void Comparison::find_piles() {
  const auto& x = before_->entries;
  const auto& y = after_->entries;
  piles_.clear();
  if (same_shape_) {
    for (const std::uint32_t i : changed_)
      if (x[i].kind == Field::Kind::cards) piles_.push_back({i, i});
    return;
  }
  std::unordered_map<std::uint32_t, std::uint32_t> known;
  for (std::uint32_t i = 0; i < x.size(); ++i)
    if (x[i].kind == Field::Kind::cards) known.emplace(x[i].path, i);
  for (std::uint32_t i = 0; i < y.size(); ++i) {
    if (y[i].kind != Field::Kind::cards) continue;
    const auto old = known.find(y[i].path);
    piles_.push_back({old == known.end() ? none : old->second, i});
    if (old != known.end()) known.erase(old);
  }
  for (std::uint32_t i = 0; i < x.size(); ++i)
    if (x[i].kind == Field::Kind::cards && known.contains(x[i].path)) piles_.push_back({i, none});
}

namespace {

// Cards that a list has lost or gained, and lists that have fewer or more hidden cards.
struct Going {
  struct Card {
    std::uint32_t word = 0, path = 0;
    int place = -1;
  };
  std::vector<Card> lost, gained;
  std::vector<std::uint32_t> hid_fewer, hid_more;
  std::vector<bool> found;

  void clear() {
    lost.clear();
    gained.clear();
    hid_fewer.clear();
    hid_more.clear();
  }
  void compare(std::uint32_t path, const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y) {
    const std::size_t lost_before = lost.size(), gained_before = gained.size();
    const auto add = [&](const auto& from, const auto& to, std::vector<Card>& out) {
      found.assign(to.size(), false);
      std::size_t first = 0;  // that is not found yet: lists that are nearly the same are gone through once
      for (std::size_t i = 0; i < from.size(); ++i) {
        while (first < to.size() && found[first]) ++first;
        std::size_t k = first;
        while (k < to.size() && (found[k] || to[k] != from[i])) ++k;
        if (k < to.size())
          found[k] = true;
        else if (from[i] != hidden)
          out.push_back({from[i], path, static_cast<int>(i)});
      }
    };
    add(x, y, lost);
    add(y, x, gained);
    const auto hides = [](const auto& list) { return std::count(list.begin(), list.end(), hidden); };
    const auto fewer = hides(x) - hides(y);
    // What was turned over in its place has not moved.
    for (auto turned = fewer; turned > 0 && gained.size() > gained_before; --turned) gained.pop_back();
    for (auto turned = -fewer; turned > 0 && lost.size() > lost_before; --turned) lost.pop_back();
    if (fewer > static_cast<std::ptrdiff_t>(0)) hid_fewer.push_back(path);
    if (fewer < static_cast<std::ptrdiff_t>(0)) hid_more.push_back(path);
  }
};

}  // namespace

void Comparison::moved(Viewer viewer, std::vector<Moved>& out) const {
  out.clear();
  if (piles_.size() < 2) return;
  static thread_local Going going;  // their memory is used again
  static thread_local std::vector<std::uint32_t> x, y;
  going.clear();
  for (const Pile& pile : piles_) {
    x.clear();
    y.clear();
    const Entry* before = pile.before == none ? nullptr : &before_->entries[pile.before];
    const Entry* after = pile.after == none ? nullptr : &after_->entries[pile.after];
    if (before != nullptr) list_cards(before_->pile(*before), before->ordered, viewer, x);
    if (after != nullptr) list_cards(after_->pile(*after), after->ordered, viewer, y);
    if (x != y) going.compare(after != nullptr ? after->path : before->path, x, y);
  }
  for (const Going::Card& card : going.gained) {
    const auto came = std::find_if(going.lost.begin(), going.lost.end(),
                                   [&](const Going::Card& lost) { return lost.word == card.word; });
    if (came != going.lost.end()) {
      out.push_back({card.word, came->path, card.path, came->place, card.place});
      going.lost.erase(came);
    } else if (going.hid_fewer.size() == 1 && going.hid_fewer[0] != card.path) {
      out.push_back({card.word, going.hid_fewer[0], card.path, -1, card.place});
    }
  }
  if (going.hid_more.size() == 1)
    for (const Going::Card& card : going.lost)
      if (going.hid_more[0] != card.path) out.push_back({card.word, card.path, going.hid_more[0], card.place, -1});
}

// ---- changes ----------------------------------------------------------------------------------------

void Comparison::tell_cards(const Told& told, const Entry& before, const Entry& after) const {
  static thread_local std::vector<std::uint32_t> x, y;
  list_cards(before_->pile(before), before.ordered, told.viewer, x);
  list_cards(after_->pile(after), after.ordered, told.viewer, y);
  if (x == y) return;
  std::size_t first = 0, end_x = x.size(), end_y = y.size();
  while (first < end_x && first < end_y && x[first] == y[first]) ++first;
  while (end_x > first && end_y > first && x[end_x - 1] == y[end_y - 1]) {
    --end_x;
    --end_y;
  }
  const bool whole = first == 0 && end_x == x.size();
  Change& change = told.out.emplace_back();
  change.kind = whole ? Change::Kind::set : Change::Kind::splice;
  change.path = after.path;
  change.at = static_cast<int>(first);
  change.drop = static_cast<int>(end_x - first);
  append_cards(change.value, std::span(y).subspan(first, end_y - first), told.paths, told.spelling);
}

// What it is now, as a whole.
void Comparison::tell_value(const Told& told, std::uint32_t after) const {
  Change& change = told.out.emplace_back();
  change.path = after_->entries[after].path;
  Writer{change.value, *after_, told.paths, told.viewer, told.spelling}.value(after);
}

// A field that the viewer sees before and after.
void Comparison::tell_leaf(const Told& told, const Entry& before, const Entry& after) const {
  if (after.kind == Field::Kind::cards && before.kind == Field::Kind::cards)
    return tell_cards(told, before, after);
  if (before.kind == after.kind && before.value == after.value) return;
  tell_value(told, static_cast<std::uint32_t>(&after - after_->entries.data()));
}

void Comparison::tell_pair(const Told& told, std::uint32_t before, std::uint32_t after) const {
  const Entry& x = before_->entries[before];
  const Entry& y = after_->entries[after];
  if (x.kind == Field::Kind::group && y.kind == Field::Kind::group)
    return tell_group(told, y.path, {before + 1, x.end()}, {after + 1, y.end()});
  if (x.kind == Field::Kind::group || y.kind == Field::Kind::group) return tell_value(told, after);
  tell_leaf(told, x, y);
}

// Fields that went and fields that came. False if the fields that stay would not stand in the right order.
bool Comparison::tell_other_fields(const Told& told, const std::vector<std::uint32_t>& before,
                                   const std::vector<std::uint32_t>& after) const {
  const auto place_of = [&](std::uint32_t path) {
    return std::find_if(before.begin(), before.end(),
                        [&](std::uint32_t at) { return before_->entries[at].path == path; }) -
           before.begin();
  };
  // Those that stay keep their order, and what is new stands behind them.
  const auto missing = static_cast<std::ptrdiff_t>(before.size());
  std::ptrdiff_t last = -1;
  for (const std::uint32_t at : after) {
    const auto place = place_of(after_->entries[at].path);
    if (place != missing && place <= last) return false;
    last = place;
  }
  for (const std::uint32_t at : before)
    if (std::none_of(after.begin(), after.end(), [&](std::uint32_t other) {
          return after_->entries[other].path == before_->entries[at].path;
        }))
      told.out.push_back({Change::Kind::gone, before_->entries[at].path, 0, 0, {}});
  for (const std::uint32_t at : after) {
    const auto place = place_of(after_->entries[at].path);
    if (place != missing)
      tell_pair(told, before[static_cast<std::size_t>(place)], at);
    else
      tell_value(told, at);
  }
  return true;
}

void Comparison::tell_group(const Told& told, std::uint32_t path, Range before, Range after) const {
  if (!ranges_differ(before, after)) return;
  const auto fields = [&](const Snapshot& snapshot, Range range) {
    std::vector<std::uint32_t> seen;
    for (std::uint32_t at = range.first; at < range.last;) {
      const Entry& entry = snapshot.entries[at];
      if (told.viewer.sees(entry.audience)) seen.push_back(at);
      at = entry.kind == Field::Kind::group ? entry.end() : at + 1;
    }
    return seen;
  };
  const auto x = fields(*before_, before), y = fields(*after_, after);
  const bool alike = std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](std::uint32_t a, std::uint32_t b) {
    return before_->entries[a].path == after_->entries[b].path;
  });
  if (alike) {
    for (std::size_t i = 0; i < x.size(); ++i) tell_pair(told, x[i], y[i]);
    return;
  }
  if (tell_other_fields(told, x, y)) return;
  Change& change = told.out.emplace_back();
  change.path = path;
  Writer{change.value, *after_, told.paths, told.viewer, told.spelling}.fields(after.first, after.last);
}

void Comparison::changes(Viewer viewer, const Paths& paths, std::vector<Change>& out, Spelling* spelling) const {
  out.clear();
  const Told told{viewer, paths, spelling, out};
  const auto& x = before_->entries;
  const auto& y = after_->entries;
  const bool plain = same_shape_ && std::all_of(changed_.begin(), changed_.end(), [&](std::uint32_t i) {
                       return viewer.sees(x[i].audience) == viewer.sees(y[i].audience);
                     });
  if (!plain) {
    const auto last = [](const auto& entries) { return static_cast<std::uint32_t>(entries.size()); };
    return tell_group(told, Paths::root, {0, last(x)}, {0, last(y)});
  }
  for (const std::uint32_t i : changed_)
    if (viewer.sees(y[i].audience)) tell_leaf(told, x[i], y[i]);
}

}  // namespace rw::core
