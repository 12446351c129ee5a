// RISK: the chance of taking the zone by dice alone, leaders with their eight sides.
#include "server/odds.h"

#include <cmath>
#include <map>
#include <tuple>

#include "engine/games/risk_cybertron/content.h"
#include "lab/capture_odds.h"

namespace rw::server {
namespace {

struct Army {
  int units = 0, leader = 0;
};

Army army_on(const core::Field& view, const std::string& zone) {
  Army army;
  if (const core::Field* robots = view.find("zones." + zone + ".robots"))
    army.units = static_cast<int>(robots->number);
  if (const core::Field* players = view.find("players"))
    for (const core::Field& player : players->fields)
      if (const core::Field* place = player.find("leader.zone"); place != nullptr && place->word == zone)
        army.leader = 1;
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

void append_odds(std::string& out, const Edition& edition, const core::Field& view, Choice choice) {
  if (edition.game().id != "risk_cybertron") return;
  const auto& content = *static_cast<const risk_cybertron::Content*>(edition.content());
  const std::string_view verb = edition.game().verbs[static_cast<std::size_t>(choice.verb())];
  std::string source, target;
  if (verb == "attack") {
    source = content.zone_ids[static_cast<std::size_t>(choice.a())];
    target = content.zone_ids[static_cast<std::size_t>(choice.b())];
  } else if (verb == "continue") {
    if (const core::Field* zone = view.find("attack.attacker.zone")) source = zone->word;
    if (const core::Field* zone = view.find("attack.defender.zone")) target = zone->word;
  } else {
    return;
  }
  const Army attack = army_on(view, source), defend = army_on(view, target);
  if (attack.units < 2 || defend.units < 1 || attack.units > 60 || defend.units > 60) return;
  const auto thousandths = std::lround(1000 * chance(content, attack, defend));
  std::string digits = std::to_string(thousandths % 1000);
  digits.insert(0, 3 - digits.size(), '0');
  out += ",\"odds\":{\"win\":" + std::to_string(thousandths / 1000) + "." + digits + ",\"units\":[" +
         std::to_string(attack.units) + "," + std::to_string(defend.units) + "]}";
}

}  // namespace rw::server
