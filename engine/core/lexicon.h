// The words of a game, said once: what its operands name (kinds), what a seat can do (verbs) and what a table can
// agree on (options). A game writes three tables in its lexicon.cpp. Listing, judging and carrying out choices,
// notation both ways, the things that a page draws, the options of a table and the help texts are made from them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/core/asking.h"
#include "engine/core/choice.h"
#include "engine/core/describe.h"
#include "engine/core/expected.h"
#include "engine/core/ids.h"
#include "engine/core/table.h"

namespace rw::core {

// ---- kinds ----------------------------------------------------------------------------------------

// A spot in the description: a row of the game's `places`, whose it is, and which one there.
// places: "zones.{zone}", "players.{seat}.hand.{n}", "players.{seat}.characters.{holder}.weapon.{n}"
struct Place {
  std::int16_t row = -1;  // -1: no view shows where it lies
  std::int16_t seat = -1;
  std::int16_t number = -1;  // of the card in its pile, or of the record that the path names
  std::int16_t holder = -1;  // what the game calls by Lexicon::holder_name

  explicit operator bool() const { return row >= 0; }
  bool operator==(const Place&) const = default;
};

// What a value stands for: a record of the content, or a part of one that has a name of its own.
struct Record {
  std::string_view table = {};  // "seats" are one too; empty: of the kind's own tables
  int row = -1;                 // -1: none, or one that the viewer does not know
  std::string_view part = {};   // "attacks" of a card
  int number = -1;              // which of them; -1: there is only one
  std::string_view id = {};     // if views do not call it by the record's id
};

// How a value is said if its name alone does not do: the text `names.<kind>.<key>` of the locale and its operands.
struct Form {
  std::string_view key;
  std::int32_t operands[4] = {};
};

// A value of another kind.
struct Meant {
  std::string_view kind;  // empty: none
  int value = 0;
};

// One kind of operand. A kind that says nothing about names is a plain number; `seat` is known to the core.
template <class Content, class State>
struct Kind {
  std::string_view name;
  int below = 0;  // its values are smaller than this; 0: any may be written
  std::string_view table = {};  // they stand for records of this table of the content, or
  std::span<const std::string_view> tables = {};  // of several: rows count on from each to the next, or
  std::span<const std::string_view> words = {};  // for these words, said by the locale's names.<kind>.<word>
  int (*row)(const Content&, const State&, int value) = nullptr;  // which of them, -1 for none; null: the value
  // Instead of `row`, where a value is a part of a record, is hidden from some, or may be of any table.
  Record (*record)(const Content&, const State&, Viewer, int value) = nullptr;
  Form (*form)(const Content&, const State&, int value) = nullptr;
  // What a value stands for, if the kind names things of several kinds: its name (unless there is a form), id and
  // place are those of the other value.
  Meant (*is)(const Content&, const State&, int value) = nullptr;
  // What has no name but a text made from the content, such as the effects of an option.
  std::string (*text)(const Content&, const State&, int value, std::string_view language) = nullptr;
  Place (*place)(const Content&, const State&, Viewer, int value) = nullptr;
  // All values that can be named now; null: every record or word.
  void (*values)(const Content&, const State&, std::vector<int>& out) = nullptr;
  // Does this text, folded, mean the value too, beside its name and its id?
  bool (*also)(const Content&, const State&, int value, std::string_view text) = nullptr;
  std::string_view also_as = {};  // the value may be called as this kind calls it, too
  // Several things of the kind `of` in one value; the locale's names.<kind>.and stands between them. `whole` adds
  // every value that these parts may mean.
  std::string_view of = {};
  void (*parts)(const Content&, const State&, int value, std::vector<int>& out) = nullptr;
  void (*whole)(const Content&, const State&, std::span<const int> parts, std::vector<int>& out) = nullptr;
  bool bare = false;  // written without quotation marks
};

// The functions of a kind take its values as what they are; a row of the table hands them numbers.
namespace detail {
template <auto fn, class Result, class Content, class State, Id Value, class... More>
constexpr auto take_number(Result (*)(const Content&, const State&, Value, More...)) {
  return +[](const Content& c, const State& s, int value, More... more) -> Result {
    return fn(c, s, make<Value>(value), more...);
  };
}
template <auto fn, class Result, class Content, class State, Id Value>
constexpr auto take_number(Result (*)(const Content&, const State&, Viewer, Value)) {
  return +[](const Content& c, const State& s, Viewer viewer, int value) -> Result {
    return fn(c, s, viewer, make<Value>(value));
  };
}
}  // namespace detail
template <auto fn>
inline constexpr auto typed = detail::take_number<fn>(fn);

// The part of a kind that depends on no game's types.
struct KindInfo {
  std::string_view name, table;
  std::span<const std::string_view> tables, words;
  int below = 0;
  bool has_form = false;  // or another text of its own
  bool has_record = false;
  std::string_view also_as, of;
  bool bare = false;

  bool is_seat() const { return name == "seat"; }
  bool is_record() const { return !table.empty() || !tables.empty() || has_record; }
  bool is_number() const { return !is_record() && words.empty() && !has_form && of.empty() && !is_seat(); }
};

template <class Content, class State>
constexpr KindInfo info_of(const Kind<Content, State>& k) {
  return {k.name,
          k.table,
          k.tables,
          k.words,
          k.below,
          k.form != nullptr || k.is != nullptr || k.text != nullptr,
          k.record != nullptr,
          k.also_as,
          k.of,
          k.bare};
}

// ---- verbs ----------------------------------------------------------------------------------------

// A row for each verb, or several with different questions. Rows stand in the order in which choices are listed.
template <class Content, class State, class Verb>
struct VerbRow {
  Verb verb;
  std::string_view pattern = {};  // its notation, see core/text.h; only the first row of a verb needs it
  std::uint64_t questions = 0;  // where it may be said, a bit each: see `at`
  // Null: the verb takes no operands and is listed if it is not refused. Rows of a question that share one are
  // listed together, where the first of them stands.
  void (*list)(const Content&, const State&, ChoiceList&) = nullptr;
  Refusal (*judge)(const Content&, const State&, Seat, Choice) = nullptr;  // at its questions; null: legal
  void (*act)(Table<State, Content>&, Seat, Choice) = nullptr;
  Refusal otherwise = {};  // at any other question, unless the game's `elsewhere` knows more
  int from = -1;  // operand a lies where this operand says (0 to 3), if that is not 0
};

// Written in a row in place of what it leaves out.
inline constexpr std::string_view as_above{};  // the pattern: that of the verb's first row
inline constexpr std::nullptr_t alone{};  // the list: no operands
inline constexpr std::nullptr_t always{};  // the judge: legal at its questions
inline constexpr int by_d = 3;  // operand a lies where operand d says

// What a pattern says of the operands a to d.
struct Operands {
  std::int8_t kind[4] = {-1, -1, -1, -1};  // which kind; -1: not used
  bool flag[4] = {};  // "{d? with leader}": yes or no
  bool optional[4] = {};  // "{b? on {b:zone}}": 0 means none
  std::int8_t from = -1;  // as VerbRow::from

  constexpr bool used(int i) const { return kind[i] >= 0 || flag[i]; }
  constexpr bool any() const { return used(0) || used(1) || used(2) || used(3); }
};

inline constexpr int unknown_kind = -2;

template <class Names>
constexpr Operands operands_of(std::string_view pattern, const Names& kinds) {
  Operands out;
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    if (pattern[i] != '{' || pattern[i + 1] < 'a' || pattern[i + 1] > 'd') continue;
    const auto which = static_cast<std::size_t>(pattern[i + 1] - 'a');
    if (pattern[i + 2] == '?') out.optional[which] = true;
    if (pattern[i + 2] != ':') continue;
    const std::string_view name = pattern.substr(i + 3, pattern.find('}', i) - i - 3);
    out.kind[which] = unknown_kind;
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (kinds[k].name == name) out.kind[which] = static_cast<std::int8_t>(k);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    out.flag[i] = out.optional[i] && out.kind[i] == -1;
    if (out.flag[i]) out.optional[i] = false;
  }
  return out;
}

// ---- options --------------------------------------------------------------------------------------

// What a table can agree on before the game. Its text is options.<name> of the locale.
//   flag    on or off; writes 1 or 0
//   number  from `low` to `high`; writes it
//   word    one of `words`; writes its place among them
//   record  one of `ids`; writes its place among them
//   seat    random or a seat's number; writes -1, or the seat counted from 0
//   text    by rules of its own; `read` when all others are written. With `read_for` there is one for each seat,
//           which that player brings: its name, an underscore and the seat's number ("deck_2").
enum class OptionType : std::uint8_t { flag, number, word, record, seat, text };

// The part of an option that depends on no game's types.
struct OptionInfo {
  std::string_view name;
  OptionType type = OptionType::flag;
  ClauseNumber clause = 0;
  std::string_view usual;
  int low = 0, high = 0;
  std::span<const std::string_view> words;
  bool for_each_seat = false;
};

template <class Content, class State>
struct Option {
  std::string_view name;
  OptionType type = OptionType::flag;
  ClauseNumber clause = 0;
  std::string_view usual = {};  // as it is written; empty: the game decides
  int low = 0, high = 0;  // number
  std::span<const std::string_view> words = {};  // word: those allowed, in the order of their values
  std::span<const std::string_view> (*ids)(const Content&) = nullptr;  // record: those of the content
  void (*write)(State&, int value) = nullptr;
  Expected<> (*read)(Table<State, Content>&, std::string_view text) = nullptr;
  Expected<> (*read_for)(Table<State, Content>&, Seat, std::string_view text) = nullptr;
};

// What an option's value becomes in the position.
template <auto field, class State>
void write(State& s, int value) {
  s.*field = static_cast<std::remove_reference_t<decltype(s.*field)>>(value);
}
template <auto field, class State>
void write_seat(State& s, int value) {
  s.*field = value < 0 ? no_seat : seat(value);
}
template <class State>
void looked_at_by_begin(State&, int) {}

template <class Content, class State>
constexpr OptionInfo info_of(const Option<Content, State>& o) {
  return {o.name, o.type, o.clause, o.usual, o.low, o.high, o.words, o.read_for != nullptr};
}

}  // namespace rw::core
