// A choice has a meaning of its own: a verb and its operands, packed in 64 bits.
#pragma once

#include <compare>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/core/fixed.h"
#include "engine/core/ids.h"

namespace rw::core {

struct Choice {
  std::uint64_t bits = 0;

  static constexpr Choice make(int verb, Operand a = 0, Operand b = 0, Operand c = 0, Operand d = 0) {
    return {static_cast<std::uint64_t>(verb & 0xFF) | (static_cast<std::uint64_t>(d.value & 0xFF) << 8) |
            (static_cast<std::uint64_t>(a.value & 0xFFFF) << 16) |
            (static_cast<std::uint64_t>(b.value & 0xFFFF) << 32) |
            (static_cast<std::uint64_t>(c.value & 0xFFFF) << 48)};
  }
  constexpr int verb() const { return static_cast<int>(bits & 0xFF); }
  constexpr int d() const { return static_cast<int>((bits >> 8) & 0xFF); }
  constexpr int a() const { return static_cast<int>((bits >> 16) & 0xFFFF); }
  constexpr int b() const { return static_cast<int>((bits >> 32) & 0xFFFF); }
  constexpr int c() const { return static_cast<int>((bits >> 48) & 0xFFFF); }
  // Where the verb says what they name: ch.a<Card>().
  template <Id T>
  constexpr T a() const {
    return core::make<T>(a());
  }
  template <Id T>
  constexpr T b() const {
    return core::make<T>(b());
  }
  constexpr int operand(int i) const { return i == 0 ? a() : i == 1 ? b() : i == 2 ? c() : d(); }
  constexpr auto operator<=>(const Choice&) const = default;
};

// What every table can do in every game, at any time and for every seat, asked or not. The seat is operand a.
// These are never listed among the choices of a decision; a game only says what follows (Rules::leave,
// Rules::agree_draw).
enum class TableVerb : std::uint8_t {
  concede = 0xF0,
  time_out,    // the clock of a seat has run out
  agree_draw,  // all have agreed; the seat is the one that offered it
};
inline constexpr int first_table_verb = static_cast<int>(TableVerb::concede);
inline constexpr int table_verbs = 3;
struct TableWords {
  std::string_view verb, notation;  // texts: locale choices.<verb>
};
inline constexpr TableWords table_words[table_verbs] = {
    {"concede", "concede"}, {"time_out", "time out"}, {"agree_draw", "agree to a draw"}};

// What the core itself tells: a table verb as the event of the same number, and further ones; texts: locale
// events.<name>.
inline constexpr std::uint8_t only_answer = first_table_verb + table_verbs;  // a question was answered unasked
inline constexpr std::string_view core_events[] = {"conceded", "timed_out", "draw_agreed", "only_answer"};

constexpr bool is_table_choice(Choice c) { return c.verb() >= first_table_verb; }
constexpr Choice table_choice(TableVerb verb, Seat seat) { return Choice::make(static_cast<int>(verb), seat); }

// The legal choices of one decision. 8,192 holds the longest list of any game: placing up to 180
// robots on any of 44 zones (RISK). It is scratch space of the caller, never part of a position.
struct ChoiceList {
  static constexpr int capacity = 8192;
  static constexpr Capacity room{"choices", capacity};
  int count = 0;
  Choice items[capacity];

  void clear() { count = 0; }
  void add(Choice c) {
    if (count == capacity) [[unlikely]]
      return capacity_exceeded(room);
    items[count++] = c;
  }
  // `many` choices from `c` on, each with the next value of operand b.
  void add_run(Choice c, int many) {
    const int fits = many < capacity - count ? many : capacity - count;
    for (int i = 0; i < fits; ++i) items[count + i] = {c.bits + (static_cast<std::uint64_t>(i) << 32)};
    count += fits;
    if (fits < many) [[unlikely]]
      capacity_exceeded(room);
  }
  int size() const { return count; }
  Choice operator[](int i) const {
    assert(i >= 0 && i < count);
    return items[i];
  }
  const Choice* begin() const { return items; }
  const Choice* end() const { return items + count; }
  bool contains(Choice c) const {
    for (Choice item : *this)
      if (item == c) return true;
    return false;
  }
};

// What becomes of a question that has only one answer.
enum class Asking : std::uint8_t {
  several,  // the rules put it only if there are several answers
  plain,    // with one answer it is empty, and everybody could know: the core answers it
  window,   // put so that nobody learns from the asking what the seat holds: always put
  ending,   // an answer ends a turn or a phase; that is never said for a seat
};

// What the position waits for. `number` counts the questions put to this very seat, so that it
// tells a seat nothing about what others were asked.
struct Decision {
  std::uint8_t kind = 0;  // the game's Question; 0: nobody is asked
  Seat asked = no_seat;
  std::uint16_t spare = 0;
  std::uint32_t number = 0;

  bool open() const { return kind != 0; }
};
static_assert(is_flat<Decision> && sizeof(Decision) == 8);

// Facts that the core itself finds in the way, above those of any game; texts: locale facts.<name>.
enum CoreFact : std::uint16_t {
  first_core_fact = 0xFF00,
  broken_off = first_core_fact,  // the game has outgrown a capacity
  table_closed,                  // the game is over
  has_left,                      // the seat has left the game
  no_such_choice,
};
inline constexpr std::string_view core_facts[] = {"broken_off", "table_closed", "has_left", "no_such_choice"};

// Why a choice is refused: the clause that forbids it and the fact in the way ("1 of 2 units").
// clause 0 with fact 0 means the choice is legal.
struct Refusal {
  ClauseNumber clause = 0;
  std::uint16_t fact = 0;
  std::int32_t have = 0;
  std::int32_t need = 0;

  bool refused() const { return clause != 0 || fact != 0; }
};

}  // namespace rw::core
