// The cards of the Transformers Deck-Building Game as plain arrays, read once from the bundle.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ability/language.h"
#include "engine/core/bundle.h"
#include "engine/games/transformers_dbg/state.h"
#include "engine/games/transformers_dbg/where.h"

namespace rw::transformers_dbg {

struct Names {
  std::string_view en, fr;
};

inline constexpr int max_texts = 8;  // of a card

struct CardDef {
  std::string_view id;
  Names name;
  Card called = no_card;  // the first card that has the same name
  CardKind kind = CardKind::none;
  Faction faction = Faction::neutral;
  CardSet set{};
  std::uint8_t subtypes = 0;  // a bit each
  std::uint8_t copies = 1;
  std::uint8_t level = 0;     // Bosses
  std::int8_t cost = 0, power = 0, range = 0, move = 0;
  std::int8_t against_adversaries = 0;  // Character sides (DBG-BAT-05)
  std::uint8_t mode = 0;                // Character sides: SideUp
  Relic relic{};
  bool flight = false, coop = false, wrath = false, special = false;
  bool blocks = false;           // can be discarded from hand to Block
  std::uint16_t first = 0;       // its texts in Content::abilities, then its reward
  std::uint8_t texts = 0, rewards = 0;
  std::uint32_t moments = 0;     // events and windows of its texts, by Moment
  std::uint32_t modifiers = 0;   // modifiers that hold always, by place after card_power
};

struct CharacterDef {
  std::string_view id;
  Names name;
  CardSet set{};
  Faction faction = Faction::neutral;
  std::uint8_t subtypes = 0;
  std::vector<Card> starters;  // instead of the six Courage or Wrath (DBG-CUS-08)
  Card side[2] = {};
};

struct SetDef {
  std::string_view id;
  bool standalone = false;
  Faction faction = Faction::neutral;
  Card basic = no_card;
  std::vector<std::pair<Card, int>> starters;
};

struct ModeDef {
  std::string_view id;
  Names name;
  PlayKind rules = PlayKind::competitive;
  std::vector<Faction> factions;
  int least = 1, most = 5;
  std::vector<std::pair<int, int>> teams;
  bool boss_of[2] = {}, scheme_of[2] = {};
  bool coop_schemes = false, schemes_optional = false, relics = false;
  int hand = 5, damage_limit = 0, single_damage_limit = 0;
  int single_hands[2] = {}, single_vp[2] = {};  // against 2 and against 3
};

struct TableSize {
  int rows = 0, columns = 0, stack = 0;
};

struct Said {
  std::uint32_t moments = 0, modifiers = 0;  // a bit each
};

using CardRange = core::Range<Card>;

// Cards that have been met.
struct CardMarks {
  std::uint64_t met[4] = {};
  bool mark(Card card) {  // false: it was met before
    std::uint64_t& marks = met[core::index(card) / 64];
    const bool known = core::contains(marks, core::index(card) % 64);
    core::include(marks, core::index(card) % 64);
    return !known;
  }
  void unmark(Card card) { core::exclude(met[core::index(card) / 64], core::index(card) % 64); }
  template <class Fn>
  void each(Fn&& fn) const {
    for (int word = 0; word < 4; ++word)
      for (int bit : core::bits(met[word])) fn(core::make<Card>(word * 64 + bit));
  }
};

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  core::Node root;  // for texts that are made when they are shown
  std::vector<CardDef> cards;  // [0] is no card; Character sides come last
  // By spot and card: the moments and the modifiers of those texts that act there; they are asked for most.
  std::vector<Said> said[Spot_count];
  CardRange of_kind[CardKind_count];
  int pile_cards = 0;  // cards that lie in piles: 1 to pile_cards - 1
  std::vector<CharacterDef> characters;
  std::vector<SetDef> sets;
  std::vector<ModeDef> modes;
  TableSize tables[max_players];
  std::vector<ability::Program> abilities;
  std::vector<Card> ability_card;          // whose text it is
  std::vector<ability::Acts> ability_act;  // how it acts (where.h)
  std::vector<Card> relics;
  core::Indexed<CardSet, Card, base_sets> basics{};  // by the set that brings them
  // By card: those of a base set it may take the place of, with equal costs and with costs that differ by 1.
  std::vector<std::vector<Card>> swaps[2];
  core::Indexed<CardSet, std::vector<std::pair<Card, int>>, 8> damage_of;  // by set: card and copies
  Card standard_damage = no_card;
  int block_range = 0, assist_range = 0;    // the longest printed on a card that Blocks, or has Power
  int starting_energon = 2, starting_vp = 0, convert_cost = 1, combiner_loss = 1, move_cost = 1, search_cost = 1,
      regroup = 1, stacks = 3, bottom_stack = 5, limit_loss = 3, hard_boss_cost = 1;
  int ranks[4] = {};

  std::vector<std::string_view> card_ids;   // of the cards in piles
  std::vector<std::string_view> character_ids;
  std::vector<std::string_view> mode_ids;
};

bool is_swapped(CardKind);  // DBG-CUS-02
bool similar(const Content&, Card out, Card in, int apart);  // may be swapped (DBG-CUS-03, DBG-CUS-05)
void note_where(Content&);  // DBG-TIM-05: what each card says in each spot; again if texts were changed

inline const CardDef& card_def(const Content& c, Card card) { return c.cards[static_cast<std::size_t>(card)]; }
inline CardRange cards_of(const Content& c, CardKind kind) { return c.of_kind[static_cast<int>(kind)]; }
inline CardRange pile_cards(const Content& c) { return {Card{1}, core::make<Card>(c.pile_cards)}; }
// All that can lie in the main deck.
inline CardRange main_cards(const Content& c) {
  return {cards_of(c, CardKind::robot).from, cards_of(c, CardKind::boss).to};
}
inline Card card_with(const Content& c, std::string_view id) {  // no_card: there is none
  return core::make<Card>(std::max(0, core::find_name(c.card_ids, id)));
}
inline bool is_pile_card(const Content& c, Card card) { return core::index(card) < c.pile_cards; }
inline Card card_of(const Content& c, Relic relic) { return c.relics[static_cast<std::size_t>(relic)]; }
inline Card card_of_ability(const Content& c, int ability) {
  return c.ability_card[static_cast<std::size_t>(ability)];
}
inline core::Range<CardSet> all_sets(const Content& c) {
  return core::first<CardSet>(static_cast<int>(c.sets.size()));
}
inline const SetDef& set_def(const Content& c, CardSet set) { return c.sets[static_cast<std::size_t>(set)]; }
inline const Said& said_at(const Content& c, Spot spot, Card card) {
  return c.said[static_cast<int>(spot)][static_cast<std::size_t>(card)];
}
inline std::uint32_t modifiers_at(const Content& c, Spot spot, Card card) {
  return said_at(c, spot, card).modifiers;
}
inline std::uint32_t moments_at(const Content& c, Spot spot, Card card) { return said_at(c, spot, card).moments; }
// May this text act where its card lies?
inline bool acts_at(const Content& c, Spot spot, int ability) {
  return where_texts_act.may(spot, card_def(c, card_of_ability(c, ability)).kind,
                             c.ability_act[static_cast<std::size_t>(ability)]);
}
// Which modifiers stand in a block; one that hangs on a condition counts too.
std::uint32_t modifiers_in(ability::Program, int block);
inline const ModeDef& mode_of(const Content& c, const State& s) { return c.modes[s.mode]; }
inline const CharacterDef& character_def(const Content& c, Character character) {
  return c.characters[static_cast<std::size_t>(character) - 1];
}
inline core::Range<Character> all_characters(const Content& c) {
  return {Character{1}, core::make<Character>(static_cast<int>(c.characters.size()) + 1)};
}
inline const CharacterDef& character_of(const Content& c, const State& s, Seat seat) {
  return character_def(c, player(s, seat).character);
}
// What lies in a slot: a card, or a side of a Character.
inline Card card_in(const Content& c, const State& s, Slot slot) {
  if (!is_character_slot(slot)) return s.slots[slot].card;
  const Character character = s.players[core::index(slot) / 2].character;
  return character == no_character ? no_card : character_def(c, character).side[core::index(slot) % 2];
}
inline const CardDef& def_in(const Content& c, const State& s, Slot slot) {
  return card_def(c, card_in(c, s, slot));
}
inline const CardDef& side_of(const Content& c, const State& s, Seat seat) {
  return def_in(c, s, character_slot(s, seat));
}
inline bool is_special_damage(const Content& c, Card card) { return card_def(c, card).special; }

// DBG-GEN-02.
inline bool is_adversary(const Content& c, const State& s, Seat seat, Card card) {
  const Faction faction = card_def(c, card).faction;
  return faction != Faction::neutral && faction != player(s, seat).faction;
}
inline PlayKind rules_of(const Content& c, const State& s) { return mode_of(c, s).rules; }
inline bool one_faction(const Content& c, const State& s) { return mode_of(c, s).factions.size() == 1; }
// Team versus Team within one faction (DBG-ONE-01).
inline bool one_faction_teams(const Content& c, const State& s) {
  return rules_of(c, s) == PlayKind::teams && one_faction(c, s);
}
// DBG-OVM-09.
inline bool averages_the_many(const Content& c, const State& s) {
  return rules_of(c, s) == PlayKind::one_versus_many && static_cast<OvmScore>(s.ovm_score) == OvmScore::average;
}
inline bool cooperative(const Content& c, const State& s) { return rules_of(c, s) == PlayKind::cooperative; }
inline bool competitive(const Content& c, const State& s) { return rules_of(c, s) == PlayKind::competitive; }

}  // namespace rw::transformers_dbg
