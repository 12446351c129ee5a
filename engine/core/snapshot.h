// A position described once for all viewers, as numbers: what two descriptions have in common is found by
// comparing numbers, and only what differs is written out for a viewer. Who sees what is decided by `Viewer::sees`
// as everywhere.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/describe.h"

namespace rw::core {

// Are these the same letters? Names are short, and hundreds are looked at for one position: a call to memcmp would
// take most of the time.
inline bool same_letters(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto part = [&]<class Word>(Word, std::size_t at) {
    Word x, y;
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    return x == y;
  };
  const std::size_t size = a.size();
  constexpr std::uint64_t eight = 0;
  constexpr std::uint32_t four = 0;
  if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
  if (size >= 8) return part(eight, 0) && part(eight, size - 8);
  if (size >= 4) return part(four, 0) && part(four, size - 4);
  for (std::size_t i = 0; i < size; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

// Numbers for the paths and words of one game's descriptions. What was met once keeps its number.
class Paths {
 public:
  static constexpr std::uint32_t root = 0;
  Paths();

  std::uint32_t word(std::string_view text);
  const std::string& word_json(std::uint32_t word) const { return words_[word]; }  // in quotes
  std::string_view word_text(std::uint32_t word) const { return texts_[word]; }

  // The field or group of this name in a group.
  std::uint32_t inside(std::uint32_t group, std::string_view name) {
    const std::uint32_t guess = nodes_[last_].next;  // what came here the last time
    if (nodes_[guess].group == group && same_letters(nodes_[guess].name, name)) [[likely]]
      return last_ = guess;
    return find(group, name);
  }
  void start() { last_ = root; }  // a new description begins
  std::uint32_t group_of(std::uint32_t path) const { return nodes_[path].group; }
  const std::string& name_json(std::uint32_t path) const { return nodes_[path].json; }  // "name": with its colon
  const std::string& name(std::uint32_t path) const { return nodes_[path].name; }
  std::string text(std::uint32_t path) const;  // "zones.iacon.robots"
  std::uint32_t at(std::string_view text) const;  // the other way round; root: nothing is there

 private:
  struct Node {
    std::uint32_t group = 0, next = 0;
    std::string name, json;
  };
  struct Remembered {  // where a word lay in memory, so that it need not be looked up by its letters
    const char* where = nullptr;
    std::string_view text;
    std::uint32_t word = 0;
  };
  std::uint32_t find(std::uint32_t group, std::string_view name);

  std::vector<Node> nodes_;
  std::unordered_map<std::string, std::uint32_t> by_name_;  // group number and name
  std::vector<std::string> words_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t> by_text_;
  std::vector<Remembered> remembered_;
  std::uint32_t last_ = root;
};

struct Snapshot {
  struct Card {
    std::uint32_t word = 0;
    std::uint8_t instance = 0;
    SeatMask known_by = 0;
    bool operator==(const Card&) const = default;
  };
  struct Entry {
    std::uint32_t path = 0;
    Field::Kind kind = Field::Kind::group;
    SeatMask audience = everyone;
    bool ordered = false;  // cards
    // A word by its number; of cards how many there are, above the first of them in `cards`. Hundreds of entries
    // are written for a choice, so they are kept small.
    std::int64_t value = 0;

    std::uint32_t first() const { return static_cast<std::uint32_t>(value); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(value >> 32); }
    std::uint32_t end() const { return static_cast<std::uint32_t>(value); }  // of a group: behind its last entry
  };
  static_assert(sizeof(Entry) == 16);
  std::vector<Entry> entries;
  std::vector<Card> cards;

  std::span<const Card> pile(const Entry& entry) const {
    return std::span(cards).subspan(entry.first(), entry.count());
  }
  void clear() {
    entries.clear();
    cards.clear();
  }
};

// The visitor that writes it.
class SnapshotVisitor {
 public:
  SnapshotVisitor(Snapshot& out, Paths& paths) : out_(out), paths_(paths) {
    out.clear();
    paths.start();
  }

  void begin(std::string_view name) {
    open_.push_back(static_cast<std::uint32_t>(out_.entries.size()));
    group_ = add(name, Field::Kind::group, everyone).path;
  }
  void end() {
    Snapshot::Entry& group = out_.entries[open_.back()];
    open_.pop_back();
    group.value = static_cast<std::int64_t>(out_.entries.size());
    group_ = paths_.group_of(group.path);
  }
  template <class Set>
  void number(std::string_view name, std::int64_t value, std::int64_t, Set&&, SeatMask audience = everyone) {
    add(name, Field::Kind::number, audience).value = value;
  }
  template <class Set>
  void flag(std::string_view name, bool value, Set&&, SeatMask audience = everyone) {
    add(name, Field::Kind::flag, audience).value = value ? 1 : 0;
  }
  template <class Set>
  void word(std::string_view name, int value, std::span<const std::string_view> words, Set&&,
            SeatMask audience = everyone) {
    const bool known = value >= 0 && value < static_cast<int>(words.size());
    add(name, Field::Kind::word, audience).value =
        paths_.word(known ? words[static_cast<std::size_t>(value)] : std::string_view("none"));
  }
  template <class Set>
  void cards(std::string_view name, const Cards& pile, Set&&) {
    Snapshot::Entry& entry = add(name, Field::Kind::cards, everyone);
    entry.ordered = pile.ordered;
    entry.value = static_cast<std::int64_t>(std::uint64_t{pile.instances.size()} << 32U | out_.cards.size());
    std::string_view last;  // equal cards often lie together
    std::uint32_t word = 0;
    for (const std::uint8_t card : pile.instances) {
      if (const std::string_view text = pile.names[card];
          text.data() != last.data() || text.size() != last.size()) {
        word = paths_.word(text);
        last = text;
      }
      out_.cards.push_back({word, card, pile.known_by[card]});
    }
  }
  void derived(std::string_view name, std::int64_t value, std::int64_t = 0) {
    add(name, Field::Kind::number, everyone).value = value;
  }

 private:
  Snapshot::Entry& add(std::string_view name, Field::Kind kind, SeatMask audience) {
    Snapshot::Entry& entry = out_.entries.emplace_back();
    entry.path = paths_.inside(group_, name);
    entry.kind = kind;
    entry.audience = audience;
    return entry;
  }
  Snapshot& out_;
  Paths& paths_;
  std::vector<std::uint32_t> open_;
  std::uint32_t group_ = Paths::root;
};

// How words are written. Without one they are written out, as views have them.
class Spelling {
 public:
  virtual ~Spelling() = default;
  virtual void word(std::string& out, std::uint32_t word) = 0;
  virtual void card(std::string& out, std::uint32_t word) = 0;  // of a list; may be `hidden_word`
};

// What a viewer sees of it, as JSON; the same letters as Field::to_json writes.
void append_view(std::string& out, const Snapshot&, const Paths&, Viewer);

inline constexpr std::uint32_t hidden_word = 0xFFFFFFFF;  // in place of a card's word

// The lists of cards that a viewer sees: `seen(path, words)`, in the order of the view.
void each_list(const Snapshot&, Viewer,
               const std::function<void(std::uint32_t path, std::span<const std::uint32_t> words)>& seen);

// One change of a viewer's view.
struct Change {
  enum class Kind : std::uint8_t { set, gone, splice } kind = Kind::set;
  std::uint32_t path = 0;
  int at = 0, drop = 0;  // splice: in a list of cards, so many from there on are replaced
  std::string value;  // JSON: the value; of a splice the list of cards that are put there
};

// A card that left one list and came into another. It follows from what the viewer sees before and after alone, so
// it tells nothing else: a card that was hidden came from the one list that has fewer hidden cards, if there is
// one.
struct Moved {
  std::uint32_t card = 0;  // a word
  std::uint32_t from = 0, to = 0;  // paths of lists
  int from_place = -1, to_place = -1;  // in the list as the viewer sees it; -1: did not see it there
};

// What differs between two descriptions, found once and then told to each viewer. Both must stay as long as it is
// asked.
class Comparison {
 public:
  void compare(const Snapshot& before, const Snapshot& after);
  // Applied one after the other to the view before, they make the view after, the order of fields included.
  void changes(Viewer, const Paths&, std::vector<Change>& out, Spelling* = nullptr) const;
  void moved(Viewer, std::vector<Moved>& out) const;
  const Snapshot& after() const { return *after_; }

 private:
  using Entry = Snapshot::Entry;
  // The same list before and after; an entry that is not there is `none`.
  struct Pile {
    std::uint32_t before = 0, after = 0;
  };
  struct Range {
    std::uint32_t first = 0, last = 0;
  };
  // Who is told, and what was told so far.
  struct Told {
    Viewer viewer;
    const Paths& paths;
    Spelling* spelling;
    std::vector<Change>& out;
  };
  bool entries_differ(const Entry& before, const Entry& after) const;
  bool ranges_differ(Range before, Range after) const;
  void find_piles();
  void tell_leaf(const Told&, const Entry& before, const Entry& after) const;
  void tell_cards(const Told&, const Entry& before, const Entry& after) const;
  void tell_group(const Told&, std::uint32_t path, Range before, Range after) const;
  bool tell_other_fields(const Told&, const std::vector<std::uint32_t>& before,
                         const std::vector<std::uint32_t>& after) const;
  void tell_pair(const Told&, std::uint32_t before, std::uint32_t after) const;
  void tell_value(const Told&, std::uint32_t after) const;

  const Snapshot* before_ = nullptr;
  const Snapshot* after_ = nullptr;
  bool same_shape_ = false;
  std::vector<std::uint32_t> changed_;  // entries that differ, if both have the same shape
  std::vector<Pile> piles_;  // lists of cards that may differ
};

}  // namespace rw::core
