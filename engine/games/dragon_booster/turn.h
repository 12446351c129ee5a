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

using core::Acts, core::Choice, core::ChoiceList, core::Judges, core::Lists, core::Refusal, core::Steps;

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

// ---- turn.cpp: whose turn it is, the steps of a turn -----------------------------------------------------
Steps<Table> step_turn;
core::Frame& push_step(Table&, Step, Seat, int stage = 0, Card source = no_card);
void begin_turn(Table&);
Seat next_unfinished(const State&);  // from the leader; no_seat if all are done with this step
void end_lasting(Table&, Until);     // effects for this battle, this Main, this turn

// ---- begin.cpp -------------------------------------------------------------------------------------------
Expected<> begin_game(Table&, const Setup&, const core::Seed&);
void begin_next_game(Table&);  // of a match

// ---- bring.cpp: the decks that players bring -------------------------------------------------------------
Lists<Table> list_decks;
Judges<Table> judge_bring;
Acts<Table> bring;
int own_deck(const Content&);  // what `bring` calls a list of one's own: the number after the presets
void load_deck(Player&, const std::vector<Record>& race, const std::vector<Record>& crystals);
void tell_deck(Table&, Seat);
Expected<> read_own_deck(Table&, Seat, std::string_view text);
Expected<> read_decks(Table&, std::string_view names);

// ---- setup.cpp: the steps before turn 1 ------------------------------------------------------------------
Steps<Table> step_setup;
Lists<Table> list_dragons, list_colors, list_sides;
Judges<Table> judge_ride, judge_ride_nothing, judge_color;
Acts<Table> ride, ride_nothing, take_color, lay, keep_hand, mulligan;

// ---- draft.cpp: packs, picks, building the race deck -----------------------------------------------------
Lists<Table> list_picks, list_building;
Judges<Table> judge_pick, judge_leave_out, judge_ready;
Acts<Table> pick, leave_out;
void open_packs(Table&);
void pass_packs(Table&);
Slot in_pile(const Player&, Record);  // of a copy of this card, or no_slot
void finish_building(Table&, Seat, Choice = {});
Record random_race_card(const Content&, core::Random&);  // by the rarities of a booster
Record random_crystal(const Content&, core::Random&, Kind);

// ---- decks.cpp: the limits of decks -----------------------------------------------------------------------
struct DeckFault {
  Clause clause;
  Fact fact;
  int have = 0, need = 0;
  Record card = no_record;  // none: it is about the whole deck
};
// Everything that is wrong with these cards as a deck of this format, in the order of the clauses.
std::vector<DeckFault> deck_faults(const Content&, const Format&, const std::vector<Record>& race,
                                   const std::vector<Record>& crystals);
std::string fault_text(const Content&, const DeckFault&, std::string_view language);
Record find_card(const Content&, std::string_view text);  // by id, name or title in either language, or no_record
std::vector<Record> versions_of(const Content&, std::string_view title);

// ---- gearup.cpp: drawing for the turn, magging, recruiting ---------------------------------------------------
Steps<Table> step_mag, step_recruit;
Lists<Table> list_gear, list_crew;
Judges<Table> judge_mag, judge_recruit, judge_show;
Acts<Table> recruit, show, end_search;
void draw_for_turn(Table&);
bool can_gear_up(const Content&, const State&, Seat);
void show_dragon_deck(Table&, Seat);
Lists<Table> list_gear_up;  // both, in Gear Up
Acts<Table> gear_up;  // mags or recruits, in Gear Up or by an effect
// Does a card of the dragon deck fit, as far as everybody can see? A deck that lies face down may hold any.
bool might_mag(const Content&, const State&, Seat);
bool might_recruit(const Content&, const State&, Seat);
Lists<Table> list_end_of_search;  // if nothing in the dragon deck fits
void swap_dragon(Table&, Seat, Card, Clause);

// ---- play.cpp: energy, maneuvers, events, keyword effects ------------------------------------------------------
Steps<Table> step_play;
Lists<Table> list_actions;
Judges<Table> judge_play, judge_use;
Acts<Table> play_card, use_effect, finish_main;
void gain_energy_for_turn(Table&);
bool might_act(const Content&, const State&, Seat, Moment keyword);  // as far as everybody knows (DRB-HID-12)
bool is_first_copy(const State&, Seat, Card hand_card);  // the one copy of a hand that is listed
// Two maneuvers in play that nothing tells apart: equal cards in one lane with equal changes and marks. Of these
// the first is listed.
bool look_alike(const Player&, Slot, Slot);
bool is_first_alike(const Player&, std::uint64_t among, Slot slot);

// ---- rush.cpp: pushing, whose turn to start ----------------------------------------------------------
Lists<Table> list_pushes, list_rushes;
Judges<Table> judge_push, judge_rush;
Acts<Table> push, rush;
void step_battles(Table&, core::Frame& turn);
void end_push(Table&, Seat, Choice = {});
Card only_rush(const Player&, Seat);  // if the zone holds cards of one look, there is nothing to choose

// ---- battle.cpp: the round of actions, the end of a battle -------------------------------------------
Steps<Table> step_battle;
Lists<Table> list_destinations;
Judges<Table> judge_send;
Acts<Table> send;
void begin_battle(Table&, Seat starter, Card);
void pass(Table&, Seat, Choice = {});
void next_to_act(Table&);  // after an action: the passes count anew
void send_rushing_card(Table&, Seat, Way);
unsigned destinations(const Content&, const State&, Seat);  // a bit per Way that an effect names
void swap_rushing_card(Table&, Seat, Card, Clause);

// ---- figures.cpp: what effects change, computed on read ----------------------------------------------
int stat_of(const Content&, const State&, Seat, Stat);
Color color_of(const Content&, const State&, Seat);
int cost_of(const Content&, const State&, Seat, Slot slot);
// May a word be in force for this player? Mostly none is, and this tells so without a call.
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
  core::Indexed<Stat, int, stat_count> stats_{{unknown, unknown, unknown}};
  Color color_ = no_color;
  int bonus_ = unknown;
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
unsigned ways_home(const Content&, const State&, Seat, Result);
void tell_sprint(Table&, Seat);  // cites the rules at work in a sprint
bool color_fits(const Content&, const State&, Seat, const CardFace& gear);

// ---- cards.cpp: cards on their way, and who knows them -----------------------------------------------
Steps<Table> step_bottom;
void draw_cards(Table&, Seat, int n, Clause);
void discard_top(Table&, Seat, int n, Clause);
void discard_random(Table&, Seat, int n, Clause);
void discard(Table&, Card, Seat by, Clause);  // a gear or crew is damaged instead (DRB-DMG-04)
void damage(Table&, Card, Seat by);  // a maneuver or event is discarded instead (DRB-DMG-03)
void enters_play(const Content&, Player&, Slot slot);  // notes what its abilities are about
void note_cards_in_play(const Content&, Player&);  // the same for all of them, anew
void tell_guarded(Table&, Seat);  // cites the protection of this player's cards
void take_out(Table&, Card);  // of wherever it lies
void put(Table&, Card, Goal);
void shuffle_deck(Table&, Seat, Clause);
void show_to(State&, Card, SeatMask);
void show_card(Table&, Seat, Card, Clause);
void look_at_top(Table&, Seat, int n, Clause);
void look_at_hand(Table&, Seat, Seat whose, Clause);
void put_on_bottom(Table&, Seat, Card);
void change_sprint(Table&, Card, int n, Seat by, Duration);

// ---- timing.cpp: abilities that start, what is set off, in which order -------------------------------
Steps<Table> step_program, step_after;
Lists<Table> list_due;
Acts<Table> run_due;
void start_ability(Table&, Seat, Card source, int ability, int block = 0);
void pay_further_cost(Table&, Seat, Card source, int ability);
void set_off(Table&, Moment, Seat, Card rushing_card = no_card);
void push_after(Table&);
bool condition_holds(const Content&, const State&, Seat, Card source, int ability);

// ---- choosing.cpp: what an effect lets its players decide ----------------------------------------------
Lists<Table> list_rivals, list_bottom;
Judges<Table> judge_choose, judge_stop, judge_rival, judge_order, judge_bottom;
Acts<Table> choose, stop, choose_rival, accept, decline, bottom;
Lists<Table> list_chosen;  // and whether one may stop

// ---- victory.cpp: points, exhaustion, the end, conceding ---------------------------------------------
Outcome outcome_of(const Content&, const State&);
void leave_game(Table&, Seat, core::TableVerb);
void draw_by_agreement(Table&);
void change_points(Table&, Seat, int n, Clause);
void check_exhaustion(Table&);
void decide_by_points(Table&, Clause);
void end_game(Table&, SeatMask winners, Clause);
bool match_goes_on(const State&);  // the game is over, the match is not
Player only_cards_of(const Player&);  // which cards there are, and nothing of where they lie
void clear_table(State&, Seat);  // of a player who has conceded

// ---- made_up.cpp: positions that a set-up writes ---------------------------------------------------------
Expected<> settle_position(Table&);
void play_on(Table&);
Expected<> check_position(const Content&, const State&);

// ---- knowledge.cpp: what each seat knows -----------------------------------------------------------------
void redeal_hidden(const Content&, State&, Seat viewer, core::Random&);
bool anybody_learned(const State& before, const State& after);

}  // namespace rw::dragon_booster
