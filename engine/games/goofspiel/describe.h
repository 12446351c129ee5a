// Every field of a position of Goofspiel, once: its name, its range, who may see it, how to set it.
#pragma once

#include <algorithm>
#include <array>

#include "engine/games/goofspiel/rules.h"

namespace rw::goofspiel {

using Bytes = std::array<std::uint8_t, rank_count>;

// Cards of one suit, as all see them; or a pile whose order nobody knows.
enum class Lie : std::uint8_t { open, face_down };
inline core::Cards cards_of(const Content& c, std::span<const std::uint8_t> ranks, Lie lie) {
  static constexpr std::array<SeatMask, rank_count> all = [] {
    std::array<SeatMask, rank_count> masks{};
    masks.fill(core::everyone);
    return masks;
  }();
  static constexpr std::array<SeatMask, rank_count> none{};
  static constexpr std::array<std::uint16_t, rank_count> own = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  return {ranks, lie == Lie::open ? all : none, c.ids, own, rank_count, lie == Lie::face_down};
}

template <class V>
void describe_ranks(const Content& c, std::string_view name, Ranks& ranks, V& v) {
  Bytes list{};
  std::size_t count = 0;
  for (const int rank : core::bits(ranks)) list[count++] = core::byte(rank);
  v.cards(name, cards_of(c, std::span(list).first(count), Lie::open),
          [&ranks](std::span<const std::uint8_t> cards) {
            ranks = 0;
            for (const std::uint8_t rank : cards) core::include(ranks, rank);
          });
}

template <class Visitor>
void describe_position(const Content& c, State& s, Visitor& v) {
  using core::fixed;
  v.word("phase", static_cast<int>(s.phase), Phase_names, fixed);
  describe_ranks(c, "prizes", s.prizes, v);
  Bytes pile{};  // shown from the top
  for (std::size_t i = 0; i < s.pile_count; ++i) pile[i] = static_cast<std::uint8_t>(s.pile[s.pile_count - 1 - i]);
  v.cards("pile", cards_of(c, std::span(pile).first(s.pile_count), Lie::face_down),
          [&s](std::span<const std::uint8_t> cards) {
            std::fill_n(s.pile, rank_count, Rank{});
            s.pile_count = core::byte(static_cast<int>(cards.size()));
            std::transform(cards.rbegin(), cards.rend(), s.pile, core::make<Rank>);
          });
  v.begin("players");
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    v.begin(Suit_names[static_cast<std::size_t>(i)]);
    v.derived("seat", i + 1, max_players);
    describe_ranks(c, "hand", s.hand[i], v);
    describe_ranks(c, "taken", s.taken[i], v);
    v.word("laid", s.laid[i] == no_rank ? -1 : core::index(s.laid[i]), c.ids, fixed, core::only(seat));
    v.derived("has_laid", s.laid[i] != no_rank, 1);
    v.derived("points", points(s.taken[i]), 91);
    v.flag("gone", core::has(s.gone, seat), fixed);
    v.end();
  }
  v.end();
  v.number("cards", s.cards, rank_count, fixed);
}

}  // namespace rw::goofspiel
