// What computer players of Dragon Booster know beyond its rules.
#include <algorithm>
#include <cmath>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"
#include "players/make_players.h"

namespace rw::players {
namespace drb {

using namespace rw::dragon_booster;

struct Sense {
  using Rules = dragon_booster::Rules;

  static void evaluate(const Content& c, const State& s, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static bool quiet(const Content& c, const State& s);
  static std::uint32_t aspect(const State& s);
};

namespace {

// What things are worth, in points on the way to 30.
constexpr float sprint_worth = 0.55F;    // of a maneuver in the track or the zone
constexpr float hand_worth = 0.9F;       // a card in the hand
constexpr float gear_worth = 1.6F;
constexpr float crew_worth = 1.3F;
constexpr float point_logit = 0.16F;     // how much a point is worth as a logit of the chance to win

float standing(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  float sum = static_cast<float>(p.points);
  for (const int slot : core::bits(p.track | p.zone))
    sum += sprint_worth * static_cast<float>(face(c, p, slot).sprint + p.raised[this_turn][slot] / 2);
  sum += hand_worth * static_cast<float>(core::population(p.hand));
  sum += gear_worth * static_cast<float>(core::population(magged(p)));
  sum += crew_worth * static_cast<float>(core::population(p.crew));
  // A race deck that runs out loses the game.
  if (p.deck_size < 12) sum -= 12.0F / (1.0F + static_cast<float>(p.deck_size));
  return sum;
}

}  // namespace

void Sense::evaluate(const Content& c, const State& s, float out[core::max_seats]) {
  float best = -1e9F, sum = 0;
  for (int i = 0; i < core::max_seats; ++i) out[i] = 0;
  for (int i = 0; i < s.seats; ++i) {
    out[i] = in_game(s, core::seat(i)) ? point_logit * standing(c, s, core::seat(i)) : -20.0F;
    best = std::max(best, out[i]);
  }
  for (int i = 0; i < s.seats; ++i) sum += out[i] = std::exp(out[i] - best);
  for (int i = 0; i < s.seats; ++i) out[i] /= sum;
}

void Sense::promise(const Content& c, const State& s, const ChoiceList& list, float* out) {
  for (int i = 0; i < list.size(); ++i) {
    const Choice choice = list[i];
    switch (verb_of(choice)) {
      case Verb::play: out[i] = 0.7F + 0.01F * static_cast<float>(face(c, s, choice.a()).sprint); break;
      case Verb::use: out[i] = 0.4F; break;
      case Verb::done: out[i] = 0.3F; break;
      case Verb::push: out[i] = 0.6F; break;
      case Verb::end_push: out[i] = 0.5F; break;
      case Verb::pass: out[i] = 0.5F; break;
      case Verb::concede: out[i] = 0; break;
      default: out[i] = 0.5F;
    }
  }
}

bool Sense::quiet(const Content&, const State& s) { return s.agenda.size() <= 1; }

// Chance shows in what the seat that is asked holds.
std::uint32_t Sense::aspect(const State& s) {
  if (!s.decision.open()) return 0;
  const Player& p = player(s, s.decision.asked);
  std::uint32_t aspect = 0;
  for (const int slot : core::bits(p.hand)) aspect = aspect * 31 + p.race[slot];
  return aspect;
}

}  // namespace drb

extern const GamePlayers dragon_booster_players;
const GamePlayers dragon_booster_players = make_players<drb::Sense>();

}  // namespace rw::players
