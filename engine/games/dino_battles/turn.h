// The parts of a game of Biomechanic Dino Battles. Each group is one file; for each verb there is what
// it lists, how it is judged, and how it is carried out.
#pragma once

#include "engine/core/choice.h"
#include "engine/game.h"
#include "engine/games/dino_battles/content.h"
#include "engine/games/dino_battles/state.h"
#include "engine/games/dino_battles/words.h"

namespace rw::dino_battles {

using core::Acts, core::Choice, core::ChoiceList, core::Judges, core::Lists, core::Refusal, core::Steps;

// The stages of a turn (DNB-TRN-01); a window that had Techs in it opens again (DNB-TIM-07).
enum TurnStage : std::uint8_t {
  begin_stage,
  start_window_stage,
  main_stage,
  main_end_window_stage,
  buy_stage,
  turn_end_window_stage,
  offering_stage,  // Cleanup from here on
  discard_stage,
  refill_stage,
  conceded_stage,
};

// ---- turn.cpp: the driver, whose turn it is, the phases ----------------------------------------------
Steps<Table> step_turn;
Judges<Table> judge_choose, judge_done;
Acts<Table> choose_candidate, stop_choosing;
Acts<Table> end_phase;  // Main or Buy
Lists<Table> list_candidates;  // what an effect lets a seat choose
void begin_round(Table&);
int moves_left(const Content&, const State&, Seat);
void enter_phase(Table&, Phase);
core::Frame& turn_frame(State&);

// ---- stack.cpp: windows, things on the response stack ------------------------------------------------
Steps<Table> step_window;
Lists<Table> list_strategies, list_techs, list_assists;
Judges<Table> judge_strategy, judge_tech, judge_assist;
Acts<Table> play_strategy, play_tech, use_assist, pass;
void open_window(Table&, WindowKind, Seat holder);
void resolve_topmost(Table&);
bool might_play_tech(const Content&, const State&, Seat);  // as far as everybody knows (DNB-TIM-11)
Item& push_item(Table&, ItemKind, Seat, core::Operand source);
void finish_item(Table&);                                   // takes it off and checks for knock-outs
void remove_item(State&, int at);                           // out of the middle of the stack

constexpr bool is_in(Slot slot, ZoneWord zone) {
  return zone == ZoneWord::any || (slot == active_slot) == (zone == ZoneWord::active);
}
bool in_zone(const State&, Ref, ZoneWord);
const TargetSpec& target_spec(const Content&, const State&, const Item&);

// ---- cards.cpp: zones, paying, attaching --------------------------------------------------------------
Lists<Table> list_attachments;
Judges<Table> judge_attach;
Acts<Table> attach;
void draw_cards(Table&, Seat, int n);
void discard_from_hand(Table&, Seat, Kind kind, Clause);     // not a Poison: see discard_poison
void leave_hand(State&, Seat, Kind kind);                    // seen by all; the copy that was seen goes first
enum class Seen : std::uint8_t { by_owner, by_all };
void enter_hand(State&, Seat, Kind, Seen);
void purge_card(Table&, Seat, Kind kind, Clause);            // it has left its zone
enum class To : std::uint8_t { discard, hand };
void gain_card(Table&, Seat, Kind, To, Clause);
int gain_status(Table&, Seat, Kind status, int n, Seat by, Clause);  // how many were taken
Kind discard_poison(Table&, Seat);                          // the first drawn
void detach(Table&, Seat, Handle, To, Clause);
int detach_from(Table&, Ref, To, Clause);         // all cards; how many
Handle find_attached(const State&, Ref, Kind);              // the best known copy, or no_handle
Kind release(State&, Seat, Handle);  // takes it from under its Dinosaur
Handle put_under(State&, Ref, Kind);
void discard_attached(Table&, Ref, Kind kind, Clause);  // paid or spent from under a Dinosaur
int attached_count(const State&, Ref);
int attached_of(const State&, Ref, Kind kind);
void pay_from_hand(Table&, Seat, Payment, const Cost&, Clause);
bool hand_covers(const Player&, Payment);
bool meets(const Cost&, Payment);
// Calls fn(payment) for each way to meet the cost with `have` Combat Cards of each kind.
template <class Fn>
void each_payment(const Cost& cost, const auto& have, Fn&& fn) {
  const auto left = [&](Kind k) { return have[k] - cost.of[k]; };
  const int attacks = left(Kind::attack), evades = left(Kind::evade), defends = left(Kind::defend);
  if (attacks < 0 || evades < 0 || defends < 0) return;
  for (int a = 0; a <= cost.any && a <= attacks; ++a)
    for (int e = 0; a + e <= cost.any && e <= evades; ++e)
      if (const int d = cost.any - a - e; d <= defends)
        fn(payment(cost.of[Kind::attack] + a, cost.of[Kind::evade] + e, cost.of[Kind::defend] + d));
}
DinoKind pick_dinosaur(Table&);  // from the Dino Deck, each copy with the same chance

// ---- combat.cpp: Combat Moves; attack.cpp: answers, damage -------------------------------------------
Lists<Table> list_combat_moves, list_answers;
Judges<Table> judge_attack, judge_retreat, judge_pass_move, judge_answer;
Acts<Table> declare_attack, declare_retreat, pass_move;
// These slots as a choice names them, cards of one kind in any order; -1 if they do not pay this cost.
int named_payment(const State&, Seat, const Cost&, int slots);
void resolve_attack(Table&, Item&);  // attacks of Dinosaurs and Powers with an ATK value
void resolve_direct(Table&, Item&);
void resolve_retreat(Table&, Item&);
int attack_value(const Content&, const State&, const Item&);  // ATK of Dinosaur or Power, with modifiers
Acts<Table> answer;  // evading, defending or neither
void mark_hurt(State&, Ref);                  // by the attack that resolves
int deal_damage(Table&, Ref, int n, Clause);  // what was dealt after shields
void swap_active(Table&, Seat, Slot slot, Clause);

// What decided, for the log: locale events.game_over.
enum class WonBy : int {
  knock_outs,
  fewest_wounds,
  most_knock_outs,
  fewest_status,
  most_hit_points,
  shared,
  last,
  agreed,
};

// ---- knockout.cpp: CHECK, promotion, the end ------------------------------------------------------------
Steps<Table> step_check;
Lists<Table> list_promotions;
Judges<Table> judge_promote;
Acts<Table> choose_promotion;
Outcome outcome_of(const Content&, const State&);
void push_check(Table&, Seat credit);
void promote(Table&, Seat, Slot slot);
bool extinct(const State&);
void end_game(Table&, SeatMask winners, Clause, WonBy);
void end_by_standing(Table&, Clause);  // DNB-END-05 to 07 among those who are left
bool better(const Content&, const State&, Seat, Seat);

// ---- buying.cpp -----------------------------------------------------------------------------------------
Lists<Table> list_purchases;
Judges<Table> judge_buy, judge_buy_dinosaur;
Acts<Table> buy, buy_dinosaur;
Slot free_slot(const State&, Seat);  // where a bought Dinosaur goes, or no_slot

// ---- cleanup.cpp: Cleanup, rounds, the Offering ----------------------------------------------------------
Steps<Table> step_cleanup;
void refill_offering(Table&, Clause);
void next_turn(Table&, Seat);

// ---- service.cpp: conceding, running out of time ----------------------------------------------------------
void leave_game(Table&, Seat, core::TableVerb);
void draw_by_agreement(Table&);
void everything_to_purgatory(State&, Seat);

// ---- setup.cpp: how the cards are chosen, drafting ------------------------------------------------------------
Steps<Table> step_draft;
Lists<Table> list_draft;
Judges<Table> judge_draft;
Acts<Table> draft;
Expected<> begin_game(Table&, const Setup&, const core::Seed&);
void fill_stacks(State&, const SupplyCounts&);  // DNB-SET-05 to 08
RW_NAMED_ENUM(SetupMode, std::uint8_t, preset, custom, random, balanced_random, draft)
inline constexpr int first_drafted_dino = 128;  // as an operand; below it are Strategies and Techs
Expected<> read_stacks(Table&, std::string_view text);
Expected<> read_dinosaurs(Table&, std::string_view text);
core::Choice first_draft(const State&);  // for whoever lets the clock run out
void deal(Table&);  // the kingdom is known: fill the stacks, shuffle, draw, begin

// ---- made_up.cpp: positions that a set-up writes ----------------------------------------------------------
inline constexpr std::uint8_t left_over = 0xFF;  // the Supply or the Dino Deck is what all else leaves of it
Expected<> settle_position(Table&);
void play_on(Table&);
Expected<> check_position(const Content&, const State&);

// ---- knowledge.cpp: what each seat knows -----------------------------------------------------------------
void redeal_hidden(const Content&, State&, Seat viewer, core::Random&);
bool anybody_learned(const State& before, const State& after);

}  // namespace rw::dino_battles
