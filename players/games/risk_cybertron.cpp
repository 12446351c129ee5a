// The evaluation of RISK Cybertron: what each seat may hope to hold when the last day is over.
#include "players/games/risk_cybertron.h"

#include <array>
#include <cmath>
#include <cstring>
#include <iterator>

#include "players/games/risk_cybertron_odds.h"
#include "players/make_players.h"

namespace rw::players {
namespace risk {

using namespace rw::risk_cybertron;

int turns_left(const State& s, Seat seat) {
  if (!in_game(s, seat) || s.phase == Phase::over) return 0;
  const int later_days = s.days - s.day;
  if (s.phase < Phase::place) return s.days;
  const auto place = [&](Seat who) { return (core::index(who) + s.seats - core::index(s.first)) % s.seats; };
  const bool today = seat == s.turn ? s.phase <= Phase::attack : place(seat) > place(s.turn);
  return later_days + (today ? 1 : 0);
}

Units count_units(const State& s) {
  Units units;
  static_assert(sizeof units.on == sizeof s.robots);
  std::memcpy(units.on, s.robots, sizeof units.on);
  for (int i = 0; i < s.seats; ++i)
    if (s.leader[i].zone != no_zone) ++units.on[s.leader[i].zone];
  return units;
}

namespace {

// What things are worth, as logits of the chance to win, by the turns that are left. Far from the
// end armies decide; in the last turn only zones do, and robots beside enemies to take them with.
// Found by logistic regression on games of the greedy player, checked by matches.
struct Worth {
  float zone;
  float launch_pad;   // wins ties (RSK-END-02)
  float swing_now;    // the chance to take a zone this turn, or to lose it
  float swing_later;  // the same in a later turn
  float unit;         // while turns are left to use it
  float front;        // a unit beside an enemy that can leave its zone, on top
  float next_robot;   // of the next income
  float later_robot;  // of each income after that
  float card;
  float leader;
};
constexpr Worth worth_by_turns[] = {
    // zone  pad  now   later  unit  front next  later  card  leader
    {0.500F, 0.250F, 0.300F, 0.300F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F},
    {0.330F, 0.150F, 0.050F, 0.050F, 0.060F, 0.250F, 0.140F, 0.000F, 0.050F, 0.000F},
    {0.000F, 0.050F, 0.030F, 0.030F, 0.300F, 0.000F, 0.150F, 0.130F, 0.050F, 0.200F},
    {0.000F, 0.020F, 0.030F, 0.030F, 0.280F, 0.000F, 0.120F, 0.060F, 0.080F, 0.150F},
    {0.000F, 0.020F, 0.030F, 0.030F, 0.280F, 0.000F, 0.110F, 0.045F, 0.100F, 0.100F},
    {0.000F, 0.020F, 0.030F, 0.030F, 0.270F, 0.000F, 0.110F, 0.040F, 0.120F, 0.100F},
    {0.000F, 0.020F, 0.030F, 0.030F, 0.250F, 0.000F, 0.090F, 0.030F, 0.150F, 0.100F},
};
constexpr int worth_rows = static_cast<int>(std::size(worth_by_turns));

using Hopes = std::array<float, max_players>;  // logits

// Robots that a seat gets for sectors; a sector nearly held counts for a part. While zones are being
// claimed a sector is lost for the first turn as soon as somebody else has a zone of it.
float sector_income(const Content& c, const State& s, int seat, ZoneMask in_play) {
  const ZoneMask held = s.held[seat];
  ZoneMask taken = 0;
  if (s.phase == Phase::claim)
    for (int i = 0; i < s.seats; ++i) taken |= i == seat ? 0 : s.held[i];
  float robots = 0;
  for (const Sector& sector : c.sectors) {
    const ZoneMask zones = (sector.zones | sector.factories) & in_play;
    const auto share = static_cast<float>(core::population(zones & held)) / static_cast<float>(core::population(zones));
    const float squared = share * share;
    const float part = (zones & ~held) == 0                                    ? 1.0F
                       : s.phase == Phase::claim && (zones & taken) == 0 ? squared
                                                                               : 0.6F * squared * squared;
    robots += static_cast<float>(sector.bonus) * part;
  }
  return robots;
}

float income(const Content& c, const State& s, const Units& units, int seat, ZoneMask in_play) {
  const ZoneMask held = s.held[seat];
  float robots = static_cast<float>(c.reinforcement[core::population(held)]) + sector_income(c, s, seat, in_play);
  for (int zone : core::bits(held & ~board_mask))
    robots += static_cast<float>(std::min<int>(units.on[zone], c.factory_cap));
  return robots;
}

// Zones that change hands: for every zone and every enemy beside it, the chance to take it.
void count_swings(const Content& c, const State& s, const Units& units, const int turns[], const Worth& w,
                  Hopes& hopes) {
  for (int owner = 0; owner < s.seats; ++owner) {
    for (int zone : core::bits(s.held[owner])) {
      const ZoneMask beside = neighbours(c, s, zone) & ~s.held[owner];
      if (beside == 0) continue;
      bool contested = false;
      for (int enemy = 0; enemy < s.seats; ++enemy) {
        const ZoneMask sources = beside & s.held[enemy];
        if (sources == 0 || !enemies(s, core::seat(owner), core::seat(enemy))) continue;
        contested = true;
        if (turns[enemy] == 0) continue;
        int attackers = 0;
        for (int source : core::bits(sources)) attackers += units.on[source] - 1;
        const bool now = core::index(s.turn) == enemy && s.phase >= Phase::place;
        const float swing = (now ? w.swing_now : w.swing_later) * capture_chance(attackers, units.on[zone]);
        hopes[static_cast<std::size_t>(enemy)] += swing;
        hopes[static_cast<std::size_t>(owner)] -= swing;
      }
      if (contested && turns[owner] > 0) hopes[static_cast<std::size_t>(owner)] += w.front * static_cast<float>(units.on[zone] - 1);
    }
  }
}

void count_strength(const Content& c, const State& s, const Units& units, const int turns[], const Worth& w,
                    Hopes& hopes) {
  const ZoneMask in_play = zones_in_play(c, s);
  for (int i = 0; i < s.seats; ++i) {
    if (!in_game(s, core::seat(i))) continue;
    float& hope = hopes[static_cast<std::size_t>(i)];
    hope += w.zone * static_cast<float>(core::population(s.held[i]));
    if (core::contains(s.held[i], c.tie_break_zone)) hope += w.launch_pad;
    if (turns[i] == 0) continue;
    int army = s.pile[i];
    for (int zone : core::bits(s.held[i])) army += units.on[zone];
    hope += w.unit * static_cast<float>(army);
    // Whoever is on turn has had his next income: it is in his pile or on the board.
    const bool paid = core::index(s.turn) == i && s.phase >= Phase::place;
    hope += income(c, s, units, i, in_play) *
            ((paid ? 0.0F : w.next_robot) + w.later_robot * static_cast<float>(turns[i] - 1));
    hope += w.card * static_cast<float>(core::population(s.hand[i]));
    if (s.leader[i].zone != no_zone) hope += w.leader;
  }
}

}  // namespace

void Sense::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
  int turns[max_players] = {};
  int most_turns = 0;
  for (int i = 0; i < s.seats; ++i) {
    turns[i] = turns_left(s, core::seat(i));
    most_turns = std::max(most_turns, turns[i]);
  }
  const Worth& w = worth_by_turns[std::min(most_turns, worth_rows - 1)];
  const Units units = count_units(s);
  Hopes hopes{};
  count_swings(c, s, units, turns, w, hopes);
  count_strength(c, s, units, turns, w, hopes);

  // RSK-END-04: team-mates' zones are added.
  const int sides = teams(s) ? 2 : s.seats;
  float side_hope[max_players] = {}, total = 0, best = -1e9F;
  for (int i = 0; i < s.seats; ++i) side_hope[i % sides] += hopes[static_cast<std::size_t>(i)];
  for (int i = 0; i < sides; ++i) best = std::max(best, side_hope[i]);
  for (int i = 0; i < sides; ++i) total += side_hope[i] = std::exp(side_hope[i] - best);
  for (int i = 0; i < core::max_seats; ++i) out[i] = i < s.seats ? side_hope[i % sides] / total : 0.0F;
}

bool Sense::quiet(const Content&, const State& s) {
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::choose_leader:
    case Question::claim:
    case Question::deploy:
    case Question::play_cards:
    case Question::place:
    case Question::transform:
    case Question::attack:
    case Question::reinforce: return s.attack.open == 0;
    default: return false;
  }
}

std::uint32_t Sense::aspect(const State& s) {
  if (s.attack.open == 0) return static_cast<std::uint32_t>(core::population(s.held[core::index(s.turn) & 3]));
  const auto units = [&](Side side) {
    return static_cast<std::uint32_t>(std::min(units_on(s, force(s, side).seat, force(s, side).zone), 127));
  };
  return units(Side::attacker) * 128 + units(Side::defender);
}

}  // namespace risk

extern const GamePlayers risk_cybertron_players;
const GamePlayers risk_cybertron_players = make_players<risk::Sense>();

}  // namespace rw::players
