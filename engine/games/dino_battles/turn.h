// The parts of a game of Biomechanic Dino Battles. Each group is one file; for each verb there is what
// it lists, how it is judged, and how it is carried out.
#pragma once

#include "engine/core/choice.h"
#include "engine/games/dino_battles/content.h"
#include "engine/games/dino_battles/state.h"
#include "engine/games/dino_battles/words.h"

namespace rw::dino_battles {

using core::Choice;
using core::ChoiceList;
using core::Refusal;

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
void step_turn(Table&, core::Frame&);
void end_phase(Table&, Seat, Choice);  // Main or Buy
void list_items(const Content&, const State&, ChoiceList&);  // what an effect lets a seat choose
Refusal judge_choose(const Content&, const State&, Seat, Choice);
Refusal judge_done(const Content&, const State&, Seat, Choice);
void choose_item(Table&, Seat, Choice);
void stop_choosing(Table&, Seat, Choice);
void begin_round(Table&);
int moves_left(const Content&, const State&, Seat);
void enter_phase(Table&, Phase);
core::Frame& turn_frame(State&);

// ---- stack.cpp: windows, things on the response stack, Strategies, Techs, Assist Powers ---------------
void open_window(Table&, WindowKind, Seat holder);
void step_window(Table&, core::Frame&);
void resolve_topmost(Table&);
bool might_play_tech(const Content&, const State&, Seat);  // as far as everybody knows (DNB-TIM-11)
Item& push_item(Table&, ItemKind, Seat, int source);
void finish_item(Table&);                                   // takes it off and checks for knock-outs
void remove_item(State&, int at);                           // out of the middle of the stack

const TargetSpec& target_spec(const Content&, const State&, const Item&);

void list_strategies(const Content&, const State&, ChoiceList&);
void list_techs(const Content&, const State&, ChoiceList&);
void list_assists(const Content&, const State&, ChoiceList&);
Refusal judge_strategy(const Content&, const State&, Seat, Choice);
Refusal judge_tech(const Content&, const State&, Seat, Choice);
Refusal judge_assist(const Content&, const State&, Seat, Choice);
void play_strategy(Table&, Seat, Choice);
void play_tech(Table&, Seat, Choice);
void use_assist(Table&, Seat, Choice);
void pass(Table&, Seat, Choice);

// ---- cards.cpp: zones, paying, attaching --------------------------------------------------------------
void draw_cards(Table&, Seat, int n);
void discard_from_hand(Table&, Seat, int kind, Clause);     // not a Poison: see discard_poison
void leave_hand(State&, Seat, int kind);                    // seen by all; the copy that was seen goes first
void enter_hand(State&, Seat, int kind, bool shown);
void purge_card(Table&, Seat, int kind, Clause);            // it has left its zone
void gain_card(Table&, Seat, int kind, bool to_hand, Clause);
int gain_status(Table&, Seat, int status_kind, int n, Seat by, Clause);  // how many were taken
int discard_poison(Table&, Seat);                           // the first drawn; returns its kind
void detach(Table&, Seat, int handle, bool to_hand, Clause);
int detach_from(Table&, Ref, bool to_hand, Clause);         // all cards; how many
int find_attached(const State&, Ref, int kind);             // the best known copy: its handle, or -1
int release(State&, Seat, int handle);  // takes it from under its Dinosaur; returns its kind
int put_under(State&, Ref, int kind);   // returns its handle
void discard_attached(Table&, Ref, int kind, Clause);  // paid or spent from under a Dinosaur
int attached_count(const State&, Ref);
int attached_of(const State&, Ref, int kind);
void pay_from_hand(Table&, Seat, Payment, const Cost&, Clause);
bool hand_covers(const Player&, Payment);
bool meets(const Cost&, Payment);
// Calls fn(payment) for each way to meet the cost with `have` Combat Cards of each kind.
template <class Fn>
void each_payment(const Cost& cost, const std::uint8_t* have, Fn&& fn) {
  int left[combat_kinds];
  for (int k = 0; k < combat_kinds; ++k) {
    left[k] = have[k] - cost.of[k];
    if (left[k] < 0) return;
  }
  for (int a = 0; a <= cost.any && a <= left[0]; ++a)
    for (int e = 0; a + e <= cost.any && e <= left[1]; ++e)
      if (const int d = cost.any - a - e; d <= left[2])
        fn(payment(cost.of[0] + a, cost.of[1] + e, cost.of[2] + d));
}
int pick_one(Table&, std::uint8_t* counts, int kinds, int first_name);  // one uniform pick out of a multiset
void list_attachments(const Content&, const State&, ChoiceList&);
Refusal judge_attach(const Content&, const State&, Seat, Choice);
void attach(Table&, Seat, Choice);

// ---- combat.cpp: Combat Moves, answers, damage ---------------------------------------------------------
void list_combat_moves(const Content&, const State&, ChoiceList&);
// These slots as a choice names them, cards of one kind in any order; -1 if they do not pay this cost.
int named_payment(const State&, Seat, const Cost&, int slots);
Refusal judge_attack(const Content&, const State&, Seat, Choice);
Refusal judge_retreat(const Content&, const State&, Seat, Choice);
Refusal judge_pass_move(const Content&, const State&, Seat, Choice);
void declare_attack(Table&, Seat, Choice);
void declare_retreat(Table&, Seat, Choice);
void pass_move(Table&, Seat, Choice);
void resolve_attack(Table&, Item&);  // attacks of Dinosaurs and Powers with an ATK value
void resolve_direct(Table&, Item&);
void resolve_retreat(Table&, Item&);
int attack_value(const Content&, const State&, const Item&);  // ATK of Dinosaur or Power, with modifiers
void list_answers(const Content&, const State&, ChoiceList&);
Refusal judge_answer(const Content&, const State&, Seat, Choice);
void answer(Table&, Seat, Choice);  // evading, defending or neither
void mark_hurt(State&, Ref);                  // by the attack that resolves
int deal_damage(Table&, Ref, int n, Clause);  // what was dealt after shields
void swap_active(Table&, Seat, int slot, Clause);

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
void push_check(Table&, Seat credit);
void step_check(Table&, core::Frame&);
Refusal judge_promote(const Content&, const State&, Seat, Choice);
void promote(Table&, Seat, int slot);
void choose_promotion(Table&, Seat, Choice);
void list_promotions(const Content&, const State&, ChoiceList&);
bool extinct(const State&);
void end_game(Table&, SeatMask winners, Clause, WonBy);
void end_by_standing(Table&, Clause);  // DNB-END-05 to 07 among those who are left
bool better(const Content&, const State&, Seat, Seat);

// ---- buying.cpp -----------------------------------------------------------------------------------------
void list_purchases(const Content&, const State&, ChoiceList&);
Refusal judge_buy(const Content&, const State&, Seat, Choice);
Refusal judge_buy_dinosaur(const Content&, const State&, Seat, Choice);
void buy(Table&, Seat, Choice);
void buy_dinosaur(Table&, Seat, Choice);
int free_slot(const State&, Seat);  // where a bought Dinosaur goes, or -1

// ---- cleanup.cpp: Cleanup, rounds, the Offering ----------------------------------------------------------
void refill_offering(Table&, Clause);
void step_cleanup(Table&, core::Frame&);
void next_turn(Table&, Seat);

// ---- service.cpp: conceding, running out of time ----------------------------------------------------------
void everything_to_purgatory(State&, Seat);

// ---- setup.cpp: how the cards are chosen, drafting ------------------------------------------------------------
RW_NAMED_ENUM(SetupMode, std::uint8_t, preset, custom, random, balanced_random, draft)
inline constexpr int first_drafted_dino = 128;  // as an operand; below it are Strategies and Techs
Expected<> read_stacks(Table&, std::string_view text);
Expected<> read_dinosaurs(Table&, std::string_view text);
void step_draft(Table&, core::Frame&);
void list_draft(const Content&, const State&, ChoiceList&);
core::Choice first_draft(const State&);  // for whoever lets the clock run out
Refusal judge_draft(const Content&, const State&, Seat, Choice);
void draft(Table&, Seat, Choice);
void deal(Table&);  // the kingdom is known: fill the stacks, shuffle, draw, begin

}  // namespace rw::dino_battles
