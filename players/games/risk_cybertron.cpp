// The evaluation of RISK Cybertron: what each seat may hope to hold when the last day is over.
#include "players/games/risk_cybertron.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

#include "engine/games/risk_cybertron/describe.h"
#include "players/games/risk_cybertron_odds.h"
#include "players/make_players.h"

namespace rw::players {
namespace risk {

using namespace rw::risk_cybertron;

// Before the first attack of a turn everything in it is still to come; from then on the turn counts as
// done, so that attacking on and stopping are compared at the same point of time.
bool turn_ahead(const State& s) { return s.phase <= Phase::attack && s.attacks == 0; }

Seat next_mover(const State& s) {
  if (s.phase < Phase::place) return s.first;
  if (turn_ahead(s)) return s.turn;
  int i = core::index(s.turn);
  do i = (i + 1) % s.seats;
  while (!in_game(s, core::seat(i)));
  return core::seat(i);
}

int turns_left(const State& s, Seat seat) {
  if (!in_game(s, seat) || s.phase == Phase::over) return 0;
  if (s.phase < Phase::place) return s.days;
  const auto place = [&](Seat who) { return (core::index(who) + s.seats - core::index(s.first)) % s.seats; };
  const bool today = seat == s.turn ? turn_ahead(s) : place(seat) > place(s.turn);
  return s.days - s.day + (today ? 1 : 0);
}

Units count_units(const State& s) {
  Units units{s.robots};
  for (int i = 0; i < s.seats; ++i)
    if (s.leader[i].zone != no_zone) ++units.on[s.leader[i].zone];
  return units;
}

namespace {

// What a seat has on the board and in hand, as far as it tells who wins.
struct Assets {
  float zones;
  float launch_pad;    // wins ties (RSK-END-02)
  float swings_now;    // chances of the next mover to take zones, as that player's gain and as others' loss
  float swings_later;  // chances of the others
  float units;         // while turns are left to use them; the next mover's with the turn's income
  float front;         // units beside an enemy that can leave their zone
  float income;        // robots of all later turns, if nothing changes
  float cards;
  float leader;
  float spearhead;  // the largest part of the front: units on one zone that can leave it
  float bare;       // zones beside an enemy with a single unit
  float raid;       // zones that the next mover may take this turn, as that player's gain and as others' loss
};

// What they are worth, as logits of the chance to win, by the turns that are left on average (in halves). Far from
// the end armies decide; in the last turn only zones do, and robots to take them with.
constexpr float halves_left[] = {0, 1, 2, 3, 5, 8, 12};
constexpr int rows = static_cast<int>(std::size(halves_left));
struct Weights {
  Assets worth[rows];
  float nearly_held;  // the part of a sector's bonus that all but the last zones of it are worth
};
constexpr Weights own_weights{
    {
        // zones pad     now     later   units   front   income  cards   leader  spearh. bare    raid
        {2.202F, 1.403F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F, 0.000F},
        {0.677F, 0.308F, 0.099F, 0.075F, 0.104F, 0.284F, 0.201F, 0.088F, 0.001F, -0.015F, 0.001F, 0.289F},
        {0.045F, 0.060F, 0.030F, 0.026F, 0.263F, -0.007F, 0.117F, 0.103F, 0.194F, -0.005F, 0.004F, 0.119F},
        {0.037F, 0.039F, 0.047F, 0.033F, 0.265F, 0.003F, 0.158F, 0.069F, 0.316F, 0.007F, 0.025F, 0.029F},
        {0.052F, 0.009F, -0.006F, 0.017F, 0.210F, 0.013F, 0.088F, 0.115F, 0.221F, 0.020F, 0.008F, 0.038F},
        {0.034F, 0.025F, -0.010F, -0.010F, 0.180F, 0.016F, 0.097F, 0.052F, 0.235F, 0.021F, 0.017F, 0.041F},
        {0.049F, -0.012F, -0.004F, -0.012F, 0.103F, 0.020F, 0.053F, 0.082F, 0.089F, 0.033F, -0.010F, 0.039F},
    },
    0.517F};

float worth(const Assets& have, const Assets& each) {
  return have.zones * each.zones + have.launch_pad * each.launch_pad + have.swings_now * each.swings_now +
         have.swings_later * each.swings_later + have.units * each.units + have.front * each.front +
         have.income * each.income + have.cards * each.cards + have.leader * each.leader +
         have.spearhead * each.spearhead + have.bare * each.bare + have.raid * each.raid;
}

using Hopes = std::array<float, max_players>;  // chances to win

// The board as it stands, or as it is expected to stand after an attack: units need not be whole.
struct Board {
  ZoneMask held[max_players];
  core::Indexed<Zone, float, all_zones> units;
  bool card_earned;  // by the seat on turn (RSK-P5-01)

  int whole(Zone zone) const { return static_cast<int>(std::lround(units[zone])); }
};

Board board_of(const State& s) {
  Board board;
  std::copy(std::begin(s.held), std::end(s.held), board.held);
  const Units units = count_units(s);
  std::copy(units.on.begin(), units.on.end(), board.units.begin());
  board.card_earned = s.captured > 0;
  return board;
}

// ---- what a seat has -------------------------------------------------------------------------------

// Robots that a seat gets for sectors; a sector nearly held counts for a part. While zones are being
// claimed a sector is lost for the first turn as soon as somebody else has a zone of it.
float sector_income(const Content& c, const State& s, const Board& board, int seat, ZoneMask in_play,
                    float nearly_held) {
  const ZoneMask held = board.held[seat];
  const bool claiming = s.phase == Phase::claim;
  ZoneMask taken = 0;
  for (int i = 0; claiming && i < s.seats; ++i) taken |= i == seat ? 0 : board.held[i];
  float robots = 0;
  for (const Sector& sector : c.sectors) {
    const ZoneMask zones = (sector.zones | sector.factories) & in_play;
    const auto share =
        static_cast<float>(core::population(zones & held)) / static_cast<float>(core::population(zones));
    float part = nearly_held * share * share * share * share;
    if (claiming && (zones & taken) == 0) part = share * share;
    if ((zones & ~held) == 0) part = 1.0F;
    robots += static_cast<float>(sector.bonus) * part;
  }
  return robots;
}

float income(const Content& c, const State& s, const Board& board, int seat, ZoneMask in_play, float nearly_held) {
  const ZoneMask held = board.held[seat];
  float robots = static_cast<float>(c.reinforcement[core::population(held)]);
  robots += sector_income(c, s, board, seat, in_play, nearly_held);
  for (const Zone zone : core::bits<Zone>(held & ~board_mask))
    robots += std::min(board.units[zone], static_cast<float>(c.factory_cap));
  return robots;
}

// ---- hopes -----------------------------------------------------------------------------------------

struct Judge {
  const Content& c;
  const State& s;
  const Weights& weights;
  ZoneMask in_play;
  int mover;
  int turns[max_players] = {};
  int all_turns = 0;

  Judge(const Content& content, const State& state, const Weights& weights_)
      : c(content),
        s(state),
        weights(weights_),
        in_play(zones_in_play(content, state)),
        mover(core::index(next_mover(state))) {
    for (int i = 0; i < s.seats; ++i) all_turns += turns[i] = turns_left(s, core::seat(i));
  }
  void count_swings(const Board& board, Assets assets[]) const;
  void count_raid(const Board& board, Assets assets[]) const;
  void count_own(const Board& board, int seat, Assets& assets) const;
  void count(const Board& board, Assets assets[]) const;
  Hopes chances(const Board& board) const;
};

// What it costs to take a zone on the way: units lost on average, and the one that stays.
float price_of(float defenders) { return 0.52F + 0.86F * (defenders - 1) + 1; }

// Zones that change hands: for every zone and every enemy beside it, the chance to take it.
void Judge::count_swings(const Board& board, Assets assets[]) const {
  for (int owner = 0; owner < s.seats; ++owner) {
    for (const Zone zone : core::bits<Zone>(board.held[owner])) {
      const ZoneMask beside = neighbours(c, s, zone) & ~board.held[owner];
      bool contested = false;
      for (int enemy = 0; beside != 0 && enemy < s.seats; ++enemy) {
        const ZoneMask sources = beside & board.held[enemy];
        if (sources == 0 || !enemies(s, core::seat(owner), core::seat(enemy))) continue;
        contested = true;
        if (turns[enemy] == 0) continue;
        int attackers = 0;
        for (const Zone source : core::bits<Zone>(sources)) attackers += board.whole(source) - 1;
        const float swing = capture_chance(attackers, board.whole(zone));
        (enemy == mover ? assets[enemy].swings_now : assets[enemy].swings_later) += swing;
        (enemy == mover ? assets[owner].swings_now : assets[owner].swings_later) -= swing;
      }
      if (!contested || turns[owner] == 0) continue;
      const float free = board.units[zone] - 1;
      assets[owner].front += free;
      assets[owner].spearhead = std::max(assets[owner].spearhead, free);
      assets[owner].bare += free < 1 ? 1.0F : 0.0F;
    }
  }
}

// What the next mover may do with a whole turn: each stack, the largest first and with all that comes to it, goes
// on from zone to zone, always to the weakest one, as far as it lasts. That is the danger to a row of single
// units, and what a stack at the end of such a row prevents.
void Judge::count_raid(const Board& board, Assets assets[]) const {
  if (turns[mover] == 0) return;
  const Seat raider = core::seat(mover);
  core::Indexed<Zone, float, all_zones> stack;
  ZoneMask hostile = 0, ready = 0;
  for (int i = 0; i < s.seats; ++i)
    if (enemies(s, raider, core::seat(i))) hostile |= board.held[i];
  for (const Zone zone : core::bits<Zone>(board.held[mover]))
    if ((neighbours(c, s, zone) & hostile) != 0) {
      ready |= core::bit(zone);
      stack[zone] = board.units[zone] - 1;
    }
  float reserve = s.pile[mover];
  if (core::index(s.turn) != mover) reserve += income(c, s, board, mover, in_play, 0);
  while (ready != 0) {
    Zone at = core::make<Zone>(std::countr_zero(ready));
    for (const Zone zone : core::bits<Zone>(ready))
      if (stack[zone] > stack[at]) at = zone;
    ready &= ~core::bit(at);
    float left = stack[at] + reserve;
    reserve = 0;
    while (left > 1) {
      Zone target = no_zone;
      for (const Zone zone : core::bits<Zone>(neighbours(c, s, at) & hostile))
        if (target == no_zone || board.units[zone] < board.units[target]) target = zone;
      if (target == no_zone) break;
      const float price = price_of(board.units[target]), part = std::min(1.0F, left / price);
      hostile &= ~core::bit(target);
      left -= price;
      assets[mover].raid += part;
      for (int i = 0; i < s.seats; ++i)
        if (core::contains(board.held[i], target)) assets[i].raid -= part;
      at = target;
    }
  }
}

void Judge::count_own(const Board& board, int seat, Assets& assets) const {
  assets.zones = static_cast<float>(core::population(board.held[seat]));
  assets.launch_pad = core::contains(board.held[seat], c.tie_break_zone) ? 1.0F : 0.0F;
  if (turns[seat] == 0) return;
  assets.units = s.pile[seat];
  for (const Zone zone : core::bits<Zone>(board.held[seat])) assets.units += board.units[zone];
  const float robots = income(c, s, board, seat, in_play, weights.nearly_held);
  if (seat == mover && core::index(s.turn) != seat) assets.units += robots;
  assets.income = robots * static_cast<float>(turns[seat] - (seat == mover ? 1 : 0));
  const bool earned = core::index(s.turn) == seat && board.card_earned && s.phase < Phase::draw;
  assets.cards = static_cast<float>(core::population(s.hand[seat]) + (earned ? 1 : 0));
  assets.leader = s.leader[seat].zone != no_zone ? 1.0F : 0.0F;
}

void Judge::count(const Board& board, Assets assets[]) const {
  count_swings(board, assets);
  count_raid(board, assets);
  for (int i = 0; i < s.seats; ++i)
    if (board.held[i] != 0) count_own(board, i, assets[i]);
}

// RSK-END-04: team-mates' zones are added.
Hopes Judge::chances(const Board& board) const {
  Assets assets[max_players] = {};
  count(board, assets);
  const float halves = 2.0F * static_cast<float>(all_turns) / static_cast<float>(s.seats);
  int row = 0;
  while (row < rows - 2 && halves >= halves_left[row + 1]) ++row;
  const float beyond = std::min(1.0F, (halves - halves_left[row]) / (halves_left[row + 1] - halves_left[row]));
  const int sides = teams(s) ? 2 : s.seats;
  float side[max_players] = {}, total = 0, best = -1e9F;
  for (int i = 0; i < s.seats; ++i)
    side[i % sides] +=
        (1 - beyond) * worth(assets[i], weights.worth[row]) + beyond * worth(assets[i], weights.worth[row + 1]);
  for (int i = 0; i < sides; ++i) best = std::max(best, side[i]);
  for (int i = 0; i < sides; ++i) total += side[i] = std::exp(side[i] - best);
  Hopes hopes{};
  for (int i = 0; i < s.seats; ++i) hopes[static_cast<std::size_t>(i)] = side[i % sides] / total;
  return hopes;
}

// ---- an attack in progress ---------------------------------------------------------------------------

Board after_capture(const Judge& judge, const Board& before, const Force& attack, const Force& defence,
                    float left) {
  Board board = before;
  board.held[core::index(defence.seat)] &= ~core::bit(defence.zone);
  board.held[core::index(attack.seat)] |= core::bit(defence.zone);
  // Those who are left go on to the front, if it has moved.
  const bool front = (neighbours(judge.c, judge.s, defence.zone) & zones_of_enemies(judge.s, attack.seat)) != 0;
  const float moved = front ? left : std::min(left, 3.0F);
  board.units[defence.zone] = std::max(1.0F, moved);
  board.units[attack.zone] = 1 + left - moved;
  board.card_earned = true;
  return board;
}

Board after_failure(const Board& before, const Force& attack, const Force& defence, float left) {
  Board board = before;
  board.units[attack.zone] = 1;
  board.units[defence.zone] = std::max(1.0F, left);
  return board;
}

// Fought to the end, or broken off if the attacker may and prefers to.
Hopes chances_in_attack(const Judge& judge, const Board& board) {
  const Force& attack = force(judge.s, Side::attacker);
  const Force& defence = force(judge.s, Side::defender);
  const Battle battle =
      battle_of(board.whole(attack.zone) - 1, board.whole(defence.zone), attack.units, defence.units);
  const Hopes won = judge.chances(after_capture(judge, board, attack, defence, battle.attackers_left));
  const Hopes lost = judge.chances(after_failure(board, attack, defence, battle.defenders_left));
  Hopes mixed{};
  for (std::size_t i = 0; i < mixed.size(); ++i)
    mixed[i] = battle.capture * won[i] + (1 - battle.capture) * lost[i];
  if (static_cast<Question>(judge.s.decision.kind) != Question::go_on) return mixed;
  const Hopes stopped = judge.chances(board);
  const auto seat = static_cast<std::size_t>(core::index(attack.seat));
  return stopped[seat] > mixed[seat] ? stopped : mixed;
}

}  // namespace

std::span<const float> Evaluator::weights() {
  static_assert(sizeof own_weights % sizeof(float) == 0);
  return {&own_weights.worth[0].zones, sizeof own_weights / sizeof(float)};
}

void Evaluator::evaluate(const Content& c, const State& s, const float* weights, float out[core::max_seats]) {
  Weights tuned;
  if (weights != nullptr) std::memcpy(&tuned, weights, sizeof tuned);
  const Judge judge(c, s, weights != nullptr ? tuned : own_weights);
  const Board board = board_of(s);
  const bool undecided = s.attack.open != 0 && core::contains(s.held[core::index(force(s, Side::defender).seat)],
                                                              force(s, Side::defender).zone);
  const Hopes hopes = undecided ? chances_in_attack(judge, board) : judge.chances(board);
  for (int i = 0; i < core::max_seats; ++i) out[i] = i < s.seats ? hopes[static_cast<std::size_t>(i)] : 0.0F;
}

// An attack is evaluated as a whole; only dice that lie on the table disturb.
bool Evaluator::quiet(const Content&, const State& s) {
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::add_bonus:
    case Question::choose:
    case Question::move_in:
    case Question::move_units: return false;
    case Question::card_window: return force(s, Side::attacker).dice[0].sides == 0;
    default: return true;
  }
}

// Whoever thinks of later attacks thinks of what is taken, not of every roll on the way.
bool Evaluator::by_heart(const Content&, const State& s) {
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::commit_attack:
    case Question::commit_defence:
    case Question::add_bonus:
    case Question::card_window:
    case Question::go_on: return true;
    default: return false;
  }
}

std::uint32_t Evaluator::aspect(const State& s) {
  if (s.attack.open == 0) {
    const ZoneMask held = s.held[core::index(s.turn) & 3];
    std::uint32_t units = 0;
    for (const Zone zone : core::bits<Zone>(held)) units += s.robots[zone];
    return static_cast<std::uint32_t>(core::population(held)) * 128 + units / 2;
  }
  const auto units = [&](Side side) {
    return static_cast<std::uint32_t>(std::min(units_on(s, force(s, side).seat, force(s, side).zone), 127));
  };
  return units(Side::attacker) * 128 + units(Side::defender);
}

}  // namespace risk

extern const GamePlayers risk_cybertron_players;
const GamePlayers risk_cybertron_players = make_players<risk::Evaluator>();

}  // namespace rw::players
