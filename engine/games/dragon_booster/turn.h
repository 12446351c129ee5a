// The parts of a game of Dragon Booster. Each group is one file; for each verb there is what it lists, how
// it is judged, and how it is carried out.
#pragma once

#include <string>
#include <vector>

#include "engine/core/choice.h"
#include "engine/deck.h"
#include "engine/game.h"
#include "engine/games/dragon_booster/content.h"
#include "engine/games/dragon_booster/state.h"
#include "engine/games/dragon_booster/words.h"

namespace rw::dragon_booster {

using core::Choice;
using core::ChoiceList;
using core::Refusal;

// The stages of a turn (DRB-TRN-01).
enum TurnStage : std::uint8_t {
  draw_stage,
  gear_up_stage,
  energy_stage,
  main_stage,
  rush_stage,
  push_stage,
  battles_stage,
  end_stage,
};
enum SetupStage : std::uint8_t {
  deck_stage,
  open_stage,
  pick_stage,
  build_stage,
  dragon_stage,
  color_stage,
  lie_stage,
  deal_stage,
  mulligan_stage,
};
enum BattleStage : std::uint8_t { naming_stage, acting_stage, compare_stage, sending_stage, points_stage };
enum ProgramStage : std::uint8_t { running, accepting, choosing_rival };

// ---- lexicon.cpp: the tables of words, and what is run by them -------------------------------------------

// ---- turn.cpp: whose turn it is, the steps of a turn -----------------------------------------------------
core::Frame& push_step(Table&, Step, Seat, int stage = 0, Card source = no_card);
void step_turn(Table&, core::Frame&);
void begin_turn(Table&);
Seat next_unfinished(const State&);  // from the leader; no_seat if all are done with this step
void end_lasting(Table&, Until);     // effects for this battle, this Main, this turn

// ---- begin.cpp -------------------------------------------------------------------------------------------
void begin_next_game(Table&);  // of a match

// ---- bring.cpp: the decks that players bring -------------------------------------------------------------
int own_deck(const Content&);  // what `bring` calls a list of one's own: the number after the presets
void load_deck(Player&, const std::vector<std::uint8_t>& race, const std::vector<std::uint8_t>& crystals);
void tell_deck(Table&, Seat);
void list_decks(const Content&, const State&, ChoiceList&);
Refusal judge_bring(const Content&, const State&, Seat, Choice);
void bring(Table&, Seat, Choice);
Expected<> read_own_deck(Table&, Seat, std::string_view text);
Expected<> read_decks(Table&, std::string_view names);

// ---- setup.cpp: the steps before turn 1 ------------------------------------------------------------------
void step_setup(Table&, core::Frame&);
void list_dragons(const Content&, const State&, ChoiceList&);
Refusal judge_ride(const Content&, const State&, Seat, Choice);
void ride(Table&, Seat, Choice);
Refusal judge_ride_nothing(const Content&, const State&, Seat, Choice);
void ride_nothing(Table&, Seat, Choice);
void list_colors(const Content&, const State&, ChoiceList&);
Refusal judge_color(const Content&, const State&, Seat, Choice);
void take_color(Table&, Seat, Choice);
void list_sides(const Content&, const State&, ChoiceList&);
void lay(Table&, Seat, Choice);
void keep_hand(Table&, Seat, Choice);
void mulligan(Table&, Seat, Choice);

// ---- draft.cpp: packs, picks, building the race deck -----------------------------------------------------
void open_packs(Table&);
void pass_packs(Table&);
void list_picks(const Content&, const State&, ChoiceList&);
Refusal judge_pick(const Content&, const State&, Seat, Choice);
void pick(Table&, Seat, Choice);
int in_pile(const Player&, int card);  // the place of a copy of this card in the pile, or -1
void list_building(const Content&, const State&, ChoiceList&);
Refusal judge_leave_out(const Content&, const State&, Seat, Choice);
void leave_out(Table&, Seat, Choice);
Refusal judge_ready(const Content&, const State&, Seat, Choice);
void finish_building(Table&, Seat, Choice = {});
int random_race_card(const Content&, core::Random&);  // by the rarities of a booster
int random_crystal(const Content&, core::Random&, Kind);

// ---- decks.cpp: the limits of decks -----------------------------------------------------------------------
struct DeckFault {
  Clause clause;
  Fact fact;
  int have = 0, need = 0;
  int card = -1;  // the card of the set it is about, -1: the whole deck
};
// Everything that is wrong with these cards as a deck of this format, in the order of the clauses.
std::vector<DeckFault> deck_faults(const Content&, const Format&, const std::vector<std::uint8_t>& race,
                                   const std::vector<std::uint8_t>& crystals);
std::string fault_text(const Content&, const DeckFault&, std::string_view language);
int find_card(const Content&, std::string_view text);  // by id or name in either language; -1 if there is none

// ---- gearup.cpp: drawing for the turn, magging, recruiting ---------------------------------------------------
void draw_for_turn(Table&);
bool can_gear_up(const Content&, const State&, Seat);
void show_dragon_deck(Table&, Seat);
void list_gear(const Content&, const State&, ChoiceList&);
Refusal judge_mag(const Content&, const State&, Seat, Choice);
void list_crew(const Content&, const State&, ChoiceList&);
Refusal judge_recruit(const Content&, const State&, Seat, Choice);
void list_gear_up(const Content&, const State&, ChoiceList&);  // both, in Gear Up
void recruit(Table&, Seat, Choice);
void gear_up(Table&, Seat, Choice);  // mags or recruits, in Gear Up or by an effect
Refusal judge_show(const Content&, const State&, Seat, Choice);
void show(Table&, Seat, Choice);
// Whether a card of the dragon deck fits, as far as everybody can see: one that lies face down may hold any.
bool might_mag(const Content&, const State&, Seat);
bool might_recruit(const Content&, const State&, Seat);
void list_end_of_search(const Content&, const State&, ChoiceList&);  // if nothing in the dragon deck fits
void end_search(Table&, Seat, Choice);
void step_mag(Table&, core::Frame&);
void step_recruit(Table&, core::Frame&);
void swap_dragon(Table&, Seat, Card, Clause);

// ---- play.cpp: energy, maneuvers, events, keyword effects ------------------------------------------------------
void gain_energy_for_turn(Table&);
bool might_act(const Content&, const State&, Seat, Moment keyword);  // as far as everybody knows (DRB-HID-12)
void list_actions(const Content&, const State&, ChoiceList&);
Refusal judge_play(const Content&, const State&, Seat, Choice);
Refusal judge_use(const Content&, const State&, Seat, Choice);
void play_card(Table&, Seat, Choice);
void use_effect(Table&, Seat, Choice);
void finish_main(Table&, Seat, Choice);
void step_play(Table&, core::Frame&);
bool is_first_copy(const State&, Seat, Card hand_card);  // the one copy of a hand that is listed
// Two maneuvers in play that nothing tells apart: equal cards in one lane with equal changes and marks. Of these
// the first is listed.
bool look_alike(const Player&, int a, int b);
bool is_first_alike(const Player&, std::uint64_t among, int slot);

// ---- rush.cpp: pushing, whose turn to start ----------------------------------------------------------
void step_battles(Table&, core::Frame& turn);
void list_pushes(const Content&, const State&, ChoiceList&);
Refusal judge_push(const Content&, const State&, Seat, Choice);
void push(Table&, Seat, Choice);
void end_push(Table&, Seat, Choice = {});
void list_rushes(const Content&, const State&, ChoiceList&);
Refusal judge_rush(const Content&, const State&, Seat, Choice);
void rush(Table&, Seat, Choice);
Card only_rush(const Player&, Seat);  // if the zone holds cards of one look, there is nothing to choose

// ---- battle.cpp: the round of actions, the end of a battle -------------------------------------------
void begin_battle(Table&, Seat starter, Card);
void step_battle(Table&, core::Frame&);
void pass(Table&, Seat, Choice = {});
void next_to_act(Table&);  // after an action: the passes count anew
void list_destinations(const Content&, const State&, ChoiceList&);
Refusal judge_send(const Content&, const State&, Seat, Choice);
void send(Table&, Seat, Choice);
void send_rushing_card(Table&, Seat, int destination);
unsigned destinations(const Content&, const State&, Seat);  // a bit per place that an effect names
void swap_rushing_card(Table&, Seat, Card, Clause);

// ---- figures.cpp: what effects change, computed on read ----------------------------------------------
int stat_of(const Content&, const State&, Seat, int stat);
int color_of(const Content&, const State&, Seat);
int cost_of(const Content&, const State&, Seat, int slot);
// May a word be in force for this player's cards or doings? Most of the time nothing is, which is found out before
// anything is called.
inline bool may_hold(const State& s, const Player& p, WordOp word) {
  return !s.lasting.empty() || (p.constants & modifier_bit(word)) != 0;
}
// What the bursts of a player's events are compared with; each figure is looked up once.
class EventMeter {
 public:
  EventMeter(const Content& c, const State& s, Seat seat) : c_(c), s_(s), seat_(seat) {}
  int value(const CardFace& event);

 private:
  static constexpr int unknown = -1000;
  const Content& c_;
  const State& s_;
  Seat seat_;
  int stats_[stat_count] = {unknown, unknown, unknown};
  int color_ = unknown, bonus_ = 0;
};
int event_value(const Content&, const State&, Seat, const CardFace& event);
int sprint_of(const Content&, const State&, Card);
int battle_sprint(const Content&, const State&, Seat);
bool is_shielded(const Content&, const State&, Card);  // from rivals' lowering (DRB-BTL-14)
bool is_guarded(const Content&, const State&, Card);  // from rivals' damage (DRB-DMG-09)
bool events_forbidden(const Content&, const State&, Seat);
bool dragon_switched_off(const Content&, const State&, Seat);
// Whose keyword effects cost no card from the hand.
struct FreeUse {
  bool gear = false, crew = false;
  bool of(Kind kind) const { return (kind == Kind::gear && gear) || (kind == Kind::crew && crew); }
};
FreeUse free_use(const Content&, const State&, Seat, Moment keyword);
bool fits_all_boxes(const Content&, const State&, Seat);
bool wins_ties(const Content&, const State&, Seat);
int gain_cap_bonus(const Content&, const State&, Seat);
int gain_limit(const Content&, const State&);  // large if there is none
unsigned ways_home(const Content&, const State&, Seat, bool won, bool tied);
void tell_sprint(Table&, Seat);  // cites the rules at work in a sprint
bool color_fits(const Content&, const State&, Seat, const CardFace& gear);

// ---- cards.cpp: cards on their way, and who knows them -----------------------------------------------
void draw_cards(Table&, Seat, int n, Clause);
void discard_top(Table&, Seat, int n, Clause);
void discard_random(Table&, Seat, int n, Clause);
void discard(Table&, Card, Seat by, Clause);  // a gear or crew is damaged instead (DRB-DMG-04)
void damage(Table&, Card, Seat by);  // a maneuver or event is discarded instead (DRB-DMG-03)
void enters_play(const Content&, Player&, int slot);  // notes what its abilities are about
void note_cards_in_play(const Content&, Player&);  // the same for all of them, anew
void tell_guarded(Table&, Seat);  // cites the protection of this player's cards
void take_out(Table&, Card);  // of wherever it lies
enum Goal : int { to_hand, to_track, to_race_deck, to_bottom, to_dragon_deck };
void put(Table&, Card, Goal);
void shuffle_deck(Table&, Seat);
void show_to(State&, Card, SeatMask);
void show_card(Table&, Seat, Card, Clause);
void look_at_top(Table&, Seat, int n, Clause);
void look_at_hand(Table&, Seat, Seat whose, Clause);
void step_bottom(Table&, core::Frame&);
void put_on_bottom(Table&, Seat, Card);
void change_sprint(Table&, Card, int n, Seat by, Duration);

// ---- timing.cpp: abilities that start, what is set off, in which order -------------------------------
void start_ability(Table&, Seat, Card source, int ability, int block = 0);
void pay_further_cost(Table&, Seat, Card source, int ability);
void set_off(Table&, Moment, Seat, Card rushing_card = no_card);
void step_program(Table&, core::Frame&);
void step_after(Table&, core::Frame&);
void push_after(Table&);
void list_due(const Content&, const State&, ChoiceList&);
void run_due(Table&, Seat, Choice);
bool condition_holds(const Content&, const State&, Seat, Card source, int ability);

// ---- choosing.cpp: what an effect lets its players decide ----------------------------------------------
void list_chosen(const Content&, const State&, ChoiceList&);  // and whether one may stop
Refusal judge_choose(const Content&, const State&, Seat, Choice);
Refusal judge_stop(const Content&, const State&, Seat, Choice);
void choose(Table&, Seat, Choice);
void stop(Table&, Seat, Choice);
void list_rivals(const Content&, const State&, ChoiceList&);
Refusal judge_rival(const Content&, const State&, Seat, Choice);
void choose_rival(Table&, Seat, Choice);
void accept(Table&, Seat, Choice);
void decline(Table&, Seat, Choice);
Refusal judge_order(const Content&, const State&, Seat, Choice);
void list_bottom(const Content&, const State&, ChoiceList&);
Refusal judge_bottom(const Content&, const State&, Seat, Choice);
void bottom(Table&, Seat, Choice);

// ---- victory.cpp: points, exhaustion, the end, conceding ---------------------------------------------
void change_points(Table&, Seat, int n, Clause);
void check_exhaustion(Table&);
void decide_by_points(Table&, Clause);
void end_game(Table&, SeatMask winners, Clause);
bool match_goes_on(const State&);  // the game is over, the match is not
void clear_table(State&, Seat);  // of a player who has conceded

}  // namespace rw::dragon_booster
