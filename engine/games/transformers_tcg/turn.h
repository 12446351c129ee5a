// The parts of a game of the Transformers TCG. Each group is one file; for each verb there is what it
// lists, how it is judged, and how it is carried out.
#pragma once

#include <utility>

#include "engine/core/choice.h"
#include "engine/core/gathering.h"
#include "engine/game.h"
#include "engine/games/transformers_tcg/figures.h"

namespace rw::transformers_tcg {

using core::Acts, core::Choice, core::ChoiceList, core::Judges, core::Lists, core::Refusal, core::Steps;
using core::Frame;

// The stages of a turn (TCG-TRN-01).
enum TurnStage : std::uint8_t {
  begin_stage,
  start_stage,
  main_stage,
  checks_stage,
  end_stage,
  cleanup_stage,
  next_stage
};

// ---- turn.cpp: the parts of a turn ---------------------------------------------------------------------
Steps<Table> step_turn, step_program;
Lists<Table> list_tap_abilities;
Judges<Table> judge_tap_ability;
Acts<Table> use_tap_ability;
Frame& turn_frame(State&);
void begin_turn(Table&, Seat);
void settle_now(Table&);
// Between two instructions: KO checks and empty decks (TCG-KO-11, TCG-RSH-01).
inline void settle(Table& t) {
  if (t.s.check != 0 || t.s.deck_size[0] == 0 || t.s.deck_size[1] == 0) settle_now(t);
}
bool all_tapped(const State&, Seat);
void untap_everybody(Table&, Clause);

// ---- triggers.cpp: events, waiting abilities, optional ones --------------------------------------------
Steps<Table> step_triggers, ask_to_use;
Lists<Table> list_order;
Acts<Table> resolve;
void tell(Table&, Moment, Seat player, Item subject, int object);  // those who listen
inline void happen(Table& t, Moment moment, Seat player, Item subject = no_item, core::Operand object = 0) {
  if (t.s.listen[static_cast<int>(moment)] != 0 || !t.s.laters.empty())
    tell(t, moment, player, subject, object.value);
}
inline void happen(Table& t, Moment moment, Seat player, Character subject, core::Operand object = 0) {
  happen(t, moment, player, item_of(subject), object);
}
inline void happen(Table& t, Moment moment, Seat player, Card subject, core::Operand object = 0) {
  happen(t, moment, player, item_of(subject), object);
}
void happen_to_card(Table&, Moment, Card, Character bearer, int object);  // abilities of that very card
void next_event(State&);
void begin_triggers(Table&, const Frame& resting);
// A step at which waiting abilities are resolved; all others are in the middle of something (TCG-TRG-04).
template <void (*step)(Table&, Frame&)>
void at_rest(Table& t, Frame& f) {
  if (t.s.pending.size() > f.object) return begin_triggers(t, f);
  step(t, f);
}
Source waiting_source(const State&, int which);  // of the open question
enum class Asked : std::uint8_t { not_yet, already };  // whether the ability is to be used
inline Asked asked_before(const ability::Ability& a) {
  return (a.flags & ability::flag_may) != 0 ? Asked::not_yet : Asked::already;
}
void push_program(Table&, Seat, int ability, int position, Source, Item subject = no_item, int object = 0,
                  Asked = Asked::already);
void finish_program(Table&);
bool can_pay(const Content&, const State&, const Scope&, Program, int block);
bool conceals_cost(const Content&, const State&, const Scope&, Program, int block);
bool is_used(const State&, Source, int ability);
void note_use(Table&, Source, int ability);
bool role_fits(int role, Character bearer, Item subject, Seat player);
Character about_whom(const Content&, const Lasting&);  // whose leaving ends it (TCG-KO-05)
void forget_lasting(Table&, Character);
void forget_laters_of(Table&, Card);
inline void forget_later(Table& t, Card card) {  // of an Upgrade that leaves its character
  if (!t.s.laters.empty()) forget_laters_of(t, card);
}
void end_lasting(Table&, Until);

// ---- idle.cpp ---------------------------------------------------------------------------------------------
bool is_idle(const Content&, const State&, const Scope&, Program, int block);  // nothing of it could happen now
bool is_idle_spill(const State&, Program, int choose);
bool is_out_of_question(const Content&, const State&, const Scope&, Program);

// ---- cards.cpp: hands, decks, scrap piles ---------------------------------------------------------------
Steps<Table> step_scrap;
inline void show(State& s, Card card) {                // both players know it
  s.known[0].add(card);
  s.known[1].add(card);
}
void draw_cards(Table&, Seat, int n, Clause);
Card take_from_holder(Table&, Seat);                  // from a deck that is common or may be empty
inline Card take_top(Table& t, Seat seat) {           // off the deck, or none (TCG-RSH-07)
  State& s = t.s;
  const int i = core::index(seat);
  if (s.deck_size[i] == 0 || s.options.basic != 0 || t.log != nullptr) return take_from_holder(t, seat);
  return std::exchange(s.deck[i][--s.deck_size[i]], Card{});
}
void reshuffle(Table&, Seat);                         // TCG-RSH-01
inline void reshuffle_if_empty(Table& t, Seat seat) {
  if (t.s.deck_size[core::index(seat)] == 0) reshuffle(t, seat);
}
void clear_played(Table&, Seat);                      // TCG-END-02
inline constexpr Seat common_deck{0};                 // TCG-VAR-03: whose list it is
void lift(Table&, Card);                          // out of wherever it lies
void deck_push(State&, Card);                     // on top of its owner's deck
void put_in_scrap(Table&, Card, Clause);          // TCG-GEN-04
void put_in_hand(Table&, Card, Clause);
void put_on_top(Table&, Card, Clause);
enum class From : std::uint8_t { hand, deck, elsewhere };
void mark(State&, Card, From);                   // one of the effect's cards (TCG-RSH-03)
Card scrap_top(Table&, Seat);
Card new_card(State&, Seat, CardRecord);               // from outside the game, or none
void begin_scrap(Table&, const CardSet&, Seat by, int name);  // Upgrades may be saved (TCG-RPL-06)
void look_at(Table&, const CardSet&, Seat);
void reveal(Table&, const CardSet&, Seat);
Card reveal_random(Table&, const CardSet&);
// Of equal cards of a player's hand only the first is offered.
bool is_first_of_kind(const State&, const CardSet&, Card);
Card card_to_spend(const State&, const CardSet&, Seat, CardRecord);  // the copy that was seen first

// ---- planning.cpp: Plan and Focus, keeping hand cards ----------------------------------------------------
Steps<Table> step_plan, step_keep;
Lists<Table> list_plan, list_keep;
Acts<Table> choose_for_plan, stop_planning, keep_in_hand;
void begin_plan(Table&, Seat, int n);
void begin_focus(Table&, Seat, int n);
void begin_keep(Table&, Seat controller, int n, Who, bool secret);
void gather_kept(const State&, core::Gathering&);

// ---- playing.cpp: playing Actions and Upgrades, slots ----------------------------------------------------
Steps<Table> step_play, step_put_on;
Lists<Table> list_main_plays, list_may_play, list_leaving, list_slots;
Judges<Table> judge_main_play, judge_offered_play;
Acts<Table> play_in_main, play_offered, decline_play, choose_leaving, choose_slot;
bool plays_left(const State&, From);                  // TCG-TRN-05 to 07
void begin_may_play(Table&, const Frame&, int at);
CardSet playable_set(const Content&, const State&, const Frame&);
void begin_put_on(Table&, Card, Character, SlotKind);
void put_on_by_effect(Table&, Card, Character);    // asks for the slot where there is a choice (TCG-UPG-08)
Slot free_slot(const Content&, const State&, Card, Character, SlotKind);  // or no_slot
bool may_use_slot(const Content&, const State&, Card, Character, SlotKind);
// How a choice names the kind of slot: 0 for the Upgrade's own.
constexpr int slot_operand(SlotKind slot, SlotKind own) { return slot == own ? 0 : core::index(slot) + 1; }
constexpr SlotKind slot_said(int operand, SlotKind own) {
  return operand == 0 ? own : core::make<SlotKind>(operand - 1);
}
bool has_guest(const Content&, const State&, Character);  // TCG-UPG-09
void attach(Table&, Card, Character, Slot slot);
void swap_upgrades(Table&, Character a, Character b);

// ---- characters.cpp: flipping, tapping, entering and leaving -------------------------------------------
Steps<Table> step_flip;
Lists<Table> list_modes, list_flips;
Judges<Table> judge_flip;
Acts<Table> choose_mode, flip_in_main;
void tap(Table&, CharacterSet, Clause);
void untap(Table&, CharacterSet, Clause);
enum FlipTo : int { other_mode, to_bot, to_alt };
void begin_flip(Table&, CharacterSet, int to, int into, Seat by);
Character new_character(const Content&, State&, Seat, CharacterRecord);  // or none
void fetch_character(Table&, Seat, CharacterRecord);
void bring_under(Table&, Character, CharacterRecord);
void put_under(Table&, Card, Character);
void deploy(Table&, Character);
void return_from_ko(Table&, Character, int repair);

// ---- damage.cpp: damage, replacements, repair, moving, knock-outs -----------------------------------------
Steps<Table> step_damage, step_amount;
Lists<Table> list_replacements, list_amounts;
Acts<Table> apply_replacement, decline_replacements, choose_amount;
enum class DamageKind : std::uint8_t { effect, attack, surplus };  // surplus: of an attack (TCG-DMG-15)
void begin_damage(Table&, CharacterSet, int n, DamageKind, Seat by, Character doer = no_character);
void prevent(Table&, int at_most, Clause);
void redirect(Table&, Character, int n);
void repair(Table&, CharacterSet, int n);
void move_damage(Table&, Character from, Character to, int n);
void begin_amount(Table&, Seat, Character from, Character to, int most);
void knock_out(Table&, CharacterSet, Clause);
void knock_out_damaged(Table&);  // TCG-KO-01

// ---- attack.cpp: attackers and defenders, the twelve steps ------------------------------------------------
Steps<Table> step_attack, step_ordered_attack;
Lists<Table> list_attacks;
Judges<Table> judge_attack;
Acts<Table> declare_attack, end_main, rest;
enum class Enemies : std::uint8_t { all, untapped };
CharacterSet legal_defenders(const Content&, const State&, Character attacker, Enemies = Enemies::all);
CharacterSet attackers(const State&);
Judges<Table> judge_end;  // the main phase without an attack
Judges<Table> judge_rest;  // no further attack
Refusal must_attack(const State&);
void order_attack(Table&, const Frame&, int at);
Character ordered_attacker(const State&);

// ---- flips.cpp: flipping battle cards, green swaps ---------------------------------------------------------
Lists<Table> list_swaps;
Judges<Table> judge_swap;
Acts<Table> swap_green, decline_swap;
Card flip_one(Table&, Seat);  // or none
void flip_more(Table&, Seat, int n);
void flip_by_card(Table&, Seat, int n);   // and marks them
void lose_black_pierce(Table&, Card);

// ---- combining.cpp: Combiners ------------------------------------------------------------------------------
Steps<Table> step_combine, step_settle_upgrades;
Lists<Table> list_components, list_kept_upgrades;
Acts<Table> choose_component, keep_upgrade;
void begin_combine(Table&, Seat, CharacterRecord combiner);
void begin_settling(Table&, Seat, Character a, Character b);  // two characters whose Upgrades were exchanged

// ---- end.cpp: the end of the game, tie-breaks, matches ------------------------------------------------------
Steps<Table> step_tie_break, step_match;
Lists<Table> list_first_players, list_exchanges;
Judges<Table> judge_exchange;
Acts<Table> choose_first, exchange, done_exchanging;
Outcome outcome_of(const Content&, const State&);
void leave_game(Table&, Seat, core::TableVerb);
void draw_by_agreement(Table&);
void check_end(Table&);
void end_game(Table&, SeatMask winners, Clause);
void begin_tie_break(Table&);
inline constexpr int listed_character = 256;  // in an exchange: a character of the team

// ---- choices.cpp: what effects offer ------------------------------------------------------------------
Lists<Table> list_offer, list_use;
Acts<Table> choose_item, stop_choosing, use_ability, decline_ability;
Judges<Table> judge_listed;  // legal is what is listed

// ---- setup.cpp -------------------------------------------------------------------------------------------------
Steps<Table> step_setup;
Expected<> begin_game(Table&, const Setup&, const core::Seed&);
Expected<> settle_position(Table&);
void play_on(Table&);
Expected<> check_position(const Content&, const State&);
void deal(Table&, Seat first);
void index_all(const Content&, State&);
Expected<> read_decks(Table&, std::string_view text);
Expected<> read_list(Table&, Seat, std::string_view text);

// ---- knowledge.cpp ---------------------------------------------------------------------------------------
void redeal_hidden(const Content&, State&, Seat viewer, core::Random&);
bool anybody_learned(const State& before, const State& after);

}  // namespace rw::transformers_tcg
