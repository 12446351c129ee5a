// RISK: the chance of taking the zone by dice alone, leaders with their eight sides.
#include "server/odds.h"

#include <cmath>
#include <map>
#include <tuple>

#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"
#include "lab/capture_odds.h"

namespace rw::server {
namespace {

struct Army {
  int units = 0, leader = 0;
};

Army army_on(const risk_cybertron::State& s, int zone) {
  Army army{s.robots[zone], 0};
  for (int i = 0; i < s.seats; ++i)
    if (s.leader[i].zone == zone) army.leader = 1;
  army.units += army.leader;
  return army;
}

// The same few battles are asked for again and again.
double chance(const risk_cybertron::Content& content, Army attack, Army defend) {
  static thread_local std::map<std::tuple<int, int, int, int>, double> known;
  const std::tuple key{attack.units, attack.leader, defend.units, defend.leader};
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  lab::WholeAttack whole;
  whole.attackers = attack.units;
  whole.defenders = defend.units;
  whole.attack.d8 = attack.leader;
  whole.defend.d8 = defend.leader;
  if (known.size() > 20000) known.clear();
  return known[key] = lab::capture_odds(content, whole).captured;
}

}  // namespace

void append_odds(std::string& out, const Edition& edition, const Position& position, Choice choice) {
  if (edition.game().id != "risk_cybertron") return;
  using namespace risk_cybertron;
  const auto& content = *static_cast<const Content*>(edition.content());
  const State& s = *static_cast<const State*>(position.data());
  int source = -1, target = -1;
  if (verb_of(choice) == Verb::attack) {
    source = choice.a();
    target = choice.b();
  } else if (verb_of(choice) == Verb::continue_) {
    source = force(s, Side::attacker).zone;
    target = force(s, Side::defender).zone;
  }
  if (source < 0 || source >= all_zones || target < 0 || target >= all_zones) return;
  const Army attack = army_on(s, source), defend = army_on(s, target);
  if (attack.units < 2 || defend.units < 1 || attack.units > 60 || defend.units > 60) return;
  const auto thousandths = std::lround(1000 * chance(content, attack, defend));
  std::string digits = std::to_string(thousandths % 1000);
  digits.insert(0, 3 - digits.size(), '0');
  out += ",\"odds\":{\"win\":" + std::to_string(thousandths / 1000) + "." + digits + ",\"units\":[" +
         std::to_string(attack.units) + "," + std::to_string(defend.units) + "]}";
}

}  // namespace rw::server
