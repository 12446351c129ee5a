// The parts of a game of the Transformers Deck-Building Game. Each group is one file; for each verb there
// is what it lists, how it is judged, and how it is carried out.
#pragma once

#include "engine/core/choice.h"
#include "engine/core/gathering.h"
#include "engine/game.h"
#include "engine/games/transformers_dbg/content.h"
#include "engine/games/transformers_dbg/state.h"
#include "engine/games/transformers_dbg/words.h"

namespace rw::transformers_dbg {

using core::Acts, core::Choice, core::ChoiceList, core::Judges, core::Lists, core::Refusal, core::Steps;

// The stages of a turn (DBG-TRN-02, DBG-TRN-06).
enum TurnStage : std::uint8_t {
  begin_stage,
  arrival_stage,
  upkeep_stage,
  island_stage,
  start_stage,
  action_stage,
  cleanup_stage,
  clock_stage,
  hand_stage,
  deck_out_stage,
  ending_stage,
};

// ---- lexicon.cpp, turn.cpp: the driver, the phases of a turn
// -----------------------------------------------------------
Steps<Table> step_turn;
Acts<Table> end_actions;
void ask(Table&, Question, Seat);
core::Frame& push_step(Table&, Step, Seat, int stage = 0, core::Operand source = 0, core::Operand subject = 0);
core::Frame& turn_frame(State&);
void begin_turn(Table&, Seat);
void end_action_phase(Table&);
int hand_size(const Content&, const State&, Seat);

// ---- choosing.cpp: what a text lets a player choose ---------------------------------------------------------
Steps<Table> step_program;
Lists<Table> list_offer;
Judges<Table> judge_offer;
Acts<Table> choose, choose_option, answer_yes, answer_no, stop_choosing;

// ---- figures.cpp: what cards are worth now (modifiers are read, never written) --------------------------------
void note_texts(const Content&, State&, Spot, Card);  // it comes onto the table
void note_lasting(const Content&, State&, const ability::Lasting&);
void note_table(const Content&, State&);  // before somebody is asked
bool is_blank(const Content&, const State&, Seat);  // DBG-CRD-02: the cards of this player
// They look closely only if something on the table says it.
bool holds_somewhere(const Content&, const State&, Modifier, Seat);
int total_said(const Content&, const State&, Modifier, Seat);
inline bool is_said(const State& s, Modifier modifier) { return (s.in_force & modifier_bit(modifier)) != 0; }
inline bool holds(const Content& c, const State& s, Modifier modifier, Seat seat) {
  return is_said(s, modifier) && holds_somewhere(c, s, modifier, seat);
}
// Of all that cover this player.
inline int total(const Content& c, const State& s, Modifier modifier, Seat seat) {
  return is_said(s, modifier) ? total_said(c, s, modifier, seat) : 0;
}
bool covers(const Content&, const State&, const ability::Scope&, Who, Seat);
// What is the same for all cards of a player.
struct Outlook {
  bool blank;        // DBG-CRD-02
  bool modified;     // a text that changes the figures of cards is on the table
  bool short_range;  // no card has Range
};
Outlook outlook_of(const Content&, const State&, Seat);
int power_of(const Content&, const State&, Seat owner, Slot, const Outlook&);
int range_of(const Content&, const State&, Seat owner, Slot, const Outlook&);
int move_of(const Content&, const State&, Seat owner, Slot, const Outlook&);
int power_of(const Content&, const State&, Seat owner, Slot);
int range_of(const Content&, const State&, Seat owner, Slot);
int move_of(const Content&, const State&, Seat owner, Slot);
bool has_flight(const Content&, const State&, Seat owner, Slot);
int range_in_hand(const Content&, const State&, Seat, Card);
int battle_cost(const Content&, const State&, Seat attacker, Card, Space);  // as the battle begins
int buy_cost(const Content&, const State&, Seat, Card);
int assist_bonus(const Content&, const State&, Seat);
int forced_assists(const Content&, const State&, Seat);
int damage_of(const Content&, const State&, Seat);  // controlled (DBG-GEN-10)
int damage_penalty(const Content&, const State&, Seat);
int free_conversions(const Content&, const State&, Seat);
bool is_mode(const Content&, const State&, Seat, SideUp);
bool fits(const Content&, const State&, Seat you, Card, Kind, Allegiance, int subtype);
bool within(const Content&, const State&, const ability::Scope&, Where, Space);
Card card_of(const Content&, const State&, Source);
Space space_of(const State&, const ability::Scope&);  // where "this card" lies
// The price of battling this Robot of one's own faction, if that is allowed here (DBG-BAT-07).
struct OwnRobots {
  bool allowed = false;
  int ability = 0, block = 0;
  Destination to = Destination::vault;
};
OwnRobots own_robots(const Content&, const State&, Seat, Space);
void serve(Table&, Modifier, Seat, Card card = no_card);  // ends what lasts until its first use
void end_lasting(Table&, Until, Seat controller = core::no_seat);

// ---- cards.cpp: zones, drawing, discarding, destroying -----------------------------------------------
Steps<Table> step_discard, step_sift, step_reveal;
Lists<Table> list_plays, list_discards, list_sifting, list_stacking, list_reveals;
Judges<Table> judge_play, judge_discard, judge_looked_at, judge_reveal;
Acts<Table> play, discard, sift, stop_sifting, stack, reveal;
void enter_hand(State&, Seat, Card);
bool leave_hand(State&, Seat, Card);
bool holds_card(const Player&, Card);
bool remove_card(Cards<pile_room>&, Card);
void discard_from_hand(Table&, Seat, Card, Clause);
void discard_whole_hand(Table&, Seat, Clause);
int draw_cards(Table&, Seat, int n, Clause);
void destroy_card(Table&, Seat, Card, Clause);  // it has left its zone
Slot enter_play(Table&, Seat, Card);
void leave_play(State&, Seat, Slot);
void put_on_deck(State&, Seat, Card);  // seen by all
Card draw_deck_top(State&, Seat);
bool special_in_hand(const Content&, const State&, Seat);
void push_discard(Table&, Seat, int n);
int place_of_looked_at(const State&, Card);  // in the deck, counted from its bottom; -1: not looked at

// ---- pools.cpp: Power and Move, paying with them -----------------------------------------------------
Steps<Table> step_spend;
Lists<Table> list_spending;
Judges<Table> judge_spend, judge_stop_spending;
Acts<Table> spend, stop_spending;
// A slot; a pool without a card, by Range; the Move of a slot used as Power.
enum class PoolNumber : std::uint8_t {};
inline constexpr int first_free_power = slot_count, first_move_pool = first_free_power + 2 * free_ranges;
inline constexpr PoolNumber free_move_pool{first_free_power + free_ranges};
constexpr PoolNumber pool_of(Slot slot) { return core::make<PoolNumber>(core::index(slot)); }
constexpr PoolNumber free_power_pool(int range) { return core::make<PoolNumber>(first_free_power + range); }
constexpr PoolNumber move_pool_of(Slot slot) {
  return core::make<PoolNumber>(first_move_pool + core::index(slot));
}
constexpr bool is_move_of_slot(PoolNumber pool) { return core::index(pool) >= first_move_pool; }
constexpr bool is_power_of_slot(PoolNumber pool) { return core::index(pool) < slot_count; }
constexpr Slot slot_of(PoolNumber pool) {
  return is_move_of_slot(pool)    ? core::make<Slot>(core::index(pool) - first_move_pool)
         : is_power_of_slot(pool) ? core::make<Slot>(core::index(pool))
                                  : no_slot;
}
constexpr int range_of(PoolNumber free_power) { return core::index(free_power) - first_free_power; }
struct Pool {
  PoolNumber number;
  std::int8_t points;   // left
  std::int8_t range;
};
inline constexpr int far_away = max_rows + max_columns - 1;  // one more than any distance on the Matrix
struct Pools {
  int count = 0;
  std::int16_t points[far_away] = {};  // that reach so far, by distance
  std::int8_t reach[far_away] = {};    // how many pools do
  Pool items[2 * slot_count];  // left as they are: only the first `count` mean anything
  void add(PoolNumber number, int left, int range) {
    items[count++] = {number, static_cast<std::int8_t>(left), static_cast<std::int8_t>(range)};
    for (int far = 0; far < far_away && far <= range; ++far) {
      points[far] = static_cast<std::int16_t>(points[far] + left);
      ++reach[far];
    }
  }
};
enum class Use : std::uint8_t { buying, battling, thwarting };
void power_pools(const Content&, const State&, Seat, Use, Pools&);
inline int reaching(const Pools& pools, int far) { return pools.points[far]; }
inline int reaching_pools(const Pools& pools, int far) { return pools.reach[far]; }
inline int longest_range(const Pools& pools) {
  int far = far_away - 1;
  while (far > 0 && pools.reach[far] == 0) --far;
  return far;
}
void commit(State&, PoolNumber, int points);
void commit_by_proposal(State&, const Pools&, int distance, int points);  // shortest Range first
void spend_committed(State&, Seat);
void free_committed(State&, Seat);
int committed_power(const Content&, const State&, Seat, Space);  // what still counts (DBG-CNF-16)
enum MoveSource : int { from_cards, from_character, from_flight };
struct Moves {
  int from[3] = {};  // by MoveSource
  int all() const { return from[0] + from[1] + from[2]; }
};
Moves moves_of(const Content&, const State&, Seat);
inline int moves_left(const Content& c, const State& s, Seat seat) { return moves_of(c, s, seat).all(); }
bool flies(const Content&, const State&, Seat, MoveSource);
inline constexpr int most_search_move = 6;  // 1, and the taxes of all cards that can lie faceup together
inline constexpr std::uint8_t without_card = 255;
struct SpentMove {
  std::uint8_t pool[most_search_move] = {};  // 1 + slot, or without_card
};
SpentMove spend_move(Table&, Seat, MoveSource first, int n);
void give_back_move(State&, const SpentMove&);
inline constexpr int any_points = -1;
void push_spend(Table&, Seat, Verb, core::Operand target, int points);

// ---- matrix.cpp: cards and spaces, refill, placing a Boss -----------------------------------------------
Steps<Table> step_place_boss;
Lists<Table> list_places;
Judges<Table> judge_place;
Acts<Table> place_boss;
Card take_from_matrix(State&, Space);  // the space is empty
void put_into_matrix(State&, Space, Card, Face);
void leave_faceup(State&, Space);
void flip_down(Table&, Space);
void peek(Table&, Seat, Space, Clause);
void peek_along(Table&, Seat, Space);
void refill(Table&);
Card take_main_card(State&);
void destroy_main_card(Table&, Seat, Clause);

// ---- moving.cpp --------------------------------------------------------------------------------------
Steps<Table> step_march;
Lists<Table> list_arrivals, list_move_and_search, list_steps;
Judges<Table> judge_arrival, judge_move, judge_step, judge_stop_marching;
Acts<Table> arrive, move, march, stop_marching;
void list_moves(const Content&, const State&, Seat, const Moves&, ChoiceList&);
enum class Ambush : std::uint8_t { spared, faced };
void enter_space(Table&, Seat, Space, Ambush);  // has moved there
void teleport(Table&, Seat, Space, Clause);
enum class Length : std::uint8_t { up_to, exactly };
void push_march(Table&, Seat chooser, Seat moved, int spaces, Length, Ambush);

// ---- searching.cpp -----------------------------------------------------------------------------------
Steps<Table> step_flip;
Judges<Table> judge_search;
Acts<Table> search, undo, keep_flip;
void list_search(const Content&, const State&, Seat, const Moves&, ChoiceList&);
void flip_up(Table&, Seat, Space, SpentMove, const core::Frame* text = nullptr);

// ---- rearranging.cpp ---------------------------------------------------------------------------------
Steps<Table> step_rearrange;
Lists<Table> list_pick_ups, list_put_backs;
Judges<Table> judge_pick_up, judge_put_back;
Acts<Table> pick_up, put_back;
bool can_rearrange(const Content&, const State&, int n);
void gather_rearranged(const Content&, const State&, core::Gathering&);

// ---- ambush.cpp --------------------------------------------------------------------------------------
Steps<Table> step_ambush;
enum class AmbushBy : std::uint8_t { faceup_card, card_turned_up };
void push_ambush(Table&, Seat, Card, Space, AmbushBy);
Card draw_encounter(Table&, Card, CardSet& deck);
void discard_encounter(Table&, Card encounter, CardSet deck);
bool boss_just_revealed(const State&);

// ---- attack.cpp: Attacks and Blocks ------------------------------------------------------------------
Steps<Table> step_attack;
Lists<Table> list_targets, list_blocks;
Judges<Table> judge_target, judge_block;
Acts<Table> choose_target, block, pass_block;
void push_attack(Table&, const core::Frame& text, Whom, Where);
bool may_be_attacked(const Content&, const State&, const ability::Scope&, Seat, Where);
void block_attack(Table&, Seat);
int attack_frame(const State&);  // its place on the agenda, or -1
Seat attacked(const State&);     // whom the open Block window is about

// ---- buying.cpp: buying, thwarting -------------------------------------------------------------------
Lists<Table> list_purchases_and_battles;
Judges<Table> judge_buy, judge_buy_basic, judge_thwart;
Acts<Table> buy, buy_basic, thwart;
bool for_sale(const Content&, const State&, Seat, Card);
void list_purchases(const Content&, const State&, Seat, const Pools&, ChoiceList&);
void finish_purchase(Table&, Seat, Verb, core::Operand target, int points);
bool is_cumulative(const Content&, const State&, Space);
int tokens_on(const State&, Space);

// ---- battle.cpp: battling Robots, confronting Bosses -------------------------------------------------
Steps<Table> step_battle;
Judges<Table> judge_battle;
Acts<Table> declare_battle, end_confront_texts;
enum BattleStage : std::uint8_t {
  declared_stage,
  assists_stage,
  encounter_stage,
  after_encounter_stage,
  defence_stage,
  offence_stage,
  confront_stage,
  outcome_stage,
  rewards_stage,
  triggers_stage,
  finish_stage,
};
struct BattleFrame {
  std::int16_t next_helper = 0;  // whom to ask for an Assist, counted from the attacker
  std::int16_t offerer = 0;      // whose Assist the attacker may take or refuse
  std::uint16_t receivers = 0;   // who still gains the reward, a bit each
  std::int16_t spare[5] = {};
};
void list_battles(const Content&, const State&, Seat, const Pools&, ChoiceList&);
void finish_declaration(Table&, Seat, Space);
int battle_total(const Content&, const State&);
int battle_cost_now(const Content&, const State&);
void cancel_confrontation(Table&);
void change_cost(Table&, int n);
void add_battle_power(Table&, const core::Frame&, int n);
core::Frame* battle_frame(State&);

// ---- assists.cpp -------------------------------------------------------------------------------------
Steps<Table> ask_for_assists, resolve_defence, resolve_offence;
Lists<Table> list_assists, list_acceptance;
Judges<Table> judge_assist, judge_acceptance;
Acts<Table> assist, pass_assist, accept_assist, refuse_assist;
Refusal judge_forced(const Content&, const State&, Choice);
int assist_power(const Content&, const State&, Seat);
void return_assists(Table&);
void discard_assists(Table&);
int penalty_of(const Content&, const State&, Seat);

// ---- damage.cpp --------------------------------------------------------------------------------------
Steps<Table> step_repair;
Lists<Table> list_repairs;
Judges<Table> judge_repair, judge_stop_repairing;
Acts<Table> repair, stop_repairing;
void gain_damage(Table&, Seat, int n);
bool can_gain_damage(const Content&, const State&, Seat);
bool can_repair(const Content&, const State&, Seat);    // as far as the others can tell
bool knows_repair(const Content&, const State&, Seat);  // as the player knows
void push_repair(Table&, Seat, int n);
// What a repair can name: a standard Damage, or a special one by its zone.
enum class Repair : std::uint16_t {};
enum class RepairZone : std::uint8_t { none, play, hand, discard };
inline constexpr int repair_zones = 4;
inline constexpr Repair standard_repair{0};
constexpr Repair repair_of(RepairZone zone, Card card) {
  return core::make<Repair>((core::index(zone) << 8) | core::index(card));
}
constexpr RepairZone zone_of(Repair what) { return core::make<RepairZone>(core::index(what) >> 8); }
constexpr Card card_of(Repair what) { return core::make<Card>(core::index(what) & 0xFF); }
int damage_limit(const Content&, const State&, Seat);  // 0: none

// ---- energon.cpp: Energon, Converting, texts that are used -------------------------------------------
Lists<Table> list_texts, list_regroups;
Judges<Table> judge_convert, judge_use, judge_regroup;
Acts<Table> convert_for_energon, use, use_as_action, regroup;
void gain_energon(Table&, Seat, int n, Clause);
void lose_energon(Table&, Seat, int n, Clause);
int energon_price(const Content&, const State&, Seat, ability::Program, int at);  // of one pay_energon, with taxes
void pay_energon(Table&, core::Frame&, int n, Clause);
void convert(Table&, Seat, Clause);
bool can_convert(const Content&, const State&, Seat, SideUp to = SideUp::other_side);
void combiner_upkeep(Table&, Seat);
bool can_pay_block(const Content&, const State&, Seat, const ability::Scope&, int ability, int block);
bool can_pay(const Content&, const State&, Seat, const ability::Scope&, int ability);
// A text as a choice names it: where it stands and which one it is.
enum class Text : std::uint16_t {};
inline constexpr int first_text_space = 64, first_text_relic = 96;  // places: slots, spaces, Relics
constexpr Text text_of(Source source, int which) {
  const int place = is_slot(source)    ? core::index(slot_of(source))
                    : is_space(source) ? first_text_space + core::index(space_of(source))
                                       : first_text_relic + core::index(relic_of(source));
  return core::make<Text>(place * max_texts + which);
}
constexpr int which_of(Text text) { return core::index(text) % max_texts; }
Source source_of(Seat, Text);  // no_source: there is no such place
bool any_text(const Content&, const State&, Seat, Question);
inline constexpr int no_ability = -1;
int ability_of_text(const Content&, const State&, Seat, Text);
enum RegroupWay : int { recharge = 1, repair_one };

// ---- triggers.cpp: texts that happen by themselves ---------------------------------------------------
Steps<Table> step_event, step_texts, step_offer;
Lists<Table> list_orders;
Judges<Table> judge_order;
Acts<Table> resolve_trigger, accept_offer, decline_offer;
enum class Among : std::uint8_t { all, visitors, not_visitors };
void push_event(Table&, Moment, Seat actor, Card card = no_card, Space space = no_space, Among = Among::all);
void push_texts(Table&, Seat, Source, Card, Moment, Subject subject = no_subject);
enum class Asked : std::uint8_t { not_yet, already };
void start_text(Table&, Seat, Source, int ability, Subject, Asked = Asked::not_yet);
bool condition_holds(const Content&, const State&, const ability::Scope&, int ability);
core::Frame program_frame(Seat, Source, int ability, int position, Subject subject = no_subject);

// ---- possible.cpp: what a text can do now ------------------------------------------------------------
// Nobody pays for a text that would do nothing, as far as that player knows. But whether a player is asked must
// not tell the others what that player holds (DBG-HID-07).
enum class Eyes : std::uint8_t { own, everybody };
bool worthwhile(const Content&, const State&, const ability::Scope&, ability::Program, Eyes);

// ---- ending.cpp: victory points and the end ----------------------------------------------------------
Outcome outcome_of(const Content&, const State&);
void leave_game(Table&, Seat, core::TableVerb);
void draw_by_agreement(Table&);
void gain_vp(Table&, Seat, int n);
void lose_vp(Table&, Seat, int n);
bool check_bosses(Table&);  // ends the game if enough are defeated
bool main_deck_empty(const State&);
void end_by_deck(Table&);
void check_damage_limit(Table&, Seat);
void end_game(Table&, Clause, SeatMask agreed = core::nobody);  // agreed: those who share a draw
int team_bosses(const Content&, const State&, int team);

// ---- setup.cpp ---------------------------------------------------------------------------------------
Steps<Table> step_characters;
Lists<Table> list_characters;
Judges<Table> judge_character;
Acts<Table> choose_character;
bool is_available(const Content&, const State&, Seat, Character);
Expected<> begin_game(Table&, const Setup&, const core::Seed&);
void deal(Table&);
// ---- position.cpp: made-up positions
Expected<> settle_position(Table&);
Expected<> check_position(const Content&, const State&);
// Which piles of a made-up position were described; kept in end_clause until it is complete.
enum Described : int {
  main_deck_described = 1,
  damage_described = 2,
  basics_described = 4,  // and 8: one for each set
  deck_described = 16,  // and the next four: one for each player
};
constexpr int basics_described_of(CardSet set) { return basics_described << core::index(set); }
Expected<> begin_custom(Table&);
void give_starters(const Content&, const State&, Seat, Cards<pile_room>&);

// ---- customizing.cpp: sets in use and swaps ----------------------------------------------------------
Expected<> read_sets(Table&, std::string_view text);
// Fills the box with every main-deck card that the mode and the swaps let in; Bosses too.
Expected<> fill_box(Table&, const Setup&);
CardSet base_set_of(const Content&, const State&, Faction);  // whose Starters, Basic and Encounters serve it

// ---- knowledge.cpp: what each seat knows -----------------------------------------------------------------
void redeal_hidden(const Content&, State&, Seat viewer, core::Random&);
bool anybody_learned(const State& before, const State& after);

}  // namespace rw::transformers_dbg
