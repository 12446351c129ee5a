// Every field of a position, once: its name, its range, who may see it, how to set it.
#pragma once

#include <algorithm>
#include <array>

#include "engine/core/unset.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

// The players have the names that the rulings give them; colors belong to dragons here.
inline constexpr std::array<std::string_view, max_players> seat_names = {"A", "B", "C", "D", "E", "F"};
inline constexpr std::array<std::string_view, zap_caps> cap_names = {"upper_left", "upper_right", "lower_left",
                                                                     "lower_right"};

namespace detail {

// Such a field cannot be "none": it stays as it is, and the set-up is refused.
template <class T>
auto into(T& field) {
  return [&field](auto value) {
    if (static_cast<int>(value) >= 0) field = static_cast<T>(value);
  };
}

// ---- putting cards where a set-up wants them -------------------------------------------------------------------

// A free place for a race card. When all are taken, a card of the race deck makes room: the same card if it
// is there, else the bottom one.
inline Slot free_race_slot(Player& p, Record card) {
  int at = -1;
  for (int i = 0; i < p.deck_size; ++i)
    if (p.race[p.deck[i]] == card) at = i;
  if (at < 0 && p.race_count < race_slots) return core::make<Slot>(p.race_count++);
  if (at < 0 && p.deck_size > 0) at = 0;
  if (at < 0) return no_slot;
  const Slot slot = p.deck[at];
  std::copy(p.deck + at + 1, p.deck + p.deck_size, p.deck + at);
  p.deck[--p.deck_size] = Slot{};
  return slot;
}

// The last card moves into the gap.
inline void drop_race_slot(Player& p, Slot slot) {
  const Slot last = core::make<Slot>(p.race_count - 1);
  const auto move = [&](std::uint64_t& place) {
    const bool there = core::contains(place, last);
    place &= ~(core::bit(slot) | core::bit(last));
    if (there && slot != last) place |= core::bit(slot);
  };
  for (std::uint64_t* place : {&p.hand, &p.track, &p.zone, &p.discards, &p.pile, &p.aside}) move(*place);
  for (int i = 0; i < p.deck_size; ++i)
    if (p.deck[i] == last) p.deck[i] = slot;
  if (p.rushing == last) p.rushing = slot == last ? no_slot : slot;
  p.race[slot] = p.race[last];
  p.known[slot] = p.known[last];
  p.race[last] = Record{};
  p.known[last] = core::nobody;
  --p.race_count;
}

inline void set_race_place(Player& p, std::uint64_t& place, SeatMask known, std::span<const std::uint8_t> cards) {
  while (place != 0) drop_race_slot(p, core::make<Slot>(std::countr_zero(place)));
  for (const int number : cards) {
    const Record card = core::make<Record>(number);
    const Slot slot = free_race_slot(p, card);
    if (slot == no_slot) return;
    p.race[slot] = card;
    p.known[slot] = known;
    place |= core::bit(slot);
  }
}

// The first card named lies on top.
inline void set_deck(Player& p, std::span<const std::uint8_t> cards) {
  while (p.deck_size > 0) {
    const Slot slot = p.deck[--p.deck_size];
    p.deck[p.deck_size] = Slot{};
    drop_race_slot(p, slot);
  }
  for (std::size_t i = cards.size(); i > 0 && p.race_count < race_slots; --i) {
    const Slot slot = core::make<Slot>(p.race_count++);
    p.race[slot] = core::make<Record>(cards[i - 1]);
    p.known[slot] = core::nobody;
    p.deck[p.deck_size++] = slot;
  }
}

inline Crystal new_crystal(Player& p, Record card, SeatMask known) {
  if (p.crystal_count == crystal_slots) return no_crystal;
  const Crystal crystal = core::make<Crystal>(p.crystal_count++);
  p.crystals[crystal] = card;
  p.known[slot_of(crystal)] = known;
  return crystal;
}

inline void drop_crystal(Player& p, Crystal i) {
  const Crystal last = core::make<Crystal>(p.crystal_count - 1);
  for (std::uint16_t* place : {&p.dragon_deck, &p.crew, &p.damaged}) {
    const bool there = core::contains(*place, last);
    core::exclude(*place, i);
    core::exclude(*place, last);
    if (there && i != last) core::include(*place, i);
  }
  const auto now = [&](Crystal at) { return at == i ? no_crystal : at == last ? i : at; };
  for (const Cap cap : core::first<Cap>(zap_caps)) put_under(p, cap, now(gear_under(p, cap)));
  p.dragon = now(p.dragon);
  p.crystals[i] = p.crystals[last];
  p.known[slot_of(i)] = p.known[slot_of(last)];
  p.crystals[last] = Record{};
  p.known[slot_of(last)] = core::nobody;
  --p.crystal_count;
}

inline void set_crystal_place(Player& p, std::uint16_t& place, SeatMask known, std::span<const std::uint8_t> cards,
                              int first_card) {
  while (place != 0) drop_crystal(p, core::make<Crystal>(std::countr_zero(static_cast<unsigned>(place))));
  for (const int card : cards)
    if (const Crystal i = new_crystal(p, core::make<Record>(first_card + card), known); i != no_crystal)
      core::include(place, i);
}

inline void set_gear(const Content& c, Player& p, Cap cap, Record card) {
  if (p.cap[cap] != 0) drop_crystal(p, gear_under(p, cap));
  p.symbol[cap] = Stat{};
  if (card == no_record || face(c, card).kind != Kind::gear) return;
  put_under(p, cap, new_crystal(p, card, core::everyone));
  if (p.cap[cap] != 0) p.symbol[cap] = face(c, card).corners[cap];
}

inline void set_dragon(Player& p, Record card) {
  if (p.dragon != no_crystal) drop_crystal(p, p.dragon);
  if (card != no_record) p.dragon = new_crystal(p, card, core::everyone);
}

// ---- piles -------------------------------------------------------------------------------------------

// Places of one player: those of a set, lowest first, and those of the deck from its top.
struct RacePlaces {
  std::uint64_t mask;
  void each(auto&& tell) const {
    for (const Slot slot : core::bits<Slot>(mask)) tell(slot);
  }
};
struct CrystalPlaces {
  std::uint64_t mask;
  void each(auto&& tell) const {
    for (const Crystal i : core::bits<Crystal>(mask)) tell(slot_of(i));
  }
};
struct DeckPlaces {
  const Player& p;
  void each(auto&& tell) const {
    for (int i = p.deck_size - 1; i >= 0; --i) tell(p.deck[i]);
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
    places.each([&](Slot slot) {
      if (v.sees(p.known[slot]))
        v.count(std::clamp(core::index(record_of(p, slot)) - first, 0, count - 1), core::everyone);
      else
        ++hidden;
    });
    v.unknown(hidden);
    v.end_pile();
  } else {
    core::Unset<std::uint8_t, card_slots> order;
    core::Unset<std::string_view, card_slots> names;
    core::Unset<std::uint16_t, card_slots> definitions;
    std::size_t listed = 0;
    places.each([&](Slot slot) {
      const Record card = record_of(p, slot);
      const auto at = static_cast<std::size_t>(slot);
      order[listed++] = static_cast<std::uint8_t>(slot);
      names[at] = face(c, card).id;
      definitions[at] = static_cast<std::uint16_t>(std::clamp(core::index(card) - first, 0, count - 1));
    });
    cards.instances = std::span<const std::uint8_t>(order).first(listed);
    cards.known_by = p.known.items;
    cards.names = names;
    cards.definitions = definitions;
    v.cards(name, cards, set);
  }
}

template <class V>
void describe_race_place(const Content& c, Player& p, V& v, std::string_view name, std::uint64_t& place,
                         SeatMask known) {
  describe_places(c, p, v, name, RacePlaces{place}, CardsOf::race_deck, Order::none,
                  [&](std::span<const std::uint8_t> cards) { set_race_place(p, place, known, cards); });
}

template <class V>
void describe_crystal_place(const Content& c, Player& p, V& v, std::string_view name, std::uint16_t& place,
                            SeatMask known) {
  describe_places(
      c, p, v, name, CrystalPlaces{place}, CardsOf::dragon_deck, Order::none,
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
      std::fill(std::begin(p.pack), std::end(p.pack), Record{});
      std::transform(cards.begin(), cards.begin() + p.pack_size, p.pack, core::make<Record>);
      std::sort(p.pack, p.pack + p.pack_size);
    });
  }
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(static_cast<int>(c.cards.size()));
    for (std::size_t i = 0; i < p.pack_size; ++i) v.count(core::index(p.pack[i]), core::only(seat));
    return v.end_pile();
  }
  std::array<std::uint8_t, pack_room> order{};
  std::array<std::string_view, pack_room> names{};
  std::array<std::uint16_t, pack_room> definitions{};
  std::array<SeatMask, pack_room> known{};
  for (std::size_t i = 0; i < p.pack_size; ++i) {
    order[i] = static_cast<std::uint8_t>(i);
    names[i] = face(c, p.pack[i]).id;
    definitions[i] = static_cast<std::uint16_t>(p.pack[i]);
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
  const auto number_of = [&](Crystal i) {
    return i == no_crystal ? -1 : core::index(p.crystals[i]) - c.race_cards;
  };
  const auto record = [&](int card) { return card < 0 ? no_record : core::make<Record>(c.race_cards + card); };
  v.word("dragon", number_of(p.dragon), crystals, [&](int card) { detail::set_dragon(p, record(card)); }, eyes);
  v.word(
      "chosen_color", p.color - 1, c.color_ids, [&](int color) { p.color = static_cast<std::uint8_t>(color + 1); },
      eyes);
  for (const Cap cap : core::first<Cap>(zap_caps))
    v.word(cap_names[static_cast<std::size_t>(cap)], number_of(gear_under(p, cap)), crystals,
           [&](int card) { detail::set_gear(c, p, cap, record(card)); });
  detail::describe_crystal_place(c, p, v, "crew", p.crew, core::everyone);
  const bool open = s.shown != 0 && (p.dragon != no_crystal || format_of(c, s).dragonless);
  for (const Stat stat : core::first<Stat>(stat_count))
    v.derived(name_of(stat), open ? stat_of(c, s, seat, stat) : 0, 12);
  v.word("color", open ? core::index(color_of(c, s, seat)) : -1, c.color_ids, core::fixed);
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
  detail::describe_places(c, p, v, "dragon_deck", detail::CrystalPlaces{dragon_deck_to_see(s, p)},
                          detail::CardsOf::dragon_deck, detail::Order::none,
                          [&](std::span<const std::uint8_t> cards) {
                            detail::set_crystal_place(p, p.dragon_deck, own, cards, c.race_cards);
                          });
  detail::describe_crystal_place(c, p, v, "damaged", p.damaged, core::everyone);
  v.word("rushing", p.rushing == no_slot ? -1 : core::index(p.race[p.rushing]), c.race_ids, [&p](int card) {
    p.rushing = no_slot;
    for (const Slot slot : core::bits<Slot>(p.zone))
      if (core::index(p.race[slot]) == card) p.rushing = slot;
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
  const detail::RacePlaces used{p.used[0] | p.used[1]};
  detail::describe_places(c, p, v, "used_maneuvers", used, detail::CardsOf::race_deck, detail::Order::none,
                          core::fixed);
  const detail::CrystalPlaces used_crystals{static_cast<std::uint64_t>(p.used_crystals[0] | p.used_crystals[1])};
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
  v.word("limbo", s.limbo == no_card ? -1 : core::index(record_of(s, s.limbo)), c.race_ids, core::fixed);
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
