// The cards of the Transformers Deck-Building Game as plain arrays, read once from the bundle.
#pragma once

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

struct CardDef {
  std::string_view id;
  Names name;
  std::uint16_t called = 0;  // the first card that has the same name
  CardKind kind = CardKind::none;
  Faction faction = Faction::neutral;
  std::uint8_t set = 0;
  std::uint8_t subtypes = 0;  // a bit each
  std::uint8_t copies = 1;
  std::uint8_t level = 0;     // Bosses
  std::int8_t cost = 0, power = 0, range = 0, move = 0;
  std::int8_t against_adversaries = 0;  // Character sides (DBG-BAT-05)
  std::uint8_t mode = 0;                // Character sides: SideUp
  std::uint8_t relic = 0;               // place among the Relics
  bool flight = false, coop = false, wrath = false, special = false;
  bool blocks = false;           // can be discarded from hand to Block
  std::uint16_t first = 0;       // its texts in Content::abilities, then its reward
  std::uint8_t texts = 0, rewards = 0;
  std::uint32_t moments = 0;     // events and windows of its texts, by Moment
  std::uint32_t modifiers = 0;   // modifiers that hold always, by place after card_power
};

struct Character {
  std::string_view id;
  Names name;
  std::uint8_t set = 0;
  Faction faction = Faction::neutral;
  std::uint8_t subtypes = 0;
  std::vector<std::uint8_t> starters;  // instead of the six Courage or Wrath (DBG-CUS-08)
  std::uint16_t side[2] = {};          // places in Content::cards
};

struct CardSet {
  std::string_view id;
  bool standalone = false;
  Faction faction = Faction::neutral;
  std::uint8_t basic = 0;
  std::vector<std::pair<std::uint8_t, int>> starters;
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

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  core::Node root;  // for texts that are made when they are shown
  std::vector<CardDef> cards;  // [0] is no card; Character sides come last
  // By spot and card: the moments and the modifiers of those texts that act there; they are asked for most.
  std::vector<Said> said[Spot_count];
  std::pair<int, int> of_kind[16];  // which cards are of a kind: from, to
  int pile_cards = 0;                 // cards that lie in piles: 1 to pile_cards - 1
  std::vector<Character> characters;
  std::vector<CardSet> sets;
  std::vector<ModeDef> modes;
  TableSize tables[max_players];
  std::vector<ability::Program> abilities;
  std::vector<std::uint16_t> ability_card;  // whose text it is
  std::vector<ability::Acts> ability_act;   // how it acts (where.h)
  std::vector<std::uint8_t> relics;         // Relics by their place
  std::uint8_t basics[base_sets] = {};      // by the set that brings them
  // By card: those of a base set it may take the place of, with equal costs and with costs that differ by 1.
  std::vector<std::vector<std::uint8_t>> swaps[2];
  std::vector<std::pair<std::uint8_t, int>> damage_of[8];  // by set: card and copies
  int standard_damage = 0;
  int block_range = 0, assist_range = 0;    // the longest printed on a card that Blocks, or has Power
  int starting_energon = 2, starting_vp = 0, convert_cost = 1, combiner_loss = 1, move_cost = 1, search_cost = 1,
      regroup = 1, stacks = 3, bottom_stack = 5, limit_loss = 3, hard_boss_cost = 1;
  int ranks[4] = {};

  std::vector<std::string_view> card_ids;   // of the cards in piles
  std::vector<std::string_view> character_ids;
  std::vector<std::string_view> mode_ids;
};

bool is_swapped(CardKind);  // DBG-CUS-02
bool similar(const Content&, int out, int in, int apart);  // may be swapped (DBG-CUS-03, DBG-CUS-05)
void note_where(Content&);  // DBG-TIM-05: what each card says in each spot; again if texts were changed

inline const CardDef& card_def(const Content& c, int card) { return c.cards[static_cast<std::size_t>(card)]; }
inline const Said& said_at(const Content& c, Spot spot, int card) {
  return c.said[static_cast<int>(spot)][static_cast<std::size_t>(card)];
}
inline std::uint32_t modifiers_at(const Content& c, Spot spot, int card) {
  return said_at(c, spot, card).modifiers;
}
inline std::uint32_t moments_at(const Content& c, Spot spot, int card) { return said_at(c, spot, card).moments; }
// May this text act where its card lies?
inline bool acts_at(const Content& c, Spot spot, int ability) {
  const auto at = static_cast<std::size_t>(ability);
  return where_texts_act.may(spot, c.cards[c.ability_card[at]].kind, c.ability_act[at]);
}
// Which modifiers stand in a block; one that hangs on a condition counts too.
std::uint32_t modifiers_in(ability::Program, int block);
inline const ModeDef& mode_of(const Content& c, const State& s) { return c.modes[s.mode]; }
inline const Character& character_of(const Content& c, const State& s, Seat seat) {
  return c.characters[static_cast<std::size_t>(player(s, seat).character - 1)];
}
// What lies in a slot: a card, or a side of a Character.
inline int card_in(const Content& c, const State& s, int slot) {
  if (!is_character_slot(slot)) return s.slots[slot].card;
  const Player& p = s.players[slot / 2];
  return p.character == 0 ? 0 : c.characters[static_cast<std::size_t>(p.character - 1)].side[slot % 2];
}
inline const CardDef& def_in(const Content& c, const State& s, int slot) {
  return card_def(c, card_in(c, s, slot));
}
inline const CardDef& side_of(const Content& c, const State& s, Seat seat) {
  return def_in(c, s, character_slot(s, seat));
}
inline bool is_special_damage(const Content& c, int card) { return card_def(c, card).special; }

// DBG-GEN-02.
inline bool is_adversary(const Content& c, const State& s, Seat seat, int card) {
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
