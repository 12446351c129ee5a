// Made-up positions, and what must always hold.
#include <algorithm>

#include "engine/games/dragon_booster/describe.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

namespace {

int stage_of(Phase phase) {
  switch (phase) {
    case Phase::draw: return draw_stage;
    case Phase::gear_up: return gear_up_stage;
    case Phase::main: return main_stage;
    case Phase::push: return push_stage;
    default: return battles_stage;
  }
}

// A draft goes on with the packs that were written, or builds from the piles; a set-up begins with the
// dragons, and the decks lie as they were written.
void settle_setup(Table& t) {
  State& s = t.s;
  bool packs = false;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    if (p.dragon != no_crystal) core::include(p.dragon_deck, p.dragon);
    p.dragon = no_crystal;
    for (const Crystal k : core::first<Crystal>(p.crystal_count)) p.known[slot_of(k)] = core::only(core::seat(i));
    if (s.phase == Phase::draft) detail::set_deck(p, {});
    packs = packs || p.pack_size > 0;
  }
  s.shown = 0;
  const bool rounds = s.round < format_of(t.content, s).rounds.size();
  push_step(t, Step::setup, core::no_seat,
            s.phase == Phase::setup ? dragon_stage
            : packs                 ? pick_stage
            : rounds                ? open_stage
                                    : build_stage);
}

bool can_ride(const Content& c, const Player& p) {
  bool dragon = p.dragon != no_crystal;
  for (const Crystal k : core::bits<Crystal>(p.dragon_deck)) dragon = dragon || face(c, p, k).kind == Kind::dragon;
  return dragon;
}

Expected<> settle_battle(Table& t) {
  State& s = t.s;
  if (!in_game(s, s.starter)) return failed("nobody started the battle");
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    if (p.rushing != no_slot && !core::contains(p.zone, p.rushing))
      return failed("a rushing card must lie in the zone");
  }
  push_step(t, Step::battle, s.starter, acting_stage);
  s.finished = core::everyone;
  return {};
}

// What the table's options allow.
Expected<> check_options(const Content& c, const State& s) {
  if (s.turn_limit < 30 || s.action_limit < 70 || s.match < 1)
    return failed("the table has no such option", Clause::DRB_WIN_13);
  if (s.phase == Phase::draft && !format_of(c, s).drafted())
    return failed("nothing is drafted in this format", Clause::DRB_DRF_01);
  if (s.game < 1 || s.game > s.match) return failed("the match has no such game", Clause::DRB_DRF_13);
  int won = 0, most = 0;
  for (int i = 0; i < s.seats; ++i) {
    won += s.games_won[i];
    most = std::max<int>(most, s.games_won[i]);
  }
  if (won >= s.game || 2 * most > s.match) return failed("so many games have not been won", Clause::DRB_DRF_13);
  return {};
}

// What belongs to a step, and is there in no other.
Expected<> check_steps(const Content& c, const State& s) {
  const bool before = s.phase == Phase::setup || s.phase == Phase::draft;
  const bool rush = s.phase == Phase::push || s.phase == Phase::battle;
  if (!before && (s.turn < 1 || s.turn > s.turn_limit)) return failed("there is no such turn", Clause::DRB_WIN_13);
  if (in_battle(s) && s.passes >= players_left(s)) return failed("the battle is over", Clause::DRB_BTL_09);
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    if (p.energy > 0 && s.phase != Phase::main) return failed("energy is there in Main alone", Clause::DRB_MAN_07);
    if (p.actions > s.action_limit) return failed("so many actions are not taken", Clause::DRB_WIN_14);
    if (p.zone != 0 && !rush) return failed("maneuvers lie in the zone during Rush alone", Clause::DRB_RSH_08);
    if (p.rushing != no_slot && !in_battle(s)) return failed("cards rush in battles alone", Clause::DRB_RSH_04);
    if (p.events_this_battle > 0 && !in_battle(s)) return failed("no battle is going on", Clause::DRB_RES_12);
    if (p.color != 0 && !format_of(c, s).dragonless)
      return failed("the color is the dragon's in this format", Clause::DRB_DLS_08);
    if (!before && (p.pile != 0 || p.pack_size > 0)) return failed("the draft is over", Clause::DRB_DRF_13);
    const bool played = (p.track | p.discards) != 0 || (magged(p) | p.crew | p.damaged) != 0;
    if (before && (played || p.points != 0)) return failed("the race has not begun", Clause::DRB_SET_03);
  }
  return {};
}

}  // namespace

Expected<> settle_position(Table& t) {
  State& s = t.s;
  s.agenda.clear();
  s.decision = {};
  if (s.phase == Phase::over) return failed("a position cannot be set up in phase over");
  const bool before = s.phase == Phase::setup || s.phase == Phase::draft;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    if (!(before ? can_ride(t.content, p) : p.dragon != no_crystal) && !format_of(t.content, s).dragonless)
      return failed("everybody rides a dragon in this format", Clause::DRB_DLS_08);
    if (p.energy == unset_energy) p.energy = s.phase == Phase::main ? s.turn : std::uint16_t{0};
    for (const Slot slot : core::first<Slot>(p.race_count)) {
      const std::uint64_t bit = core::bit(slot);
      if (((p.track | p.zone | p.discards) & bit) != 0) p.known[slot] = core::everyone;
    }
    for (const Crystal k : core::first<Crystal>(p.crystal_count))
      if (core::contains(mag_pit(p) | p.damaged | (p.face_up != 0 ? p.dragon_deck : 0u), k))
        p.known[slot_of(k)] = core::everyone;
  }
  if (auto done = check_options(t.content, s); !done) return done.failure();
  if (auto done = check_steps(t.content, s); !done) return done.failure();
  for (int i = 0; i < s.seats; ++i) note_cards_in_play(t.content, s.players[i]);
  if (!before) push_step(t, Step::turn, s.leader, stage_of(s.phase));
  if (s.phase == Phase::battle)
    if (auto done = settle_battle(t); !done) return done.failure();
  return check_position(t.content, s);
}

void play_on(Table& t) {
  if (t.s.phase == Phase::setup || t.s.phase == Phase::draft) settle_setup(t);
  Rules::run(t);
}

// ---- what must always hold ---------------------------------------------------------------------------

namespace {

// Each race card lies in one place.
Expected<> check_race_cards(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  core::Indexed<Slot, int, race_slots> places{};
  for (const std::uint64_t place : {p.hand, p.track, p.zone, p.discards, p.pile, p.aside})
    for (const Slot slot : core::bits<Slot>(place)) ++places[slot];
  for (int k = 0; k < p.deck_size; ++k) ++places[p.deck[k]];
  if (s.limbo != no_card && owner_of(s.limbo) == seat) ++places[slot_of(s.limbo)];
  for (const Slot slot : core::first<Slot>(race_slots)) {
    const int number = core::index(slot);
    if (places[slot] != (number < p.race_count ? 1 : 0))
      return failed("race card " + std::to_string(number) + " of seat " + std::to_string(core::index(seat) + 1) +
                    " is lost or doubled");
    if (number < p.race_count && p.deck_choice != own_list && !is_race_card(c, p.race[slot]))
      return failed("no race card");
  }
  for (const Slot slot : core::bits<Slot>(p.track | p.zone))
    if (face(c, p, slot).kind != Kind::maneuver) return failed("a track holds maneuvers only");
  if (p.rushing != no_slot && !core::contains(p.zone, p.rushing))
    return failed("a rushing card lies outside the zone");
  return {};
}

Expected<> check_crystals(const Content& c, const Player& p) {
  core::Indexed<Crystal, int, crystal_slots> crystals{};
  for (const unsigned place : {unsigned{p.dragon_deck}, unsigned{p.crew}, unsigned{p.damaged}})
    for (const Crystal k : core::bits<Crystal>(place)) ++crystals[k];
  for (const Cap cap : core::first<Cap>(zap_caps))
    if (p.cap[cap] != 0) ++crystals[gear_under(p, cap)];
  if (p.dragon != no_crystal) ++crystals[p.dragon];
  for (const Crystal k : core::first<Crystal>(crystal_slots))
    if (crystals[k] != (core::index(k) < p.crystal_count ? 1 : 0))
      return failed("a crystal draconium card is lost or doubled");
  for (const Cap cap : core::first<Cap>(zap_caps))
    for (const Cap other : core::first<Cap>(core::index(cap)))
      if (p.cap[cap] != 0 && p.cap[other] != 0 &&
          face(c, p, gear_under(p, cap)).title == face(c, p, gear_under(p, other)).title)
        return failed("two gear of one title are magged", Clause::DRB_MAG_03);
  for (const Crystal k : core::bits<Crystal>(p.crew)) {
    if (face(c, p, k).kind != Kind::crew) return failed("only crew are recruited", Clause::DRB_CRW_01);
    for (const Crystal other : core::bits<Crystal>(p.crew))
      if (core::index(other) < core::index(k) && face(c, p, other).title == face(c, p, k).title)
        return failed("two crew of one title are recruited", Clause::DRB_CRW_03);
  }
  if (p.dragon != no_crystal && face(c, p, p.dragon).kind != Kind::dragon) return failed("no dragon is ridden");
  return {};
}

Expected<> check_notes(const Content& c, const Player& p) {
  Player noted = p;
  note_cards_in_play(c, noted);
  if (noted.constants != p.constants || noted.moments != p.moments ||
      !std::equal(noted.windows, noted.windows + keyword_room, p.windows) || noted.lane_windows != p.lane_windows)
    return failed("what the cards in play are about is noted wrongly");
  return {};
}

Expected<> check_player(const Content& c, const State& s, Seat seat) {
  if (auto done = check_race_cards(c, s, seat); !done) return done.failure();
  if (auto done = check_crystals(c, player(s, seat)); !done) return done.failure();
  return s.shown != 0 ? check_notes(c, player(s, seat)) : Expected<>();
}

}  // namespace

Expected<> check_position(const Content& c, const State& s) {
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i)))
      if (auto done = check_player(c, s, core::seat(i)); !done) return done.failure();
  if (s.phase != Phase::over && s.phase != Phase::setup && s.phase != Phase::draft)
    for (int i = 0; i < s.seats; ++i)
      if (s.players[i].points >= c.finish_line) return failed("the game should be over", Clause::DRB_WIN_01);
  return {};
}

}  // namespace rw::dragon_booster
