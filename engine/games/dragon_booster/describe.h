// Every field of a position, once: its name, its range, who may see it, how to set it.
#pragma once

#include <algorithm>
#include <array>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

// The players of the rulings. Colors are a matter of dragons here.
inline constexpr std::array<std::string_view, max_players> seat_names = {"A", "B", "C", "D", "E", "F"};
inline constexpr std::array<std::string_view, zap_caps> cap_names = {"upper_left", "upper_right", "lower_left",
                                                                     "lower_right"};

namespace detail {

// "None" is no value of such a field: it stays as it is, and the set-up is refused.
template <class T>
auto into(T& field) {
  return [&field](auto value) {
    if (static_cast<int>(value) >= 0) field = static_cast<T>(value);
  };
}

// ---- putting cards where a set-up wants them -------------------------------------------------------------------

// A free place for a race card. When all are taken, a card of the race deck makes room: the same card if it
// is there, else the bottom one.
inline int free_race_slot(Player& p, int card) {
  int at = -1;
  for (int i = 0; i < p.deck_size; ++i)
    if (p.race[p.deck[i]] == card) at = i;
  if (at < 0 && p.race_count < race_slots) return p.race_count++;
  if (at < 0 && p.deck_size > 0) at = 0;
  if (at < 0) return -1;
  const int slot = p.deck[at];
  std::copy(p.deck + at + 1, p.deck + p.deck_size, p.deck + at);
  p.deck[--p.deck_size] = 0;
  return slot;
}

// The last place moves into the gap, so that places stay without gaps.
inline void drop_race_slot(Player& p, int slot) {
  const int last = p.race_count - 1;
  const auto move = [&](std::uint64_t& place) {
    const bool there = core::contains(place, last);
    place &= ~(core::bit(slot) | core::bit(last));
    if (there && slot != last) place |= core::bit(slot);
  };
  for (std::uint64_t* place : {&p.hand, &p.track, &p.zone, &p.discards, &p.pile, &p.aside}) move(*place);
  for (int i = 0; i < p.deck_size; ++i)
    if (p.deck[i] == last) p.deck[i] = static_cast<std::uint8_t>(slot);
  if (p.rushing == last) p.rushing = static_cast<std::uint8_t>(slot == last ? no_slot : slot);
  p.race[slot] = p.race[last];
  p.known[slot] = p.known[last];
  p.race[last] = 0;
  p.known[last] = core::nobody;
  --p.race_count;
}

inline void set_race_place(Player& p, std::uint64_t& place, SeatMask known, std::span<const std::uint8_t> cards) {
  while (place != 0) drop_race_slot(p, std::countr_zero(place));
  for (const std::uint8_t card : cards) {
    const int slot = free_race_slot(p, card);
    if (slot < 0) return;
    p.race[slot] = card;
    p.known[slot] = known;
    place |= core::bit(slot);
  }
}

// The first card named lies on top.
inline void set_deck(Player& p, std::span<const std::uint8_t> cards) {
  while (p.deck_size > 0) {
    const int slot = p.deck[--p.deck_size];
    p.deck[p.deck_size] = 0;
    drop_race_slot(p, slot);
  }
  for (std::size_t i = cards.size(); i > 0 && p.race_count < race_slots; --i) {
    const int slot = p.race_count++;
    p.race[slot] = cards[i - 1];
    p.known[slot] = core::nobody;
    p.deck[p.deck_size++] = static_cast<std::uint8_t>(slot);
  }
}

inline int crystal_slot(Player& p, int card, SeatMask known) {
  if (p.crystal_count == crystal_slots) return -1;
  p.crystals[p.crystal_count] = static_cast<std::uint8_t>(card);
  p.known[race_slots + p.crystal_count] = known;
  return p.crystal_count++;
}

inline void drop_crystal(Player& p, int i) {
  const int last = p.crystal_count - 1;
  for (std::uint16_t* place : {&p.dragon_deck, &p.crew, &p.damaged}) {
    const bool there = core::contains(*place, last);
    *place = static_cast<std::uint16_t>(*place & ~((1u << i) | (1u << last)));
    if (there && i != last) *place = static_cast<std::uint16_t>(*place | (1u << i));
  }
  for (std::uint8_t& cap : p.cap) {
    if (cap == i + 1)
      cap = 0;
    else if (cap == last + 1)
      cap = static_cast<std::uint8_t>(i + 1);
  }
  if (p.dragon == i)
    p.dragon = no_slot;
  else if (p.dragon == last)
    p.dragon = static_cast<std::uint8_t>(i);
  p.crystals[i] = p.crystals[last];
  p.known[race_slots + i] = p.known[race_slots + last];
  p.crystals[last] = 0;
  p.known[race_slots + last] = core::nobody;
  --p.crystal_count;
}

inline void set_crystal_place(Player& p, std::uint16_t& place, SeatMask known, std::span<const std::uint8_t> cards,
                              int first_card) {
  while (place != 0) drop_crystal(p, std::countr_zero(static_cast<unsigned>(place)));
  for (const std::uint8_t card : cards)
    if (const int i = crystal_slot(p, first_card + card, known); i >= 0)
      place = static_cast<std::uint16_t>(place | (1u << i));
}

inline void set_gear(const Content& c, Player& p, int cap, int card) {
  if (p.cap[cap] != 0) drop_crystal(p, p.cap[cap] - 1);
  p.symbol[cap] = 0;
  if (card < 0) return;
  const int i = face(c, card).kind == Kind::gear ? crystal_slot(p, card, core::everyone) : -1;
  if (i < 0) return;
  p.cap[cap] = static_cast<std::uint8_t>(i + 1);
  p.symbol[cap] = face(c, card).corners[cap];
}

inline void set_dragon(Player& p, int card) {
  if (p.dragon != no_slot) drop_crystal(p, p.dragon);
  if (card >= 0) p.dragon = static_cast<std::uint8_t>(crystal_slot(p, card, core::everyone));
}

// ---- piles -------------------------------------------------------------------------------------------

// Places of one player: those of a set, lowest first, and those of the deck from its top.
struct PlaceSet {
  std::uint64_t mask;
  int first = 0;
  void each(auto&& tell) const {
    for (const int i : core::bits(mask)) tell(first + i);
  }
};
struct DeckPlaces {
  const Player& p;
  void each(auto&& tell) const {
    for (int i = p.deck_size - 1; i >= 0; --i) tell(static_cast<int>(p.deck[i]));
  }
};

enum class CardsOf : std::uint8_t { race_deck, dragon_deck };
enum class Order : std::uint8_t { none, kept };

// The cards in some places of one player. A set-up names cards of the set instead.
template <class V>
void describe_places(const Content& c, const Player& p, V& v, std::string_view name, const auto& places,
                     CardsOf deck, Order kept, auto&& set) {
  const bool crystals = deck == CardsOf::dragon_deck;
  const int first = crystals ? c.race_cards : 0;
  const int count = crystals ? static_cast<int>(c.cards.size()) - c.race_cards : c.race_cards;
  core::Cards cards;
  cards.definition_count = count;
  cards.ordered = kept == Order::kept;
  if constexpr (core::is_setting<V>) {
    cards.names = crystals ? std::span(c.crystal_ids) : std::span(c.race_ids);
    cards.by_kind = true;
    v.cards(name, cards, set);
  } else if constexpr (core::is_tensor<V>) {
    v.begin_pile(count);
    int hidden = 0;
    places.each([&](int slot) {
      if (v.sees(p.known[slot]))
        v.count(std::clamp(definition(p, slot) - first, 0, count - 1), core::everyone);
      else
        ++hidden;
    });
    v.unknown(hidden);
    v.end_pile();
  } else {
    std::array<std::uint8_t, card_slots> order{};
    std::array<std::string_view, card_slots> names{};
    std::array<std::uint16_t, card_slots> definitions{};
    std::size_t listed = 0;
    places.each([&](int slot) {
      const int card = definition(p, slot);
      const auto at = static_cast<std::size_t>(slot);
      order[listed++] = static_cast<std::uint8_t>(slot);
      names[at] = face(c, card).id;
      definitions[at] = static_cast<std::uint16_t>(std::clamp(card - first, 0, count - 1));
    });
    cards.instances = std::span(order).first(listed);
    cards.known_by = p.known;
    cards.names = names;
    cards.definitions = definitions;
    v.cards(name, cards, set);
  }
}

template <class V>
void describe_race_place(const Content& c, Player& p, V& v, std::string_view name, std::uint64_t& place,
                         SeatMask known) {
  describe_places(c, p, v, name, PlaceSet{place}, CardsOf::race_deck, Order::none,
                  [&](std::span<const std::uint8_t> cards) { set_race_place(p, place, known, cards); });
}

template <class V>
void describe_crystal_place(const Content& c, Player& p, V& v, std::string_view name, std::uint16_t& place,
                            SeatMask known) {
  describe_places(
      c, p, v, name, PlaceSet{place, race_slots}, CardsOf::dragon_deck, Order::none,
      [&](std::span<const std::uint8_t> cards) { set_crystal_place(p, place, known, cards, c.race_cards); });
}

// In a draft: the pack in hand, for its holder's eyes (DRB-HID-09).
template <class V>
void describe_pack(const Content& c, Player& p, V& v, Seat seat) {
  if constexpr (core::is_setting<V>) {
    core::Cards kinds;
    kinds.names = c.card_ids;
    kinds.by_kind = true;
    return v.cards("pack", kinds, [&p](std::span<const std::uint8_t> cards) {
      p.pack_size = static_cast<std::uint8_t>(std::min<std::size_t>(cards.size(), pack_room));
      std::fill(std::begin(p.pack), std::end(p.pack), std::uint8_t{0});
      std::copy_n(cards.begin(), p.pack_size, p.pack);
      std::sort(p.pack, p.pack + p.pack_size);
    });
  }
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(static_cast<int>(c.cards.size()));
    for (std::size_t i = 0; i < p.pack_size; ++i) v.count(p.pack[i], core::only(seat));
    return v.end_pile();
  }
  std::array<std::uint8_t, pack_room> order{};
  std::array<std::string_view, pack_room> names{};
  std::array<std::uint16_t, pack_room> definitions{};
  std::array<SeatMask, pack_room> known{};
  for (std::size_t i = 0; i < p.pack_size; ++i) {
    order[i] = static_cast<std::uint8_t>(i);
    names[i] = face(c, p.pack[i]).id;
    definitions[i] = p.pack[i];
    known[i] = core::only(seat);
  }
  core::Cards cards;
  cards.instances = std::span(order).first(p.pack_size);
  cards.known_by = known;
  cards.names = names;
  cards.definitions = definitions;
  cards.definition_count = static_cast<int>(c.cards.size());
  v.cards("pack", cards, core::fixed);
}

}  // namespace detail

template <class V>
void describe_mag_pit(const Content& c, State& s, Player& p, Seat seat, V& v) {
  const std::span<const std::string_view> crystals(c.crystal_ids);
  const SeatMask eyes = s.shown != 0 ? core::everyone : core::only(seat);
  v.word(
      "dragon", p.dragon == no_slot ? -1 : p.crystals[p.dragon] - c.race_cards, crystals,
      [&](int card) { detail::set_dragon(p, card < 0 ? -1 : c.race_cards + card); }, eyes);
  v.word(
      "chosen_color", p.color - 1, c.color_ids, [&](int color) { p.color = static_cast<std::uint8_t>(color + 1); },
      eyes);
  for (int cap = 0; cap < zap_caps; ++cap)
    v.word(cap_names[static_cast<std::size_t>(cap)],
           p.cap[cap] == 0 ? -1 : p.crystals[p.cap[cap] - 1] - c.race_cards, crystals,
           [&](int card) { detail::set_gear(c, p, cap, card < 0 ? -1 : c.race_cards + card); });
  detail::describe_crystal_place(c, p, v, "crew", p.crew, core::everyone);
  const bool open = s.shown != 0 && (p.dragon != no_slot || format_of(c, s).dragonless);
  for (int stat = 0; stat < stat_count; ++stat)
    v.derived(Stat_names[static_cast<std::size_t>(stat)], open ? stat_of(c, s, seat, stat) : 0, 12);
  v.word("color", open ? color_of(c, s, seat) : -1, c.color_ids, core::fixed);
}

template <class V>
void describe_race(const Content& c, State& s, Player& p, Seat seat, V& v) {
  const SeatMask own = core::only(seat);
  detail::describe_race_place(c, p, v, "hand", p.hand, own);
  detail::describe_places(c, p, v, "race_deck", detail::DeckPlaces{p}, detail::CardsOf::race_deck,
                          detail::Order::kept,
                          [&](std::span<const std::uint8_t> cards) { detail::set_deck(p, cards); });
  detail::describe_race_place(c, p, v, "track", p.track, core::everyone);
  detail::describe_race_place(c, p, v, "zone", p.zone, core::everyone);
  detail::describe_race_place(c, p, v, "discards", p.discards, core::everyone);
  detail::describe_places(c, p, v, "dragon_deck", detail::PlaceSet{dragon_deck_to_see(s, p), race_slots},
                          detail::CardsOf::dragon_deck, detail::Order::none,
                          [&](std::span<const std::uint8_t> cards) {
                            detail::set_crystal_place(p, p.dragon_deck, own, cards, c.race_cards);
                          });
  detail::describe_crystal_place(c, p, v, "damaged", p.damaged, core::everyone);
  v.word("rushing", p.rushing == no_slot ? -1 : p.race[p.rushing], c.race_ids, [&p](int card) {
    p.rushing = no_slot;
    for (const int slot : core::bits(p.zone))
      if (p.race[slot] == card) p.rushing = static_cast<std::uint8_t>(slot);
  });
  v.derived("sprint", in_battle(s) && in_game(s, seat) ? battle_sprint(c, s, seat) : 0, 30);
}

template <class V>
void describe_player(const Content& c, State& s, int i, V& v) {
  Player& p = s.players[i];
  const Seat seat = core::seat(i);
  v.begin(seat_names[static_cast<std::size_t>(i)]);
  v.derived("seat", i + 1, max_players);
  v.flag("conceded", core::has(s.conceded, seat), core::fixed);
  v.number("points", p.points, 40, detail::into(p.points));
  v.number("games_won", s.games_won[i], 9, detail::into(s.games_won[i]));
  v.number("energy", p.energy, 999, detail::into(p.energy));
  v.flag("done", core::has(s.finished, seat), [&s, seat](bool done) {
    s.finished = static_cast<SeatMask>(done ? s.finished | core::only(seat) : s.finished & ~core::only(seat));
  });
  describe_mag_pit(c, s, p, seat, v);
  v.flag("face_up", p.face_up != 0, detail::into(p.face_up), s.shown != 0 ? core::everyone : core::only(seat));
  describe_race(c, s, p, seat, v);
  v.number("actions", p.actions, 500, detail::into(p.actions));
  v.number("events_this_battle", p.events_this_battle, 99, detail::into(p.events_this_battle));
  v.flag("damaged_rival", p.damaged_rival != 0, detail::into(p.damaged_rival));
  const detail::PlaceSet used{p.used[0] | p.used[1]};
  detail::describe_places(c, p, v, "used_maneuvers", used, detail::CardsOf::race_deck, detail::Order::none,
                          core::fixed);
  const detail::PlaceSet used_crystals{static_cast<std::uint64_t>(p.used_crystals[0] | p.used_crystals[1]),
                                       race_slots};
  detail::describe_places(c, p, v, "used_cards", used_crystals, detail::CardsOf::dragon_deck, detail::Order::none,
                          core::fixed);
  detail::describe_pack(c, p, v, seat);
  detail::describe_race_place(c, p, v, "pile", p.pile, core::only(seat));
  detail::describe_race_place(c, p, v, "aside", p.aside, core::only(seat));
  v.end();
}

template <class Visitor>
void describe_position(const Content& c, State& s, Visitor& v) {
  const std::span<const std::string_view> seats = std::span(seat_names).first(s.seats);
  const auto seat_of = [](Seat& field) { return [&field](int seat) { field = core::seat(std::max(0, seat)); }; };
  v.word("format", s.format, c.format_ids,
         [&s](int format) { s.format = static_cast<std::uint8_t>(std::max(0, format)); });
  v.word("phase", static_cast<int>(s.phase), Phase_names, detail::into(s.phase));
  v.number("turn", s.turn, 200, detail::into(s.turn));
  v.word("leader", core::index(s.leader), seats, seat_of(s.leader));
  v.begin("battle");
  v.word("starter", core::index(s.starter), seats, seat_of(s.starter));
  v.word("acting", core::index(s.acting), seats, seat_of(s.acting));
  v.number("passes", s.passes, max_players, detail::into(s.passes));
  v.end();
  v.begin("match");
  v.number("game", s.game, 9, detail::into(s.game));
  v.end();
  v.begin("draft");
  v.number("round", s.round, 8, detail::into(s.round));
  v.number("chosen", core::population(s.chosen), max_players, core::fixed);
  v.end();
  v.word("limbo", s.limbo == no_card ? -1 : definition(s, s.limbo), c.race_ids, core::fixed);
  v.begin("players");
  for (int i = 0; i < s.seats; ++i) describe_player(c, s, i, v);
  v.end();
  v.begin("options");
  v.number("turn_limit", s.turn_limit, 200, detail::into(s.turn_limit));
  v.number("action_limit", s.action_limit, 500, detail::into(s.action_limit));
  v.number("opening_hand", s.opening_hand, 7, detail::into(s.opening_hand));
  v.flag("mulligan", s.mulligans != 0, detail::into(s.mulligans));
  v.number("match", s.match, 9, detail::into(s.match));
  v.end();
}

}  // namespace rw::dragon_booster
