// How good the choices of RISK Cybertron look at a glance: enough to cut long lists, to widen the
// tree in a sensible order, and to play an attack on to its end.
#include <algorithm>

#include "players/games/risk_cybertron.h"
#include "players/games/risk_cybertron_odds.h"

namespace rw::players::risk {

using namespace rw::risk_cybertron;

namespace {

// What the seat to choose sees on the board, worked out once per list.
struct Outlook {
  const Content& c;
  const State& s;
  Seat seat;
  ZoneMask mine, hostile;
  Units units;
  core::Indexed<Zone, float, all_zones> want{};  // how much it would like to hold a hostile zone

  Outlook(const Content& content, const State& state)
      : c(content),
        s(state),
        seat(state.decision.asked),
        mine(state.held[core::index(seat)]),
        hostile(zones_of_enemies(state, seat)),
        units(count_units(state)) {
    const ZoneMask in_play = zones_in_play(c, s);
    for (const Sector& sector : c.sectors) {
      const ZoneMask zones = (sector.zones | sector.factories) & in_play;
      const int missing = core::population(zones & ~mine);
      float value = missing <= 1 ? 0.9F : missing <= 3 ? 0.7F : 0.55F;
      for (int i = 0; i < s.seats; ++i)
        if ((zones & ~s.held[i]) == 0) value = 0.9F;  // takes the bonus from somebody
      for (const Zone zone : core::bits<Zone>(zones & hostile)) want[zone] = value;
    }
    if (core::contains(hostile, c.tie_break_zone) && s.day == s.days) want[c.tie_break_zone] = 1.0F;
  }

  ZoneMask enemies_beside(Zone zone) const { return neighbours(c, s, zone) & hostile; }

  // The best that `stack` units on `zone` could attack: chance times wish.
  float best_attack(Zone zone, int stack) const {
    float best = 0;
    for (const Zone target : core::bits<Zone>(enemies_beside(zone)))
      best = std::max(best, want[target] * capture_chance(stack - 1, units.on[target]));
    return best;
  }
  // How much of a threat stands beside a zone with `stack` units.
  float threat(Zone zone, int stack) const {
    int attackers = 0;
    for (const Zone source : core::bits<Zone>(enemies_beside(zone))) attackers += units.on[source] - 1;
    return capture_chance(attackers, stack);
  }
};

float promise_of_claim(const Outlook& o, Zone zone) {
  const ZoneMask sector = o.c.sectors[o.c.zones[zone].sector].zones;
  const auto share =
      static_cast<float>(core::population(sector & o.mine)) / static_cast<float>(core::population(sector));
  const int friends = core::population(neighbours(o.c, o.s, zone) & o.mine);
  return 0.3F + 0.4F * share + 0.05F * static_cast<float>(std::min(friends, 4));
}

float promise_of_place(const Outlook& o, Zone zone, int robots) {
  if (o.enemies_beside(zone) == 0) return 0.05F;
  const int stack = o.units.on[zone] + robots;
  const float all =
      static_cast<float>(robots) / static_cast<float>(std::max<int>(1, o.s.pile[core::index(o.seat)]));
  const float gain = o.best_attack(zone, stack);
  const float safety = o.threat(zone, o.units.on[zone]) - o.threat(zone, stack);
  return std::min(1.0F, 0.2F + 0.5F * gain + 0.15F * safety + 0.15F * all);
}

float promise_of_attack(const Outlook& o, Zone source, Zone target) {
  return o.want[target] * capture_chance(o.units.on[source] - 1, o.units.on[target]);
}

// Below this promise an attack is better left alone; on the last turn almost every attack is worth it.
float patience(const Outlook& o) {
  if (last_turn(o.s, o.seat)) return 0.12F;
  return o.s.captured == 0 ? 0.32F : 0.42F;
}

float promise_of_continuing(const Outlook& o) {
  const Force& attack = force(o.s, Side::attacker);
  const Force& defence = force(o.s, Side::defender);
  return promise_of_attack(o, attack.zone, defence.zone);
}

// Forward with as many as possible, unless the zone left behind is the one that needs them.
float promise_of_move_in(const Outlook& o, int robots) {
  const Zone source = force(o.s, Side::attacker).zone, target = force(o.s, Side::defender).zone;
  const int most = std::max(1, o.units.on[source] - 1);
  const float share = static_cast<float>(robots) / static_cast<float>(most);
  const bool rear = o.enemies_beside(source) == 0;
  const bool spearhead = o.enemies_beside(target) != 0;
  if (rear) return share;
  if (!spearhead) return 1.0F - share;
  const float ahead = o.best_attack(target, robots), behind = o.best_attack(source, o.units.on[source]);
  return ahead >= behind ? 0.4F + 0.5F * share : 0.9F - 0.5F * share;
}

float promise_of_reinforcing(const Outlook& o, Zone source, Zone target) {
  const int moved = o.units.on[source] - 1;
  const float rear = o.enemies_beside(source) == 0 ? 0.4F : 0.0F;
  const float relief = o.threat(target, o.units.on[target]) - o.threat(target, o.units.on[target] + moved);
  const float front = o.enemies_beside(target) != 0 ? 0.2F : 0.0F;
  return 0.1F + rear * std::min(1.0F, static_cast<float>(moved) / 4) * (front > 0 ? 1.0F : 0.0F) + front +
         0.3F * relief;
}

// A +1 is worth placing where it turns a lost comparison into a won one.
float promise_of_bonus(const Outlook& o, int rank) {
  const bool attacking = o.seat == force(o.s, Side::attacker).seat;
  if (rank < 1 || rank > max_defence_dice) return 0.1F;
  const Die& own = force(o.s, attacking ? Side::attacker : Side::defender).dice[rank - 1];
  const Die& other = force(o.s, attacking ? Side::defender : Side::attacker).dice[rank - 1];
  if (other.sides == 0) return 0.1F;
  const int lead = own.value + own.bonus - other.value - other.bonus;
  return lead == (attacking ? 0 : -1) ? 0.9F : 0.2F;
}

float promise_of(const Outlook& o, Choice choice) {
  const auto question = static_cast<Question>(o.s.decision.kind);
  const int a = choice.a(), b = choice.b(), d = choice.d();
  const Zone zone = choice.a<Zone>(), target = choice.b<Zone>();
  switch (verb_of(choice)) {
    case Verb::lead: return 0.5F;
    case Verb::claim: return promise_of_claim(o, zone);
    case Verb::place: return promise_of_place(o, zone, b);
    case Verb::play: return question == Question::play_cards ? 0.7F : 0.45F;
    case Verb::pass: return question == Question::add_bonus ? 0.3F : 0.55F;
    case Verb::revive: return o.enemies_beside(zone) != 0 ? 0.75F : 0.6F;
    case Verb::flip_leader: return 0.4F;
    case Verb::transform: return 0.35F;
    case Verb::attack: return promise_of_attack(o, zone, target);
    case Verb::use: return 0.2F + 0.2F * static_cast<float>(std::min(a, 3)) + 0.1F * static_cast<float>(d);
    case Verb::add_bonus: return promise_of_bonus(o, a);
    case Verb::choose: return 0.5F;
    case Verb::done: return 0.4F;
    case Verb::move_in: return promise_of_move_in(o, a);
    case Verb::continue_: return promise_of_continuing(o);
    case Verb::end_attack: return patience(o);
    case Verb::reinforce: return promise_of_reinforcing(o, zone, target);
    case Verb::move: return std::min(1.0F, 0.1F * static_cast<float>(a));
    case Verb::jump: return o.enemies_beside(zone) != 0 ? 0.3F : 0.1F;
    case Verb::give: return 0.05F;
    case Verb::end_phase:
      return question == Question::attack ? patience(o) : question == Question::reinforce ? 0.3F : 0.6F;
    case Verb::none: break;
  }
  return 0.0F;
}

}  // namespace

void Evaluator::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  const Outlook outlook(c, s);
  for (int i = 0; i < list.size(); ++i) out[i] = promise_of(outlook, list[i]);
}

}  // namespace rw::players::risk
