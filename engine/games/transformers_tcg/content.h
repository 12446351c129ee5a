// Characters, battle cards, decks and formats of the Transformers TCG, read once from the bundle.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ability/language.h"
#include "engine/core/bundle.h"
#include "engine/games/transformers_tcg/state.h"

namespace rw::transformers_tcg {

struct Names {
  std::string_view en, fr;
};

RW_NAMED_ENUM(ModeKind, std::uint8_t, alt, alt1, alt2, bot, combiner)
RW_NAMED_ENUM(CharacterKind, std::uint8_t, two_mode, triple_changer, single_mode, combiner)

// The abilities of a mode or a battle card, and at a glance which moments and modifiers are among them.
struct AbilityList {
  int first = 0, count = 0;
  std::uint64_t moments = 0;     // a bit per Moment: triggered, replacement and activated ones
  std::uint32_t modifiers = 0;   // a bit per modifier word, see modifier_bit
  std::uint32_t wide = 0;        // those of them that name whom they are about
};
constexpr std::uint32_t modifier_bit(WordOp word) { return std::uint32_t{1} << modifier_place(word); }
constexpr std::uint32_t looked_up = (modifier_bit(WordOp::last_looked_up) << 1) - 1;
constexpr std::uint64_t moment_bit(Moment moment) { return core::bit(static_cast<int>(moment)); }

struct Mode {
  ModeKind kind = ModeKind::alt;
  int attack = 0, defense = 0;
  std::uint32_t traits = 0;  // a bit per Trait, the faction among them
  AbilityList abilities;

  bool is_alt() const { return kind <= ModeKind::alt2; }
};

inline constexpr int max_modes = 3;
inline constexpr int max_components = 6;
inline constexpr int max_slots = 7;
inline constexpr Slot no_slot{7};  // an Upgrade that a Combiner has not decided about yet
struct CharacterCard {
  CharacterKind kind = CharacterKind::two_mode;
  bool extension = false;
  int stars = 0, health = 0;
  std::uint32_t alt_traits = 0;  // of all its alt modes
  int mode_count = 0;
  Mode modes[max_modes];
  core::Indexed<SlotKind, int, SlotKind_count> slots = {1, 1, 1};
  int component_count = 0;
  CharacterRecord components[max_components] = {};
  int called = 0;  // place among the bare names
  std::string_view id;
  Names name;

  // Weapons first, then Armors.
  int first_slot(SlotKind of) const {
    return (of > SlotKind::weapon ? slots[SlotKind::weapon] : 0) +
           (of > SlotKind::armor ? slots[SlotKind::armor] : 0);
  }
  int slot_count() const { return first_slot(SlotKind::utility) + slots[SlotKind::utility]; }
  SlotKind kind_of(Slot slot) const {
    return core::index(slot) < first_slot(SlotKind::armor)     ? SlotKind::weapon
           : core::index(slot) < first_slot(SlotKind::utility) ? SlotKind::armor
                                                               : SlotKind::utility;
  }
  // All of a kind.
  core::Range<Slot> slots_of(SlotKind of) const {
    return {core::make<Slot>(first_slot(of)), core::make<Slot>(first_slot(of) + slots[of])};
  }
};

struct BattleCard {  // what is read most comes first
  std::uint64_t icons = 0;  // how many of each Color, a byte each
  AbilityList abilities;
  int attack = 0, defense = 0;
  SlotKind kind = no_slot_kind;
  bool action = false;
  bool extension = false;
  int played = -1;          // the ability of an Action
  bool has_plan = false;    // its text says Plan
  std::uint8_t colors = 0;  // a bit per Color
  std::uint8_t also_slots = 0;  // may_use_slot
  int share = 1;            // share_slot
  // where only_on and only_if stand: ability and place, -1 if absent
  int only_on = -1, only_on_at = 0, only_if = -1, only_if_at = 0;
  int stars = 0;
  std::string_view id;
  Names name;
};

constexpr std::uint64_t one_icon(int color) { return std::uint64_t{1} << (8 * color); }
constexpr int icons_of(std::uint64_t icons, int color) { return static_cast<int>((icons >> (8 * color)) & 0xFF); }

struct DeckLine {
  CardRecord card{};
  int copies = 0;
};
struct DeckList {
  std::string_view id;
  Names name;
  std::string_view format;
  std::vector<CharacterRecord> team;
  std::vector<DeckLine> cards;
  std::vector<CharacterRecord> outside_characters;
  std::vector<CardRecord> outside_cards;
  int size() const {
    int n = 0;
    for (const DeckLine& line : cards) n += line.copies;
    return n;
  }
};

struct Format {
  std::string_view id;
  Names name;
  int stars = 25, cards = 40, copies = 3;
  bool unique_characters = true;
  std::vector<CardRecord> banned;
};

// The parts of a deck list as it is written. What lies outside the game is no part of the deck.
RW_NAMED_ENUM(DeckPart, std::uint8_t, team, cards, sideboard, pool, outside)

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  const CharacterCard& character(CharacterRecord record) const {
    return characters[static_cast<std::size_t>(core::index(record))];
  }
  const BattleCard& card(CardRecord record) const { return cards[static_cast<std::size_t>(core::index(record))]; }
  core::Range<CharacterRecord> all_characters() const {
    return core::first<CharacterRecord>(static_cast<int>(characters.size()));
  }
  core::Range<CardRecord> all_cards() const { return core::first<CardRecord>(static_cast<int>(cards.size())); }

  core::Node root;  // for texts that are made when they are shown
  std::vector<ability::Program> abilities;
  std::vector<CharacterCard> characters;  // Combiners last
  std::vector<BattleCard> cards;
  std::vector<std::string_view> name_ids;  // bare names
  std::vector<DeckList> decks;
  std::vector<Format> formats;
  int first_combiner = 0;
  int hand = 3, flips = 2, white_bonus = 2, turn_limit = 200, turns_in_a_row = 2, tie_break_flips = 20;
  std::vector<CharacterRecord> outside_by_trait[Trait_count];  // characters that can be fetched
  std::vector<std::string_view> card_ids, character_ids, format_ids;
  std::vector<std::string_view> headings[DeckPart_count];  // in all languages: locale deck_headings
};

// The modifiers of a block, those under `if` too; wide ones name whom they are about.
enum class Which : std::uint8_t { all, wide };
std::uint32_t modifiers_in(ability::Program, int block, Which = Which::all);
// Where the modifier at this place names whom it is about; 0: nowhere, it is about its bearer.
int whom_at(ability::Program, int at);
bool names_somebody(ability::Program, int at);

// Cards by what is printed on them, to count equal ones once.
struct RecordSet {
  std::uint64_t word[4];
  // False if it is there already.
  bool add(CardRecord record) {
    const int number = core::index(record);
    const std::uint64_t bit = std::uint64_t{1} << (number & 63);
    const bool fresh = (word[number >> 6] & bit) == 0;
    word[number >> 6] |= bit;
    return fresh;
  }
};

// ---- what lies where, as printed --------------------------------------------------------------------

// The starting team.
inline CharacterRecord on_team(const State& s, int seat, int place) {
  return core::make<CharacterRecord>(s.team[seat][place] - 1);
}
inline const CharacterCard& card_of_character(const Content& c, const State& s, Character who) {
  return c.character(record_of(s, who));
}
inline const Mode& mode_of(const Content& c, const State& s, Character who) {
  return card_of_character(c, s, who).modes[s.characters[who].mode];
}
inline const BattleCard& battle_card(const Content& c, const State& s, Card card) {
  return c.card(record_of(s, card));
}
inline bool has_trait(const Content& c, const State& s, Character who, int trait) {
  return trait == 0 || ((mode_of(c, s, who).traits >> trait) & 1) != 0;
}
inline bool is_combined(const Content& c, const State& s, Character who) {
  return card_of_character(c, s, who).kind == CharacterKind::combiner;
}

// The kind of slot in which an Upgrade lies, and all that lie in slots of a kind.
inline SlotKind slot_kind_of(const Content& c, const State& s, Card card) {
  return card_of_character(c, s, bearer_of(s, card)).kind_of(slot_of(s, card));
}
inline CardSet upgrades_in(const Content& c, const State& s, Character who, SlotKind slot_kind) {
  CardSet found{};
  each_upgrade(s, who, [&](Card card) {
    if (slot_of(s, card) != no_slot && slot_kind_of(c, s, card) == slot_kind) found.add(card);
  });
  return found;
}

}  // namespace rw::transformers_tcg
