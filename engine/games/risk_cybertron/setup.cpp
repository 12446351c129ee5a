// Beginning a game, dropping into a made-up position, and what must hold in every position.
#include <charconv>

#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

void resume_turn(Table&, Seat, Phase);

// RSK-GEN-08: as many pieces as a box holds, more than an army starts with; 0 for no limit.
Expected<> read_supply_limit(Table& t, std::string_view text) {
  int pieces = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), pieces);
  const bool number = fault == std::errc{} && end == text.data() + text.size() && pieces >= 0 && pieces <= 1000;
  if (!number || (pieces != 0 && pieces <= t.content.starting_robots))
    return failed("must be 0 for no limit, or from " + std::to_string(t.content.starting_robots + 1) +
                      " to 1000 pieces, not '" + std::string(text) + "'",
                  Clause::RSK_GEN_08);
  t.s.supply_limit = static_cast<std::uint16_t>(pieces);
  return {};
}

static std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

// "optimus_prime,megatron": leaders by seat, instead of choosing them (RSK-MOD-02 to 07 still hold).
Expected<> read_leaders(Table& t, std::string_view text) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i) {
    const std::size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    const int leader = core::find_name(t.content.leader_ids, name);
    const std::string all = "; leaders: " + listed(t.content.leader_ids);
    if (name.empty())
      return failed("name a leader for each of the " + std::to_string(s.seats) + " seats, " + std::to_string(i) +
                    (i == 1 ? " is named" : " are named") + all);
    if (leader < 0) return failed("there is no leader '" + std::string(name) + "'" + all);
    s.leader[i].who = core::make<LeaderId>(leader);
  }
  if (!text.empty()) return failed("there are more leaders than the " + std::to_string(s.seats) + " seats");
  int autobots = 0;
  for (int i = 0; i < s.seats; ++i) {
    autobots += t.content.leaders[s.leader[i].who].faction == 0;
    for (int k = 0; k < i; ++k)
      if (s.leader[i].who == s.leader[k].who) return failed("a leader is named twice", Clause::RSK_MOD_06);
  }
  if (s.seats == 2 && autobots != 1)
    return failed("two players: one Autobot and one Decepticon leader", Clause::RSK_MOD_02);
  if (s.seats == 3 && autobots != 1)
    return failed("three players: one Autobot and both Decepticons", Clause::RSK_MOD_03);
  for (int i = 0; i < 2 && s.seats == 4; ++i)
    if (t.content.leaders[s.leader[i].who].faction != t.content.leaders[s.leader[i + 2].who].faction)
      return failed("four players: opposite seats are one team, so of one faction (RSK-MOD-04, RSK-MOD-05)");
  return {};
}

Expected<> begin_game(Table& t, const Setup& setup, const core::Seed& seed) {
  State& s = t.s;
  core::begin_anew(s, setup.seats, seed);
  s.days = static_cast<std::uint8_t>(t.content.days);
  s.first = core::no_seat;
  s.pivots_start_open = 1;
  s.last_target = s.last_captured = no_zone;
  for (Leader& leader : s.leader) leader = {no_leader, no_zone, Mode::robot, 0};
  if (auto done = Rules::read_options(t, setup); !done) return done.failure();
  const bool custom = setup.option("position") == "custom";
  core::name_first(t, custom ? core::FirstSeat::seat_1 : core::FirstSeat::drawn);
  s.turn = s.first;
  if (custom) {
    if (setup.option("leaders").empty()) return failed("a custom position needs the option leaders");
    core::Table<State, Content> quiet{s, t.content, nullptr, nullptr};
    place_armies(quiet);
    for (std::uint16_t& pile : s.pile) pile = 0;
    s.phase = Phase::attack;
    return {};
  }
  cite(t, Clause::RSK_MOD_01);
  emit(t, Clause::RSK_MOD_08, EventKind::first_player, s.first);
  s.phase = Phase::leaders;
  push_step(t, Step::leaders, s.first);
  Rules::run(t);
  return {};
}

// ---- made-up positions -----------------------------------------------------------------------------

namespace {

// Zones that a set-up leaves out are held by the last seat with one robot each; a zone with an owner
// and nobody on it gets one robot; an open factory without an owner likewise.
void fill_gaps(Table& t) {
  State& s = t.s;
  ZoneMask held = 0;
  for (int i = 0; i < s.seats; ++i) held |= s.held[i];
  Seat filler = core::seat(s.seats - 1);
  while (core::has(s.eliminated, filler)) filler = core::seat(core::index(filler) - 1);
  if (s.phase != Phase::claim) s.held[core::index(filler)] |= zones_in_play(t.content, s) & ~held;
  for (const Zone z : core::first<Zone>(all_zones))
    if (owner_of(s, z) != core::no_seat && units_on(s, z) == 0) s.robots[z] = 1;
}

// What has been done this turn belongs to a phase that has begun.
Expected<> check_turn(const State& s) {
  const bool turned = s.flipped + s.transforms + s.early_moves > 0, fought = s.captured + s.attacks > 0;
  const bool moved = s.reinforced + s.jumped > 0;
  if ((turned && s.phase < Phase::transform) || (fought && s.phase < Phase::attack) ||
      (moved && s.phase < Phase::reinforce))
    return failed("this turn has not come so far in phase " + std::string(name_of(s.phase)), Clause::RSK_TRN_01);
  if (s.reinforced == 2 && !teams(s)) return failed("only team-mates give zones", Clause::RSK_TEAM_05);
  return {};
}

// RSK-P1-13: outside the setup only the player in phase 1 has operational robots. RSK-SET-05: each zone that is
// claimed takes one.
Expected<> check_piles(const State& s) {
  int free = board_zones;
  for (int i = 0; i < s.seats; ++i) free -= core::population(s.held[i]);
  int claims[max_players] = {};
  for (Seat seat = s.turn; s.phase == Phase::claim && free > 0; --free, seat = next_in_game(s, seat))
    ++claims[core::index(seat)];
  for (int i = 0; i < s.seats; ++i) {
    if (s.pile[i] < claims[i])
      return failed("seat " + std::to_string(i + 1) + " has too few operational robots for the free zones",
                    Clause::RSK_SET_05);
    const bool placing = s.phase < Phase::place || (s.phase == Phase::place && core::seat(i) == s.turn);
    if (s.pile[i] > 0 && !placing)
      return failed("seat " + std::to_string(i + 1) + " has operational robots left outside phase 1",
                    Clause::RSK_P1_13);
  }
  return {};
}

}  // namespace

Expected<> settle_position(Table& t) {
  State& s = t.s;
  s.agenda.clear();
  s.decision = {};
  if (s.phase == Phase::leaders || s.phase == Phase::over)
    return failed("a position cannot be set up in phase " + std::string(name_of(s.phase)));
  if (core::has(s.eliminated, s.turn)) return failed("it cannot be the turn of an eliminated player");
  if (s.day == 0) return failed("the first day is day 1", Clause::RSK_SET_12);
  if (s.day > s.days) return failed("the war lasts " + std::to_string(s.days) + " days", Clause::RSK_DAY_04);
  if (s.day > 1 && s.phase < Phase::place) return failed("zones are claimed before day 1", Clause::RSK_SET_05);
  fill_gaps(t);
  if (auto done = check_turn(s); !done) return done.failure();
  if (auto done = check_piles(s); !done) return done.failure();
  switch (s.phase) {
    case Phase::claim: push_step(t, Step::claim, s.turn); break;
    case Phase::deploy: push_step(t, Step::deploy, s.turn); break;
    default: resume_turn(t, s.turn, s.phase);
  }
  // The position must be sound before anything runs.
  return check_position(t.content, s);
}

// ---- what must always hold ---------------------------------------------------------------------------

namespace {

Expected<> check_board(const Content& c, const State& s) {
  ZoneMask seen = 0;
  // A game may be given up before all zones are claimed, or before somebody has moved in.
  const bool given_up = s.end_clause == static_cast<std::uint16_t>(Clause::RSK_RES_16) ||
                        s.end_clause == static_cast<std::uint16_t>(Clause::RSK_END_09);
  const bool claimed = s.phase > Phase::claim && !given_up;
  const ZoneMask in_play = zones_in_play(c, s);
  const bool being_captured = s.attack.open != 0 && s.last_captured != no_zone;
  for (int i = 0; i < s.seats; ++i) {
    if ((seen & s.held[i]) != 0) return failed("a zone is held by two players", Clause::RSK_GEN_03);
    seen |= s.held[i];
    const Leader& leader = s.leader[i];
    if (leader.zone != no_zone && !core::contains(s.held[i], leader.zone))
      return failed("the leader of seat " + std::to_string(i + 1) + " stands on " +
                        std::string(c.zones[leader.zone].id) + ", which that player does not hold",
                    Clause::RSK_GEN_03);
    if (core::has(s.eliminated, core::seat(i)) != (s.held[i] == 0) && claimed)
      return failed("seat " + std::to_string(i + 1) + " must hold a zone exactly if it is in the game",
                    Clause::RSK_RES_09);
  }
  if ((seen & ~in_play) != 0) return failed("somebody holds a closed factory", Clause::RSK_MAP_06);
  if (claimed && (in_play & ~seen) != 0) return failed("a zone has no owner", Clause::RSK_GEN_04);
  for (const Zone z : core::first<Zone>(all_zones)) {
    const bool held = core::contains(seen, z);
    const bool moved_in_later = given_up || (being_captured && z == s.last_captured) || s.attack.open != 0;
    if (held && units_on(s, z) == 0 && !moved_in_later)
      return failed("zone " + std::string(c.zones[z].id) + " is empty", Clause::RSK_GEN_04);
    if (!held && s.robots[z] != 0) return failed("robots stand on a zone without an owner", Clause::RSK_GEN_02);
  }
  return {};
}

// Each card is in one place; counts add up to 42.
Expected<> check_cards(const State& s) {
  std::uint64_t seen = 0;
  int count = s.draw_count + s.discard_count;
  for (int i = 0; i < s.draw_count; ++i) seen |= core::bit(s.draw_pile[i]);
  for (int i = 0; i < s.discard_count; ++i) seen |= core::bit(s.discard_pile[i]);
  for (int i = 0; i < s.seats; ++i) {
    seen |= s.hand[i];
    count += core::population(s.hand[i]);
  }
  if (count != card_count || core::population(seen) != card_count)
    return failed("the 42 cards are not each in one place");
  for (int i = 0; i < s.seats; ++i)
    for (const Card card : core::bits<Card>(s.hand[i]))
      if (!core::has(s.known_by[card], core::seat(i)))
        return failed("a player does not know a card of his own hand");
  return {};
}

}  // namespace

Expected<> check_position(const Content& c, const State& s) {
  if (s.phase == Phase::leaders || s.day == 0) return {};  // no army stands yet
  if (auto done = check_board(c, s); !done) return done.failure();
  if (auto done = check_cards(s); !done) return done.failure();
  for (int i = 0; i < s.seats && s.supply_limit != 0; ++i) {
    int used = s.pile[i] + (core::seat(i) == s.first ? 1 : 0);
    for (const Zone z : core::bits<Zone>(s.held[i])) used += s.robots[z];
    if (used > s.supply_limit)
      return failed("seat " + std::to_string(i + 1) + " uses more pieces than the box has", Clause::RSK_GEN_08);
  }
  return {};
}

Outcome outcome_of(const Content&, const State& s) {
  Outcome out;
  out.seats = s.seats;
  out.winners = s.winners;
  out.clause = s.end_clause;
  for (int i = 0; i < s.seats; ++i) {
    const Seat mate = team_mate(s, core::seat(i));
    out.score[i] = zones_held(s, core::seat(i)) + (mate == core::no_seat ? 0 : zones_held(s, mate));
  }
  for (int i = 0; i < s.seats; ++i) {
    const bool won = core::has(s.winners, core::seat(i));
    out.rank[i] = 1;
    for (int k = 0; k < s.seats && !won; ++k) {
      const bool better = core::has(s.winners, core::seat(k)) || out.score[k] > out.score[i];
      const bool same_team = core::seat(k) == team_mate(s, core::seat(i));
      out.rank[i] += better && !same_team && !(teams(s) && k > 1 && out.rank[i] > 1);
    }
  }
  return out;
}

}  // namespace rw::risk_cybertron
