// The parts of a game of RISK Cybertron, in the order of play. Each group is one file; for each verb
// there is what it lists, how it is judged, and how it is carried out.
#pragma once

#include "engine/core/choice.h"
#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"
#include "engine/games/risk_cybertron/words.h"

namespace rw::risk_cybertron {

using core::Choice;
using core::ChoiceList;
using core::Refusal;

// A step works on its own frame, the top of the agenda, and takes it off when it is done.

// ---- turn.cpp: the driver, whose turn it is, the phases ------------------------------------------
void begin_turn(Table&, Seat);
void end_of_turn(Table&, Seat);
void step_turn(Table&, core::Frame&);
Refusal judge_end_phase(const Content&, const State&, Seat, Choice);
void end_phase(Table&, Seat, Choice);
Seat next_in_game(const State&, Seat);

// ---- leaders.cpp: choosing leaders, claiming and deploying (setup) --------------------------------
void step_leaders(Table&, core::Frame&);
void step_claim(Table&, core::Frame&);
void step_deploy(Table&, core::Frame&);
void place_armies(Table&);
void list_leaders(const Content&, const State&, ChoiceList&);
void list_claims(const Content&, const State&, ChoiceList&);
void list_deployments(const Content&, const State&, ChoiceList&);
Refusal judge_lead(const Content&, const State&, Seat, Choice);
Refusal judge_claim(const Content&, const State&, Seat, Choice);
Refusal judge_deploy(const Content&, const State&, Seat, Choice);
void lead(Table&, Seat, Choice);
void claim(Table&, Seat, Choice);
void deploy(Table&, Seat, Choice);

// ---- income.cpp: phase 1 --------------------------------------------------------------------------
void count_zones(Table&, Seat);                // step A
void count_sectors(Table&, Seat);              // step C
void count_factories(Table&, Seat);            // step D
void gain_operational(Table&, Seat, int robots, Clause);
bool can_revive(const Content&, const State&, Seat);
void list_placements(const Content&, const State&, ChoiceList&);
void list_revivals(const Content&, const State&, ChoiceList&);
Refusal judge_place(const Content&, const State&, Seat, Choice);
Refusal judge_revive(const Content&, const State&, Seat, Choice);
void place(Table&, Seat, Choice);
void revive(Table&, Seat, Choice);
int income_of(const Content&, const State&, Seat);
int spare_pieces(const State&, Seat);          // left in the scrapheap, RSK-GEN-08

// ---- transform.cpp: phase 2 -----------------------------------------------------------------------
void list_transformations(const Content&, const State&, ChoiceList&);
bool can_act_in_phase2(const Content&, const State&, Seat);
Refusal judge_flip(const Content&, const State&, Seat, Choice);
Refusal judge_transform(const Content&, const State&, Seat, Choice);
void flip_leader(Table&, Seat, Clause);
void turn_leader(Table&, Seat, Choice);        // the flip of phase 2
void transform(Table&, Seat, Choice);

// ---- cards.cpp: playing upgrade cards, choosing for them, windows, piles --------------------------
void step_window(Table&, core::Frame&);
void open_window(Table&, Moment);
void list_cards(const Content&, const State&, ChoiceList&);
Refusal judge_play(const Content&, const State&, Seat, Choice);
Refusal judge_pass(const Content&, const State&, Seat, Choice);
void play_card(Table&, Seat, Choice);
void pass(Table&, Seat, Choice);
void run_program(Table&, core::Frame&);
void list_items(const Content&, const State&, ChoiceList&);
Refusal judge_choose(const Content&, const State&, Seat, Choice);
Refusal judge_done(const Content&, const State&, Seat, Choice);
void choose_item(Table&, Seat, Choice);
void stop_choosing(Table&, Seat, Choice);
Moment moment_of(const State&);                // of the open card question
void discard(Table&, Seat, int card);
int take_top_card(Table&);                     // -1 if both piles are empty (RSK-CRD-15)
void shuffle_draw_pile(Table&, Clause);

// ---- attack.cpp: phase 3, declaring and announcing ------------------------------------------------
void step_attack(Table&, core::Frame&);
bool under_truce(const State&, Seat);
bool can_attack(const Content&, const State&, Seat);
void list_attacks(const Content&, const State&, ChoiceList&);
void list_commitments(const Content&, const State&, ChoiceList&);
Refusal judge_attack(const Content&, const State&, Seat, Choice);
Refusal judge_use(const Content&, const State&, Seat, Choice);
void declare_attack(Table&, Seat, Choice);
void announce(Table&, Seat, Choice);
void continue_attack(Table&, Seat, Choice);
void break_off_attack(Table&, Seat, Choice);
void end_attack(Table&, Clause);

// ---- dice.cpp: rolling, the +1, comparing ---------------------------------------------------------
void roll_dice(Table&);
void reroll_marked(Table&, Side);
void grant_bonuses(Table&, Side);
void list_bonuses(const Content&, const State&, ChoiceList&);
Refusal judge_bonus(const Content&, const State&, Seat, Choice);
void add_bonus(Table&, Seat, Choice);
void compare_dice(Table&);
int comparisons(const State&);
Side loser_of(const Content&, const State&, int pair);

// ---- capture.cpp: losses, capture, elimination ----------------------------------------------------
void scrap_robot(Table&, Seat, int zone, Clause);
void lose_unit(Table&, Side);
void retreat_leader(Table&, Seat, int zone);
void scrap_leader(Table&, Seat, Clause);
void capture(Table&);
void list_move_ins(const Content&, const State&, ChoiceList&);
Refusal judge_move_in(const Content&, const State&, Seat, Choice);
void occupy(Table&, Seat, Choice);
void move_in(Table&, Seat, int units, bool leader);
void place_from_scrapheap(Table&, Seat, int zone, int robots, Clause);
void move_units(State&, Seat, int from, int to, int units, bool leader);
enum class Enemies : std::uint8_t { left, none_left };  // of the player whose turn it is
Enemies eliminate_if_gone(Table&, Seat, Clause);         // none left: the game is won (RSK-RES-13)
void return_hand(Table&, Seat);                          // unseen, into the draw pile

// ---- reinforce.cpp: phase 4 and giving a zone -----------------------------------------------------
void step_move_units(Table&, core::Frame&);
bool can_act_in_phase4(const Content&, const State&, Seat);
void call_early_reinforcements(Table&, Seat);
ZoneMask connected(const Content&, const State&, Seat, int zone);
void list_reinforcements(const Content&, const State&, ChoiceList&);
void list_jumps(const Content&, const State&, ChoiceList&);
void list_gifts(const Content&, const State&, ChoiceList&);
void list_moves(const Content&, const State&, ChoiceList&);
Refusal judge_reinforce(const Content&, const State&, Seat, Choice);
Refusal judge_move(const Content&, const State&, Seat, Choice);
Refusal judge_jump(const Content&, const State&, Seat, Choice);
Refusal judge_give(const Content&, const State&, Seat, Choice);
void reinforce(Table&, Seat, Choice);
void move(Table&, Seat, Choice);
void jump(Table&, Seat, Choice);
void give(Table&, Seat, Choice);

// ---- days.cpp: phase 5, the end of a day, the end of the game -------------------------------------
void draw_card(Table&, Seat);
void step_end_of_day(Table&, core::Frame&);
void finish_game(Table&);                      // after the last day
void win(Table&, Seat, Clause);                // this seat, with its team-mate
int zones_held(const State&, Seat);

// ---- setup.cpp: options with rules of their own ---------------------------------------------------
Expected<> read_leaders(Table&, std::string_view text);
Expected<> read_supply_limit(Table&, std::string_view text);

}  // namespace rw::risk_cybertron
