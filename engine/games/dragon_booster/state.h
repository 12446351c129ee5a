// A position of Dragon Booster: decks, hands, mag pits, tracks, the battle, what lasts and what waits.
// Layout, sizes and capacities are explained in README.md beside this file.
#pragma once

#include <cstdint>

#include "dragon_booster/clauses.h"
#include "engine/ability/lasting.h"
#include "engine/core/asking.h"
#include "engine/core/fixed.h"
#include "engine/core/idioms.h"
#include "engine/core/names.h"
#include "engine/core/random.h"
#include "engine/core/table.h"

namespace rw::dragon_booster {

using core::Seat;
using core::SeatMask;

inline constexpr int max_players = 6;
inline constexpr int race_slots = 64;     // 60 cards of a race deck (DRB-DECK-01), or the 60 of a starter draft
inline constexpr int crystal_slots = 16;  // 10 cards of a dragon deck (DRB-DECK-06); drafts give 5 at most
inline constexpr int card_slots = race_slots + crystal_slots;
inline constexpr int zap_caps = 4;        // DRB-MAG-02
inline constexpr int stat_count = 3;      // speed, agility, power
inline constexpr int pack_room = 20;      // DRB-PCK-05
inline constexpr int keyword_room = 2;    // keyword effects on one card

// Which card of the set: its place in Content::cards.
enum class Record : std::uint8_t {};
inline constexpr Record no_record{0xFF};

// Where a card stands in its owner's list. Race cards have places below 64, crystal draconium cards (dragons,
// gear, crew) the others.
enum class Slot : std::uint8_t {};
inline constexpr Slot no_slot{0xFF};
constexpr bool is_crystal_slot(Slot slot) { return core::index(slot) >= race_slots; }

// The place of a crystal draconium card among its owner's.
enum class Crystal : std::uint8_t {};
inline constexpr Crystal no_crystal{0xFF};
constexpr Slot slot_of(Crystal crystal) { return core::make<Slot>(race_slots + core::index(crystal)); }
constexpr Crystal crystal_of(Slot slot) { return core::make<Crystal>(core::index(slot) - race_slots); }

// A card of the table, by owner and place in that owner's list.
enum class Card : std::uint16_t {};
inline constexpr Card no_card{0};
inline constexpr int card_stride = 128;  // a power of two above card_slots
constexpr Card card_of(Seat owner, Slot slot) {
  return core::make<Card>((core::index(owner) + 1) * card_stride + core::index(slot));
}
constexpr Card card_of(Seat owner, Crystal crystal) { return card_of(owner, slot_of(crystal)); }
constexpr Seat owner_of(Card card) { return core::seat((core::index(card) >> 7) - 1); }
constexpr Slot slot_of(Card card) { return core::make<Slot>(core::index(card) & (card_stride - 1)); }
constexpr Crystal crystal_of(Card card) { return crystal_of(slot_of(card)); }
// The card that a step, a lasting effect or an expression comes from.
constexpr Card source_of(const auto& what) { return core::make<Card>(what.source); }

enum class Color : std::uint8_t {};
inline constexpr Color no_color{0xFF};
enum class Cap : std::uint8_t {};  // a zap cap (DRB-MAG-02)

inline constexpr std::uint8_t own_list = 0xFF;  // deck_choice: a list given with the options, not brought yet
inline constexpr std::uint16_t unset_energy = 0xFFFF;  // in a made-up position: as the turn gives it

RW_NAMED_ENUM(Phase, std::uint8_t, setup, draft, draw, gear_up, main, push, battle, over)
RW_NAMED_ENUM(Stat, std::uint8_t, speed, agility, power)

// What a seat can be asked.
RW_NAMED_ENUM(Question, std::uint8_t, none, deck, pick, build, dragon, color, lie, mulligan, gear_up, main, push,
              start_battle, rushing_card, battle, rival, choose, accept, order, mag, recruit, bottom, destination)
// What becomes of each when it has only one answer (core/driver.h). The rushing zones lie open; hands, packs and
// dragon decks are hidden.
constexpr core::AskingSets askings(Question) {
  using enum Question;
  return {.plain = core::at(rushing_card, start_battle, rival),
          .window = core::at(pick, build, dragon, color, gear_up, battle, choose, mag, recruit, bottom),
          .ending = core::at(main, push),
          .several = core::at(none, deck, lie, mulligan, accept, order, destination)};
}

// What a seat can answer; the notation of each stands in lexicon.cpp.
RW_NAMED_ENUM(Verb, std::uint8_t, none, bring, pick, leave_out, ready, ride, ride_nothing, take_color, lay,
              keep_hand, mulligan, mag, recruit, show, play, use, done, push, end_push, rush, pass, rival, choose,
              stop, accept, decline, order, bottom, send)

// The steps an agenda is made of. `after` lies below every action: it lets what was set off happen.
RW_NAMED_ENUM(Step, std::uint8_t, none, setup, turn, battle, play, program, after, mag, recruit, bottom)

RW_NAMED_ENUM(EventKind, std::uint8_t, note, players, deck_brought, pack_opened, kept, picked, passed_on,
              deck_built, dragon_chosen, color_chosen, deck_laid, dragon_shown, color_shown, first_leader,
              shuffled, hand_drawn, hand_kept, turn_begins, step_begins, card_drawn, drew, magged, recruited,
              deck_shown, energy, played, used, done, pushed, push_ended, battle_begins, rushing, passed,
              rival_chosen, chosen, accepted, ordered, trigger, found_nothing, points, sprint_changed, protected_,
              effect_made, effect_ends, discarded, damaged, put, shown, looked, searched, swapped, rush_swapped,
              sprint_stands, battle_won, battle_tied, sent, turn_ends, game_over, game_won, game_drawn, next_game)

// The fact that stands in the way of a refused choice: locale facts.<name>, {a} have, {b} need.
RW_NAMED_ENUM(Fact, std::uint16_t, none, not_asked, game_over, other_step, not_there, equal_card, no_such_thing,
              energy_short, burst_short, no_cap, cap_taken, same_title, wrong_color, wrong_team, is_dragon,
              can_gear_up, once_only, no_discard, used_up, not_in_play, no_effect, wrong_time, events_forbidden,
              switched_off, done_already, too_many_actions, not_in_track, pushed_already, came_back, not_in_zone,
              must_start, must_name, not_your_start, deck_size, copies, wrong_kind, no_dragon, protected_,
              not_in_pack, needs_dragon, not_offered, name_discard, no_discard_due, zone_empty, name_cap,
              name_stat, color_fixed)

// ---- what lasts ------------------------------------------------------------------------------------

inline constexpr int lasting_room = 48;  // no action starts with fewer than `lasting_reserve` left (DRB-WIN-14)
inline constexpr int lasting_reserve = 4;
inline constexpr int trigger_room = 80;  // see README.md

struct Trigger {
  static constexpr const char* called = "triggers";
  std::uint16_t ability;
  Card source;
  std::uint16_t block;  // where a delayed ability starts; 0: its effects
  Seat controller;
  std::uint8_t batch;  // 1 due now, 2 set off meanwhile (DRB-TIM-03)
};
static_assert(core::is_flat<Trigger> && sizeof(Trigger) == 8);

enum Duration : int { this_battle, this_turn, duration_count };

// ---- a player --------------------------------------------------------------------------------------

struct Player {
  // places of race cards, a bit each
  std::uint64_t hand;
  std::uint64_t track;
  std::uint64_t zone;
  std::uint64_t discards;
  std::uint64_t pile;  // drafted, or left to build the race deck from
  std::uint64_t aside;  // drafted and not used (DRB-DRF-13)
  std::uint64_t returned;  // back in the track in this Rush (DRB-RSH-09)
  std::uint64_t used[keyword_room];  // DRB-KEY-08, 09
  std::uint64_t shielded[duration_count];  // DRB-BTL-14
  core::Indexed<Slot, Record, race_slots> race;  // which card each is
  core::Indexed<Crystal, Record, crystal_slots> crystals;
  Slot deck[race_slots];  // the race deck, its top last
  core::Indexed<Slot, std::int8_t, race_slots> raised[duration_count];  // sprint by own effects and raising ones
  core::Indexed<Slot, std::int8_t, race_slots> lowered[duration_count];  // sprint by rivals' lowering effects
  core::Indexed<Slot, SeatMask, card_slots> known;
  // What the abilities of the cards in play are about, so that most figures are known without looking at them.
  std::uint32_t constants;  // a bit per modifier word that is about more than its own card
  std::uint16_t moments;  // a bit per trigger
  std::uint16_t windows[keyword_room];  // crystal draconium cards with a "Main:" and with a "Battle:" effect
  // crystal draconium cards, a bit each
  std::uint16_t dragon_deck;
  std::uint16_t crew;
  std::uint16_t damaged;
  std::uint16_t used_crystals[keyword_room];
  std::uint16_t guarded[duration_count];  // protected from damage (DRB-DMG-09)
  std::int16_t points;
  std::uint16_t energy;
  std::uint16_t actions;  // this turn (DRB-WIN-14)
  core::Indexed<Cap, std::uint8_t, zap_caps> cap;  // 1 + the gear there: gear_under, put_under
  core::Indexed<Cap, Stat, zap_caps> symbol;  // what it shows
  Record pack[pack_room];  // in a draft: the pack in hand
  std::uint8_t pack_size;
  std::uint8_t race_count, crystal_count;  // places in use
  std::uint8_t deck_size;
  Crystal dragon;  // or no_crystal
  std::uint8_t color;  // 1 + the color chosen for the match without a dragon (DRB-DLS-03): chosen_color
  std::uint8_t face_up;  // the dragon deck (DRB-HID-03)
  Slot rushing;  // of the rushing card, or no_slot
  std::uint8_t events_this_battle;
  std::uint8_t damaged_rival;  // DRB-DMG-05
  std::uint8_t changed[duration_count];  // is anything in raised, lowered, shielded, guarded?
  std::uint8_t deck_choice;  // 1 + the preset brought, 8 bits; 0: a list of one's own
  std::uint8_t lane_windows;  // 1: a maneuver in play has a "Main:" effect, 2: a "Battle:" effect
};
static_assert(core::is_flat<Player> && sizeof(Player) % 8 == 0);

inline constexpr int agenda_depth = 12;  // turn, battle, play, after, program, mag or bottom, and some to spare

struct State {
  core::Random random;
  Player players[max_players];
  core::Decision decision;
  std::uint32_t asked[max_players];
  core::Sequence<Trigger, trigger_room> triggers;
  core::Agenda<agenda_depth> agenda;
  core::Sequence<ability::Lasting, lasting_room> lasting;
  std::uint16_t end_clause;
  Card limbo;  // the one that is being played
  std::uint16_t turn_limit, action_limit;
  std::uint16_t turn;  // from 1
  std::uint8_t seats;
  Phase phase;
  Seat leader;
  Seat starter;  // of the battle under way, or whose turn to start it is
  Seat acting;  // in a battle
  std::uint8_t passes;  // one right after the other
  std::uint8_t looked;  // cards on top of a race deck that its owner looks at
  std::uint8_t format;  // place among the formats
  std::uint8_t round;  // of a draft
  SeatMask chosen;  // who has answered a question that all answer in secret
  SeatMask finished;  // who is done with this step
  SeatMask conceded;
  SeatMask winners;
  std::uint8_t shown;  // dragons lie open
  std::uint8_t opening_hand, mulligans;
  std::uint8_t first_leader;  // of this game: 1 + seat, 0: not drawn yet (DRB-SET-07)
  SeatMask named;  // whose starter deck the options of the table name
  std::uint8_t made_up;  // a position of a set-up, not played to
  std::uint8_t lost_leader;  // the leader has conceded in this turn (DRB-WIN-15)
  std::uint8_t ran_out;  // all race decks were empty at once in this turn (DRB-WIN-08, DRB-WIN-12)
  std::uint8_t match;  // games of the match (DRB-DRF-13)
  std::uint8_t game;  // which of them this is, from 1
  std::uint8_t games_won[max_players];
  std::uint8_t spare[3];
};
static_assert(core::is_flat<State>, "positions are compared, hashed and saved as bytes");
static_assert(sizeof(State) <= 6 * 1024 && sizeof(State) % 8 == 0);

struct Content;
using Table = core::Table<State, Content>;

// ---- reading the table -----------------------------------------------------------------------------

inline Player& player(State& s, Seat seat) { return s.players[core::index(seat)]; }
inline const Player& player(const State& s, Seat seat) { return s.players[core::index(seat)]; }
inline Player& owner(State& s, Card card) { return player(s, owner_of(card)); }
inline const Player& owner(const State& s, Card card) { return player(s, owner_of(card)); }

// The card of the set that lies there.
inline Record record_of(const Player& p, Slot slot) {
  return is_crystal_slot(slot) ? p.crystals[crystal_of(slot)] : p.race[slot];
}
inline Record record_of(const State& s, Card card) { return record_of(owner(s, card), slot_of(card)); }
inline bool is_card(const State& s, Card card) {
  const int slot = core::index(slot_of(card));
  if (core::index(card) < card_stride || core::index(card) >= (s.seats + 1) * card_stride || slot >= card_slots)
    return false;
  const Player& p = owner(s, card);
  return slot < race_slots ? slot < p.race_count : slot - race_slots < p.crystal_count;
}

inline bool in_game(const State& s, Seat seat) { return !core::has(s.conceded, seat); }
inline int players_left(const State& s) {
  if (s.conceded == 0) [[likely]]
    return s.seats;
  return s.seats - core::population(static_cast<std::uint64_t>(s.conceded));
}
// So many seats further clockwise, less than once round; without a division, which would take longer than the
// rest.
inline Seat seat_after(const State& s, Seat seat, int places) {
  const int i = core::index(seat) + places;
  return core::seat(i < s.seats ? i : i - s.seats);
}
// DRB-GEN-17: clockwise, without those who have conceded (DRB-WIN-15).
inline Seat next_player(const State& s, Seat seat) {
  Seat next = seat_after(s, seat, 1);
  while (!in_game(s, next) && next != seat) next = seat_after(s, next, 1);
  return next;
}
// Calls fn(seat) for each player, the leader first, then clockwise (DRB-TRN-02, DRB-MUL-09).
template <class Fn>
void each_from_leader(const State& s, Fn&& fn) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = seat_after(s, s.leader, i);
    if (in_game(s, seat)) fn(seat);
  }
}
// Under a zap cap, or no_crystal.
inline Crystal gear_under(const Player& p, Cap cap) { return core::make<Crystal>(p.cap[cap] - 1); }
inline void put_under(Player& p, Cap cap, Crystal gear) {
  p.cap[cap] = static_cast<std::uint8_t>(core::index(gear) + 1);
}
inline Color chosen_color(const Player& p) { return core::make<Color>(p.color - 1); }  // or no_color

// Crystals in play beside the dragon: magged gear, as bits.
inline std::uint16_t magged(const Player& p) {
  std::uint16_t gear = 0;
  for (const std::uint8_t cap : p.cap)
    if (cap != 0) core::include(gear, cap - 1);
  return gear;
}
inline std::uint16_t dragon_bit(const Player& p) {
  return static_cast<std::uint16_t>(p.dragon == no_crystal ? 0 : core::bit(p.dragon));
}
inline std::uint16_t mag_pit(const Player& p) {
  return static_cast<std::uint16_t>(magged(p) | p.crew | dragon_bit(p));
}
// DRB-HID-08: until all is shown, a chosen dragon is seen among the others. The size of the deck does not tell
// whether one was chosen.
inline std::uint16_t dragon_deck_to_see(const State& s, const Player& p) {
  return static_cast<std::uint16_t>(p.dragon_deck | (s.shown != 0 ? 0 : dragon_bit(p)));
}
inline bool is_rushing(const Player& p, Slot slot) { return p.rushing == slot && !is_crystal_slot(slot); }
inline bool in_battle(const State& s) { return s.phase == Phase::battle; }
// DRB-GEN-04: face up in a track, a zone or a mag pit.
inline bool in_play(const Player& p, Slot slot) {
  if (is_crystal_slot(slot)) return core::contains(mag_pit(p), crystal_of(slot));
  return core::contains(p.track | p.zone, slot);
}

// ---- the core's phrases (core/idioms.h) -------------------------------------------------------------------

using core::choice, core::cite, core::emit, core::emit_secret, core::legal, core::refuse;

constexpr Verb verb_of(core::Choice c) { return static_cast<Verb>(c.verb()); }
inline Question question_of(const State& s) { return static_cast<Question>(s.decision.kind); }

}  // namespace rw::dragon_booster
