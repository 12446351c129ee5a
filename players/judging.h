// What a net says of a position, beside the game's own evaluation.
#pragma once

#include <string_view>

#include "engine/core/ids.h"
#include "engine/game.h"
#include "players/mind.h"
#include "players/net.h"

namespace rw::players {

// Changes the chances in `out`, which are the game's own evaluation, to what the net makes of them and of what
// `viewer` sees. They stay as they are where the net was not trained for such positions.
void judge_by_net(const Mind& mind, const Game& game, const void* state, const Sparse& seen, Seat viewer,
                  float out[core::max_seats]);
// What the seat sees of a position, for this net; null if the net was made for others.
template <class Rules>
const Sparse* seen_by(const Net& net, const typename Rules::Content& content, const typename Rules::State& s,
                      Seat viewer) {
  // Describing never writes unless a visitor sets something, and this one does not.
  auto& state = const_cast<typename Rules::State&>(s);
  if constexpr (requires(SparseVisitor& v) { Rules::describe(content, state, v); }) {
    static thread_local Sparse seen;
    if (net.seats() != static_cast<int>(s.seats)) return nullptr;
    SparseVisitor visitor(core::Viewer::of(viewer), net.rotated(core::index(viewer)), seen);
    Rules::describe(content, state, visitor);
    if (visitor.written() == static_cast<std::size_t>(net.inputs())) return &seen;
  }
  return nullptr;
}
template <class Rules>
void judge_by_net(const Mind& mind, const typename Rules::Content& content, const typename Rules::State& s,
                  Seat viewer, float out[core::max_seats]) {
  static const Game* const game = find_game(Rules::about.id);
  if (const Sparse* seen = seen_by<Rules>(*mind.net, content, s, viewer); seen != nullptr)
    judge_by_net(mind, *game, &s, *seen, viewer, out);
}
// The same for a game that is over. Those who win together share the win, as matches count it, and a little of the
// value is by how much it was won or lost. `sides` has for each seat those who win or lose with it.
void judge_outcome(const Mind& mind, const Outcome& outcome, const core::SeatMask sides[core::max_seats],
                   float out[core::max_seats]);
// The margin that goes with chances that no net has judged: it still tells positions apart where hardly any chance
// to win or to lose is left.
void expect_margin(const Mind& mind, float out[core::max_seats]);
// Is there something learned about choices themselves, and does it count?
bool has_lean(const Mind& mind);
// From the promise of each choice and what was learned about choices that say such things: how often the search
// chose such ones, as a share of the likeliest of the list.
void lean_by_net(const Mind& mind, std::string_view game, const void* content, const void* state,
                 const ChoiceList& list, const float* promise, float* lean);
// From 0 to 1: by how much the seat is ahead of the best rival, in the game's own measure.
float margin_of(const Outcome& outcome, int seat, core::SeatMask side, int scale);

}  // namespace rw::players
