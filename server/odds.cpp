// The odds of a choice, as JSON.
#include "server/odds.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/odds.h"

namespace rw::server {

void append_odds(std::string& out, const Edition& edition, const Position& position, Choice choice) {
  const OddsTable* table = odds_of(edition.game().id);
  Promise promise;
  if (table == nullptr || !table->of_choice(edition.content(), position.data(), choice, promise)) return;
  const auto thousandths = std::lround(1000 * promise.win);
  std::string digits = std::to_string(thousandths % 1000);
  digits.insert(0, 3 - digits.size(), '0');
  out += ",\"odds\":{\"win\":" + std::to_string(thousandths / 1000) + "." + digits + ",\"units\":[" +
         std::to_string(promise.units[0]) + "," + std::to_string(promise.units[1]) + "]}";
}

}  // namespace rw::server
