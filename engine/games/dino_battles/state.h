// A position of Biomechanic Dino Battles: decks, Dinosaurs, face-down cards, the response stack.
// Layout, sizes and capacities are explained in README.md beside this file.
#pragma once

#include <cstdint>
#include <span>

#include "dino_battles/clauses.h"
#include "engine/core/asking.h"
#include "engine/core/fixed.h"
#include "engine/core/idioms.h"
#include "engine/core/names.h"
#include "engine/core/random.h"
#include "engine/core/table.h"

namespace rw::dino_battles {

using core::Seat;
using core::SeatMask;

inline constexpr int max_players = 4;
inline constexpr int stack_count = 10;    // DNB-SET-03: Strategies and Techs on the table
inline constexpr int dino_kinds = 6;      // DNB-SET-04
inline constexpr int offering_size = 5;   // DNB-SET-10
inline constexpr int max_slots = 6;       // the Active Dinosaur and a Reserve of at most five (DNB-OPT-01)
inline constexpr int active_slot = 0;
inline constexpr int combat_kinds = 3;
// No rule limits these (DNB-ATT-04, DNB-TEC-03), so they hold whatever the box can bring about; the sums are for
// four players and stand in README.md.
inline constexpr int max_handles = 169;   // all that one player can ever own besides Status Cards
inline constexpr int max_attached = 196;  // all cards in the box besides Status Cards
inline constexpr int max_items = 101;     // every Tech in the box upon one attack

// The kinds of cards that a deck can hold. A Poison remembers who inflicted it (DNB-STA-11), so there
// is a kind for each seat. Equal cards are not told apart: what is stored is how many lie where.
enum Kind : int {
  attack_card,
  evade_card,
  defend_card,
  wound_card,
  paralyze_card,
  poison_card,  // and the next three: by the inflicting seat
  first_stack = poison_card + max_players,
  kind_count = first_stack + stack_count,
  first_dino_card = kind_count,  // names for Dinosaurs among cards: scripts, events
  card_names = first_dino_card + dino_kinds,
};
inline constexpr int kind_room = 20;  // kind_count, filled up

constexpr bool is_combat(int kind) { return kind < combat_kinds; }
constexpr bool is_poison(int kind) { return kind >= poison_card && kind < first_stack; }
constexpr bool is_status(int kind) { return kind >= wound_card && kind < first_stack; }
constexpr bool is_stack_card(int kind) { return kind >= first_stack && kind < kind_count; }

// A Dinosaur in play by owner and place: the place stays the same while the Dinosaur changes slots.
using Ref = int;  // seat * 8 + place
inline constexpr Ref no_dino = -1;
constexpr Ref ref_of(Seat seat, int place) { return core::index(seat) * 8 + place; }
constexpr Seat owner_of(Ref ref) { return core::seat(ref >> 3); }
constexpr int place_of(Ref ref) { return ref & 7; }

// A target as a choice names it: 0 none; 1 + seat * 8 + slot a Dinosaur, slot 7 the player himself;
// 128 + n the n-th thing on the response stack, counted from the bottom.
inline constexpr int player_slot = 7;
inline constexpr int item_target = 128;
constexpr int target_of(Seat seat, int slot) { return 1 + core::index(seat) * 8 + slot; }

RW_NAMED_ENUM(Phase, std::uint8_t, draft, start, main, main_end, buy, turn_end, cleanup, over)
RW_NAMED_ENUM(WindowKind, std::uint8_t, none, start, response, answer, main_end, turn_end)

// What a seat can be asked.
RW_NAMED_ENUM(Question, std::uint8_t, none, draft_stack, draft_dinosaur, window, main, answer, choose, promote,
              buy)
// How each stands to having one answer only (core/driver.h). Hands and attached cards are hidden.
constexpr core::AskingSets askings(Question) {
  using enum Question;
  return {.plain = core::at(promote),
          .window = core::at(window, answer, choose),
          .ending = core::at(main, buy),
          .several = core::at(none, draft_stack, draft_dinosaur)};
}

// What a seat can answer; the notation of each stands in lexicon.cpp.
RW_NAMED_ENUM(Verb, std::uint8_t, none, draft, play_strategy, attach, attack, retreat, pass_move, assist,
              play_tech, end_main, buy, buy_dinosaur, end_buy, pass, evade, defend, choose, done, promote)

// The steps an agenda is made of.
RW_NAMED_ENUM(Step, std::uint8_t, none, draft, turn, window, program, check)

RW_NAMED_ENUM(ItemKind, std::uint8_t, none, strategy, tech, tech_attack, assist, attack, direct, retreat)

RW_NAMED_ENUM(EventKind, std::uint8_t, note, players, set_up, picked, start_player, first_hand, offering_revealed,
              round_begins, offering_purged, turn_begins, phase_begins, strategy_played, tech_played, assist_used,
              attack_declared, direct_attack, retreat_declared, move_passed, attached, paid, revealed, answered,
              countered, resolves, attack_fails, damaged, prevented, hp_lost, healed, effect_made, effect_ends,
              status_gained, knocked_out, dino_purged, promoted, switched, bonus, card_drawn, drew, shuffled,
              discarded, purged, gained, recovered, returned, peeked, bought, dino_bought, passed, paralysed,
              game_over, trophy_taken, answer_fails)

// The fact that stands in the way of a refused choice: locale facts.<name>, {a} have, {b} need.
RW_NAMED_ENUM(Fact, std::uint16_t, none, not_asked, game_over, other_question, already_picked, enough_picked,
              no_strategies_left, no_attaches_left, no_moves_left, no_buys_left, not_main, not_your_turn,
              stack_not_empty, card_not_there, status_card, no_dinosaur, not_your_dinosaur, no_active,
              cost_not_covered, wrong_payment, wrong_hand_payment, cards_not_there, not_an_attack_of_active,
              illegal_target, target_needed, target_missing, controls_dinosaur, no_reserve, not_in_reserve,
              assist_used, assist_from_reserve, no_assist, timing, no_card_to_answer, cannot_be_evaded,
              cannot_be_defended, stack_empty, no_room, not_for_sale, slot_empty, no_such_item, dinosaurs_first)

// ---- effects that last --------------------------------------------------------------------------

RW_NAMED_ENUM(Lasts, std::uint8_t, none, atk, eva, def, dmg, shield, spiked, immune_poison, immune_paralyze,
              free_evade, free_defend)
inline constexpr std::uint8_t until_this_turn = 0;  // else 1 + the seat whose next turn ends it

struct Effect {
  static constexpr const char* called = "lasting";
  std::uint8_t dino : 5;  // Ref
  std::uint8_t until : 3;
  Lasts what;
  std::int16_t n;
};
inline constexpr int effect_capacity = 136;  // equal effects are added up; the sum stands in README.md

struct Dinosaur {
  std::uint8_t kind;      // 1 + place among the six kinds, 0: this place is free
  std::uint8_t damage;
  std::uint8_t assisted;  // DNB-AST-01: used its Assist Power this turn
  std::uint8_t slot;
};

// A face-down card under a Dinosaur. Its handle stays while it lies there and says nothing about where it was
// before (DNB-INF-05).
struct Attached {
  std::uint8_t handle;
  std::uint8_t kind : 5;
  std::uint8_t place : 3;  // of its Dinosaur
  SeatMask known_by;       // besides the owner: who has lawfully looked (DNB-INF-07)
};

struct Player {
  std::uint8_t deck[kind_room];     // its order is never stored, see README.md
  std::uint8_t hand[kind_room];
  std::uint8_t shown[kind_room];    // of the hand: seen by everybody when they came there
  std::uint8_t discard[kind_room];
  std::uint8_t play[kind_room];     // DNB-STR-07
  std::uint8_t under[kind_room];    // of all his attached cards
  Dinosaur dino[max_slots];
  std::uint8_t at_slot[max_slots];  // 1 + place of the Dinosaur there
  std::uint8_t trophies[dino_kinds];
  std::uint8_t paralysis;           // DNB-STA-09
};

enum ItemFlag : std::uint8_t {
  no_evade = 1,
  no_defend = 2,
  answered_evade = 4,
  answered_defend = 8,
  answered_pass = 16,
  aims_at_item = 32,  // `subject` is a thing on the stack
};
RW_NAMED_ENUM(ItemStage, std::uint8_t, waiting, asking, answered, finishing, resolving)

// A thing on the response stack.
struct Item {
  static constexpr const char* called = "stack";
  ItemKind kind;
  Seat controller;
  ItemStage stage;
  std::uint8_t source;        // the card's kind; of attacks, Assist Powers and retreats which Dinosaur
  std::int8_t subject;        // what it is aimed at: Dinosaur, player, thing on the stack; -1: nothing (left)
  std::int8_t object;         // a second Dinosaur; the one that retreats; the player who is attacked directly
  std::uint8_t attacker : 4;  // place of the Dinosaur that attacks or assists
  std::uint8_t which : 4;     // attack or Power
  std::uint8_t flags;         // ItemFlag
};

// What the topmost thing on the stack has done since it began to resolve.
struct Resolving {
  std::uint8_t hurt[max_players];  // Dinosaurs that this attack damaged, a bit for each place
  std::uint8_t hit;                // its target was dealt damage
  std::uint8_t next;               // which of its abilities comes next
  std::uint8_t switched_out;       // 1 + Ref of the Dinosaur that left the front
  std::uint8_t spare;
};

// Turn, window or check, the program of what resolves, that of a card it draws, and eight to spare.
inline constexpr int agenda_depth = 12;

struct State {
  core::Random random;
  std::uint64_t
      poison_order[max_players];  // of the Poisons in hand: inflicters, two bits each, first drawn lowest
  core::Decision decision;
  std::uint32_t asked[max_players];
  core::Agenda<agenda_depth> agenda;
  std::uint16_t end_clause;
  Player players[max_players];
  core::Sequence<Effect, effect_capacity> effects;  // oldest first (DNB-DMG-03)
  Attached attached[max_attached];                  // the first player's by handle, the second's, ...
  std::uint8_t attached_end[max_players];           // where each player's end
  core::Sequence<Item, max_items> stack;            // the topmost last
  Resolving resolving;
  std::uint8_t supply[kind_room];                   // Poison: one stack, at poison_card
  std::uint8_t purgatory[kind_room];
  std::uint8_t stacks[stack_count];                 // which card each stack holds, ascending
  std::uint8_t dinos[dino_kinds];                   // which Dinosaurs are in the game, ascending
  std::uint8_t dino_deck[dino_kinds];               // how many of each; the order is never stored
  std::uint8_t dino_purgatory[dino_kinds];
  std::uint8_t offering[offering_size];             // 1 + kind; [0] is slot 1, the newest
  std::uint8_t seats;
  Seat first;
  Seat turn;
  Phase phase;
  std::uint8_t round;
  SeatMask conceded;
  SeatMask winners;
  // the turn's record
  std::uint8_t strategies, attaches, buys;  // left
  std::uint8_t moves_granted, moves_used;
  std::uint8_t picked_stacks, picked_dinos;  // draft
  // table options
  std::uint8_t round_limit, reserve_limit, knock_outs;
  std::uint8_t compensation;      // DNB-SET-13
  std::uint8_t poison_uncredited; // DNB-OPT-01
  std::uint8_t attacker_pays;     // DNB-OPT-01
};
static_assert(core::is_flat<State>, "positions are compared, hashed and saved as bytes");
static_assert(sizeof(State) <= 3264, "a position stays within 51 cache lines");

struct Content;
using Table = core::Table<State, Content>;

// ---- reading the table ---------------------------------------------------------------------------

inline Player& player(State& s, Seat seat) { return s.players[core::index(seat)]; }
inline const Player& player(const State& s, Seat seat) { return s.players[core::index(seat)]; }
inline int total(const std::uint8_t (&pile)[kind_room]) {
  int n = 0;
  for (std::uint8_t count : pile) n += count;
  return n;
}
inline bool in_game(const State& s, Seat seat) { return !core::has(s.conceded, seat); }
inline int players_left(const State& s) { return s.seats - core::population(s.conceded); }
// DNB-GEN-02: clockwise, past those who conceded.
inline Seat next_player(const State& s, Seat seat) {
  int i = core::index(seat);
  do i = (i + 1) % s.seats;
  while (core::has(s.conceded, core::seat(i)));
  return core::seat(i);
}
inline const Dinosaur& dino_at(const State& s, Ref ref) { return player(s, owner_of(ref)).dino[place_of(ref)]; }
inline Dinosaur& dino_at(State& s, Ref ref) { return player(s, owner_of(ref)).dino[place_of(ref)]; }
inline bool in_play(const State& s, Ref ref) { return ref >= 0 && dino_at(s, ref).kind != 0; }
inline Ref dino_in(const State& s, Seat seat, int slot) {
  const int place = player(s, seat).at_slot[slot];
  return place == 0 ? no_dino : ref_of(seat, place - 1);
}
inline Ref active_of(const State& s, Seat seat) { return dino_in(s, seat, active_slot); }
inline bool has_dinosaur(const State& s, Seat seat) {
  for (std::uint8_t place : player(s, seat).at_slot)
    if (place != 0) return true;
  return false;
}
inline bool has_reserve(const State& s, Seat seat) {
  for (int slot = 1; slot < max_slots; ++slot)
    if (player(s, seat).at_slot[slot] != 0) return true;
  return false;
}
inline int wounds_of(const Player& p) { return p.deck[wound_card] + p.hand[wound_card] + p.discard[wound_card]; }
inline int trophies_of(const Player& p) {
  int n = 0;
  for (std::uint8_t count : p.trophies) n += count;
  return n;
}
// The Dinosaur that a choice's target names, or no_dino.
inline Ref dino_named(const State& s, int target) {
  if (target < 1 || target >= item_target) return no_dino;
  const int seat = (target - 1) >> 3, slot = (target - 1) & 7;
  return seat < s.seats && slot < max_slots ? dino_in(s, core::seat(seat), slot) : no_dino;
}
inline int target_for(const State& s, Ref ref) { return target_of(owner_of(ref), dino_at(s, ref).slot); }
// One or two targets of a choice for the log, with the Dinosaurs themselves (1 + which, seven bits each above the
// targets): when the line is read they may have moved or left the table.
inline int told_targets(const State& s, int operand) {
  int told = operand;
  for (int i = 0; i < 2; ++i)
    if (const Ref ref = dino_named(s, (operand >> (8 * i)) & 0xFF); ref != no_dino)
      told |= (1 + s.dinos[dino_at(s, ref).kind - 1]) << (16 + 7 * i);
  return told;
}
inline int told_as(const State& s, Ref ref) { return told_targets(s, target_for(s, ref)); }

// The face-down cards of a player, by handle.
inline std::span<const Attached> attached_cards(const State& s, Seat seat) {
  const int i = core::index(seat), begin = i == 0 ? 0 : s.attached_end[i - 1];
  return {s.attached + begin, s.attached + s.attached_end[i]};
}
inline std::span<Attached> attached_cards(State& s, Seat seat) {
  const int i = core::index(seat), begin = i == 0 ? 0 : s.attached_end[i - 1];
  return {s.attached + begin, s.attached + s.attached_end[i]};
}
inline const Attached* attached_at(const State& s, Seat seat, int handle) {
  for (const Attached& card : attached_cards(s, seat))
    if (card.handle == handle) return &card;
  return nullptr;
}

// Which thing it is, for the log: card or Dinosaur, kind, Power or attack.
inline int thing_of(const Item& item) {
  return item.source | (static_cast<int>(item.kind) << 8) | (item.which << 16);
}
inline bool is_attack(const Item& item) {
  return item.kind == ItemKind::attack || item.kind == ItemKind::tech_attack;
}
inline bool is_tech(const Item& item) { return item.kind == ItemKind::tech || item.kind == ItemKind::tech_attack; }
inline Ref attacker_of(const Item& item) { return ref_of(item.controller, item.attacker); }

// ---- the core's phrases (core/idioms.h) -------------------------------------------------------------------

using core::choice, core::cite, core::emit, core::emit_secret, core::legal, core::refuse;

constexpr Verb verb_of(core::Choice c) { return static_cast<Verb>(c.verb()); }

}  // namespace rw::dino_battles
