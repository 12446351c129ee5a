// The ability words of Biomechanic Dino Battles, and the figures that lasting effects change.
#pragma once

#include "engine/ability/interpreter.h"
#include "engine/games/dino_battles/content.h"
#include "engine/games/dino_battles/state.h"

namespace rw::dino_battles {

// When a Power may be played, and what sets an ability off.
RW_NAMED_ENUM(Moment, std::uint8_t, any, own_turn, own_main, own_attack_declared, attack_on_own_dino, tech_waiting,
              strategy_or_assist_waiting, own_reserve, played, assist, hit, finished, discarded, drawn)
RW_NAMED_ENUM(Bonus, std::uint8_t, strategy, attach, combat, buy)
RW_NAMED_ENUM(Role, std::uint8_t, owner)
RW_NAMED_ENUM(Until, std::uint8_t, at_once, this_turn, until_own_next_turn)
RW_NAMED_ENUM(Who, std::uint8_t, you, opponent, each_opponent, target_controller, attacker_controller)

enum class WordOp : std::uint16_t {
  // effects
  draw = ability::first_game_word,
  bonus,
  heal,
  damage,
  lose_hp,
  paralysis,
  status,
  modify,
  shield,
  grant,
  switch_in,
  purge,
  gain,
  discard_attached,
  strip,
  peek,
  counter,
  mark_attack,
  // modifiers
  spiked,
  immune_poison,
  immune_paralyze,
  // conditions
  active_is,
  // amounts
  cost_of,
  // items
  dinosaur,
  it,
  own_active,
  every,
  fighter,
  own_reserve,
  opponent_reserve,
  switched_out,
  cards,
  supply,
  attached_to,
};

const ability::Vocabulary& vocabulary();

// What a `choose` offers: a Dinosaur as a target (state.h), an attached card by owner and handle, or the equal
// cards of a zone; their number tells how many copies there are. (An item, in this game, is what waits on the
// stack.)
enum class Candidate : std::uint16_t {};
inline constexpr int first_attached = 100, attached_room = 192;  // + seat * attached_room + handle
inline constexpr int first_cards = 1024;  // + zone * 2048 + kind * 64 + 64 - copies
static_assert(max_handles <= attached_room && first_attached + max_players * attached_room <= first_cards);
RW_NAMED_ENUM(CardZone, std::uint8_t, hand, discard, supply)
constexpr Candidate candidate_of(Target dinosaur) { return core::make<Candidate>(core::index(dinosaur)); }
constexpr Candidate candidate_of(Seat seat, Handle handle) {
  return core::make<Candidate>(first_attached + core::index(seat) * attached_room + core::index(handle));
}
constexpr Candidate candidate_of(CardZone zone, Kind kind, int copies) {
  return core::make<Candidate>(first_cards + core::index(zone) * 2048 + core::index(kind) * 64 + 64 -
                               (copies < 64 ? copies : 64));
}
constexpr bool is_cards(Candidate one) { return core::index(one) >= first_cards; }
constexpr bool is_attached(Candidate one) { return core::index(one) >= first_attached && !is_cards(one); }
constexpr Target target_of(Candidate dinosaur) { return core::make<Target>(core::index(dinosaur)); }
constexpr Seat seat_of(Candidate attached) {
  return core::seat((core::index(attached) - first_attached) / attached_room);
}
constexpr Handle handle_of(Candidate attached) {
  return core::make<Handle>((core::index(attached) - first_attached) % attached_room);
}
constexpr CardZone zone_of(Candidate cards) {
  return core::make<CardZone>((core::index(cards) - first_cards) / 2048);
}
constexpr Kind kind_of(Candidate cards) {
  return core::make<Kind>(((core::index(cards) - first_cards) % 2048) / 64);
}
constexpr int copies_of(Candidate one) { return is_cards(one) ? 64 - (core::index(one) - first_cards) % 64 : 1; }
inline void add(ability::Items& candidates, Candidate one) { candidates.push(static_cast<std::int16_t>(one)); }
inline Candidate named_candidate(const ability::Scope& scope, int name) {
  return core::make<Candidate>(ability::named(scope, name));
}
inline Ref dino_named(const State& s, Candidate dinosaur) { return dino_named(s, target_of(dinosaur)); }

// How the interpreter reaches this game's words.
struct Words : ability::WordsOf<State, Content, Question::choose> {
  static bool test(const Content&, const State&, const Scope&, Program, int at);
  static int amount(const Content&, const State&, const Scope&, Program, int at);
  static void select(const Content&, const State&, const Scope&, Program, int at, ability::Items&);
  static void effect(Table&, core::Frame&, Program, int at);
  static void found_nothing(Table&, const core::Frame&);
  static bool conceals(const Content&, const State&, const Scope&, Program, int at);
  static int copies(int item) { return copies_of(core::make<Candidate>(item)); }
};
using Interpreter = ability::Interpreter<Words>;

void run_program(Table&, core::Frame&);
core::Frame program_frame(Seat, core::Operand source, int ability, int subject = -1, int object = -1);

// ---- figures computed on read ----------------------------------------------------------------------

int modifier(const State&, Ref, Lasts);
int atk_of(const Content&, const State&, Ref);
int eva_of(const Content&, const State&, Ref);
int def_of(const Content&, const State&, Ref);
bool has_trait(const Content&, const State&, Ref, Lasts);
void add_effect(Table&, Ref, Lasts, int n, int until);
void end_effects(Table&, int until, Clause);
void drop_effects(State&, Ref);  // of a Dinosaur that leaves play (DNB-DMG-06)

}  // namespace rw::dino_battles
