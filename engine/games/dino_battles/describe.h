// Every field of a position, once: its name, its range, who may see it, how to set it.
#pragma once

#include <array>

#include "engine/core/unset.h"
#include "engine/games/dino_battles/rules.h"
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {

inline constexpr std::array<std::string_view, max_players> seat_names = {"red", "blue", "green", "yellow"};
inline constexpr std::array<std::string_view, max_players> poison_ids = {"poison_1", "poison_2", "poison_3",
                                                                         "poison_4"};
inline constexpr std::array<std::string_view, max_slots> slot_names = {"active",    "reserve_1", "reserve_2",
                                                                       "reserve_3", "reserve_4", "reserve_5"};

// A card's id in views, set-ups and scripts. Poisons say who inflicted them.
inline std::string_view card_id(const Content& c, const State& s, Kind kind) {
  if (kind >= Kind::first_dinosaur) return card_of(c, s.dinos[dino_of(kind)]).id;
  if (is_stack_card(kind)) return stack_card(c, s, kind).id;
  return is_poison(kind) ? poison_ids[static_cast<std::size_t>(inflicter_of(kind))] : plain_card(c, kind).id;
}
// Which card of the whole box it is, for observations.
inline int definition_of(const State& s, Kind kind) {
  if (kind >= Kind::first_dinosaur) return core::index(s.dinos[dino_of(kind)]);
  if (is_stack_card(kind)) return 6 + core::index(s.stacks[stack_of(kind)]);
  return core::index(is_poison(kind) ? Kind::poison : kind);
}

namespace detail {

inline constexpr Kind dinosaur_kinds[] = {kind_of(DinoKind{0}), kind_of(DinoKind{1}), kind_of(DinoKind{2}),
                                          kind_of(DinoKind{3}), kind_of(DinoKind{4}), kind_of(DinoKind{5})};
static_assert(std::size(dinosaur_kinds) == dino_kinds);

// Equal cards have no numbers of their own. A view gives the cards of a pile numbers that hold for it alone.
struct PileView {
  core::Unset<std::string_view, 255> names;
  core::Unset<SeatMask, 255> known;
  core::Unset<std::uint16_t, 255> definitions;
  core::Unset<Kind, 255> kinds;
  core::Unset<std::uint8_t, 255> order;
  int faces = 0, count = 0;
  bool by_kind = false;

  int face(const Content& c, const State& s, Kind kind, SeatMask mask) {
    const auto at = static_cast<std::size_t>(faces);
    names[at] = card_id(c, s, kind);
    known[at] = mask;
    definitions[at] = static_cast<std::uint16_t>(definition_of(s, kind));
    kinds[at] = kind;
    return faces++;
  }
  void add(const Content& c, const State& s, Kind kind, SeatMask mask, int copies = 1) {
    int at = 0;
    while (at < faces &&
           (kinds[static_cast<std::size_t>(at)] != kind || known[static_cast<std::size_t>(at)] != mask))
      ++at;
    if (at == faces) face(c, s, kind, mask);
    for (int i = 0; i < copies && count < 255; ++i)
      order[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(at);
  }
  // Whatever a set-up may want to put there, each as often as it likes.
  void offer(const Content& c, const State& s, auto&& kinds_offered) {
    faces = count = 0;
    by_kind = true;
    for (const Kind kind : kinds_offered) face(c, s, kind, core::everyone);
  }
  core::Cards cards(const Content& c) const {
    return {std::span<const std::uint8_t>(order).first(static_cast<std::size_t>(count)),
            known,
            std::span<const std::string_view>(names).first(static_cast<std::size_t>(faces)),
            definitions,
            6 + static_cast<int>(c.cards.size()),
            false,
            by_kind};
  }
};

// Such a field cannot be "none": it stays as it is, and the set-up is refused.
template <class T>
auto into(T& field) {
  return [&field](auto value) {
    if (static_cast<int>(value) >= 0) field = static_cast<T>(value);
  };
}

// A pile of cards by kind; `mask` knows them all, `shown` of each are known to everybody.
template <class V>
void describe_pile(const Content& c, State& s, V& v, std::string_view name, Pile& pile, SeatMask mask,
                   const Pile* shown, auto&& after) {
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(6 + static_cast<int>(c.cards.size()));
    const bool seen = v.sees(mask);
    int hidden = 0;
    for (const Kind k : all_kinds_of_cards) {
      const int known = seen ? pile[k] : shown == nullptr ? 0 : (*shown)[k];
      if (known > 0) v.count(definition_of(s, k), core::everyone, known);
      hidden += pile[k] - known;
    }
    v.unknown(hidden);
    return v.end_pile();
  }
  PileView view;
  for (const Kind k : all_kinds_of_cards) {
    const int open = shown == nullptr ? 0 : (*shown)[k];
    if (open > 0) view.add(c, s, k, core::everyone, open);
    if (pile[k] > open) view.add(c, s, k, mask, pile[k] - open);
  }
  if constexpr (core::is_setting<V>) view.offer(c, s, all_kinds_of_cards);
  v.cards(name, view.cards(c), [&](std::span<const std::uint8_t> cards) {
    for (std::uint8_t& n : pile) n = 0;
    for (std::uint8_t card : cards) ++pile[view.kinds[card]];
    after(cards, view);
  });
}

template <class V>
void describe_dinos(const Content& c, State& s, V& v, std::string_view name,
                    core::Indexed<DinoKind, std::uint8_t, dino_kinds>& pile, SeatMask mask) {
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(static_cast<int>(c.dinosaurs.size()));
    for (const DinoKind k : core::first<DinoKind>(dino_kinds))
      if (pile[k] != 0xFF) v.count(core::index(s.dinos[k]), mask, pile[k]);
    return v.end_pile();
  }
  PileView view;
  for (const DinoKind k : core::first<DinoKind>(dino_kinds))
    if (pile[k] != 0xFF) view.add(c, s, kind_of(k), mask, pile[k]);
  if constexpr (core::is_setting<V>) view.offer(c, s, dinosaur_kinds);
  core::Cards cards = view.cards(c);
  cards.definition_count = static_cast<int>(c.dinosaurs.size());
  v.cards(name, cards, [&](std::span<const std::uint8_t> list) {
    for (std::uint8_t& n : pile) n = 0;
    for (std::uint8_t card : list) ++pile[dino_of(view.kinds[card])];
  });
}

inline std::array<std::string_view, dino_kinds> dino_ids(const Content& c, const State& s) {
  std::array<std::string_view, dino_kinds> ids{};
  for (const DinoKind k : core::first<DinoKind>(dino_kinds))
    ids[static_cast<std::size_t>(k)] = card_of(c, s.dinos[k]).id;
  return ids;
}

inline void clear_attached(State& s, Ref ref) {
  const Seat seat = owner_of(ref);
  for (std::size_t i = attached_cards(s, seat).size(); i > 0; --i)
    if (const Attached card = attached_cards(s, seat)[i - 1]; card.place == place_of(ref))
      release(s, seat, card.handle);
}

// With what is attached to it.
inline void set_dinosaur(State& s, Seat seat, Slot slot, int kind) {
  Player& p = player(s, seat);
  if (const Ref there = dino_in(s, seat, slot); there != no_dino) {
    clear_attached(s, there);
    dino_at(s, there) = {};
  }
  p.at_slot[slot] = 0;
  if (kind >= 0) enter_play(p, core::make<DinoKind>(kind), slot);
}

inline void set_attached(State& s, Ref ref, std::span<const std::uint8_t> cards, const PileView& view) {
  if (ref == no_dino) return;
  clear_attached(s, ref);
  for (std::uint8_t card : cards) put_under(s, ref, view.kinds[card]);
}

template <class V>
void describe_attached(const Content& c, State& s, Seat seat, Ref ref, V& v) {
  const auto each = [&](auto&& add) {
    if (ref == no_dino) return;
    for (const Attached& card : attached_cards(s, seat))
      if (card.place == place_of(ref)) add(card.kind, static_cast<SeatMask>(card.known_by | core::only(seat)));
  };
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(6 + static_cast<int>(c.cards.size()));
    each([&](Kind kind, SeatMask known) { v.count(definition_of(s, kind), known); });
    return v.end_pile();
  }
  PileView view;
  each([&](Kind kind, SeatMask known) { view.add(c, s, kind, known); });
  if constexpr (core::is_setting<V>) view.offer(c, s, all_kinds_of_cards);
  core::Cards shown = view.cards(c);
  shown.ordered = true;
  v.cards("cards", shown, [&](std::span<const std::uint8_t> cards) { set_attached(s, ref, cards, view); });
}

}  // namespace detail

template <class V>
void describe_dinosaur(const Content& c, State& s, Seat seat, Slot slot, V& v) {
  const auto ids = detail::dino_ids(c, s);
  const Ref ref = dino_in(s, seat, slot);
  const bool there = ref != no_dino;
  v.begin(slot_names[static_cast<std::size_t>(slot)]);
  v.word("dinosaur", there ? core::index(dino_kind(s, ref)) : -1, ids,
         [&](int kind) { detail::set_dinosaur(s, seat, slot, kind); });
  if (there || core::is_setting<V> || core::is_tensor<V>) {
    Dinosaur nothing{};
    Dinosaur& dino = there ? dino_at(s, ref) : nothing;
    v.number("damage", there ? dino.damage : 0, 255, detail::into(dino.damage));
    v.flag("assisted", there && dino.assisted != 0, detail::into(dino.assisted));
    v.derived("hp", there ? dino_card(c, s, ref).hp - dino.damage : 0, 100);
    v.derived("atk", there ? atk_of(c, s, ref) : 0, 20);
    v.derived("eva", there ? eva_of(c, s, ref) : 0, 20);
    v.derived("def", there ? def_of(c, s, ref) : 0, 20);
    v.derived("damage_bonus", there ? modifier(s, ref, Lasts::dmg) : 0, 20);
    v.derived("shield", there ? modifier(s, ref, Lasts::shield) : 0, 50);
    v.derived("spiked", there && has_trait(c, s, ref, Lasts::spiked) ? 1 : 0, 1);
    v.derived("immune_poison", there && has_trait(c, s, ref, Lasts::immune_poison) ? 1 : 0, 1);
    v.derived("immune_paralyze", there && has_trait(c, s, ref, Lasts::immune_paralyze) ? 1 : 0, 1);
    v.derived("free_evade", there ? modifier(s, ref, Lasts::free_evade) : 0, 4);
    v.derived("free_defend", there ? modifier(s, ref, Lasts::free_defend) : 0, 4);
    // DNB-ATT-03: face down, in the order of their handles.
    detail::describe_attached(c, s, seat, ref, v);
  }
  v.end();
}

template <class V>
void describe_player(const Content& c, State& s, int i, V& v) {
  Player& p = s.players[i];
  const Seat seat = core::seat(i);
  const auto nothing_more = [](auto&&...) {};
  v.begin(seat_names[static_cast<std::size_t>(i)]);
  v.derived("seat", i + 1, max_players);
  v.flag("conceded", core::has(s.conceded, seat), core::fixed);
  detail::describe_pile(c, s, v, "hand", p.hand, core::only(seat), &p.shown,
                        [&](std::span<const std::uint8_t> cards, const detail::PileView& view) {
                          std::uint64_t& order = s.poison_order[i];
                          int held = 0;
                          order = 0;
                          for (std::uint8_t& n : p.shown) n = 0;
                          for (std::uint8_t card : cards)
                            if (is_poison(view.kinds[card]))
                              order |= static_cast<std::uint64_t>(inflicter_of(view.kinds[card])) << (2 * held++);
                          p.shown[Kind::paralyze] = p.hand[Kind::paralyze];
                        });
  detail::describe_pile(c, s, v, "deck", p.deck, core::nobody, nullptr, nothing_more);
  detail::describe_pile(c, s, v, "discard", p.discard, core::everyone, nullptr, nothing_more);
  detail::describe_pile(c, s, v, "play", p.play, core::everyone, nullptr, nothing_more);
  std::size_t size = 0;
  for (const Slot slot : core::first<Slot>(s.reserve_limit + 1))
    core::describe_alike(v, dino_in(s, seat, slot) != no_dino, size,
                         [&] { describe_dinosaur(c, s, seat, slot, v); });
  detail::describe_dinos(c, s, v, "trophies", p.trophies, core::everyone);
  v.derived("knock_outs", trophies_of(p), 5);
  v.derived("wounds", wounds_of(p), 60);  // DNB-INF-03
  v.number("paralysis", p.paralysis, 20, detail::into(p.paralysis));
  v.end();
}

// What waits on the response stack and what it is aimed at; -1 where there is nothing.
struct WaitingView {
  int kind = -1, player = -1, source = -1, power = 0;
  int target_player = -1, target_slot = -1, target_item = 0;  // items count from 1
  bool answered = false;

  WaitingView() = default;
  WaitingView(const Content& c, const State& s, const Item& item)
      : kind(static_cast<int>(item.kind)),
        player(core::index(item.controller)),
        power(item.which),
        answered(item.stage >= ItemStage::answered && is_attack(item)) {
    const bool card = item.kind == ItemKind::strategy || is_tech(item);
    source =
        card ? core::index(s.stacks[stack_of(card_of(item))]) : static_cast<int>(c.cards.size()) + item.source;
    const TargetType aim = item.kind == ItemKind::direct                       ? TargetType::player
                           : is_attack(item) || item.kind == ItemKind::retreat ? TargetType::dinosaur
                                                                               : target_spec(c, s, item).type;
    if (aim == TargetType::player) target_player = item.kind == ItemKind::direct ? item.object : item.subject;
    if (aim == TargetType::item && item.subject >= 0) target_item = 1 + item.subject;
    if (aim != TargetType::dinosaur || !in_play(s, subject_of(item))) return;
    target_player = core::index(owner_of(subject_of(item)));
    target_slot = core::index(dino_at(s, subject_of(item)).slot);
  }
};

// The response stack, from the bottom. The tensor shows the lowest eight.
template <class V>
void describe_stack(const Content& c, State& s, V& v) {
  static constexpr std::array<std::string_view, 8> places = {"1", "2", "3", "4", "5", "6", "7", "8"};
  using core::fixed;
  v.begin("stack");
  v.number("waiting", s.stack.size(), max_items, fixed);
  const int shown = core::is_tensor<V> ? 8 : std::min<int>(8, s.stack.size());
  std::size_t size = 0;
  for (int i = 0; i < shown; ++i) {
    core::describe_alike(v, i < s.stack.size(), size, [&] {
      const WaitingView item = i < s.stack.size() ? WaitingView(c, s, s.stack[i]) : WaitingView();
      v.begin(places[static_cast<std::size_t>(i)]);
      v.word("kind", item.kind, ItemKind_names, fixed);
      v.word("player", item.player, seat_names, fixed);
      v.word("source", item.source, c.source_ids, fixed);
      v.number("power", item.power, 1, fixed);
      v.word("target_player", item.target_player, seat_names, fixed);
      v.word("target_slot", item.target_slot, slot_names, fixed);
      v.number("target_item", item.target_item, max_items, fixed);
      v.flag("answered", item.answered, fixed);
      v.end();
    });
  }
  v.end();
}

template <class V>
void describe_table(const Content& c, State& s, V& v) {
  const auto ids = detail::dino_ids(c, s);
  v.begin("supply");
  for (const Kind k : all_kinds_of_cards)
    if (!is_poison(k) || k == Kind::poison)
      v.number(is_poison(k) ? "poison" : card_id(c, s, k), s.supply[k], 60, detail::into(s.supply[k]));
  v.end();
  v.begin("offering");
  static constexpr std::array<std::string_view, offering_size> slots = {"slot_1", "slot_2", "slot_3", "slot_4",
                                                                        "slot_5"};
  for (int i = 0; i < offering_size; ++i)
    v.word(slots[static_cast<std::size_t>(i)], s.offering[i] - 1, ids,
           [&s, i](int kind) { s.offering[i] = static_cast<std::uint8_t>(kind + 1); });
  v.end();
  detail::describe_dinos(c, s, v, "dino_deck", s.dino_deck, core::nobody);
  detail::describe_dinos(c, s, v, "dino_purgatory", s.dino_purgatory, core::everyone);
  detail::describe_pile(c, s, v, "purgatory", s.purgatory, core::everyone, nullptr, [](auto&&...) {});
  describe_stack(c, s, v);
}

template <class V>
void describe_turn(const Content& c, State& s, V& v) {
  v.begin("this_turn");
  v.number("strategies", s.strategies, 99, detail::into(s.strategies));
  v.number("attaches", s.attaches, 99, detail::into(s.attaches));
  v.number("buys", s.buys, 99, detail::into(s.buys));
  v.number("moves_granted", s.moves_granted, 99, detail::into(s.moves_granted));
  v.number("moves_used", s.moves_used, 99, detail::into(s.moves_used));
  v.derived("moves_left", s.phase == Phase::draft ? 0 : moves_left(c, s, s.turn), 99);
  v.end();
  v.begin("options");
  v.number("round_limit", s.round_limit, 60, detail::into(s.round_limit));
  v.number("reserve_limit", s.reserve_limit, 5, detail::into(s.reserve_limit));
  v.number("knock_outs", s.knock_outs, 5, detail::into(s.knock_outs));
  v.flag("first_hand_compensation", s.compensation != 0, detail::into(s.compensation));
  v.flag("poison_uncredited", s.poison_uncredited != 0, detail::into(s.poison_uncredited));
  v.flag("attacker_pays", s.attacker_pays != 0, detail::into(s.attacker_pays));
  v.end();
}

template <class Visitor>
void describe_position(const Content& c, State& s, Visitor& v) {
  const std::span<const std::string_view> seats = std::span(seat_names).first(s.seats);
  v.word("phase", static_cast<int>(s.phase), Phase_names, detail::into(s.phase));
  v.number("round", s.round, 60, detail::into(s.round));
  v.word("turn", core::index(s.turn), seats, [&s](int seat) { s.turn = core::seat(std::max(0, seat)); });
  v.word("start_player", core::index(s.first), seats, [&s](int seat) { s.first = core::seat(std::max(0, seat)); });
  v.begin("draft");
  v.number("stacks", s.picked_stacks, stack_count, core::fixed);
  v.number("dinosaurs", s.picked_dinos, dino_kinds, core::fixed);
  v.end();
  v.begin("players");
  for (int i = 0; i < s.seats; ++i) describe_player(c, s, i, v);
  v.end();
  describe_table(c, s, v);
  describe_turn(c, s, v);
}

}  // namespace rw::dino_battles
