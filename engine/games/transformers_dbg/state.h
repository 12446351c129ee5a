// A position of the Transformers Deck-Building Game: the Matrix, decks, cards in play, the battle.
// Layout, sizes and capacities are explained in README.md beside this file.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/ability/lasting.h"
#include "engine/core/asking.h"
#include "engine/core/fixed.h"
#include "engine/core/idioms.h"
#include "engine/core/names.h"
#include "engine/core/random.h"
#include "engine/core/table.h"
#include "transformers_dbg/clauses.h"

namespace rw::transformers_dbg {

using core::Seat;
using core::SeatMask;

inline constexpr int max_players = 5;
inline constexpr int max_rows = 4, max_columns = 5;
inline constexpr int max_spaces = max_rows * max_columns;  // DBG-SET-05
inline constexpr int base_sets = 2;
// Cards in play of all players, and both sides of each Character.
inline constexpr int slot_count = 64;
inline constexpr int first_card_slot = 2 * max_players;

// What numbers name. Each kind is a type of its own: a card is never taken for a space.
enum class Card : std::uint16_t {};  // a design: equal cards are not told apart; sides of Characters come last
enum class Character : std::uint8_t {};  // 1 + its place in Content::characters
enum class CardSet : std::uint8_t {};  // its place in Content::sets; base sets come first
enum class Relic : std::uint8_t {};  // its place in Content::relics
enum class Space : std::uint8_t {};  // row * 5 + column
enum class Slot : std::uint8_t {};  // sides of Characters are 2 * seat and 2 * seat + 1, cards follow
inline constexpr Card no_card{0};
inline constexpr Character no_character{0};
inline constexpr Space no_space{0xFF};
inline constexpr Slot no_slot{0xFF};

// A card that lies somewhere takes a byte. Only sides of Characters have greater numbers.
struct CardByte {
  std::uint8_t number;
  CardByte() = default;
  constexpr CardByte(Card card) : number(static_cast<std::uint8_t>(card)) {}
  constexpr operator Card() const { return Card{number}; }
  constexpr operator core::Operand() const { return number; }
};
template <int room>
using Cards = core::Sequence<CardByte, room>;

inline constexpr int pile_room = 128;  // all that one player can ever own, see README.md
inline constexpr int vault_room = 80;  // every card that can be defeated or bought as a Relic
inline constexpr int main_room = 80;  // 65 cards and six Bosses (DBG-SET-06, DBG-SET-07)
inline constexpr int box_room = 240;  // what was not dealt (DBG-SET-10)
inline constexpr int damage_room = 48;  // DBG-SET-14: at most 45
inline constexpr int encounter_room = 10;  // DBG-SET-13
inline constexpr int free_ranges = 4;  // pools without a card, by Range 0 to 3

RW_NAMED_ENUM(Faction, std::uint8_t, autobot, decepticon, neutral)
RW_NAMED_ENUM(PlayKind, std::uint8_t, competitive, cooperative, teams, one_versus_many)
// How one player is compared with many (DBG-OVM-09).
RW_NAMED_ENUM(OvmScore, std::uint8_t, head_start, sum, average)
RW_NAMED_ENUM(Phase, std::uint8_t, characters, start, action, end, over)

// What a seat can be asked.
RW_NAMED_ENUM(Question, std::uint8_t, none, character, arrive, must_play, action, spend, assist, accept,
              after_encounter, confront, block, target, offer, choose, discard, repair, step, place, reveal, order,
              sift, stack, pick_up, put_back, undo)
// What becomes of each when it has only one answer (core/driver.h). Hands and decks are hidden (DBG-HID-07).
constexpr core::AskingSets askings(Question) {
  using enum Question;
  return {
      .plain = core::at(character, step, place),
      .window = core::at(assist, after_encounter, block, choose, discard, repair, sift, stack, pick_up, put_back),
      .ending = core::at(action),
      .several = core::at(none, arrive, must_play, spend, accept, confront, target, offer, reveal, order, undo)};
}

// What a seat can answer; lexicon.cpp says of each how it is written and what it does.
RW_NAMED_ENUM(Verb, std::uint8_t, none, be, arrive, play, move, search, buy, buy_basic, battle, confront, thwart,
              spend, convert, use, regroup, end, assist, defend, accept, refuse, block, choose, option, yes, no,
              discard, repair, step, place, reveal, resolve, stack, put, undo, pass, done)

// The steps an agenda is made of.
RW_NAMED_ENUM(Step, std::uint8_t, none, characters, turn, program, texts, offer, event, spend, battle, attack,
              ambush, flip, discard, repair, march, place_boss, sift, reveal, rearrange)

RW_NAMED_ENUM(EventKind, std::uint8_t, note, mode, character_chosen, set_up, starting_player, hand_drawn,
              turn_begins, arrived, upkeep, phase_begins, card_played, text_used, energon_gained, energon_lost,
              energon_paid, vp_gained, vp_lost, card_drawn, drew, shuffled, discarded, destroyed, card_put,
              damage_gained, damage_avoided, no_damage_left, repaired, converted, turned, power_added, range_added,
              move_added, moved, teleported, searched, flipped_down, peeked, peeked_main, buried, main_revealed,
              boss_placed, refilled, picked_up, put_back, sifted, revealed, ambushed, encounter, ambush_ignored,
              attack_declared, attack_avoided, blocked, attack_hits, bought, basic_bought, battle_declared,
              confrontation_declared, assist_played, assist_passed, assist_revealed, assist_refused,
              assist_returned, cost_changed, battle_power, battle_won, battle_lost, confrontation_cancelled,
              battle_off, reward, tokens_added, thwarted, contributed, regrouped, turn_ends, undone, lasting,
              damage_limit, damage_counted, limit_counted, scored, game_over, all_lose)

// The fact that stands in the way of a refused choice: locale facts.<name>, {a} have, {b} need.
RW_NAMED_ENUM(Fact, std::uint16_t, none, not_asked, game_over, other_question, not_your_turn, in_battle,
              not_in_hand, damage_first, taken, wrong_faction, not_in_sets, no_such_space, not_adjacent, no_move,
              needs_flight, nothing_to_search, not_for_sale, own_text_needed, facedown, empty_space,
              too_little_power, out_of_reach, stack_empty, other_basic, not_an_adversary, no_power_committed,
              price_unpaid, no_energon, cannot_spend, cannot_convert, used_already, no_such_text, not_now, blanked,
              not_here, condition, no_target, action_taken, nothing_to_repair, no_power_printed, special_damage,
              one_assist_only, on_the_island, not_arrived, other_team, no_defence, not_offered, forced, no_block,
              not_among, not_a_scheme, one_way_only, not_bought, no_such_stack, more_than_missing, points_missing)

// ---- parts of a position ---------------------------------------------------------------------------

// A card in play, or a Character side. Its pools are what it has now less what was spent (DBG-GEN-08).
struct InPlay {
  CardByte card;  // no_card: the slot is free, or a Character's side (content.h, card_in)
  std::uint8_t order;  // its place among the cards played this turn, from 1; 0: an Ally from earlier
  std::int8_t power_bonus, range_bonus, move_bonus;  // DBG-TIM-06: fixed, this turn
  std::uint8_t power_spent, move_spent;
  std::uint8_t committed;  // of its Power, in the battle or purchase going on
  std::uint8_t committed_move;  // spent as Power
  std::uint8_t used;  // texts used this turn, a bit each (DBG-TIM-03)
  std::uint8_t used_in_battle;
  std::uint8_t assist;  // 1: resolved as an Assist, gone after the battle (DBG-AST-14)
};

struct Player {
  Cards<pile_room> deck;  // the last one is on top
  Cards<pile_room> hand;  // ascending
  Cards<pile_room> discard;
  Cards<vault_room> vault;
  std::uint8_t deck_known;  // so many cards on top are known to the owner (DBG-HID-06),
  std::uint8_t deck_open;  // and so many to everybody
  Character character;
  std::uint8_t side;  // 0: the starting side (DBG-SET-20)
  Space space;  // no_space: not yet on the Matrix (DBG-SET-24)
  Faction faction;
  std::uint8_t team;
  std::uint8_t energon;
  std::uint8_t vp;
  std::uint8_t damage;  // standard Damage in front of the player
  std::uint8_t specials;  // special Damage possessed, wherever it is (DBG-GEN-10)
  std::uint8_t starters_gone;  // destroyed
  std::uint8_t relics[2];  // Relics in the Vault, a bit each by Content::relics
  std::uint8_t relics_used[4];  // two texts each, this turn
};

RW_NAMED_ENUM(AssistState, std::uint8_t, none, passed, offered, defending, resolved, defended, returned)
struct Assist {
  CardByte card;
  AssistState state;
  Slot slot;  // when resolved
  std::int8_t bonus;  // battle_power of its own texts
};

// A battle against a Robot or a Confrontation (DBG-CNF-01).
struct Battle {
  std::uint8_t open;  // 0 none, 1 Robot, 2 Boss
  Space space;
  CardByte card;
  Seat attacker;
  std::int8_t bonus;  // battle_power of the attacker's texts
  std::int8_t cost_change;  // of Encounters and texts, this battle only (DBG-CNF-14)
  CardByte encounter;
  CardSet encounter_deck;
  std::uint8_t own_robot;  // 1 + Destination, of a Robot of one's own faction (DBG-BAT-07)
  std::uint8_t cancelled;
  std::uint8_t gone;  // the card battled has left its space or lies facedown (DBG-BAT-11)
  Assist assists[max_players];
  std::uint8_t free_committed[free_ranges];
  std::uint8_t move_committed;  // free Move used as Power
  std::uint8_t won;
  std::uint8_t relics_used[2];  // Relics whose Confront text was used, a bit each
};

// Where a text comes from, as frames and lasting effects remember it: a slot, a space, a Relic or a card.
enum class Source : std::uint16_t {};
inline constexpr Source no_source{0xFFFF};
// What an event is about: a card and a space, either may be missing.
enum class Subject : std::uint16_t {};
inline constexpr Subject no_subject{0};

// A triggered text that waits for its turn (DBG-TIM-01).
struct Pending {
  static constexpr const char* called = "triggers";
  std::uint16_t ability;
  Source source;
  Subject subject;
  std::uint16_t block;  // of a delayed text: where it goes on; 0: from its start
  Seat controller;
  std::uint8_t spare;
};
inline constexpr int pending_capacity = 40;  // one text of each faceup card, and a score of others
inline constexpr int lasting_capacity = 32;  // equal ones are kept once
inline constexpr int agenda_depth = 24;  // the deepest nest met is about a dozen

// By contributor; the last are nobody's (DBG-CRD-17).
using Tokens = std::uint8_t[max_players + 1];
template <class T>
using BySpace = core::Indexed<Space, T, max_spaces>;
struct Matrix {
  BySpace<CardByte> card;
  BySpace<SeatMask> known_by;  // of a facedown card (DBG-HID-04)
  BySpace<std::uint8_t> origin;  // which stack it came from: 0 the first deal, 1 to 4, or mixed
  BySpace<std::uint8_t> used;  // texts used this turn
  BySpace<Tokens> tokens;
};
inline constexpr std::uint8_t mixed_origin = 7;

struct State {
  core::Random random;
  core::Indexed<Seat, std::uint64_t, max_players> in_play;  // which slots, by owner
  core::Decision decision;
  std::uint32_t asked[max_players];
  std::uint32_t faceup;  // spaces with a faceup card
  std::uint32_t spaces;  // spaces of this table
  // At least what cards on the table have; exact while somebody is asked (figures.cpp).
  std::uint32_t in_force;  // modifiers
  std::uint32_t listened;  // moments
  core::Agenda<agenda_depth> agenda;
  core::Sequence<ability::Lasting, lasting_capacity> lasting;
  core::Sequence<Pending, pending_capacity> pending;
  std::int16_t score[max_players];  // when it is over
  std::uint16_t end_clause;
  std::uint16_t turns;
  Player players[max_players];
  core::Indexed<Slot, InPlay, slot_count> slots;
  Matrix matrix;
  Cards<main_room> main_deck;  // the last one is on top
  std::uint8_t main_known[main_room];  // who knows it: five bits; which stack: three
  Cards<box_room> box;
  Cards<main_room> destroyed;
  Cards<damage_room> damage_stack;  // the last one is on top
  core::Indexed<CardSet, Cards<encounter_room>, base_sets> encounters, encounter_discards;
  core::Indexed<CardSet, std::uint8_t, base_sets> basics;
  Battle battle;
  std::uint8_t seats;
  Seat turn;
  Seat first;
  Phase phase;
  std::uint8_t mode;  // place in Content::modes
  std::uint8_t sets;  // sets in use, a bit each
  std::uint8_t damage_facedown;
  std::uint8_t bosses_defeated;
  SeatMask winners;
  // the turn's record
  std::uint8_t plays;
  std::uint8_t searches;
  std::uint8_t conversions, free_conversions;
  std::uint8_t acted;  // DBG-TRN-05
  std::uint8_t free_power[free_ranges];  // left
  std::uint8_t free_move;
  std::uint8_t left_main_deck;  // cards that left the main deck this round (DBG-END-06)
  // table options
  std::uint8_t schemes_out, plus_minus, damage_in_play_only, refill_at_once, no_regroup, ovm_score, difficulty,
      no_clock;
  SeatMask limit_reached;
  std::uint8_t main_total, damage_total;  // cards in the game, to see that none is lost
  SeatMask left;  // who has conceded (DBG-END-09)
  std::uint8_t spare[1];
};
static_assert(core::is_flat<State>, "positions are compared, hashed and saved as bytes");
static_assert(sizeof(State) == 5816, "a position stays within 91 cache lines");

struct Content;
using Table = core::Table<State, Content>;

// ---- where things are --------------------------------------------------------------------------------

constexpr int row_of(Space space) { return core::index(space) / max_columns; }
constexpr int column_of(Space space) { return core::index(space) % max_columns; }
constexpr Space space_at(int row, int column) { return core::make<Space>(row * max_columns + column); }
// DBG-GEN-03.
constexpr int distance(Space a, Space b) {
  const int rows = row_of(a) - row_of(b), columns = column_of(a) - column_of(b);
  return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}
inline bool on_grid(const State& s, Space space) {
  return core::index(space) < max_spaces && core::contains(s.spaces, space);
}
inline bool is_faceup(const State& s, Space space) { return core::contains(s.faceup, space); }
inline bool is_empty(const State& s, Space space) { return s.matrix.card[space] == no_card; }
inline bool is_facedown(const State& s, Space space) { return !is_empty(s, space) && !is_faceup(s, space); }
inline core::BitRange<Space> spaces_of(const State& s) { return {s.spaces}; }
inline core::BitRange<Space> faceup_spaces(const State& s) { return {s.faceup}; }

// ---- where a text comes from ---------------------------------------------------------------------------------

inline constexpr int first_space_source = 0x100, first_relic_source = 0x200, first_card_source = 0x300;
inline constexpr int relic_room = 16;
constexpr Source source_of(Slot slot) { return core::make<Source>(core::index(slot)); }
constexpr Source source_of(Space space) { return core::make<Source>(first_space_source + core::index(space)); }
constexpr Source source_of(Seat seat, Relic relic) {
  return core::make<Source>(first_relic_source + core::index(seat) * relic_room + core::index(relic));
}
// It lies nowhere: an Encounter, a reward, a Block.
constexpr Source source_of(Card card) { return core::make<Source>(first_card_source + core::index(card)); }
constexpr Source source_of(const core::Frame& f) { return Source{f.source}; }
constexpr bool is_slot(Source source) { return core::index(source) < first_space_source; }
constexpr bool is_space(Source source) {
  return core::index(source) >= first_space_source && core::index(source) < first_relic_source;
}
constexpr bool is_relic(Source source) {
  return core::index(source) >= first_relic_source && core::index(source) < first_card_source;
}
constexpr bool is_card(Source source) { return core::index(source) >= first_card_source; }
constexpr Slot slot_of(Source source) { return core::make<Slot>(core::index(source)); }
constexpr Space space_of(Source source) { return core::make<Space>(core::index(source) - first_space_source); }
constexpr Relic relic_of(Source source) {
  return core::make<Relic>((core::index(source) - first_relic_source) % relic_room);
}
constexpr Seat owner_of_relic(Source source) {
  return core::seat((core::index(source) - first_relic_source) / relic_room);
}
constexpr Card card_of(Source source) { return core::make<Card>(core::index(source) - first_card_source); }

constexpr Subject subject_of(Card card, Space space) {
  return core::make<Subject>((core::index(card) << 8) | (space == no_space ? 0 : core::index(space) + 1));
}
constexpr Subject subject_of(const core::Frame& f) { return core::make<Subject>(f.subject); }
constexpr Card card_of(Subject subject) { return core::make<Card>(core::index(subject) >> 8); }
constexpr Space space_of(Subject subject) { return core::make<Space>((core::index(subject) & 0xFF) - 1); }

// ---- reading the table ---------------------------------------------------------------------------------

inline Player& player(State& s, Seat seat) { return s.players[core::index(seat)]; }
inline const Player& player(const State& s, Seat seat) { return s.players[core::index(seat)]; }
// DBG-TRN-09: clockwise.
inline Seat next_seat(const State& s, Seat seat, int steps = 1) {
  return core::seat((core::index(seat) + steps) % s.seats);
}
// The next one who has not conceded (DBG-END-09).
inline Seat next_in_game(const State& s, Seat seat) {
  do seat = next_seat(s, seat);
  while (core::has(s.left, seat));
  return seat;
}
constexpr Slot slot_of_side(Seat seat, int side) { return core::make<Slot>(core::index(seat) * 2 + side); }
inline Slot character_slot(const State& s, Seat seat) { return slot_of_side(seat, player(s, seat).side); }
constexpr bool is_character_slot(Slot slot) { return core::index(slot) < first_card_slot; }
inline bool in_play(const State& s, Seat seat, Slot slot) { return core::contains(s.in_play[seat], slot); }
inline Seat owner_of(const State& s, Slot slot) {
  if (is_character_slot(slot)) return core::seat(core::index(slot) / 2);
  for (int i = 0; i < s.seats; ++i)
    if (in_play(s, core::seat(i), slot)) return core::seat(i);
  return core::no_seat;
}
inline constexpr std::uint64_t character_slots = core::bit(first_card_slot) - 1;
inline core::BitRange<Slot> slots_of(const State& s, Seat seat) { return {s.in_play[seat]}; }
inline core::BitRange<Slot> cards_in_play(const State& s, Seat seat) {
  return {s.in_play[seat] & ~character_slots};
}
// Where a copy of this card lies in play.
inline Slot slot_with(const State& s, Seat seat, Card card) {
  for (const Slot slot : cards_in_play(s, seat))
    if (s.slots[slot].card == card) return slot;
  return no_slot;
}
// The first one in which nothing lies; slot_count: none is left.
inline int free_slot(const State& s) {
  std::uint64_t taken = character_slots;
  for (std::uint64_t mask : s.in_play) taken |= mask;
  return std::countr_one(taken);
}
inline core::BitRange<Relic> relics_of(const Player& p) {
  return {static_cast<std::uint64_t>(p.relics[0] | (p.relics[1] << 8))};
}
inline bool has_relic(const Player& p, Relic relic) {
  return core::contains(p.relics[core::index(relic) / 8], core::index(relic) % 8);
}
inline void gain_relic(Player& p, Relic relic) {
  core::include(p.relics[core::index(relic) / 8], core::index(relic) % 8);
}
inline SeatMask all_seats(const State& s) { return static_cast<SeatMask>((1u << s.seats) - 1); }
inline bool arrived(const State& s, Seat seat) { return player(s, seat).space != no_space; }
inline bool same_team(const State& s, Seat a, Seat b) { return player(s, a).team == player(s, b).team; }
// DBG-GEN-19.
inline bool is_opponent(const State& s, Seat you, Seat other) { return !same_team(s, you, other); }
inline bool in_battle(const State& s) { return s.battle.open != 0; }
inline int main_knowers(const State& s, int at) { return s.main_known[at] & 31; }
inline int main_origin(const State& s, int at) { return s.main_known[at] >> 5; }

// ---- the core's phrases (core/idioms.h) -------------------------------------------------------------------

inline bool in_game(const State& s, Seat seat) { return !core::has(s.left, seat); }

using core::choice, core::cite, core::emit, core::emit_secret, core::legal, core::refuse;

constexpr Verb verb_of(core::Choice c) { return static_cast<Verb>(c.verb()); }
inline Question question_of(const State& s) { return static_cast<Question>(s.decision.kind); }

}  // namespace rw::transformers_dbg
