// RISK: the chance of taking the zone, with what leaders and cards in force do to the dice.
#include "server/odds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"
#include "lab/capture_odds.h"

namespace rw::server {
namespace {

// The same few battles are asked for again and again.
double chance(const risk_cybertron::Content& content, const lab::WholeAttack& whole) {
  const auto side = [](const risk_cybertron::DiceSide& s) { return std::min(s.d8, 3) * 8 + std::min(s.bonus, 7); };
  static thread_local std::map<std::array<int, 6>, double> known;
  const std::array key{whole.attackers,
                       whole.defenders,
                       side(whole.attack),
                       side(whole.defend),
                       whole.ties_to_attacker ? 1 : 0,
                       whole.most_attack * 8 + whole.most_defend};
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
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
  lab::WholeAttack whole;
  if (!lab::attack_between(content, s, source, target, whole)) return;
  if (whole.attackers > 60 || whole.defenders > 60) return;
  const auto thousandths = std::lround(1000 * chance(content, whole));
  std::string digits = std::to_string(thousandths % 1000);
  digits.insert(0, 3 - digits.size(), '0');
  out += ",\"odds\":{\"win\":" + std::to_string(thousandths / 1000) + "." + digits + ",\"units\":[" +
         std::to_string(whole.attackers) + "," + std::to_string(whole.defenders) + "]}";
}

}  // namespace rw::server
