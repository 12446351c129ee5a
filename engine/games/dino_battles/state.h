// A position of Biomechanic Dino Battles: decks, Dinosaurs, face-down cards, the response stack.
// Layout, sizes and capacities are explained in README.md beside this file.
#pragma once

#include <cstdint>
#include <iterator>
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
inline constexpr int combat_kinds = 3;
// No rule limits these (DNB-ATT-04, DNB-TEC-03), so they hold whatever the box can bring about; the sums are for
// four players and stand in README.md.
inline constexpr int max_handles = 169;   // all that one player can ever own besides Status Cards
inline constexpr int max_attached = 196;  // all cards in the box besides Status Cards
inline constexpr int max_items = 101;     // every Tech in the box upon one attack

// The kinds of cards that a deck can hold. A Poison remembers who inflicted it (DNB-STA-11), so there
// is a kind for each seat. Equal cards are not told apart: what is stored is how many lie where.
enum class Kind : std::uint8_t {
  attack,
  evade,
  defend,
  wound,
  paralyze,
  poison,  // and the next three: by the inflicting seat
  first_stack = poison + max_players,
  end = first_stack + stack_count,
  first_dinosaur = end,  // names for Dinosaurs among cards: scripts, events
  names_end = first_dinosaur + dino_kinds,
};
inline constexpr int kind_count = core::index(Kind::end);
inline constexpr int card_names = core::index(Kind::names_end);
inline constexpr int kind_room = 20;  // kind_count, filled up
using Pile = core::Indexed<Kind, std::uint8_t, kind_room>;

constexpr bool is_combat(Kind kind) { return kind <= Kind::defend; }
constexpr bool is_poison(Kind kind) { return kind >= Kind::poison && kind < Kind::first_stack; }
constexpr bool is_status(Kind kind) { return kind >= Kind::wound && kind < Kind::first_stack; }
constexpr bool is_stack_card(Kind kind) { return kind >= Kind::first_stack && kind < Kind::end; }
constexpr Kind poison_of(Seat by) { return core::make<Kind>(core::index(Kind::poison) + core::index(by)); }
constexpr Seat inflicter_of(Kind poison) { return core::seat(core::index(poison) - core::index(Kind::poison)); }

inline constexpr auto all_kinds_of_cards = core::first<Kind>(kind_count);
inline constexpr auto combat_cards = core::first<Kind>(combat_kinds);
inline constexpr Kind poison_cards[] = {poison_of(core::seat(0)), poison_of(core::seat(1)),
                                        poison_of(core::seat(2)), poison_of(core::seat(3))};

// Which of the ten stacks; which Strategy or Tech of the box, which Dinosaur of the box: places in Content::cards
// and Content::dinosaurs; which of the six Dinosaurs in this game.
enum class Stack : std::uint8_t {};
enum class StackRecord : std::uint8_t {};
enum class DinoRecord : std::uint8_t {};
enum class DinoKind : std::uint8_t {};
inline constexpr DinoKind no_dino_kind{0xFF};
constexpr Stack stack_of(Kind kind) {
  return core::make<Stack>(core::index(kind) - core::index(Kind::first_stack));
}
constexpr Kind kind_of(Stack stack) {
  return core::make<Kind>(core::index(Kind::first_stack) + core::index(stack));
}
constexpr Kind kind_of(DinoKind dino) {
  return core::make<Kind>(core::index(Kind::first_dinosaur) + core::index(dino));
}
constexpr DinoKind dino_of(Kind kind) {
  return core::make<DinoKind>(core::index(kind) - core::index(Kind::first_dinosaur));
}

// Where a Dinosaur stands: the Active zone, then the Reserve.
enum class Slot : std::uint8_t {};
inline constexpr Slot active_slot{0}, player_slot{7}, no_slot{0xFF};
inline constexpr auto all_slots = core::first<Slot>(max_slots);
inline constexpr Slot reserve_slots[] = {Slot{1}, Slot{2}, Slot{3}, Slot{4}, Slot{5}};
static_assert(std::size(reserve_slots) == max_slots - 1);

// A Dinosaur in play by owner and place: the place stays the same while the Dinosaur changes slots.
enum class DinoPlace : std::uint8_t {};
enum class Ref : std::uint8_t {};  // seat * 8 + place
inline constexpr Ref no_dino{0xFF};
constexpr Ref ref_of(Seat seat, DinoPlace place) {
  return core::make<Ref>(core::index(seat) * 8 + core::index(place));
}
constexpr Seat owner_of(Ref ref) { return core::seat(core::index(ref) >> 3); }
constexpr DinoPlace place_of(Ref ref) { return core::make<DinoPlace>(core::index(ref) & 7); }

// A target as a choice names it: 0 none; 1 + seat * 8 + slot a Dinosaur, slot 7 the player; 128 + n the n-th
// thing on the response stack, counted from the bottom.
enum class Target : std::uint8_t {};
inline constexpr Target no_target{0};
inline constexpr int item_target = 128;
constexpr Target target_of(Seat seat, Slot slot) {
  return core::make<Target>(1 + core::index(seat) * 8 + core::index(slot));
}
constexpr Target target_of_item(int at) { return core::make<Target>(item_target + at); }
constexpr bool is_item(Target target) { return core::index(target) >= item_target; }
constexpr int item_of(Target target) { return core::index(target) - item_target; }
constexpr Seat seat_of(Target target) { return core::seat((core::index(target) - 1) >> 3); }
constexpr Slot slot_of(Target target) { return core::make<Slot>((core::index(target) - 1) & 7); }
// A choice may name two: the second one in the upper byte.
constexpr Target first_of(int operand) { return core::make<Target>(operand & 0xFF); }
constexpr Target second_of(int operand) { return core::make<Target>(operand >> 8); }

// A face-down card, among its owner's.
enum class Handle : std::uint8_t {};
inline constexpr Handle no_handle{0xFF};

RW_NAMED_ENUM(Phase, std::uint8_t, draft, start, main, main_end, buy, turn_end, cleanup, over)
RW_NAMED_ENUM(WindowKind, std::uint8_t, none, start, response, answer, main_end, turn_end)

// What a seat can be asked.
RW_NAMED_ENUM(Question, std::uint8_t, none, draft_stack, draft_dinosaur, window, main, answer, choose, promote,
              buy)
// What becomes of each when it has only one answer (core/driver.h). Hands and attached cards are hidden.
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
              illegal_target, target_needed, target_missing, controls_dinosaur, player_left, no_reserve,
              not_in_reserve, assist_used, assist_from_reserve, no_assist, timing, no_card_to_answer,
              cannot_be_evaded, cannot_be_defended, stack_empty, no_room, not_for_sale, slot_empty, no_such_item,
              dinosaurs_first)

// ---- effects that last --------------------------------------------------------------------------

RW_NAMED_ENUM(Lasts, std::uint8_t, none, atk, eva, def, dmg, shield, spiked, immune_poison, immune_paralyze,
              free_evade, free_defend)
inline constexpr std::uint8_t until_this_turn = 0;  // else 1 + the seat whose next turn ends it

struct Effect {
  static constexpr const char* called = "lasting";
  Ref dino : 5;
  std::uint8_t until : 3;
  Lasts what;
  std::int16_t n;
};
inline constexpr int effect_capacity = 136;  // equal effects are added up; the sum stands in README.md

struct Dinosaur {
  std::uint8_t kind;      // 1 + DinoKind, 0: this place is free
  std::uint8_t damage;
  std::uint8_t assisted;  // DNB-AST-01: used its Assist Power this turn
  Slot slot;
};

// A face-down card under a Dinosaur. Its handle stays while it lies there and says nothing about where it was
// before (DNB-INF-05).
struct Attached {
  Handle handle;
  Kind kind : 5;
  DinoPlace place : 3;     // of its Dinosaur
  SeatMask known_by;       // besides the owner: who has lawfully looked (DNB-INF-07)
};

struct Player {
  Pile deck;     // its order is never stored, see README.md
  Pile hand;
  Pile shown;    // of the hand: seen by everybody when they came there
  Pile discard;
  Pile play;     // DNB-STR-07
  Pile under;    // of all the player's attached cards
  core::Indexed<DinoPlace, Dinosaur, max_slots> dino;
  core::Indexed<Slot, std::uint8_t, max_slots> at_slot;  // 1 + place of the Dinosaur there
  core::Indexed<DinoKind, std::uint8_t, dino_kinds> trophies;
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
  std::uint8_t source;        // the card's Kind; of attacks, Assist Powers and retreats the DinoRecord
  std::int8_t subject;        // what it is aimed at: Dinosaur, player, thing on the stack; -1: nothing (left)
  std::int8_t object;         // a second Dinosaur; the one that retreats; the player who is attacked directly
  DinoPlace attacker : 4;     // of the Dinosaur that attacks or assists
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
  Pile supply;                                      // Poison: one stack, at Kind::poison
  Pile purgatory;
  core::Indexed<Stack, StackRecord, stack_count> stacks;  // ascending
  core::Indexed<DinoKind, DinoRecord, dino_kinds> dinos;  // which are in the game, ascending
  core::Indexed<DinoKind, std::uint8_t, dino_kinds> dino_deck;  // how many of each; the order is never stored
  core::Indexed<DinoKind, std::uint8_t, dino_kinds> dino_purgatory;
  std::uint8_t offering[offering_size];             // 1 + DinoKind; [0] is slot 1, the newest
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
inline int total(const Pile& pile) {
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
inline bool in_play(const State& s, Ref ref) { return ref != no_dino && dino_at(s, ref).kind != 0; }
inline DinoKind dino_kind(const State& s, Ref ref) { return core::make<DinoKind>(dino_at(s, ref).kind - 1); }
inline DinoRecord dino_record(const State& s, Ref ref) { return s.dinos[dino_kind(s, ref)]; }
// What lies in a slot of the Dino Offering, from 0; or no_dino_kind.
inline DinoKind offered(const State& s, int slot) { return core::make<DinoKind>(s.offering[slot] - 1); }
inline Ref dino_in(const State& s, Seat seat, Slot slot) {
  const int place = player(s, seat).at_slot[slot];
  return place == 0 ? no_dino : ref_of(seat, core::make<DinoPlace>(place - 1));
}
inline Ref active_of(const State& s, Seat seat) { return dino_in(s, seat, active_slot); }
inline void enter_play(Player& p, DinoKind kind, Slot slot) {
  DinoPlace place{};
  while (p.dino[place].kind != 0) place = core::make<DinoPlace>(core::index(place) + 1);
  p.dino[place] = {static_cast<std::uint8_t>(core::index(kind) + 1), 0, 0, slot};
  p.at_slot[slot] = static_cast<std::uint8_t>(core::index(place) + 1);
}
inline bool has_dinosaur(const State& s, Seat seat) {
  for (std::uint8_t place : player(s, seat).at_slot)
    if (place != 0) return true;
  return false;
}
inline bool has_reserve(const State& s, Seat seat) {
  for (const Slot slot : reserve_slots)
    if (player(s, seat).at_slot[slot] != 0) return true;
  return false;
}
inline int wounds_of(const Player& p) {
  return p.deck[Kind::wound] + p.hand[Kind::wound] + p.discard[Kind::wound];
}
inline int trophies_of(const Player& p) {
  int n = 0;
  for (std::uint8_t count : p.trophies) n += count;
  return n;
}
// The Dinosaur that a choice's target names, or no_dino.
inline Ref dino_named(const State& s, Target target) {
  if (target == no_target || is_item(target)) return no_dino;
  const bool there = core::index(seat_of(target)) < s.seats && core::index(slot_of(target)) < max_slots;
  return there ? dino_in(s, seat_of(target), slot_of(target)) : no_dino;
}
inline Target target_for(const State& s, Ref ref) { return target_of(owner_of(ref), dino_at(s, ref).slot); }
// One or two targets of a choice for the log, with the Dinosaurs themselves (1 + which, seven bits each above the
// targets): when the line is read they may have moved or left the table.
inline int told_targets(const State& s, int operand) {
  int told = operand;
  for (int i = 0; i < 2; ++i)
    if (const Ref ref = dino_named(s, first_of(operand >> (8 * i))); ref != no_dino)
      told |= (1 + core::index(dino_record(s, ref))) << (16 + 7 * i);
  return told;
}
inline int told_as(const State& s, Ref ref) { return told_targets(s, core::index(target_for(s, ref))); }

// The face-down cards of a player, by handle.
inline std::span<const Attached> attached_cards(const State& s, Seat seat) {
  const int i = core::index(seat), begin = i == 0 ? 0 : s.attached_end[i - 1];
  return {s.attached + begin, s.attached + s.attached_end[i]};
}
inline std::span<Attached> attached_cards(State& s, Seat seat) {
  const int i = core::index(seat), begin = i == 0 ? 0 : s.attached_end[i - 1];
  return {s.attached + begin, s.attached + s.attached_end[i]};
}
inline const Attached* attached_at(const State& s, Seat seat, Handle handle) {
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
// What the numbers of a thing on the stack mean, by its kind.
inline Kind card_of(const Item& item) { return core::make<Kind>(item.source); }
inline DinoRecord dino_of(const Item& item) { return core::make<DinoRecord>(item.source); }
inline Ref subject_of(const Item& item) { return core::make<Ref>(item.subject); }
inline Ref object_of(const Item& item) { return core::make<Ref>(item.object); }
constexpr std::int8_t number_of(Ref ref) { return static_cast<std::int8_t>(ref); }

// ---- the core's phrases (core/idioms.h) -------------------------------------------------------------------

using core::choice, core::cite, core::emit, core::emit_secret, core::legal, core::refuse;

constexpr Verb verb_of(core::Choice c) { return static_cast<Verb>(c.verb()); }

}  // namespace rw::dino_battles
