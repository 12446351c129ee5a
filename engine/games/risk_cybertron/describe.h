// Every field of a RISK Cybertron position, once: its name, its range, who may see it, how to set it.
#pragma once

#include <array>

#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

// Armies are known by the colour of their leader; before that by their seat.
std::string_view seat_name(const Content&, const State&, int seat);

namespace detail {

inline void set_owner(State& s, Zone zone, int owner) {
  for (int i = 0; i < s.seats; ++i) s.held[i] &= ~core::bit(zone);
  if (owner >= 0) s.held[owner] |= core::bit(zone);
  if (owner < 0) s.robots[zone] = 0;
}

// Takes the card from wherever it lies.
inline void pick_up(State& s, Card card) {
  for (int i = 0; i < s.seats; ++i) s.hand[i] &= ~core::bit(card);
  const auto drop = [card](Card* pile, std::uint8_t& count) {
    for (int i = 0; i < count; ++i)
      if (pile[i] == card) {
        for (int k = i; k + 1 < count; ++k) pile[k] = pile[k + 1];
        pile[--count] = Card{};
        return;
      }
  };
  drop(s.draw_pile, s.draw_count);
  drop(s.discard_pile, s.discard_count);
}

// Cards that leave a hand or the discard pile go to the bottom of the draw pile.
inline void to_bottom(State& s, Card card) {
  pick_up(s, card);
  for (int i = s.draw_count; i > 0; --i) s.draw_pile[i] = s.draw_pile[i - 1];
  s.draw_pile[0] = card;
  ++s.draw_count;
  s.known_by[card] = core::nobody;
}

inline void set_hand(State& s, int seat, std::span<const std::uint8_t> cards) {
  for (const Card card : core::bits<Card>(s.hand[seat])) to_bottom(s, card);
  for (const int number : cards) {
    const Card card = core::make<Card>(number);
    pick_up(s, card);
    s.hand[seat] |= core::bit(card);
    s.known_by[card] = core::only(core::seat(seat));
  }
}

// Named cards come to the top, the first one uppermost.
inline void set_draw_pile(State& s, std::span<const std::uint8_t> cards) {
  for (std::size_t i = cards.size(); i > 0; --i) {
    const Card card = core::make<Card>(cards[i - 1]);
    pick_up(s, card);
    s.draw_pile[s.draw_count++] = card;
    s.known_by[card] = core::nobody;
  }
}

inline void set_discards(State& s, std::span<const std::uint8_t> cards) {
  while (s.discard_count > 0) to_bottom(s, s.discard_pile[s.discard_count - 1]);
  for (std::size_t i = cards.size(); i > 0; --i) {
    const Card card = core::make<Card>(cards[i - 1]);
    pick_up(s, card);
    s.discard_pile[s.discard_count++] = card;
    s.known_by[card] = core::everyone;
  }
}

// Such a field cannot be "none": it stays as it is, and the set-up is refused.
template <class T>
auto into(T& field) {
  return [&field](auto value) {
    if (static_cast<int>(value) >= 0) field = static_cast<T>(value);
  };
}

}  // namespace detail

template <class V>
void describe_zones(const Content& c, State& s, std::span<const std::string_view> seats, V& v) {
  v.begin("zones");
  for (const Zone z : core::first<Zone>(all_zones)) {
    v.begin(c.zones[z].id);
    const Seat owner = owner_of(s, z);
    v.word("owner", owner == core::no_seat ? -1 : core::index(owner), seats,
           [&s, z](int value) { detail::set_owner(s, z, value); });
    v.number("robots", s.robots[z], 999, detail::into(s.robots[z]));
    v.end();
  }
  v.end();
  v.begin("sectors");
  for (const Sector& sector : c.sectors) {
    v.begin(sector.id);
    int holder = -1;
    for (int i = 0; i < s.seats; ++i)
      if (((sector.zones | (sector.factories & zones_in_play(c, s))) & ~s.held[i]) == 0) holder = i;
    v.word("owner", holder, seats, core::Broad{[&s, &sector](int value) {
             for (const Zone z : core::bits<Zone>(sector.zones)) detail::set_owner(s, z, value);
           }});
    v.end();
  }
  v.end();
  v.begin("special_zones");
  for (const SpecialId special : core::first<SpecialId>(special_zones)) {
    v.begin(c.zones[c.specials[special]].id);
    v.flag("open", is_open(s, special),
           [&s, special](bool open) { open ? core::include(s.open, special) : core::exclude(s.open, special); });
    v.end();
  }
  v.end();
}

template <class V>
void describe_hand(const Content& c, State& s, int i, V& v) {
  const auto upgrades = static_cast<int>(c.upgrades.size());
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(upgrades);
    for (const Card card : core::bits<Card>(s.hand[i]))
      v.count(core::index(c.cards[card].upgrade), s.known_by[card]);
    return v.end_pile();
  }
  std::array<std::uint8_t, card_count> hand{};
  std::size_t held = 0;
  for (const Card card : core::bits<Card>(s.hand[i])) hand[held++] = static_cast<std::uint8_t>(card);
  v.cards("hand", {std::span(hand).first(held), s.known_by.items, c.card_ids, c.card_upgrades, upgrades},
          [&s, i](std::span<const std::uint8_t> cards) { detail::set_hand(s, i, cards); });
}

template <class V>
void describe_players(const Content& c, State& s, std::span<const std::string_view> seats, V& v) {
  v.begin("players");
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    Leader& leader = s.leader[i];
    v.begin(seats[static_cast<std::size_t>(i)]);
    v.derived("seat", i + 1, max_players);
    v.begin("leader");
    v.word("name", leader.who == no_leader ? -1 : core::index(leader.who), c.leader_ids, detail::into(leader.who));
    v.word("zone", leader.zone == no_zone ? -1 : core::index(leader.zone), c.zone_ids,
           [&leader](int zone) { leader.zone = zone < 0 ? no_zone : core::make<Zone>(zone); });
    v.word("mode", static_cast<int>(leader.mode), Mode_names, detail::into(leader.mode));
    v.end();
    v.number("operational", s.pile[i], most_operational, detail::into(s.pile[i]));
    v.flag("eliminated", core::has(s.eliminated, seat), [&s, seat](bool out) {
      s.eliminated =
          static_cast<SeatMask>(out ? s.eliminated | core::only(seat) : s.eliminated & ~core::only(seat));
      if (out) s.held[core::index(seat)] = 0;
      if (out) leader_of(s, seat).zone = no_zone;
    });
    describe_hand(c, s, i, v);
    int robots = 0;
    for (const Zone z : core::bits<Zone>(s.held[i])) robots += s.robots[z];
    v.derived("zones", zones_held(s, seat), all_zones);
    v.derived("robots", robots, 200);
    v.derived("income", leader.who == no_leader ? 0 : income_of(c, s, seat), 60);
    v.end();
  }
  v.end();
}

template <class V>
void describe_force(const Force& side, std::span<const std::string_view> zones,
                    std::span<const std::string_view> seats, bool open, V& v) {
  using core::fixed;
  v.word("seat", open ? core::index(side.seat) : -1, seats, fixed);
  v.word("zone", open ? core::index(side.zone) : -1, zones, fixed);
  v.number("units", side.units, 3, fixed);
  v.flag("leader", side.leader != 0, fixed);
  v.number("bonus_left", side.bonus_left, 4, fixed);
  static constexpr std::string_view names[max_attack_dice] = {"die_1", "die_2", "die_3"};
  for (int i = 0; i < max_attack_dice; ++i) {
    v.begin(names[i]);
    v.number("sides", side.dice[i].sides, 8, fixed);
    v.number("value", side.dice[i].value, 8, fixed);
    v.number("bonus", side.dice[i].bonus, 4, fixed);
    v.end();
  }
}

template <class V>
void describe_attack(const Content& c, State& s, std::span<const std::string_view> seats, V& v) {
  using core::fixed;
  const bool open = s.attack.open != 0;
  v.begin("attack");
  v.flag("open", open, fixed);
  v.flag("far", s.attack.far_attack != 0, fixed);
  v.number("rolls", s.attack.rolls, 255, fixed);
  for (int side = 0; side < Side_count; ++side) {
    v.begin(Side_names[static_cast<std::size_t>(side)]);
    describe_force(s.attack.force[side], c.zone_ids, seats, open, v);
    v.end();
  }
  // Cards in force, as the table sees them (RSK-CRD-05, RSK-CRD-06).
  std::array<std::uint8_t, lasting_capacity> lasting{};
  for (int i = 0; i < s.lasting.size(); ++i)
    lasting[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(s.lasting[i].source);
  v.cards("effects",
          {std::span(lasting).first(static_cast<std::size_t>(s.lasting.size())), s.known_by.items, c.card_ids,
           c.card_upgrades, static_cast<int>(c.upgrades.size())},
          fixed);
  v.end();
}

template <class V>
void describe_turn(State& s, V& v) {
  v.begin("this_turn");
  v.number("captured", s.captured, 255, detail::into(s.captured));
  v.number("flipped", s.flipped, 1, detail::into(s.flipped));
  v.number("transforms", s.transforms, 255, detail::into(s.transforms));
  v.number("reinforced", s.reinforced, 2, detail::into(s.reinforced));
  v.number("early_moves", s.early_moves, 255, detail::into(s.early_moves));
  v.number("jumped", s.jumped, 1, detail::into(s.jumped));
  v.number("attacks", s.attacks, 255, detail::into(s.attacks));
  v.end();
  v.begin("options");
  v.number("days", s.days, 12, detail::into(s.days));
  v.number("supply_limit", s.supply_limit, 1000, detail::into(s.supply_limit));
  v.flag("first_day_truce", s.truce != 0, detail::into(s.truce));
  v.flag("deal_zones", s.deal_zones != 0, detail::into(s.deal_zones));
  v.flag("megatron_lands_alone", s.megatron_lands_alone != 0, detail::into(s.megatron_lands_alone));
  v.flag("pivots_start_open", s.pivots_start_open != 0, detail::into(s.pivots_start_open));
  v.end();
}

template <class Visitor>
void describe_position(const Content& c, State& s, Visitor& v) {
  std::array<std::string_view, max_players> names;
  for (int i = 0; i < s.seats; ++i) names[static_cast<std::size_t>(i)] = seat_name(c, s, i);
  const std::span<const std::string_view> seats(names.data(), s.seats);

  v.number("day", s.day, 12, detail::into(s.day));
  v.word("turn", core::index(s.turn), seats, [&s](int seat) { s.turn = core::seat(std::max(0, seat)); });
  v.word("phase", static_cast<int>(s.phase), Phase_names, detail::into(s.phase));
  v.word("first", core::index(s.first), seats, [&s](int seat) { s.first = core::seat(std::max(0, seat)); });
  describe_zones(c, s, seats, v);
  describe_players(c, s, seats, v);
  const auto pile = [&](const std::uint8_t* cards, int count) {
    return core::Cards{std::span(cards, static_cast<std::size_t>(count)),
                       s.known_by.items,
                       c.card_ids,
                       c.card_upgrades,
                       static_cast<int>(c.upgrades.size()),
                       true};
  };
  // Piles are shown from the top; an observation only counts.
  std::array<std::uint8_t, card_count> draw{}, discards{};
  const auto from_top = [](const Card* from, int count, std::uint8_t* out) -> const std::uint8_t* {
    const auto* cards = reinterpret_cast<const std::uint8_t*>(from);
    if constexpr (core::is_tensor<Visitor>) return cards;
    return std::reverse_copy(cards, cards + count, out) - count;
  };
  v.cards("draw_pile", pile(from_top(s.draw_pile, s.draw_count, draw.data()), s.draw_count),
          [&s](std::span<const std::uint8_t> cards) { detail::set_draw_pile(s, cards); });
  v.cards("discard_pile", pile(from_top(s.discard_pile, s.discard_count, discards.data()), s.discard_count),
          [&s](std::span<const std::uint8_t> cards) { detail::set_discards(s, cards); });
  describe_attack(c, s, seats, v);
  describe_turn(s, v);
}

}  // namespace rw::risk_cybertron
