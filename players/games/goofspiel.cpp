// What computer players of Goofspiel know beyond its rules: points, and cards that may still win some.
#include <algorithm>
#include <cmath>

#include "engine/games/goofspiel/describe.h"
#include "players/make_players.h"

namespace rw::players {
namespace goofspiel {

using namespace rw::goofspiel;

struct Evaluator {
  using Rules = rw::goofspiel::Rules;

  static void evaluate(const Content&, const State& s, float out[core::max_seats]) {
    float sum = 0;
    for (int i = 0; i < core::max_seats; ++i) {
      out[i] = 0;
      if (i >= s.seats || !in_game(s, core::seat(i))) continue;
      const int hope = 2 * points(s.taken[i]) + points(s.hand[i]);
      sum += out[i] = std::exp(0.08F * static_cast<float>(hope));
    }
    for (int i = 0; i < s.seats; ++i) out[i] /= sum;
  }
  // When all have laid their cards nothing is half done.
  static bool quiet(const Content&, const State& s) {
    return std::ranges::all_of(s.laid, [](Rank laid) { return laid == no_rank; });
  }
  static std::uint32_t aspect(const State& s) { return s.prizes; }
  static constexpr SearchParameters parameters = {};
};

}  // namespace goofspiel

extern const GamePlayers goofspiel_players;
const GamePlayers goofspiel_players = make_players<goofspiel::Evaluator>();

}  // namespace rw::players
