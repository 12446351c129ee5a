// Who sits at the table, and identifiers that do not convert into each other.
#pragma once

#include <compare>
#include <cstdint>
#include <type_traits>

namespace rw::core {

// An identifier is a scoped enumeration over the bytes it takes up: `enum class Card : std::uint16_t {};`. It is
// not a number, and it does not convert into another identifier.
template <class T>
concept Id = std::is_enum_v<T> && !std::is_convertible_v<T, int>;

template <Id T>
constexpr int index(T id) {
  return static_cast<int>(id);
}
template <Id T>
constexpr T make(int i) {
  return static_cast<T>(i);
}

// Some of a kind, one after the other; `to` is not among them.
template <Id T>
struct Range {
  T from{}, to{};
  struct Iterator {
    int at;
    constexpr T operator*() const { return make<T>(at); }
    constexpr Iterator& operator++() {
      ++at;
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  constexpr Iterator begin() const { return {index(from)}; }
  constexpr Iterator end() const { return {index(to)}; }
};
// The first `count` of a kind: for (const Slot slot : first<Slot>(p.race_count)).
template <Id T>
constexpr Range<T> first(int count) {
  return {T{}, make<T>(count)};
}

// The most seats that any game has (Dragon Booster: six).
inline constexpr int max_seats = 6;

// A seat at the table, 0-based. Seats are never arithmetic: the turn order is a rule of the game.
enum class Seat : std::uint8_t {};
inline constexpr Seat no_seat{0xFF};

constexpr Seat seat(int i) { return make<Seat>(i); }

// A set of seats, a bit each; used for "who may see this" and "who is still in the game".
using SeatMask = std::uint8_t;
inline constexpr SeatMask everyone = 0xFF;
inline constexpr SeatMask nobody = 0;

constexpr SeatMask only(Seat s) { return s == no_seat ? nobody : static_cast<SeatMask>(1u << index(s)); }
constexpr bool has(SeatMask mask, Seat s) { return s != no_seat && ((mask >> index(s)) & 1u) != 0; }

// An operand of a choice, an event or a step: a number, or the number of an identifier.
struct Operand {
  int value;
  constexpr Operand(int number) : value(number) {}
  template <Id T>
  constexpr Operand(T id) : value(index(id)) {}
};

// The rule sentence behind something: its number in the game's rules.md, 0 for none.
using ClauseNumber = std::uint16_t;

}  // namespace rw::core
