// Every field of a position, once: its name, its range, who may see it, how to set it.
#pragma once

#include <algorithm>
#include <array>

#include "engine/core/unset.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

inline constexpr std::array<std::string_view, max_players> seat_names = {"red", "blue", "green", "yellow",
                                                                         "purple"};
inline constexpr std::array<std::string_view, max_spaces> space_names = {
    "r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r2c1", "r2c2", "r2c3", "r2c4", "r2c5",
    "r3c1", "r3c2", "r3c3", "r3c4", "r3c5", "r4c1", "r4c2", "r4c3", "r4c4", "r4c5"};

namespace detail {

// Which cards may lie in a kind of pile, for set-ups.
enum class Shelf : std::uint8_t { owned, vault, matrix, main, damage, encounters };

inline int copies_on(const Content& c, Shelf shelf, Card card) {
  const CardDef& def = card_def(c, card);
  switch (shelf) {
    case Shelf::owned:
      if (def.kind == CardKind::starter) return def.copies;
      if (def.kind == CardKind::basic) return 8;
      if (def.kind == CardKind::damage) return def.special ? 5 : 0;
      return def.kind >= CardKind::robot && def.kind <= CardKind::ally ? def.copies : 0;
    case Shelf::vault:
      return def.kind == CardKind::robot || def.kind == CardKind::boss || def.kind == CardKind::relic ? def.copies
                                                                                                      : 0;
    case Shelf::matrix: return is_main_kind(def.kind) ? 1 : 0;
    case Shelf::main: return is_main_kind(def.kind) ? def.copies : 0;
    case Shelf::damage: return def.kind == CardKind::damage ? def.copies : 0;
    case Shelf::encounters: return def.kind == CardKind::encounter ? 1 : 0;
  }
  return 0;
}

// Does it matter in which order the cards of a pile lie?
enum class Order : std::uint8_t { any, kept };

// Equal cards have no number of their own: a pile is shown through numbers made up for the occasion.
struct PileView {
  core::Unset<std::string_view, 256> names;
  core::Unset<SeatMask, 256> known;
  core::Unset<std::uint16_t, 256> definitions;
  core::Unset<std::uint8_t, 256> order;
  int faces = 0, count = 0;

  int face(const Content& c, Card card, SeatMask mask) {
    const auto at = static_cast<std::size_t>(faces);
    names[at] = card_def(c, card).id;
    known[at] = mask;
    definitions[at] = static_cast<std::uint16_t>(card);
    return faces++;
  }
  void add(const Content& c, Card card, SeatMask mask) {
    int at = 0;
    while (at < faces && (card_at(at) != card || known[static_cast<std::size_t>(at)] != mask)) ++at;
    if (at == faces) face(c, card, mask);
    order[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(at);
  }
  void offer(const Content& c, Shelf shelf) {
    for (const Card card : pile_cards(c))
      for (int i = 0; i < copies_on(c, shelf, card) && faces < 256; ++i) face(c, card, core::everyone);
  }
  core::Cards cards(const Content& c, Order order_of_cards) const {
    return {std::span<const std::uint8_t>(order).first(static_cast<std::size_t>(count)),
            known,
            std::span<const std::string_view>(names).first(static_cast<std::size_t>(faces)),
            definitions,
            c.pile_cards,
            order_of_cards == Order::kept};
  }
  Card card_at(int face_number) const { return Card{definitions[static_cast<std::size_t>(face_number)]}; }
};

// "None" is no value of such a field: it stays as it is, and the set-up is refused.
template <class T>
auto into(T& field) {
  return [&field](auto value) {
    if (static_cast<int>(value) >= 0) field = static_cast<T>(value);
  };
}

// A pile from its top; `knows(i)` says who knows the card at place i. In a set-up the first card named
// comes to lie on top.
template <class V, class Pile, class Knows, class After>
void describe_pile(const Content& c, V& v, std::string_view name, Pile& pile, Shelf shelf, Order ordered,
                   Knows&& knows, After&& after) {
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(c.pile_cards);
    for (int i = 0; i < pile.size(); ++i) v.count(core::index(Card{pile[i]}), static_cast<SeatMask>(knows(i)));
    return v.end_pile();
  }
  PileView view;
  if constexpr (core::is_setting<V>) {
    view.offer(c, shelf);
  } else {
    for (int i = pile.size() - 1; i >= 0; --i) view.add(c, pile[i], static_cast<SeatMask>(knows(i)));
  }
  v.cards(name, view.cards(c, ordered), [&](std::span<const std::uint8_t> cards) {
    pile.clear();
    for (std::size_t i = cards.size(); i > 0 && pile.size() < pile.capacity; --i)
      pile.push(view.card_at(cards[i - 1]));
    after();
  });
}

inline void set_play_area(State& s, Seat seat, std::span<const std::uint8_t> cards, const Content& c,
                          const PileView& view) {
  for (const Slot slot : cards_in_play(s, seat)) leave_play(s, seat, slot);
  for (std::uint8_t face : cards) {
    const auto slot = core::make<Slot>(free_slot(s));
    const Card card = view.card_at(face);
    s.slots[slot] = {};
    s.slots[slot].card = card;
    s.slots[slot].order = card_def(c, card).kind == CardKind::ally ? 0 : 1;
    core::include(s.in_play[seat], slot);
  }
}

template <class V>
void describe_play_area(const Content& c, State& s, Seat seat, V& v) {
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(c.pile_cards);
    for (const Slot slot : cards_in_play(s, seat)) v.count(s.slots[slot].card.number, core::everyone);
    return v.end_pile();
  }
  PileView view;
  if constexpr (core::is_setting<V>) {
    view.offer(c, Shelf::owned);
  } else {
    for (const Slot slot : cards_in_play(s, seat)) view.add(c, s.slots[slot].card, core::everyone);
  }
  v.cards("play", view.cards(c, Order::any),
          [&](std::span<const std::uint8_t> cards) { set_play_area(s, seat, cards, c, view); });
}

// One card or none, as an observation counts it.
template <class V>
void count_card(const Content& c, V& v, Card card, SeatMask knows) {
  v.begin_pile(c.pile_cards);
  if (card != no_card) v.count(core::index(card), knows);
  v.end_pile();
}

template <class V>
void describe_space_card(const Content& c, State& s, Space space, V& v) {
  const SeatMask knows = is_faceup(s, space) ? core::everyone : s.matrix.known_by[space];
  if constexpr (core::is_tensor<V>) return count_card(c, v, s.matrix.card[space], knows);
  PileView view;
  if constexpr (core::is_setting<V>) {
    view.offer(c, Shelf::matrix);
  } else if (!is_empty(s, space)) {
    view.add(c, s.matrix.card[space], knows);
  }
  v.cards("card", view.cards(c, Order::kept), [&](std::span<const std::uint8_t> cards) {
    take_from_matrix(s, space);
    if (!cards.empty()) put_into_matrix(s, space, view.card_at(cards[0]), Face::up);
  });
}

template <class V>
void describe_assist_card(const Content& c, Card card, SeatMask knows, V& v) {
  if constexpr (core::is_tensor<V>) return count_card(c, v, card, knows);
  PileView view;
  if (card != no_card) view.add(c, card, knows);
  v.cards("card", view.cards(c, Order::any), core::fixed);
}

}  // namespace detail

template <class V>
void describe_player(const Content& c, State& s, int i, V& v) {
  using detail::Order, detail::Shelf;
  Player& p = s.players[i];
  const Seat seat = core::seat(i);
  const auto nothing = [] {};
  const auto all = [](int) { return core::everyone; };
  v.begin(seat_names[static_cast<std::size_t>(i)]);
  v.derived("seat", i + 1, max_players);
  v.derived("team", p.team + 1, max_players);
  v.word("faction", static_cast<int>(p.faction), Faction_names, core::fixed);
  v.word("character", core::index(p.character) - 1, c.character_ids, core::fixed);
  v.word("mode", p.character == no_character ? -1 : side_of(c, s, seat).mode, SideUp_names, [&](int mode) {
    for (int side = 0; side < 2; ++side)
      if (card_def(c, character_of(c, s, seat).side[side]).mode == mode) p.side = static_cast<std::uint8_t>(side);
  });
  v.word("space", p.space == no_space ? -1 : core::index(p.space), space_names,
         [&](int space) { p.space = core::make<Space>(space); });
  v.number("energon", p.energon, 255, detail::into(p.energon));
  v.number("vp", p.vp, 255, detail::into(p.vp));
  v.number("damage", p.damage, 50, detail::into(p.damage));
  v.derived("special_damage", p.specials, 10);
  v.derived("all_damage", p.character == no_character ? 0 : damage_of(c, s, seat), 50);
  detail::describe_pile(
      c, v, "hand", p.hand, Shelf::owned, Order::any, [&](int) { return core::only(seat); },
      [&] { std::sort(p.hand.begin(), p.hand.end()); });
  detail::describe_pile(
      c, v, "deck", p.deck, Shelf::owned, Order::kept,
      [&](int at) {
        const int from_top = p.deck.size() - 1 - at;
        return from_top < p.deck_open ? core::everyone : from_top < p.deck_known ? core::only(seat) : core::nobody;
      },
      [&] { s.end_clause = static_cast<std::uint16_t>(s.end_clause | (deck_described << i)); });
  detail::describe_pile(c, v, "discard", p.discard, Shelf::owned, Order::any, all, nothing);
  detail::describe_pile(c, v, "vault", p.vault, Shelf::vault, Order::any, all, nothing);
  detail::describe_play_area(c, s, seat, v);
  v.end();
}

template <class V>
void describe_space(const Content& c, State& s, Space space, V& v) {
  v.begin(space_names[static_cast<std::size_t>(space)]);
  detail::describe_space_card(c, s, space, v);
  v.flag("faceup", is_faceup(s, space), [&](bool up) {
    core::exclude(s.faceup, space);
    if (up && !is_empty(s, space)) core::include(s.faceup, space);
  });
  v.number("known_by", s.matrix.known_by[space], 31, detail::into(s.matrix.known_by[space]));
  v.begin("tokens");
  for (int i = 0; i < s.seats; ++i)
    v.number(seat_names[static_cast<std::size_t>(i)], s.matrix.tokens[space][i], 255,
             detail::into(s.matrix.tokens[space][i]));
  v.number("nobody", s.matrix.tokens[space][max_players], 255, detail::into(s.matrix.tokens[space][max_players]));
  v.end();
  v.end();
}

template <class V>
void describe_piles(const Content& c, State& s, V& v) {
  using detail::Order, detail::Shelf;
  const auto nothing = [] {};
  const auto all = [](int) { return core::everyone; };
  const auto nobody = [](int) { return core::nobody; };
  detail::describe_pile(
      c, v, "main_deck", s.main_deck, Shelf::main, Order::kept, [&](int at) { return main_knowers(s, at); },
      [&] { s.end_clause |= main_deck_described; });
  detail::describe_pile(c, v, "destroyed", s.destroyed, Shelf::main, Order::any, all, nothing);
  detail::describe_pile(
      c, v, "damage_stack", s.damage_stack, Shelf::damage, Order::kept,
      [&](int) { return s.damage_facedown != 0 ? core::nobody : core::everyone; },
      [&] { s.end_clause |= damage_described; });
  v.flag("damage_facedown", s.damage_facedown != 0, core::fixed);
  static constexpr std::array<std::string_view, base_sets> sets = {"core", "ard"};
  v.begin("encounters");
  for (const CardSet set : core::first<CardSet>(base_sets)) {
    const auto before = s.encounters[set];
    detail::describe_pile(
        c, v, sets[static_cast<std::size_t>(set)], s.encounters[set], Shelf::encounters, Order::kept, nobody,
        [&] {  // those named on top, the rest below as it lay
          auto named = s.encounters[set];
          const auto own =
              std::remove_if(named.begin(), named.end(), [&](Card card) { return card_def(c, card).set != set; });
          s.encounters[set].clear();
          for (const Card card : before)
            if (std::find(named.begin(), own, card) == own) s.encounters[set].push(card);
          for (const auto* card = named.begin(); card != own; ++card)
            if (s.encounters[set].size() < s.encounters[set].capacity) s.encounters[set].push(*card);
        });
  }
  v.end();
  v.begin("encounter_discards");
  for (const CardSet set : core::first<CardSet>(base_sets))
    detail::describe_pile(c, v, sets[static_cast<std::size_t>(set)], s.encounter_discards[set], Shelf::encounters,
                          Order::any, all, nothing);
  v.end();
  v.begin("basics");
  for (const CardSet set : core::first<CardSet>(base_sets))
    v.number(card_def(c, c.basics[set]).id, s.basics[set], 16, [&s, set](std::int64_t left) {
      s.basics[set] = static_cast<std::uint8_t>(left);
      s.end_clause = static_cast<std::uint16_t>(s.end_clause | basics_described_of(set));
    });
  v.end();
}

// Facedown Assists are shown to their owners only (DBG-AST-02).
template <class V>
void describe_battle(const Content& c, State& s, V& v) {
  using core::fixed;
  Battle& b = s.battle;
  const bool open = b.open != 0;
  static constexpr std::array<std::string_view, 3> kinds = {"none", "robot", "boss"};
  v.begin("battle");
  v.word("against", b.open, kinds, fixed);
  v.word("space", open ? core::index(b.space) : -1, space_names, fixed);
  v.word("attacker", open ? core::index(b.attacker) : -1, seat_names, fixed);
  v.derived("cost", open && b.gone == 0 && b.won == 0 ? battle_cost_now(c, s) : 0, 30);
  v.derived("total", open && b.gone == 0 && b.won == 0 ? battle_total(c, s) : 0, 30);
  v.begin("assists");
  for (int i = 0; i < s.seats; ++i) {
    const Assist& offer = b.assists[i];
    const bool facedown = offer.state == AssistState::offered || offer.state == AssistState::defending;
    const SeatMask knows = facedown && !cooperative(c, s) ? core::only(core::seat(i)) : core::everyone;
    v.begin(seat_names[static_cast<std::size_t>(i)]);
    v.word("state", static_cast<int>(offer.state), AssistState_names, fixed);
    detail::describe_assist_card(c, offer.card, knows, v);
    v.end();
  }
  v.end();
  v.end();
}

template <class V>
void describe_turn(const Content& c, State& s, V& v) {
  const bool playing = s.phase == Phase::start || s.phase == Phase::action;
  v.begin("this_turn");
  v.number("plays", s.plays, 255, core::fixed);
  v.number("searches", s.searches, 255, detail::into(s.searches));
  v.number("conversions", s.conversions, 255, detail::into(s.conversions));
  v.flag("acted", s.acted != 0, detail::into(s.acted));
  v.number("free_move", s.free_move, 100, detail::into(s.free_move));
  static constexpr std::array<std::string_view, free_ranges> pools = {"free_power_0", "free_power_1",
                                                                      "free_power_2", "free_power_3"};
  for (int range = 0; range < free_ranges; ++range)
    v.number(pools[static_cast<std::size_t>(range)], s.free_power[range], 100, detail::into(s.free_power[range]));
  Pools left;
  if (playing) power_pools(c, s, s.turn, Use::buying, left);
  v.derived("power", reaching(left, 0), 50);
  v.derived("power_at_1", reaching(left, 1), 50);
  v.derived("power_at_2", reaching(left, 2), 50);
  v.derived("move", playing ? moves_left(c, s, s.turn) : 0, 50);
  v.end();
  v.begin("round");
  v.number("left_main_deck", s.left_main_deck, 255, detail::into(s.left_main_deck));
  v.number("turns", s.turns, 65535, core::fixed);
  v.end();
  v.begin("options");
  static constexpr std::array<std::string_view, 3> difficulties = {"easy", "normal", "hard"};
  v.word("coop_difficulty", s.difficulty, difficulties, core::fixed);
  v.flag("schemes", s.schemes_out == 0, core::fixed);
  v.flag("damage_in_play_only", s.damage_in_play_only != 0, core::fixed);
  v.flag("refill_at_once", s.refill_at_once != 0, core::fixed);
  v.flag("regroup", s.no_regroup == 0, core::fixed);
  v.word("ovm_score", s.ovm_score, OvmScore_names, core::fixed);
  v.flag("stall_clock", s.no_clock == 0, core::fixed);
  v.end();
}

template <class Visitor>
void describe_position(const Content& c, State& s, Visitor& v) {
  const std::span<const std::string_view> seats = std::span(seat_names).first(s.seats);
  v.word("play_mode", s.mode, c.mode_ids, core::fixed);
  v.word("phase", static_cast<int>(s.phase), Phase_names, detail::into(s.phase));
  v.word("turn", core::index(s.turn), seats, [&s](int seat) { s.turn = core::seat(std::max(0, seat)); });
  v.word("first", core::index(s.first), seats, [&s](int seat) { s.first = core::seat(std::max(0, seat)); });
  v.derived("bosses_defeated", s.bosses_defeated, 6);
  v.begin("players");
  for (int i = 0; i < s.seats; ++i) describe_player(c, s, i, v);
  v.end();
  v.begin("matrix");
  for (const Space space : spaces_of(s)) describe_space(c, s, space, v);
  v.end();
  describe_piles(c, s, v);
  describe_battle(c, s, v);
  describe_turn(c, s, v);
}

}  // namespace rw::transformers_dbg
