// The evaluation of RISK Cybertron: what each seat may hope to hold when the last day is over.
#include "players/games/risk_cybertron.h"

#include <cmath>
#include <cstring>

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

// The weights, in zones at the end of the game. Found by logistic regression on games of the greedy
// player against itself, then checked by matches; bench/README.md says how.
struct Weights {
  float swing_now = 0.8F;     // a zone that can be taken this turn, times the chance to take it
  float swing_later = 0.45F;  // the same in a later turn
  float army = 0.20F;         // a unit, while turns are left to use it
  float front = 0.08F;        // a unit beside an enemy, on top
  float income = 0.22F;       // a robot per turn, for each turn left
  float card = 0.5F;
  float leader = 1.0F;
  float launch_pad = 0.4F;    // wins ties
  float doubt = 1.2F;         // how many zones' lead is worth little: at the end
  float doubt_per_turn = 1.0F;
};
constexpr Weights w{};

struct Hopes {
  float zones[max_players] = {};
};

// Robots that a seat gets for sectors; a sector nearly held counts for a part.
float sector_income(const Content& c, ZoneMask held, ZoneMask in_play) {
  float robots = 0;
  for (const Sector& sector : c.sectors) {
    const ZoneMask zones = (sector.zones | sector.factories) & in_play;
    const auto share = static_cast<float>(core::population(zones & held)) / static_cast<float>(core::population(zones));
    const float squared = share * share;
    robots += static_cast<float>(sector.bonus) * ((zones & ~held) == 0 ? 1.0F : 0.6F * squared * squared);
  }
  return robots;
}

float income(const Content& c, const State& s, const Units& units, int seat, ZoneMask in_play) {
  const ZoneMask held = s.held[seat];
  float robots = static_cast<float>(c.reinforcement[core::population(held)]) + sector_income(c, held, in_play);
  for (int zone : core::bits(held & ~board_mask))
    robots += static_cast<float>(std::min<int>(units.on[zone], c.factory_cap));
  return robots;
}

// Zones that change hands: for every zone and every enemy beside it, the chance to take it.
void count_swings(const Content& c, const State& s, const Units& units, const int turns[], Hopes& hopes) {
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
        hopes.zones[enemy] += swing;
        hopes.zones[owner] -= swing;
      }
      if (contested && turns[owner] > 0) hopes.zones[owner] += w.front * static_cast<float>(units.on[zone] - 1);
    }
  }
}

void count_strength(const Content& c, const State& s, const Units& units, const int turns[], Hopes& hopes) {
  const ZoneMask in_play = zones_in_play(c, s);
  for (int i = 0; i < s.seats; ++i) {
    if (!in_game(s, core::seat(i))) continue;
    float& hope = hopes.zones[i];
    hope += static_cast<float>(core::population(s.held[i]));
    if (core::contains(s.held[i], c.tie_break_zone)) hope += w.launch_pad;
    if (turns[i] == 0) continue;
    int army = s.pile[i];
    for (int zone : core::bits(s.held[i])) army += units.on[zone];
    hope += w.army * static_cast<float>(army);
    // The robots of the present turn are counted already, in the pile or on the board.
    const int incomes = turns[i] - (core::index(s.turn) == i && s.phase >= Phase::place ? 1 : 0);
    hope += w.income * static_cast<float>(incomes) * income(c, s, units, i, in_play);
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
  const Units units = count_units(s);
  Hopes hopes;
  count_swings(c, s, units, turns, hopes);
  count_strength(c, s, units, turns, hopes);

  // RSK-END-04: team-mates' zones are added.
  const int sides = teams(s) ? 2 : s.seats;
  float side_hope[max_players] = {}, total = 0, best = -1e9F;
  for (int i = 0; i < s.seats; ++i) side_hope[i % sides] += hopes.zones[i];
  for (int i = 0; i < sides; ++i) best = std::max(best, side_hope[i]);
  const float doubt = w.doubt + w.doubt_per_turn * static_cast<float>(most_turns);
  for (int i = 0; i < sides; ++i) total += side_hope[i] = std::exp((side_hope[i] - best) / doubt);
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
