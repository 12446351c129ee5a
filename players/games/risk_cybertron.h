// What computer players of RISK Cybertron know beyond its rules.
#pragma once

#include <span>

#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/risk_cybertron/state.h"
#include "players/search.h"

namespace rw::players::risk {

using risk_cybertron::Content;
using risk_cybertron::State;
using risk_cybertron::ZoneMask;

struct Evaluator {
  using Rules = risk_cybertron::Rules;
  // The evaluation sees whole attacks and the next turn's threats; playing far beyond it adds noise. Only cards
  // are hidden, so few simulations are needed for what the others do not see.
  static constexpr SearchParameters parameters{.depth = 2, .others_turn = 16, .full_lead = 20};

  static std::span<const float> weights();
  static void evaluate(const Content& c, const State& s, const float* weights, float out[core::max_seats]);
  static void promise(const Content& c, const State& s, const ChoiceList& list, float* out);
  static bool quiet(const Content& c, const State& s);
  static bool by_heart(const Content& c, const State& s);
  static std::uint32_t aspect(const State& s);
};

// How many turns a seat still has, the present one included as long as it can still attack.
int turns_left(const State& s, Seat seat);
// Is this the last turn in which this seat can take zones?
inline bool last_turn(const State& s, Seat seat) { return turns_left(s, seat) <= 1; }

// Units on every zone, leaders included.
struct Units {
  core::Indexed<risk_cybertron::Zone, std::uint16_t, risk_cybertron::all_zones> on;
};
Units count_units(const State& s);

}  // namespace rw::players::risk
