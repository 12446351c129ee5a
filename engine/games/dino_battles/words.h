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

// Things that a `choose` offers, as numbers: Dinosaurs as targets (state.h), attached cards by owner
// and handle, cards by zone and kind. A card's number tells how many copies there are.
inline constexpr int attached_item = 100;  // + seat * attached_room + handle
inline constexpr int attached_room = 192;
inline constexpr int card_item = 1024;     // + zone * 2048 + kind * 64 + 64 - copies
static_assert(max_handles <= attached_room && attached_item + max_players * attached_room <= card_item);
RW_NAMED_ENUM(CardZone, std::uint8_t, hand, discard, supply)
constexpr int card_item_of(CardZone zone, Kind kind, int copies) {
  return card_item + core::index(zone) * 2048 + core::index(kind) * 64 + 64 - (copies < 64 ? copies : 64);
}
constexpr CardZone item_zone(int item) { return core::make<CardZone>((item - card_item) / 2048); }
constexpr Kind item_kind(int item) { return core::make<Kind>(((item - card_item) % 2048) / 64); }
constexpr int attached_item_of(Seat seat, Handle handle) {
  return attached_item + core::index(seat) * attached_room + core::index(handle);
}
constexpr bool is_attached_item(int item) { return item >= attached_item && item < card_item; }
constexpr Seat seat_of_item(int item) { return core::seat((item - attached_item) / attached_room); }
constexpr Handle handle_of_item(int item) { return core::make<Handle>((item - attached_item) % attached_room); }
constexpr int item_copies(int item) { return item < card_item ? 1 : 64 - (item - card_item) % 64; }

// How the interpreter reaches this game's words.
struct Words : ability::WordsOf<State, Content, Question::choose> {
  static bool test(const Content&, const State&, const Scope&, Program, int at);
  static int amount(const Content&, const State&, const Scope&, Program, int at);
  static void select(const Content&, const State&, const Scope&, Program, int at, ability::Items&);
  static void effect(Table&, core::Frame&, Program, int at);
  static void found_nothing(Table&, const core::Frame&);
  static bool conceals(const Content&, const State&, const Scope&, Program, int at);
  static int copies(int item) { return item_copies(item); }
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
