// Every field of a position, once: its name, its range, who may see it, how to set it.
#pragma once

#include <array>
#include <string>

#include "engine/core/unset.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

inline constexpr std::array<std::string_view, player_count> seat_names = {"red", "blue"};

// A character is called by its bare name, by its full id where two of a side share the bare name, and
// with a number where it is there twice.
inline std::string character_id(const Content& c, const State& s, Character who) {
  const CharacterCard& card = card_of_character(c, s, who);
  int same = 0, before = 0;
  bool shared = false;
  for (const Character other : core::bits<Character>(characters_of(owner_of(who)))) {
    if (!is_there(s, other)) continue;
    if (s.characters[other].card == s.characters[who].card) {
      ++same;
      before += other < who;
    } else {
      shared = shared || card_of_character(c, s, other).called == card.called;
    }
  }
  std::string id(shared ? card.id : c.name_ids[static_cast<std::size_t>(card.called)]);
  if (same > 1 && before > 0) id += "_" + std::to_string(before + 1);
  return id;
}

namespace detail {

inline constexpr int tensor_places = 10;

// "None" is no value of such a field: it stays as it is, and the set-up is refused.
template <class T>
auto into(T& field) {
  return [&field](std::int64_t value) {
    if (value >= 0) field = static_cast<T>(value);
  };
}

// Who knows a battle card.
inline SeatMask knowers(const State& s, Card card) {
  // TCG-HID-04: what both players remember of a hand is not for spectators.
  if (s.scrap.has(card) || s.played.has(card) || s.attached.has(card)) return core::everyone;
  return static_cast<SeatMask>((s.known[0].has(card) ? 1 : 0) | (s.known[1].has(card) ? 2 : 0));
}

// Does it matter in which order the cards of a pile lie?
enum class Order : std::uint8_t { any, kept };

// Battle cards one by one, as the visitors want them; in a set-up by record, each as often as it is named.
struct CardView {
  core::Unset<std::string_view, card_count> names;
  core::Unset<SeatMask, card_count> known;
  core::Unset<std::uint16_t, card_count> definitions;
  core::Unset<std::uint8_t, max_cards * 2> order;
  int count = 0;

  void add(Card card) { order[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(card); }
  core::Cards pile(const Content& c, const State& s, Order in_order) {
    for (int i = 0; i < count; ++i) {
      const auto card = core::make<Card>(order[static_cast<std::size_t>(i)]);
      const auto at = static_cast<std::size_t>(card);
      names[at] = battle_card(c, s, card).id;
      definitions[at] = static_cast<std::uint16_t>(record_of(s, card));
      known[at] = knowers(s, card);
    }
    return {std::span<const std::uint8_t>(order).first(static_cast<std::size_t>(count)),
            known,
            names,
            definitions,
            static_cast<int>(c.cards.size()),
            in_order == Order::kept};
  }
};

// The same for an observation, without a list.
template <class V>
void count_cards(const Content& c, const State& s, V& v, const auto& cards) {
  CardSet seen = s.scrap | s.played | s.attached;  // the same as knowers, for all cards at once
  for (int i = 0; i < player_count; ++i)
    if (v.sees(core::only(core::seat(i)))) seen = seen | s.known[i];
  v.begin_pile(static_cast<int>(c.cards.size()));
  for (const Card card : cards)
    v.count(core::index(record_of(s, card)), seen.has(card) ? core::everyone : core::nobody);
  v.end_pile();
}

inline core::Cards all_records(const std::vector<std::string_view>& ids) {
  core::Cards pile;
  pile.names = ids;
  pile.by_kind = true;
  return pile;
}

// A set-up takes away what lay there and makes what it names.
inline void clear_zone(State& s, const CardSet& zone) {
  for (const Card card : zone) {
    s.definition[card] = 0;
    for (CardSet* set : {&s.hand, &s.scrap, &s.played, &s.attached, &s.under, &s.known[0], &s.known[1]})
      set->remove(card);
    s.where[card] = 0;
  }
}
inline Card make_card(State& s, Seat seat, CardRecord record) {
  for (int i = 0; i < max_cards; ++i) {
    const Card card = card_of(seat, i);
    if (is_there(s, card)) continue;
    s.definition[card] = from_1(record);
    return card;
  }
  return no_card;
}

template <class V, class Put>
void describe_zone(const Content& c, State& s, V& v, std::string_view name, Seat seat, const CardSet& zone,
                   Put&& put) {
  if constexpr (core::is_setting<V>) {
    v.cards(name, all_records(c.card_ids), [&](std::span<const std::uint8_t> records) {
      clear_zone(s, zone);
      for (const std::uint8_t record : records)
        if (const Card card = make_card(s, seat, core::make<CardRecord>(record)); card != no_card) put(card);
    });
  } else if constexpr (core::is_tensor<V>) {
    count_cards(c, s, v, zone);
  } else if (zone.empty()) {  // as most slots of a team are
    v.cards(name, {}, core::fixed);
  } else {
    CardView view;
    for (const Card card : zone) view.add(card);
    v.cards(name, view.pile(c, s, Order::any), core::fixed);
  }
}

// The deck from the top.
template <class V>
void describe_deck(const Content& c, State& s, V& v, Seat seat) {
  const int i = core::index(seat);
  if constexpr (core::is_setting<V>) {
    v.cards("deck", all_records(c.card_ids), [&](std::span<const std::uint8_t> records) {
      clear_zone(s, deck_set(s, seat));
      for (Card& card : s.deck[i]) card = {};
      s.deck_size[i] = 0;
      for (std::size_t k = records.size(); k-- > 0;)
        if (const Card card = make_card(s, seat, core::make<CardRecord>(records[k])); card != no_card)
          s.deck[i][s.deck_size[i]++] = card;
    });
  } else if constexpr (core::is_tensor<V>) {
    count_cards(c, s, v, std::span(s.deck[i]).first(s.deck_size[i]));
  } else {
    CardView view;
    for (int k = s.deck_size[i] - 1; k >= 0; --k) view.add(s.deck[i][k]);
    v.cards("deck", view.pile(c, s, Order::kept), core::fixed);
  }
}

inline std::vector<std::string_view> character_names(const Content& c) {
  std::vector<std::string_view> names = c.character_ids;
  names.insert(names.end(), c.name_ids.begin(), c.name_ids.end());
  return names;
}
// A record by its place in the list above: a bare name means the first character that has it.
inline CharacterRecord named_record(const Content& c, int place) {
  const auto records = static_cast<int>(c.characters.size());
  if (place < records) return core::make<CharacterRecord>(place);
  for (const CharacterRecord record : c.all_characters())
    if (c.character(record).called == place - records) return record;
  return {};
}

// All of them as a pile to name them from.
struct CharacterNames {
  std::vector<std::string_view> names, ids;
  explicit CharacterNames(const Content& c) : names(character_names(c)) {
    for (int i = 0; i < static_cast<int>(names.size()); ++i) ids.push_back(c.character(named_record(c, i)).id);
  }
  core::Cards pile() const {
    core::Cards pile;
    pile.names = names;
    pile.shown_as = ids;
    pile.by_kind = true;
    return pile;
  }
};

inline void remove_character(State& s, Character who) {
  clear_zone(s, upgrades_on(s, who));
  for (const Character small : core::first<Character>(character_count))
    if (s.characters[small].beneath == place_of(who) + 1 && owner_of(small) == owner_of(who))
      s.characters[small] = {};
  s.characters[who] = {};
  for (CharacterSet* set : {&s.field, &s.ko_area, &s.tapped, &s.attacked, &s.formed}) *set &= ~core::bit(who);
}

// The characters of one area, as a list that a set-up may write anew.
template <class V>
void describe_area(const Content& c, State& s, V& v, std::string_view name, Seat seat, CharacterSet& area) {
  if constexpr (core::is_setting<V>) {
    const CharacterNames names(c);
    v.cards(name, names.pile(), [&](std::span<const std::uint8_t> places) {
      for (const Character who : core::bits<Character>(area & characters_of(seat))) remove_character(s, who);
      for (const std::uint8_t place : places) {
        const Character who = new_character(c, s, seat, named_record(c, place));
        if (who == no_character) continue;
        core::include(area, who);
        if (&area == &s.ko_area)
          s.characters[who].damage = static_cast<std::uint8_t>(card_of_character(c, s, who).health);
      }
    });
  } else if constexpr (core::is_tensor<V>) {
    v.begin_pile(static_cast<int>(c.characters.size()));
    for (const Character who : core::bits<Character>(area & characters_of(seat)))
      v.count(core::index(record_of(s, who)), core::everyone);
    v.end_pile();
  } else {
    std::array<std::string_view, character_count> names{};
    std::array<SeatMask, character_count> known{};
    std::array<std::uint16_t, character_count> definitions{};
    std::array<std::uint8_t, character_count> order{};
    std::size_t count = 0;
    for (const Character who : core::bits<Character>(area & characters_of(seat))) {
      const auto at = static_cast<std::size_t>(who);
      names[at] = card_of_character(c, s, who).id;
      known[at] = core::everyone;
      definitions[at] = static_cast<std::uint16_t>(record_of(s, who));
      order[count++] = static_cast<std::uint8_t>(who);
    }
    const core::Cards pile{std::span(order).first(count), known, names, definitions,
                           static_cast<int>(c.characters.size())};
    v.cards(name, pile, core::fixed);
  }
}

}  // namespace detail

template <class V>
void describe_slots(const Content& c, State& s, Character who, V& v) {
  const Seat seat = owner_of(who);
  for (const SlotKind kind : slot_kinds) {
    const CardSet zone = upgrades_in(c, s, who, kind);
    detail::describe_zone(c, s, v, name_of(kind), seat, zone, [&](Card upgrade) {
      const Slot slot =
          battle_card(c, s, upgrade).kind == no_slot_kind ? no_slot : free_slot(c, s, upgrade, who, kind);
      if (slot == no_slot) {  // no Upgrade, or no room: it is not there, and the set-up is refused
        s.definition[upgrade] = 0;
        return;
      }
      s.attached.add(upgrade);
      put_at(s, upgrade, who, slot);
      show(s, upgrade);
    });
  }
}

template <class V>
void describe_character(const Content& c, State& s, Character who, V& v) {
  const bool there = is_there(s, who);
  CharacterState none{};
  CharacterState& character = there ? s.characters[who] : none;
  std::array<std::string_view, max_modes> modes{};
  for (int m = 0; there && m < card_of_character(c, s, who).mode_count; ++m)
    modes[static_cast<std::size_t>(m)] = name_of(card_of_character(c, s, who).modes[m].kind);
  v.word("mode", there ? character.mode : -1, modes,
         [&](int mode) { character.mode = static_cast<std::uint8_t>(std::max(0, mode)); });
  v.number("damage", character.damage, 80, detail::into(character.damage));
  const auto flag = [&](std::string_view name, CharacterSet& set) {
    v.flag(name, core::contains(set, who),
           [&set, who](bool value) { value ? core::include(set, who) : core::exclude(set, who); });
  };
  flag("tapped", s.tapped);
  flag("attacked", s.attacked);
  flag("formed", s.formed);
  const bool field = there && on_field(s, who);
  v.derived("attack", field ? attack_of(c, s, who) : 0, 30);
  v.derived("defense", field ? defense_of(c, s, who) : 0, 30);
  v.derived("health", there ? (field ? health_of(c, s, who) : card_of_character(c, s, who).health) : 0, 80);
  v.derived("stars", there ? card_of_character(c, s, who).stars : 0, 60);
  for (int k = 0; k < Keyword_count; ++k) {
    const auto word = static_cast<Keyword>(k);
    const bool plain = word == Keyword::brave || word == Keyword::stealth;
    const bool said = field && may_be_said_of(s, word_of(word), who);
    v.derived(Keyword_names[static_cast<std::size_t>(k)],
              !said   ? 0
              : plain ? bearers_of(c, s, word, core::bit(who)) != 0
                      : keyword(c, s, word, who),
              10);
  }
  if constexpr (core::is_tensor<V>) {
    v.begin_pile(static_cast<int>(c.cards.size()));
    if (there) each_upgrade(s, who, [&](Card card) { v.count(core::index(record_of(s, card)), core::everyone); });
    v.end_pile();
  } else if (field) {
    describe_slots(c, s, who, v);
  }
}

template <class V>
void describe_under(const Content& c, State& s, Character who, V& v) {
  const Seat seat = owner_of(who);
  const CardSet zone = cards_under(s, who);
  if (!zone.empty() || core::is_setting<V>)
    detail::describe_zone(c, s, v, "under", seat, zone, [&](Card card) {
      s.under.add(card);
      put_at(s, card, who);
    });
  if constexpr (core::is_setting<V>) {
    const detail::CharacterNames names(c);
    v.cards("characters_under", names.pile(), [&](std::span<const std::uint8_t> places) {
      for (const Character small : core::first<Character>(character_count))
        if (s.characters[small].beneath == place_of(who) + 1 && owner_of(small) == seat) s.characters[small] = {};
      for (const std::uint8_t place : places)
        if (const Character small = new_character(c, s, seat, detail::named_record(c, place));
            small != no_character)
          s.characters[small].beneath = static_cast<std::uint8_t>(place_of(who) + 1);
    });
    return;
  }
  std::array<std::string_view, character_count> names{};
  std::array<SeatMask, character_count> known{};
  std::array<std::uint16_t, character_count> definitions{};
  std::array<std::uint8_t, character_count> order{};
  std::size_t count = 0;
  for (const Character small : core::first<Character>(character_count))
    if (is_there(s, small) && s.characters[small].beneath == place_of(who) + 1 && owner_of(small) == seat) {
      v.flag(card_of_character(c, s, small).id, true, core::fixed);
      names[static_cast<std::size_t>(small)] = card_of_character(c, s, small).id;
      known[static_cast<std::size_t>(small)] = core::everyone;
      order[count++] = static_cast<std::uint8_t>(small);
    }
  if (count > 0)
    v.cards("characters_under", {std::span(order).first(count), known, names, definitions}, core::fixed);
}

template <class V>
void describe_player(const Content& c, State& s, int i, V& v) {
  const Seat seat = core::seat(i);
  v.begin(seat_names[static_cast<std::size_t>(i)]);
  v.derived("seat", i + 1, 2);
  detail::describe_area(c, s, v, "battlefield", seat, s.field);
  detail::describe_area(c, s, v, "ko_area", seat, s.ko_area);
  detail::describe_zone(c, s, v, "hand", seat, s.hand & cards_of(seat), [&](Card card) {
    s.hand.add(card);
    s.known[i].add(card);
  });
  detail::describe_deck(c, s, v, seat);
  detail::describe_zone(c, s, v, "scrap_pile", seat, s.scrap & cards_of(seat), [&](Card card) {
    s.scrap.add(card);
    show(s, card);
  });
  detail::describe_zone(c, s, v, "played", seat, s.played & cards_of(seat), [&](Card card) {
    s.played.add(card);
    s.used.add(card);
    show(s, card);
  });
  v.number("tower", s.tower[i] == 0 ? 0 : s.tower[i] - 1, 99,
           [&s, i](std::int64_t height) { s.tower[i] = static_cast<std::uint8_t>(height == 0 ? 0 : height + 1); });
  v.flag("has_tower", s.tower[i] != 0, core::fixed);
  v.begin("characters");
  std::size_t size = 0;
  for (int place = 0; place < max_characters; ++place) {
    const Character who = character_of(seat, place);
    if constexpr (core::is_tensor<V>) {
      if (place < detail::tensor_places)
        core::describe_alike(v, is_there(s, who), size, [&] { describe_character(c, s, who, v); });
    } else if (is_there(s, who)) {
      const std::string id = character_id(c, s, who);
      v.begin(id);
      describe_character(c, s, who, v);
      describe_under(c, s, who, v);
      v.end();
    }
  }
  v.end();
  v.end();
}

template <class V>
void describe_battle(const Content& c, State& s, V& v) {
  v.begin("battle");
  std::array<std::string, core::is_tensor<V> ? 0 : character_count> ids{};
  std::array<std::string_view, character_count> names{};
  for (std::size_t at = 0; at < ids.size(); ++at) {
    const auto who = core::make<Character>(static_cast<int>(at));
    const bool named = core::is_setting<V> || who == attacker_of(s) || who == defender_of(s);
    if (!named || !is_there(s, who)) continue;
    ids[at] = character_id(c, s, who);
    names[at] = ids[at];
  }
  v.word("attacker", fighting(s) ? core::index(attacker_of(s)) : -1, names, core::fixed);
  v.word("defender", fighting(s) ? core::index(defender_of(s)) : -1, names, core::fixed);
  v.number("stage", s.battle.stage, swap_stage, core::fixed);
  for (int i = 0; i < player_count; ++i) {
    const CardSet flipped = s.flipped & cards_of(core::seat(i));
    const std::string_view name = i == 0 ? "flipped_red" : "flipped_blue";
    if constexpr (core::is_tensor<V>) {
      detail::count_cards(c, s, v, flipped);
    } else if (core::is_setting<V> || flipped.empty()) {  // a set-up would read names that are not there
      v.cards(name, {}, core::fixed);
    } else {
      detail::CardView view;
      for (const Card card : flipped) view.add(card);
      v.cards(name, view.pile(c, s, detail::Order::any), core::fixed);
    }
  }
  v.end();
}

template <class V>
void describe_turn(State& s, V& v) {
  v.begin("this_turn");
  v.number("actions", s.actions, 99, detail::into(s.actions));
  v.number("upgrades", s.upgrades, 99, detail::into(s.upgrades));
  v.number("flips", s.flips, 1, detail::into(s.flips));
  v.number("tap_abilities", s.tap_abilities, 1, detail::into(s.tap_abilities));
  v.number("plays", s.plays, 99, detail::into(s.plays));
  v.number("attacks", s.attacks, 99, detail::into(s.attacks));
  v.number("turns_in_row", s.turns_in_row, 2, detail::into(s.turns_in_row));
  v.flag("extra_turn", s.extra_turn != 0, detail::into(s.extra_turn));
  v.derived("effects", s.lasting.size(), lasting_capacity);
  v.derived("delayed", s.laters.size(), later_capacity);
  v.end();
  v.begin("match");
  v.number("games", s.match.games, 10, detail::into(s.match.games));
  v.number("red_wins", s.match.wins[0], 10, detail::into(s.match.wins[0]));
  v.number("blue_wins", s.match.wins[1], 10, detail::into(s.match.wins[1]));
  v.end();
}

template <class Visitor>
void describe_position(const Content& c, State& s, Visitor& v) {
  v.word("phase", static_cast<int>(s.phase), Phase_names, detail::into(s.phase));
  v.number("turn_number", s.turn_number, 255, detail::into(s.turn_number));
  v.word("turn", core::index(s.turn), seat_names, [&s](int seat) { s.turn = core::seat(std::max(0, seat)); });
  v.word("first_player", s.first == core::no_seat ? -1 : core::index(s.first), seat_names,
         [&s](int seat) { s.first = core::seat(std::max(0, seat)); });
  v.begin("players");
  for (int i = 0; i < player_count; ++i) describe_player(c, s, i, v);
  v.end();
  describe_battle(c, s, v);
  describe_turn(s, v);
}

}  // namespace rw::transformers_tcg
