// A position of the Transformers TCG: two teams, two decks, the attack under way, what waits.
// Layout, sizes and capacities are explained in README.md beside this file.
#pragma once

#include <cstdint>

#include "engine/core/asking.h"
#include "engine/core/fixed.h"
#include "engine/core/idioms.h"
#include "engine/core/names.h"
#include "engine/core/random.h"
#include "engine/core/table.h"
#include "engine/games/transformers_tcg/words.h"
#include "transformers_tcg/clauses.h"

namespace rw::transformers_tcg {

using core::Seat;
using core::SeatMask;

inline constexpr int player_count = 2;
// Places for characters of one player: a team of at most six, three under Metroplex, and whatever is
// fetched from outside. When all places are taken, nothing more is offered from outside (README.md).
inline constexpr int max_characters = 24;
inline constexpr int character_count = player_count * max_characters;
// Battle cards of one player: a deck of at most 90 and what is fetched.
inline constexpr int max_cards = 96;
inline constexpr int max_deck = 90;
inline constexpr int card_count = player_count * max_cards;
// Modifiers that are looked up in play, each with its set of speakers.
constexpr int modifier_place(WordOp word) { return static_cast<int>(word) - static_cast<int>(WordOp::stats); }
inline constexpr int speech_count = modifier_place(WordOp::last_looked_up) + 1;

// ---- what numbers name: each kind is a type of its own, and none is taken for another ------------------------

enum class Character : std::uint8_t {};  // those of the first player, then those of the second
enum class Card : std::uint8_t {};       // battle cards, likewise
enum class Slot : std::uint8_t {};       // of a character
enum class CharacterRecord : std::uint8_t {};  // what is printed: its place in Content::characters
enum class CardRecord : std::uint8_t {};       // and in Content::cards
inline constexpr Character no_character{0xFF};
inline constexpr Card no_card{0xFF};
// One of them in a byte of a position, where a zero means none.
template <core::Id T>
struct OrNone {
  std::uint8_t from_1;
  OrNone() = default;
  constexpr OrNone(T id) : from_1(static_cast<std::uint8_t>(core::index(id) + 1)) {}
  constexpr operator T() const { return core::make<T>(from_1 - 1); }
  constexpr operator core::Operand() const { return from_1 - 1; }
};

// A record in a byte of a position, where 0 means none.
template <core::Id Record>
constexpr std::uint8_t from_1(Record record) {
  return static_cast<std::uint8_t>(core::index(record) + 1);
}

constexpr Seat owner_of(Character who) { return core::seat(core::index(who) >= max_characters ? 1 : 0); }
constexpr Seat owner_of(Card card) { return core::seat(core::index(card) >= max_cards ? 1 : 0); }
// The place of a character among those of its player.
constexpr Character character_of(Seat seat, int place) {
  return core::make<Character>(core::index(seat) * max_characters + place);
}
constexpr int place_of(Character who) {
  return core::index(who) >= max_characters ? core::index(who) - max_characters : core::index(who);
}
constexpr Card card_of(Seat seat, int number) { return core::make<Card>(core::index(seat) * max_cards + number); }

// ---- sets ---------------------------------------------------------------------------------------

// Characters of both players, a bit each.
using CharacterSet = std::uint64_t;
inline constexpr CharacterSet all_of_one = (CharacterSet{1} << max_characters) - 1;
constexpr CharacterSet characters_of(Seat seat) { return all_of_one << (core::index(seat) * max_characters); }
constexpr core::BitRange<Character> each(CharacterSet set) { return {set}; }
constexpr Character first_of(CharacterSet set) { return set == 0 ? no_character : *each(set).begin(); }

// Battle cards of both players, a bit each: the first 96 are those of the first player.
struct CardSet {
  std::uint64_t word[3];

  bool has(Card card) const { return core::contains(word[core::index(card) >> 6], core::index(card) & 63); }
  void add(Card card) { core::include(word[core::index(card) >> 6], core::index(card) & 63); }
  void remove(Card card) { core::exclude(word[core::index(card) >> 6], core::index(card) & 63); }
  bool empty() const { return (word[0] | word[1] | word[2]) == 0; }
  int count() const { return core::population(word[0]) + core::population(word[1]) + core::population(word[2]); }
  friend constexpr CardSet operator&(const CardSet& a, const CardSet& b) {
    return {{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]}};
  }
  friend constexpr CardSet operator|(const CardSet& a, const CardSet& b) {
    return {{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]}};
  }
  friend constexpr CardSet operator-(const CardSet& a, const CardSet& b) {
    return {{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1], a.word[2] & ~b.word[2]}};
  }
  bool operator==(const CardSet&) const = default;

  struct Iterator {
    std::uint64_t left, second, third;  // of this word, and the words after it
    int base;
    Card operator*() const { return core::make<Card>(base + std::countr_zero(left)); }
    Iterator& operator++() {
      left &= left - 1;
      settle();
      return *this;
    }
    void settle() {
      while (left == 0 && base < 128) {
        left = second;
        second = third;
        third = 0;
        base += 64;
      }
    }
    bool operator!=(const Iterator& other) const { return left != other.left; }
  };
  Iterator begin() const {
    Iterator i{word[0], word[1], word[2], 0};
    i.settle();
    return i;
  }
  Iterator end() const { return {0, 0, 0, 0}; }
};
constexpr CardSet cards_of(Seat seat) {
  return core::index(seat) == 0 ? CardSet{{~std::uint64_t{0}, 0xFFFFFFFFu, 0}}
                                : CardSet{{0, ~std::uint64_t{0} << 32, ~std::uint64_t{0}}};
}
constexpr CardSet no_cards{};

// ---- items of choices ------------------------------------------------------------------------------

// A thing that an effect speaks of: characters by number, then battle cards, colors, modes, records of
// cards outside the game, numbers.
enum class Item : std::int16_t {};
inline constexpr Item no_item{-1};
inline constexpr int first_card_item = 64;
inline constexpr int color_item = 256;
inline constexpr int mode_item = 264;
inline constexpr int slot_item = 268;
inline constexpr int outside_character_item = 272;
inline constexpr int outside_card_item = 512;
inline constexpr int number_item = 1024;
constexpr bool is_character(Item item) { return core::index(item) >= 0 && core::index(item) < character_count; }
constexpr bool is_card(Item item) {
  return core::index(item) >= first_card_item && core::index(item) < first_card_item + card_count;
}
constexpr bool is_outside_card(Item item) {
  return core::index(item) >= outside_card_item && core::index(item) < number_item;
}
constexpr bool is_outside_character(Item item) {
  return core::index(item) >= outside_character_item && core::index(item) < outside_card_item;
}
constexpr Item item_of(Character who) {
  return who == no_character ? no_item : core::make<Item>(core::index(who));
}
constexpr Item item_of(Card card) {
  return card == no_card ? no_item : core::make<Item>(first_card_item + core::index(card));
}
constexpr Item item_at(int first, core::Operand number) { return core::make<Item>(first + number.value); }
constexpr Character character_of(Item item) {
  return is_character(item) ? core::make<Character>(core::index(item)) : no_character;
}
constexpr Card card_of(Item item) {
  return is_card(item) ? core::make<Card>(core::index(item) - first_card_item) : no_card;
}
constexpr int number_of(Item item, int first) { return core::index(item) - first; }
constexpr CardRecord outside_card(Item item) { return core::make<CardRecord>(number_of(item, outside_card_item)); }
constexpr CharacterRecord outside_character(Item item) {
  return core::make<CharacterRecord>(number_of(item, outside_character_item));
}

// Where an effect comes from: a battle card, and the character that bears it. Either may be missing.
enum class Source : std::uint16_t {};
constexpr Source source_of(Card card, Character bearer) {
  return core::make<Source>(((core::index(card) + 1) & 0xFF) | (((core::index(bearer) + 1) & 0xFF) << 8));
}
constexpr Source source_of(const core::Frame& f) { return Source{f.source}; }
constexpr Card card_of(Source source) { return core::make<Card>((core::index(source) & 0xFF) - 1); }
constexpr Character bearer_of(Source source) { return core::make<Character>((core::index(source) >> 8) - 1); }
// Rules that work like an effect without being one come after all of these.
inline constexpr int first_special_source = 0xFF00;
constexpr Source special_source(int which) { return core::make<Source>(first_special_source + which); }
constexpr bool is_special(Source source) { return core::index(source) >= first_special_source; }

// ---- words of the position --------------------------------------------------------------------------

RW_NAMED_ENUM(Phase, std::uint8_t, set_up, start, main, attack, end, over)

// What a seat can be asked.
RW_NAMED_ENUM(Question, std::uint8_t, none, first_player, sideboard, main, attack, choose, use, order, replace,
              mode, plan, focus, focus_order, keep, play, slot, leave, component, keep_upgrade, swap, amount)
// What becomes of each when it has only one answer (core/driver.h). Hands and decks are hidden (TCG-HID-08); an
// attack is what a turn comes to.
constexpr core::AskingSets askings(Question) {
  using enum Question;
  return {.plain = core::at(slot, leave, component),
          .window = core::at(sideboard, choose, plan, focus, focus_order, keep, play),
          .ending = core::at(attack, main),
          .several = core::at(none, first_player, use, order, replace, mode, keep_upgrade, swap, amount)};
}

// What a seat can answer; the notation of each stands in lexicon.cpp.
RW_NAMED_ENUM(Verb, std::uint8_t, none, play, flip, use, attack, end, choose, done, resolve, apply, swap,
              keep_upgrade, exchange)

// The steps an agenda is made of.
RW_NAMED_ENUM(Step, std::uint8_t, none, match, setup, turn, attack, ordered_attack, triggers, program, play, flip,
              plan, keep, damage, scrap, put_on, combine, settle_upgrades, amount, tie_break)

RW_NAMED_ENUM(EventKind, std::uint8_t, note, teams, first_player, deck_shuffled, turn_begins, phase_begins, drew,
              played, put_on, tapped, untapped, flipped, mode_kept, attack_declared, defender_changed, flips_fixed,
              card_flipped, white_bonus, focused, totals, pierce_gained, pierced, damaged, prevented, no_damage,
              moved, repaired, knocked_out, returned, scrapped, taken, put_on_deck, planned, looked, revealed,
              fetched, put_under, hidden_under, deployed, combined, kept_upgrade, swapped, attack_over, effect,
              triggered, used, declined, replaced, redirected, reshuffled, extra_turn, tower, kept_hand, lasts,
              ends, pierce_ends, end_of_turn, tie_break, coin, game_over, match_score, exchanged, not_repaired)

// The fact that stands in the way of a refused choice: locale facts.<name>, {a} have, {b} need.
RW_NAMED_ENUM(Fact, std::uint16_t, none, not_asked, game_over, other_question, not_in_hand, not_yours,
              not_an_action_left, not_an_upgrade_left, first_turn, second_turn, cost_unpayable, condition_unmet,
              no_bearer, not_on_battlefield, wrong_slot, needs_character, no_character_needed, already_flipped,
              single_mode, combiner_mode, same_mode, which_mode, tapped, no_tap_ability, tap_ability_used,
              must_attack, not_your_turn, enemy_tapped, brave_enemy, stealth, not_enemy, untapped_only,
              already_attacked, no_such_item, not_green, empty_hand, no_such_trigger, attack_begun, not_sideboard,
              not_offered, name_mode)

// ---- records ---------------------------------------------------------------------------------------

struct CharacterState {
  std::uint8_t card;  // 1 + record, 0: this place is free
  std::uint8_t mode;  // place among its modes
  std::uint8_t damage;
  std::uint8_t beneath;  // 1 + place of the character under which it lies
};

// An ability that has triggered and waits (TCG-TRG-01 to 04).
struct Trigger {
  static constexpr const char* called = "triggers";
  std::uint16_t ability;
  std::uint16_t position;  // where its program starts
  Source source;
  Item subject;
  std::int16_t object;
  Seat controller;
  std::uint8_t event;  // triggers of one event share it
};

// Modifiers with a duration. Equal ones are counted, so that a chain of them fits.
using ability::Lasting;
constexpr Source source_of(const Lasting& l) { return Source{l.source}; }
constexpr Item subject_of(const Lasting& l) { return Item{l.subject}; }
// Pierce from black icons (TCG-BAT-10) lasts without an ability: `object` is how much.
inline constexpr std::uint16_t black_icons = 0xFFFF;

// A delayed ability.
struct Later {
  static constexpr const char* called = "later";
  std::uint16_t ability = 0;
  std::uint16_t block = 0;
  Source source{};
  Item subject{};
  std::int16_t object = 0;
  Seat controller{};
  std::uint8_t moment : 6 = 0;
  std::uint8_t until : 2 = 0;  // at_once: once
};
static_assert(Moment_count < 64 && Until_count <= 4);

// What was used and is not used again this turn (once per turn, TCG-END-05).
struct Use {
  static constexpr const char* called = "uses";
  Source source;
  std::uint16_t ability;
};

// Damage on its way to one character, and what has changed it already (TCG-RPL-02).
inline constexpr int max_replacements = 6;
struct Hit {
  static constexpr const char* called = "hits";
  OrNone<Character> target;
  std::uint8_t amount;
  Source changed_by[max_replacements];
};
inline constexpr int hit_capacity = 6;

struct Damage {
  CharacterSet left;  // still to be looked at
  core::Sequence<Hit, hit_capacity> hits;  // the last is the one being changed
  std::uint8_t amount;
  std::uint8_t attack;  // attack damage, or any other
  Seat by;  // whose card does it
  OrNone<Character> doer;
  core::Indexed<Character, std::uint8_t, character_count> sum;  // what each will get, all at once (TCG-DMG-11)
  std::uint8_t open;
  std::uint8_t surplus;  // it is the surplus of an attack (TCG-DMG-15)
  std::uint8_t spare[4];
};

enum BattleStage : std::uint8_t {
  no_battle,
  before_flips,  // A2 to A4
  attack_flips,  // A5, A6
  defense_flips,  // A7, A8
  damage_stage,  // A9, A10
  after_battle_stage,
  swap_stage,
};

struct Battle {
  OrNone<Character> attacker, defender;  // kept when KO'd
  std::uint8_t stage;  // BattleStage
  std::uint8_t flips_left;  // of the side that flips now
  std::uint8_t locked[player_count];  // flips of each side (TCG-BAT-03)
  std::uint8_t white_used[player_count];  // TCG-BAT-04
  std::uint8_t surplus;  // damage beyond what was needed (TCG-DMG-13)
  std::uint8_t spilled;  // TCG-DMG-16
  std::uint8_t dealt;  // attack damage done
  std::uint8_t over;  // TCG-ATK-16
  std::uint8_t taken[player_count];  // all damage that each side's fighter took in this battle
};

// Table options.
struct Options {
  std::uint8_t format;  // place among the formats
  std::uint8_t early_from_hand;  // TCG-TRN-07
  std::uint8_t all_from_ko;  // TCG-CMB-08: 1: on the battlefield
  std::uint8_t outside_pool;  // TCG-OUT-06
  std::uint8_t unfinished_draw;  // TCG-VAR-06
  std::uint8_t match;  // TCG-VAR-01: wins needed, 1: a single game
  std::uint8_t loser_chooses;  // TCG-SET-05
  std::uint8_t spare;
  std::uint8_t basic;  // TCG-VAR-03
  std::uint8_t deck[player_count];  // preset, 0xFF: a list of its own
  std::uint8_t time_called;  // TCG-VAR-04: 1 the turn is finished, 2 until all are tapped
};

struct MatchRecord {
  std::uint8_t games;
  std::uint8_t wins[player_count];
  std::uint8_t chooser;  // 1 + seat that chose who starts
  std::uint8_t last_winner;  // 1 + seat, 0: drawn or none
  std::uint8_t spare;
};

inline constexpr int sideboard_size = 12;  // a character, then battle cards
inline constexpr int agenda_depth = 24;
inline constexpr int pending_capacity = 36;
inline constexpr int lasting_capacity = 48;
inline constexpr int later_capacity = 16;
inline constexpr int use_capacity = 12;

struct State {
  core::Random random;
  core::Decision decision;
  std::uint32_t asked[player_count];
  CharacterSet field, ko_area, tapped, attacked, formed;  // formed: combined this turn
  CharacterSet listen[Moment_count];  // who has an ability for it in force
  CardSet hand, scrap, played, flipped, attached, under, marked, aside, used, endangered;
  CardSet known[player_count];  // by viewer
  Damage damage;
  CharacterSet speak[speech_count];  // who has this modifier in force
  CharacterSet wide;  // who has any that names whom it is about
  core::Indexed<Character, CharacterState, character_count> characters;
  std::uint32_t lasting_words;  // modifiers among what lasts, a bit per word
  core::Agenda<agenda_depth> agenda;
  core::Sequence<Trigger, pending_capacity> pending;
  core::Sequence<Lasting, lasting_capacity> lasting;
  core::Sequence<Later, later_capacity> laters;
  core::Sequence<Use, use_capacity> uses;
  std::uint16_t end_clause;
  core::Indexed<Card, std::uint8_t, card_count> definition;  // 1 + record
  core::Indexed<Card, std::uint8_t, card_count> where;  // attached, under: place | slot << 5; else its mark
  Card deck[player_count][max_cards];  // [0] is the bottom
  std::uint8_t deck_size[player_count];
  std::uint8_t tower[player_count];  // 1 + height, 0: none
  std::uint8_t list_size[player_count];  // cards of the deck as listed: the first ones
  std::uint8_t team_size[player_count];
  std::uint8_t team[player_count][6];  // 1 + record of the starting team
  Battle battle;
  std::uint8_t seats;
  Phase phase;
  Seat turn, first;
  std::uint8_t turn_number, turns_in_row, extra_turn;
  SeatMask winners;
  // the turn's record
  std::uint8_t actions, upgrades, flips, tap_abilities, plays, attacks;
  std::uint8_t white_flips[player_count];
  std::uint8_t event;
  std::uint8_t check;  // something may be KO'd
  OrNone<Character> paid_with;
  std::uint8_t fresh_deck;  // a bit per player: reshuffled inside the effect being carried out
  std::uint8_t programs;  // effects being carried out, one inside the other
  Seat scrap_by;
  Options options;
  MatchRecord match;
  std::uint8_t sideboard[player_count][sideboard_size];  // 1 + record
  std::uint8_t attacks_again;  // the attacker has attacked before in this turn
  std::uint8_t spare[5];
};
static_assert(core::is_flat<State>, "positions are compared, hashed and saved as bytes");
static_assert(sizeof(State) <= 4096, "a position stays within 64 cache lines");
static_assert(sizeof(State) % 8 == 0);

struct Content;
using Table = core::Table<State, Content>;

// ---- reading the table ---------------------------------------------------------------------------

constexpr Seat opponent(Seat seat) { return core::seat(1 - core::index(seat)); }
inline CharacterSet fielded(const State& s, Seat seat) { return s.field & characters_of(seat); }
inline bool on_field(const State& s, Character who) { return who != no_character && core::contains(s.field, who); }
inline bool in_ko_area(const State& s, Character who) {
  return who != no_character && core::contains(s.ko_area, who);
}
inline bool is_tapped(const State& s, Character who) { return core::contains(s.tapped, who); }
inline int hand_size(const State& s, Seat seat) { return (s.hand & cards_of(seat)).count(); }
inline bool has_hand(const State& s, Seat seat) { return !(s.hand & cards_of(seat)).empty(); }
inline Character attacker_of(const State& s) { return s.battle.attacker; }
inline Character defender_of(const State& s) { return s.battle.defender; }
inline bool fighting(const State& s) { return s.battle.stage != no_battle; }
inline CardRecord record_of(const State& s, Card card) { return core::make<CardRecord>(s.definition[card] - 1); }
inline CharacterRecord record_of(const State& s, Character who) {
  return core::make<CharacterRecord>(s.characters[who].card - 1);
}
inline bool is_there(const State& s, Card card) { return s.definition[card] != 0; }
inline bool is_there(const State& s, Character who) { return s.characters[who].card != 0; }
// A number that a choice names may be none of a character.
inline bool is_known(const State& s, Character who) {
  return core::index(who) < character_count && is_there(s, who);
}
inline bool same_kind(const State& s, Card a, Card b) { return s.definition[a] == s.definition[b]; }
// Of an Upgrade, or of a card under a character.
inline Character bearer_of(const State& s, Card card) { return character_of(owner_of(card), s.where[card] & 31); }
inline Slot slot_of(const State& s, Card card) { return core::make<Slot>(s.where[card] >> 5); }
inline void put_at(State& s, Card card, Character who, Slot slot = {}) {
  s.where[card] = static_cast<std::uint8_t>(place_of(who) | (core::index(slot) << 5));
}
// Calls fn(card) for each Upgrade on a character.
template <class Fn>
void each_upgrade(const State& s, Character who, Fn&& fn) {
  const int place = place_of(who);
  for (const Card card : s.attached& cards_of(owner_of(who)))
    if ((s.where[card] & 31) == place) fn(card);
}
inline CardSet upgrades_on(const State& s, Character who) {
  CardSet found{};
  each_upgrade(s, who, [&](Card card) { found.add(card); });
  return found;
}
// How many copies share the slot with this Upgrade, itself among them (TCG-UPG-06).
inline int copies_together(const State& s, Card card) {
  int copies = 0;
  each_upgrade(s, bearer_of(s, card), [&](Card other) { copies += s.where[other] == s.where[card]; });
  return copies;
}
inline CardSet cards_under(const State& s, Character who) {
  CardSet found{};
  for (const Card card : s.under)
    if (bearer_of(s, card) == who) found.add(card);
  return found;
}
inline Card top_of_deck(const State& s, Seat seat) {
  const int n = s.deck_size[core::index(seat)];
  return n == 0 ? no_card : s.deck[core::index(seat)][n - 1];
}

inline bool is_over(const State& s) { return s.phase == Phase::over; }

// The players in the order in which they act: the active one first (TCG-ACT-12).
struct TurnOrder {
  Seat first, second;
  const Seat* begin() const { return &first; }
  const Seat* end() const { return &second + 1; }
};
inline TurnOrder in_turn_order(const State& s) { return {s.turn, opponent(s.turn)}; }

// ---- the core's phrases (core/idioms.h) -------------------------------------------------------------------

inline bool in_game(const State&, Seat) { return true; }  // whoever leaves ends the game

using core::choice, core::cite, core::emit, core::emit_secret, core::legal, core::refuse;

constexpr Verb verb_of(core::Choice c) { return static_cast<Verb>(c.verb()); }

}  // namespace rw::transformers_tcg
