// The parts of a game of RISK Cybertron, in the order of play. Each group is one file; for each verb
// there is what it lists, how it is judged, and how it is carried out.
#pragma once

#include "engine/core/choice.h"
#include "engine/game.h"
#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"
#include "engine/games/risk_cybertron/words.h"

namespace rw::risk_cybertron {

using core::Acts, core::Choice, core::ChoiceList, core::Judges, core::Lists, core::Refusal, core::Steps;

// A step works on its own frame, the top of the agenda, and takes it off when it is done.

// ---- turn.cpp: the driver, whose turn it is, the phases ------------------------------------------
Steps<Table> step_turn;
Judges<Table> judge_end_phase;
Acts<Table> end_phase;
void begin_turn(Table&, Seat);
void end_of_turn(Table&, Seat);
Seat next_in_game(const State&, Seat);

// ---- leaders.cpp: choosing leaders, claiming and deploying (setup) --------------------------------
Steps<Table> step_leaders, step_claim, step_deploy;
Lists<Table> list_leaders, list_claims, list_deployments;
Judges<Table> judge_lead, judge_claim, judge_deploy;
Acts<Table> lead, claim, deploy;
void place_armies(Table&);

// ---- income.cpp: phase 1 --------------------------------------------------------------------------
Lists<Table> list_placements, list_revivals;
Judges<Table> judge_place, judge_revive;
Acts<Table> place, revive;
void count_zones(Table&, Seat);                // step A
void count_sectors(Table&, Seat);              // step C
void count_factories(Table&, Seat);            // step D
void gain_operational(Table&, Seat, int robots, Clause);
bool can_revive(const Content&, const State&, Seat);
int income_of(const Content&, const State&, Seat);
int spare_pieces(const State&, Seat);          // left in the scrapheap, RSK-GEN-08

// ---- transform.cpp: phase 2 -----------------------------------------------------------------------
Lists<Table> list_transformations;
Judges<Table> judge_flip, judge_transform;
Acts<Table> transform;
bool can_act_in_phase2(const Content&, const State&, Seat);
void flip_leader(Table&, Seat, Clause);
Acts<Table> turn_leader;  // the flip of phase 2

// ---- cards.cpp: playing upgrade cards, choosing for them, windows, piles --------------------------
Steps<Table> step_window, run_program;
Lists<Table> list_cards, list_items;
Judges<Table> judge_play, judge_pass, judge_choose, judge_done;
Acts<Table> play_card, pass, choose_item, stop_choosing;
void open_window(Table&, Moment);
Moment moment_of(const State&);                // of the open card question
void discard(Table&, Seat, Card card);
Card take_top_card(Table&);                    // no_card if both piles are empty (RSK-CRD-15)
void shuffle_draw_pile(Table&, Clause);

// ---- attack.cpp: phase 3, declaring and announcing ------------------------------------------------
Steps<Table> step_attack;
Lists<Table> list_attacks, list_commitments;
Judges<Table> judge_attack, judge_use;
Acts<Table> declare_attack, announce, continue_attack, break_off_attack;
bool under_truce(const State&, Seat);
bool can_attack(const Content&, const State&, Seat);
void end_attack(Table&, Clause);

// ---- dice.cpp: rolling, the +1, comparing ---------------------------------------------------------
Lists<Table> list_bonuses;
Judges<Table> judge_bonus;
Acts<Table> add_bonus;
void roll_dice(Table&);
void reroll_marked(Table&, Side, Clause);
void grant_bonuses(Table&, Side);
void compare_dice(Table&);
int comparisons(const State&);
Side loser_of(const Content&, const State&, int pair);

// ---- capture.cpp: losses, capture, elimination ----------------------------------------------------
Lists<Table> list_move_ins;
Judges<Table> judge_move_in;
Acts<Table> occupy;
void scrap_robot(Table&, Seat, Zone zone, Clause);
void lose_unit(Table&, Side);
void retreat_leader(Table&, Seat, Zone zone, Clause);
void scrap_leader(Table&, Seat, Clause);
void capture(Table&);
void move_in(Table&, Seat, int units, bool leader);
void place_from_scrapheap(Table&, Seat, Zone zone, int robots, Clause);
void move_units(State&, Seat, Zone from, Zone to, int units, bool leader);
enum class Enemies : std::uint8_t { left, none_left };  // of the player whose turn it is
Enemies eliminate_if_gone(Table&, Seat, Clause);         // none left: the game is won (RSK-RES-13)
void return_hand(Table&, Seat);                          // unseen, into the draw pile

// ---- reinforce.cpp: phase 4 and giving a zone -----------------------------------------------------
Steps<Table> step_move_units;
Lists<Table> list_reinforcements, list_jumps, list_gifts, list_moves;
Judges<Table> judge_reinforce, judge_move, judge_jump, judge_give;
Acts<Table> reinforce, move, jump, give;
bool can_act_in_phase4(const Content&, const State&, Seat);
void call_early_reinforcements(Table&, Seat, Clause);
ZoneMask connected(const Content&, const State&, Seat, Zone zone);

// ---- days.cpp: phase 5, the end of a day, the end of the game -------------------------------------
Steps<Table> step_end_of_day;
void draw_card(Table&, Seat);
void finish_game(Table&);                      // after the last day
void win(Table&, Seat, Clause);                // this seat, with its team-mate
int zones_held(const State&, Seat);

// ---- setup.cpp: options with rules of their own ---------------------------------------------------
Expected<> begin_game(Table&, const Setup&, const core::Seed&);
Expected<> settle_position(Table&);
Expected<> check_position(const Content&, const State&);
Outcome outcome_of(const Content&, const State&);
Expected<> read_leaders(Table&, std::string_view text);
Expected<> read_supply_limit(Table&, std::string_view text);

// ---- leaving.cpp: conceding, time, a draw ----------------------------------------------------------------
void leave_game(Table&, Seat, core::TableVerb);
void draw_by_agreement(Table&);

// ---- knowledge.cpp: what each seat knows -----------------------------------------------------------------
void redeal_hidden(const Content&, State&, Seat viewer, core::Random&);
bool anybody_learned(const State& before, const State& after);

}  // namespace rw::risk_cybertron
