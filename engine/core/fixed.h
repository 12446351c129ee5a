// Containers of fixed capacity: trivially copyable, without padding, unused parts always zero,
// so that two equal positions are equal bytes.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "engine/core/ids.h"

namespace rw::core {

// A fixed room that was too small: what was to be kept there (locale capacities.<name>), and how much of it fits.
struct Capacity {
  const char* what;
  int room;
};

// The first capacity that was exceeded in the call of the rules under way on this thread; null if all had room.
// The frame around the rules (core/driver.h) clears it before a call and looks at it afterwards. An overflow is a
// defect of the program, never of a player, and it ends that one game: never the process, and never in silence.
inline constinit thread_local const Capacity* overflow = nullptr;

[[gnu::cold, gnu::noinline]] inline void capacity_exceeded(const Capacity& capacity) {
  if (overflow == nullptr) overflow = &capacity;
}
// Loops that wait for a step to come off the agenda end here too: a step that found no room never does.
inline bool overflowed() { return overflow != nullptr; }

// What the items of a sequence are called when there are too many of them: T::called, a name in locale capacities.
// Piles are sequences of bytes; other plain numbers stand for things that a selector found.
template <class T>
consteval const char* items_called() {
  if constexpr (requires { T::called; })
    return T::called;
  else
    return sizeof(T) == 1 ? "cards" : "things";
}

template <class T>
inline constexpr bool is_flat = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>;

// A sequence with a named maximum. The counter is as wide as the items are aligned: no padding.
template <class T, int Capacity>
struct Sequence {
  static_assert(is_flat<T>, "items must be flat");
  using Count = std::conditional_t<
      alignof(T) >= 8, std::uint64_t,
      std::conditional_t<alignof(T) == 4, std::uint32_t,
                         std::conditional_t<(alignof(T) == 2 || Capacity > 255), std::uint16_t, std::uint8_t>>>;
  T items[Capacity];
  Count count;

  static constexpr int capacity = Capacity;
  static constexpr core::Capacity room{items_called<T>(), Capacity};
  int size() const { return static_cast<int>(count); }
  bool empty() const { return count == 0; }
  T& operator[](int i) {
    assert(i >= 0 && i < size());
    return items[i];
  }
  const T& operator[](int i) const {
    assert(i >= 0 && i < size());
    return items[i];
  }
  T* begin() { return items; }
  T* end() { return items + count; }
  const T* begin() const { return items; }
  const T* end() const { return items + count; }
  T& back() {
    assert(count > 0);
    return items[count - 1];
  }
  const T& back() const {
    assert(count > 0);
    return items[count - 1];
  }
  std::span<const T> view() const { return {items, static_cast<std::size_t>(count)}; }

  // On a full sequence the item takes the place of the last one, so that whoever pushed it finds it there until
  // the game is broken off.
  void push(const T& item) {
    if (size() == Capacity) [[unlikely]] {
      capacity_exceeded(room);
      items[Capacity - 1] = item;
      return;
    }
    items[count] = item;
    count = static_cast<Count>(count + 1);
  }
  T pop() {
    assert(count > 0);
    count = static_cast<Count>(count - 1);
    T item = items[count];
    items[count] = T{};
    return item;
  }
  void insert(int at, const T& item) {
    assert(at >= 0 && at <= size());
    if (size() == Capacity) [[unlikely]] {
      capacity_exceeded(room);
      pop();
      if (at > size()) at = size();
    }
    for (int i = size(); i > at; --i) items[i] = items[i - 1];
    items[at] = item;
    count = static_cast<Count>(count + 1);
  }
  void remove(int at) {
    assert(at >= 0 && at < size());
    for (int i = at; i + 1 < size(); ++i) items[i] = items[i + 1];
    pop();
  }
  void clear() {
    std::memset(static_cast<void*>(items), 0, sizeof(T) * static_cast<std::size_t>(count));
    count = 0;
  }
};

// A value for each identifier of a kind, and nothing else indexes it: Indexed<Slot, SeatMask, card_slots> known.
template <Id Key, class T, int Count>
struct Indexed {
  T items[Count];

  constexpr T& operator[](Key key) {
    assert(index(key) >= 0 && index(key) < Count);
    return items[index(key)];
  }
  constexpr const T& operator[](Key key) const {
    assert(index(key) >= 0 && index(key) < Count);
    return items[index(key)];
  }
  T* begin() { return items; }
  T* end() { return items + Count; }
  const T* begin() const { return items; }
  const T* end() const { return items + Count; }
};

// The members of a 64-bit set, lowest first: for (const Zone zone : bits<Zone>(mask)).
template <class T = int>
struct BitRange {
  std::uint64_t mask;
  struct Iterator {
    std::uint64_t left;
    T operator*() const { return static_cast<T>(std::countr_zero(left)); }
    Iterator& operator++() {
      left &= left - 1;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return left != other.left; }
  };
  Iterator begin() const { return {mask}; }
  Iterator end() const { return {0}; }
};
template <class T = int>
constexpr BitRange<T> bits(std::uint64_t mask) {
  return {mask};
}
constexpr std::uint64_t bit(Operand i) { return std::uint64_t{1} << i.value; }
constexpr bool contains(std::uint64_t mask, Operand i) { return ((mask >> i.value) & 1u) != 0; }
template <class Set>
constexpr void include(Set& set, Operand i) {
  set = static_cast<Set>(set | bit(i));
}
template <class Set>
constexpr void exclude(Set& set, Operand i) {
  set = static_cast<Set>(set & ~bit(i));
}
constexpr int population(std::uint64_t mask) { return std::popcount(mask); }

}  // namespace rw::core
