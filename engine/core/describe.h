// One description of a State serves every consumer. A game's `describe` names each field once, with
// its value, its range, who may see it and how to set it; the visitors here turn that into views,
// JSON, diffs, observation tensors and the set-ups of scenarios. What a seat may not see is decided
// in exactly one place, `Viewer::sees`, so nothing can leak through a second one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/core/ids.h"

namespace rw::core {

// Whose eyes: a seat, a spectator (public knowledge only), or the omniscient dump of tests.
struct Viewer {
  enum class Kind : std::uint8_t { seat, spectator, omniscient } kind = Kind::omniscient;
  Seat seat = no_seat;

  static Viewer of(Seat s) { return {Kind::seat, s}; }
  static Viewer spectator() { return {Kind::spectator, no_seat}; }
  static Viewer omniscient() { return {Kind::omniscient, no_seat}; }
  bool sees(SeatMask audience) const {
    if (audience == everyone || kind == Kind::omniscient) return true;
    return kind == Kind::seat && has(audience, seat);
  }
};

// In place of a setter: the field follows from what happens and no set-up may write it.
struct Fixed {};
inline constexpr Fixed fixed{};

// Around a setter that writes many fields at once ("all zones of a sector"): a set-up may then write some of them
// otherwise, so such a field is written before all others.
template <class Set>
struct Broad {
  Set set;
  template <class Value>
  void operator()(Value value) const {
    set(value);
  }
};
template <class Set>
Broad(Set) -> Broad<Set>;
template <class Set>
inline constexpr bool is_broad = false;
template <class Set>
inline constexpr bool is_broad<Broad<Set>> = true;

inline constexpr std::string_view hidden_card = "?";

// Cards lying somewhere: card instances, and for each instance who knows it.
struct Cards {
  std::span<const std::uint8_t> instances;
  std::span<const SeatMask> known_by;                  // by instance
  std::span<const std::string_view> names;             // by instance: its id in views and set-ups
  std::span<const std::uint16_t> definitions;          // by instance: which card it is a copy of
  int definition_count = 0;
  bool ordered = false;  // a pile keeps its order; of a hand only the known cards are listed apart
  bool by_kind = false;  // in a set-up: `names` are kinds of cards, each of which may be named several times
  std::span<const std::string_view> shown_as = {};  // in a set-up: what a view calls each of `names`, if not so
};

// A value of a view: what the page draws, what scenarios expect, what diffs compare.
struct Field {
  enum class Kind : std::uint8_t { group, number, flag, word, cards } kind = Kind::group;
  std::string name;
  std::int64_t number = 0;
  std::string word;
  std::vector<std::string> cards;
  std::vector<Field> fields;
  bool derived = false;  // worked out from other fields: shown, never set
  bool ordered = false;  // cards: the order in which they are listed has a meaning
  bool operator==(const Field&) const = default;

  const Field* find(std::string_view path) const;  // "zones.launch_pad.robots"
  std::string text() const;                        // "2", "yes", "red", "[uc01, ?]"
  void to_json(std::string& out) const;
};

// Writes `text` as a JSON string, quotes included.
void append_json(std::string& out, std::string_view text);

struct Difference {
  std::string path, before, after;
};
std::vector<Difference> differences(const Field& before, const Field& after);

// ---- visitors -----------------------------------------------------------------------------------

// Builds the tree of fields that a viewer may see; hidden values are left out, hidden cards are "?".
class FieldVisitor {
 public:
  explicit FieldVisitor(Viewer viewer) : viewer_(viewer) { stack_.push_back(&root_); }

  void begin(std::string_view name) {
    Field& group = add(name, Field::Kind::group);
    stack_.push_back(&group);
  }
  void end() { stack_.pop_back(); }

  template <class Set>
  void number(std::string_view name, std::int64_t value, std::int64_t, Set&&, SeatMask audience = everyone) {
    if (viewer_.sees(audience)) add(name, Field::Kind::number).number = value;
  }
  template <class Set>
  void flag(std::string_view name, bool value, Set&&, SeatMask audience = everyone) {
    if (viewer_.sees(audience)) add(name, Field::Kind::flag).number = value;
  }
  template <class Set>
  void word(std::string_view name, int value, std::span<const std::string_view> words, Set&&,
            SeatMask audience = everyone) {
    if (viewer_.sees(audience))
      add(name, Field::Kind::word).word =
          value >= 0 && value < static_cast<int>(words.size()) ? words[static_cast<std::size_t>(value)] : "none";
  }
  template <class Set>
  void cards(std::string_view name, const Cards& pile, Set&&) {
    list_cards(add(name, Field::Kind::cards), pile);
  }
  void derived(std::string_view name, std::int64_t value, std::int64_t = 0) {
    Field& field = add(name, Field::Kind::number);
    field.number = value;
    field.derived = true;
  }

  Field take() { return std::move(root_); }

 private:
  Field& add(std::string_view name, Field::Kind kind);
  void list_cards(Field& field, const Cards& pile) const;
  Viewer viewer_;
  Field root_;
  std::vector<Field*> stack_;
};

// Writes one float per number (scaled to its range), one per possible word, and per pile how many of
// each card the viewer knows there plus the unknown rest. The shape never depends on the position.
class TensorVisitor {
 public:
  TensorVisitor(Viewer viewer, std::span<float> out) : viewer_(viewer), out_(out) {
    std::fill(out.begin(), out.end(), 0.0F);  // nearly all of it stays so
  }

  void begin(std::string_view) {}
  void end() {}
  template <class Set>
  void number(std::string_view, std::int64_t value, std::int64_t max, Set&&, SeatMask audience = everyone) {
    if (viewer_.sees(audience)) put(0, static_cast<float>(value) / static_cast<float>(max));
    at_ += 1;
  }
  template <class Set>
  void flag(std::string_view, bool value, Set&&, SeatMask audience = everyone) {
    put(0, value && viewer_.sees(audience) ? 1.0F : 0.0F);  // without a jump, as below: neither can be foreseen
    at_ += 1;
  }
  template <class Set>
  void word(std::string_view, int value, std::span<const std::string_view> words, Set&&,
            SeatMask audience = everyone) {
    const bool told = viewer_.sees(audience) && static_cast<std::size_t>(value) < words.size();
    put(told ? static_cast<std::size_t>(value) : 0, told ? 1.0F : 0.0F);
    at_ += words.size();
  }
  template <class Set>
  void cards(std::string_view, const Cards& pile, Set&&) {
    begin_pile(pile.definition_count);
    for (std::uint8_t card : pile.instances) count(pile.definitions[card], pile.known_by[card]);
    end_pile();
  }
  // The same without a list: a game that counts its cards by kind tells each kind once.
  void begin_pile(int definitions) {
    pile_ = static_cast<std::size_t>(definitions);
    unknown_ = 0;
  }
  void count(int definition, SeatMask known_by, int copies = 1) {
    if (!viewer_.sees(known_by)) return unknown(copies);
    const std::size_t place = at_ + static_cast<std::size_t>(definition);
    if (place < out_.size()) out_[place] += static_cast<float>(copies);
  }
  void unknown(int copies) { unknown_ += copies; }
  void end_pile() {
    put(pile_, static_cast<float>(unknown_));
    at_ += pile_ + 1;
  }
  void derived(std::string_view, std::int64_t value, std::int64_t max = 1) {
    put(0, static_cast<float>(value) / static_cast<float>(max));
    at_ += 1;
  }

  bool sees(SeatMask audience) const { return viewer_.sees(audience); }
  void skip(std::size_t places) { at_ += places; }  // they stay zero
  std::size_t written() const { return at_; }       // the size needed, even if `out` was too small

 private:
  void put(std::size_t place, float value) {
    if (at_ + place < out_.size()) out_[at_ + place] = value;
  }
  Viewer viewer_;
  std::span<float> out_;
  std::size_t at_ = 0, pile_ = 0;
  int unknown_ = 0;  // cards of this pile
};

// A value that a scenario's set-up writes: a number, a word or a list of cards.
struct Setting {
  std::string path;
  std::string text;                 // number, word or flag
  std::vector<std::string> cards;   // for piles
  bool is_list = false;
  int line = 0;
};

// A field that a set-up may write, and what may be written there.
struct Settable {
  std::string path;
  Field::Kind kind = Field::Kind::number;
  std::int64_t max = 0;            // numbers: from 0
  std::vector<std::string> names;  // words, or cards
  bool by_kind = false;            // cards: each may be named several times
};

// Writes one setting through the description. A field is changed only if path and type fit. Made without a setting
// it writes nothing and lists what could be written.
class SettingVisitor {
 public:
  explicit SettingVisitor(const Setting& setting) : setting_(&setting) {}
  explicit SettingVisitor(std::vector<Settable>& all) : all_(&all) {}

  void begin(std::string_view name) {
    lengths_.push_back(path_.size());
    if (!path_.empty()) path_ += '.';
    path_ += name;
  }
  void end() {
    path_.resize(lengths_.back());
    lengths_.pop_back();
  }
  template <class Set>
  void number(std::string_view name, std::int64_t, std::int64_t max, Set&& set, SeatMask = everyone) {
    std::int64_t value = 0;
    if (all_ != nullptr) return list<Set>({path_to(name), Field::Kind::number, max, {}, false});
    if (here(name) && read_number(max, value)) write(set, value);
  }
  template <class Set>
  void flag(std::string_view name, bool, Set&& set, SeatMask = everyone) {
    bool value = false;
    if (all_ != nullptr) return list<Set>({path_to(name), Field::Kind::flag, 1, {}, false});
    if (here(name) && read_flag(value)) write(set, value);
  }
  template <class Set>
  void word(std::string_view name, int, std::span<const std::string_view> words, Set&& set, SeatMask = everyone) {
    int value = 0;
    if (all_ != nullptr)
      return list<Set>({path_to(name), Field::Kind::word, 0, {words.begin(), words.end()}, false});
    if (here(name) && read_word(words, value)) write(set, value);
  }
  template <class Set>
  void cards(std::string_view name, const Cards& pile, Set&& set) {
    std::vector<std::uint8_t> instances;
    if (all_ != nullptr)
      return list<Set>(
          {path_to(name), Field::Kind::cards, 0, {pile.names.begin(), pile.names.end()}, pile.by_kind});
    if (here(name) && read_cards(pile, instances)) write(set, std::span<const std::uint8_t>(instances));
  }
  void derived(std::string_view name, std::int64_t, std::int64_t = 0) {
    if (all_ == nullptr && here(name)) refuse();
  }

  bool found() const { return found_; }
  const std::string& error() const { return error_; }
  const Field& meant() const { return meant_; }  // the value as a view shows it
  bool broad() const { return broad_; }

 private:
  template <class Set, class Value>
  void write(Set& set, Value value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<Set>, Fixed>) {
      refuse();
    } else {
      broad_ = is_broad<std::remove_cvref_t<Set>>;
      set(value);
    }
  }
  template <class Set>
  void list(Settable field) {
    if constexpr (!std::is_same_v<std::remove_cvref_t<Set>, Fixed>) all_->push_back(std::move(field));
  }
  void refuse() { error_ = "'" + setting_->path + "' follows from other fields and cannot be set"; }
  std::string path_to(std::string_view name) const {
    return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
  }
  bool here(std::string_view name);
  bool read_number(std::int64_t max, std::int64_t& value);
  bool read_flag(bool& value);
  bool read_word(std::span<const std::string_view> words, int& value);
  bool read_cards(const Cards& pile, std::vector<std::uint8_t>& instances);
  const Setting* setting_ = nullptr;
  std::vector<Settable>* all_ = nullptr;
  std::string path_;
  std::vector<std::size_t> lengths_;
  Field meant_;
  bool found_ = false, broad_ = false;
  std::string error_;
};

// What to answer to a path that does not exist: the nearest ones that do.
std::string no_such_field(std::string_view path, const std::vector<Settable>& all);

template <class V>
inline constexpr bool is_setting = std::is_same_v<V, SettingVisitor>;
template <class V>
inline constexpr bool is_tensor = std::is_same_v<V, TensorVisitor>;

// One of several things of the same shape. An observation passes over those that are not there, whose places are
// all zero; `size` is what one of them takes, once the first has been described.
template <class V, class Describe>
void describe_alike(V& v, bool there, std::size_t& size, Describe&& describe) {
  if constexpr (is_tensor<V>) {
    if (!there && size != 0) return v.skip(size);
    const std::size_t start = v.written();
    describe();
    size = v.written() - start;
  } else {
    describe();
  }
}

}  // namespace rw::core
